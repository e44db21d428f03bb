// The signature's statements about the graph, the state and the constants, checked in PyTorch's order.
#include "core/base/cat.h"
#include "core/base/diagnostic.h"
#include "core/engine/passes/export/verifier.h"
#include "core/graph/ir/value_printer.h"

namespace seesaw {

namespace {

using Type = ArgumentSpec::Type;

Error violation(std::string message) { return fx_error("SpecViolationError", std::move(message)); }
// PyTorch's message reads a field that an InputSpec does not have.
Error no_name() { return fx_error("AttributeError", "'InputSpec' object has no attribute 'name'"); }

bool is_value(Type type) {
  return type == Type::tensor || type == Type::sym_int || type == Type::sym_float || type == Type::sym_bool;
}

// Mutation targets by output name: a dict, in the order of its keys.
struct Mutations {
  std::vector<std::pair<std::string, std::string>> rows;
  std::unordered_map<std::string, std::size_t> index;

  void add(const std::string& name, const std::string& target) {
    auto [at, added] = index.emplace(name, rows.size());
    if (added) {
      rows.emplace_back(name, target);
    } else {
      rows[at->second].second = target;
    }
  }
  const std::string* find(const std::string& name) const {
    auto at = index.find(name);
    return at == index.end() ? nullptr : &rows[at->second].second;
  }
};

class SignatureVerifier {
 public:
  SignatureVerifier(const Program& program, const ExportedState* state)
      : context_(*program.context), graph_(program.root->graph()), signature_(*program.signature), state_(state) {}

  void inputs() {
    std::vector<const Node*> placeholders;
    for (Node* node : graph_) {
      if (node->op() == Opcode::placeholder) placeholders.push_back(node);
    }
    const std::vector<InputSpec>& specs = signature_.input_specs;
    if (placeholders.size() != specs.size()) {
      throw violation(cat({"Number of graph inputs (",
                           std::to_string(placeholders.size()),
                           ") does not match number of inputs in the graph signature (",
                           std::to_string(specs.size()),
                           ")"}));
    }
    for (std::size_t i = 0; i < specs.size(); ++i) {
      std::string name = placeholders[i]->name_text();
      if (is_value(specs[i].arg.type) && specs[i].arg.name != name) {
        throw node_error(placeholders[i],
                         "SpecViolationError",
                         cat({"Input spec name ", specs[i].arg.name, " does not match node name ", name}));
      }
      input(specs[i]);
    }
  }

  void outputs() {
    collect();
    const Node* output = graph_.output_or_null();
    if (output == nullptr) throw fx_error("AssertionError", "");
    if (output->args().empty() || !output->args()[0].is_container())
      throw node_error(output, "TypeError", "'Node' object is not iterable");
    std::vector<std::string> values;  // names as Python's repr shows them
    std::vector<std::string> names;
    for (const Arg& value : output->args()[0].items()) {
      names.push_back(value.is_node()     ? value.as_node()->name_text()
                      : value.is_string() ? std::string(value.text())
                                          : std::string());
      values.push_back(value.is_node() ? quoted(names.back()) : repr(value));
    }
    if (values.size() != signature_.output_specs.size()) {
      throw violation(cat(
          {"Number of output nodes ",
           std::to_string(values.size()),
           " is different Than the number of outputs specified by the graph signature: \nNumber of mutated buffers: ",
           std::to_string(buffers_to_mutate_.rows.size()),
           ". \nNumber of user outputs: ",
           std::to_string(user_outputs_.size()),
           ". \n"}));
    }
    std::size_t end = std::min(values.size(), tokens_ + buffers_to_mutate_.rows.size() + inputs_to_mutate_.rows.size());
    for (std::size_t i = tokens_; i < end; ++i) mutation(names[i]);
    for (std::size_t i = 0; end + i < values.size() && i < user_outputs_.size(); ++i) {
      if (values[end + i] == user_outputs_[i]) continue;
      std::string_view shown = names[end + i].empty() ? std::string_view(values[end + i])
                                                      : std::string_view(names[end + i]);
      throw violation(cat({"User output ",
                           shown,
                           " is not in the correct order or is not found in the exported program's user_output list: ",
                           tuple(user_outputs_),
                           ". "}));
    }
  }

 private:
  void input(const InputSpec& spec) {
    switch (spec.kind) {
      case InputKind::user_input:
      case InputKind::token: return;
      case InputKind::parameter: parameter(target_of(spec, Type::tensor)); return;
      case InputKind::buffer: buffer(target_of(spec, Type::tensor), spec); return;
      case InputKind::constant_tensor: constant("Constant tensor ", target_of(spec, Type::tensor)); return;
      case InputKind::custom_obj: constant("Custom object ", target_of(spec, Type::custom_obj)); return;
    }
  }

  static const std::string& target_of(const InputSpec& spec, Type type) {
    if (spec.arg.type != type || !spec.target) throw no_name();
    return *spec.target;
  }

  void parameter(const std::string& target) const {
    if (state_ == nullptr) return;
    auto entry = state_->state_dict.find(target);
    if (entry == state_->state_dict.end()) throw violation(cat({"Parameter ", target, " is not in the state dict."}));
    if (!entry->second)
      throw violation(cat({"State dict entry for parameter ", target, " is not an instance of torch.nn.Parameter."}));
  }

  void buffer(const std::string& target, const InputSpec& spec) const {
    if (!spec.persistent) throw violation(cat({"Buffer ", target, " is missing a persistence flag"}));
    if (state_ == nullptr) return;
    bool held = state_->state_dict.contains(target);
    if (*spec.persistent && !held) throw violation(cat({"Buffer ", target, " is not in the state dict."}));
    if (!*spec.persistent && held)
      throw violation(cat({"Non-persistent buffer ", target, " is in the state dict, it should not be."}));
  }

  void constant(std::string_view what, const std::string& target) const {
    if (state_ != nullptr && !state_->constants.contains(target))
      throw violation(cat({what, target, " is not in the constants dictionary."}));
  }

  void collect() {
    for (const InputSpec& spec : signature_.input_specs) {
      if (spec.kind == InputKind::buffer && spec.target) buffers_.push_back(*spec.target);
      if (spec.kind != InputKind::user_input) continue;
      user_inputs_.push_back(name_or_value(spec.arg, "input"));
    }
    for (const OutputSpec& spec : signature_.output_specs) {
      bool tensor = spec.arg.type == Type::tensor && spec.target.has_value();
      switch (spec.kind) {
        case OutputKind::user_output:
        case OutputKind::loss_output: user_outputs_.push_back(name_or_value(spec.arg, "output")); break;
        case OutputKind::buffer_mutation:
          if (tensor) buffers_to_mutate_.add(spec.arg.name, *spec.target);
          break;
        case OutputKind::parameter_mutation:
          // Of newer versions, which apply the same rules as to a buffer.
          if (tensor) buffers_to_mutate_.add(spec.arg.name, *spec.target);
          if (spec.target) buffer_names_.insert(*spec.target);
          break;
        case OutputKind::user_input_mutation:
          if (tensor) inputs_to_mutate_.add(spec.arg.name, *spec.target);
          break;
        case OutputKind::token: ++tokens_; break;
        default: break;
      }
    }
    for (const std::string& name : buffers_) buffer_names_.insert(name);
    for (const std::string& name : user_inputs_) user_input_names_.insert(name);
  }

  std::string name_or_value(const ArgumentSpec& arg, std::string_view what) {
    if (arg.type == Type::constant) return repr(arg.value);
    if (arg.type == Type::token)
      throw fx_error(
          "RuntimeError",
          cat({"TokenArgument(name=", quoted(arg.name), ") is not a valid user ", what, what == "input" ? "s" : ""}));
    return quoted(arg.name);
  }

  void mutation(const std::string& name) {
    std::vector<std::string> quoted_buffers;
    if (const std::string* target = buffers_to_mutate_.find(name)) {
      if (buffer_names_.contains(*target)) return;
      for (const std::string& buffer : buffers_) quoted_buffers.push_back(quoted(buffer));
      throw violation(cat({"Buffer output ",
                           name,
                           " does not point to a buffer that exists. \nDict of buffers that are mutated, in order: ",
                           dict(buffers_to_mutate_),
                           " \nBuffer nodes available: ",
                           tuple(quoted_buffers),
                           " \n"}));
    }
    if (const std::string* target = inputs_to_mutate_.find(name)) {
      if (user_input_names_.contains(quoted(*target))) return;
      throw violation(
          cat({"User input output ",
               name,
               " does not point to a user input that exists. \nDict of user inputs that are mutated, in order: ",
               dict(inputs_to_mutate_),
               " \nUser input nodes available: ",
               tuple(user_inputs_),
               " \n"}));
    }
    throw violation(cat({"Mutation node ",
                         name,
                         " is neither a buffer nor a user input. Buffers to mutate: ",
                         dict(buffers_to_mutate_),
                         ", User inputs to mutate: ",
                         dict(inputs_to_mutate_)}));
  }

  static std::string repr(const Arg& value) {
    std::string text;
    ValuePrinter(text, ValuePrinter::Style::python).print(value.is_string() ? Arg() : value);
    return value.is_string() ? quoted_text(value) : text;
  }

  // Python quotes a string inside a container; alone, the printer does not.
  static std::string quoted_text(const Arg& value) {
    std::string text;
    Arena arena;
    ValuePrinter(text, ValuePrinter::Style::python).print(make_container(arena, ArgKind::list, {&value, 1}));
    return text.substr(1, text.size() - 2);
  }

  std::string quoted(const std::string& name) { return quoted_text(context_.string(name)); }

  static std::string tuple(const std::vector<std::string>& items) {
    std::string text = "(";
    std::string_view comma;
    for (const std::string& item : items) text += cat({std::exchange(comma, ", "), item});
    return text + (items.size() == 1 ? ",)" : ")");
  }

  std::string dict(const Mutations& mutations) {
    std::string text = "{";
    std::string_view comma;
    for (const auto& [name, target] : mutations.rows)
      text += cat({std::exchange(comma, ", "), quoted(name), ": ", quoted(target)});
    return text + "}";
  }

  Context& context_;
  const Graph& graph_;
  const Signature& signature_;
  const ExportedState* state_;
  std::vector<std::string> buffers_, user_inputs_,
      user_outputs_;  // user inputs and outputs as Python's repr shows them
  std::unordered_set<std::string> buffer_names_, user_input_names_;
  Mutations buffers_to_mutate_, inputs_to_mutate_;
  std::size_t tokens_ = 0;
};

}  // namespace

void verify_export_signature(const Program& program, const std::optional<ExportedState>& state) {
  SignatureVerifier verifier(program, state ? &*state : nullptr);
  verifier.inputs();
  verifier.outputs();
}

}  // namespace seesaw
