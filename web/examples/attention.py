#| title: Shapes with symbols
#| topic: Rewrite
#| hint: From the inputs’ shapes to those of all values
#| passes: shape_prop
#| look: Only the inputs have shapes, with a symbol s0 for the number of tokens. The pass computes the others with the
#|   operators’ rules: the scores are s0 by s0.
#| try: Change a 4 in the annotation of k to 5, and read what PyTorch would say.
ExportedProgram:
    class GraphModule(torch.nn.Module):
        def forward(self, q: "f32[2, s0, 4]", k: "f32[2, s0, 4]", v: "f32[2, s0, 4]"):
             # File: /app/attention.py:72 in forward, code: scores = torch.matmul(q, k.transpose(-1, -2)) / 2.0
            transpose = torch.ops.aten.transpose.int(k, -1, -2);  k = None
            matmul = torch.ops.aten.matmul.default(q, transpose);  q = transpose = None
            div = torch.ops.aten.div.Tensor(matmul, 2.0);  matmul = None
            
             # File: /app/attention.py:73 in forward, code: return torch.matmul(torch.softmax(scores, dim=-1), v)
            softmax = torch.ops.aten.softmax.int(div, -1);  div = None
            matmul_1 = torch.ops.aten.matmul.default(softmax, v);  softmax = v = None
            return (matmul_1,)
            
Graph signature: ExportGraphSignature(input_specs=[InputSpec(kind=<InputKind.USER_INPUT: 1>, arg=TensorArgument(name='q'), target=None, persistent=None), InputSpec(kind=<InputKind.USER_INPUT: 1>, arg=TensorArgument(name='k'), target=None, persistent=None), InputSpec(kind=<InputKind.USER_INPUT: 1>, arg=TensorArgument(name='v'), target=None, persistent=None)], output_specs=[OutputSpec(kind=<OutputKind.USER_OUTPUT: 1>, arg=TensorArgument(name='matmul_1'), target=None)])
Range constraints: {s0: VR[0, int_oo]}
