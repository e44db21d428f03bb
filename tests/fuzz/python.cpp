// Any bytes as a file of Python: tokens, the outline, and each function's body; an Error with a message or a tree.
#include "core/python/syntax.h"
#include "tests/fuzz/targets.h"

namespace seesaw::fuzz {

void python(std::string_view input) {
  auto told = [](auto&& read) { text_or_nothing([&] { return read(), std::string(); }); };
  told([&] {
    PythonSource source(input);
    told([&] { source.entry(); });
    // Bodies add the functions that stand in them.
    for (std::size_t i = 0; i < source.functions().size(); ++i) {
      const Function& function = source.functions()[i];
      told([&] { source.body(function); });
      source.line(function.line);
    }
    for (const auto& [name, global] : source.globals()) {
      if (global.kind == PythonSource::Global::Kind::assignment)
        told([&, index = global.index] { source.statement_at(index); });
    }
  });
}

}  // namespace seesaw::fuzz
