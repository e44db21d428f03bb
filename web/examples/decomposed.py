#| title: Taken apart
#| topic: Rewrite
#| hint: A layer becomes core operators
#| passes: run_decompositions
#| look: linear, layer_norm and gelu are what a person calls; a backend has to know only the core operators. The pass puts each
#|   call's decomposition in its place: linear becomes a transposition and addmm, and layer_norm gives three results of which one is taken.
#| try: Add eliminate_dead_code after it: nothing goes, as nothing unused is made.
ExportedProgram:
    class GraphModule(torch.nn.Module):
        def forward(self, x: "f32[2, 4]", weight: "f32[3, 4]", bias: "f32[3]"):
             # File: /app/decomposed.py:12 in forward, code: h = F.linear(x, weight, bias)
            linear: "f32[2, 3]" = torch.ops.aten.linear.default(x, weight, bias);  x = weight = bias = None
            
             # File: /app/decomposed.py:13 in forward, code: return F.gelu(F.layer_norm(h, (3,)))
            layer_norm: "f32[2, 3]" = torch.ops.aten.layer_norm.default(linear, [3]);  linear = None
            gelu: "f32[2, 3]" = torch.ops.aten.gelu.default(layer_norm);  layer_norm = None
            return (gelu,)
            
