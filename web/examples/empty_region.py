#| title: Empty region
#| topic: Grad mode
#| hint: no_grad directly followed by enable_grad
#| passes: replace_set_grad_with_hop_pass
#| look: Between the end of the no_grad region and the begin of the enable_grad region lies nothing. PyTorch makes a
#|   submodule of this nothing as of any other region, and inlines it: Why lists it with a single line.
#| try: Set the option correct: the empty region is dropped, and Why says so.
class <lambda>(torch.nn.Module):
    def forward(self, arg0_1: "f32[3, 3]"):
         # File: /app/h_adjacent_diff.py:7 in forward, code: with torch.no_grad():
        _set_grad_enabled = torch._C._set_grad_enabled(False);  _set_grad_enabled = None

         # File: /app/h_adjacent_diff.py:8 in forward, code: a = x.sin()
        sin: "f32[3, 3]" = torch.ops.aten.sin.default(arg0_1);  arg0_1 = None

         # File: /app/h_adjacent_diff.py:7 in forward, code: with torch.no_grad():
        _set_grad_enabled_1 = torch._C._set_grad_enabled(True);  _set_grad_enabled_1 = None

         # File: /app/h_adjacent_diff.py:9 in forward, code: with torch.enable_grad():
        _set_grad_enabled_2 = torch._C._set_grad_enabled(True);  _set_grad_enabled_2 = None

         # File: /app/h_adjacent_diff.py:10 in forward, code: b = a.cos()
        cos: "f32[3, 3]" = torch.ops.aten.cos.default(sin)

         # File: /app/h_adjacent_diff.py:9 in forward, code: with torch.enable_grad():
        _set_grad_enabled_3 = torch._C._set_grad_enabled(True);  _set_grad_enabled_3 = None

         # File: /app/h_adjacent_diff.py:11 in forward, code: return a + b
        add: "f32[3, 3]" = torch.ops.aten.add.Tensor(sin, cos);  sin = cos = None
        return (add,)

