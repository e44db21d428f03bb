"""Kinds of types in schemas, and schemas of operators that write to their first argument."""

import torch

KINDS = ("TensorType", "NumberType", "IntType", "FloatType", "BoolType", "StringType", "ListType", "OptionalType")
aten = torch.ops.aten


def kind(argument):
    return [name for name in KINDS if isinstance(argument.type, getattr(torch, name))]


def shown(gm):
    for op in (aten.add_.Tensor, aten.clamp_.default, aten.squeeze_.dim, aten.full.default, aten.gelu.default):
        print(op, op._schema.is_mutable, [(one.name, kind(one)) for one in op._schema.arguments])
    for op in (aten.mul_.Scalar, aten.t_.default, aten.relu_.default, aten.__rshift__.Scalar):
        print(op._schema, op._schema.name, repr(op._schema.overload_name))
    for op in (aten.to.device, aten.to.dtype, aten.index.Tensor, aten.slice.Tensor, aten.empty.memory_format):
        print([(one.type.kind(), str(one.type)) for one in op._schema.arguments])
    for op in (aten.exponential_, aten.cauchy_, aten.log_normal_, aten.normal_, aten.uniform_, aten.elu_):
        print(op.default._schema, [one.default_value for one in op.default._schema.arguments])
    for node in gm.graph.nodes:
        if node.target == aten.relu.default:
            node.target = aten.relu_.default
    return gm
