// Operators that a Python source makes with torch.library: define, impl, register_fake, custom_op.
//
// What: `library_operators` reads the calls and decorators of a file and tells, for each operator, its schema and which
// functions are its fake kernel and its kernels. Why: shapes of a call come from the fake kernel, which the capture
// runs on symbolic sizes (declared_shapes.h); values come from the kernel (custom_operators.h).
//
//   lib = torch.library.Library("my", "FRAGMENT")
//   lib.define("twice(Tensor x) -> Tensor")
//   lib.impl("twice", lambda x: x * 2, "CompositeExplicitAutograd")   // {"my::twice", "twice(Tensor x) -> Tensor",
//   ...}
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace seesaw {

class PythonSource;
struct Function;

struct LibraryOperator {
  std::string name;                     // "my::twice"; an overload stands behind a dot
  std::string schema;                   // "twice(Tensor x) -> Tensor"; empty of a custom_op, whose annotations tell it
  const Function* fake = nullptr;       // register_fake, or the kernel of Meta
  const Function* kernel = nullptr;     // of one device
  const Function* composite = nullptr;  // of every device: it runs on what has no elements, too
  std::string path() const;             // "torch.ops.my.twice.default"
};

// Whether a source may make operators: a fast look at its text.
bool may_make_operators(std::string_view source);
// What the statements of the file tell, in the order of its operators. Statements outside the subset tell nothing.
std::vector<LibraryOperator> library_operators(PythonSource& tree);

}  // namespace seesaw
