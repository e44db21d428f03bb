#| title: Constants of the module
#| topic: Inputs and constants
#| hint: Tensors written in forward become inputs
#| passes: lift_constants_pass
#| look: Tensors that forward makes from literals are attributes called _tensor_constant0 and so on. The pass turns
#|   each into an input, before the first one of the user.
#| try: Give constants a text such as _tensor_constant0=scale.values, and see the names change.
class forward(torch.nn.Module):
    def forward(self, x_1: "f32[3]"):
        # No stacktrace found for following nodes
        _tensor_constant0 = self._tensor_constant0
        lift_fresh_copy: "f32[3]" = torch.ops.aten.lift_fresh_copy.default(_tensor_constant0);  _tensor_constant0 = None
        mul: "f32[3]" = torch.ops.aten.mul.Tensor(x_1, lift_fresh_copy);  x_1 = lift_fresh_copy = None
        _tensor_constant1 = self._tensor_constant1
        lift_fresh_copy_1: "f32[]" = torch.ops.aten.lift_fresh_copy.default(_tensor_constant1);  _tensor_constant1 = None
        add: "f32[3]" = torch.ops.aten.add.Tensor(mul, lift_fresh_copy_1);  mul = lift_fresh_copy_1 = None
        return add
