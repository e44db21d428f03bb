#include "core/engine/commands/derivative_formula.h"

#include <algorithm>
#include <map>

#include "core/base/cat.h"
#include "core/base/number.h"
#include "core/engine/ops/call/dispatch.h"
#include "core/engine/ops/call/samples.h"
#include "core/engine/ops/call/vjp.h"
#include "core/engine/ops/table/schema.h"

namespace seesaw {

namespace {

constexpr int kAtom = 9;

// Precedence of Python's operators.
int binding(const PythonSyntax& python) {
  if (python.form == PythonForm::prefix) return 7;
  if (python.token == "**") return 8;
  if (python.token == "*" || python.token == "/" || python.token == "@" || python.token == "%" || python.token == "//")
    return 6;
  if (python.token == "+" || python.token == "-") return 5;
  return 1;
}

// "add" for "torch.ops.aten.add.Tensor", and for "seesaw.add_number", which derivatives use.
std::string_view packet_name(std::string_view path) {
  constexpr std::string_view kNumber = "_number";
  if (path.starts_with("torch.ops.")) {
    path = path.substr(0, path.rfind('.'));
  } else if (path.ends_with(kNumber)) {
    path.remove_suffix(kNumber.size());
  }
  return path.substr(path.rfind('.') + 1);
}

std::string list_text(const Dims& dims) {
  std::string out = "[";
  for (std::int64_t d : dims) out += cat({out.size() > 1 ? ", " : "", std::to_string(d)});
  return out + "]";
}

std::string number_text(const Number& number) {
  if (number.kind == Number::Kind::boolean) return number.exact != 0 ? "True" : "False";
  return number.kind == Number::Kind::integer ? std::to_string(number.exact) : format_float(number.value);
}

std::string literal(const Value& value) {
  switch (value.kind()) {
    case Value::Kind::number: return number_text(value.number());
    case Value::Kind::ints: return list_text(value.ints());
    case Value::Kind::dtype: return cat({"torch.", dtype_of(value.element()).name});
    case Value::Kind::text: return cat({"'", value.text(), "'"});
    case Value::Kind::reals: {
      std::string out = "[";
      for (double v : value.reals()) out += cat({out.size() > 1 ? ", " : "", format_float(v)});
      return out + "]";
    }
    default: return "None";
  }
}

// A tensor that a derivative makes: "zeros([2, 3])".
std::string constant_text(const Tensor& t) {
  double first = t.numel() > 0 ? t.item_at(0) : 2;
  bool same = first == 0 || first == 1;
  for (std::int64_t i = 1; same && i < t.numel(); ++i) same = t.item_at(i) == first;
  return cat({!same ? "constant(" : first == 0 ? "zeros(" : "ones(", list_text(t.sizes()), ")"});
}

struct Text {
  std::string text;
  int binds = kAtom;
  std::string within(int level) const { return binds < level ? cat({"(", text, ")"}) : text; }
};

// The origin of a tensor: a name, or a call.
struct Entry {
  struct Part {
    std::vector<std::size_t> tensors;  // entries
    bool list = false;
    std::string literal;
  };
  std::string name;
  const OpDef* op = nullptr;
  bool inplace = false;
  int output = -1;  // of a call with several results: entry of the call is parts[0]
  std::vector<Part> parts;
};

class FormulaMode : public Mode {
 public:
  void name(const Tensor& tensor, std::string name) {
    Entry entry;
    entry.name = std::move(name);
    if (tensor && !known_.contains(tensor.impl())) bind(tensor, std::move(entry));
  }

  Outputs call(const OpDef& op, std::span<const Value> args) override {
    Entry entry = entry_of(op, args);
    Outputs results;
    {
      ModeScope below(nullptr);
      results = run_kernel(op, args);
    }
    if (results.size() == 1) {
      if (!known_.contains(results[0].impl())) bind(results[0], std::move(entry));
      return results;
    }
    entries_.push_back(std::move(entry));
    std::size_t whole = entries_.size() - 1;
    for (std::size_t i = 0; i < results.size(); ++i) {
      Entry item;
      item.output = static_cast<int>(i);
      item.parts = {{{whole}, false, {}}};
      if (results[i]) bind(results[i], std::move(item));
    }
    return results;
  }

  Tensor call_inplace(const OpDef& op, std::span<const Value> args) override {
    Entry entry = entry_of(op, args);
    entry.inplace = true;
    ModeScope below(nullptr);
    run_kernel_inplace(op, args);
    bind(args[0].tensor(), std::move(entry));
    return args[0].tensor();
  }

  // The formula of a tensor; a subexpression with several uses becomes a step before it.
  GradientFormula write(const Tensor& tensor) {
    std::size_t last = place_of(tensor);
    std::vector<int> uses(last + 1);
    uses[last] = 1;
    std::vector<Text> texts(last + 1);
    for (std::size_t i = last + 1; i-- > 0;) {
      if (uses[i] > 0) each_used(entries_[i], [&](std::size_t used) { ++uses[used]; });
    }
    GradientFormula out;
    for (std::size_t i = 0; i <= last; ++i) {
      if (uses[i] == 0) continue;
      texts[i] = render(entries_[i], texts);
      constexpr std::size_t kShort = 12;
      if (i == last || uses[i] == 1 || texts[i].text.size() <= kShort) continue;
      std::string name = cat({"t", std::to_string(out.steps.size())});
      out.steps.push_back(cat({name, " = ", texts[i].text}));
      texts[i] = {name, kAtom};
    }
    out.formula = texts[last].text;
    return out;
  }

 private:
  template <class F>
  static void each_used(const Entry& entry, F&& f) {
    for (const Entry::Part& part : entry.parts) {
      for (std::size_t used : part.tensors) f(used);
    }
  }

  void bind(const Tensor& tensor, Entry entry) {
    entries_.push_back(std::move(entry));
    known_[tensor.impl()] = entries_.size() - 1;
    alive_.push_back(tensor);
  }

  std::size_t place_of(const Tensor& tensor) {
    auto found = known_.find(tensor.impl());
    if (found != known_.end()) return found->second;
    name(tensor, constant_text(tensor));
    return entries_.size() - 1;
  }

  Entry entry_of(const OpDef& op, std::span<const Value> args) {
    Entry entry;
    entry.op = &op;
    for (const Value& arg : args) entry.parts.push_back(part_of(arg));
    while (!entry.parts.empty() && entry.parts.back().literal == "None") entry.parts.pop_back();
    return entry;
  }

  Entry::Part part_of(const Value& value) {
    Entry::Part part;
    switch (value.kind()) {
      case Value::Kind::tensor: part.tensors = {place_of(value.tensor())}; break;
      case Value::Kind::tensors:
        part.list = true;
        for (const Tensor& t : value.tensors()) {
          if (t) part.tensors.push_back(place_of(t));
        }
        break;
      default: part.literal = literal(value); break;
    }
    return part;
  }

  static Text render_part(const Entry::Part& part, const std::vector<Text>& texts) {
    if (!part.list && !part.tensors.empty()) return texts[part.tensors[0]];
    if (!part.list) return {part.literal, part.literal.starts_with('-') ? 7 : kAtom};
    std::string out = "[";
    for (std::size_t used : part.tensors) out += cat({out.size() > 1 ? ", " : "", texts[used].text});
    return {out + "]", kAtom};
  }

  static Text render(const Entry& entry, const std::vector<Text>& texts) {
    if (!entry.name.empty()) return {entry.name, kAtom};
    std::vector<Text> parts;
    for (const Entry::Part& part : entry.parts) parts.push_back(render_part(part, texts));
    if (entry.output >= 0) return {cat({parts[0].within(kAtom), "[", std::to_string(entry.output), "]"}), kAtom};
    std::string_view name = packet_name(entry.op->path);
    const OpDef* python = entry.inplace ? nullptr : find_op(cat({"operator.", name}));
    if (python != nullptr) {
      int level = binding(python->python.syntax);
      if (python->python.syntax.form == PythonForm::prefix && parts.size() == 1)
        return {cat({python->python.syntax.token, parts[0].within(level)}), level};
      if (python->python.syntax.form == PythonForm::infix && parts.size() == 2)
        return {cat({parts[0].within(level), " ", python->python.syntax.token, " ", parts[1].within(level + 1)}),
                level};
    }
    return {call_text(*entry.op, name, entry.inplace, parts), kAtom};
  }

  static std::string call_text(const OpDef& op, std::string_view name, bool inplace, const std::vector<Text>& parts) {
    const OpSchema* schema = find_schema(op.path);
    std::string out = cat({name, inplace ? "_(" : "("});
    for (std::size_t i = 0; i < parts.size(); ++i) {
      bool keyword = schema != nullptr && i < schema->parameters.size() && schema->parameters[i].keyword_only;
      if (keyword && parts[i].text == "None") continue;
      out += cat({i > 0 ? ", " : "", keyword ? schema->parameters[i].name : "", keyword ? "=" : "", parts[i].text});
    }
    return out + ")";
  }

  std::vector<Entry> entries_;
  std::map<const TensorImpl*, std::size_t> known_;
  std::vector<Tensor> alive_;  // so that no address is reused
};

// A derivative run for one input, without an engine.
class SampleVjp : public Vjp {
 public:
  SampleVjp(const OpDef& op, const std::vector<Value>& args, const Outputs& results) : args_(args) {
    for (std::size_t i = 0; i < args.size(); ++i) {
      if ((op.grad.edges >> i & 1) == 0) continue;
      if (args[i].is_tensors()) {
        edges_.insert(edges_.end(), args[i].tensors().begin(), args[i].tensors().end());
      } else {
        edges_.push_back(args[i].is_tensor() ? args[i].tensor() : Tensor());
      }
    }
    for (const Tensor& t : edges_) specs_.push_back(t ? t.spec() : TensorSpec{});
    for (std::size_t i = 0; i < results.size(); ++i)
      grads_.push_back(is_floating(results[i].element()) ? Tensor::full(results[i].sizes(), 1, results[i].element())
                                                         : Tensor());
    for (const SavedSlot& slot : op.grad.saves) {
      std::size_t source = static_cast<std::size_t>(slot.source < 0 ? ~slot.source : slot.source);
      if (slot.source < 0) {
        saved_.push_back(source < results.size() ? Value(results[source]) : Value());
      } else {
        saved_.push_back(source < args.size() ? args[source] : Value());
      }
    }
  }
  const Tensor& grad(std::size_t output) const override { return grads_[output]; }
  const Tensor& saved(std::size_t slot) const override { return saved_[slot].tensor(); }
  Number saved_number(std::size_t slot) const override { return saved_[slot].number(); }
  bool saved_is_number(std::size_t slot) const override { return saved_[slot].is_number(); }
  const Value& arg(std::size_t index) const override {
    static const Value none;
    // As in the engine: tensors are available only where they are saved.
    return index < args_.size() && !args_[index].is_tensor() && !args_[index].is_tensors() ? args_[index] : none;
  }
  const TensorSpec& spec(std::size_t edge) const override { return specs_[edge]; }
  bool recorded() const override { return false; }
  bool inplace() const override { return false; }
  std::size_t edges() const override { return edges_.size(); }
  bool needs(std::size_t edge) const override { return edge == wanted_; }
  void set(std::size_t edge, Tensor gradient) override {
    if (edge == wanted_) gradient_ = std::move(gradient);
  }

  const std::vector<Tensor>& grads() const { return grads_; }
  const std::vector<Value>& saved_values() const { return saved_; }
  const Tensor& edge(std::size_t i) const { return edges_[i]; }
  Tensor run(const OpDef& op, std::size_t edge) {
    wanted_ = edge;
    gradient_ = Tensor();
    op.grad.vjp(*this);
    return gradient_;
  }

 private:
  const std::vector<Value>& args_;
  std::vector<Tensor> edges_, grads_;
  std::vector<TensorSpec> specs_;
  std::vector<Value> saved_;
  std::size_t wanted_ = 0;
  Tensor gradient_;
};

// Names of the arguments: the schema's; without a schema, those of the saved values.
std::vector<std::string> argument_names(const OpDef& op, std::size_t count) {
  std::vector<std::string> names(count);
  const OpSchema* schema = find_schema(op.path);
  for (std::size_t i = 0; i < count; ++i)
    names[i] = schema != nullptr && i < schema->parameters.size() ? std::string(schema->parameters[i].name)
                                                                  : cat({"arg", std::to_string(i)});
  if (schema != nullptr) return names;
  for (const SavedSlot& slot : op.grad.saves) {
    if (slot.source >= 0 && static_cast<std::size_t>(slot.source) < count)
      names[static_cast<std::size_t>(slot.source)] = slot.name;
  }
  return names;
}

std::string annotated(const std::string& name, const Tensor& t) {
  return t ? cat({name, ": ", dtype_of(t.element()).abbr, list_text(t.sizes())}) : "None";
}

std::string sample_call(const OpDef& op, const std::vector<Value>& args, const std::vector<std::string>& names) {
  std::string out = cat({packet_name(op.path), "("});
  for (std::size_t i = 0; i < args.size(); ++i) {
    if (i > 0) out += ", ";
    if (args[i].is_tensor()) {
      out += annotated(names[i], args[i].tensor());
    } else if (args[i].is_tensors()) {
      out += "[";
      for (std::size_t k = 0; k < args[i].tensors().size(); ++k)
        out += cat({k > 0 ? ", " : "", annotated(cat({names[i], "[", std::to_string(k), "]"}), args[i].tensors()[k])});
      out += "]";
    } else {
      out += literal(args[i]);
    }
  }
  return out + ")";
}

bool floats_at_edges(const OpDef& op, const std::vector<Value>& args) {
  for (std::size_t i = 0; i < args.size(); ++i) {
    if ((op.grad.edges >> i & 1) != 0 && args[i].is_tensor() && !is_floating(args[i].tensor().element())) return false;
  }
  return true;
}

void name_leaves(FormulaMode& mode,
                 const OpDef& op,
                 const std::vector<Value>& args,
                 const std::vector<std::string>& names,
                 const SampleVjp& vjp) {
  for (std::size_t i = 0; i < args.size(); ++i) {
    if (args[i].is_tensor()) mode.name(args[i].tensor(), names[i]);
    for (std::size_t k = 0; k < args[i].tensors().size(); ++k)
      mode.name(args[i].tensors()[k], cat({names[i], "[", std::to_string(k), "]"}));
  }
  for (std::size_t i = 0; i < op.grad.saves.size(); ++i)
    mode.name(vjp.saved_values()[i].tensor(), std::string(op.grad.saves[i].name));
  for (std::size_t i = 0; i < vjp.grads().size(); ++i)
    mode.name(vjp.grads()[i], i == 0 ? "grad" : cat({"grad", std::to_string(i)}));
}

}  // namespace

std::optional<DerivativeFormula> derivative_formula(const OpDef& op) {
  if (op.grad.vjp == nullptr || op.grad.node == kNoDerivative || op.samples == nullptr || op.run.kernel == nullptr)
    return std::nullopt;
  SampleList samples = op.samples();
  auto sample = std::find_if(
      samples.begin(), samples.end(), [&](const std::vector<Value>& args) { return floats_at_edges(op, args); });
  if (sample == samples.end()) return std::nullopt;
  const std::vector<Value>& args = *sample;
  std::vector<std::string> names = argument_names(op, args.size());
  Outputs results;
  {
    ModeScope kernels(nullptr);
    results = run_kernel(op, args);
  }
  SampleVjp vjp(op, args, results);
  if (std::none_of(vjp.grads().begin(), vjp.grads().end(), [](const Tensor& t) { return static_cast<bool>(t); }))
    return std::nullopt;
  DerivativeFormula out;
  out.call = sample_call(op, args, names);
  FormulaMode mode;
  name_leaves(mode, op, args, names, vjp);
  for (std::size_t edge = 0; edge < vjp.edges(); ++edge) {
    if (!vjp.edge(edge)) continue;
    ModeScope scope(&mode);
    Tensor gradient = vjp.run(op, edge);
    if (!gradient) continue;
    GradientFormula formula = mode.write(gradient);
    formula.input = mode.write(vjp.edge(edge)).formula;
    out.gradients.push_back(std::move(formula));
  }
  return out;
}

}  // namespace seesaw
