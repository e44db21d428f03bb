// The script of a file: what its statements do behind its classes.
//
// What: a `Script` runs them and keeps what it found: the last call of torch.export.export, the last call of a module,
// the last module with a name. Why: people paste a file that ends in `torch.export.export(model, (torch.randn(2,
// 3),))`; the module and the shapes stand there.
//
//   model = Net(4, 2).eval()                                        // made
//   y = model(torch.randn(1, 4))                                    // called
//   ep = torch.export.export(model, (torch.randn(2, 4),), strict=False)   // exported: this is what is captured
//
// Modules that a script calls do not run, unless a later call takes what they give or their methods set attributes.
#pragma once

#include <deque>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "core/engine/capture/capture.h"
#include "core/engine/capture/interpreter/statement_effects.h"
#include "core/engine/capture/torch/capture_part.h"
#include "core/engine/capture/torch/script_memory.h"

namespace seesaw {

struct ScriptCall {
  PyObject* module = nullptr;
  PyValues args;
  PyNamedValues kwargs;
  PyValue shapes;              // dynamic_shapes
  std::optional<bool> strict;  // if it is said
  std::vector<std::string> preserved;
  bool grad = true;                                          // grad mode where it is called
  std::size_t defined_until = static_cast<std::size_t>(-1);  // the token from which on nothing is defined yet
  bool made = false;                                         // the script makes the module, and gives it no inputs
  PyExpr place;
};

class Script : public CapturePart {
 public:
  using CapturePart::CapturePart;

  // Whether a file has statements that may lead to a module.
  static bool stands_in(PythonSource& source, const CaptureSettings& settings);
  // Whether a name of the file has another value at its end than its last assignment alone gives.
  static bool changes_names(PythonSource& source);
  // Runs them in the evaluator, on the graph of initial values; what cannot be run is passed over.
  void run();
  // Runs those that do not name export, for what they do to names. Throws Error where one that cannot be run sets a
  // default of torch. The result is grad mode behind the last.
  bool run_settings();
  // Whether they say what is captured. Throws Error where PyTorch refuses the call.
  bool choose(std::optional<ScriptCall>& out);
  // What kept the last statement that names a class of the file, or export.
  std::optional<Error> failure;
  std::optional<Error> lesser;  // of a statement that calls a function of the file: told where nothing else is captured

  // --- for the host, while it runs ---
  // Statements of the file itself one by one; nothing for other blocks.
  std::optional<PyFlow> run_block(const std::vector<Stmt>& block);
  // Whether no method runs: a module that is called now is called by the script.
  bool runs_plainly() const;
  PyValue module_call(const PyExpr& e, PyObject* module, PyValues args, PyNamedValues kwargs);
  // export(...) and what goes with it; nothing for what is no part of a script.
  std::optional<PyValue> call(const PyExpr& e,
                              const std::string& path,
                              const PyValues& args,
                              const PyNamedValues& kwargs);
  // A call whose arguments are worked out next: if they cannot be, and it exports, that is told.
  void note_call(const PyValue& callee);
  // What a statement that cannot be run would have changed is not known from here on.
  void lose(const Stmt& statement, const Error& error);
  // A definition raises an exception: Python runs nothing behind it.
  void end_of_file(const Error& error);
  // Whether a value is what a module gave that the script called; and that, worked out.
  static bool is_result(const PyValue& value);
  PyValue settled(const PyValue& value) { return result_of(value); }

 private:
  [[noreturn]] void refuse_bound(const PyExpr& e, const PyValue& bound) const;
  PyValue ranged_hint(const PyExpr& e, const std::string& path, const PyValues& args, const PyNamedValues& kwargs);
  void check_dimension(const PyExpr& e, const PyValues& args, const PyNamedValues& kwargs) const;
  // Until `ends` says of a statement's place that it is behind the last; those that it `skips` are not run.
  void run_statements(const std::function<bool(std::size_t)>& ends, const std::function<bool(std::size_t)>& skips);
  // What a module gives that was called.
  struct Result {
    PyObject* module;
    PyValues args;
    PyNamedValues kwargs;
    std::optional<PyValue> value;
    PyExpr place;
  };
  void note_made(const Stmt& statement);
  void note_failure(const Stmt& statement, const Error& error);
  static bool has_word(std::string_view line, const std::function<bool(const std::string&)>& is);
  std::set<const PyObject*> modules_behind(std::string_view line);
  bool leads_to_module(std::string_view line) const;
  void lose_words(const PythonSource::Statement& statement, const Error& error);
  void lose_name(const std::string& name, const Error& error);
  void lose_object(const std::string& name, const Error& error);
  std::string path_of(const std::string& dotted) const;
  bool is_patch(const std::string& attribute) const;
  const Error* stale_in(const PyObject& module) const;
  const PyObject* changed_by(const Stmt& statement, const Error& error) const;
  bool is_own_class(std::string_view name) const;
  bool is_own(const PyObject& module) const;
  ScriptCall export_of(const PyExpr& e, bool loose, const PyValues& args, const PyNamedValues& kwargs);
  PyValue with_results(const PyValue& value, int depth = 0);
  PyValue result_of(const PyValue& value);
  bool remembers(PyObject* module);

  std::optional<ScriptCall> exported_, called_;
  PyObject* made_ = nullptr;
  std::optional<Error> refused_;              // by PyTorch: the last export
  std::map<const PyObject*, Error> changed_;  // modules that a method would have changed, had it been followed
  std::optional<Error> lost_;                 // what kept the last export from being followed
  std::optional<Error> unsure_;               // what kept a later call of another module from being followed
  bool exports_ = false;                      // the statement calls export, and has not come back
  bool grad_ = true;                          // grad mode behind the last statement
  bool sets_ = false;                         // the statement sets a default of torch
  std::optional<Error> unset_;                // what kept a default from being set: all tensors depend on it
  std::optional<FileEffects> effects_;        // of the file, once a statement fails
  std::map<const PyObject*, Error> stale_;    // containers that a statement would have changed
  std::deque<Result> results_;
  std::map<const PyClass*, RememberingMethods> remembering_;
  int runs_ = 0;  // of modules whose results were asked for
  int failures_ = 0;
  bool in_attempt_ = false;
  bool behind_classes_ = true;  // the statement that runs
};

// What kept a script from being followed, where its module is captured all the same: made without arguments, not as the
// script makes it.
Diagnostic warning_of(const Error& failure);
// The settings with what a call says of them.
CaptureSettings settings_of(const ScriptCall& call, const CaptureSettings& settings);

inline constexpr int kMostScriptRuns = 100;
inline constexpr int kMostScriptFailures = 200;           // statements that are passed over
inline constexpr std::size_t kMostScriptSteps = 200'000;  // what follows is passed over
inline constexpr const char* kDimension = "torch.export.Dim";

}  // namespace seesaw
