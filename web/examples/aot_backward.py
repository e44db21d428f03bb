#| title: AOTAutograd backward graph
#| topic: Logs
#| hint: Strides and devices in the annotations, tangents and saved values
#| passes: eliminate_dead_code, common_getitem_elimination
#| look: The backward half of a compiled function: its inputs are values that the forward half saved, and the tangent
#|   of the result; its outputs are gradients.
#| try: Follow tangents_1 through the graph to the gradients.
class GraphModule(torch.nn.Module):
    def forward(self, primals_4: "f32[16][1]cpu", primals_5: "f32[16][1]cpu", primals_6: "f32[2, 4, 1][4, 1, 1]cpu", view: "f32[8, 16][16, 1]cpu", view_1: "f32[2, 4, 16][64, 16, 1]cpu", gelu: "f32[2, 4, 16][64, 16, 1]cpu", getitem_1: "f32[2, 4, 1][4, 1, 1]cpu", getitem_2: "f32[2, 4, 1][4, 1, 1]cpu", tangents_1: "f32[2, 4, 16][64, 16, 1]cpu"):
         # File: /app/head.py:22 in forward, code: return (h - centre) * mask
        mul_1: "f32[2, 4, 16][64, 16, 1]cpu" = torch.ops.aten.mul.Tensor(tangents_1, primals_6);  tangents_1 = primals_6 = None

         # File: /app/head.py:19 in forward, code: h = self.norm(F.gelu(self.proj(tokens)))
        native_layer_norm_backward = torch.ops.aten.native_layer_norm_backward.default(mul_1, gelu, [16], getitem_1, getitem_2, primals_4, primals_5, [True, True, True]);  mul_1 = gelu = getitem_1 = getitem_2 = primals_4 = primals_5 = None
        getitem_3: "f32[2, 4, 16][64, 16, 1]cpu" = native_layer_norm_backward[0]
        getitem_4: "f32[16][1]cpu" = native_layer_norm_backward[1]
        getitem_5: "f32[16][1]cpu" = native_layer_norm_backward[2];  native_layer_norm_backward = None
        gelu_backward: "f32[2, 4, 16][64, 16, 1]cpu" = torch.ops.aten.gelu_backward.default(getitem_3, view_1);  getitem_3 = view_1 = None
        view_2: "f32[8, 16][16, 1]cpu" = torch.ops.aten.view.default(gelu_backward, [8, 16]);  gelu_backward = None
        t_1: "f32[16, 8][1, 16]cpu" = torch.ops.aten.t.default(view_2)
        mm: "f32[16, 16][16, 1]cpu" = torch.ops.aten.mm.default(t_1, view);  t_1 = view = None
        t_2: "f32[16, 16][1, 16]cpu" = torch.ops.aten.t.default(mm);  mm = None
        sum_1: "f32[1, 16][16, 1]cpu" = torch.ops.aten.sum.dim_IntList(view_2, [0], True);  view_2 = None
        view_3: "f32[16][1]cpu" = torch.ops.aten.view.default(sum_1, [16]);  sum_1 = None
        t_3: "f32[16, 16][16, 1]cpu" = torch.ops.aten.t.default(t_2);  t_2 = None
        return (t_3, view_3, None, getitem_4, getitem_5, None)
