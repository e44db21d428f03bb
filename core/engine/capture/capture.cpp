#include "core/engine/capture/capture.h"

#include <algorithm>
#include <set>

#include "core/base/cat.h"
#include "core/engine/capture/torch/capture_run.h"
#include "core/engine/capture/torch/initial_values.h"
#include "core/engine/capture/torch/input_maker.h"
#include "core/engine/capture/torch/script.h"
#include "core/engine/exec/op_call.h"

namespace seesaw {

namespace {

// Runs forward of what is captured, and completes the graph as PyTorch leaves it.
class Capture : private CapturePart {
 public:
  Capture(std::string_view source, const CaptureSettings& given, Diagnostics& found)
      : Capture(std::make_unique<CaptureRun>(source, given, found)) {}

  Program run(CaptureDetails* details) {
    SymScope symbols(&values().symbols());
    for (const CaptureSize& size : settings().sizes)
      values().symbols().set_range(values().symbols().symbol(size.name), {size.low, size.high});
    recorder().main.adopt = [this](Node* node) { return inputs().adopted(node); };
    make_root();
    inputs().add_state();
    PyValue forward = entry_function();
    if (modules().is_of_torch(*names().root->klass)) inputs().root_name = "fn";
    if (forward.object->region != nullptr) inputs().root_name = "L__fn__";
    bool examples = call_ && settings().inputs.empty() && (!call_->args.empty() || !call_->kwargs.empty());
    InputMaker maker(run_);
    given_args_ = examples ? maker.of_call(*call_, *forward.object->function, kwargs_)
                           : maker.of_settings(*forward.object->function, kwargs_);
    given_kwargs_ = kwargs_;
    parameters_ = forward.object->function->parameters;
    if (!parameters_.empty() && forward.object->kind == PyKind::method) parameters_.erase(parameters_.begin());
    PyValues given = given_args_;
    names().calls.push_back({names().root, 0, names().root->path});
    watch().remember_attributes();
    recorder().main.set_modules(names().module_stack());
    PyExpr nowhere;
    nowhere.begin = nowhere.end = forward.object->function->begin;
    nowhere.line = forward.object->function->line;
    result_ = python().call_value(nowhere, forward, std::move(given), std::move(kwargs_));
    finish();
    if (details != nullptr) describe(*details);
    return std::move(program());
  }

  // Whether the file says what is captured; `failure` is what kept it from doing so, `cause` what may have.
  bool follow_script(std::optional<Error>& failure, std::optional<Error>& cause) {
    if (!Script::stands_in(python().own_source(), settings())) return false;
    SymScope symbols(&values().symbols());
    run_.script = std::make_unique<Script>(run_);
    run_.script->run();
    std::unique_ptr<Script> script = std::move(run_.script);
    failure = script->failure;
    cause = script->failure ? script->failure : script->lesser;
    return script->choose(call_);
  }
  const ScriptCall& call() const { return *call_; }

 private:
  explicit Capture(std::unique_ptr<CaptureRun> run) : CapturePart(*run), own_(std::move(run)) {
    tracer().copies_conversions = settings().functional;
  }

  void describe(CaptureDetails& details) {
    details.asserts = sizes().asserts;
    details.strict = settings().strict;
    details.input_names = inputs().public_names();
    details.ways = inputs().ways();
    details.lost = inputs().lost();
    describe_ranges(details);
    describe_call(details);
    if (!details.wants_values) return;
    details.values = initial_values(initial_graph());
    for (const auto& [name, value] : inputs().constant_values()) details.values.emplace_back(name, Datum(value));
  }

  // Of each size of an input that is a symbol: what dynamic_shapes says, else what is known of it; then of symbols that
  // only stand in others.
  void describe_ranges(CaptureDetails& details) {
    std::set<std::string, std::less<>> known;
    auto bound = [](std::int64_t v) {
      return v == INT64_MIN ? std::string("-int_oo") : v == INT64_MAX ? std::string("int_oo") : std::to_string(v);
    };
    auto add = [&](std::string_view text, const SymRange& range) {
      if (known.emplace(text).second)
        details.input_ranges.emplace_back(text, cat({"VR[", bound(range.low), ", ", bound(range.high), "]"}));
    };
    std::vector<std::string> roots;
    for (Node* node : recorder().main.graph()) {
      const Arg* val = node->op() == Opcode::placeholder ? node->find_meta(context().keys.val) : nullptr;
      if (val == nullptr || val->kind() != ArgKind::tensor_meta) continue;
      for (const Dim& size : val->as_tensor_meta()->shape) {
        if (size.sym == nullptr) continue;
        std::string text(size.sym->text.view());
        bool plain = text.find_first_not_of("su0123456789") == std::string::npos;
        auto told = inputs().told_ranges.find(text);
        if (told != inputs().told_ranges.end())
          add(text, told->second);
        else if (plain)
          add(text, range_of_size(text));
        if (plain) continue;
        std::size_t begin = text.find('s');
        std::size_t end = begin == std::string::npos ? begin : text.find_first_not_of("0123456789", begin + 1);
        if (begin != std::string::npos) roots.push_back(text.substr(begin, end - begin));
      }
    }
    for (const std::string& root : roots) add(root, range_of_size(root));
  }

  SymRange range_of_size(const std::string& name) {
    SymRange range = symbol_range(name);
    if (name.starts_with('s')) range.low = std::max<std::int64_t>(range.low, 2);
    return range;
  }
  SymRange symbol_range(const std::string& name) { return values().symbols().range(values().symbols().symbol(name)); }

  // Values of *args have numbers, as PyTorch has it.
  void describe_call(CaptureDetails& details) {
    std::size_t at = 0;
    for (std::size_t i = 0; i < parameters_.size() && at < given_args_.size(); ++i) {
      const Parameter& one = parameters_[i];
      if (one.kind == Parameter::Kind::plain) details.forward_args.push_back(one.name), ++at;
      if (one.kind != Parameter::Kind::rest) continue;
      for (std::size_t n = 0; at < given_args_.size(); ++n, ++at)
        details.forward_args.push_back(cat({one.name, "_", std::to_string(n)}));
    }
    for (const auto& [name, value] : given_kwargs_) details.forward_args.push_back(name);
    PyValues named;
    for (const auto& [name, value] : given_kwargs_) {
      named.emplace_back(context().string(name));
      named.push_back(value);
    }
    details.in_spec = trees().tree_spec(python().make_list(
        PyKind::tuple,
        {python().make_list(PyKind::tuple, given_args_), python().make_list(PyKind::dict, std::move(named))}));
    details.out_spec = trees().tree_spec(result_);
  }

  InitialGraph initial_graph() {
    InitialGraph out;
    out.module = &*recorder().initial;
    out.literals = recorder().literals;
    out.seed = settings().seed;
    std::set<std::string> taken;
    for (const PyObject& object : python().objects()) {
      if (object.kind == PyKind::foreign && object.initial.is_node() && !object.path.empty() &&
          taken.insert(object.path).second)
        out.wanted.emplace_back(object.path, recorder().init.current(object.initial));
    }
    for (const ModuleModel::StatePlace& place : inputs().tied())
      if (taken.insert(place.path).second)
        out.wanted.emplace_back(place.path, recorder().init.current(place.state->initial));
    return out;
  }

  // --- the module ---
  void make_root() {
    PythonSource::Entry entry;
    if (!settings().function.empty()) {
      entry.function = python().own_source().function_named(settings().function);
    } else if (!call_) {
      entry = python().own_source().entry();
    }
    recorder().current = &recorder().init;
    PyExpr nowhere;
    nowhere.begin = nowhere.end = 0;
    const PythonSource::Global* build = python().own_source().find("build");
    bool builds = build != nullptr && build->kind == PythonSource::Global::Kind::function &&
                  python().own_source().function(static_cast<int>(build->index)).parameters.empty();
    if (call_) {
      names().root = call_->module;
      names().declared = true;
    } else if (entry.klass >= 0) {
      const ClassDef& def = python().own_source().klass(entry.klass);
      PyValue made = builds
                         ? python().call_value(nowhere, *python().find_global(python().own_source(), "build"), {}, {})
                         : python().call_value(nowhere, *python().find_global(python().own_source(), def.name), {}, {});
      if (made.object == nullptr || made.object->kind != PyKind::instance)
        fail(nowhere, "build() gives no module", "return one");
      names().root = made.object;
      if (names().root->klass->is_module && !names().root->prepared)
        throw fx_error("AttributeError",
                       cat({"'", names().root->klass->def->name, "' object has no attribute '_modules'"}));
      names().declared = true;
    } else {
      names().root = modules().plain_module("");
      entry_ = entry.function;
    }
    for (const CaptureState& state : settings().state) inputs().declare(state);
    if (names().declared) modules().name_state(names().root);
    if (names().declared && !settings().strict) modules().separate_aliases(names().root);
    recorder().current = &recorder().main;
  }

  PyValue entry_function() {
    if (entry_ < 0) {
      PyExpr nowhere;
      PyValue forward = python().attribute(nowhere, PyValue(names().root), "forward");
      if (forward.object == nullptr || forward.object->function == nullptr) {
        fail_as(nowhere,
                "NotImplementedError",
                cat({"Module [",
                     names().root->klass->def != nullptr ? std::string_view(names().root->klass->def->name) : "Module",
                     "] is missing the required \"forward\" function"}),
                "write def forward(self, ...) in the class");
      }
      return forward;
    }
    PyObject* out = python().make(PyKind::method);
    out->function = &python().own_source().function(entry_);
    out->source = &python().own_source();
    out->self = PyValue(names().root);
    bool self = !out->function->parameters.empty() && out->function->parameters[0].name == "self";
    if (!self) out->kind = PyKind::function;
    return PyValue(out);
  }

  // As Dynamo leaves its graph: switches of the mode with nothing between them are gone, then subscripts that nothing
  // uses.
  void clean_up() {
    Graph& graph = recorder().main.graph();
    const Callable* switched = context().callable(op_path::set_grad_enabled);
    auto value = [&](Node* node) {
      return node->op() == Opcode::call_function && node->callable() == switched
                 ? std::optional<bool>(node->args()[0].as_bool())
                 : std::nullopt;
    };
    bool mode = settings().ambient_grad;
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
    for (std::size_t i = tensors().subscripts.size(); i-- > 0;) {
      Node* node = tensors().subscripts[i];
      while (node != nullptr && &node->graph() == &graph && node->num_users() == 0 && is_subscript(node)) {
        Node* input = node->args().empty() ? nullptr : node->args()[0].as_node();
        std::vector<Node*> lists = listed_places(node);
        graph.erase_node(node);
        for (Node* list : lists) {
          if (list->num_users() == 0) graph.erase_node(list);
        }
        node = input;
      }
    }
  }

  static bool is_subscript(Node* node) {
    if (node->op() != Opcode::call_function) return false;
    static constexpr std::string_view kPaths[] = {"torch.ops.aten.slice.Tensor",
                                                  "torch.ops.aten.select.int",
                                                  "torch.ops.aten.unsqueeze.default",
                                                  "torch.ops.aten.index.Tensor",
                                                  "torch.ops.aten.alias.default"};
    return std::find(std::begin(kPaths), std::end(kPaths), node->callable()->path.view()) != std::end(kPaths);
  }

  // Lists of numbers in a subscript are constants made for it.
  static std::vector<Node*> listed_places(Node* subscript) {
    std::vector<Node*> out;
    if (subscript->callable()->path.view() != "torch.ops.aten.index.Tensor") return out;
    for (const Arg& place : subscript->args()[1].items()) {
      Node* node = place.is_node() ? place.as_node() : nullptr;
      if (node != nullptr && node->op() == Opcode::call_function &&
          node->callable()->path.view() == "torch.ops.aten.lift_fresh_copy.default")
        out.push_back(node);
    }
    return out;
  }

  void finish() {
    std::vector<Arg> results;
    trees().flatten(result_, results);
    if (result_.is_none()) results.clear();
    for (Arg& result : results) result = recorder().main.current(result);
    watch().write_assigned();
    recorder().main.graph().output(context().tuple(results));
    if (settings().strict) {
      clean_up();
      recorder().main.drop_unused_numbers(false);
      std::vector<Tracer::Input> order = inputs().given().empty() ? inputs().reordered() : std::vector<Tracer::Input>();
      for (Node* node : recorder().main.graph()) {
        if (!inputs().given().empty() && node->op() == Opcode::placeholder)
          order.push_back({node, node->name_text(), Arg()});
      }
      recorder().kept.push_back(recorder().main.rebuild(order));
      program().root = recorder().main.shared_owner();
    }
    recorder().main.drop_unused_numbers(true);
    values().tell_ranges(program());
    for (const Arg& result : recorder().main.graph().last()->args()[0].items())
      program().signature->output_specs.push_back(
          {OutputKind::user_output, GraphInputs::argument_spec(result), std::nullopt});
  }

  std::unique_ptr<CaptureRun> own_;
  std::optional<ScriptCall> call_;  // by the file itself
  int entry_ = -1;
  PyNamedValues kwargs_, given_kwargs_;
  PyValues given_args_;
  std::vector<Parameter> parameters_;  // of forward
  PyValue result_;
};

Program capture_with(std::string_view source,
                     const CaptureSettings& settings,
                     Diagnostics& diagnostics,
                     CaptureDetails* details) {
  std::optional<Error> failure, cause;
  auto script = std::make_unique<Capture>(source, settings, diagnostics);
  if (script->follow_script(failure, cause)) {
    CaptureSettings told = settings_of(script->call(), settings);
    if (told.strict != settings.strict || told.ambient_grad != settings.ambient_grad ||
        told.preserved != settings.preserved) {
      script = std::make_unique<Capture>(source, told, diagnostics);
      script->follow_script(failure, cause);
    }
    if (!script->call().made || !failure) return script->run(details);
    try {
      return script->run(details);
    } catch (const Error&) {  // the statement that gives it inputs may be the one that is not followed
      throw Error(*failure);
    }
  }
  script = std::make_unique<Capture>(source, settings, diagnostics);
  try {
    Program out = script->run(details);
    if (failure) diagnostics.add(warning_of(*failure));
    return out;
  } catch (const Error&) {
    if (cause) throw Error(*cause);
    throw;
  }
}

}  // namespace

Program capture(std::string_view source, const CaptureSettings& settings, Diagnostics& diagnostics) {
  return capture_with(source, settings, diagnostics, nullptr);
}
Program capture(std::string_view source,
                const CaptureSettings& settings,
                Diagnostics& diagnostics,
                CaptureDetails& details) {
  return capture_with(source, settings, diagnostics, &details);
}

}  // namespace seesaw
