#| title: Autocast regions
#| topic: Autocast
#| hint: no_grad inside autocast: two passes, order matters
#| passes: replace_set_grad_with_hop_pass, replace_autocast_with_hop_pass
#| look: A no_grad region lies inside an autocast region, and the order of the two passes decides what becomes of it.
#|   With the grad mode pass first PyTorch loses it, as the warning in Why says.
#| try: Move the autocast pass up: the no_grad region is then wrapped inside the body of the autocast region.
class <lambda>(torch.nn.Module):
    def forward(self, arg0_1: "f32[3, 3]", arg1_1: "f32[3, 3]"):
         # File: /app/a_nograd_in_autocast.py:7 in forward, code: h = x * 2
        mul: "f32[3, 3]" = torch.ops.aten.mul.Tensor(arg0_1, 2)

         # File: /app/a_nograd_in_autocast.py:8 in forward, code: with torch.autocast("cpu", dtype=torch.bfloat16):
        _enter_autocast = torch.amp.autocast_mode._enter_autocast('cpu', torch.bfloat16, True, False)

         # File: /app/a_nograd_in_autocast.py:9 in forward, code: a = torch.mm(h, y)
        mm: "bf16[3, 3]" = torch.ops.aten.mm.default(mul, arg1_1);  mul = None

         # File: /app/a_nograd_in_autocast.py:10 in forward, code: with torch.no_grad():
        _set_grad_enabled = torch._C._set_grad_enabled(False);  _set_grad_enabled = None

         # File: /app/a_nograd_in_autocast.py:11 in forward, code: b = torch.mm(a, y)
        mm_1: "bf16[3, 3]" = torch.ops.aten.mm.default(mm, arg1_1);  arg1_1 = None

         # File: /app/a_nograd_in_autocast.py:10 in forward, code: with torch.no_grad():
        _set_grad_enabled_1 = torch._C._set_grad_enabled(True);  _set_grad_enabled_1 = None

         # File: /app/a_nograd_in_autocast.py:12 in forward, code: c = b + a
        add: "bf16[3, 3]" = torch.ops.aten.add.Tensor(mm_1, mm);  mm_1 = mm = None

         # File: /app/a_nograd_in_autocast.py:8 in forward, code: with torch.autocast("cpu", dtype=torch.bfloat16):
        _exit_autocast = torch.amp.autocast_mode._exit_autocast(_enter_autocast);  _enter_autocast = _exit_autocast = None

         # File: /app/a_nograd_in_autocast.py:13 in forward, code: return c.float() + x
        to: "f32[3, 3]" = torch.ops.aten.to.dtype(add, torch.float32);  add = None
        add_1: "f32[3, 3]" = torch.ops.aten.add.Tensor(to, arg0_1);  to = arg0_1 = None
        return (add_1,)

