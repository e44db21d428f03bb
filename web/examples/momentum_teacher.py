#| title: ExportedProgram of a momentum teacher
#| topic: Inputs and constants
#| hint: Training-like: EMA of the weights, signature, the pass already ran
#| passes: eliminate_dead_code, common_getitem_elimination
#| look: A whole ExportedProgram as it is printed, signature and range constraints included. The set_grad pass ran
#|   before it was printed, so the regions are submodules already.
#| try: Add inline_submodules: the regions stay, since they are arguments of an operator and not calls.
ExportedProgram:
    class GraphModule(torch.nn.Module):
        def forward(self, p_stu_weight: "f32[5, 4]", p_stu_bias: "f32[5]", p_tea_weight: "f32[5, 4]", p_tea_bias: "f32[5]", p_pred_weight: "f32[5, 5]", p_pred_bias: "f32[5]", a: "f32[3, 4]", b: "f32[3, 4]"):
            # No stacktrace found for following nodes
            submod_7 = self.submod_1
            linear_1 = torch.ops.higher_order.wrap_with_set_grad_enabled(False, submod_7, a, p_stu_weight, p_stu_bias, p_pred_weight, p_pred_bias);  submod_7 = None

             # File: torch/nn/modules/linear.py:125 in forward, code: return F.linear(input, self.weight, self.bias)
            getitem: "f32[3, 5]" = linear_1[0];  linear_1 = None

             # File: torch/nn/modules/linear.py:125 in forward, code: return F.linear(input, self.weight, self.bias)
            linear_2: "f32[3, 5]" = torch.ops.aten.linear.default(b, p_stu_weight, p_stu_bias);  p_stu_weight = p_stu_bias = None

             # File: /app/m_byol_1.py:15 in forward, code: sb = self.pred(F.relu(self.stu(b)))
            relu_1: "f32[3, 5]" = torch.ops.aten.relu.default(linear_2);  linear_2 = None

             # File: torch/nn/modules/linear.py:125 in forward, code: return F.linear(input, self.weight, self.bias)
            linear_3: "f32[3, 5]" = torch.ops.aten.linear.default(relu_1, p_pred_weight, p_pred_bias);  relu_1 = p_pred_weight = p_pred_bias = None

            # No stacktrace found for following nodes
            submod_8 = self.submod_3
            relu_2 = torch.ops.higher_order.wrap_with_set_grad_enabled(False, submod_8, a, p_tea_weight, p_tea_bias);  submod_8 = a = None

             # File: /app/m_byol_1.py:17 in forward, code: ta = F.relu(self.tea(a))
            getitem_1: "f32[3, 5]" = relu_2[0];  relu_2 = None

             # File: torch/nn/modules/linear.py:125 in forward, code: return F.linear(input, self.weight, self.bias)
            linear_5: "f32[3, 5]" = torch.ops.aten.linear.default(b, p_tea_weight, p_tea_bias);  b = p_tea_weight = p_tea_bias = None

             # File: /app/m_byol_1.py:18 in forward, code: tb = F.relu(self.tea(b))
            relu_3: "f32[3, 5]" = torch.ops.aten.relu.default(linear_5);  linear_5 = None

             # File: /app/m_byol_1.py:19 in forward, code: la = 2 - 2 * F.cosine_similarity(sa, tb, dim=-1)
            cosine_similarity: "f32[3]" = torch.ops.aten.cosine_similarity.default(getitem, relu_3, -1);  getitem = relu_3 = None
            mul: "f32[3]" = torch.ops.aten.mul.Tensor(cosine_similarity, 2);  cosine_similarity = None
            rsub: "f32[3]" = torch.ops.aten.rsub.Scalar(mul, 2);  mul = None

             # File: /app/m_byol_1.py:21 in forward, code: lb = 2 - 2 * F.cosine_similarity(sb, ta, dim=-1)
            cosine_similarity_1: "f32[3]" = torch.ops.aten.cosine_similarity.default(linear_3, getitem_1, -1);  linear_3 = getitem_1 = None
            mul_1: "f32[3]" = torch.ops.aten.mul.Tensor(cosine_similarity_1, 2);  cosine_similarity_1 = None
            rsub_1: "f32[3]" = torch.ops.aten.rsub.Scalar(mul_1, 2);  mul_1 = None

             # File: /app/m_byol_1.py:22 in forward, code: return (la + lb).mean()
            add: "f32[3]" = torch.ops.aten.add.Tensor(rsub, rsub_1);  rsub = rsub_1 = None
            mean: "f32[]" = torch.ops.aten.mean.default(add);  add = None
            return (mean,)

        class submod_1(torch.nn.Module):
            def forward(self, a: "f32[3, 4]", p_stu_weight: "f32[5, 4]", p_stu_bias: "f32[5]", p_pred_weight: "f32[5, 5]", p_pred_bias: "f32[5]"):
                 # File: torch/nn/modules/linear.py:125 in forward, code: return F.linear(input, self.weight, self.bias)
                linear: "f32[3, 5]" = torch.ops.aten.linear.default(a, p_stu_weight, p_stu_bias);  a = p_stu_weight = p_stu_bias = None

                 # File: /app/m_byol_1.py:14 in forward, code: sa = self.pred(F.relu(self.stu(a)))
                relu: "f32[3, 5]" = torch.ops.aten.relu.default(linear);  linear = None

                 # File: torch/nn/modules/linear.py:125 in forward, code: return F.linear(input, self.weight, self.bias)
                linear_1: "f32[3, 5]" = torch.ops.aten.linear.default(relu, p_pred_weight, p_pred_bias);  relu = p_pred_weight = p_pred_bias = None
                return (linear_1,)

        class submod_3(torch.nn.Module):
            def forward(self, a: "f32[3, 4]", p_tea_weight: "f32[5, 4]", p_tea_bias: "f32[5]"):
                 # File: torch/nn/modules/linear.py:125 in forward, code: return F.linear(input, self.weight, self.bias)
                linear_4: "f32[3, 5]" = torch.ops.aten.linear.default(a, p_tea_weight, p_tea_bias);  a = p_tea_weight = p_tea_bias = None

                 # File: /app/m_byol_1.py:17 in forward, code: ta = F.relu(self.tea(a))
                relu_2: "f32[3, 5]" = torch.ops.aten.relu.default(linear_4);  linear_4 = None
                return (relu_2,)

Graph signature: ExportGraphSignature(input_specs=[InputSpec(kind=<InputKind.PARAMETER: 2>, arg=TensorArgument(name='p_stu_weight'), target='stu.weight', persistent=None), InputSpec(kind=<InputKind.PARAMETER: 2>, arg=TensorArgument(name='p_stu_bias'), target='stu.bias', persistent=None), InputSpec(kind=<InputKind.PARAMETER: 2>, arg=TensorArgument(name='p_tea_weight'), target='tea.weight', persistent=None), InputSpec(kind=<InputKind.PARAMETER: 2>, arg=TensorArgument(name='p_tea_bias'), target='tea.bias', persistent=None), InputSpec(kind=<InputKind.PARAMETER: 2>, arg=TensorArgument(name='p_pred_weight'), target='pred.weight', persistent=None), InputSpec(kind=<InputKind.PARAMETER: 2>, arg=TensorArgument(name='p_pred_bias'), target='pred.bias', persistent=None), InputSpec(kind=<InputKind.USER_INPUT: 1>, arg=TensorArgument(name='a'), target=None, persistent=None), InputSpec(kind=<InputKind.USER_INPUT: 1>, arg=TensorArgument(name='b'), target=None, persistent=None)], output_specs=[OutputSpec(kind=<OutputKind.USER_OUTPUT: 1>, arg=TensorArgument(name='mean'), target=None)])
Range constraints: {}
