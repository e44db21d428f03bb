#include "core/engine/commands/derivative_formula.h"

#include <algorithm>
#include <map>

#include "core/base/cat.h"
#include "core/base/diagnostic.h"
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

// A derivative that is run for one edge at a time.
class OneEdgeVjp : public Vjp {
 public:
  bool recorded() const override { return false; }
  bool needs(std::size_t edge) const override { return edge == wanted_; }
  void set(std::size_t edge, Tensor gradient) override {
    if (edge == wanted_) gradient_ = std::move(gradient);
  }
  Tensor run(const OpDef& op, std::size_t edge) {
    wanted_ = edge;
    gradient_ = Tensor();
    op.grad.vjp(*this);
    return gradient_;
  }

 private:
  std::size_t wanted_ = 0;
  Tensor gradient_;
};

// A derivative run for one input, without an engine.
class SampleVjp : public OneEdgeVjp {
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
  bool inplace() const override { return false; }
  std::size_t edges() const override { return edges_.size(); }

  const std::vector<Tensor>& grads() const { return grads_; }
  const std::vector<Value>& saved_values() const { return saved_; }
  const Tensor& edge(std::size_t i) const { return edges_[i]; }

 private:
  const std::vector<Value>& args_;
  std::vector<Tensor> edges_, grads_;
  std::vector<TensorSpec> specs_;
  std::vector<Value> saved_;
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

// A derivative run on what a node saved, without its engine, its hooks or its versions.
class SavedVjp : public OneEdgeVjp {
 public:
  explicit SavedVjp(autograd::OpNode& node) : node_(node) {
    for (const autograd::OpNode::Slot& slot : node.slots()) {
      const Tensor& kept = slot.tensor.packed() ? slot.tensor.packed_value().tensor : slot.tensor.raw();
      whole_ = whole_ && (!slot.tensor.holds_anything() || kept) && !slot.tensor.freed();
      saved_.push_back(kept);
      elements_ += kept ? kept.numel() : 0;
    }
    for (const autograd::InputMetadata& input : node.inputs()) {
      specs_.push_back(input);
      elements_ += input.defined ? numel(input.sizes) : 0;
    }
  }
  // Whether all that the derivative reads is there, as it reads it.
  bool whole() const {
    bool complex = std::any_of(specs_.begin(), specs_.end(), [](const auto& one) { return is_complex(one.element); }) ||
                   std::any_of(
                       saved_.begin(), saved_.end(), [](const Tensor& t) { return t && is_complex(t.element()); });
    return whole_ && !node_.released() && !specs_.empty() && (!complex || node_.op().grad.complex_vjp);
  }
  std::int64_t elements() const { return elements_; }
  // Tensors of its own, so that what is named is told apart: x * x has two inputs.
  void copy_values() {
    for (Tensor& t : saved_) t = t ? t.copy() : t;
    for (const autograd::InputMetadata& one : specs_)
      grads_.push_back(one.defined ? Tensor::full(one.sizes, 1, one.element) : Tensor());
  }

  const Tensor& grad(std::size_t output) const override { return grads_[output]; }
  const Tensor& saved(std::size_t slot) const override { return saved_[slot]; }
  Number saved_number(std::size_t slot) const override { return node_.slots()[slot].number; }
  bool saved_is_number(std::size_t slot) const override { return node_.slots()[slot].is_number; }
  const Value& arg(std::size_t index) const override {
    static const Value none;
    return index < node_.args().size() ? node_.args()[index] : none;
  }
  const TensorSpec& spec(std::size_t edge) const override { return node_.edge_spec(edge); }
  bool inplace() const override { return node_.inplace(); }
  std::size_t edges() const override { return node_.next().size(); }

  const std::vector<Tensor>& grads() const { return grads_; }
  const std::vector<Tensor>& saved_values() const { return saved_; }

 private:
  autograd::OpNode& node_;
  bool whole_ = true;
  std::int64_t elements_ = 0;
  std::vector<Tensor> saved_, grads_;
  std::vector<autograd::InputMetadata> specs_;
};

// A flowing argument of a node's call: the edges from `first`, of which a list has any number.
struct Flow {
  std::size_t argument = 0, first = 0, count = 1;
  bool list = false;
};

// In the order of the arguments. Nothing if the edges cannot be told apart.
std::optional<std::vector<Flow>> flows_of(const autograd::OpNode& node) {
  const OpSchema* schema = find_schema(node.op().path);
  std::vector<Flow> out;
  std::size_t lists = 0;
  for (std::size_t i = 0; i < node.args().size(); ++i) {
    if ((node.op().grad.edges >> i & 1) == 0) continue;
    bool list = schema != nullptr && i < schema->parameters.size() && is_list_type(schema->parameters[i].type) &&
                is_type(schema->parameters[i].type, "Tensor");
    lists += list ? 1 : 0;
    out.push_back({i, 0, 1, list});
  }
  std::size_t edges = node.next().size(), single = out.size() - lists;
  if (lists > 1 || edges < single || (lists == 0 && edges != single)) return std::nullopt;
  std::size_t first = 0;
  for (Flow& flow : out) {
    flow.first = first;
    if (flow.list) flow.count = edges - single;
    first += flow.count;
  }
  return out;
}

std::string spec_text(const std::string& name, const Dims& sizes, Element element) {
  return cat({name, ": ", dtype_of(element).abbr, list_text(sizes)});
}

// An argument that receives no gradient: a saved tensor with its shape, another with its name.
std::string still_text(const autograd::OpNode& node, const SavedVjp& vjp, std::size_t i, const std::string& name) {
  if (node.args()[i].kind() != Value().kind()) return literal(node.args()[i]);
  for (std::size_t slot = 0; slot < node.op().grad.saves.size(); ++slot) {
    if (node.op().grad.saves[slot].source == static_cast<int>(i) && vjp.saved_values()[slot])
      return annotated(name, vjp.saved_values()[slot]);
  }
  const OpSchema* schema = find_schema(node.op().path);
  bool tensor = schema != nullptr && i < schema->parameters.size() && schema->parameters[i].type == "Tensor";
  return tensor ? name : "None";
}

std::string flow_text(const autograd::OpNode& node, const Flow& flow, const std::string& name) {
  const Value& number = node.args()[flow.argument];
  if (!flow.list && number.kind() != Value().kind()) return literal(number);
  if (!flow.list) {
    const TensorSpec& spec = node.edge_spec(flow.first);
    const OpSchema* schema = find_schema(node.op().path);
    bool optional = schema != nullptr && flow.argument < schema->parameters.size() &&
                    schema->parameters[flow.argument].type.ends_with('?');
    bool none = optional && !node.next()[flow.first].node && spec.sizes.empty();
    return none ? "None" : spec_text(name, spec.sizes, spec.element);
  }
  std::string out = "[";
  for (std::size_t k = 0; k < flow.count; ++k) {
    const TensorSpec& spec = node.edge_spec(flow.first + k);
    out += cat({k > 0 ? ", " : "", spec_text(cat({name, "[", std::to_string(k), "]"}), spec.sizes, spec.element)});
  }
  return out + "]";
}

std::string node_call(const autograd::OpNode& node,
                      const SavedVjp& vjp,
                      const std::vector<Flow>& flows,
                      const std::vector<std::string>& names) {
  std::vector<std::string> texts;
  auto flow = flows.begin();
  for (std::size_t i = 0; i < node.args().size(); ++i) {
    bool flowing = flow != flows.end() && flow->argument == i;
    texts.push_back(flowing ? flow_text(node, *flow++, names[i]) : still_text(node, vjp, i, names[i]));
  }
  while (!texts.empty() && texts.back() == "None") texts.pop_back();
  std::string out = cat({packet_name(node.op().path), node.inplace() ? "_(" : "("});
  for (std::size_t i = 0; i < texts.size(); ++i) out += cat({i > 0 ? ", " : "", texts[i]});
  return out + ")";
}

void name_saved(FormulaMode& mode, const OpDef& op, const std::vector<std::string>& names, const SavedVjp& vjp) {
  for (std::size_t i = 0; i < vjp.saved_values().size(); ++i) {
    const SavedSlot& slot = op.grad.saves[i];
    bool argument = slot.source >= 0 && static_cast<std::size_t>(slot.source) < names.size();
    mode.name(vjp.saved_values()[i], argument ? names[static_cast<std::size_t>(slot.source)] : std::string(slot.name));
  }
  for (std::size_t i = 0; i < vjp.grads().size(); ++i)
    mode.name(vjp.grads()[i], i == 0 ? "grad" : cat({"grad", std::to_string(i)}));
}

void write_of_node(DerivativeFormula& out,
                   autograd::OpNode& node,
                   SavedVjp& vjp,
                   const std::vector<Flow>& flows,
                   const std::vector<std::string>& names) {
  FormulaMode mode;
  name_saved(mode, node.op(), names, vjp);
  for (const Flow& flow : flows) {
    for (std::size_t k = 0; k < flow.count; ++k) {
      if (!node.next()[flow.first + k].node) continue;
      ModeScope scope(&mode);
      Tensor gradient;
      try {
        gradient = vjp.run(node.op(), flow.first + k);
      } catch (const Error&) {
        continue;  // PyTorch has no formula for this input
      }
      if (!gradient) continue;
      GradientFormula formula = mode.write(gradient);
      formula.input = flow.list ? cat({names[flow.argument], "[", std::to_string(k), "]"}) : names[flow.argument];
      out.gradients.push_back(std::move(formula));
    }
  }
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

std::optional<DerivativeFormula> derivative_formula(autograd::OpNode& node, FormulaBudget& budget) {
  if (budget.nodes <= 0 || node.op().grad.vjp == nullptr || node.op().grad.node == kNoDerivative) return std::nullopt;
  SavedVjp vjp(node);
  std::optional<std::vector<Flow>> flows = flows_of(node);
  std::int64_t cost = vjp.elements() * static_cast<std::int64_t>(node.next().size());
  if (!vjp.whole() || !flows || cost > budget.elements) return std::nullopt;
  --budget.nodes;
  budget.elements -= cost;
  vjp.copy_values();
  std::vector<std::string> names = argument_names(node.op(), node.args().size());
  DerivativeFormula out;
  out.call = node_call(node, vjp, *flows, names);
  try {
    write_of_node(out, node, vjp, *flows, names);
  } catch (Error&) {
    return std::nullopt;  // the pass itself reports it
  }
  return out;
}

void write_formula(JsonWriter& json, const DerivativeFormula& formula) {
  json.object().member("call", std::string_view(formula.call)).key("gradients").array();
  for (const GradientFormula& gradient : formula.gradients) {
    json.object().member("input", std::string_view(gradient.input)).key("steps").array();
    for (const std::string& step : gradient.steps) json.value(std::string_view(step));
    json.end().member("formula", std::string_view(gradient.formula)).end();
  }
  json.end().end();
}

}  // namespace seesaw
