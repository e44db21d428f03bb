// Annotations of values, parsed.
//
// What: the quoted text that print_readable puts after a name, as metadata. Why: dtype and shape of a pasted graph come
// from it. Equal annotations share one record.
//
//   read_annotation(context, "f32[s0, 4][4, 1]cuda:0")   // a tensor_meta Arg with stride and device
//   read_annotation(context, "Sym(s0 + 1)")              // a symbolic integer
//   read_annotation(context, "whatever")                 // Arg::none(): not understood, keep the text
#pragma once

#include <string_view>

#include "core/graph/ir/context.h"

namespace seesaw {

Arg read_annotation(Context& context, std::string_view text);

// A symbolic dimension or a number: `s0 + 1`, `12`.
Dim read_dim(Context& context, std::string_view text);

// `File: model.py:3 in forward, code: y = x + 1` as a Python traceback with that one frame; empty for any other
// text.
std::string traceback_of(std::string_view summary);

// `cpu`, `cuda:0`: whether the text names a device.
bool is_device_text(std::string_view text);

}  // namespace seesaw
