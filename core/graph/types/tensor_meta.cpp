#include "core/graph/types/tensor_meta.h"

#include "core/base/number.h"

namespace seesaw {

void append_dims(std::string& out, std::span<const Dim> dims) {
  out += '[';
  bool first = true;
  for (const Dim& dim : dims) {
    if (!first) out += ", ";
    first = false;
    if (dim.sym != nullptr) {
      out += dim.sym->text.view();
    } else {
      append_int(out, dim.value);
    }
  }
  out += ']';
}

void append_tensor_annotation(std::string& out, const TensorMeta& meta, bool stride, bool device) {
  out += meta.dtype->abbr;
  append_dims(out, meta.shape);
  if (stride && meta.has_stride) append_dims(out, meta.stride);
  if (device) out += meta.device.view();
}

}  // namespace seesaw
