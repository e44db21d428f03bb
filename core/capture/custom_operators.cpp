#include "core/capture/custom_operators.h"

#include <algorithm>
#include <map>
#include <memory>
#include <utility>

#include "core/autograd/custom_function.h"
#include "core/autograd/grad_mode.h"
#include "core/autograd/variable.h"
#include "core/capture/capture.h"
#include "core/capture/python_syntax.h"
#include "core/capture/python_tokens.h"
#include "core/exec/interpreter.h"
#include "core/ops/declared.h"
#include "core/ops/dispatch.h"
#include "core/support/cat.h"
#include "core/support/number.h"
#include "core/tensor/sym.h"

namespace seesaw {

namespace {

[[noreturn]] void refuse(const PyExpr& e, std::string_view source, std::string_view what) {
  source_error(e.begin, e.end, cat({"'", source.substr(e.begin, e.end - e.begin), "' ", what}), "annotate it as torch.library.infer_schema wants it: torch.Tensor, float, int, bool, str, Optional[...], List[...], Tuple[...]");
}

// The name behind the last dot of a name or attribute.
std::string_view last_name(const PyExpr& e) { return e.kind == PyExprKind::name || e.kind == PyExprKind::attribute ? std::string_view(e.text) : std::string_view(); }

// Annotations as types of a schema.
class Types {
 public:
  Types(PythonSource& tree, std::string_view source) : tree_(tree), source_(source) {}

  std::string parameter(int at) const {
    const PyExpr& e = tree_.expr(at);
    if (e.kind == PyExprKind::subscript && last_name(kid(e, 0)) == "Optional") return cat({parameter(e.kids[1]), "?"});
    if (e.kind == PyExprKind::subscript) return listed(e);
    if (e.kind == PyExprKind::binary && e.text == "|" && kid(e, 1).text == "None") return cat({parameter(e.kids[0]), "?"});
    return plain(e);
  }

  std::string result(int at) const {
    const PyExpr& e = tree_.expr(at);
    if (e.kind == PyExprKind::constant && e.text == "None") return "()";
    bool tuple = e.kind == PyExprKind::subscript && (last_name(kid(e, 0)) == "Tuple" || last_name(kid(e, 0)) == "tuple");
    if (!tuple) return parameter(at);
    const PyExpr& inside = kid(e, 1);
    if (inside.kind != PyExprKind::tuple) return cat({"(", parameter(e.kids[1]), ")"});
    std::string out;
    for (int item : inside.kids) out += cat({out.empty() ? "(" : ", ", parameter(item)});
    return out + ")";
  }

 private:
  const PyExpr& kid(const PyExpr& e, std::size_t i) const { return tree_.expr(e.kids[i]); }

  std::string plain(const PyExpr& e) const {
    static constexpr std::string_view kTypes[][2] = {{"Tensor", "Tensor"}, {"float", "float"}, {"int", "SymInt"}, {"bool", "bool"}, {"str", "str"}, {"dtype", "ScalarType"}, {"device", "Device"}};
    for (const auto& [python, schema] : kTypes) {
      if (last_name(e) == python) return std::string(schema);
    }
    refuse(e, source_, "is no annotation of an operator");
  }

  std::string listed(const PyExpr& e) const {
    std::string_view of = last_name(kid(e, 0));
    bool known = of == "List" || of == "Sequence" || of == "list";
    return known ? cat({parameter(e.kids[1]), "[]"}) : plain(e);
  }

  PythonSource& tree_;
  std::string_view source_;
};

// One function that is marked, as a schema.
class Declaration {
 public:
  Declaration(PythonSource& tree, std::string_view source, const Function& function, const PyExpr& mark) : tree_(tree), source_(source), function_(function) {
    for (std::size_t i = 1; i < mark.kids.size(); ++i) {
      std::string_view keyword = mark.keywords[i];
      const PyExpr& argument = tree.expr(mark.kids[i]);
      if (keyword.empty() || keyword == "name") name_ = argument.text;
      if (keyword == "mutates_args" && argument.kind == PyExprKind::string) mutates_.push_back(argument.text);
      if (keyword != "mutates_args") continue;
      for (int item : argument.kids) mutates_.push_back(tree.expr(item).text);
    }
    if (name_.find("::") == std::string::npos) refuse(mark, source, "names no operator: its name is \"namespace::name\"");
  }

  std::string path() const {
    std::size_t colons = name_.find("::");
    return cat({"torch.ops.", name_.substr(0, colons), ".", name_.substr(colons + 2), ".default"});
  }

  std::string schema() const {
    Types types(tree_, source_);
    std::string out = cat({name_.substr(name_.find("::") + 2), "("});
    bool keywords = false;
    int letter = 0;
    for (const Parameter& parameter : function_.parameters) {
      if (out.back() != '(') out += ", ";
      if (parameter.kind == Parameter::Kind::keyword && !std::exchange(keywords, true)) out += "*, ";
      out += cat({typed(types, parameter, letter), " ", parameter.name});
      if (parameter.fallback < 0) continue;
      const PyExpr& fallback = tree_.expr(parameter.fallback);
      out += cat({"=", source_.substr(fallback.begin, fallback.end - fallback.begin)});
    }
    return cat({out, ") -> ", function_.result < 0 ? "()" : types.result(function_.result)});
  }

 private:
  // Tensor(a0!) of what is written to.
  std::string typed(const Types& types, const Parameter& parameter, int& letter) const {
    if (parameter.type < 0) {
      source_error(parameter.begin, parameter.begin, cat({"the parameter '", parameter.name, "' of '", function_.name, "' has no annotation"}), "an operator's schema is made from annotations");
    }
    std::string type = types.parameter(parameter.type);
    bool written = std::find(mutates_.begin(), mutates_.end(), parameter.name) != mutates_.end() || (mutates_.size() == 1 && mutates_[0] == "unknown");
    if (written && type.starts_with("Tensor")) type.insert(6, cat({"(a", std::to_string(letter++), "!)"}));
    return type;
  }

  PythonSource& tree_;
  std::string_view source_;
  const Function& function_;
  std::string name_;
  std::vector<std::string> mutates_;
};

bool is_call_of(const PythonSource& tree, const PyExpr& e, std::string_view name) { return e.kind == PyExprKind::call && !e.kids.empty() && last_name(tree.expr(e.kids[0])) == name; }

std::string sizes_text(const Tensor& t) {
  std::string out = cat({t.dtype().abbr, "["});
  for (std::size_t d = 0; d < t.dim(); ++d) {
    std::int64_t size = t.sizes()[d];
    if (is_sym(size)) size = static_cast<std::int64_t>(sym_table().representative(size));
    out += cat({d > 0 ? ", " : "", std::to_string(size)});
  }
  return out + "]";
}

CaptureInput constant_input(std::string text) {
  CaptureInput out;
  out.kind = CaptureInput::Kind::value;
  out.text = std::move(text);
  return out;
}

std::string number_text(Number n) {
  return n.kind == Number::Kind::boolean ? (n.exact != 0 ? "True" : "False") : n.kind == Number::Kind::integer ? std::to_string(n.exact)
                                                                                                               : format_float(n.value);
}

CaptureInput input_of(const Value& value) {
  CaptureInput out;
  out.kind = CaptureInput::Kind::list;
  switch (value.kind()) {
    case Value::Kind::none: return constant_input("None");
    case Value::Kind::tensor: return CaptureInput(sizes_text(value.tensor()));
    case Value::Kind::number: return constant_input(number_text(value.number()));
    case Value::Kind::text: return constant_input(cat({"'", value.text(), "'"}));
    case Value::Kind::dtype: return constant_input(cat({"torch.", dtype_of(value.element()).name}));
    case Value::Kind::tensors:
      for (const Tensor& t : value.tensors()) out.items.push_back(input_of(t));
      return out;
    case Value::Kind::reals:
      for (double one : value.reals()) out.items.push_back(constant_input(format_float(one)));
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
  Body(std::string source, std::string path) : source_(std::move(source)), path_(std::move(path)) {}

  Outputs run(std::span<const Value> args) {
    Deeper deeper(path_);
    const Program& program = captured(args);
    std::vector<Tensor> tensors = tensors_among(args);
    std::vector<Datum> inputs;
    for (const InputSpec& spec : program.signature->input_specs) {
      if (spec.kind != InputKind::user_input) throw user_error("no-kernel", cat({"the body of '", path_, "' has constants or state of its own"}), "give them as arguments");
    }
    // Numbers and texts are inputs of the graph that nobody uses.
    for (const Value& v : args) add_inputs(inputs, v);
    inputs.resize(program.signature->input_specs.size());
    bool recorded = autograd::modes().records() && std::any_of(tensors.begin(), tensors.end(), [](const Tensor& t) { return t && autograd::requires_grad(t); });
    Datum result;
    {
      autograd::GradModeScope off(false);
      result = Interpreter(*program.root).run(std::move(inputs));
    }
    std::vector<Tensor> out;
    for (const Datum& one : result.items()) {
      if (one.is_tensor()) out.push_back(one.tensor());
    }
    if (recorded) out = without_formula(tensors, std::move(out));
    return Outputs(std::move(out));
  }

 private:
  // Bodies that call operators that are declared, themselves perhaps.
  struct Deeper {
    explicit Deeper(std::string_view path) {
      if (++depth() > kDeepest) {
        --depth();
        throw user_error("too-deep", cat({"operators that a program declares call each other deeper than ", std::to_string(kDeepest), ": ", path}), "an operator cannot be written in itself");
      }
    }
    ~Deeper() { --depth(); }
    static int& depth() {
      static int value = 0;
      return value;
    }
    static constexpr int kDeepest = 4;
  };

  static void add_inputs(std::vector<Datum>& inputs, const Value& v) {
    if (v.is_tensor()) {
      inputs.emplace_back(v.tensor());
    } else if (v.is_tensors()) {
      for (const Tensor& t : v.tensors()) inputs.emplace_back(t);
    } else {
      std::size_t count = v.kind() == Value::Kind::ints ? v.ints().size() : v.kind() == Value::Kind::reals ? v.reals().size()
                                                                                                           : 1;
      inputs.resize(inputs.size() + count);
    }
  }

  const Program& captured(std::span<const Value> args) {
    CaptureSettings settings;
    std::string key;
    for (const Value& v : args) {
      settings.inputs.push_back(input_of(v));
      append_key(key, settings.inputs.back());
    }
    auto [found, added] = programs_.try_emplace(std::move(key));
    if (!added && found->second == nullptr) throw user_error("too-deep", cat({"'", path_, "' is written in itself"}), "an operator cannot call itself");
    if (added) {
      ModeScope none(nullptr);
      Diagnostics diagnostics;
      try {
        found->second = std::make_unique<Program>(capture(source_, settings, diagnostics));
      } catch (...) {
        programs_.erase(found);
        throw;
      }
    }
    return *found->second;
  }

  std::vector<Tensor> without_formula(const std::vector<Tensor>& inputs, std::vector<Tensor> outputs) const {
    std::string name = path_.substr(std::string_view("torch.ops.").size());
    auto refuse_sweep = [name](autograd::CustomNode&, const autograd::Gradients&) -> autograd::HookResult {
      throw fx_error("RuntimeError", cat({"Trying to backward through ", name, " but no autograd formula was registered. Please use register_autograd to add one."}));
    };
    std::string node_name = name;
    std::replace(node_name.begin(), node_name.end(), '.', '_');
    Ref<autograd::CustomNode> node = autograd::begin_custom(cat({"GeneratedBackwardFor_", node_name}), inputs, refuse_sweep);
    return node ? autograd::finish_custom(node, {.inputs = inputs, .outputs = std::move(outputs), .saved = {}}) : outputs;
  }

  std::string source_, path_;
  std::map<std::string, std::unique_ptr<Program>> programs_;
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
std::string calling(std::string_view source, const Function& function) {
  std::string names, given;
  for (const Parameter& parameter : function.parameters) {
    names += cat({", ", parameter.name});
    given += cat({given.empty() ? "" : ", ", parameter.kind == Parameter::Kind::keyword ? cat({parameter.name, "="}) : std::string(), parameter.name});
  }
  return cat({source, "\n\nclass SeesawOperator(torch.nn.Module):\n    def forward(self", names, "):\n        return ", function.name, "(", given, ")\n\n\ndef build():\n    return SeesawOperator()\n"});
}

}  // namespace

std::string declared_path(const PythonSource& tree, const PyExpr& mark) {
  if (!is_call_of(tree, mark, "custom_op") || mark.kids.size() < 2) return {};
  const std::string& name = tree.expr(mark.kids[1]).text;
  std::size_t colons = name.find("::");
  return colons == std::string::npos ? std::string() : cat({"torch.ops.", name.substr(0, colons), ".", name.substr(colons + 2)});
}

std::vector<std::string> declare_operators(std::string_view source) {
  PythonSource tree(source);
  std::vector<std::string> out;
  for (const auto& [name, global] : tree.globals()) {
    if (global.kind != PythonSource::Global::Kind::function) continue;
    const Function& function = tree.function(static_cast<int>(global.index));
    for (int at : function.decorators) {
      const PyExpr& mark = tree.expr(at);
      if (!is_call_of(tree, mark, "custom_op")) continue;
      Declaration declaration(tree, source, function, mark);
      std::string path = declaration.path();
      auto body = std::make_shared<Body>(calling(unmarked(tree, source), function), path);
      declare_operator(path, declaration.schema(), "Declared by a program.", [body](std::span<const Value> args) { return body->run(args); });
      out.push_back(std::move(path));
    }
  }
  return out;
}

}  // namespace seesaw
