// The interpreter alone: Python that runs beside a host which knows no more than sums and products of whole numbers.
#include <string>

#include <doctest/doctest.h>

#include "core/base/cat.h"
#include "core/engine/capture/interpreter/interpreter.h"
#include "core/python/syntax.h"

using namespace seesaw;

namespace {

class Numbers : public PythonHost {
 public:
  explicit Numbers(Context& context) : context_(context) {}
  std::optional<Arg> compute(const PyExpr&, std::string_view path, const std::vector<Arg>& args) override {
    std::int64_t a = args[0].as_int(), b = args.size() > 1 ? args[1].as_int() : 0;
    if (path == "operator.add") return context_.integer(a + b);
    if (path == "operator.sub") return context_.integer(a - b);
    if (path == "operator.mul") return context_.integer(a * b);
    if (path == "operator.lt") return Arg::boolean(a < b);
    if (path == "operator.eq") return Arg::boolean(a == b);
    if (path == "operator.ne") return Arg::boolean(a != b);
    return std::nullopt;
  }

 private:
  Context& context_;
};

// What the function `f` of a file gives, as str() writes it.
std::string run(const std::string& text) {
  Context context;
  Numbers host(context);
  PythonSource library("");
  PythonInterpreter python(text, library, context, host);
  PyExpr nowhere;
  PyValue function = *python.find_global(python.own_source(), "f");
  return python.text_of(nowhere, python.call_value(nowhere, function, {}, {}), true);
}

std::string refusal(const std::string& text) {
  try {
    return cat({"no error: ", run(text)});
  } catch (const Error& error) {
    return error.diagnostic().message;
  }
}

}  // namespace

TEST_CASE("the interpreter runs plain Python with a host that knows nothing else") {
  CHECK(run("def f():\n    return sum([x * x for x in range(5) if x != 3])\n") == "21");
  CHECK(run("def f():\n    a, *b = [1, 2, 3]\n    return {'a': a, 'b': tuple(b)}\n") == "{'a': 1, 'b': (2, 3)}");
  CHECK(run("class A:\n    def __init__(self, n):\n        self.n = n\n    def more(self):\n        return self.n + 1\n"
            "class B(A):\n    def more(self):\n        return super().more() * 10\n"
            "def f():\n    return B(2).more()\n") == "30");
  CHECK(run("def outer():\n    def inner(x):\n        return f'{x:03d}'\n    return inner\n"
            "def f():\n    return outer()(7)\n") == "'007'");
  CHECK(run("def f():\n    try:\n        return {}.pop(1)\n    except KeyError as e:\n        return str(e)\n") ==
        "'1'");
  CHECK(run("from functools import partial\ndef add(a, b=0):\n    return a + b\n"
            "def f():\n    return list(map(partial(add, b=10), [1, 2]))\n") == "[11, 12]");
}

TEST_CASE("what no host knows is an error with Python's word for it") {
  CHECK(refusal("import torch\ndef f():\n    return torch.sin(1)\n") == "'torch.sin' is not known");
  CHECK(refusal("def f():\n    with 3:\n        return 1\n").find("outside of the subset") != std::string::npos);
  CHECK(refusal("def f():\n    return (1).color\n") == "'int' object has no attribute 'color'");
  CHECK(refusal("def f():\n    return g\n") == "name 'g' is not defined");
}
