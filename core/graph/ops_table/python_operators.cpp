// Functions of Python's `operator` module and builtins that torch.fx prints as expressions.
//
// FX text:  %add = call_function[target=operator.add](args = (%x, %y), kwargs = {})
// Python:   add = x + y
// What is missing here (`operator.not_`, `operator.abs`) prints as a call of a global named `_operator_not_`.
#include "core/graph/ops_table/op_families.h"

namespace seesaw::op_family {

namespace {

using enum PythonForm;

constexpr OpDef kRecords[] = {
    {
        .path = "operator.add",
        .python = {infix, "+"},
    },
    {
        .path = "operator.sub",
        .python = {infix, "-"},
    },
    {
        .path = "operator.mul",
        .python = {infix, "*"},
    },
    {
        .path = "operator.truediv",
        .python = {infix, "/"},
    },
    {
        .path = "operator.div",
        .doc = "a / b in Python 2; torch.fx still prints it",
        .python = {infix, "/"},
    },
    {
        .path = "operator.floordiv",
        .python = {infix, "//"},
    },
    {
        .path = "operator.mod",
        .python = {infix, "%"},
    },
    {
        .path = "operator.pow",
        .python = {infix, "**"},
    },
    {
        .path = "operator.matmul",
        .python = {infix, "@"},
    },
    {
        .path = "operator.lshift",
        .python = {infix, "<<"},
    },
    {
        .path = "operator.rshift",
        .python = {infix, ">>"},
    },
    {
        .path = "operator.and_",
        .python = {infix, "&"},
    },
    {
        .path = "operator.or_",
        .python = {infix, "|"},
    },
    {
        .path = "operator.xor",
        .python = {infix, "^"},
    },
    {
        .path = "operator.eq",
        .python = {infix, "=="},
    },
    {
        .path = "operator.ne",
        .python = {infix, "!="},
    },
    {
        .path = "operator.lt",
        .python = {infix, "<"},
    },
    {
        .path = "operator.gt",
        .python = {infix, ">"},
    },
    {
        .path = "operator.le",
        .python = {infix, "<="},
    },
    {
        .path = "operator.ge",
        .python = {infix, ">="},
    },
    {
        .path = "operator.neg",
        .python = {prefix, "-"},
    },
    {
        .path = "operator.pos",
        .python = {prefix, "+"},
    },
    {
        .path = "operator.invert",
        .python = {prefix, "~"},
    },
    {
        .path = "operator.getitem",
        .python = {index, "[]"},
    },
    {
        .path = "operator.iadd",
        .python = {inplace, "+="},
    },
    {
        .path = "operator.isub",
        .python = {inplace, "-="},
    },
    {
        .path = "operator.imul",
        .python = {inplace, "*="},
    },
    {
        .path = "operator.itruediv",
        .python = {inplace, "/="},
    },
    {
        .path = "operator.ifloordiv",
        .python = {inplace, "//="},
    },
    {
        .path = "operator.imod",
        .python = {inplace, "%="},
    },
    {
        .path = "operator.ipow",
        .python = {inplace, "**="},
    },
    {
        .path = "operator.imatmul",
        .python = {inplace, "@="},
    },
    {
        .path = "operator.ilshift",
        .python = {inplace, "<<="},
    },
    {
        .path = "operator.irshift",
        .python = {inplace, ">>="},
    },
    {
        .path = "operator.iand",
        .python = {inplace, "&="},
    },
    {
        .path = "operator.ior",
        .python = {inplace, "|="},
    },
    {
        .path = "operator.ixor",
        .python = {inplace, "^="},
    },
    {
        .path = "operator.setitem",
        .python = {setitem, "[]="},
    },
};

}  // namespace

std::span<const OpDef> python_operators() { return kRecords; }

}  // namespace seesaw::op_family
