// Joins the lists of records that the build reads from their files.
#include <algorithm>

#include "core/engine/ops/table/ops.h"
#include "core/engine/ops/table/schema.h"

namespace seesaw {

namespace {

// Without samples nothing tries a record: it runs in programs, and is no method of tensors.
bool is_tensor_op(const OpDef& op) {
  return op.run.kernel != nullptr && op.samples != nullptr && op.path.starts_with("torch.ops.aten.");
}

}  // namespace

std::span<const OpDef* const> tensor_ops() {
  static const std::vector<const OpDef*> table = [] {
    std::vector<const OpDef*> out(engine_records::named().begin(), engine_records::named().end());
    // Overloads of one name are tried in this order: those with a kernel of their own before those written in others.
    std::stable_partition(out.begin(), out.end(), [](const OpDef* op) { return !op->run.composite; });
    for (std::span<const OpDef> family : engine_records::families()) {
      for (const OpDef& op : family) {
        if (is_tensor_op(op)) out.push_back(&op);
      }
    }
    return out;
  }();
  return table;
}

void each_record(const std::function<void(const OpDef&)>& f) {
  for (const OpDef* op : tensor_ops()) f(*op);
  for (std::span<const OpDef> family : engine_records::families()) {
    for (const OpDef& op : family) {
      if (!is_tensor_op(op)) f(op);
    }
  }
  for (const OpDef* op : op_table()) f(*op);
}

}  // namespace seesaw
