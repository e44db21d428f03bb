#| title: Quantized operators replaced
#| topic: Rewrite
#| hint: Integers with a scale become floats that are rounded
#| passes: replace_quantized_ops_with_standard_ops
#| look: The program adds and multiplies quantized tensors. In the result every value between is a float, rounded to
#|   what its integers can say: quantize, then dequantize.
#| try: Add cse_pass with banned=none, and see how many of the helper calls are the same.
class GraphModule(torch.nn.Module):
    def forward(self, x, y):
        # No stacktrace found for following nodes
        quantize_per_tensor_default = torch.ops.aten.quantize_per_tensor.default(x, 0.1, 10, 13);  x = None
        quantize_per_tensor_default_1 = torch.ops.aten.quantize_per_tensor.default(y, 0.2, 0, 13);  y = None
        add_default = torch.ops.quantized.add.default(quantize_per_tensor_default, quantize_per_tensor_default_1, 0.3, 5);  quantize_per_tensor_default = None
        mul_default = torch.ops.quantized.mul.default(add_default, quantize_per_tensor_default_1, 0.5, 0);  add_default = quantize_per_tensor_default_1 = None
        dequantize_self = torch.ops.aten.dequantize.self(mul_default);  mul_default = None
        return (dequantize_self,)
