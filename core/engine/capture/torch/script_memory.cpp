#include "core/engine/capture/torch/script_memory.h"

#include <algorithm>
#include <set>

namespace seesaw {

namespace {

using Names = std::set<std::string, std::less<>>;

// What a function changes of what outlives it, by its statements.
class Changes {
 public:
  Changes(PythonSource& source, const Function& function, bool method) : source_(source) {
    for (std::size_t i = 0; i < function.parameters.size(); ++i) {
      const Parameter& p = function.parameters[i];
      (method && i == 0) || p.fallback >= 0 ? kept_.insert(p.name) : parameters_.insert(p.name);  // a default stays
    }
    const std::vector<Stmt>& body = source.body(function);
    any_ = !function.globals.empty();
    each(body, [&](const Stmt& s) { note_names(s); });
    each(body, [&](const Stmt& s) { look(s); });
    for (std::size_t at = function.first_expr; at < function.last_expr; ++at) look(source.expr(static_cast<int>(at)));
  }
  bool any() const { return any_; }
  bool raises() const { return raises_; }

 private:
  template <class F>
  void each(const std::vector<Stmt>& body, F&& f) const {
    std::vector<const std::vector<Stmt>*> open{&body};
    while (!open.empty()) {
      const std::vector<Stmt>& block = *open.back();
      open.pop_back();
      for (const Stmt& s : block) {
        f(s);
        if (s.kind == StmtKind::define && s.function >= 0) open.push_back(&source_.body(source_.function(s.function)));
        for (const std::vector<Stmt>* part : {&s.body, &s.other, &s.handlers}) open.push_back(part);
      }
    }
  }
  // me = self, and names that hold a part of it; others are the function's own.
  void note_names(const Stmt& s) {
    bool part = s.value >= 0 && (s.kind == StmtKind::assign || s.kind == StmtKind::loop) &&
                kept_.contains(root(s.value));
    for (int target : s.targets) {
      const PyExpr& e = source_.expr(target);
      for (int kid : e.kind == PyExprKind::tuple ? e.kids : std::vector<int>{target}) {
        if (source_.expr(kid).kind == PyExprKind::name) (part ? kept_ : own_).insert(source_.expr(kid).text);
      }
    }
  }
  // a of a, a.b and a.b[0].c; nothing of what is computed.
  std::string_view root(int at) const {
    const PyExpr* e = &source_.expr(at);
    while (e->kind == PyExprKind::attribute || e->kind == PyExprKind::subscript) e = &source_.expr(e->kids[0]);
    return e->kind == PyExprKind::name ? std::string_view(e->text) : std::string_view();
  }
  bool outlives(int at) const {
    std::string_view name = root(at);
    if (name.empty() || kept_.contains(name)) return true;  // type(self).n = 1
    if (parameters_.contains(name)) return source_.expr(at).kind == PyExprKind::attribute;
    return !own_.contains(name);
  }
  void look(const Stmt& s) {
    raises_ = raises_ || s.kind == StmtKind::raise || s.kind == StmtKind::check;
    for (int target : s.targets) {
      const PyExpr& e = source_.expr(target);
      for (int kid : e.kind == PyExprKind::tuple || e.kind == PyExprKind::list ? e.kids : std::vector<int>{target}) {
        PyExprKind kind = source_.expr(kid).kind;
        bool grows = s.kind == StmtKind::augmented && kind == PyExprKind::name &&
                     kept_.contains(source_.expr(kid).text);
        any_ = any_ || grows || ((kind == PyExprKind::attribute || kind == PyExprKind::subscript) && outlives(kid));
      }
    }
  }
  // self.seen.append(x), setattr(self, "n", 1)
  void look(const PyExpr& call) {
    static constexpr std::string_view kMethods[] = {"__setattr__",
                                                    "add",
                                                    "append",
                                                    "appendleft",
                                                    "clear",
                                                    "discard",
                                                    "extend",
                                                    "extendleft",
                                                    "insert",
                                                    "pop",
                                                    "popitem",
                                                    "popleft",
                                                    "remove",
                                                    "reverse",
                                                    "setdefault",
                                                    "sort",
                                                    "update"};
    if (call.kind != PyExprKind::call) return;
    const PyExpr& callee = source_.expr(call.kids[0]);
    bool changes = callee.kind == PyExprKind::attribute &&
                   std::find(std::begin(kMethods), std::end(kMethods), callee.text) != std::end(kMethods);
    bool takes = callee.kind == PyExprKind::name && callee.text == "next" && call.kids.size() > 1 &&
                 kept_.contains(root(call.kids[1]));
    any_ = any_ || takes || (callee.kind == PyExprKind::name && callee.text == "setattr") ||
           (callee.kind == PyExprKind::attribute && callee.text == "__setattr__") ||
           (changes && !root(callee.kids[0]).empty() && !is_module(callee.kids[0]) && outlives(callee.kids[0]));
  }
  // torch.add, F.pad: a function of a module that the file imports, or that pasted classes have.
  bool is_module(int at) const {
    std::string_view name = root(at);
    if (kept_.contains(name) || parameters_.contains(name)) return false;
    const PythonSource::Global* global = source_.find(name);
    return global == nullptr || global->kind == PythonSource::Global::Kind::import;
  }

  PythonSource& source_;
  Names kept_, parameters_, own_;
  bool any_ = false, raises_ = false;
};

}  // namespace

RememberingMethods::RememberingMethods(PythonSource& source, const PyClass& klass) : source_(source) {
  struct Reached {
    const Function* function;
    bool method;
  };
  std::vector<std::pair<std::string_view, const Function*>> waiting;
  auto wait_for = [&](const ClassDef& of) {
    for (const auto& [name, method] : of.methods) waiting.emplace_back(name, &source_.function(method));
  };
  for (const PyClass* one : klass.order) {
    if (one->source == &source_) wait_for(*one->def);
  }
  // Objects of the file's own classes that a module may hold; modules are asked one by one.
  for (const auto& [name, global] : source_.globals()) {
    if (global.kind != PythonSource::Global::Kind::klass) continue;
    const ClassDef& helper = source_.klass(static_cast<int>(global.index));
    bool module = helper.methods.contains("forward") ||
                  std::any_of(klass.order.begin(), klass.order.end(), [&](auto* one) { return one->def == &helper; });
    if (!module) wait_for(helper);
  }
  std::vector<Reached> reached;
  std::set<const Function*> functions;
  auto reach = [&](const auto& is) {
    auto rest = std::stable_partition(waiting.begin(), waiting.end(), [&](const auto& one) { return !is(one); });
    for (auto at = rest; at != waiting.end(); ++at) reached.push_back({at->second, true});
    waiting.erase(rest, waiting.end());
  };
  reach([](const auto& one) { return one.first == "forward" || one.first == "__call__"; });
  for (std::size_t i = 0; i < reached.size() && !change_; ++i) {
    const Function& function = *reached[i].function;
    Changes found(source_, function, reached[i].method);
    change_ = found.any();
    raise_ = raise_ || found.raises();
    std::set<std::string_view> mentioned;  // self.name
    auto mention = [&](const PyExpr& e) {
      if (e.kind == PyExprKind::attribute) mentioned.insert(e.text);
      const PythonSource::Global* global = e.kind == PyExprKind::name ? source_.find(e.text) : nullptr;
      if (global == nullptr || global->kind != PythonSource::Global::Kind::function) return;
      const Function* one = &source_.function(static_cast<int>(global->index));
      if (functions.insert(one).second) reached.push_back({one, false});
    };
    for (std::size_t at = function.first_expr; at < function.last_expr; ++at)
      mention(source_.expr(static_cast<int>(at)));
    for (int mark : function.decorators) mention(source_.expr(mark));
    reach([&](const auto& one) { return mentioned.contains(one.first.substr(0, one.first.find('.'))); });
  }
}

}  // namespace seesaw
