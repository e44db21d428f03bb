/** What the projects of the tests run. */
export const GRAPH = `def forward(self, x: "f32[3]"):
    dead = torch.ops.aten.sin.default(x)
    cos = torch.ops.aten.cos.default(x)
    return (cos,)
`;
