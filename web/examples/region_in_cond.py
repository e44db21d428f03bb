#| title: Region inside cond
#| topic: Grad mode
#| hint: A region in a branch of torch.cond, and regions around the call
#| passes: replace_set_grad_with_hop_pass
#| look: The branches of cond are graphs of their own, and the pass works in them too: look for
#|   wrap_with_set_grad_enabled inside true_graph_0.
#| try: Choose the diff, and step through the changes with F7.
class <lambda>(torch.nn.Module):
    def forward(self, arg0_1: "f32[3]"):
         # File: /app/c_cond_region_then_region.py:12 in forward, code: with torch.no_grad():
        _set_grad_enabled = torch._C._set_grad_enabled(False);  _set_grad_enabled = None

         # File: /app/c_cond_region_then_region.py:13 in forward, code: a = x * 3
        mul: "f32[3]" = torch.ops.aten.mul.Tensor(arg0_1, 3)

         # File: /app/c_cond_region_then_region.py:12 in forward, code: with torch.no_grad():
        _set_grad_enabled_1 = torch._C._set_grad_enabled(True);  _set_grad_enabled_1 = None

         # File: /app/c_cond_region_then_region.py:14 in forward, code: b = torch.cond(a.sum() > 0, t, lambda v: v - 1, (a,))
        sum_1: "f32[]" = torch.ops.aten.sum.default(mul)
        gt: "b8[]" = torch.ops.aten.gt.Scalar(sum_1, 0);  sum_1 = None

         # File: <eval_with_key>.45646:9 in forward, code: cond = torch.ops.higher_order.cond(l_args_0_, cond_true_0, cond_false_0, [l_args_3_0_]);  l_args_0_ = cond_true_0 = cond_false_0 = l_args_3_0_ = None
        true_graph_0 = self.true_graph_0
        false_graph_0 = self.false_graph_0
        cond = torch.ops.higher_order.cond(gt, true_graph_0, false_graph_0, [mul]);  gt = true_graph_0 = false_graph_0 = mul = None
        getitem: "f32[3]" = cond[0];  cond = None

         # File: /app/c_cond_region_then_region.py:15 in forward, code: with torch.no_grad():
        _set_grad_enabled_2 = torch._C._set_grad_enabled(False);  _set_grad_enabled_2 = None

         # File: /app/c_cond_region_then_region.py:16 in forward, code: c = b.exp()
        exp: "f32[3]" = torch.ops.aten.exp.default(getitem);  getitem = None

         # File: /app/c_cond_region_then_region.py:15 in forward, code: with torch.no_grad():
        _set_grad_enabled_3 = torch._C._set_grad_enabled(True);  _set_grad_enabled_3 = None

         # File: /app/c_cond_region_then_region.py:17 in forward, code: return c + x
        add: "f32[3]" = torch.ops.aten.add.Tensor(exp, arg0_1);  exp = arg0_1 = None
        return (add,)

    class true_graph_0(torch.nn.Module):
        def forward(self, arg0_1: "f32[3]"):
             # File: <eval_with_key>.45643:6 in forward, code: _set_grad_enabled = torch._C._set_grad_enabled(False);  _set_grad_enabled = None
            _set_grad_enabled = torch._C._set_grad_enabled(False);  _set_grad_enabled = None

             # File: <eval_with_key>.45643:7 in forward, code: w = l_args_3_0__1.add(1);  l_args_3_0__1 = None
            add: "f32[3]" = torch.ops.aten.add.Tensor(arg0_1, 1);  arg0_1 = None

             # File: <eval_with_key>.45643:8 in forward, code: _set_grad_enabled_1 = torch._C._set_grad_enabled(True);  _set_grad_enabled_1 = None
            _set_grad_enabled_1 = torch._C._set_grad_enabled(True);  _set_grad_enabled_1 = None

             # File: <eval_with_key>.45643:9 in forward, code: mul = w.mul(2);  w = None
            mul: "f32[3]" = torch.ops.aten.mul.Tensor(add, 2);  add = None
            return (mul,)

    class false_graph_0(torch.nn.Module):
        def forward(self, arg0_1: "f32[3]"):
             # File: <eval_with_key>.45644:6 in forward, code: sub = l_args_3_0__1.sub(1);  l_args_3_0__1 = None
            sub: "f32[3]" = torch.ops.aten.sub.Tensor(arg0_1, 1);  arg0_1 = None
            return (sub,)

