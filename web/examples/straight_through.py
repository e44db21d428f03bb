#| title: Straight-through estimator, str(graph)
#| topic: Grad mode
#| hint: The form of print(graph): one line for each node
#| passes: replace_set_grad_with_hop_pass
#| look: The source is what print(graph) shows: a node a line, with users counted. Rounding has no useful derivative,
#|   so it is done under no_grad and added as a constant.
#| try: Choose the format graph to see the result in the same form.
graph():
    %arg0_1 : [num_users=3] = placeholder[target=arg0_1]
    %_set_grad_enabled : [num_users=0] = call_function[target=torch._C._set_grad_enabled](args = (False,), kwargs = {})
    %mul : [num_users=1] = call_function[target=torch.ops.aten.mul.Tensor](args = (%arg0_1, 4), kwargs = {})
    %round_1 : [num_users=1] = call_function[target=torch.ops.aten.round.default](args = (%mul,), kwargs = {})
    %div : [num_users=1] = call_function[target=torch.ops.aten.div.Tensor](args = (%round_1, 4), kwargs = {})
    %sub : [num_users=1] = call_function[target=torch.ops.aten.sub.Tensor](args = (%div, %arg0_1), kwargs = {})
    %_set_grad_enabled_1 : [num_users=0] = call_function[target=torch._C._set_grad_enabled](args = (True,), kwargs = {})
    %add : [num_users=1] = call_function[target=torch.ops.aten.add.Tensor](args = (%arg0_1, %sub), kwargs = {})
    return (add,)
