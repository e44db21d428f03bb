#| title: Dead code
#| topic: Clean up
#| hint: Unused values before, in and after a region
#| passes: replace_set_grad_with_hop_pass, eliminate_dead_code
#| look: Three values are used by nothing. The second pass erases those of the outermost graph; the one inside the
#|   wrapped region stays, because PyTorch looks at one graph.
#| try: Set the option recursive, and the rest goes too.
class <lambda>(torch.nn.Module):
    def forward(self, arg0_1: "f32[3, 3]"):
         # File: /app/h_dead_everywhere.py:7 in forward, code: d0 = x.sin()
        sin: "f32[3, 3]" = torch.ops.aten.sin.default(arg0_1);  sin = None

         # File: /app/h_dead_everywhere.py:8 in forward, code: a = x + 1
        add: "f32[3, 3]" = torch.ops.aten.add.Tensor(arg0_1, 1);  arg0_1 = None

         # File: /app/h_dead_everywhere.py:9 in forward, code: with torch.no_grad():
        _set_grad_enabled = torch._C._set_grad_enabled(False);  _set_grad_enabled = None

         # File: /app/h_dead_everywhere.py:10 in forward, code: d1 = a.cos()
        cos: "f32[3, 3]" = torch.ops.aten.cos.default(add)

         # File: /app/h_dead_everywhere.py:11 in forward, code: b = a * 2
        mul: "f32[3, 3]" = torch.ops.aten.mul.Tensor(add, 2);  add = None

         # File: /app/h_dead_everywhere.py:12 in forward, code: d2 = d1 + b
        add_1: "f32[3, 3]" = torch.ops.aten.add.Tensor(cos, mul);  cos = add_1 = None

         # File: /app/h_dead_everywhere.py:9 in forward, code: with torch.no_grad():
        _set_grad_enabled_1 = torch._C._set_grad_enabled(True);  _set_grad_enabled_1 = None

         # File: /app/h_dead_everywhere.py:13 in forward, code: d3 = b.exp()
        exp: "f32[3, 3]" = torch.ops.aten.exp.default(mul);  exp = None
        return (mul,)

