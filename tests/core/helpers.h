// What the unit tests share.
//
//   Fixture f;                                              // a graph with the placeholder x
//   f.call("operator.add", {Arg::node(f.x)});
//   CHECK(names_of(f.graph) == "x add");
//   check_error([&] { f.graph.output_node(); }, "AssertionError", "");
#pragma once

#include <algorithm>
#include <ctime>
#include <functional>
#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "core/base/diagnostic.h"
#include "core/graph/ir/module.h"
#include "core/graph/text/print.h"
#include "core/graph/text/read.h"
#include "tests/core/sizes.h"

namespace seesaw::test {

struct Fixture {
  Context context;
  Graph graph{context};
  Node* x = graph.placeholder("x");
  Node* call(std::string_view path, std::initializer_list<Arg> args) {
    return graph.call_function(context.callable(path), args);
  }
  Arg integer(std::int64_t value) { return context.integer(value); }
};

// A module with an empty graph.
struct ModuleFixture {
  Context context;
  Ref<Module> module = Module::make(context, "GraphModule", std::make_unique<Graph>(context));
  Graph& graph = module->graph();
  Symbol name(std::string_view text) { return context.intern(text); }
  Node* call(std::string_view path, std::initializer_list<Arg> args) {
    return graph.call_function(context.callable(path), args);
  }
};

inline Arg arg(Node* node) { return Arg::node(node); }

inline std::string names_of(const std::vector<Node*>& nodes) {
  std::string out;
  for (const Node* n : nodes) out += (out.empty() ? "" : " ") + n->name_text();
  return out;
}

inline std::string names_of(const Graph& graph) {
  std::vector<Node*> nodes;
  for (Node* n : graph) nodes.push_back(n);
  return names_of(nodes);
}

inline Node* node_named(const Graph& graph, std::string_view name) {
  for (Node* node : graph) {
    if (node->name_text() == name) return node;
  }
  FAIL("no node " << name);
  return nullptr;
}

inline std::string joined(const std::vector<std::string>& parts, std::string_view separator = "\n") {
  std::string out;
  for (const std::string& part : parts) out += (out.empty() ? "" : std::string(separator)) + part;
  return out;
}

template <class F>
void check_error(F&& f, std::string_view exception, std::string_view message) {
  try {
    f();
    FAIL_CHECK("no error; expected " << exception << ": " << message);
  } catch (const Error& error) {
    CHECK(error.diagnostic().exception == exception);
    CHECK(error.diagnostic().message == message);
  }
}

// A quadratic step shows: 16 times the work takes 256 times as long with one, 16 times without, two to three times that
// where memory no longer fits a cache. What runs beside makes a measurement longer, never shorter: of several, the
// longest of the small ones and the shortest of the large ones are compared, until they fit or eight were made.
// `run` is called after `prepare` and timed (of this process: others do not count), often enough for a clock that ticks
// in milliseconds, as that of WebAssembly does. Under the sanitizers it runs once: their own work is most of the time.
template <class Prepare, class Run>
void check_growth(std::string_view what, std::size_t n, Prepare&& prepare, Run&& run) {
  if (kSanitized) {
    auto&& prepared = prepare(n);
    run(prepared);
    return;
  }
  auto time_of = [&](std::size_t size) {
    double microseconds = 0;
    int runs = 0;
    for (; runs < 200 && microseconds < 8000; ++runs) {
      auto&& prepared = prepare(size);
      std::clock_t begin = std::clock();
      run(prepared);
      microseconds += static_cast<double>(std::clock() - begin) * 1e6 / CLOCKS_PER_SEC;
    }
    return microseconds / runs;
  };
  double once = 0.1, more = 0;
  for (int attempt = 0; attempt < 8; ++attempt) {
    once = std::max({once, time_of(n), time_of(n)});
    double measured = time_of(16 * n);
    more = attempt == 0 ? measured : std::min(more, measured);
    if (more < once * 80) return;
  }
  FAIL_CHECK(std::string(what) << ": " << once << " µs, then " << more << " µs for 16 times the work");
}

// "IndexError: index out of range", or "none".
inline std::string error_of(const std::function<void()>& run) {
  try {
    run();
  } catch (const Error& error) {
    return error.diagnostic().exception + ": " + error.what();
  }
  return "none";
}

// Errors that are Seesaw's own: by code.
template <class F>
Diagnostic caught(F&& f) {
  try {
    f();
  } catch (const Error& error) {
    return error.diagnostic();
  }
  FAIL_CHECK("no error");
  return {};
}

inline Program read(std::string_view text) {
  Diagnostics diagnostics;
  auto program = read_program(text, diagnostics);
  if (diagnostics.has_errors())
    FAIL("line " << diagnostics.items()[0].place.line << ": " << diagnostics.items()[0].message << "\n"
                 << std::string(text.substr(0, 2000)));
  REQUIRE(program);
  return std::move(*program);
}

inline std::vector<Diagnostic> diagnostics_of(std::string_view text) {
  Diagnostics diagnostics;
  read_program(text, diagnostics);
  return diagnostics.items();
}

}  // namespace seesaw::test
