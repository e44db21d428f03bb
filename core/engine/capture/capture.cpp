#include "core/engine/capture/capture.h"

#include <algorithm>
#include <set>

#include "core/base/cat.h"
#include "core/base/number.h"
#include "core/engine/capture/torch/capture_end.h"
#include "core/engine/capture/torch/capture_run.h"
#include "core/engine/capture/torch/input_maker.h"
#include "core/engine/capture/torch/script.h"
#include "core/engine/tensor/current_dialect.h"
#include "core/engine/tensor/sym_facts.h"

namespace seesaw {

namespace {

// Runs forward of what is captured, and completes the graph as PyTorch leaves it.
class Capture : private CapturePart {
 public:
  Capture(std::string_view source, const CaptureSettings& given, Diagnostics& found)
      : Capture(std::make_unique<CaptureRun>(source, given, found)) {}

  // Throws FoundSizes where sizes of inputs follow from others.
  Program run(CaptureDetails* details) {
    auto again = [&] {
      FoundSizes out{values().symbols().facts().followed};
      for (EqualSizes& one : out.sizes) one.named = recorder().asked_sizes.contains(one.replaced);
      return out;
    };
    const SymFacts& facts = values().symbols().facts();
    try {
      Program out = run_once(details);
      if (facts.followed.empty() && !facts.failed) return out;
    } catch (const FoundSizes&) {
    } catch (const Error& error) {  // it may be due to sizes that are not yet one, or not yet a number
      const bool of_forward = !exception_of(error.diagnostic()).empty();
      if (facts.followed.empty() && (of_forward || !facts.failed)) throw;
    }
    if (facts.followed.empty()) throw Error(*facts.failed);
    throw again();
  }

  // The sizes that it finds are in the facts of its symbols.
  Program run_once(CaptureDetails* details) {
    SymScope symbols(&values().symbols());
    CurrentDialect dialect(context().dialect);
    values().symbols().facts().guards = true;
    values().symbols().facts().layouts_of_told = !settings().strict;
    for (const CaptureSize& size : settings().sizes)
      values().symbols().set_range(values().symbols().symbol(size.name), {size.low, size.high});
    recorder().main.adopt = [this](Node* node) { return inputs().adopted(node); };
    make_root();
    if (names().declared) inputs().part_registered();
    inputs().add_state();
    PyValue forward = entry_function();
    const PyObject& called = called_by(*forward.object);
    name_root(called);
    bool examples = call_ && settings().inputs.empty() && (!call_->args.empty() || !call_->kwargs.empty());
    InputMaker maker(run_);
    PyNamedValues kwargs;
    const Function signature = signature_of(*forward.object);
    end_.args = examples ? maker.of_call(*call_, signature, kwargs) : maker.of_settings(signature, kwargs);
    end_.kwargs = kwargs;
    end_.parameters = signature.parameters;
    PyValues given = end_.args;
    names().calls.push_back({names().root, 0, names().root->path});
    names().enter_call();
    watch().remember_attributes();
    recorder().main.set_modules(names().module_stack());
    PyExpr nowhere;
    nowhere.begin = nowhere.end = called.function->begin;
    nowhere.line = called.function->line;
    take_lost_names();
    end_.result = modules().call_root(nowhere, forward, std::move(given), std::move(kwargs));
    names().end_call(nowhere);
    end_.finish();
    if (details != nullptr) end_.describe(*details);
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

  // What a file's statements do to its names and settings, where the file does not say what is captured. The result is
  // grad mode at its end.
  bool follow_settings() {
    if (!Script::changes_names(python().own_source())) return settings().ambient_grad;
    SymScope symbols(&values().symbols());
    run_.script = std::make_unique<Script>(run_);
    bool grad = run_.script->run_settings();
    run_.script.reset();
    return grad;
  }

 private:
  explicit Capture(std::unique_ptr<CaptureRun> run) : CapturePart(*run), own_(std::move(run)) {
    tracer().copies_conversions = settings().functional;
    recorder().main.keeps_failed = !settings().strict;
    const bool asks = has(context().dialect, EngineNovelty::contiguity_names);
    recorder().main.asks_contiguity = !settings().strict && asks;
    recorder().main.asks_contiguity_later = settings().strict && asks;
  }

  // A size that had a node before it turned out to be a number leaves a name that is taken.
  void take_lost_names() {
    for (const EqualSizes& one : settings().equal_sizes) {
      bool number = parse_int(one.kept).has_value();
      if (one.named && number) recorder().main.graph().names().create_name("sym_size_int");
    }
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
    values().symbols().count_unbacked_from(0);
    recorder().current = &recorder().main;
  }

  // The function that a partial one, or one of one, calls in the end.
  PyObject& called_by(PyObject& forward) const {
    PyObject* of = &forward;
    while (of->kind == PyKind::partial && of->items[0].object != nullptr) of = of->items[0].object;
    return *of;
  }

  // The parameters that name the inputs, as inspect.signature has them: those of what functools.wraps wrapped, without
  // the one that a method is bound to and those that functools.partial gives.
  Function signature_of(PyObject& forward) {
    PyObject& made = called_by(forward);
    bool bound = made.kind == PyKind::method;
    const PyObject* of = &made;
    std::set<const PyObject*> seen{&made};
    for (PyObject* next = &made; next != nullptr && next->function != nullptr;) {
      bound = bound && (next == &made || next->kind != PyKind::method);
      of = next;
      const PyValue* wrapped = python().find_attribute(next, "__wrapped__");
      next = wrapped == nullptr ? nullptr : wrapped->object;
      if (!seen.insert(next).second)
        fail_as(PyExpr(),
                "ValueError",
                cat({"wrapper loop when unwrapping ", of->function->name}),
                "a function whose __wrapped__ comes back to itself has no signature");
    }
    Function out;
    out.name = of->function->name;
    out.parameters = of->function->parameters;
    out.line = of->function->line;
    out.begin = of->function->begin;
    const bool takes = !out.parameters.empty() && out.parameters[0].kind == Parameter::Kind::plain;
    if (bound && takes) out.parameters.erase(out.parameters.begin());
    std::vector<const PyObject*> given;  // the innermost last
    for (const PyObject* one = &forward; one->kind == PyKind::partial; one = one->items[0].object) given.push_back(one);
    for (; !given.empty(); given.pop_back()) leave_out(out.parameters, *given.back());
    return out;
  }

  // What functools.partial gives by position is no parameter any more; one that it gives by name has a default, and is
  // given by name like those behind it.
  static void leave_out(std::vector<Parameter>& parameters, const PyObject& partial) {
    for (std::size_t i = 1; i < partial.items.size() && !parameters.empty(); ++i) {
      if (parameters[0].kind == Parameter::Kind::plain) parameters.erase(parameters.begin());
    }
    bool by_name = false;
    for (Parameter& one : parameters) {
      auto gives = [&](const auto& kwarg) { return kwarg.first == one.name; };
      const bool given = std::any_of(partial.kwargs.begin(), partial.kwargs.end(), gives);
      by_name = by_name || given;
      if (by_name && one.kind == Parameter::Kind::plain) one.kind = Parameter::Kind::keyword;
      if (given && one.fallback < 0) one.fallback = 0;
    }
  }

  // Dynamo of 2.6 names the module by the parameter that takes it.
  void name_root(const PyObject& forward) {
    if (modules().has_torch_forward(*names().root)) inputs().root_name = "fn";
    if (forward.region != nullptr) inputs().root_name = "L__fn__";
    const std::vector<Parameter>& all = forward.function->parameters;
    if (forward.kind != PyKind::method || inputs().root_name != "L__self__" || all.empty()) return;
    const bool row = all[0].kind == Parameter::Kind::rest;
    if (row || all[0].kind == Parameter::Kind::plain)
      inputs().root_name = cat({"L__", all[0].name, row ? "___0" : "__"});
  }

  PyValue entry_function() {
    if (entry_ < 0) {
      PyExpr nowhere;
      PyClass* owner = names().root->klass;
      if (const PyObject* call = owner == nullptr ? nullptr : python().find_method(owner, "__call__");
          call != nullptr && owner->source == &python().own_source())
        modules().refuse_call(*call);
      PyValue forward = python().attribute(nowhere, PyValue(names().root), "forward");
      if (forward.object != nullptr && forward.object->kind == PyKind::partial &&
          called_by(*forward.object).function == nullptr)
        fail(nowhere,
             "a partial of what is no function of this file, as forward, is outside of the subset that is captured");
      if (forward.object == nullptr || called_by(*forward.object).function == nullptr) {
        fail_as(nowhere,
                "NotImplementedError",
                cat({"Module [",
                     names().root->klass->def != nullptr ? std::string_view(names().root->klass->def->name) : "Module",
                     "] is missing the required \"forward\" function"}),
                "write def forward(self, ...) in the class");
      }
      const bool partial = forward.object->kind == PyKind::partial;
      if (partial && !settings().strict && !has(context().dialect, EngineNovelty::inlined_layers))
        fail_as(nowhere,
                "AttributeError",
                "'functools.partial' object has no attribute '__code__'",
                "write a function that calls it");
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

  std::unique_ptr<CaptureRun> own_;
  std::optional<ScriptCall> call_;  // by the file itself
  int entry_ = -1;
  CaptureEnd end_{run_};
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
  CaptureSettings told = settings;
  told.ambient_grad = script->follow_settings();
  if (told.ambient_grad != settings.ambient_grad) {
    script = std::make_unique<Capture>(source, told, diagnostics);
    script->follow_settings();
  }
  try {
    Program out = script->run(details);
    if (failure) diagnostics.add(warning_of(*failure));
    return out;
  } catch (const Error&) {
    if (cause) throw Error(*cause);
    throw;
  }
}

constexpr std::size_t kMostRuns = 64;

// Again while sizes turn out to follow from others.
Program capture_all(std::string_view source,
                    CaptureSettings settings,
                    Diagnostics& diagnostics,
                    CaptureDetails* details) {
  for (std::size_t runs = 1;; ++runs) {
    Diagnostics found;
    std::optional<CaptureDetails> described;
    if (details != nullptr) described = *details;
    auto tell = [&] {
      for (Diagnostic& one : found.take()) diagnostics.add(std::move(one));
    };
    try {
      Program out = capture_with(source, settings, found, described ? &*described : nullptr);
      tell();
      if (described) *details = std::move(*described);
      return out;
    } catch (FoundSizes& sizes) {
      if (runs == kMostRuns) {
        tell();
        throw user_error("python",
                         cat({"sizes that follow from others are still found in run ", std::to_string(kMostRuns)}),
                         "give fewer dimensions Dim.AUTO or Dim.DYNAMIC");
      }
      for (EqualSizes& one : sizes.sizes) settings.equal_sizes.push_back(std::move(one));
    } catch (const Error&) {
      tell();
      throw;
    }
  }
}

}  // namespace

Program capture(std::string_view source, const CaptureSettings& settings, Diagnostics& diagnostics) {
  return capture_all(source, settings, diagnostics, nullptr);
}
Program capture(std::string_view source,
                const CaptureSettings& settings,
                Diagnostics& diagnostics,
                CaptureDetails& details) {
  return capture_all(source, settings, diagnostics, &details);
}

}  // namespace seesaw
