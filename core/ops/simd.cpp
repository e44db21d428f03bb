#include "core/ops/simd.h"

namespace seesaw::fast {

float NegativeExp::constants[] = {1.44269504088896341F, 12582912.0F + 127.0F, 0.693359375F, 2.12194440054690583e-4F, 1.0F / 720, 8.375039e-3F, 1.0F / 24, 0.16666416F, 0.5F, 1.0F, -87.0F};

}  // namespace seesaw::fast
