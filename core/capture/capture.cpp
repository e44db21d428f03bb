#include "core/capture/capture.h"

#include <algorithm>

#include "core/capture/expressions.h"
#include "core/ir/annotation.h"
#include "core/support/cat.h"

namespace seesaw {

namespace {

class Capture : public Expressions {
 public:
  Capture(std::string_view source, const CaptureSettings& settings, Diagnostics& diagnostics)
      : Expressions(source, settings), diagnostics_(diagnostics) {}

  Program run() {
    SymScope symbols(&tracer_.values().symbols());
    add_state();
    add_inputs();
    run_block(tree_.body);
    finish();
    return std::move(program_);
  }

 private:
  // --- placeholders ---
  std::string next_name() { return cat({"arg", std::to_string(count_++), "_1"}); }

  static ArgumentSpec argument_spec(const Arg& value) {
    ArgumentSpec spec;
    if (value.is_node()) {
      spec.name = value.as_node()->name_text();
    } else {
      spec.type = ArgumentSpec::Type::constant;
      spec.value = value;
    }
    return spec;
  }

  void add_state() {
    for (const CaptureState& state : settings_.state) {
      Arg val = read_annotation(context(), state.annotation);
      if (val.kind() == ArgKind::tensor_meta && state.kind == CaptureState::Kind::parameter) {
        TensorMeta meta = *val.as_tensor_meta();
        meta.requires_grad = meta.is_parameter = true;
        val = context().tensor_meta(meta);
      }
      bool constant = state.kind == CaptureState::Kind::constant;
      std::string name = constant ? state.name : next_name();
      std::replace(name.begin(), name.end(), '.', '_');
      Node* node = tracer_.placeholder(name, with_strides(val));
      InputKind kind = constant ? InputKind::constant_tensor : state.kind == CaptureState::Kind::parameter ? InputKind::parameter
                                                                                                           : InputKind::buffer;
      InputSpec spec{kind, argument_spec(Arg::node(node)), state.name, std::nullopt};
      if (kind == InputKind::buffer) spec.persistent = state.persistent;
      program_.signature->input_specs.push_back(std::move(spec));
      state_.emplace(state.name, node);
    }
    constants_at_ = program_.signature->input_specs.size();
  }

  void add_inputs() {
    for (std::size_t i = 0; i < tree_.parameters.size(); ++i) {
      const Parameter& parameter = tree_.parameters[i];
      std::string text = parameter.annotation.empty() && i < settings_.inputs.size() ? settings_.inputs[i] : parameter.annotation;
      if (text.empty() && parameter.fallback >= 0) {
        names_[parameter.name] = evaluate(parameter.fallback);
        continue;
      }
      if (text.empty()) {
        source_error(parameter.begin, parameter.begin + static_cast<std::uint32_t>(parameter.name.size()), cat({"what '", parameter.name, "' is, is not known"}), cat({"annotate it: ", parameter.name, ": \"f32[2, 3]\""}));
      }
      Arg val = read_annotation(context(), text);
      if (val.kind() != ArgKind::tensor_meta && val.kind() != ArgKind::sym_int) {
        source_error(parameter.begin, parameter.begin, cat({"'", text, "' is no type of a tensor"}), "write it as \"f32[2, 3]\": dtype and shape");
      }
      Node* node = tracer_.placeholder(next_name(), with_strides(val));
      first_input_ = first_input_ == nullptr ? node : first_input_;
      program_.signature->input_specs.push_back({InputKind::user_input, argument_spec(Arg::node(node)), std::nullopt, std::nullopt});
      names_[parameter.name] = PyValue(Arg::node(node));
    }
  }

  // --- statements ---
  void run_block(const std::vector<Stmt>& block) {
    for (const Stmt& statement : block) {
      if (returned_) return;
      run_statement(statement);
    }
  }

  void run_statement(const Stmt& s) {
    switch (s.kind) {
      case StmtKind::nothing: return;
      case StmtKind::expression: evaluate(s.value); return;
      case StmtKind::give_back:
        result_ = s.value < 0 ? Arg() : argument(s.value);
        returned_ = true;
        return;
      case StmtKind::assign: {
        PyValue value = evaluate(s.value);
        for (int target : s.targets) assign(target, value);
        return;
      }
      case StmtKind::augmented: {
        PyValue left = evaluate(s.targets[0]);
        PyValue right = evaluate(s.value);
        bool inplace = tracer_.is_tensor(left.arg) && !names_of(s.text).left.starts_with("__");
        assign(s.targets[0], inplace ? PyValue(guarded(expr(s.value), [&] { return call_torch(tracer_, cat({names_of(s.text).left, "_"}), {left.arg, right.arg}, {}, false); }))
                                     : binary(expr(s.value), s.text, left, right));
        return;
      }
      case StmtKind::with: run_with(s, 0); return;
    }
  }

  // A tuple is taken apart; names, and what a subscript or an attribute names, are set.
  void assign(int target, const PyValue& value) {
    const Expr& e = expr(target);
    if (e.kind == ExprKind::name) {
      names_[e.text] = value;
      return;
    }
    if (e.kind == ExprKind::tuple || e.kind == ExprKind::list) {
      if (!value.arg.is_sequence() || value.is_path()) fail(e, "this cannot be taken apart", "take the parts by their numbers: x[0]");
      if (value.arg.items().size() != e.kids.size()) {
        fail(e, cat({value.arg.items().size() > e.kids.size() ? "too many values to unpack (expected " : "not enough values to unpack (expected ", std::to_string(e.kids.size()), ")"}));
      }
      std::vector<Arg> items(value.arg.items().begin(), value.arg.items().end());
      for (std::size_t i = 0; i < items.size(); ++i) assign(e.kids[i], PyValue(items[i]));
      return;
    }
    if (e.kind == ExprKind::subscript) {
      PyValue object = evaluate(e.kids[0]);
      if (!tracer_.is_tensor(object.arg)) fail(e, "only items of tensors can be set");
      bool number = !tracer_.is_tensor(value.arg);
      Arg given = value.arg;
      if (number) {
        std::string dtype = cat({tracer_.meta_of(object.arg).as_tensor_meta()->dtype->abbr, "[]"});
        if (!given.is_integer() && !given.is_bool() && given.kind() != ArgKind::floating) fail(e, "an item of a tensor is set to a number or a tensor");
        given = guarded(e, [&] { return lifted(with_strides(read_annotation(context(), dtype)), false); });
      }
      Arg part = index(e, object.arg, e.kids[1]);
      guarded(e, [&] { return call_torch(tracer_, number && rank_of(part) > 0 ? "fill_" : "copy_", {part, given}, {}, false); });
      return;
    }
    fail(e, "this cannot be assigned to", "assign to a name");
  }

  void run_with(const Stmt& s, std::size_t which) {
    if (which == s.targets.size()) {
      run_block(s.body);
      return;
    }
    const Expr& e = expr(s.targets[which]);
    std::string path = e.kind == ExprKind::call ? evaluate(e.kids[0]).path : std::string();
    std::string_view name = std::string_view(path).substr(path.rfind('.') + 1);
    bool known = path.starts_with("torch.") && (name == "no_grad" || name == "enable_grad" || name == "set_grad_enabled");
    if (!known) fail(e, "this context is outside of the subset that is captured", "use torch.no_grad(), torch.enable_grad() or torch.set_grad_enabled(...)");
    bool mode = name == "enable_grad";
    tracer_.set_place(place(e.line));
    if (name == "set_grad_enabled") {
      Arg given = e.kids.size() == 2 ? argument(e.kids[1]) : Arg();
      if (!given.is_bool()) fail(e, "set_grad_enabled takes True or False");
      mode = given.as_bool();
      if (!settings_.strict) tracer_.set_grad_enabled(mode);  // it switches when it is made, and again when it is entered
    }
    bool outer = mode_;
    switch_mode(mode);
    run_with(s, which + 1);
    tracer_.set_place(place(e.line));
    if (settings_.strict) {
      switch_mode(outer);
      return;
    }
    tracer_.set_grad_enabled(settings_.ambient_grad);
    mode_ = outer;
    if (outer != settings_.ambient_grad) {
      Diagnostic warning;
      warning.severity = Severity::warning;
      warning.code = "region";
      warning.message = cat({"after this region grad mode is ", settings_.ambient_grad ? "on" : "off", ", not what the region around it set: torch.export does not switch modes while it traces"});
      warning.offset = e.begin;
      warning.note("put the regions one after the other instead of into each other");
      diagnostics_.add(std::move(warning));
    }
  }

  // A constant becomes an input behind parameters and buffers.
  Arg lifted(const Arg& val, bool detached) override {
    std::string name = cat({"lifted_tensor_", std::to_string(constants_++)});
    Node* node = tracer_.placeholder_before(first_input_, name, val);
    auto& specs = program_.signature->input_specs;
    specs.insert(specs.begin() + static_cast<std::ptrdiff_t>(constants_at_++), {InputKind::constant_tensor, argument_spec(Arg::node(node)), name, std::nullopt});
    Arg copy = tracer_.call("torch.ops.aten.lift_fresh_copy.default", {Arg::node(node)});
    return detached ? tracer_.call("torch.ops.aten.detach_.default", {copy}) : copy;
  }

  // --- the end ---
  void flatten(const Arg& value, std::vector<Arg>& out) {
    if (!value.is_sequence() && value.kind() != ArgKind::dict) {
      out.push_back(value);
      return;
    }
    for (std::size_t i = 0; i < value.items().size(); ++i) {
      if (value.kind() != ArgKind::dict || i % 2 == 1) flatten(value.items()[i], out);
    }
  }

  // As Dynamo leaves its graph: subscripts that nothing uses are gone, and switches of the mode with nothing between them.
  void clean_up() {
    Graph& graph = tracer_.graph();
    for (std::size_t i = subscripts_.size(); i-- > 0;) {
      Node* node = subscripts_[i];
      while (node != nullptr && node->num_users() == 0 && is_subscript(node)) {
        Node* input = node->args().empty() ? nullptr : node->args()[0].as_node();
        graph.erase_node(node);
        node = input;
      }
    }
    const Callable* switched = context().callable("torch._C._set_grad_enabled");
    auto value = [&](Node* node) { return node->op() == Opcode::call_function && node->callable() == switched ? std::optional<bool>(node->args()[0].as_bool()) : std::nullopt; };
    bool mode = settings_.ambient_grad;
    std::vector<Node*> nodes;
    for (Node* node : graph) nodes.push_back(node);
    for (std::size_t i = 0; i + 1 < nodes.size(); ++i) {
      if (value(nodes[i]) != std::optional<bool>(!mode)) continue;
      mode = !mode;
      if (value(nodes[i + 1]) != std::optional<bool>(!mode)) continue;
      mode = !mode;
      graph.erase_node(nodes[i]);
      graph.erase_node(nodes[i + 1]);
      ++i;
    }
  }

  static bool is_subscript(Node* node) {
    if (node->op() != Opcode::call_function) return false;
    static constexpr std::string_view kPaths[] = {"torch.ops.aten.slice.Tensor", "torch.ops.aten.select.int", "torch.ops.aten.unsqueeze.default", "torch.ops.aten.index.Tensor"};
    return std::find(std::begin(kPaths), std::end(kPaths), node->callable()->path.view()) != std::end(kPaths);
  }

  void finish() {
    std::vector<Arg> results;
    flatten(result_, results);
    if (!returned_ || (result_.is_none() && results.size() == 1)) results.clear();
    for (Arg& result : results) result = tracer_.current(result);
    Node* output = tracer_.graph().output(context().tuple(results));
    if (settings_.strict) {
      clean_up();
      tracer_.name_anew();
      output = tracer_.graph().last();
    }
    for (const Arg& result : output->args()[0].items()) program_.signature->output_specs.push_back({OutputKind::user_output, argument_spec(result), std::nullopt});
  }

  Diagnostics& diagnostics_;
  Node* first_input_ = nullptr;
  std::size_t count_ = 0, constants_ = 0, constants_at_ = 0;
  Arg result_;
  bool returned_ = false;
};

}  // namespace

Program capture(std::string_view source, const CaptureSettings& settings, Diagnostics& diagnostics) { return Capture(source, settings, diagnostics).run(); }

}  // namespace seesaw
