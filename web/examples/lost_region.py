#| title: A region that PyTorch loses
#| topic: Passes that lie
#| hint: torch.cond called under no_grad: the region silently disappears
#| passes: replace_set_grad_with_hop_pass
#| seen: 2.6.0, 2.14.1
#| look: The no_grad region holds a call of cond, and PyTorch 2.6.0 drops its mode: the result computes gradients that
#|   the program did not ask for. Seesaw does the same, and warns with the number of the rule.
#| try: Set the option correct and compare; the result now keeps the region.
class <lambda>(torch.nn.Module):
    def forward(self, arg0_1: "f32[3]"):
         # File: /app/c_cond_in_region.py:7 in forward, code: a = x + 1
        add: "f32[3]" = torch.ops.aten.add.Tensor(arg0_1, 1);  arg0_1 = None

         # File: /app/c_cond_in_region.py:8 in forward, code: with torch.no_grad():
        _set_grad_enabled = torch._C._set_grad_enabled(False);  _set_grad_enabled = None

         # File: /app/c_cond_in_region.py:9 in forward, code: b = torch.cond(a.sum() > 0, lambda v: v.sin(), lambda v: v.cos(), (a,))
        sum_1: "f32[]" = torch.ops.aten.sum.default(add)
        gt: "b8[]" = torch.ops.aten.gt.Scalar(sum_1, 0);  sum_1 = None

         # File: <eval_with_key>.31649:9 in forward, code: cond = torch.ops.higher_order.cond(l_args_0_, cond_true_0, cond_false_0, [l_args_3_0_]);  l_args_0_ = cond_true_0 = cond_false_0 = l_args_3_0_ = None
        true_graph_0 = self.true_graph_0
        false_graph_0 = self.false_graph_0
        cond = torch.ops.higher_order.cond(gt, true_graph_0, false_graph_0, [add]);  gt = true_graph_0 = false_graph_0 = None
        getitem: "f32[3]" = cond[0];  cond = None

         # File: /app/c_cond_in_region.py:10 in forward, code: c = b * 2
        mul: "f32[3]" = torch.ops.aten.mul.Tensor(getitem, 2);  getitem = None

         # File: /app/c_cond_in_region.py:8 in forward, code: with torch.no_grad():
        _set_grad_enabled_1 = torch._C._set_grad_enabled(True);  _set_grad_enabled_1 = None

         # File: /app/c_cond_in_region.py:11 in forward, code: return c - a
        sub: "f32[3]" = torch.ops.aten.sub.Tensor(mul, add);  mul = add = None
        return (sub,)

    class true_graph_0(torch.nn.Module):
        def forward(self, arg0_1: "f32[3]"):
             # File: <eval_with_key>.31646:6 in forward, code: sin = l_args_3_0__1.sin();  l_args_3_0__1 = None
            sin: "f32[3]" = torch.ops.aten.sin.default(arg0_1);  arg0_1 = None
            return (sin,)

    class false_graph_0(torch.nn.Module):
        def forward(self, arg0_1: "f32[3]"):
             # File: <eval_with_key>.31647:6 in forward, code: cos = l_args_3_0__1.cos();  l_args_3_0__1 = None
            cos: "f32[3]" = torch.ops.aten.cos.default(arg0_1);  arg0_1 = None
            return (cos,)

