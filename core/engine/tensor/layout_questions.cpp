#include "core/engine/tensor/layout_questions.h"

#include <initializer_list>
#include <span>

#include "core/engine/tensor/current_dialect.h"
#include "core/engine/tensor/sym.h"
#include "core/engine/tensor/sym_facts.h"

namespace seesaw {

namespace {

class LayoutQuestions {
 public:
  LayoutQuestions(const Dims& sizes, const Dims& strides, bool told_fails)
      : sizes_(sizes), strides_(strides), told_fails_(told_fails), newer_(newer(EngineNovelty::guarded_checks)) {}

  bool is_contiguous() const {
    std::int64_t count = 1;
    for (std::int64_t size : sizes_) count = dim_mul(count, size);
    if (newer_ ? asked(SymKind::lt, count, 2) : asked(SymKind::eq, count, 0)) return true;
    Dims order;
    for (std::size_t d = sizes_.size(); d-- > 0;) order.push_back(static_cast<std::int64_t>(d));
    return is_dense({order.begin(), order.end()});
  }

  void ask() const {
    if (is_contiguous()) return;
    if (sizes_.size() == 4) is_dense({1, 3, 2, 0});
    if (sizes_.size() == 5) is_dense({1, 4, 3, 2, 0});
  }

 private:
  bool asked(SymKind relation, std::int64_t a, std::int64_t b) const {
    return sym_table().facts().ask(relation, a, b, told_fails_).value_or(false);
  }

  // From the dimension that is stored closest on.
  bool is_dense(std::span<const std::int64_t> order) const {
    std::int64_t expected = 1;
    for (std::int64_t at : order) {
      auto d = static_cast<std::size_t>(at);
      if (is_one(sizes_[d])) continue;
      if (!asked(SymKind::eq, strides_[d], expected)) return false;
      expected = dim_mul(expected, sizes_[d]);
    }
    return true;
  }
  bool is_dense(std::initializer_list<std::int64_t> order) const {
    return is_dense(std::span<const std::int64_t>(order.begin(), order.size()));
  }

  bool is_one(std::int64_t size) const { return newer_ ? asked(SymKind::eq, size, 1) : !asked(SymKind::ne, size, 1); }

  const Dims &sizes_, &strides_;
  bool told_fails_, newer_;
};

}  // namespace

namespace {

bool have_examples(const Dims& sizes) {
  bool any = false;
  for (std::int64_t size : sizes) {
    if (!is_sym(size)) continue;
    if (!sym_table().example(size) || only_run_tells(sym_table(), size)) return false;
    any = true;
  }
  return any;
}

}  // namespace

void ask_layout(const Dims& sizes, const Dims& strides, bool told_fails) {
  if (have_examples(sizes)) LayoutQuestions(sizes, strides, told_fails).ask();
}

void ask_contiguous(const Dims& sizes, const Dims& strides) {
  if (have_examples(sizes) && sym_table().facts().asks_operands) LayoutQuestions(sizes, strides, true).is_contiguous();
}

bool asked_less(std::int64_t a, std::int64_t b) {
  if (!is_sym(a) && !is_sym(b)) return a < b;
  std::optional<bool> told = sym_table().facts().ask(SymKind::lt, a, b);
  return told ? *told : dim_less(a, b);
}

}  // namespace seesaw
