#| title: Duplicate getitem nodes
#| topic: Clean up
#| hint: One split, the same piece taken twice
#| passes: common_getitem_elimination, eliminate_dead_code, inline_submodules
#| look: split gives several values, and getitem takes one of them. Each piece is taken twice here; the first pass
#|   makes one of two equal ones.
#| try: The other passes change nothing, and say so: remove them, or put them first.
class GraphModule(torch.nn.Module):
    def forward(self, x):
        # No stacktrace found for following nodes
        split_tensor = torch.ops.aten.split.Tensor(x, 2, 1);  x = None
        getitem = split_tensor[0]
        getitem_1 = split_tensor[1]
        mul_tensor = torch.ops.aten.mul.Tensor(getitem, getitem_1);  getitem = getitem_1 = None
        getitem_2 = split_tensor[0]
        sigmoid_default = torch.ops.aten.sigmoid.default(getitem_2);  getitem_2 = None
        getitem_3 = split_tensor[1];  split_tensor = None
        add_tensor = torch.ops.aten.add.Tensor(sigmoid_default, getitem_3);  sigmoid_default = getitem_3 = None
        mul_tensor_1 = torch.ops.aten.mul.Tensor(mul_tensor, add_tensor);  mul_tensor = add_tensor = None
        return (mul_tensor_1,)
