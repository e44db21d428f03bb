#pragma once
// Shapes of the short-time Fourier transform and of its inverse: of the frames that a window takes out of a signal, and
// of the signal that frames make.
#include "core/engine/ops/call/shape_rule.h"

namespace seesaw::shape {

Specs stft(Args args);
Specs istft(Args args);

}  // namespace seesaw::shape
