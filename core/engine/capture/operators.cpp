// Python's operators on tensors, numbers and lists.
#include <algorithm>
#include <array>

#include "core/base/cat.h"
#include "core/engine/capture/evaluator.h"
#include "core/engine/capture/library.h"
#include "core/engine/capture/torch_calls.h"
#include "core/engine/exec/arg_equality.h"
#include "core/engine/exec/fake_call.h"
#include "core/graph/text/annotation.h"

namespace seesaw {

namespace {

constexpr OperatorNames kBinary[] = {
    {"+", "add", "__radd__", "operator.add"},
    {"-", "sub", "__rsub__", "operator.sub"},
    {"*", "mul", "__rmul__", "operator.mul"},
    {"/", "div", "__rtruediv__", "operator.truediv"},
    {"//", "floor_divide", "__rfloordiv__", "operator.floordiv"},
    {"%", "remainder", "__rmod__", "operator.mod"},
    {"**", "pow", "__rpow__", "operator.pow"},
    {"@", "matmul", "", ""},
    {"&", "__and__", "bitwise_and", "operator.and_"},
    {"|", "__or__", "bitwise_or", "operator.or_"},
    {"^", "__xor__", "bitwise_xor", "operator.xor"},
    {"<", "lt", "gt", "operator.lt"},
    {">", "gt", "lt", "operator.gt"},
    {"<=", "le", "ge", "operator.le"},
    {">=", "ge", "le", "operator.ge"},
    {"==", "eq", "eq", "operator.eq"},
    {"!=", "ne", "ne", "operator.ne"},
    {"<<", "__lshift__", "__rlshift__", "operator.lshift"},
    {">>", "__rshift__", "__rrshift__", "operator.rshift"},
};

bool is_list(const PyValue& value) {
  return value.object != nullptr && (value.object->kind == PyKind::list || value.object->kind == PyKind::tuple);
}

}  // namespace

const OperatorNames& names_of(std::string_view token) {
  for (const OperatorNames& row : kBinary) {
    if (row.token == token) return row;
  }
  return kBinary[0];
}

PyValue Evaluator::unary(const PyExpr& e) {
  if (e.text == "*") fail(e, "* is only for arguments");
  PyValue operand = evaluate(e.kids[0]);
  if (e.text == "not") return PyValue(Arg::boolean(!truth(e, operand)));
  Arg value = to_arg(e, operand);
  if (tracer().is_tensor(value)) {
    return PyValue(guarded(e, [&] {
      return call_torch(tracer(), e.text == "+" ? "positive" : e.text == "-" ? "neg" : "bitwise_not", {value}, {});
    }));
  }
  return python_function(e,
                         e.text == "-"   ? "operator.neg"
                         : e.text == "+" ? "operator.pos"
                                         : "operator.invert",
                         {value});
}

PyValue Evaluator::set_operation(const PyExpr& e, std::string_view token, const PyValues& left, const PyValues& right) {
  if (left.size() > kLargestSet || right.size() > kLargestSet)
    fail(e, cat({"a set of more than ", std::to_string(kLargestSet), " items is not looked through"}), "use a list");
  auto among = [&](const PyValues& items, const PyValue& one) {
    return std::any_of(items.begin(), items.end(), [&](const PyValue& item) { return same(item, one); });
  };
  PyValues out;
  for (const PyValue& one : left) {
    if (token == "|" || among(right, one) == (token == "&")) out.push_back(one);
  }
  for (const PyValue& one : right) {
    if ((token == "|" || token == "^") && !among(left, one)) out.push_back(one);
  }
  return make_list(PyKind::tuple, std::move(out));
}

PyValue Evaluator::binary(const PyExpr& e, std::string_view token, const PyValue& left, const PyValue& right) {
  if (std::optional<PyValue> derived = derived_dimension(token, left, right)) return *derived;
  if (token == "+" && is_list(left) && is_list(right) && left.object->kind == right.object->kind) {
    PyValues items = left.object->items;
    items.insert(items.end(), right.object->items.begin(), right.object->items.end());
    if (items.size() > kLongestList)
      fail(e, cat({"this list is longer than ", std::to_string(kLongestList)}), "make it shorter");
    return make_list(left.object->kind, std::move(items));
  }
  // Sets are tuples here; of tuples Python has none of these.
  if ((token == "-" || token == "&" || token == "|" || token == "^") && is_list(left) && is_list(right) &&
      left.object->kind == PyKind::tuple && right.object->kind == PyKind::tuple)
    return set_operation(e, token, left.object->items, right.object->items);
  if (token == "*" && is_list(left) && right.is_arg() && right.arg.is_integer()) {
    PyValues items;
    for (std::int64_t i = 0; i < (right.arg.fits_int64() ? right.arg.as_int() : 0); ++i) {
      count_step(e.begin);
      items.insert(items.end(), left.object->items.begin(), left.object->items.end());
      if (items.size() > kLongestList)
        fail(e, cat({"this list is longer than ", std::to_string(kLongestList)}), "make it shorter");
    }
    return make_list(left.object->kind, std::move(items));
  }
  auto is_dict = [](const PyValue& value) { return value.object != nullptr && value.object->kind == PyKind::dict; };
  if (token == "|" && is_dict(left) && is_dict(right)) {
    PyValue out = make_list(PyKind::dict, left.object->items);
    dict_method(e, out.object, "update", {right}, {});
    return out;
  }
  if (token == "%" && left.is_arg() && left.arg.is_string())
    return PyValue(context().string(percent_text(e, left.arg.text(), right)));
  Arg a = to_arg(e, left), b = to_arg(e, right);
  if (token == "+" && a.is_sequence() && b.is_sequence()) {  // x.shape[:2] + (3,)
    PyValues items(a.items().begin(), a.items().end());
    items.insert(items.end(), b.items().begin(), b.items().end());
    return make_list(PyKind::tuple, std::move(items));
  }
  if (token == "+" && a.is_string() && b.is_string() && a.text().size() + b.text().size() > kLongestList)
    fail(e, "this text is too long");
  if (token == "+" && a.is_string() && b.is_string()) return PyValue(context().string(cat({a.text(), b.text()})));
  const OperatorNames& names = names_of(token);
  if (tracer().is_tensor(a)) return PyValue(guarded(e, [&] { return call_torch(tracer(), names.left, {a, b}, {}); }));
  if (tracer().is_tensor(b)) {
    if (names.right.empty())
      fail(e,
           cat({"a number ", token, " a tensor is outside of the subset that is captured"}),
           "make the number a tensor with torch.full");
    return PyValue(guarded(e, [&] { return call_torch(tracer(), names.right, {b, a}, {}); }));
  }
  return python_function(e, std::string(names.python), {a, b});
}

bool Evaluator::same(const PyValue& a, const PyValue& b) {
  if (a.object != nullptr || b.object != nullptr) return a.object == b.object;
  return a.path == b.path && args_equal(a.arg, b.arg);
}

PyValue Evaluator::compare(const PyExpr& e) {
  PyValue left = evaluate(e.kids[0]), right = evaluate(e.kids[1]);
  bool negated = e.text == "is not" || e.text == "not in";
  if (e.text == "is" || e.text == "is not") return PyValue(Arg::boolean(same(left, right) != negated));
  if (e.text == "in" || e.text == "not in") {
    if (left.is_arg() && left.arg.is_string() && right.is_arg() && right.arg.is_string())
      return PyValue(Arg::boolean((right.arg.text().find(left.arg.text()) != std::string_view::npos) != negated));
    PyValues among = items_of(e, right);
    bool found = std::any_of(among.begin(), among.end(), [&](const PyValue& item) { return same(item, left); });
    return PyValue(Arg::boolean(found != negated));
  }
  if (e.text == "==" || e.text == "!=") return equality(e, e.text, left, right);
  return binary(e, e.text, left, right);
}

PyValue Evaluator::equality(const PyExpr& e, std::string_view token, const PyValue& left, const PyValue& right) {
  bool data = left.is_arg() && right.is_arg();
  if (!data && (left.object == nullptr || left.object->kind != PyKind::state) &&
      (right.object == nullptr || right.object->kind != PyKind::state)) {
    bool lists = is_list(left) || is_list(right);
    auto listed = [](const PyValue& value) { return is_list(value) || (value.is_arg() && value.arg.is_sequence()); };
    if (lists && !(listed(left) && listed(right))) {
      if (settings_.strict && tracer_ != &init_)
        fail_as(e,
                "Unsupported",
                cat({"builtin: ", token == "==" ? "eq" : "ne", " of a list and what is none"}),
                "compare what the list holds");
      return PyValue(Arg::boolean(token == "!="));
    }
    bool equal = lists ? args_equal(to_arg(e, left), to_arg(e, right)) : same(left, right);
    return PyValue(Arg::boolean(equal == (token == "==")));
  }
  auto number = [&](const PyValue& v) {
    return v.arg.is_integer() || v.arg.is_bool() || v.arg.kind() == ArgKind::floating || v.arg.is_node() ||
           v.arg.kind() == ArgKind::sym_int || v.arg.kind() == ArgKind::sym_float;
  };
  if (data && !(number(left) && number(right))) return PyValue(Arg::boolean(same(left, right) == (token == "==")));
  return binary(e, token, left, right);
}

// --- sizes that are symbols ---

// As torch.SymInt and torch.SymFloat do it: what meets a float becomes one, by a node of its own, and non-strict
// tracing shows the lines of PyTorch's file in which that happens.
namespace {

// A line of torch/__init__.py of PyTorch 2.6.0, as Debian's package has it.
struct SymbolLine {
  std::string_view path;
  bool of_integer, with_float, reflected;  // whose method it is, what with, and on which side that stands
  std::string_view line, name, code;
};
constexpr SymbolLine kLines[] = {
    {"operator.truediv", true, true, false, "436", "__truediv__", "return sym_float(self).__float_truediv__(other)"},
    {"operator.truediv", true, false, false, "439", "__truediv__", "return self.__int_truediv__(other)"},
    {"operator.truediv", true, true, true, "443", "__rtruediv__", "return sym_float(self).__rfloat_truediv__(other)"},
    {"operator.truediv", true, false, true, "446", "__rtruediv__", "return self.__rint_truediv__(other)"},
    {"operator.truediv", false, true, false, "620", "__truediv__", "return self.__float_truediv__(sym_float(other))"},
    {"operator.truediv", false, true, true, "625", "__rtruediv__", "return self.__rfloat_truediv__(sym_float(other))"},
    {"operator.floordiv", true, false, false, "453", "__floordiv__", "return self.__int_floordiv__(other)"},
    {"operator.floordiv", true, false, true, "460", "__rfloordiv__", "return self.__rint_floordiv__(other)"},
    {"operator.pow", true, false, false, "474", "__pow__", "return self.__pow_by_natural__(other)"},
    {"operator.pow", true, false, true, "496", "__rpow__", "return self.__rpow_by_natural__(other)"},
    {"operator.pow", true, true, false, "649", "__pow__", "return self.__float_pow__(other)"},
    {"operator.pow", false, true, false, "649", "__pow__", "return self.__float_pow__(other)"},
    {"operator.pow", true, true, true, "655", "__rpow__", "return self.__rfloat_pow__(other)"},
    {"operator.pow", false, true, true, "655", "__rpow__", "return self.__rfloat_pow__(other)"},
};
constexpr std::string_view kArithmetic[] = {"operator.add",
                                            "operator.sub",
                                            "operator.mul",
                                            "operator.mod",
                                            "operator.pow",
                                            "operator.truediv",
                                            "operator.floordiv"};

bool is_real(const Arg& arg) { return arg.kind() == ArgKind::floating || arg.kind() == ArgKind::sym_float; }

}  // namespace

// A node of a line of torch/__init__.py, which Dynamo does not show.
Arg Evaluator::number_of_line(
    const PyExpr& e, std::string_view path, const PyArgs& args, std::string_view where, std::string_view code) {
  frame().line = e.line;
  tracer().set_place(
      settings_.strict || where.empty()
          ? place()
          : cat({place(), traceback_of(cat({"File: ", kTorchFolder, "__init__.py:", where, ", code: ", code}))}));
  std::optional<Arg> out = located(e, [&] { return tracer().call_sym(path, args); });
  if (!out) fail(e, cat({"'", path, "' cannot be computed with these values"}));
  return *out;
}

Arg Evaluator::as_float(const PyExpr& e, const Arg& number) {
  if (number.kind() == ArgKind::sym_int)
    return number_of_line(e, "torch.sym_float", {number}, "820 in sym_float", "return a.__sym_float__()");
  return number.is_integer() && number.fits_int64() ? context().floating(static_cast<double>(number.as_int())) : number;
}

// Nothing if it is none of these functions, or if no symbol is in it.
std::optional<Arg> Evaluator::symbolic_arithmetic(const PyExpr& e, std::string_view path, const PyArgs& args) {
  bool known = args.size() == 2 &&
               std::find(std::begin(kArithmetic), std::end(kArithmetic), path) != std::end(kArithmetic);
  auto number = [](const Arg& arg) { return arg.is_integer() || is_real(arg) || arg.kind() == ArgKind::sym_int; };
  if (!known || !number(args[0]) || !number(args[1]) || !(args[0].is_symbolic() || args[1].is_symbolic()))
    return std::nullopt;
  bool reflected = !args[0].is_symbolic();
  bool of_integer = args[reflected ? 1 : 0].kind() == ArgKind::sym_int;
  bool real = is_real(args[0]) || is_real(args[1]);
  bool inverse = path == "operator.pow" && args[1].is_integer() && args[1].fits_int64() && args[1].as_int() < 0;
  if (real && path == "operator.floordiv") {
    Arg quotient = *symbolic_arithmetic(e, "operator.truediv", args);
    return as_float(e, python_function(e, "math.floor", {quotient}).arg);
  }
  PyArgs both = args;
  if (real || inverse) {
    for (Arg& one : both) one = as_float(e, one);
  }
  for (const SymbolLine& row : kLines) {
    if (row.path == path && row.of_integer == of_integer && row.with_float == (real || inverse) &&
        row.reflected == reflected)
      return number_of_line(e, path, both, cat({row.line, " in ", row.name}), row.code);
  }
  return number_of_line(e, path, both, {}, {});
}

// What asks a symbol for its number makes a constant of the size, which dynamic_shapes says it is not.
void Evaluator::refuse_constant(const PyExpr& e, std::string_view function, const Arg& number) {
  std::string_view name = number.as_sym()->text.view();
  fail_as(e,
          "UserError",
          cat({"Constraints violated (",
               name,
               ")! For more information, run with TORCH_LOGS=\"+dynamic\".\n  - Not all values of ",
               name,
               " are valid because ",
               name,
               " was inferred to be a constant: ",
               function,
               "() asks for its number"}),
          "write it with the operators of Python, as x ** 0.5, or capture it with strict");
}

// The number of elements: of an input a node of its own.
Arg Evaluator::element_count(const PyExpr& e, const Arg& tensor) {
  std::vector<Arg> sizes = sizes_of(*tracer().meta_of(tensor).as_tensor_meta());
  std::stable_partition(sizes.begin(), sizes.end(), [](const Arg& size) { return !size.is_symbolic(); });
  bool symbolic = !sizes.empty() && sizes.back().is_symbolic();
  if (!symbolic || !tensor.is_node() || tensor.as_node()->op() != Opcode::placeholder) {
    Arg count = integer(1);
    for (const Arg& size : sizes) count = python_function(e, "operator.mul", {count, size}).arg;
    return count;
  }
  Arg count = integer(1);
  for (const Arg& size : sizes) {
    std::array both{count, size};
    std::optional<Arg> product = call_sym_function(values_, "operator.mul", find_op("operator.mul"), both);
    if (!product) fail(e, "the number of elements of this tensor cannot be computed");
    count = *product;
  }
  frame().line = e.line;
  tracer().set_place(place());
  tracer().call_known("torch.ops.aten.sym_numel.default", {tensor}, count);
  return count;
}

}  // namespace seesaw
