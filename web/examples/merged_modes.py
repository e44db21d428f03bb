#| title: One gate for two grad modes
#| topic: Passes that lie
#| hint: The same sigmoid with and without gradients is computed once, with them
#| passes: cse_pass:banned=pytorch
#| seen: 2.6.0, 2.14.1
#| issue: 164228
#| look: The second sigmoid stands under no_grad. The pass compares operator and arguments, not the mode that they run
#|   in, and both become the first one.
#| try: Set banned to safe, Seesaw's default: grad modes separate what they stand between.
def forward(self, x: "f32[4]"):
    sigmoid: "f32[4]" = torch.ops.aten.sigmoid.default(x)
    _set_grad_enabled = torch._C._set_grad_enabled(False)
    sigmoid_1: "f32[4]" = torch.ops.aten.sigmoid.default(x)
    _set_grad_enabled_1 = torch._C._set_grad_enabled(True)
    mul: "f32[4]" = torch.ops.aten.mul.Tensor(sigmoid, sigmoid_1)
    return (mul,)
