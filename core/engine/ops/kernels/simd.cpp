#include "core/engine/ops/kernels/simd.h"

namespace seesaw::fast {

float NegativeExp::constants[] = {1.44269504088896341F,
                                  12582912.0F + 127.0F,
                                  0.693359375F,
                                  2.12194440054690583e-4F,
                                  8.290272e-3F,
                                  4.1898161e-2F,
                                  0.16667639F,
                                  0.49999148F,
                                  0.99999970F,
                                  -88.0296919F};

}  // namespace seesaw::fast
