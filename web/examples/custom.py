#| title: Guards around a custom operator
#| topic: Checks
#| hint: dtype, device and layout of what mylib.blur is given
#| passes: insert_custom_op_guards
#| option insert_custom_op_guards.ops:
#|   mylib.blur.default
#| look: What a custom operator gives was seen in one run only. The pass asserts, before each call of the operators
#|   named in the option ops, that its arguments are like those of that run.
#| try: Empty the option, and nothing is guarded.
ExportedProgram:
    class GraphModule(torch.nn.Module):
        def forward(self, x: "f32[2, 3]", weight: "f32[3]"):
             # File: /app/custom.py:114 in forward, code: return torch.ops.mylib.blur(x + 1, weight, 2).relu()
            add: "f32[2, 3]" = torch.ops.aten.add.Tensor(x, 1);  x = None
            blur: "f32[2, 3]" = torch.ops.mylib.blur.default(add, weight, 2);  add = weight = None
            relu: "f32[2, 3]" = torch.ops.aten.relu.default(blur);  blur = None
            return (relu,)
            
Graph signature: ExportGraphSignature(input_specs=[InputSpec(kind=<InputKind.USER_INPUT: 1>, arg=TensorArgument(name='x'), target=None, persistent=None), InputSpec(kind=<InputKind.USER_INPUT: 1>, arg=TensorArgument(name='weight'), target=None, persistent=None)], output_specs=[OutputSpec(kind=<OutputKind.USER_OUTPUT: 1>, arg=TensorArgument(name='relu'), target=None)])
Range constraints: {}
