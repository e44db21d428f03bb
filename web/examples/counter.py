#| title: A buffer that counts calls
#| topic: Inputs and constants
#| hint: An exported program turned back into a module
#| passes: unlift_module
#| look: In an exported program parameters and buffers are inputs, and the signature below tells which is which. The
#|   pass makes the module that runs: they are attributes again, and x is the only argument.
#| try: Choose the format code, and compare the first lines.
ExportedProgram:
    class GraphModule(torch.nn.Module):
        def forward(self, p_linear_weight: "f32[2, 3]", p_linear_bias: "f32[2]", b_calls: "f32[]", x: "f32[2, 3]"):
             # File: /app/counter.py:26 in forward, code: self.calls.add_(1)
            add_: "f32[]" = torch.ops.aten.add_.Tensor(b_calls, 1);  b_calls = None
            
             # File: /app/counter.py:27 in forward, code: return torch.relu(self.linear(x)) / self.calls
            linear: "f32[2, 2]" = torch.ops.aten.linear.default(x, p_linear_weight, p_linear_bias);  x = p_linear_weight = p_linear_bias = None
            relu: "f32[2, 2]" = torch.ops.aten.relu.default(linear);  linear = None
            div: "f32[2, 2]" = torch.ops.aten.div.Tensor(relu, add_);  relu = add_ = None
            return (div,)
            
Graph signature: ExportGraphSignature(input_specs=[InputSpec(kind=<InputKind.PARAMETER: 2>, arg=TensorArgument(name='p_linear_weight'), target='linear.weight', persistent=None), InputSpec(kind=<InputKind.PARAMETER: 2>, arg=TensorArgument(name='p_linear_bias'), target='linear.bias', persistent=None), InputSpec(kind=<InputKind.BUFFER: 3>, arg=TensorArgument(name='b_calls'), target='calls', persistent=True), InputSpec(kind=<InputKind.USER_INPUT: 1>, arg=TensorArgument(name='x'), target=None, persistent=None)], output_specs=[OutputSpec(kind=<OutputKind.USER_OUTPUT: 1>, arg=TensorArgument(name='div'), target=None)])
Range constraints: {}
