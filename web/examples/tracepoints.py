#| title: Marks round a module
#| topic: Rewrite
#| hint: Which values went into a module and came out of it
#| passes: collect_tracepoints
#| look: Export with preserve_module_call_signature puts marks round a module: _export_tracepoint calls that hand
#|   values on. The pass takes them out; its note, in the list of messages, tells what went in and came out.
#| try: Show the input, and find the values that the marks hand on.
graph():
    %x : [num_users=1] = placeholder[target=x]
    %_export_tracepoint : [num_users=1] = call_function[target=torch.ops.higher_order._export_tracepoint](args = (%x,), kwargs = {kind: module_call_inputs, path: sub})
    %getitem : [num_users=2] = call_function[target=operator.getitem](args = (%_export_tracepoint, 0), kwargs = {})
    %sin : [num_users=1] = call_function[target=torch.ops.aten.sin.default](args = (%getitem,), kwargs = {})
    %mul : [num_users=1] = call_function[target=torch.ops.aten.mul.Tensor](args = (%sin, 2), kwargs = {})
    %add : [num_users=1] = call_function[target=torch.ops.aten.add.Tensor](args = (%getitem, 1), kwargs = {})
    %_export_tracepoint_1 : [num_users=2] = call_function[target=torch.ops.higher_order._export_tracepoint](args = (%mul, %add), kwargs = {kind: module_call_outputs, path: sub})
    %getitem_1 : [num_users=1] = call_function[target=operator.getitem](args = (%_export_tracepoint_1, 0), kwargs = {})
    %getitem_2 : [num_users=1] = call_function[target=operator.getitem](args = (%_export_tracepoint_1, 1), kwargs = {})
    return (getitem_1, getitem_2)
