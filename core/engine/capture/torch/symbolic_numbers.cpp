// Arithmetic of sizes that are symbols, as torch.SymInt and torch.SymFloat do it.
#include <algorithm>
#include <array>

#include "core/base/cat.h"
#include "core/engine/capture/library/library.h"
#include "core/engine/capture/torch/capture_run.h"
#include "core/engine/exec/fake_call.h"
#include "core/engine/tensor/sym_facts.h"
#include "core/graph/dialect/engine_novelty.h"
#include "core/graph/text/annotation.h"

namespace seesaw {

// What meets a float becomes one, by a node of its own, and non-strict tracing shows the lines of PyTorch's file in
// which that happens.
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
Arg TensorValues::number_of_line(
    const PyExpr& e, std::string_view path, const PyArgs& args, std::string_view where, std::string_view code) {
  python().frame().line = e.line;
  tracer().set_place(settings().strict || where.empty() || has(context().dialect, EngineNovelty::symbol_lines)
                         ? recorder().place()
                         : cat({recorder().place(),
                                traceback_of(cat({"File: ", kTorchFolder, "__init__.py:", where, ", code: ", code}))}));
  std::optional<Arg> out = located(e, [&] { return tracer().call_sym(path, args); });
  if (!out) fail(e, cat({"'", path, "' cannot be computed with these values"}));
  return *out;
}

Arg TensorValues::as_float(const PyExpr& e, const Arg& number) {
  if (number.kind() == ArgKind::sym_int)
    return number_of_line(e, "torch.sym_float", {number}, "820 in sym_float", "return a.__sym_float__()");
  return number.is_integer() && number.fits_int64() ? context().floating(static_cast<double>(number.as_int())) : number;
}

// Nothing if it is none of these functions, or if no symbol is in it.
std::optional<Arg> TensorValues::symbolic_arithmetic(const PyExpr& e, std::string_view path, const PyArgs& args) {
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
    return as_float(e, python().python_function(e, "math.floor", {quotient}).arg);
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

// Functions of math: most of them ask for numbers.
std::optional<Arg> TensorValues::symbolic_math(const PyExpr& e, std::string_view path, const PyArgs& args) {
  static constexpr std::string_view kOfNumbers[] = {
      "math.floor", "math.ceil", "math.trunc", "math.prod", "math.factorial", "math.isclose"};
  if (path == "math.trunc" && args.size() == 1 && args[0].kind() == ArgKind::sym_float)
    return number_of_line(e, path, args, {}, {});
  if (path == "torch.sym_sqrt") {
    static constexpr std::string_view kLine = "return getattr(a, f\"__sym_{name}__\")()";
    return number_of_line(e, "torch._sym_sqrt", {as_float(e, args[0])}, "933 in fn", kLine);
  }
  if (!path.starts_with("math.") ||
      std::find(std::begin(kOfNumbers), std::end(kOfNumbers), path) != std::end(kOfNumbers))
    return std::nullopt;
  auto symbol = std::find_if(args.begin(), args.end(), [](const Arg& arg) { return arg.is_symbolic(); });
  if (symbol == args.end()) return std::nullopt;
  // A function of Dynamo's asks for numbers; without strict 2.14 takes it for the operator.
  const bool power = path == "math.pow";
  if (power && !settings().strict && has(context().dialect, EngineNovelty::symbolic_subscripts))
    return number_of_line(e, "operator.pow", args, {}, {});
  if (!settings().strict || power) {
    located(e, [&] { sizes().fix(*symbol); });
    refuse_constant(e, path, *symbol);
  }
  if (path != "math.sqrt") return std::nullopt;
  return number_of_line(e, "torch._sym_sqrt", {as_float(e, args[0])}, {}, {});
}

// float() and int() of a symbol.
PyValue TensorValues::symbol_as(const PyExpr& e, std::string_view type, const Arg& number) {
  if (!settings().strict && !recorder().outside()) located(e, [&] { sizes().fix(number); });
  if (!settings().strict && !recorder().outside()) refuse_constant(e, type, number);
  if (type == "float") return PyValue(as_float(e, number));
  return number.kind() == ArgKind::sym_int ? PyValue(number) : python().python_function(e, "math.trunc", {number});
}

// What asks a symbol for its number makes a constant of the size, which dynamic_shapes says it is not.
void TensorValues::refuse_constant(const PyExpr& e, std::string_view function, const Arg& number) {
  std::string_view name = number.as_sym()->text.view();
  fail_as(
      e,
      "UserError",
      constraints_violated(
          name,
          cat({" are valid because ", name, " was inferred to be a constant: ", function, "() asks for its number"})),
      "write it with the operators of Python, as x ** 0.5, or capture it with strict");
}

bool TensorValues::sizes_of_data(const Arg& size) {
  std::optional<std::int64_t> value = size.is_symbolic() ? values().integer(size) : std::nullopt;
  return value && only_run_tells(values().symbols(), *value);
}

// The number of elements: of an input a node of its own.
Arg TensorValues::element_count(const PyExpr& e, const Arg& tensor) {
  std::vector<Arg> sizes = recorder().sizes_of(*tracer().meta_of(tensor).as_tensor_meta());
  std::stable_partition(sizes.begin(), sizes.end(), [](const Arg& size) { return !size.is_symbolic(); });
  bool symbolic = !sizes.empty() && sizes.back().is_symbolic();
  bool own = tensor.is_node() && tensor.as_node()->op() == Opcode::placeholder;
  // Sizes that only a run tells have no node yet.
  bool dynamo = settings().strict && !has(context().dialect, EngineNovelty::inlined_layers);
  for (std::size_t i = 0; !own && !dynamo && i < sizes.size(); ++i) own = sizes_of_data(sizes[i]);
  if (!symbolic || !tensor.is_node() || !own) {
    Arg count = integer(1);
    for (const Arg& size : sizes) count = python().python_function(e, "operator.mul", {count, size}).arg;
    return count;
  }
  Arg count = integer(1);
  for (const Arg& size : sizes) {
    std::array both{count, size};
    std::optional<Arg> product = call_sym_function(values(), "operator.mul", find_op("operator.mul"), both);
    if (!product) fail(e, "the number of elements of this tensor cannot be computed");
    count = *product;
  }
  python().frame().line = e.line;
  tracer().set_place(recorder().place());
  Node* node = tracer().call_known("torch.ops.aten.sym_numel.default", {tensor}, count);
  return sizes_of_data(count) ? tracer().number_of(node, count) : count;
}

}  // namespace seesaw
