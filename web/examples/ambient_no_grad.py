#| title: Exported under no_grad
#| topic: Grad mode
#| hint: The ambient mode is off, so the enabled pieces are wrapped
#| passes: replace_set_grad_with_hop_pass
#| ambient-grad: off
#| look: Ambient grad is off here, as it is when somebody exports under torch.no_grad(). So it is the regions with
#|   gradients that are wrapped, with True as first argument.
#| try: Switch Ambient grad on, and compare the two results.
class <lambda>(torch.nn.Module):
    def forward(self, arg0_1: "f32[2, 3]", arg1_1: "f32[2, 3]"):
         # File: /app/h_nested3.py:7 in forward, code: a = x - y
        sub: "f32[2, 3]" = torch.ops.aten.sub.Tensor(arg0_1, arg1_1);  arg0_1 = arg1_1 = None

         # File: /app/h_nested3.py:8 in forward, code: with torch.no_grad():
        _set_grad_enabled = torch._C._set_grad_enabled(False);  _set_grad_enabled = None

         # File: /app/h_nested3.py:9 in forward, code: b = a + 1
        add: "f32[2, 3]" = torch.ops.aten.add.Tensor(sub, 1)

         # File: /app/h_nested3.py:10 in forward, code: with torch.enable_grad():
        _set_grad_enabled_1 = torch._C._set_grad_enabled(True);  _set_grad_enabled_1 = None

         # File: /app/h_nested3.py:11 in forward, code: c = b.sin()
        sin: "f32[2, 3]" = torch.ops.aten.sin.default(add)

         # File: /app/h_nested3.py:12 in forward, code: with torch.no_grad():
        _set_grad_enabled_2 = torch._C._set_grad_enabled(False);  _set_grad_enabled_2 = None

         # File: /app/h_nested3.py:13 in forward, code: d = c.cos()
        cos: "f32[2, 3]" = torch.ops.aten.cos.default(sin)

         # File: /app/h_nested3.py:12 in forward, code: with torch.no_grad():
        _set_grad_enabled_3 = torch._C._set_grad_enabled(False);  _set_grad_enabled_3 = None

         # File: /app/h_nested3.py:14 in forward, code: e = d + c
        add_1: "f32[2, 3]" = torch.ops.aten.add.Tensor(cos, sin);  cos = sin = None

         # File: /app/h_nested3.py:10 in forward, code: with torch.enable_grad():
        _set_grad_enabled_4 = torch._C._set_grad_enabled(False);  _set_grad_enabled_4 = None

         # File: /app/h_nested3.py:15 in forward, code: f = e * b
        mul: "f32[2, 3]" = torch.ops.aten.mul.Tensor(add_1, add);  add_1 = add = None

         # File: /app/h_nested3.py:8 in forward, code: with torch.no_grad():
        _set_grad_enabled_5 = torch._C._set_grad_enabled(False);  _set_grad_enabled_5 = None

         # File: /app/h_nested3.py:16 in forward, code: return f / 2 + a
        div: "f32[2, 3]" = torch.ops.aten.div.Tensor(mul, 2);  mul = None
        add_2: "f32[2, 3]" = torch.ops.aten.add.Tensor(div, sub);  div = sub = None
        return (add_2,)

