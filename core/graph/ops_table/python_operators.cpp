// Functions of Python's `operator` module and builtins that torch.fx prints as expressions.
//
// FX text:  %add = call_function[target=operator.add](args = (%x, %y), kwargs = {})
// Python:   add = x + y
// Operators without a record (`operator.not_`, `operator.abs`) print as a call of a global named `_operator_not_`.
#include <graph_records_ops.h>

namespace seesaw {

namespace {

using enum PythonForm;

constexpr OpDef kRecords[] = {
    {
        .path = "operator.add",
        .python = {.syntax = {infix, "+"}},
    },
    {
        .path = "operator.sub",
        .python = {.syntax = {infix, "-"}},
    },
    {
        .path = "operator.mul",
        .python = {.syntax = {infix, "*"}},
    },
    {
        .path = "operator.truediv",
        .python = {.syntax = {infix, "/"}},
    },
    {
        .path = "operator.div",
        .doc = "a / b in Python 2; torch.fx still prints it",
        .python = {.syntax = {infix, "/"}},
    },
    {
        .path = "operator.floordiv",
        .python = {.syntax = {infix, "//"}},
    },
    {
        .path = "operator.mod",
        .python = {.syntax = {infix, "%"}},
    },
    {
        .path = "operator.pow",
        .python = {.syntax = {infix, "**"}},
    },
    {
        .path = "operator.matmul",
        .python = {.syntax = {infix, "@"}},
    },
    {
        .path = "operator.lshift",
        .python = {.syntax = {infix, "<<"}},
    },
    {
        .path = "operator.rshift",
        .python = {.syntax = {infix, ">>"}},
    },
    {
        .path = "operator.and_",
        .python = {.syntax = {infix, "&"}},
    },
    {
        .path = "operator.or_",
        .python = {.syntax = {infix, "|"}},
    },
    {
        .path = "operator.xor",
        .python = {.syntax = {infix, "^"}},
    },
    {
        .path = "operator.eq",
        .python = {.syntax = {infix, "=="}},
    },
    {
        .path = "operator.ne",
        .python = {.syntax = {infix, "!="}},
    },
    {
        .path = "operator.lt",
        .python = {.syntax = {infix, "<"}},
    },
    {
        .path = "operator.gt",
        .python = {.syntax = {infix, ">"}},
    },
    {
        .path = "operator.le",
        .python = {.syntax = {infix, "<="}},
    },
    {
        .path = "operator.ge",
        .python = {.syntax = {infix, ">="}},
    },
    {
        .path = "operator.neg",
        .python = {.syntax = {prefix, "-"}},
    },
    {
        .path = "operator.pos",
        .python = {.syntax = {prefix, "+"}},
    },
    {
        .path = "operator.invert",
        .python = {.syntax = {prefix, "~"}},
    },
    {
        .path = "operator.getitem",
        .python = {.syntax = {index, "[]"}},
    },
    {
        .path = "operator.iadd",
        .python = {.syntax = {inplace, "+="}},
    },
    {
        .path = "operator.isub",
        .python = {.syntax = {inplace, "-="}},
    },
    {
        .path = "operator.imul",
        .python = {.syntax = {inplace, "*="}},
    },
    {
        .path = "operator.itruediv",
        .python = {.syntax = {inplace, "/="}},
    },
    {
        .path = "operator.ifloordiv",
        .python = {.syntax = {inplace, "//="}},
    },
    {
        .path = "operator.imod",
        .python = {.syntax = {inplace, "%="}},
    },
    {
        .path = "operator.ipow",
        .python = {.syntax = {inplace, "**="}},
    },
    {
        .path = "operator.imatmul",
        .python = {.syntax = {inplace, "@="}},
    },
    {
        .path = "operator.ilshift",
        .python = {.syntax = {inplace, "<<="}},
    },
    {
        .path = "operator.irshift",
        .python = {.syntax = {inplace, ">>="}},
    },
    {
        .path = "operator.iand",
        .python = {.syntax = {inplace, "&="}},
    },
    {
        .path = "operator.ior",
        .python = {.syntax = {inplace, "|="}},
    },
    {
        .path = "operator.ixor",
        .python = {.syntax = {inplace, "^="}},
    },
    {
        .path = "operator.setitem",
        .python = {.syntax = {setitem, "[]="}},
    },
};

}  // namespace

std::span<const OpDef> op_records::python_operators() { return kRecords; }

}  // namespace seesaw
