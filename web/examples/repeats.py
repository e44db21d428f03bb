#| title: Computed several times
#| topic: Clean up
#| hint: The same sigmoid twice, and almost a third time
#| passes: cse_pass
#| look: sigmoid(x * 2) is computed for a and again for b; the pass computes it once. sigmoid(x * 2.0) stays: an
#|   integer and a float can give another dtype.
#| try: Set banned to none: numbers are then compared as Python compares them, and the third one goes as well.
ExportedProgram:
    class GraphModule(torch.nn.Module):
        def forward(self, x: "f32[2, 3]", y: "f32[2, 3]"):
             # File: /app/repeats.py:47 in forward, code: a = torch.sigmoid(x * 2) + y
            mul: "f32[2, 3]" = torch.ops.aten.mul.Tensor(x, 2)
            sigmoid: "f32[2, 3]" = torch.ops.aten.sigmoid.default(mul);  mul = None
            add: "f32[2, 3]" = torch.ops.aten.add.Tensor(sigmoid, y);  sigmoid = None
            
             # File: /app/repeats.py:48 in forward, code: b = torch.sigmoid(x * 2) - y
            mul_1: "f32[2, 3]" = torch.ops.aten.mul.Tensor(x, 2)
            sigmoid_1: "f32[2, 3]" = torch.ops.aten.sigmoid.default(mul_1);  mul_1 = None
            sub: "f32[2, 3]" = torch.ops.aten.sub.Tensor(sigmoid_1, y);  sigmoid_1 = y = None
            
             # File: /app/repeats.py:49 in forward, code: return a * b + torch.sigmoid(x * 2.0)
            mul_2: "f32[2, 3]" = torch.ops.aten.mul.Tensor(add, sub);  add = sub = None
            mul_3: "f32[2, 3]" = torch.ops.aten.mul.Tensor(x, 2.0);  x = None
            sigmoid_2: "f32[2, 3]" = torch.ops.aten.sigmoid.default(mul_3);  mul_3 = None
            add_1: "f32[2, 3]" = torch.ops.aten.add.Tensor(mul_2, sigmoid_2);  mul_2 = sigmoid_2 = None
            return (add_1,)
            
Graph signature: ExportGraphSignature(input_specs=[InputSpec(kind=<InputKind.USER_INPUT: 1>, arg=TensorArgument(name='x'), target=None, persistent=None), InputSpec(kind=<InputKind.USER_INPUT: 1>, arg=TensorArgument(name='y'), target=None, persistent=None)], output_specs=[OutputSpec(kind=<OutputKind.USER_OUTPUT: 1>, arg=TensorArgument(name='add_1'), target=None)])
Range constraints: {}
