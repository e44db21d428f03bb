// Which value of a JSON document an error is about, in words.
//
//   name_argument(error.diagnostic(), root)   // "expected a string" -> "argument 'passes[0].name': expected a string"
#pragma once

#include <string>

#include "core/base/json.h"

namespace seesaw {

// The way to the value that begins at an offset: "passes[0].options.foo". Empty if none but the root does.
std::string path_to(const JsonValue& root, std::int64_t offset);

// Names the argument that is of a wrong kind; other diagnostics stay what they are.
void name_argument(Diagnostic& diagnostic, const JsonValue& root);

}  // namespace seesaw
