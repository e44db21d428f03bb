#include "core/engine/capture/capture.h"

#include <algorithm>
#include <map>
#include <set>

#include "core/base/cat.h"
#include "core/engine/capture/evaluator.h"
#include "core/engine/capture/initial_values.h"
#include "core/engine/capture/input_maker.h"
#include "core/engine/capture/torch_calls.h"
#include "core/graph/text/annotation.h"

namespace seesaw {

namespace {

class Capture : public Evaluator {
 public:
  Capture(std::string_view source, const CaptureSettings& settings, Diagnostics& diagnostics)
      : Evaluator(source, settings, diagnostics) {
    tracer().copies_conversions = settings.functional;
  }

  Program run(CaptureDetails* details) {
    SymScope symbols(&values_.symbols());
    for (const CaptureSize& size : settings_.sizes)
      values_.symbols().set_range(values_.symbols().symbol(size.name), {size.low, size.high});
    tracer().adopt = [this](Node* node) { return adopted(node); };
    make_root();
    add_state();
    PyValue forward = entry_function();
    bool examples = call_ && settings_.inputs.empty() && (!call_->args.empty() || !call_->kwargs.empty());
    InputMaker maker(*this);
    given_args_ = examples ? maker.of_call(*call_, *forward.object->function, kwargs_)
                           : maker.of_settings(*forward.object->function, kwargs_);
    given_kwargs_ = kwargs_;
    parameters_ = forward.object->function->parameters;
    if (!parameters_.empty() && forward.object->kind == PyKind::method) parameters_.erase(parameters_.begin());
    PyValues inputs = given_args_;
    calls_.push_back({root_, 0, root_->path});
    remember_attributes();
    main_.set_modules(module_stack());
    PyExpr nowhere;
    nowhere.begin = nowhere.end = forward.object->function->begin;
    nowhere.line = forward.object->function->line;
    result_ = call_value(nowhere, forward, std::move(inputs), std::move(kwargs_));
    finish();
    if (details != nullptr) describe(*details);
    return std::move(program_);
  }

  // Whether the file says what is captured; `failure` is what kept it from doing so, `cause` what may have.
  bool follow_script(std::optional<Error>& failure, std::optional<Error>& cause) {
    if (!Script::stands_in(source_, settings_)) return false;
    SymScope symbols(&values_.symbols());
    script_ = std::make_unique<Script>(*this);
    script_->run();
    std::unique_ptr<Script> script = std::move(script_);
    failure = script->failure;
    cause = script->failure ? script->failure : script->lesser;
    return script->choose(call_);
  }
  const ScriptCall& call() const { return *call_; }

 private:
  void describe(CaptureDetails& details) {
    details.asserts = asserts_;
    details.strict = settings_.strict;
    describe_call(details);
    if (!details.wants_values) return;
    details.values = initial_values(initial_graph());
    for (const auto& [name, value] : constant_values_) details.values.emplace_back(name, Datum(value));
  }

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
    details.in_spec = tree_spec(
        make_list(PyKind::tuple, {make_list(PyKind::tuple, given_args_), make_list(PyKind::dict, std::move(named))}));
    details.out_spec = tree_spec(result_);
  }

  InitialGraph initial_graph() {
    InitialGraph out;
    out.module = &*initial_;
    out.literals = literals_;
    out.seed = settings_.seed;
    std::set<std::string> names;
    for (PyObject& object : objects_) {
      if (object.kind == PyKind::state && object.initial.is_node() && !object.path.empty() &&
          names.insert(object.path).second)
        out.wanted.emplace_back(object.path, init_.current(object.initial));
    }
    for (const StatePlace& place : tied_)
      if (names.insert(place.path).second) out.wanted.emplace_back(place.path, init_.current(place.state->initial));
    return out;
  }

  // --- the module ---
  void make_root() {
    PythonSource::Entry entry;
    if (!settings_.function.empty()) {
      entry.function = source_.function_named(settings_.function);
    } else if (!call_) {
      entry = source_.entry();
    }
    tracer_ = &init_;
    PyExpr nowhere;
    nowhere.begin = nowhere.end = 0;
    const PythonSource::Global* build = source_.find("build");
    bool builds = build != nullptr && build->kind == PythonSource::Global::Kind::function &&
                  source_.function(static_cast<int>(build->index)).parameters.empty();
    if (call_) {
      root_ = call_->module;
      declared_ = true;
    } else if (entry.klass >= 0) {
      const ClassDef& def = source_.klass(entry.klass);
      PyValue made = builds ? call_value(nowhere, *find_global(source_, "build"), {}, {})
                            : call_value(nowhere, *find_global(source_, def.name), {}, {});
      if (made.object == nullptr || made.object->kind != PyKind::instance)
        fail(nowhere, "build() gives no module", "return one");
      root_ = made.object;
      if (root_->klass->is_module && !root_->prepared)
        throw fx_error("AttributeError", cat({"'", root_->klass->def->name, "' object has no attribute '_modules'"}));
      declared_ = true;
    } else {
      root_ = plain_module("");
      entry_ = entry.function;
    }
    for (const CaptureState& state : settings_.state) declare(state);
    if (declared_) name_state(root_);
    if (declared_ && !settings_.strict) separate_aliases(root_);
    tracer_ = &main_;
  }

  PyObject* plain_module(std::string path) {
    PyObject* out = make(PyKind::instance);
    out->klass = library_class("torch.nn.Module");
    out->prepared = true;
    out->path = std::move(path);
    return out;
  }

  // State that the caller tells, where the source declares none.
  void declare(const CaptureState& state) {
    PyObject* owner = root_;
    std::size_t at = 0;
    for (std::size_t dot; (dot = state.name.find('.', at)) != std::string::npos; at = dot + 1) {
      std::string name = state.name.substr(at, dot - at);
      PyValue* child = find_attribute(owner, name);
      if (child == nullptr) {
        PyObject* made = plain_module(state.name.substr(0, dot));
        put(owner, name, PyValue(made));
        owner = made;
      } else if (child->object != nullptr && child->object->kind == PyKind::instance) {
        owner = child->object;
      } else {
        return;
      }
    }
    std::string name = state.name.substr(at);
    if (find_attribute(owner, name) != nullptr) return;
    PyObject* made = make_state(
        state.kind, with_strides(read_annotation(context(), state.annotation)), state.persistent);
    made->path = state.name;
    put(owner, name, PyValue(made));
    if (state.kind == CaptureState::Kind::buffer) owner->slots[name] = PySlot::buffer;
    told_.push_back(made);
  }

  PyValue entry_function() {
    if (entry_ < 0) {
      PyExpr nowhere;
      PyValue forward = attribute(nowhere, PyValue(root_), "forward");
      if (forward.object == nullptr || forward.object->function == nullptr) {
        fail_as(nowhere,
                "NotImplementedError",
                cat({"Module [",
                     root_->klass->def != nullptr ? std::string_view(root_->klass->def->name) : "Module",
                     "] is missing the required \"forward\" function"}),
                "write def forward(self, ...) in the class");
      }
      return forward;
    }
    PyObject* out = make(PyKind::method);
    out->function = &source_.function(entry_);
    out->source = &source_;
    out->self = PyValue(root_);
    bool self = !out->function->parameters.empty() && out->function->parameters[0].name == "self";
    if (!self) out->kind = PyKind::function;
    return PyValue(out);
  }

  // --- placeholders ---
  std::string next_name() { return cat({"arg", std::to_string(count_++), "_1"}); }

  static ArgumentSpec argument_spec(const Arg& value) {
    ArgumentSpec spec;
    if (value.is_node()) {
      spec.name = value.as_node()->name_text();
      const Arg* val = value.as_node()->find_meta(value.as_node()->graph().context().keys.val);
      if (val != nullptr && val->kind() == ArgKind::sym_int) spec.type = ArgumentSpec::Type::sym_int;
      if (val != nullptr && val->kind() == ArgKind::sym_float) spec.type = ArgumentSpec::Type::sym_float;
      if (val != nullptr && val->kind() == ArgKind::sym_bool) spec.type = ArgumentSpec::Type::sym_bool;
    } else {
      spec.type = ArgumentSpec::Type::constant;
      spec.value = value;
    }
    return spec;
  }

  static InputKind kind_of(const PyObject* state) {
    return state->state == CaptureState::Kind::parameter ? InputKind::parameter
           : state->state == CaptureState::Kind::buffer  ? InputKind::buffer
                                                         : InputKind::constant_tensor;
  }

  Arg val_of(PyObject* state) {
    Arg val = init_.meta_of(state->initial);
    if (val.kind() != ArgKind::tensor_meta) throw user_error("python", cat({"'self.", state->path, "' is no tensor"}));
    TensorMeta meta = *val.as_tensor_meta();
    meta.is_parameter = state->state == CaptureState::Kind::parameter;
    meta.requires_grad = meta.is_parameter ? !state->frozen : state->asks_grad;
    return context().tensor_meta(meta);
  }

  void add_spec(std::size_t at, PyObject* state, const std::string& path) {
    InputSpec spec{kind_of(state), argument_spec(Arg::node(state->node)), path, std::nullopt};
    if (spec.kind == InputKind::buffer) spec.persistent = state->persistent;
    auto& specs = program_.signature->input_specs;
    specs.insert(specs.begin() + static_cast<std::ptrdiff_t>(at), std::move(spec));
  }

  void add_state_input(PyObject* state) {
    if (state->node != nullptr) return;
    std::string name = state->state == CaptureState::Kind::constant ? state->path : next_name();
    std::replace(name.begin(), name.end(), '.', '_');
    state->node = main_.placeholder(name, val_of(state));
    add_spec(constants_at_++, state, state->path);
  }

  // A tensor of several names has an input for each, of which the last stands for it; in the functional form each for
  // its own name.
  void add_place(const StatePlace& place) {
    Node* before = std::exchange(place.state->node, nullptr);
    place.state->node = main_.placeholder(next_name(), val_of(place.state));
    add_spec(constants_at_++, place.state, place.path);
    if (before == nullptr) return void(first_places_.emplace(place.state, place));
    tied_.push_back(place);
    if (!settings_.functional || settings_.strict) return;
    const StatePlace& first = first_places_.at(place.state);
    own_inputs_.try_emplace({first.module, first.name}, before);
    own_inputs_[{place.module, place.name}] = place.state->node;
  }
  Node* own_input(PyObject* module, const std::string& name) override {
    auto found = own_inputs_.find({module, name});
    return found == own_inputs_.end() ? nullptr : found->second;
  }

  // Parameters, then buffers, of each module in the order of their declaration.
  void add_state() {
    if (declared_) {
      for (CaptureState::Kind kind : {CaptureState::Kind::parameter, CaptureState::Kind::buffer}) {
        for (const StatePlace& place : places_of_state(root_, kind)) add_place(place);
      }
    }
    for (PyObject* state : told_) add_state_input(state);
  }

  // Constants of modules become inputs when they are first used.
  Node* input_of(PyObject* state) override {
    if (state->node == nullptr && state->path.empty() && !settings_.strict) return lift(state);
    if (state->node == nullptr) {
      std::string name = state->path;
      std::replace(name.begin(), name.end(), '.', '_');
      state->node = main_.placeholder_before(first_input_, name, val_of(state));
      add_spec(constants_at_++, state, state->path);
    }
    bool lifted = state->state == CaptureState::Kind::constant && state->path.starts_with("lifted_tensor_");
    if (!lifted) note_use(state);  // what is lifted comes behind the state
    return state->node;
  }

  // What is registered nowhere, such as a parameter of a layer in a plain list, is a constant of its own at each use.
  Node* lift(PyObject* state) {
    PyObject* use = make_state(CaptureState::Kind::constant, state->initial, true);
    use->asks_grad = state->state == CaptureState::Kind::parameter ? !state->frozen : state->asks_grad;
    use->path = cat({"lifted_tensor_", std::to_string(constants_++)});
    return input_of(use);
  }

  // Dynamo's order: what functions of the user read, in the order of reading; then what PyTorch's modules have, by
  // their first calls.
  void note_use(PyObject* state) {
    if (leaves_ > 0 || !noted_.insert(state).second) return;
    if (hooked_ > 0) {
      used_by_modules_.push_back({nullptr, {}, state->path, state});
    } else {
      used_directly_.push_back(state);
    }
  }

  // What it is given is read outside of it.
  void note_leaf(PyObject* leaf, const PyValues& given) override {
    if (tracer_ == &init_) return;
    for (const PyValue& value : given) {
      if (value.object == nullptr) continue;
      bool items = value.object->kind == PyKind::tuple || value.object->kind == PyKind::list;
      for (const PyValue& item : items ? value.object->items : PyValues{value}) {
        if (settings_.strict && item.object != nullptr && item.object->kind == PyKind::state) input_of(item.object);
      }
    }
    for (PyObject* module : modules_of(leaf)) {
      for (const auto& [name, value] : module->attributes) {
        if (value.object == nullptr || value.object->kind != PyKind::state ||
            value.object->state == CaptureState::Kind::constant)
          continue;
        if (leaves_noted_.insert({module, name}).second)
          used_by_modules_.push_back(
              {module, name, module->path.empty() ? name : cat({module->path, ".", name}), value.object});
      }
    }
  }
  // A tensor that was made outside of forward and is no module's.
  Arg adopted(Node* node) {
    if (&node->graph() != &initial_->graph()) return Arg();
    PyObject*& known = adopted_[node];
    if (known == nullptr) {
      known = make_state(CaptureState::Kind::constant, Arg::node(node), true);
      known->path = cat({"lifted_tensor_", std::to_string(constants_++)});
    }
    return Arg::node(input_of(known));
  }
  // x.data: torch.export takes it for a constant of its own.
  Arg data_of(const Arg& initial) override {
    PyObject* constant = make_state(CaptureState::Kind::constant, initial, true);
    constant->path = cat({"lifted_tensor_", std::to_string(constants_++)});
    return Arg::node(input_of(constant));
  }
  PyValue add_input(const std::string& name, const Arg& val, bool constant) override {
    Node* node = main_.placeholder(next_name(), val);
    note_variable(cat({"l_", name, "_"}), PyValue(Arg::node(node)));
    first_input_ = first_input_ == nullptr ? node : first_input_;
    ArgumentSpec spec = argument_spec(Arg::node(node));
    if (constant) {
      spec.type = ArgumentSpec::Type::constant;
      spec.value = val;
    }
    program_.signature->input_specs.push_back({InputKind::user_input, std::move(spec), std::nullopt, std::nullopt});
    return PyValue(constant ? val : Arg::node(node));
  }
  // A constant becomes an input behind parameters and buffers.
  Arg lifted(const Arg& val, const Tensor& value, bool detached) override {
    std::string name = cat({"lifted_tensor_", std::to_string(constants_++)});
    constant_values_.emplace_back(name, value);
    Node* node = main_.placeholder_before(first_input_, name, val);
    auto& specs = program_.signature->input_specs;
    specs.insert(specs.begin() + static_cast<std::ptrdiff_t>(constants_at_++),
                 {InputKind::constant_tensor, argument_spec(Arg::node(node)), name, std::nullopt});
    Arg copy = tracer().call("torch.ops.aten.lift_fresh_copy.default", {Arg::node(node)});
    return detached ? tracer().call("torch.ops.aten.detach_.default", {copy}) : copy;
  }
  // --- the end ---

  // As Dynamo leaves its graph: switches of the mode with nothing between them are gone, then subscripts that nothing
  // uses.
  void clean_up() {
    Graph& graph = main_.graph();
    const Callable* switched = context().callable(op_path::set_grad_enabled);
    auto value = [&](Node* node) {
      return node->op() == Opcode::call_function && node->callable() == switched
                 ? std::optional<bool>(node->args()[0].as_bool())
                 : std::nullopt;
    };
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
    for (std::size_t i = subscripts_.size(); i-- > 0;) {
      Node* node = subscripts_[i];
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
  // Constants that are left, counted again.
  void add_constant(InputSpec& spec, std::vector<std::pair<std::string, Tensor>>& left) {
    auto value = std::find_if(
        constant_values_.begin(), constant_values_.end(), [&](const auto& one) { return one.first == spec.arg.name; });
    spec.arg.name = cat({"lifted_tensor_", std::to_string(left.size())});
    left.emplace_back(*(spec.target = spec.arg.name), value == constant_values_.end() ? Tensor() : value->second);
  }
  // State as Dynamo finds it; what it does not find is no input.
  std::vector<Tracer::Input> reordered() {
    std::vector<Tracer::Input> inputs;
    std::vector<InputSpec> specs;
    std::size_t number = 0;
    auto add = [&](Node* node, InputSpec spec, bool numbered, const Arg& val) {
      std::string name = numbered ? cat({"arg", std::to_string(number++), "_1"}) : spec.arg.name;
      spec.arg.name = name;
      inputs.push_back({node, name, val});
      specs.push_back(std::move(spec));
    };
    std::vector<InputSpec> old = program_.signature->input_specs;
    std::map<std::string_view, const InputSpec*> by_target;
    for (const InputSpec& spec : old)
      by_target.emplace(spec.target ? std::string_view(*spec.target) : std::string_view(), &spec);
    auto spec_of = [&](const StatePlace& place) {
      return by_target.contains(place.path) ? *by_target.at(place.path) : InputSpec();
    };
    std::vector<StatePlace> used;
    auto read_at = [&](PyObject* state) {
      return first_read_.contains(state) ? first_read_.at(state) : first_read_.size();
    };
    std::stable_sort(used_directly_.begin(), used_directly_.end(), [&](PyObject* a, PyObject* b) {
      return read_at(a) < read_at(b);
    });
    for (PyObject* state : used_directly_) used.push_back({nullptr, {}, state->path, state});
    for (auto from = used_by_modules_.begin();
         from != used_by_modules_.end();) {  // what hooks of PyTorch's modules read, too
      auto to = std::find_if(
          from, used_by_modules_.end(), [](const StatePlace& place) { return place.module != nullptr; });
      std::stable_sort(
          from, to, [&](const StatePlace& a, const StatePlace& b) { return read_at(a.state) < read_at(b.state); });
      from = to == used_by_modules_.end() ? to : std::next(to);
    }
    for (const StatePlace& place : used_by_modules_) used.push_back(place);
    std::map<PyObject*, std::size_t> last;  // the one that is used
    for (std::size_t i = 0; i < used.size(); ++i) last[used[i].state] = i;
    bool hooked = std::any_of(used_by_modules_.begin(), used_by_modules_.end(), [](const StatePlace& place) {
      return place.module == nullptr;
    });
    if (hooked && last.size() < used.size())
      throw user_error(
          "python",
          "a tensor of several names beside weight_norm is outside of the subset that strict capture follows",
          "capture it without strict");
    for (bool parameters : {true, false}) {
      for (std::size_t i = 0; i < used.size(); ++i) {
        PyObject* state = used[i].state;
        if ((state->state == CaptureState::Kind::parameter) == parameters)
          add(last[state] == i ? state->node : nullptr, spec_of(used[i]), true, val_of(state));
      }
    }
    std::vector<Node*> nodes;
    for (Node* node : main_.graph()) {
      if (node->op() == Opcode::placeholder) nodes.push_back(node);
    }
    std::vector<std::pair<std::string, Tensor>> left;
    for (std::size_t i = 0; i < old.size(); ++i) {
      bool literal = old[i].kind == InputKind::constant_tensor &&
                     old[i].target.value_or("").starts_with("lifted_tensor_");
      if (literal && nodes[i]->num_users() == 0) continue;
      if (literal) add_constant(old[i], left);
      if (literal || old[i].kind == InputKind::user_input) add(nodes[i], old[i], !literal, Arg());
    }
    constant_values_ = std::move(left);
    program_.signature->input_specs = std::move(specs);
    return inputs;
  }
  void finish() {
    std::vector<Arg> results;
    flatten(result_, results);
    if (result_.is_none()) results.clear();
    for (Arg& result : results) result = main_.current(result);
    write_assigned();
    main_.graph().output(context().tuple(results));
    if (settings_.strict) {
      clean_up();
      main_.drop_unused_numbers(false);
      std::vector<Tracer::Input> inputs = told_.empty() ? reordered() : std::vector<Tracer::Input>();
      for (Node* node : main_.graph()) {
        if (!told_.empty() && node->op() == Opcode::placeholder) inputs.push_back({node, node->name_text(), Arg()});
      }
      kept_modules_.push_back(main_.rebuild(inputs));
      program_.root = main_.shared_owner();
    }
    main_.drop_unused_numbers(true);
    values_.tell_ranges(program_);
    for (const Arg& result : main_.graph().last()->args()[0].items())
      program_.signature->output_specs.push_back({OutputKind::user_output, argument_spec(result), std::nullopt});
  }
  Node* first_input_ = nullptr;
  std::optional<ScriptCall> call_;  // by the file itself
  int entry_ = -1;
  std::size_t count_ = 0, constants_ = 0, constants_at_ = 0;
  std::vector<PyObject*> told_;
  std::set<PyObject*> noted_;
  std::set<std::pair<PyObject*, std::string>> leaves_noted_;
  std::vector<StatePlace> tied_;  // names of tensors that have others before
  std::map<PyObject*, StatePlace> first_places_;
  std::map<std::pair<PyObject*, std::string>, Node*> own_inputs_;
  std::map<Node*, PyObject*> adopted_;
  PyNamedValues kwargs_, given_kwargs_;
  PyValues given_args_;
  std::vector<Parameter> parameters_;  // of forward
  std::vector<std::pair<std::string, Tensor>> constant_values_;
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
    if (told.strict == settings.strict && told.ambient_grad == settings.ambient_grad &&
        told.preserved == settings.preserved)
      return script->run(details);
    script = std::make_unique<Capture>(source, told, diagnostics);
    script->follow_script(failure, cause);
    return script->run(details);
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
