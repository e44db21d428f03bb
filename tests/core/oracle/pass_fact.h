// One module of a recorded run of a pass. The tables are made by facts.py.
#pragma once

namespace seesaw::test {

struct PassFact {
  const char* title;  // "set_grad: one region"
  const char* when;   // "before", "after"
  const char* path;   // of the module; empty for the root
  const char* text;   // str(graph)
};

}  // namespace seesaw::test
