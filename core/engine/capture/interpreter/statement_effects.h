// What a statement of a file may change, told from its text.
//
// What: `StatementEffects` lists the names that a statement assigns, those whose objects it writes to, and those that
// it passes to a function; `FileEffects` adds what the functions of the file do that it calls. Why: a statement of a
// script that cannot be run is passed over, and what it would have changed must not keep its old value in silence.
//
//   CFG.update(json.loads(text))              // written: CFG
//   if os.path.exists(path): SIZES[0] = 4     // written: SIZES
//   K += count(model)                         // assigned: K; passed: model
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "core/python/syntax.h"

namespace seesaw {

class StatementEffects {
 public:
  using Names = std::set<std::string, std::less<>>;
  // Of a statement itself: functions that it calls are named, not followed.
  StatementEffects(PythonSource& source, const Stmt& statement);
  // Of the body of a function, for whoever calls it. Throws no error: a body that is outside of the subset counts as
  // one that writes to objects.
  StatementEffects(PythonSource& source, const Function& function);

  const Names& assigned() const { return assigned_; }
  // Roots of attributes and subscripts that get a value or are deleted, and of methods that are called.
  const Names& written() const { return written_; }
  // Names that are arguments of calls, other than those of functions that only read.
  const Names& passed() const { return passed_; }
  // Attributes that get a value, as they are written: "F.relu", "Net.forward".
  const Names& attributes() const { return attributes_; }
  // Functions that are called, as they are written: "torch.nn.utils.prune.l1_unstructured".
  const Names& called() const { return called_; }
  // Whether a function writes to attributes of objects, or gives a module another part.
  bool writes_objects() const { return writes_objects_; }

  void add(const StatementEffects& other);
  std::size_t size() const;  // names

 private:
  void add_statements(std::vector<const Stmt*> open);
  void add_target(int index);
  void add_expressions(std::vector<int> open);
  void add_call(const PyExpr& call);
  void write_to(int index);
  bool is_own(const std::string& name) const { return own_.contains(name); }

  PythonSource& source_;
  bool of_function_ = false;
  Names own_;  // names of the function: of no interest to the file
  Names assigned_, written_, passed_, attributes_, called_;
  bool writes_objects_ = false;
};

// Each function is read once; a file has one of these.
class FileEffects {
 public:
  explicit FileEffects(PythonSource& source) : source_(source) {}

  // Of a statement and the functions of the file that it calls, directly or not; nothing where following them would
  // take more than kMostNames of the whole file: then it may change anything.
  std::optional<StatementEffects> of(const Stmt& statement);

  static constexpr std::size_t kMostNames = 1'000'000;

 private:
  const StatementEffects* of_function(const std::string& name);  // null for what is no function of the file

  PythonSource& source_;
  std::map<std::string, std::optional<StatementEffects>, std::less<>> functions_;
  std::size_t names_ = 0;  // that were added so far
};

// "a.b.c" of an attribute of an attribute of a name; empty for anything else.
std::string dotted_path(const PythonSource& source, const PyExpr& e);

}  // namespace seesaw
