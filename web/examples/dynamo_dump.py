#| title: Dynamo graph
#| topic: Logs
#| hint: L_ names and Python operators, without the prefixes of a log
#| passes: replace_set_grad_with_hop_pass
#| look: What Dynamo hands to a backend: inputs are called after where they came from (L_self_…), and operators are
#|   still Python’s and torch’s. The pass works on them all the same.
#| try: Look at the format tabular for a list of all nodes.
class GraphModule(torch.nn.Module):
    def forward(self, L_self_modules_proj_parameters_weight_: "f32[16, 16]", L_self_modules_proj_parameters_bias_: "f32[16]", L_tokens_: "f32[2, 4, 16]", L_self_modules_norm_parameters_weight_: "f32[16]", L_self_modules_norm_parameters_bias_: "f32[16]", L_mask_: "f32[2, 4, 1]"):
        l_self_modules_proj_parameters_weight_ = L_self_modules_proj_parameters_weight_
        l_self_modules_proj_parameters_bias_ = L_self_modules_proj_parameters_bias_
        l_tokens_ = L_tokens_
        l_self_modules_norm_parameters_weight_ = L_self_modules_norm_parameters_weight_
        l_self_modules_norm_parameters_bias_ = L_self_modules_norm_parameters_bias_
        l_mask_ = L_mask_

         # File: /app/head.py:19 in forward, code: h = self.norm(F.gelu(self.proj(tokens)))
        linear: "f32[2, 4, 16]" = torch._C._nn.linear(l_tokens_, l_self_modules_proj_parameters_weight_, l_self_modules_proj_parameters_bias_);  l_tokens_ = l_self_modules_proj_parameters_weight_ = l_self_modules_proj_parameters_bias_ = None
        gelu: "f32[2, 4, 16]" = torch._C._nn.gelu(linear);  linear = None
        h: "f32[2, 4, 16]" = torch.nn.functional.layer_norm(gelu, (16,), l_self_modules_norm_parameters_weight_, l_self_modules_norm_parameters_bias_, 1e-05);  gelu = l_self_modules_norm_parameters_weight_ = l_self_modules_norm_parameters_bias_ = None

        # No stacktrace found for following nodes
        _set_grad_enabled = torch._C._set_grad_enabled(False);  _set_grad_enabled = None

         # File: /app/head.py:21 in forward, code: centre = h.mean(dim=1, keepdim=True)
        centre: "f32[2, 1, 16]" = h.mean(dim = 1, keepdim = True)

        # No stacktrace found for following nodes
        _set_grad_enabled_1 = torch._C._set_grad_enabled(True);  _set_grad_enabled_1 = None

         # File: /app/head.py:22 in forward, code: return (h - centre) * mask
        sub: "f32[2, 4, 16]" = h - centre;  h = centre = None
        mul: "f32[2, 4, 16]" = sub * l_mask_;  sub = l_mask_ = None
        return (mul,)
