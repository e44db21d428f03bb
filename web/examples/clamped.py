#| title: A pattern, and what replaces it
#| topic: Rewrite
#| hint: relu(add(x, y)) becomes clamp_min(add(x, y), 0)
#| passes: replace_pattern
#| option replace_pattern.pattern:
#|   def pattern(x, y):
#|       return torch.ops.aten.relu.default(torch.ops.aten.add.Tensor(x, y))
#| option replace_pattern.replacement:
#|   def replacement(x, y):
#|       return torch.ops.aten.clamp_min.default(torch.ops.aten.add.Tensor(x, y), 0)
#| look: Pattern and replacement are two small functions in the options. Two places match; the third relu does not, as
#|   nothing is added before it.
#| try: Write another replacement, such as torch.ops.aten.abs.default(torch.ops.aten.add.Tensor(x, y)).
ExportedProgram:
    class GraphModule(torch.nn.Module):
        def forward(self, x: "f32[2, 3]", bias: "f32[2, 3]"):
             # File: /app/clamped.py:54 in forward, code: h = torch.relu(x + bias)
            add: "f32[2, 3]" = torch.ops.aten.add.Tensor(x, bias)
            relu: "f32[2, 3]" = torch.ops.aten.relu.default(add);  add = None
            
             # File: /app/clamped.py:55 in forward, code: return torch.relu(h * 2 + bias) + torch.relu(x)
            mul: "f32[2, 3]" = torch.ops.aten.mul.Tensor(relu, 2);  relu = None
            add_1: "f32[2, 3]" = torch.ops.aten.add.Tensor(mul, bias);  mul = bias = None
            relu_1: "f32[2, 3]" = torch.ops.aten.relu.default(add_1);  add_1 = None
            relu_2: "f32[2, 3]" = torch.ops.aten.relu.default(x);  x = None
            add_2: "f32[2, 3]" = torch.ops.aten.add.Tensor(relu_1, relu_2);  relu_1 = relu_2 = None
            return (add_2,)
            
Graph signature: ExportGraphSignature(input_specs=[InputSpec(kind=<InputKind.USER_INPUT: 1>, arg=TensorArgument(name='x'), target=None, persistent=None), InputSpec(kind=<InputKind.USER_INPUT: 1>, arg=TensorArgument(name='bias'), target=None, persistent=None)], output_specs=[OutputSpec(kind=<OutputKind.USER_OUTPUT: 1>, arg=TensorArgument(name='add_2'), target=None)])
Range constraints: {}
