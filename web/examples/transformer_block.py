#| title: Transformer block
#| topic: Grad mode
#| hint: Attention and MLP with frozen parts
#| passes: replace_set_grad_with_hop_pass, eliminate_dead_code
#| look: A whole block of a transformer, parts of it frozen. Two passes run one after the other; the steps above the
#|   result show the program after each.
#| try: Click the steps from Input on, with the diff against the previous step.
class <lambda>(torch.nn.Module):
    def forward(self, arg0_1: "f32[4]", arg1_1: "f32[4]", arg2_1: "f32[4, 4]", arg3_1: "f32[4]", arg4_1: "f32[4, 4]", arg5_1: "f32[4, 4]", arg6_1: "f32[4]", arg7_1: "f32[4, 4]", arg8_1: "f32[4]", arg9_1: "f32[4]", arg10_1: "f32[4]", arg11_1: "f32[8, 4]", arg12_1: "f32[8]", arg13_1: "f32[4, 8]", arg14_1: "f32[4]", arg15_1: "f32[2, 3, 4]"):
         # File: torch/nn/modules/normalization.py:217 in forward, code: return F.layer_norm(
        layer_norm: "f32[2, 3, 4]" = torch.ops.aten.layer_norm.default(arg15_1, [4], arg0_1, arg1_1);  arg0_1 = arg1_1 = None

         # File: torch/nn/modules/linear.py:125 in forward, code: return F.linear(input, self.weight, self.bias)
        linear: "f32[2, 3, 4]" = torch.ops.aten.linear.default(layer_norm, arg2_1, arg3_1);  arg2_1 = arg3_1 = None

         # File: /app/m_tblock_1.py:20 in forward, code: with torch.enable_grad():
        _set_grad_enabled = torch._C._set_grad_enabled(True);  _set_grad_enabled = None

         # File: torch/nn/modules/linear.py:125 in forward, code: return F.linear(input, self.weight, self.bias)
        linear_1: "f32[2, 3, 4]" = torch.ops.aten.linear.default(layer_norm, arg4_1);  arg4_1 = None

         # File: /app/m_tblock_1.py:20 in forward, code: with torch.enable_grad():
        _set_grad_enabled_1 = torch._C._set_grad_enabled(True);  _set_grad_enabled_1 = None

         # File: torch/nn/modules/linear.py:125 in forward, code: return F.linear(input, self.weight, self.bias)
        linear_2: "f32[2, 3, 4]" = torch.ops.aten.linear.default(layer_norm, arg5_1, arg6_1);  layer_norm = arg5_1 = arg6_1 = None

         # File: /app/m_tblock_1.py:23 in forward, code: s = torch.matmul(q, k.transpose(1, 2)) / 2.0
        transpose: "f32[2, 4, 3]" = torch.ops.aten.transpose.int(linear_1, 1, 2);  linear_1 = None
        matmul: "f32[2, 3, 3]" = torch.ops.aten.matmul.default(linear, transpose);  linear = transpose = None
        div: "f32[2, 3, 3]" = torch.ops.aten.div.Tensor(matmul, 2.0);  matmul = None

         # File: /app/m_tblock_1.py:24 in forward, code: p = torch.softmax(s, -1)
        softmax: "f32[2, 3, 3]" = torch.ops.aten.softmax.int(div, -1);  div = None

         # File: /app/m_tblock_1.py:25 in forward, code: a = torch.matmul(p, v)
        matmul_1: "f32[2, 3, 4]" = torch.ops.aten.matmul.default(softmax, linear_2);  linear_2 = None

         # File: /app/m_tblock_1.py:26 in forward, code: with torch.enable_grad():
        _set_grad_enabled_2 = torch._C._set_grad_enabled(True);  _set_grad_enabled_2 = None

         # File: torch/nn/modules/linear.py:125 in forward, code: return F.linear(input, self.weight, self.bias)
        linear_3: "f32[2, 3, 4]" = torch.ops.aten.linear.default(matmul_1, arg7_1, arg8_1);  matmul_1 = arg7_1 = arg8_1 = None

         # File: /app/m_tblock_1.py:27 in forward, code: x = x + self.o(a)
        add: "f32[2, 3, 4]" = torch.ops.aten.add.Tensor(arg15_1, linear_3);  arg15_1 = linear_3 = None

         # File: /app/m_tblock_1.py:26 in forward, code: with torch.enable_grad():
        _set_grad_enabled_3 = torch._C._set_grad_enabled(True);  _set_grad_enabled_3 = None

         # File: torch/nn/modules/normalization.py:217 in forward, code: return F.layer_norm(
        layer_norm_1: "f32[2, 3, 4]" = torch.ops.aten.layer_norm.default(add, [4], arg9_1, arg10_1);  arg9_1 = arg10_1 = None

         # File: torch/nn/modules/linear.py:125 in forward, code: return F.linear(input, self.weight, self.bias)
        linear_4: "f32[2, 3, 8]" = torch.ops.aten.linear.default(layer_norm_1, arg11_1, arg12_1);  layer_norm_1 = arg11_1 = arg12_1 = None

         # File: /app/m_tblock_1.py:29 in forward, code: f = F.gelu(self.f1(n))
        gelu: "f32[2, 3, 8]" = torch.ops.aten.gelu.default(linear_4);  linear_4 = None

         # File: torch/nn/modules/linear.py:125 in forward, code: return F.linear(input, self.weight, self.bias)
        linear_5: "f32[2, 3, 4]" = torch.ops.aten.linear.default(gelu, arg13_1, arg14_1);  gelu = arg13_1 = arg14_1 = None

         # File: /app/m_tblock_1.py:30 in forward, code: x = x + self.f2(f)
        add_1: "f32[2, 3, 4]" = torch.ops.aten.add.Tensor(add, linear_5);  add = linear_5 = None
        return (add_1, softmax)

