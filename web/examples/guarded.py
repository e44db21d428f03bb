#| title: An assertion as a value
#| topic: Checks
#| hint: Side effects become data
#| passes: functionalize_side_effectful_ops
#| look: An assertion gives no value, so a backend may move it or drop it. The pass makes a token that goes into the
#|   assertion and comes out of the program: now it is ordered by its data.
#| try: Look at the output of the result, which has one more value.
ExportedProgram:
    class GraphModule(torch.nn.Module):
        def forward(self, x: "f32[2, 3]"):
             # File: /app/guarded.py:60 in forward, code: torch._assert_async((x.sum() != 0), "the sum is zero")
            sum_1: "f32[]" = torch.ops.aten.sum.default(x)
            ne: "b8[]" = torch.ops.aten.ne.Scalar(sum_1, 0);  sum_1 = None
            _assert_async = torch.ops.aten._assert_async.msg(ne, 'the sum is zero');  ne = _assert_async = None
            
             # File: /app/guarded.py:61 in forward, code: return x / x.sum()
            sum_2: "f32[]" = torch.ops.aten.sum.default(x)
            div: "f32[2, 3]" = torch.ops.aten.div.Tensor(x, sum_2);  x = sum_2 = None
            return (div,)
            
Graph signature: ExportGraphSignature(input_specs=[InputSpec(kind=<InputKind.USER_INPUT: 1>, arg=TensorArgument(name='x'), target=None, persistent=None)], output_specs=[OutputSpec(kind=<OutputKind.USER_OUTPUT: 1>, arg=TensorArgument(name='div'), target=None)])
Range constraints: {}
