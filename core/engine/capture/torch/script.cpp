#include "core/engine/capture/torch/script.h"

#include <algorithm>
#include <limits>
#include <set>
#include <utility>

#include "core/base/cat.h"
#include "core/base/identifier.h"
#include "core/base/number.h"
#include "core/engine/capture/interpreter/statement_effects.h"
#include "core/engine/capture/torch/capture_run.h"
#include "core/engine/capture/torch/dynamic_shapes.h"
#include "core/graph/dialect/engine_novelty.h"

namespace seesaw {

namespace {

constexpr std::size_t kEverything = std::numeric_limits<std::size_t>::max();
constexpr std::string_view kResultPath = "<result>.";

// Functions that take a module and example arguments.
struct Exporter {
  std::string_view path;
  bool loose = false;               // one tensor may stand for a tuple of it
  std::optional<bool> strict = {};  // unless it is told, in PyTorch 2.6.0
};
constexpr Exporter kExporters[] = {{"torch.export.export", false, true},
                                   {"torch.export.export_for_training", false, true},
                                   {"torch.export._trace._export", false, true},
                                   {"torch.export._trace._export_for_training", false, true},
                                   {"torch._export.capture_pre_autograd_graph"},
                                   {"torch.jit.trace", true},
                                   {"torch.onnx.export", true}};

// Functions of torch that give a module other parts.
bool is_converter(std::string_view path) {
  static constexpr std::string_view kConverters[] = {
      "torch.nn.utils.", "torch.ao.", "torch.quantization.", "torch.nn.modules.module.register_"};
  return std::any_of(
      std::begin(kConverters), std::end(kConverters), [&](std::string_view one) { return path.starts_with(one); });
}

}  // namespace

bool Script::stands_in(PythonSource& source, const CaptureSettings& settings) {
  if (!settings.function.empty()) return false;
  const PythonSource::Global* build = source.find("build");
  const bool builds = build != nullptr && build->kind == PythonSource::Global::Kind::function;
  bool modules = source.has_module();
  auto leads = [&](const std::string& name) {
    if (builds) return name.starts_with("export");  // unless the script says what is exported, build() does
    const PythonSource::Global* global = source.find(name);
    bool defined = global != nullptr && (global->kind == PythonSource::Global::Kind::klass ||
                                         global->kind == PythonSource::Global::Kind::function);
    return defined || name.starts_with("export") || (!modules && (name == "nn" || name == "torch"));
  };
  const auto& all = source.statements();
  return std::any_of(
      all.begin(), all.end(), [&](const auto& statement) { return source.statement_has(statement, leads); });
}

// Whether a statement calls a function of the file, which may change more than the name that it gives a value.
static bool calls_own(PythonSource& source, const Stmt& statement) {
  using Kind = PythonSource::Global::Kind;
  auto is = [&](const std::string& name, Kind kind) {
    const PythonSource::Global* global = source.find(name);
    return global != nullptr && global->kind == kind;
  };
  StatementEffects effects(source, statement);
  return std::any_of(effects.called().begin(),
                     effects.called().end(),
                     [&](const std::string& one) { return is(one, Kind::function); }) ||
         std::any_of(effects.written().begin(), effects.written().end(), [&](const std::string& one) {
           return is(one, Kind::assignment);
         });
}

// Whether the body of a class, or what decorates its methods, may change a name of the file.
static bool body_changes(PythonSource& source, const ClassDef& klass) {
  auto is_of_file = [&](int mark) {
    const PyExpr* e = &source.expr(mark);
    while (e->kind == PyExprKind::call || e->kind == PyExprKind::attribute) e = &source.expr(e->kids[0]);
    const PythonSource::Global* global = e->kind == PyExprKind::name ? source.find(e->text) : nullptr;
    return global != nullptr && global->kind != PythonSource::Global::Kind::import;
  };
  if (klass.methods.contains("__init_subclass__")) return true;
  return std::any_of(klass.body.begin(), klass.body.end(), [&](const ClassDef::Part& part) {
    if (part.klass >= 0) return false;
    if (part.function >= 0) {
      const std::vector<int>& marks = source.function(part.function).decorators;
      return std::any_of(marks.begin(), marks.end(), is_of_file);
    }
    Stmt statement = source.statement_at(part.token);
    bool plain = statement.kind == StmtKind::assign || statement.kind == StmtKind::nothing ||
                 (statement.kind == StmtKind::expression && source.expr(statement.value).kind == PyExprKind::string);
    return !plain || calls_own(source, statement);
  });
}

// A plain `name = value` whose name nothing else assigns is found when somebody asks for the name.
bool Script::changes_names(PythonSource& source) {
  auto is_plain = [&](const PythonSource::Statement& one) {
    Stmt statement = source.statement_at(one.first);
    if (statement.kind == StmtKind::nothing) return true;
    if (statement.kind == StmtKind::expression) return source.expr(statement.value).kind == PyExprKind::string;
    return statement.kind == StmtKind::assign && !calls_own(source, statement) &&
           std::all_of(statement.targets.begin(), statement.targets.end(), [&](int target) {
             const PyExpr& e = source.expr(target);
             const PythonSource::Global* global = e.kind == PyExprKind::name ? source.find(e.text) : nullptr;
             return global != nullptr && global->kind == PythonSource::Global::Kind::assignment &&
                    global->index == one.first;
           });
  };
  const auto& all = source.statements();
  const auto& definitions = source.definitions();
  auto is_plain_definition = [&](const PythonSource::Definition& one) {
    try {
      return source.is_last(one) && !(one.is_class && body_changes(source, source.klass(one.index)));
    } catch (const Error&) {  // it is outside of the subset
      return true;
    }
  };
  if (!std::all_of(definitions.begin(), definitions.end(), is_plain_definition)) return true;
  return std::any_of(all.begin(), all.end(), [&](const PythonSource::Statement& one) {
    try {
      return !is_plain(one);
    } catch (const Error&) {  // it is outside of the subset
      return false;
    }
  });
}

void Script::run() {
  const auto& all = python().own_source().statements();
  std::size_t last = 0;  // the last that exports
  auto exports = [](const std::string& name) { return name.starts_with("export"); };
  for (std::size_t i = 0; i < all.size(); ++i) last = python().own_source().statement_has(all[i], exports) ? i : last;
  run_statements([&](std::size_t i) { return i > last && exported_; }, [](std::size_t) { return false; });
}

bool Script::run_settings() {
  PythonSource& source = python().own_source();
  auto exports = [](const std::string& name) { return name.starts_with("export"); };
  run_statements([](std::size_t) { return false; },
                 [&](std::size_t i) { return source.statement_has(source.statements()[i], exports); });
  if (unset_) throw Error(*unset_);
  return settings().ambient_grad && grad_;
}

void Script::run_statements(const std::function<bool(std::size_t)>& ends,
                            const std::function<bool(std::size_t)>& skips) {
  recorder().current = &recorder().init;
  Scope* scope = python().make_scope(nullptr);
  python().set_script_scope(scope);
  scope->names["__name__"] = PyValue(context().string("__main__"));
  python().limit_steps(kMostScriptSteps);
  PythonSource& source = python().own_source();
  const auto& all = source.statements();
  auto definition = source.definitions().begin();
  python().frames().push_back({"<module>", &source, scope, 0, nullptr, {}, {}});
  auto pass_definitions = [&](std::size_t behind) {
    for (; definition != source.definitions().end() && definition->first < behind; ++definition) {
      python().set_defined_until(definition->first + 1);
      python().pass_definition(*definition);
    }
  };
  auto end_of = [&](std::size_t statement) {
    std::size_t next = statement + 1 < all.size() ? all[statement + 1].first : kEverything;
    return definition == source.definitions().end() ? next : std::min(next, definition->first);
  };
  std::size_t i = 0;
  for (; i < all.size() && !ends(i); ++i) {
    if (skips(i)) continue;
    pass_definitions(all[i].first);
    python().set_defined_until(end_of(i));
    behind_classes_ = source.stands_behind_classes(all[i]);
    std::vector<Stmt> block;
    try {
      block.push_back(source.statement_at(all[i].first));
      run_block(block);
    } catch (const Error& error) {  // it is outside of the subset, or not Python
      if (block.empty()) {
        lose_words(all[i], error);
      } else {
        lose(block[0], error);
      }
      auto own = [&](const std::string& name) { return is_own_class(name) || name.starts_with("export"); };
      if (source.statement_has(all[i], own)) failure = error;
    }
  }
  if (i == all.size() && !exported_) pass_definitions(kEverything);
  python().set_defined_until(exported_ ? exported_->defined_until : kEverything);
  python().frames().pop_back();
  python().reset_steps();
  python().limit_steps(kMostSteps);
  grad_ = regions().grad_mode();
  regions().set_grad_mode(settings().ambient_grad);
}

bool Script::runs_plainly() const {
  return std::none_of(python().frames().begin(), python().frames().end(), [](const PythonInterpreter::Frame& f) {
    return f.owner != nullptr;
  });
}

bool Script::is_own(const PyObject& module) const { return module.klass->source == &python().own_source(); }

bool Script::is_own_class(std::string_view name) const {
  const PythonSource::Global* global = python().own_source().find(name);
  return global != nullptr && global->kind == PythonSource::Global::Kind::klass;
}

// Statements of the file itself, and of a function `main`, are passed over one by one where they cannot be run; those
// of a try statement are not.
std::optional<PyFlow> Script::run_block(const std::vector<Stmt>& block) {
  if (in_attempt_ || (python().frame().function != "<module>" && python().frame().function != "main"))
    return std::nullopt;
  for (const Stmt& statement : block) {
    std::size_t frames = python().frames().size(), calls = names().calls.size(), leaves = modules().leaves;
    auto cast = caller().cast();
    bool mode = regions().grad_mode(), attempts = statement.kind == StmtKind::attempt;
    PyFlow flow = PyFlow::on;
    in_attempt_ = attempts;
    exports_ = sets_ = false;
    try {
      flow = python().run_statement(statement);
      note_made(statement);
    } catch (const Error& error) {
      python().frames().resize(frames);
      names().calls.resize(calls);
      modules().leaves = leaves;
      caller().set_cast(cast);
      regions().set_grad_mode(mode);
      recorder().current = &recorder().init;
      in_attempt_ = false;
      if (++failures_ > kMostScriptFailures) throw;
      note_failure(statement, error);
    }
    in_attempt_ = false;
    if (flow != PyFlow::on) return flow;
  }
  return PyFlow::on;
}

bool Script::has_word(std::string_view line, const std::function<bool(const std::string&)>& is) {
  auto in_word = [](char c) {
    return c == '_' || (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
  };
  for (std::size_t i = 0; i < line.size();) {
    std::size_t end = i;
    while (end < line.size() && in_word(line[end])) ++end;
    if (end > i && is(std::string(line.substr(i, end - i)))) return true;
    i = end + 1;
  }
  return false;
}

// Whether one of its words is a class of the file, or says export.
bool Script::leads_to_module(std::string_view line) const {
  return has_word(line, [&](const std::string& word) { return word.starts_with("export") || is_own_class(word); });
}

void Script::note_call(const PyValue& callee) {
  sets_ = sets_ || (callee.is_path() && callee.path.starts_with("torch.set_default_"));
  exports_ = exports_ ||
             (callee.is_path() && std::any_of(std::begin(kExporters), std::end(kExporters), [&](const Exporter& one) {
                return one.path == callee.path;
              }));
}

bool Script::is_result(const PyValue& value) { return value.is_path() && value.path.starts_with(kResultPath); }

// Whoever reads a name that got no value is told why.
void Script::note_failure(const Stmt& statement, const Error& error) {
  if (std::exchange(exports_, false)) lost_ = error;
  if (std::exchange(sets_, false) && !unset_) unset_ = error;
  if (const PyObject* module = changed_by(statement, error)) changed_.insert_or_assign(module, error);
  lose(statement, error);
  std::string_view line = python().own_source().line(statement.line);
  if (leads_to_module(line)) failure = error;
  auto is_function = [&](const std::string& name) {
    const PythonSource::Global* global = python().own_source().find(name);
    return global != nullptr && global->kind == PythonSource::Global::Kind::function;
  };
  if (!has_word(line, is_function)) return;
  if (!lesser) lesser = error;
  if (!called_ || exported_ || unsure_) return;
  std::set<const PyObject*> mentioned = modules_behind(line);
  mentioned.erase(called_->module);
  if (mentioned.empty()) return;
  unsure_ = error;
  unsure_->diagnostic().note(
      "the script may call another module here: end the file with the call to capture, model(x)");
}

// Modules of the file's own classes that a line names, or that functions of the file do which it reaches.
std::set<const PyObject*> Script::modules_behind(std::string_view line) {
  PythonSource& source = python().own_source();
  std::set<const PyObject*> found;
  std::set<std::string> seen;
  std::vector<const Function*> open;
  auto mention = [&](const std::string& name) {
    const PythonSource::Global* global = source.find(name);
    if (global == nullptr || !seen.insert(name).second) return false;
    if (global->kind == PythonSource::Global::Kind::function) {
      open.push_back(&source.function(static_cast<int>(global->index)));
    } else if (PyValue* value = python().find_global(source, name);
               value != nullptr && is_module(*value) && is_own(*value->object)) {
      found.insert(value->object);
    }
    return false;
  };
  has_word(line, mention);
  while (!open.empty()) {
    const Function& function = *open.back();
    open.pop_back();
    for (std::size_t at = function.first_expr; at < function.last_expr; ++at) {
      const PyExpr& e = source.expr(static_cast<int>(at));
      if (e.kind == PyExprKind::name) mention(e.text);
    }
  }
  return found;
}

void Script::lose(const Stmt& statement, const Error& error) {
  if (!effects_) effects_.emplace(python().own_source());
  std::optional<StatementEffects> found = effects_->of(statement);
  if (!found) {
    if (!unset_) unset_ = error;
    return;
  }
  const StatementEffects& effects = *found;
  for (const std::string& name : effects.assigned()) lose_name(name, error);
  for (const std::string& name : effects.written()) lose_object(name, error);
  const auto& attributes = effects.attributes();
  const auto& called = effects.called();
  auto is_hook = [&](const std::string& one) { return path_of(one).starts_with("torch.nn.modules.module.register_"); };
  bool everywhere = std::any_of(
                        attributes.begin(), attributes.end(), [&](const std::string& one) { return is_patch(one); }) ||
                    std::any_of(called.begin(), called.end(), is_hook);
  if (everywhere && !unset_) unset_ = error;
  bool converts = std::any_of(
      called.begin(), called.end(), [&](const std::string& one) { return is_converter(path_of(one)); });
  for (const std::string& name : effects.passed()) {
    PyValue* value = python().find_name(name);
    if (value == nullptr || value->object == nullptr) continue;
    if (!is_module(*value)) {
      lose_object(name, error);
    } else if (converts || effects.writes_objects()) {
      changed_.insert_or_assign(value->object, error);
    }
  }
}

void Script::end_of_file(const Error& error) {
  if (!unset_ && !exported_) unset_ = error;
}

// Of a statement that is no Python of the subset only the words are known.
void Script::lose_words(const PythonSource::Statement& statement, const Error& error) {
  PythonSource& source = python().own_source();
  source.statement_has(statement, [&](const std::string& word) {
    const PythonSource::Global* global = source.find(word);
    if (global != nullptr && global->kind == PythonSource::Global::Kind::assignment) {
      lose_object(word, error);
      lose_name(word, error);
    }
    return false;
  });
}

void Script::lose_name(const std::string& name, const Error& error) {
  for (Scope* scope = python().frame().scope; scope != nullptr; scope = scope->outer) scope->names.erase(name);
  run_.unknown_names.insert_or_assign(name, error);
}

void Script::lose_object(const std::string& name, const Error& error) {
  PyValue* value = python().find_name(name);
  if (value == nullptr) {
    const PythonSource::Global* global = python().own_source().find(name);
    if (global != nullptr && global->kind == PythonSource::Global::Kind::assignment) lose_name(name, error);
    return;
  }
  PyObject* object = value->object;
  if (object == nullptr) return;
  if (is_module(*value)) {
    changed_.insert_or_assign(object, error);
  } else if (object->kind == PyKind::list || object->kind == PyKind::dict || object->kind == PyKind::set ||
             object->kind == PyKind::instance) {
    stale_.insert_or_assign(object, error);
    lose_name(name, error);
  }
}

// What a name with dots stands for in the library: "torch.nn.functional.relu" for F.relu.
std::string Script::path_of(const std::string& dotted) const {
  std::string root = dotted.substr(0, dotted.find('.'));
  const PythonSource::Global* global = python().own_source().find(root);
  bool imported = global != nullptr && global->kind == PythonSource::Global::Kind::import;
  return imported ? cat({global->path, std::string_view(dotted).substr(root.size())}) : dotted;
}

// An attribute of a class of the file, or a function of the library: whatever runs later sees another one.
bool Script::is_patch(const std::string& attribute) const {
  std::string path = path_of(attribute);
  if (is_own_class(attribute.substr(0, attribute.find('.')))) return true;
  static constexpr std::string_view kSettings[] = {
      "torch.backends.", "torch.cuda.", "torch._dynamo.", "torch._inductor.", "torch.multiprocessing."};
  bool setting = std::any_of(
      std::begin(kSettings), std::end(kSettings), [&](std::string_view one) { return path.starts_with(one); });
  return !setting && (path.starts_with("torch.") || path.starts_with("math.") || path.starts_with("numpy."));
}

void Script::note_made(const Stmt& statement) {
  if (statement.kind != StmtKind::assign || !behind_classes_) return;
  auto note = [&](const PyExpr& e) {
    auto found = e.kind == PyExprKind::name ? python().frame().scope->names.find(e.text)
                                            : python().frame().scope->names.end();
    if (found == python().frame().scope->names.end() || !is_module(found->second)) return;
    PyObject* module = found->second.object;
    bool own = is_own(*module);
    if (python().own_source().has_module() ? own : own || made_ == nullptr || is_container(*module)) made_ = module;
  };
  for (int target : statement.targets) {
    note(python().expr(target));
    for (int kid : python().expr(target).kids) {
      if (python().expr(target).kind == PyExprKind::tuple) note(python().expr(kid));
    }
  }
}

// A bound of a Dim that is no whole number.
void Script::refuse_bound(const PyExpr& e, const PyValue& bound) const {
  if (bound.is_arg() && bound.arg.kind() == ArgKind::floating)
    fail_as(e,
            "AssertionError",
            cat({"(VR[2, int_oo], VR[", python().text_of(e, bound, true), ", int_oo])"}),
            "give whole numbers for min and max");
  fail_as(e,
          "TypeError",
          cat({"'>' not supported between instances of '", python().type_name(bound), "' and 'int'"}),
          "give whole numbers for min and max");
}

// Dim.AUTO(min=2, max=64), which PyTorch has since 2.14.
PyValue Script::ranged_hint(const PyExpr& e,
                            const std::string& path,
                            const PyValues& args,
                            const PyNamedValues& kwargs) {
  if (!has(context().dialect, EngineNovelty::inlined_layers))
    fail_as(e, "TypeError", "'_DimHint' object is not callable", "write Dim(\"name\", min=..., max=...)");
  PyObject* out = python().make(PyKind::context);
  out->name = path;
  out->kwargs = kwargs;
  for (std::size_t i = 0; i < args.size() && i < 2; ++i) out->kwargs.emplace_back(i == 0 ? "min" : "max", args[i]);
  check_dimension(e, {}, out->kwargs);
  return PyValue(out);
}

// What the constructor of Dim asserts.
void Script::check_dimension(const PyExpr& e, const PyValues& args, const PyNamedValues& kwargs) const {
  if (!args.empty() && args[0].is_arg() && args[0].arg.is_string() && !is_identifier(args[0].arg.text()))
    fail_as(e,
            "AssertionError",
            cat({"Dim name must be a valid identifier, got ", args[0].arg.text()}),
            "give it a name without spaces");
  std::int64_t least = 0, most = INT64_MAX;
  for (const auto& [key, value] : kwargs) {
    bool number = value.is_arg() && value.arg.is_integer() && value.arg.fits_int64();
    if ((key == "min" || key == "max") && !number && !value.is_none()) refuse_bound(e, value);
    if (number && key == "min") least = value.arg.as_int();
    if (number && key == "max") most = value.arg.as_int();
  }
  if (most <= least)
    fail_as(e,
            "AssertionError",
            cat({"Cannot create Dim with inconsistent min=", std::to_string(least), ", max=", std::to_string(most)}),
            "let max be greater than min");
}

std::optional<PyValue> Script::call(const PyExpr& e,
                                    const std::string& path,
                                    const PyValues& args,
                                    const PyNamedValues& kwargs) {
  if (path == "torch.compile" && !args.empty()) return args[0];
  if (path == kDimension || path == "torch.export.dynamic_shapes.Dim") {
    check_dimension(e, args, kwargs);
    PyObject* out = python().make(PyKind::context);
    out->name = kDimension;
    out->items = args;
    out->kwargs = kwargs;
    return PyValue(out);
  }
  if (!hint_of(PyValue::of_path(path)).empty()) return ranged_hint(e, path, args, kwargs);
  if (path == "torch.export.dims") {
    PyValues out;
    for (const PyValue& name : args) out.push_back(*call(e, kDimension, {name}, kwargs));
    return python().make_list(PyKind::tuple, std::move(out));
  }
  auto exporter = std::find_if(
      std::begin(kExporters), std::end(kExporters), [&](const Exporter& one) { return one.path == path; });
  if (exporter == std::end(kExporters)) return std::nullopt;
  try {
    exported_ = export_of(e, exporter->loose, args, kwargs);
    if (!exported_->strict && !has(context().dialect, EngineNovelty::strict_default))
      exported_->strict = exporter->strict;
    refused_.reset();
    lost_.reset();
    exports_ = false;
  } catch (const Error& error) {
    refused_ = error;
    throw;
  }
  return PyValue::of_path("<exported>");
}

ScriptCall Script::export_of(const PyExpr& e, bool loose, const PyValues& args, const PyNamedValues& kwargs) {
  auto given = [&](std::size_t place, std::string_view key) {
    if (place < args.size()) return args[place];
    auto found = std::find_if(kwargs.begin(), kwargs.end(), [&](const auto& one) { return one.first == key; });
    return found == kwargs.end() ? PyValue() : found->second;
  };
  ScriptCall out;
  out.place = e;
  out.grad = regions().grad_mode();
  out.defined_until = python().defined_until();
  PyValue module = given(0, "mod");
  if (!is_module(module)) {
    bool function = module.is_path() || (module.object != nullptr && (module.object->kind == PyKind::function ||
                                                                      module.object->kind == PyKind::method));
    fail_as(e,
            "ValueError",
            cat({"Expected `mod` to be an instance of `torch.nn.Module`, got <class '",
                 function ? "function" : python().type_name(module),
                 "'>."}),
            "give it a module: write what the function does in forward of a class");
  }
  out.module = module.object;
  if (!loose && functions().is_scripted(module.object))
    fail_as(e,
            "ValueError",
            "Exporting a ScriptModule is not supported. Maybe try converting your ScriptModule to an ExportedProgram "
            "using `TS2EPConverter(mod, args, kwargs).convert()` instead.",
            "export the module itself, without torch.jit.script");
  PyValue examples = with_results(given(1, loose ? "example_inputs" : "args"));
  bool tuple = examples.object != nullptr && examples.object->kind == PyKind::tuple;
  if (!tuple && !loose && !examples.is_none()) {
    bool list = examples.object != nullptr && examples.object->kind == PyKind::list;
    bool tensor = (examples.object != nullptr && examples.object->kind == PyKind::foreign) ||
                  (examples.is_arg() && tracer().is_tensor(examples.arg));
    fail_as(e,
            "UserError",
            cat({"Expecting `args` to be a tuple of example positional inputs, got <class '",
                 list     ? "list"
                 : tensor ? "torch.Tensor"
                          : python().type_name(examples),
                 "'>"}),
            "write (x,) with a comma");
  }
  out.args = tuple ? examples.object->items : examples.is_none() ? PyValues() : PyValues{examples};
  if (loose) return out;
  PyValue named = with_results(given(2, "kwargs"));
  if (named.object != nullptr && named.object->kind == PyKind::dict) {
    for (std::size_t i = 0; i + 1 < named.object->items.size(); i += 2)
      out.kwargs.emplace_back(python().name_argument(e, named.object->items[i]), named.object->items[i + 1]);
  }
  out.shapes = given(3, "dynamic_shapes");
  if (PyValue strict = given(4, "strict"); strict.is_arg() && strict.arg.is_bool()) out.strict = strict.arg.as_bool();
  if (PyValue kept = given(5, "preserve_module_call_signature"); !kept.is_none()) {
    for (const PyValue& path : python().items_of(e, kept)) out.preserved.push_back(python().name_argument(e, path));
  }
  return out;
}

PyValue Script::module_call(const PyExpr& e, PyObject* module, PyValues args, PyNamedValues kwargs) {
  bool own = is_own(*module), wanted = own || (!python().own_source().has_module() && !called_);
  if (wanted) {
    for (PyValue& arg : args) arg = with_results(arg);
    for (auto& [name, arg] : kwargs) arg = with_results(arg);
    ScriptCall call;
    call.module = module;
    call.args = args;
    call.kwargs = kwargs;
    call.grad = regions().grad_mode();
    call.place = e;
    called_ = std::move(call);
    unsure_.reset();
  }
  results_.push_back({module, std::move(args), std::move(kwargs), std::nullopt, e});
  PyValue result = PyValue::of_path(cat({kResultPath, std::to_string(results_.size() - 1)}));
  if (!remembers(module)) return result;
  try {
    return result_of(result);
  } catch (const Error& error) {  // what it holds now may not be what Python would have left
    if (exception_of(error.diagnostic()).empty()) changed_.insert_or_assign(module, error);
    throw;
  }
}

// Whether a call of a module may leave something in it that later calls read, or end by an exception that the script
// catches.
bool Script::remembers(PyObject* module) {
  for (PyObject* one : modules().modules_of(module)) {
    if (!one->hooks_before.empty() || !one->hooks_after.empty()) return true;
    if (!is_own(*one)) continue;
    if (one->klass->patched) return true;
    auto known = remembering_.find(one->klass);
    if (known == remembering_.end())
      known = remembering_.emplace(one->klass, RememberingMethods(python().own_source(), *one->klass)).first;
    if (known->second.change() || (in_attempt_ && known->second.raise())) return true;
  }
  return false;
}

// A value in which results of modules are tensors.
PyValue Script::with_results(const PyValue& value, int depth) {
  if (is_result(value)) return result_of(value);
  bool items = value.object != nullptr && (value.object->kind == PyKind::tuple || value.object->kind == PyKind::list ||
                                           value.object->kind == PyKind::dict);
  if (!items || depth > kDeepestSource) return value;
  PyValues out;
  for (const PyValue& item : value.object->items) out.push_back(with_results(item, depth + 1));
  return python().make_list(value.object->kind, std::move(out));
}

PyValue Script::result_of(const PyValue& value) {
  std::optional<std::int64_t> at = parse_int(std::string_view(value.path).substr(kResultPath.size()));
  if (!at || *at < 0 || *at >= static_cast<std::int64_t>(results_.size())) return value;
  Result& result = results_[static_cast<std::size_t>(*at)];
  if (result.value) return *result.value;
  if (++runs_ > kMostScriptRuns)
    fail(result.place,
         cat({"a script's modules run at most ", std::to_string(kMostScriptRuns), " times"}),
         "make the example inputs with torch.randn");
  PyValues args = result.args;
  PyNamedValues kwargs = result.kwargs;
  for (PyValue& arg : args) arg = with_results(arg);
  for (auto& [name, arg] : kwargs) arg = with_results(arg);
  std::unique_ptr<Script> self = std::move(run_.script);  // its own modules run, too
  ModuleNames::Memory before = names().remember(modules().modules_of(result.module));
  try {
    result.value = modules().call_module(result.place, result.module, std::move(args), std::move(kwargs));
  } catch (...) {
    run_.script = std::move(self);
    names().restore(std::move(before));
    throw;
  }
  run_.script = std::move(self);
  names().restore(std::move(before));
  return *result.value;
}

bool Script::choose(std::optional<ScriptCall>& out) {
  if (unset_) throw Error(*unset_);
  if (refused_) throw Error(*refused_);
  if (lost_) throw Error(*lost_);
  if (unsure_ && !exported_) throw Error(*unsure_);
  out = exported_ ? exported_ : called_;
  if (!out && made_ != nullptr) {
    out.emplace();
    out->module = made_;
    out->made = true;
  }
  for (PyObject* module : out ? modules().modules_of(out->module) : std::vector<PyObject*>()) {
    if (auto lost = changed_.find(module); lost != changed_.end()) throw Error(lost->second);
    if (const Error* stale = stale_in(*module)) throw Error(*stale);
  }
  return out.has_value();
}

// Why a container that a module holds is not known.
const Error* Script::stale_in(const PyObject& module) const {
  if (stale_.empty()) return nullptr;
  std::vector<const PyObject*> open = {&module};
  std::set<const PyObject*> seen;
  auto add = [&](const PyValue& value) {
    bool deeper = value.object != nullptr && !is_module(value) && seen.insert(value.object).second;
    if (deeper) open.push_back(value.object);
  };
  while (!open.empty()) {
    const PyObject& one = *open.back();
    open.pop_back();
    if (auto found = stale_.find(&one); found != stale_.end()) return &found->second;
    for (const PyValue& item : one.items) add(item);
    for (const auto& [name, value] : one.attributes) add(value);
  }
  return nullptr;
}

// model.fuse(), model.load_state_dict(state): the module that a statement which fails may have been about to change. It
// calls a method of the module's class in this file for what it does, or one of nn.Module that raised an exception.
const PyObject* Script::changed_by(const Stmt& statement, const Error& error) const {
  bool alone = statement.kind == StmtKind::expression;
  if (!alone && statement.kind != StmtKind::assign) return nullptr;
  const PyExpr& call = python().expr(statement.value);
  if (call.kind != PyExprKind::call || python().expr(call.kids[0]).kind != PyExprKind::attribute) return nullptr;
  const PyExpr& method = python().expr(call.kids[0]);
  const PyExpr* owner = &python().expr(method.kids[0]);
  bool direct = owner->kind == PyExprKind::name;
  while (owner->kind == PyExprKind::attribute) owner = &python().expr(owner->kids[0]);
  PyValue* found = owner->kind == PyExprKind::name ? python().find_name(owner->text) : nullptr;
  if (found == nullptr || !is_module(*found)) return nullptr;
  PyClass* klass = found->object->klass;
  if (alone && direct && is_own(*found->object) && python().find_method(klass, method.text) != nullptr)
    return found->object;
  bool raised = !exception_of(error.diagnostic()).empty() && modules().has_method(*found->object, method.text);
  return raised ? found->object : nullptr;
}

CaptureSettings settings_of(const ScriptCall& call, const CaptureSettings& settings) {
  CaptureSettings out = settings;
  if (!settings.strict_told) out.strict = call.strict.value_or(settings.strict);
  out.ambient_grad = settings.ambient_grad && call.grad;
  if (out.preserved.empty()) out.preserved = call.preserved;
  return out;
}

Diagnostic warning_of(const Error& failure) {
  Diagnostic out = failure.diagnostic();
  out.severity = Severity::warning;
  out.message = cat({"the script behind the module is not followed: ", out.message});
  return out;
}

}  // namespace seesaw
