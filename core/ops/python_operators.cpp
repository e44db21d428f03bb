// Functions of Python's `operator` module and builtins that torch.fx prints as expressions.
//
// FX text:  %add = call_function[target=operator.add](args = (%x, %y), kwargs = {})
// Python:   add = x + y
// What is missing here (`operator.not_`, `operator.abs`) prints as a call of a global named `_operator_not_`.
#include "core/ops/op_families.h"

namespace seesaw::op_family {

namespace {

using enum PythonForm;

constexpr OpDef kRecords[] = {
    {.path = "operator.add", .doc = "a + b", .python = {infix, "+"}},
    {.path = "operator.sub", .doc = "a - b", .python = {infix, "-"}},
    {.path = "operator.mul", .doc = "a * b", .python = {infix, "*"}},
    {.path = "operator.truediv", .doc = "a / b", .python = {infix, "/"}},
    {.path = "operator.div", .doc = "a / b in Python 2; torch.fx still prints it", .python = {infix, "/"}},
    {.path = "operator.floordiv", .doc = "a // b", .python = {infix, "//"}},
    {.path = "operator.mod", .doc = "a % b", .python = {infix, "%"}},
    {.path = "operator.pow", .doc = "a ** b", .python = {infix, "**"}},
    {.path = "operator.matmul", .doc = "a @ b", .python = {infix, "@"}},
    {.path = "operator.lshift", .doc = "a << b", .python = {infix, "<<"}},
    {.path = "operator.rshift", .doc = "a >> b", .python = {infix, ">>"}},
    {.path = "operator.and_", .doc = "a & b", .python = {infix, "&"}},
    {.path = "operator.or_", .doc = "a | b", .python = {infix, "|"}},
    {.path = "operator.xor", .doc = "a ^ b", .python = {infix, "^"}},
    {.path = "operator.eq", .doc = "a == b", .python = {infix, "=="}},
    {.path = "operator.ne", .doc = "a != b", .python = {infix, "!="}},
    {.path = "operator.lt", .doc = "a < b", .python = {infix, "<"}},
    {.path = "operator.gt", .doc = "a > b", .python = {infix, ">"}},
    {.path = "operator.le", .doc = "a <= b", .python = {infix, "<="}},
    {.path = "operator.ge", .doc = "a >= b", .python = {infix, ">="}},
    {.path = "operator.neg", .doc = "-a", .python = {prefix, "-"}},
    {.path = "operator.pos", .doc = "+a", .python = {prefix, "+"}},
    {.path = "operator.invert", .doc = "~a", .python = {prefix, "~"}},
    {.path = "operator.getitem", .doc = "a[b]", .python = {index, "[]"}},
    {.path = "operator.iadd", .doc = "a += b", .python = {inplace, "+="}},
    {.path = "operator.isub", .doc = "a -= b", .python = {inplace, "-="}},
    {.path = "operator.imul", .doc = "a *= b", .python = {inplace, "*="}},
    {.path = "operator.itruediv", .doc = "a /= b", .python = {inplace, "/="}},
    {.path = "operator.ifloordiv", .doc = "a //= b", .python = {inplace, "//="}},
    {.path = "operator.imod", .doc = "a %= b", .python = {inplace, "%="}},
    {.path = "operator.ipow", .doc = "a **= b", .python = {inplace, "**="}},
    {.path = "operator.imatmul", .doc = "a @= b", .python = {inplace, "@="}},
    {.path = "operator.ilshift", .doc = "a <<= b", .python = {inplace, "<<="}},
    {.path = "operator.irshift", .doc = "a >>= b", .python = {inplace, ">>="}},
    {.path = "operator.iand", .doc = "a &= b", .python = {inplace, "&="}},
    {.path = "operator.ior", .doc = "a |= b", .python = {inplace, "|="}},
    {.path = "operator.ixor", .doc = "a ^= b", .python = {inplace, "^="}},
    {.path = "operator.setitem", .doc = "a[b] = c", .python = {setitem, "[]="}},
};

}  // namespace

std::span<const OpDef> python_operators() { return kRecords; }

}  // namespace seesaw::op_family
