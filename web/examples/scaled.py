#| title: Folding constants
#| topic: Inputs and constants
#| hint: What depends on attributes alone is computed once
#| passes: unlift_module, constant_fold
#| option constant_fold.state:
#|   {"weight": {"dtype": "f32", "shape": [2, 2], "data": [1, 2, 3, 4]},
#|    "scale": {"dtype": "f32", "shape": [2], "data": [2, 0.5]}}
#| look: The transposed and scaled weight does not depend on x. With the values of both attributes given in the option
#|   state, the pass computes it once and keeps it as _frozen_param0.
#| try: Take scale out of the state: what depends on it stays in the graph.
ExportedProgram:
    class GraphModule(torch.nn.Module):
        def forward(self, p_weight: "f32[2, 2]", b_scale: "f32[2]", x: "f32[2, 2]"):
             # File: /app/scaled.py:39 in forward, code: w = self.weight.t() * self.scale
            t: "f32[2, 2]" = torch.ops.aten.t.default(p_weight);  p_weight = None
            mul: "f32[2, 2]" = torch.ops.aten.mul.Tensor(t, b_scale);  t = b_scale = None
            
             # File: /app/scaled.py:40 in forward, code: return torch.mm(x, w)
            mm: "f32[2, 2]" = torch.ops.aten.mm.default(x, mul);  x = mul = None
            return (mm,)
            
Graph signature: ExportGraphSignature(input_specs=[InputSpec(kind=<InputKind.PARAMETER: 2>, arg=TensorArgument(name='p_weight'), target='weight', persistent=None), InputSpec(kind=<InputKind.BUFFER: 3>, arg=TensorArgument(name='b_scale'), target='scale', persistent=True), InputSpec(kind=<InputKind.USER_INPUT: 1>, arg=TensorArgument(name='x'), target=None, persistent=None)], output_specs=[OutputSpec(kind=<OutputKind.USER_OUTPUT: 1>, arg=TensorArgument(name='mm'), target=None)])
Range constraints: {}
