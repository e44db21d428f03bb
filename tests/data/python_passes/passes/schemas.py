def schemas(gm):
    """What operators say of themselves."""
    for node in gm.graph.nodes:
        if node.op != "call_function" or not hasattr(node.target, "_schema"):
            continue
        schema = node.target._schema
        given = [arg.name for arg in schema.arguments]
        defaults = {arg.name: arg.default_value for arg in schema.arguments if arg.has_default_value()}
        only = [arg.name for arg in schema.arguments if arg.kwarg_only]
        print(node.target, node.target.name(), node.target._overloadname, given, defaults, only, len(schema.returns))
        print(node.target.overloadpacket, node.target._opname if hasattr(node.target, "_opname") else "")
    return gm
