#include "core/engine/capture/torch/library_operators.h"

#include <algorithm>
#include <map>
#include <optional>
#include <utility>

#include "core/base/cat.h"
#include "core/python/syntax.h"

namespace seesaw {

namespace {

constexpr std::size_t kMostStatements = 20'000;

class Reader {
 public:
  explicit Reader(PythonSource& tree) : tree_(tree) {}

  std::vector<LibraryOperator> read() {
    for (const PythonSource::Statement& statement : tree_.statements()) {
      if (statement_of(statement)) walk();
    }
    for (const Function& function : tree_.functions()) read_marks(function);
    return std::move(all_);
  }

 private:
  const PyExpr& expr(int at) const { return tree_.expr(at); }

  bool statement_of(const PythonSource::Statement& statement) {
    try {
      open_.push_back(tree_.statement_at(statement.first));
    } catch (const Error&) {
      return false;
    }
    return true;
  }

  // Statements that stand in others are read where they stand; a function of the file, where it is called.
  void walk() {
    while (!open_.empty() && read_ < kMostStatements) {
      ++read_;
      Stmt statement = std::move(open_.back());
      open_.pop_back();
      if (statement.kind == StmtKind::define && statement.function >= 0) read_marks(tree_.function(statement.function));
      if (statement.kind == StmtKind::with) note_library(statement);
      if (statement.value >= 0) read_value(statement);
      std::vector<Stmt>& body = statement.body;
      std::move(body.rbegin(), body.rend(), std::back_inserter(open_));
    }
    open_.clear();
  }

  void read_value(const Stmt& statement) {
    const PyExpr& value = expr(statement.value);
    if (value.kind != PyExprKind::call) return;
    if (statement.kind == StmtKind::assign) {
      for (int target : statement.targets) note_library(expr(target), value);
      return;
    }
    if (statement.kind != StmtKind::expression) return;
    const PyExpr& callee = expr(value.kids[0]);
    const PythonSource::Global* global = callee.kind == PyExprKind::name ? tree_.find(callee.text) : nullptr;
    if (global == nullptr || global->kind != PythonSource::Global::Kind::function) return read_call(value, nullptr);
    if (!entered_.emplace(callee.text, true).second) return;
    try {
      const std::vector<Stmt>& body = tree_.body(tree_.function(static_cast<int>(global->index)));
      open_.insert(open_.end(), body.rbegin(), body.rend());
    } catch (const Error&) {}
  }

  void note_library(const Stmt& with) {
    for (std::size_t i = 0; i < with.targets.size() && i < with.names.size(); ++i) {
      if (with.names[i] >= 0) note_library(expr(with.names[i]), expr(with.targets[i]));
    }
  }
  // name = torch.library.Library("my", "FRAGMENT")
  void note_library(const PyExpr& target, const PyExpr& value) {
    std::string_view last = value.kind == PyExprKind::call ? std::string_view(expr(value.kids[0]).text)
                                                           : std::string_view();
    bool library = (last == "Library" || last == "_scoped_library") && value.kids.size() > 1 &&
                   expr(value.kids[1]).kind == PyExprKind::string;
    if (library) libraries_.insert_or_assign(target.text, expr(value.kids[1]).text);
  }

  void read_marks(const Function& function) {
    for (int at : function.decorators) {
      const PyExpr& mark = expr(at);
      if (mark.kind == PyExprKind::call) {
        read_call(mark, &function);
      } else if (mark.kind == PyExprKind::attribute && is_fake(mark.text)) {
        set_fake(made_by(expr(mark.kids[0])), &function);
      }
    }
  }

  static bool is_fake(std::string_view name) {
    return name == "register_fake" || name == "impl_abstract" || name == "_register_fake";
  }

  // A call, or a decorator of `marked`.
  void read_call(const PyExpr& call, const Function* marked) {
    const PyExpr& callee = expr(call.kids[0]);
    std::string_view what = callee.text;
    const PyExpr* owner = callee.kind == PyExprKind::attribute ? &expr(callee.kids[0]) : nullptr;
    std::size_t next = 1;
    std::string space = owner != nullptr ? library_at(*owner) : std::string();
    if (space.empty() && call.kids.size() > 1) {  // impl(lib, "twice", "CPU")
      space = library_at(expr(call.kids[1]));
      if (!space.empty()) ++next;
    }
    if (what == "custom_op" && marked != nullptr) {
      if (std::string name = text_at(call, 1, {}); !name.empty()) functions_[marked->name] = operator_of(name).name;
      return;
    }
    if (is_fake(what) && owner != nullptr && space.empty() && call.kids.size() <= 2 && text_at(call, 1, {}).empty())
      return set_fake(made_by(*owner), marked != nullptr ? marked : function_at(call, 1));
    std::string name = text_at(call, next, space);
    if (name.empty()) return;
    if (what == "define") return define(call, next, name);
    const Function* function = marked != nullptr ? marked : last_function(call);
    if (is_fake(what)) {
      set_fake(&operator_of(name), function);
    } else if (what == "impl" || what == "register_kernel") {
      set_kernel(operator_of(name), call, next, function);
    }
  }

  void define(const PyExpr& call, std::size_t next, const std::string& name) {
    // "my::twice", "(Tensor x) -> Tensor", or "my::twice(Tensor x) -> Tensor"
    std::size_t head = name.find('(');
    std::string parameters = head == std::string::npos ? text_at(call, next + 1, {}) : name.substr(head);
    std::string plain = name.substr(0, head);
    while (!plain.empty() && plain.back() == ' ') plain.pop_back();
    if (parameters.empty() || plain.find("::") == std::string::npos) return;
    LibraryOperator& made = operator_of(plain);
    made.schema = cat({plain.substr(plain.find("::") + 2), parameters});
  }

  void set_kernel(LibraryOperator& of, const PyExpr& call, std::size_t next, const Function* function) {
    bool meta = false, device = false;
    for (std::size_t i = next + 1; i < call.kids.size(); ++i) {
      const PyExpr& key = expr(call.kids[i]);
      auto note = [&](const PyExpr& one) {
        if (one.kind != PyExprKind::string) return;
        meta = meta || one.text == "Meta" || one.text == "meta";
        device = device || !(one.text.starts_with("Composite") || one.text == "default" || one.text == "Meta");
      };
      note(key);
      for (int item : key.kids) {
        if (key.kind == PyExprKind::tuple || key.kind == PyExprKind::list) note(expr(item));
      }
    }
    const Function*& slot = meta ? of.fake : device ? of.kernel : of.composite;
    slot = function;
  }

  static void set_fake(LibraryOperator* of, const Function* function) {
    if (of != nullptr && function != nullptr) of->fake = function;
  }

  // The operator that a custom_op makes of a function.
  LibraryOperator* made_by(const PyExpr& function) {
    auto found = function.kind == PyExprKind::name ? functions_.find(function.text) : functions_.end();
    return found == functions_.end() ? nullptr : &operator_of(found->second);
  }

  std::string library_at(const PyExpr& e) const {
    auto found = e.kind == PyExprKind::name || e.kind == PyExprKind::attribute ? libraries_.find(e.text)
                                                                               : libraries_.end();
    return found == libraries_.end() ? std::string() : found->second;
  }

  // A text among the arguments; a name without a namespace is of this one.
  std::string text_at(const PyExpr& call, std::size_t at, std::string_view space) const {
    if (at >= call.kids.size() || expr(call.kids[at]).kind != PyExprKind::string) return {};
    const std::string& text = expr(call.kids[at]).text;
    bool named = text.substr(0, text.find('(')).find("::") != std::string::npos;
    return space.empty() || named ? text : cat({space, "::", text});
  }

  const Function* function_at(const PyExpr& call, std::size_t at) const {
    if (at >= call.kids.size()) return nullptr;
    const PyExpr& e = expr(call.kids[at]);
    if (e.kind == PyExprKind::lambda) return &tree_.function(e.function);
    const PythonSource::Global* global = e.kind == PyExprKind::name ? tree_.find(e.text) : nullptr;
    bool function = global != nullptr && global->kind == PythonSource::Global::Kind::function;
    return function ? &tree_.function(static_cast<int>(global->index)) : nullptr;
  }
  const Function* last_function(const PyExpr& call) const {
    for (std::size_t i = call.kids.size(); i-- > 1;) {
      if (const Function* found = function_at(call, i)) return found;
    }
    return nullptr;
  }

  LibraryOperator& operator_of(const std::string& name) {
    auto [at, added] = places_.try_emplace(name, all_.size());
    if (added) all_.push_back({.name = name, .schema = {}});
    return all_[at->second];
  }

  PythonSource& tree_;
  std::vector<LibraryOperator> all_;
  std::vector<Stmt> open_;
  std::size_t read_ = 0;
  std::map<std::string, std::string, std::less<>> libraries_, functions_;
  std::map<std::string, std::size_t, std::less<>> places_;
  std::map<std::string, bool, std::less<>> entered_;
};

}  // namespace

std::string LibraryOperator::path() const {
  std::size_t colons = name.find("::");
  bool overload = name.find('.', colons) != std::string::npos;
  return cat({"torch.ops.", name.substr(0, colons), ".", name.substr(colons + 2), overload ? "" : ".default"});
}

bool may_make_operators(std::string_view source) {
  auto says = [&](std::string_view word) { return source.find(word) != std::string_view::npos; };
  return says("custom_op") || (says("library") && (says("define") || says("register_fake")));
}

std::vector<LibraryOperator> library_operators(PythonSource& tree) { return Reader(tree).read(); }

}  // namespace seesaw
