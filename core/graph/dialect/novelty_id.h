// The name of a row of novelties.inc, as JSON has it.
#pragma once

#include "core/graph/dialect/dialect.h"

namespace seesaw {

std::string_view novelty_id(Novelty row);

}  // namespace seesaw
