#| title: Two buffers become one
#| topic: Passes that lie
#| hint: Two tensors of zeros are one after the pass, and one of them is written to
#| passes: cse_pass:banned=pytorch
#| seen: 2.6.0, 2.14.1
#| issue: 164228
#| look: Both are computed by the same call, so the pass keeps one of them; add_ then changes what total is.
#| try: Set banned to safe, Seesaw's default: what is written to is not merged.
def forward(self, x: "f32[4]"):
    count: "f32[4]" = torch.ops.aten.zeros.default([4])
    total: "f32[4]" = torch.ops.aten.zeros.default([4])
    add_: "f32[4]" = torch.ops.aten.add_.Tensor(count, 1)
    add: "f32[4]" = torch.ops.aten.add.Tensor(total, x)
    return (add,)
