#| title: Sizes that only a run tells
#| topic: Checks
#| hint: What capture assumed becomes assertions
#| passes: insert_deferred_runtime_asserts
#| look: The number u0 is in a tensor, so capture could only assume that it is from 1 to 9. The pass takes the bare statement of that
#|   range away and puts comparisons and assertions in its place, which a run can fail.
#| try: Set the option asserts to u0 < 7: there is one assertion more.
ExportedProgram:
    class GraphModule(torch.nn.Module):
        def forward(self, x: "f32[3]", n: "i64[]"):
             # File: /app/sizes.py:8 in forward, code: k = n.item()
            item: "Sym(u0)" = torch.ops.aten.item.default(n);  n = None
            
             # File: /app/sizes.py:9 in forward, code: torch._constrain_as_value(k, 1, 9)
            sym_constrain_range = torch.ops.aten.sym_constrain_range.default(item, min = 1, max = 9);  sym_constrain_range = None
            
             # File: /app/sizes.py:10 in forward, code: return x * k
            mul: "f32[3]" = torch.ops.aten.mul.Tensor(x, item);  x = item = None
            return (mul,)
            
