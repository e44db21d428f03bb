#| title: A size that only the data tells
#| topic: Checks
#| hint: item() gives a number between 0 and 9, and the graph asserts it
#| passes: add_runtime_assertions_for_inline_constraints
#| look: The value of item is not known before the program runs: it is the symbol u0, and the last line says that it
#|   lies between 0 and 9. The pass writes that into the graph, as two assertions.
#| try: Add remove_runtime_assertions and eliminate_dead_code, and they are gone again.
ExportedProgram:
    class GraphModule(torch.nn.Module):
        def forward(self, args_0: "i64[]"):
             # File: /app/picked.py:43 in item, code: n = x.item()
            item: "Sym(u0)" = torch.ops.aten.item.default(args_0);  args_0 = None
            
             # File: /app/picked.py:46 in item, code: return torch.zeros(n) + 1
            zeros: "f32[u0]" = torch.ops.aten.zeros.default([item], device = device(type='cpu'), pin_memory = False);  item = None
            add: "f32[u0]" = torch.ops.aten.add.Tensor(zeros, 1);  zeros = None
            return (add,)
            
Graph signature: ExportGraphSignature(input_specs=[InputSpec(kind=<InputKind.USER_INPUT: 1>, arg=TensorArgument(name='args_0'), target=None, persistent=None)], output_specs=[OutputSpec(kind=<OutputKind.USER_OUTPUT: 1>, arg=TensorArgument(name='add'), target=None)])
Range constraints: {u0: VR[0, 9], u1: VR[0, 9]}
