// The fuzz targets by name. One function each, in the file of its name.
#pragma once

#include "core/passes/pass_manager.h"
#include "tests/fuzz/fuzz.h"

namespace seesaw::fuzz {

void parse(std::string_view input);
void pipeline(std::string_view input);
void json(std::string_view input);
void archive(std::string_view input);
void capture(std::string_view input);

}  // namespace seesaw::fuzz
