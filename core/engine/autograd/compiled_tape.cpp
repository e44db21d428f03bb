#include "core/engine/autograd/compiled_tape.h"

#include <algorithm>

#include "core/base/cat.h"
#include "core/base/diagnostic.h"
#include "core/engine/autograd/functions.h"
#include "core/engine/autograd/variable.h"
#include "core/graph/ops_table/op_def.h"

namespace seesaw::autograd {

namespace {

constexpr std::string_view kOnlyScalars =
    "A tape replays float64 numbers without dimensions and the operations that the scalar engine records, and nothing "
    "that somebody has looked at, hooked or written to. Record the graph again and "
    "compile it before anything else is done with it, or run it eagerly.";

[[noreturn]] void refuse(std::string message) { throw fx_error("RuntimeError", std::move(message)); }

// The obstacle: the operation that made the tensor, or the tensor itself.
std::string described(const Cell& cell) {
  Tensor t(cell.object);
  std::string kind = cat({dtype_of(t.element()).name, " tensor of shape ", dims_text(t.sizes())});
  if (Ref<Node> fn = grad_fn(t)) return cat({"the result of ", fn->name(), " (", kind, ")"});
  return cat({"a leaf (", kind, ")"});
}

bool is_on_tape(const OpDef& op) {
  for (int i = 1; i <= static_cast<int>(kLastScalarOp); ++i) {
    if (record_of(static_cast<ScalarOp>(i)) == &op) return true;
  }
  return false;
}

// The first operation behind a tensor that the tape cannot record, where its graph left the tape; null if none.
Ref<Node> first_unknown(const Tensor& t) {
  Ref<Node> out;
  std::uint64_t walk = next_walk();
  std::vector<Ref<Node>> stack{grad_fn(t)};
  while (!stack.empty()) {
    Ref<Node> node = std::move(stack.back());
    stack.pop_back();
    if (!node || node->walk == walk || node->as_accumulate() != nullptr) continue;
    node->walk = walk;
    bool known = node->as_op() != nullptr && is_on_tape(node->as_op()->op());
    if (!known && (!out || node->sequence() < out->sequence())) out = node;
    for (const Edge& edge : node->next()) stack.push_back(edge.node);
  }
  return out;
}

// The operations behind the root, in the order of recording.
std::vector<Cell*> collect(Cell* root) {
  std::vector<Cell*> stack{root}, cells;
  while (!stack.empty()) {
    Cell* cell = current(stack.back());
    stack.pop_back();
    if (cell->is(Cell::kMarked)) continue;
    cell->flags |= Cell::kMarked;
    cells.push_back(cell);
    if (cell->op == ScalarOp::value) continue;
    stack.push_back(cell->a);
    if (cell->is(Cell::kBinary)) stack.push_back(cell->b);
  }
  for (Cell* cell : cells) cell->flags &= static_cast<std::uint16_t>(~Cell::kMarked);
  std::sort(
      cells.begin(), cells.end(), [](const Cell* a, const Cell* b) { return Tape::sequence(a) < Tape::sequence(b); });
  return cells;
}

}  // namespace

// During compilation a cell's `gradient`, otherwise used only by sweeps, holds its location; marked cells have one.
class TapeCompiler {
 public:
  TapeCompiler(CompiledTape& out, Cell* root) : out_(out) {
    for (Cell* cell : collect(root)) {
      if (cell->op != ScalarOp::value &&
          (cell->a->is(Cell::kStale) || (cell->is(Cell::kBinary) && cell->b->is(Cell::kStale)))) {
        refuse(
            "a leaf of this graph was written to after the graph had used it, so the graph holds two of its values. "
            "Record the graph again and compile that.");
      }
      (cell->op == ScalarOp::value ? leaves_ : results_).push_back(cell);
    }
  }
  ~TapeCompiler() {
    for (const auto* cells : {&leaves_, &results_, &inputs_}) {
      for (Cell* cell : *cells) cell->flags &= static_cast<std::uint16_t>(~(Cell::kMarked | Cell::kReached));
    }
  }
  TapeCompiler(const TapeCompiler&) = delete;
  TapeCompiler& operator=(const TapeCompiler&) = delete;

  void run(std::span<const Scalar> inputs) {
    count_uses();
    place_leaves(inputs);
    for (std::size_t i = 0; i < results_.size();) i += fuse(i) ? 2 : emit(*results_[i]);
    out_.operations_ = results_.size();
    out_.root_ = place_of(results_.empty() ? leaves_.back() : results_.back());
    out_.places_.resize(out_.leaves_ + out_.code_.size());
    out_.name_places();
  }

 private:
  static void set_place(Cell* cell, std::size_t place) {
    cell->gradient = static_cast<double>(place);
    cell->flags |= Cell::kMarked;
  }
  static std::uint32_t place_of(Cell* cell) { return static_cast<std::uint32_t>(current(cell)->gradient); }

  // Of results, by their index.
  void count_uses() {
    uses_.resize(results_.size());
    for (std::size_t i = 0; i < results_.size(); ++i) {
      Cell* cell = results_[i];
      set_place(cell, i);
      for (Cell* operand : {cell->a, cell->is(Cell::kBinary) ? cell->b : nullptr}) {
        if (operand != nullptr && operand->op != ScalarOp::value) ++uses_[place_of(operand)];
      }
    }
  }

  void place_leaf(Cell* cell) {
    set_place(cell, out_.places_.size());
    out_.places_.push_back({cell->value});
  }
  void refuse_unknown() const {
    for (const Cell* cell : leaves_) {
      if (!cell->is(Cell::kObject)) continue;
      if (Ref<Node> node = first_unknown(Tensor(cell->object)))
        refuse(cat(
            {"this graph cannot be replayed: the scalar engine does not record ", node->name(), ". ", kOnlyScalars}));
    }
  }
  void place_leaves(std::span<const Scalar> inputs) {
    refuse_unknown();
    // Inputs that the graph does not reach are not leaves of it.
    for (Cell* cell : leaves_) cell->flags |= Cell::kReached;
    for (const Scalar& input : inputs) {
      Cell* cell = current(input.cell());
      std::string which = cat({"input ", std::to_string(inputs_.size()), " of the tape"});
      if (cell->is(Cell::kObject))
        refuse(cat({which, " cannot be replayed: it is ", described(*cell), " of the general engine. ", kOnlyScalars}));
      if (cell->op != ScalarOp::value)
        refuse(cat({which,
                    " must be a leaf, and is the result of ",
                    record_of(cell->op)->grad.node,
                    ". Give the leaves that it is computed from."}));
      if (!input.requires_grad())
        refuse(cat({which,
                    " does not require grad: what is computed from it alone is not recorded. Make it with "
                    "requires_grad, or leave it as a constant."}));
      if (cell->is(Cell::kMarked)) refuse(cat({which, " is given twice. Give each leaf once."}));
      if (!cell->is(Cell::kReached)) out_.unreached_.push_back(static_cast<std::uint32_t>(inputs_.size()));
      inputs_.push_back(cell);
      place_leaf(cell);
    }
    out_.gradients_.resize(inputs_.size());
    // The newest: its ancestors have merged with it.
    auto odd = std::find_if(leaves_.rbegin(), leaves_.rend(), [](const Cell* cell) { return cell->is(Cell::kObject); });
    if (odd != leaves_.rend())
      refuse(
          cat({"this graph cannot be replayed: ", described(**odd), " stands in the general engine. ", kOnlyScalars}));
    for (Cell* cell : leaves_) {
      if (!cell->is(Cell::kMarked)) place_leaf(cell);
    }
    // Numbers of operations: the last leaves.
    for (Cell* cell : results_) {
      if (takes_number(cell->op)) out_.places_.push_back({cell->number});
    }
    out_.leaves_ = out_.places_.size();
    next_number_ = static_cast<std::uint32_t>(
        inputs_.size() + static_cast<std::size_t>(std::count_if(leaves_.begin(), leaves_.end(), [&](Cell* cell) {
          return place_of(cell) >= inputs_.size();
        })));
  }

  std::size_t emit(Cell& cell) {
    CompiledTape::Instruction in{cell.op, place_of(cell.a), 0};
    if (is_binary(cell.op)) in.second = place_of(cell.b);
    if (takes_number(cell.op)) in.second = next_number_++;
    push(in, &cell);
    return 1;
  }
  void push(const CompiledTape::Instruction& in, Cell* result) {
    out_.code_.push_back(in);
    set_place(result, out_.leaves_ + out_.code_.size() - 1);
    open_ = nullptr;
  }

  // A product used only by the next sum needs no location; a chain of them is one instruction.
  bool fuse(std::size_t i) {
    if (i + 1 >= results_.size() || results_[i]->op != ScalarOp::mul || uses_[i] != 1) return false;
    Cell *product = results_[i], *sum = results_[i + 1];
    if (sum->op != ScalarOp::add || (sum->a == product) == (sum->b == product)) return false;
    Cell* other = sum->a == product ? sum->b : sum->a;
    if (open_ == nullptr || other != open_ || uses_[i - 1] != 1) {
      auto at = static_cast<std::uint32_t>(out_.lists_.size());
      out_.lists_.push_back(place_of(other));
      push({ScalarOp::value, at, 0}, sum);
    }
    open_ = sum;
    set_place(sum, out_.leaves_ + out_.code_.size() - 1);
    out_.lists_.push_back(place_of(product->a));
    out_.lists_.push_back(place_of(product->b));
    ++out_.code_.back().second;
    return true;
  }

  CompiledTape& out_;
  std::vector<Cell*> leaves_, results_, inputs_;
  std::vector<std::uint32_t> uses_;
  const Cell* open_ = nullptr;  // the sum that the last instruction computes, if it is a sum of products
  std::uint32_t next_number_ = 0;
};

CompiledTape::CompiledTape(const Scalar& root, std::span<const Scalar> inputs) {
  Cell* cell = current(root.cell());
  if (!root.requires_grad()) refuse("element 0 of tensors does not require grad and does not have a grad_fn");
  TapeCompiler(*this, cell).run(inputs);
}

void CompiledTape::name_places() {
  constexpr std::size_t kMost = UINT32_MAX / sizeof(Place);
  if (places_.size() > kMost)
    refuse(cat({"this graph is too large to be replayed: it needs ",
                std::to_string(places_.size()),
                " places of at most ",
                std::to_string(kMost)}));
  auto first = static_cast<std::uint32_t>(kAddresses ? reinterpret_cast<std::uintptr_t>(places_.data()) : 0);
  auto name = [first](std::uint32_t& place) { place = first + place * static_cast<std::uint32_t>(sizeof(Place)); };
  for (Instruction& in : code_) {
    if (in.op == ScalarOp::value) continue;
    name(in.first);
    name(in.second);
  }
  for (std::uint32_t& place : lists_) name(place);
}

void CompiledTape::forward() {
  char* p = base();
  Place* out = places_.data() + leaves_;
  for (const Instruction& in : code_) {
    if (in.op != ScalarOp::value) {
      (out++)->value = scalar_value(in.op, at(p, in.first).value, at(p, in.second).value);
      continue;
    }
    const std::uint32_t* name = lists_.data() + in.first;
    double sum = at(p, *name++).value;
    for (const std::uint32_t* end = name + std::size_t{2} * in.second; name != end; name += 2)
      sum += at(p, name[0]).value * at(p, name[1]).value;
    (out++)->value = sum;
  }
}

void CompiledTape::backward() {
  char* p = base();
  Place* result = places_.data() + places_.size();
  auto give_product = [p](const std::uint32_t* pair, double gradient) {
    Place &a = at(p, pair[0]), &b = at(p, pair[1]);
    double x = a.value, y = b.value;
    a.gradient += gradient * y;
    b.gradient += gradient * x;
  };
  for (std::size_t i = code_.size(); i-- > 0;) {
    const Instruction& in = code_[i];
    --result;
    double gradient = std::exchange(result->gradient, kNothing);
    if (in.op != ScalarOp::value) {
      Place &a = at(p, in.first), &b = at(p, in.second);
      double x = a.value, y = b.value;
      a.gradient += first_gradient(in.op, gradient, x, y, result->value);
      if (is_binary(in.op)) b.gradient += second_gradient(in.op, gradient, x, y);
      continue;
    }
    // In the order of the eager engine: the last product first, the summand before the first product.
    const std::uint32_t* first = lists_.data() + in.first;
    const std::uint32_t* pair = first + 1 + std::size_t{2} * (in.second - 1);
    for (; pair != first + 1; pair -= 2) give_product(pair, gradient);
    at(p, *first).gradient += gradient;
    give_product(pair, gradient);
  }
}

double CompiledTape::replay(std::span<const double> inputs) {
  if (inputs.size() != gradients_.size())
    refuse(
        cat({"this replay takes ", std::to_string(gradients_.size()), " values, got ", std::to_string(inputs.size())}));
  for (std::size_t i = 0; i < inputs.size(); ++i) places_[i].value = inputs[i];
  for (std::size_t i = 0; i < leaves_; ++i) places_[i].gradient = kNothing;
  forward();
  places_[root_].gradient = 1;
  backward();
  for (std::size_t i = 0; i < inputs.size(); ++i) gradients_[i] = places_[i].gradient;
  for (std::uint32_t i : unreached_) gradients_[i] = 0;
  return places_[root_].value;
}

std::size_t CompiledTape::bytes() const {
  return places_.capacity() * sizeof(Place) + gradients_.capacity() * sizeof(double) +
         code_.capacity() * sizeof(Instruction) + (unreached_.capacity() + lists_.capacity()) * sizeof(std::uint32_t);
}

}  // namespace seesaw::autograd
