// What a statement of a file may change, told from its text.
//
// What: `StatementEffects` lists the names that a statement assigns, those whose objects it writes to, and those that
// it passes to a function; functions of the file that it calls are followed. Why: a statement of a script that cannot
// be run is passed over, and what it would have changed must not keep its old value in silence.
//
//   CFG.update(json.loads(text))              // written: CFG
//   if os.path.exists(path): SIZES[0] = 4     // written: SIZES
//   K += count(model)                         // assigned: K; passed: model
#pragma once

#include <set>
#include <string>
#include <vector>

#include "core/python/syntax.h"

namespace seesaw {

class StatementEffects {
 public:
  using Names = std::set<std::string, std::less<>>;
  // Throws no error: a function whose body is outside of the subset counts as one that writes to what it is given.
  StatementEffects(PythonSource& source, const Stmt& statement);

  const Names& assigned() const { return assigned_; }
  // Roots of attributes and subscripts that get a value or are deleted, and of methods that are called.
  const Names& written() const { return written_; }
  // Names that are arguments of calls, other than those of functions that only read.
  const Names& passed() const { return passed_; }
  // Attributes that get a value, as they are written: "F.relu", "Net.forward".
  const Names& attributes() const { return attributes_; }
  // Functions that are called, as they are written: "torch.nn.utils.prune.l1_unstructured".
  const Names& called() const { return called_; }
  // Whether a function that it calls writes to attributes of objects, or gives a module another part.
  bool writes_objects() const { return writes_objects_; }

 private:
  struct Place {  // of names: a function's own are of no interest to the file
    const Function* function = nullptr;
    Names own = {};
  };
  void add_statements(const Place& place, std::vector<const Stmt*> open);
  void add_target(const Place& place, int index);
  void add_expressions(const Place& place, std::vector<int> open);
  void add_call(const Place& place, const PyExpr& call);
  void write_to(const Place& place, int index);
  void follow_functions();
  static Names names_of(PythonSource& source, const Function& function);

  PythonSource& source_;
  Names assigned_, written_, passed_, attributes_, called_, followed_;
  std::vector<const Function*> waiting_;
  bool writes_objects_ = false;
};

// "a.b.c" of an attribute of an attribute of a name; empty for anything else.
std::string dotted_path(const PythonSource& source, const PyExpr& e);

}  // namespace seesaw
