#include "core/engine/capture/torch/custom_operators.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <memory>
#include <set>
#include <utility>

#include "core/base/cat.h"
#include "core/base/identifier.h"
#include "core/base/number.h"
#include "core/engine/autograd/custom_function.h"
#include "core/engine/autograd/grad_mode.h"
#include "core/engine/autograd/variable.h"
#include "core/engine/capture/capture.h"
#include "core/engine/capture/torch/library_operators.h"
#include "core/engine/exec/interpreter.h"
#include "core/engine/ops/call/dispatch.h"
#include "core/engine/ops/table/declared.h"
#include "core/engine/ops/table/schema.h"
#include "core/engine/tensor/sym.h"
#include "core/python/syntax.h"
#include "core/python/tokens.h"

namespace seesaw {

namespace {

constexpr std::string_view kAnnotations =
    "annotate it as torch.library.infer_schema wants it: torch.Tensor, float, int, bool, str, Optional[...], "
    "List[...], Tuple[...]";

[[noreturn]] void refuse(const PyExpr& e,
                         std::string_view source,
                         std::string_view what,
                         std::string_view remedy = kAnnotations) {
  source_error(e.begin, e.end, cat({"'", source.substr(e.begin, e.end - e.begin), "' ", what}), std::string(remedy));
}

// The name behind the last dot of a name or attribute.
std::string_view last_name(const PyExpr& e) {
  return e.kind == PyExprKind::name || e.kind == PyExprKind::attribute ? std::string_view(e.text) : std::string_view();
}

// Annotations as types of a schema.
class Types {
 public:
  Types(PythonSource& tree, std::string_view source, bool newer) : tree_(tree), source_(source), newer_(newer) {}

  std::string parameter(int at) const {
    const PyExpr& e = tree_.expr(at);
    if (e.kind == PyExprKind::subscript && last_name(kid(e, 0)) == "Optional") return cat({parameter(e.kids[1]), "?"});
    bool either = e.kind == PyExprKind::subscript && last_name(kid(e, 0)) == "Union" &&
                  kid(e, 1).kind == PyExprKind::tuple && kid(e, 1).kids.size() == 2;
    const PyExpr& both = either ? kid(e, 1) : e;
    if (either || (e.kind == PyExprKind::binary && e.text == "|")) {
      for (std::size_t none : {std::size_t{0}, std::size_t{1}}) {
        if (is_none(kid(both, none))) return cat({parameter(both.kids[1 - none]), "?"});
      }
    }
    if (e.kind == PyExprKind::subscript && !either) return listed(e);
    return plain(e);
  }

  std::string result(int at) const {
    const PyExpr& e = tree_.expr(at);
    if (is_none(e)) return "()";
    bool tuple = e.kind == PyExprKind::subscript &&
                 (last_name(kid(e, 0)) == "Tuple" || last_name(kid(e, 0)) == "tuple");
    if (!tuple) return parameter(at);
    const PyExpr& inside = kid(e, 1);
    if (inside.kind != PyExprKind::tuple) return cat({"(", parameter(e.kids[1]), ")"});
    std::string out;
    for (int item : inside.kids) out += cat({out.empty() ? "(" : ", ", parameter(item)});
    return out + ")";
  }

 private:
  const PyExpr& kid(const PyExpr& e, std::size_t i) const { return tree_.expr(e.kids[i]); }

  static bool is_none(const PyExpr& e) { return e.kind == PyExprKind::constant && e.text == "None"; }

  std::string plain(const PyExpr& e) const {
    static constexpr std::string_view kTypes[][2] = {{"Tensor", "Tensor"},
                                                     {"float", "float"},
                                                     {"int", "SymInt"},
                                                     {"bool", "bool"},
                                                     {"str", "str"},
                                                     {"dtype", "ScalarType"},
                                                     {"device", "Device"}};
    for (const auto& [python, schema] : kTypes) {
      if (last_name(e) == python) return std::string(schema);
    }
    refuse(e, source_, "is no annotation of an operator");
  }

  std::string listed(const PyExpr& e) const {
    std::string_view of = last_name(kid(e, 0));
    bool known = of == "List" || of == "Sequence" || (newer_ && of == "list");
    return known ? cat({parameter(e.kids[1]), "[]"}) : plain(e);
  }

  PythonSource& tree_;
  std::string_view source_;
  bool newer_;  // PyTorch 2.6 takes no list[...]
};

// What a parameter is without an argument, as a schema has it: PyTorch's are numbers, texts, dtypes and devices.
class Defaults {
 public:
  Defaults(PythonSource& tree, std::string_view source) : tree_(tree), source_(source) {}

  std::string text(int at) const {
    const PyExpr& e = tree_.expr(at);
    std::string_view written = source_.substr(e.begin, e.end - e.begin);
    if (e.kind == PyExprKind::name) return named(e);
    if (e.kind == PyExprKind::string) return quoted(e);
    if (e.kind == PyExprKind::call && last_name(tree_.expr(e.kids[0])) == "device" && e.kids.size() == 2 &&
        tree_.expr(e.kids[1]).kind == PyExprKind::string)
      return quoted(tree_.expr(e.kids[1]));
    if (e.kind == PyExprKind::attribute && find_dtype(e.text) != nullptr) return e.text;
    bool number = written == "None" || written == "True" || written == "False" || parse_float(written).has_value();
    if (!number || written.find("inf") != std::string_view::npos)
      refuse(e, source_, "is no default value of an operator", kKinds);
    bool whole = !written.empty() && written.find_first_not_of("+-0123456789") == std::string_view::npos;
    bool fits = whole ? parse_int(written).has_value() : std::isfinite(parse_float(written).value_or(0));
    if (!fits) refuse(e, source_, "is more than a schema can tell", "a whole number has 64 bits, a float is finite");
    return std::string(written);
  }

 private:
  static constexpr std::string_view kKinds = "PyTorch takes numbers, True, False, None, texts, dtypes and devices";

  // A constant of the file.
  std::string named(const PyExpr& e) const {
    const PythonSource::Global* global = tree_.find(e.text);
    if (global == nullptr || global->kind != PythonSource::Global::Kind::assignment)
      refuse(e, source_, "is not known as a default value", kKinds);
    Stmt statement = tree_.statement_at(global->index);
    if (statement.value < 0 || tree_.expr(statement.value).kind == PyExprKind::name)
      refuse(e, source_, "is no default value of an operator", kKinds);
    return text(statement.value);
  }
  std::string quoted(const PyExpr& e) const {
    if (e.text.find_first_of("\"\\\n") != std::string::npos)
      refuse(e, source_, "cannot stand in a schema", "leave quotes, backslashes and line breaks out of default values");
    return cat({"\"", e.text, "\""});
  }

  PythonSource& tree_;
  std::string_view source_;
};

// "my::twice"; an overload may stand behind a dot.
bool is_operator_name(std::string_view text) {
  std::size_t colons = text.find("::");
  if (colons == std::string_view::npos || !is_node_name(text.substr(0, colons))) return false;
  std::string_view name = text.substr(colons + 2);
  std::size_t dot = name.find('.');
  return is_node_name(name.substr(0, dot)) && (dot == std::string_view::npos || is_node_name(name.substr(dot + 1)));
}

// One function that is marked, as a schema.
class Declaration {
 public:
  Declaration(PythonSource& tree, std::string_view source, const Function& function, const PyExpr& mark, bool newer)
      : tree_(tree), source_(source), function_(function), newer_(newer) {
    bool told = false;
    for (std::size_t i = 1; i < mark.kids.size(); ++i) {
      std::string_view keyword = mark.keywords[i];
      const PyExpr& argument = tree.expr(mark.kids[i]);
      if (keyword == "name")
        refuse(mark,
               source,
               "names its operator by keyword, which PyTorch refuses",
               "give the name as the first argument");
      if (keyword.empty() && i == 1) name_ = argument.text;
      if (keyword != "mutates_args") continue;
      told = true;
      if (argument.kind == PyExprKind::string) mutates_.push_back(argument.text);
      for (int item : argument.kids) mutates_.push_back(tree.expr(item).text);
    }
    if (!is_operator_name(name_)) refuse(mark, source, "names no operator", "its name is \"namespace::name\"");
    if (!told)
      refuse(mark,
             source,
             "does not tell mutates_args",
             "write mutates_args=(), or the names of the arguments that it writes to");
    for (const std::string& name : mutates_) {
      auto known = [&](const Parameter& parameter) { return parameter.name == name; };
      bool found = is_unknown() || std::any_of(function.parameters.begin(), function.parameters.end(), known);
      if (!found)
        refuse(mark,
               source,
               cat({"has '", name, "' in mutates_args, which is no parameter of '", function.name, "'"}),
               "name arguments of the function, or write mutates_args=\"unknown\"");
    }
  }

  const std::string& name() const { return name_; }
  std::string path() const {
    std::size_t colons = name_.find("::");
    bool overload = name_.find('.') != std::string::npos;
    return cat({"torch.ops.", name_.substr(0, colons), ".", name_.substr(colons + 2), overload ? "" : ".default"});
  }

  std::string schema() const {
    Types types(tree_, source_, newer_);
    Defaults defaults(tree_, source_);
    std::string out = cat({name_.substr(name_.find("::") + 2), "("});
    bool keywords = false;
    for (std::size_t i = 0; i < function_.parameters.size(); ++i) {
      const Parameter& parameter = function_.parameters[i];
      if (parameter.kind == Parameter::Kind::rest || parameter.kind == Parameter::Kind::others) {
        source_error(parameter.begin,
                     parameter.begin,
                     cat({"'", function_.name, "' takes any number of arguments, which no schema can tell"}),
                     "name each parameter; of tensors a List[torch.Tensor] may be one");
      }
      if (out.back() != '(') out += ", ";
      if (parameter.kind == Parameter::Kind::keyword && !std::exchange(keywords, true)) out += "*, ";
      out += cat({typed(types, parameter, i), " ", parameter.name});
      if (parameter.fallback >= 0) out += cat({"=", defaults.text(parameter.fallback)});
    }
    if (function_.result < 0)
      source_error(function_.begin,
                   function_.begin,
                   cat({"'", function_.name, "' has no annotation of what it returns"}),
                   "write -> torch.Tensor, or -> None");
    return cat({out, ") -> ", types.result(function_.result)});
  }

 private:
  bool is_unknown() const { return mutates_.size() == 1 && mutates_[0] == "unknown"; }
  // Tensor(a0!) of what is written to: aliases are counted by parameters.
  std::string typed(const Types& types, const Parameter& parameter, std::size_t index) const {
    if (parameter.type < 0) {
      source_error(parameter.begin,
                   parameter.begin,
                   cat({"the parameter '", parameter.name, "' of '", function_.name, "' has no annotation"}),
                   "an operator's schema is made from annotations");
    }
    std::string type = types.parameter(parameter.type);
    bool named = std::find(mutates_.begin(), mutates_.end(), parameter.name) != mutates_.end(),
         tensor = type.starts_with("Tensor");
    if (named && !tensor)
      source_error(parameter.begin,
                   parameter.begin,
                   cat({"'", parameter.name, "' is in mutates_args and is no tensor"}),
                   "only tensors and lists of them are written to");
    if (tensor && (named || is_unknown())) type.insert(6, cat({"(a", std::to_string(index), "!)"}));
    return type;
  }

  PythonSource& tree_;
  std::string_view source_;
  const Function& function_;
  bool newer_;
  std::string name_;
  std::vector<std::string> mutates_;
};

bool is_call_of(const PythonSource& tree, const PyExpr& e, std::string_view name) {
  return e.kind == PyExprKind::call && !e.kids.empty() && last_name(tree.expr(e.kids[0])) == name;
}

std::string sizes_text(const Tensor& t) {
  std::string out = cat({t.dtype().abbr, "["});
  for (std::size_t d = 0; d < t.dim(); ++d) out += cat({d > 0 ? ", " : "", std::to_string(t.sizes()[d])});
  return out + "]";
}

// As Python writes a text.
std::string python_text(std::string_view text) {
  std::string out = "'";
  for (char c : text) {
    if (c == '\'' || c == '\\' || c == '\n') out += '\\';
    out += c == '\n' ? 'n' : c;
  }
  return out + "'";
}
std::string python_float(double value) {
  return std::isfinite(value) ? format_float(value) : cat({"float('", format_float(value), "')"});
}

CaptureInput constant_input(std::string text) {
  CaptureInput out;
  out.kind = CaptureInput::Kind::value;
  out.text = std::move(text);
  return out;
}

std::string number_text(Number n) {
  return n.kind == Number::Kind::boolean   ? (n.exact != 0 ? "True" : "False")
         : n.kind == Number::Kind::integer ? std::to_string(n.exact)
                                           : python_float(n.value);
}

CaptureInput input_of(const Value& value) {
  CaptureInput out;
  out.kind = CaptureInput::Kind::list;
  switch (value.kind()) {
    case Value::Kind::none: return constant_input("None");
    case Value::Kind::tensor: return CaptureInput(sizes_text(value.tensor()));
    case Value::Kind::number: return constant_input(number_text(value.number()));
    case Value::Kind::text: return constant_input(python_text(value.text()));
    case Value::Kind::dtype: return constant_input(cat({"torch.", dtype_of(value.element()).name}));
    case Value::Kind::tensors:
      for (const Tensor& t : value.tensors()) out.items.push_back(input_of(t));
      return out;
    case Value::Kind::reals:
      for (double one : value.reals()) out.items.push_back(constant_input(python_float(one)));
      return out;
    default:
      for (std::int64_t one : value.ints()) out.items.push_back(constant_input(std::to_string(one)));
      return out;
  }
}

void append_key(std::string& key, const CaptureInput& input) {
  key += input.text;
  for (const CaptureInput& item : input.items) append_key(key, item);
  key += ';';
}

std::vector<Tensor> tensors_among(std::span<const Value> args) {
  std::vector<Tensor> out;
  for (const Value& v : args) {
    if (v.is_tensor()) out.push_back(v.tensor());
    out.insert(out.end(), v.tensors().begin(), v.tensors().end());
  }
  return out;
}

// The body of an operator: captured for each kind of arguments once.
class Body {
 public:
  // What the program registers beside the function: a derivative, and shapes.
  struct Registered {
    bool formula = false, fake = false;
  };
  Body(std::string source, std::string path, std::string schema, Registered registered)
      : source_(std::move(source)),
        path_(std::move(path)),
        schema_text_(std::move(schema)),
        schema_(read_schema(schema_text_)),
        registered_(registered) {}
  Body(const Body&) = delete;  // schema_ looks at schema_text_

  Outputs run(std::span<const Value> args) {
    std::vector<Tensor> tensors = tensors_among(args);
    bool fake = std::any_of(tensors.begin(), tensors.end(), [](const Tensor& t) { return t && t.is_fake(); });
    if (fake && !registered_.fake && Deeper::depth() == 0) no_fake();
    for (const Value& v : args) refuse_symbols(v);
    Deeper deeper(path_);
    std::shared_ptr<const Program> kept = captured(args);
    const Program& program = *kept;
    std::vector<Datum> inputs;
    for (const InputSpec& spec : program.signature->input_specs) {
      if (spec.kind != InputKind::user_input)
        throw user_error("no-kernel",
                         cat({"the body of '", path_, "' has constants or state of its own"}),
                         "give them as arguments");
    }
    // Numbers and texts are inputs of the graph that nobody uses.
    for (const Value& v : args) add_inputs(inputs, v);
    inputs.resize(program.signature->input_specs.size());
    bool recorded = autograd::modes().records() && std::any_of(tensors.begin(), tensors.end(), [](const Tensor& t) {
                      return t && autograd::requires_grad(t);
                    });
    Datum result;
    {
      autograd::GradModeScope off(false);
      result = Interpreter(*program.root).run(std::move(inputs));
    }
    std::vector<Tensor> out;
    for (const Datum& one : result.items()) {
      if (one.is_none()) continue;
      if (!one.is_tensor())
        throw user_error("no-kernel",
                         cat({"'", path_, "' returns a number, which is not kept here"}),
                         "return it as a tensor: torch.tensor(value)");
      out.push_back(one.tensor());
    }
    check_count(out.size());
    if (!fake) check_aliases(tensors, out);
    if (recorded) out = without_formula(tensors, std::move(out));
    return Outputs(std::move(out));
  }

 private:
  // Bodies that call operators that are declared, themselves perhaps.
  struct Deeper {
    explicit Deeper(std::string_view path) {
      if (++depth() > kDeepest) {
        --depth();
        throw user_error("too-deep",
                         cat({"operators that a program declares call each other deeper than ",
                              std::to_string(kDeepest),
                              ": ",
                              path}),
                         "an operator cannot be written in itself");
      }
    }
    ~Deeper() { --depth(); }
    static int& depth() {
      static int value = 0;
      return value;
    }
    static constexpr int kDeepest = 16;
  };

  // "my.twice" as "my::twice".
  std::string shown_name() const {
    std::string name = path_.substr(std::string_view("torch.ops.").size());
    if (name.ends_with(".default")) name.resize(name.size() - std::string_view(".default").size());
    return name.replace(name.find('.'), 1, "::");
  }

  [[noreturn]] void no_fake() const {
    Error error = fx_error("RuntimeError",
                           cat({"There was no fake impl registered for <CustomOpDef(",
                                shown_name(),
                                ")>. This is necessary for torch.compile/export/fx tracing to work. Please use `",
                                shown_name().substr(shown_name().find("::") + 2),
                                ".register_fake` to add an fake impl."}));
    error.diagnostic().note(
        "write @NAME.register_fake, with the function's name, above one of the same parameters that returns "
        "torch.empty_like(...) of what the operator returns");
    throw error;
  }

  // A list is of any length.
  void check_count(std::size_t given) const {
    if (given == schema_.returns.size() || (schema_.returns.size() == 1 && is_list_type(schema_.returns[0]))) return;
    std::string wanted = schema_.returns.empty()       ? "nothing"
                         : schema_.returns.size() == 1 ? "one tensor"
                                                       : cat({std::to_string(schema_.returns.size()), " tensors"});
    throw user_error("operator",
                     cat({"the body of '",
                          path_,
                          "' returns ",
                          std::to_string(given),
                          given == 1 ? " tensor" : " tensors",
                          " where its annotation says ",
                          wanted}),
                     "return what the annotation says");
  }

  void check_aliases(const std::vector<Tensor>& inputs, const std::vector<Tensor>& outputs) const {
    std::set<const void*> known;
    for (const Tensor& t : inputs) known.insert(t ? memory_of(t) : nullptr);
    for (const Tensor& t : outputs) {
      if (known.insert(memory_of(t)).second) continue;
      Error error = fx_error(
          "RuntimeError",
          cat({shown_name(),
               ": The output of this custom operator (1) must not also be an input to this custom operator and (2) may "
               "not alias any inputs to this custom operator or other returns."}));
      error.diagnostic().note("return a copy: .clone()");
      throw error;
    }
  }
  static const void* memory_of(const Tensor& t) {
    return t->storage ? static_cast<const void*>(t->storage.get()) : static_cast<const void*>(t.operator->());
  }

  // The body is captured for sizes that are numbers: with those of symbols' examples its shapes would be wrong.
  void refuse_symbols(const Value& v) const {
    auto any = [](const auto& sizes) { return std::any_of(sizes.begin(), sizes.end(), is_sym); };
    bool found = (v.is_number() && is_sym(v.integer())) || (v.kind() == Value::Kind::ints && any(v.ints())) ||
                 (v.is_tensor() && any(v.tensor().sizes()));
    for (const Tensor& t : v.tensors()) found = found || (t && any(t.sizes()));
    if (found)
      throw user_error(
          "operator",
          cat({"'", path_, "' has no shape rule for symbolic sizes: its body is captured for sizes that are known"}),
          "give the inputs fixed sizes; PyTorch asks for register_fake here");
  }

  static void add_inputs(std::vector<Datum>& inputs, const Value& v) {
    if (v.is_tensor()) {
      inputs.emplace_back(v.tensor());
    } else if (v.is_tensors()) {
      for (const Tensor& t : v.tensors()) inputs.emplace_back(t);
    } else {
      std::size_t count = v.kind() == Value::Kind::ints    ? v.ints().size()
                          : v.kind() == Value::Kind::reals ? v.reals().size()
                                                           : 1;
      inputs.resize(inputs.size() + count);
    }
  }

  std::shared_ptr<const Program> captured(std::span<const Value> args) {
    CaptureSettings settings;
    std::string key;
    for (const Value& v : args) {
      settings.inputs.push_back(input_of(v));
      append_key(key, settings.inputs.back());
    }
    // Those that are being captured stay: they tell a body that is written in itself.
    if (programs_.size() >= kMostKept)
      std::erase_if(programs_, [](const auto& entry) { return entry.second != nullptr; });
    auto [found, added] = programs_.try_emplace(std::move(key));
    if (!added && found->second == nullptr)
      throw user_error("too-deep", cat({"'", path_, "' is written in itself"}), "an operator cannot call itself");
    if (added) {
      ModeScope none(nullptr);
      Diagnostics diagnostics;
      try {
        found->second = std::make_shared<const Program>(capture(source_, settings, diagnostics));
      } catch (...) {
        programs_.erase(found);
        throw;
      }
    }
    return found->second;
  }

  std::vector<Tensor> without_formula(const std::vector<Tensor>& inputs, std::vector<Tensor> outputs) const {
    std::string name = path_.substr(std::string_view("torch.ops.").size());
    auto refuse_sweep = [name, formula = registered_.formula](autograd::CustomNode&,
                                                              const autograd::Gradients&) -> autograd::HookResult {
      if (formula)
        throw user_error(
            "no-derivative",
            cat({"the formula that register_autograd gives '",
                 name,
                 "' is not used here: gradients do not flow through operators that a program declares"}),
            "write the operator's body where it is called, or use a torch.autograd.Function in JavaScript");
      throw fx_error("RuntimeError",
                     cat({"Trying to backward through ",
                          name,
                          " but no autograd formula was registered. Please use register_autograd to add one."}));
    };
    std::string node_name = name;
    std::replace(node_name.begin(), node_name.end(), '.', '_');
    Ref<autograd::CustomNode> node = autograd::begin_custom(
        cat({"GeneratedBackwardFor_", node_name}), inputs, refuse_sweep);
    return node ? autograd::finish_custom(node, {.inputs = inputs, .outputs = std::move(outputs), .saved = {}})
                : outputs;
  }

  std::string source_, path_, schema_text_;
  OpSchema schema_;  // of that text
  Registered registered_;
  static constexpr std::size_t kMostKept = 64;
  std::map<std::string, std::shared_ptr<const Program>> programs_;
};

// The source with marks of torch.library taken out, so that a marked function is an ordinary one.
std::string unmarked(const PythonSource& tree, std::string_view source) {
  std::string out(source);
  auto blank = [&](const Function& function) {
    for (int at : function.decorators) {
      const PyExpr& mark = tree.expr(at);
      std::size_t sign = source.rfind('@', mark.begin);
      for (std::size_t i = sign; i < mark.end && i < out.size(); ++i) out[i] = out[i] == '\n' ? '\n' : ' ';
    }
  };
  for (const auto& [name, global] : tree.globals()) {
    if (global.kind == PythonSource::Global::Kind::function) blank(tree.function(static_cast<int>(global.index)));
  }
  return out;
}

// A module that calls one function: what `build` makes is captured, else the last class with a forward.
std::string calling(std::string_view source, const Function& function, std::string_view callee) {
  std::string names, given;
  for (const Parameter& parameter : function.parameters) {
    names += cat({", ", parameter.name});
    given += cat({given.empty() ? "" : ", ",
                  parameter.kind == Parameter::Kind::keyword ? cat({parameter.name, "="}) : std::string(),
                  parameter.name});
  }
  return cat({source,
              "\n\nclass SeesawOperator(torch.nn.Module):\n    def forward(self",
              names,
              "):\n        return ",
              callee,
              "(",
              given,
              ")\n\n\ndef build():\n    return SeesawOperator()\n"});
}

}  // namespace

std::string declared_path(const PythonSource& tree, const PyExpr& mark) {
  if (!is_call_of(tree, mark, "custom_op") || mark.kids.size() < 2) return {};
  const std::string& name = tree.expr(mark.kids[1]).text;
  std::size_t colons = name.find("::");
  return colons == std::string::npos ? std::string()
                                     : cat({kCustomOperator, name.substr(0, colons), ".", name.substr(colons + 2)});
}

namespace {

// Those of torch.library.custom_op: their schemas are made from annotations.
void declare_marked(PythonSource& tree, std::string_view source, bool newer, std::vector<std::string>& out) {
  for (std::size_t i = 0; i < tree.functions().size(); ++i) {
    const Function& function = tree.functions()[i];
    const PythonSource::Global* global = tree.find(function.name);
    for (int at : function.decorators) {
      const PyExpr& mark = tree.expr(at);
      if (!is_call_of(tree, mark, "custom_op") || global == nullptr) continue;
      if (global->kind != PythonSource::Global::Kind::function || global->index != i) {
        source_error(function.begin,
                     function.begin,
                     cat({"the name '", function.name, "' of this operator's function is taken again below"}),
                     "give each function a name of its own");
      }
      Declaration declaration(tree, source, function, mark, newer);
      std::string path = declaration.path(), schema = declaration.schema();
      auto says = [&](std::string_view text) { return source.find(text) != std::string_view::npos; };
      bool trivial = schema.find("!)") != std::string::npos && schema.ends_with("-> ()");  // PyTorch makes its own
      bool fake = trivial || says(cat({function.name, ".register_fake"})) ||
                  says(cat({"register_fake(\"", declaration.name(), "\""})) ||
                  says(cat({"register_fake('", declaration.name(), "'"}));
      Body::Registered registered{.formula = says(cat({function.name, ".register_autograd("})), .fake = fake};
      auto body = std::make_shared<Body>(
          calling(unmarked(tree, source), function, function.name), path, schema, registered);
      declare_operator(
          path, schema, "Declared by a program.", [body](std::span<const Value> args) { return body->run(args); });
      out.push_back(std::move(path));
    }
  }
}

// How the source names a kernel: empty if its name is another function's by the end of the file.
std::string callee_text(const PythonSource& tree, std::string_view source, const Function& kernel) {
  if (kernel.value >= 0) {
    const PyExpr& value = tree.expr(kernel.value);
    return cat({"(", source.substr(kernel.begin, value.end - kernel.begin), ")"});
  }
  const PythonSource::Global* global = tree.find(kernel.name);
  bool found = global != nullptr && global->kind == PythonSource::Global::Kind::function &&
               &tree.function(static_cast<int>(global->index)) == &kernel;
  return found ? kernel.name : std::string();
}

// Those of torch.library.define: they tell their schemas.
void declare_defined(PythonSource& tree, std::string_view source, std::vector<std::string>& out) {
  for (const LibraryOperator& one : library_operators(tree)) {
    if (one.schema.empty()) continue;
    std::string path = one.path();
    const Function* kernel = one.kernel != nullptr ? one.kernel : one.composite;
    std::string callee = kernel != nullptr ? callee_text(tree, source, *kernel) : std::string();
    DeclaredKernel run;
    if (callee.empty()) {
      run = [path](std::span<const Value>) -> Outputs {
        throw user_error("no-kernel",
                         cat({"'", path, "' has no kernel that runs here"}),
                         "give torch.library.impl a function of the file, under a name of its own");
      };
    } else {
      auto body = std::make_shared<Body>(calling(unmarked(tree, source), *kernel, callee),
                                         path,
                                         one.schema,
                                         Body::Registered{.formula = false, .fake = true});
      run = [body](std::span<const Value> args) { return body->run(args); };
    }
    declare_operator(path, one.schema, "Declared by a program.", std::move(run));
    out.push_back(std::move(path));
  }
}

}  // namespace

std::vector<std::string> declare_operators(std::string_view source, bool newer) {
  PythonSource tree(source);
  std::vector<std::string> out;
  declare_marked(tree, source, newer, out);
  if (may_make_operators(source)) declare_defined(tree, source, out);
  return out;
}

}  // namespace seesaw
