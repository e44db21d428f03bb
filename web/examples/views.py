#| title: Views become copies
#| topic: Rewrite
#| hint: For backends that plan memory themselves
#| passes: replace_view_ops_with_view_copy_ops
#| look: view, permute and unsqueeze share the memory of their argument. The pass puts the forms in their place that
#|   copy, and leaves every other operator alone.
#| try: Compare with the input in the diff: the shapes are the same.
ExportedProgram:
    class GraphModule(torch.nn.Module):
        def forward(self, x: "f32[2, 3, 8]"):
             # File: /app/views.py:66 in forward, code: heads = x.view(2, 3, 2, 4).permute(0, 2, 1, 3)
            view: "f32[2, 3, 2, 4]" = torch.ops.aten.view.default(x, [2, 3, 2, 4]);  x = None
            permute: "f32[2, 2, 3, 4]" = torch.ops.aten.permute.default(view, [0, 2, 1, 3]);  view = None
            
             # File: /app/views.py:67 in forward, code: return heads.unsqueeze(0) * 2
            unsqueeze: "f32[1, 2, 2, 3, 4]" = torch.ops.aten.unsqueeze.default(permute, 0);  permute = None
            mul: "f32[1, 2, 2, 3, 4]" = torch.ops.aten.mul.Tensor(unsqueeze, 2);  unsqueeze = None
            return (mul,)
            
Graph signature: ExportGraphSignature(input_specs=[InputSpec(kind=<InputKind.USER_INPUT: 1>, arg=TensorArgument(name='x'), target=None, persistent=None)], output_specs=[OutputSpec(kind=<OutputKind.USER_OUTPUT: 1>, arg=TensorArgument(name='mul'), target=None)])
Range constraints: {}
