// Passes and the session. The texts of replace_set_grad_with_hop_pass were recorded from PyTorch 2.6.0.
#include <string>

#include <doctest/doctest.h>

#include "core/graph/passes/node_utils.h"
#include "core/graph/passes/pass_manager.h"
#include "core/graph/passes/split_module.h"
#include "core/graph/session/session.h"
#include "core/graph/text/print.h"
#include "core/graph/text/read.h"
#include "tests/core/sizes.h"

using namespace seesaw;

namespace {

const char* const kToggles =
    "def forward(self, x):\n"
    "    sin_default = torch.ops.aten.sin.default(x)\n"
    "    _set_grad_enabled = torch._C._set_grad_enabled(False)\n"
    "    cos_default = torch.ops.aten.cos.default(sin_default)\n"
    "    _set_grad_enabled_1 = torch._C._set_grad_enabled(True)\n"
    "    exp_default = torch.ops.aten.exp.default(cos_default)\n"
    "    return (exp_default,)\n";

Program read(std::string_view text) {
  Diagnostics diagnostics;
  auto program = read_program(text, diagnostics);
  REQUIRE(program);
  REQUIRE_FALSE(diagnostics.has_errors());
  return std::move(*program);
}

bool is_toggle(const Node* node) { return node->calls(op_path::set_grad_enabled); }

}  // namespace

TEST_CASE("nodes_filter, nodes_first, nodes_count, nodes_map, node_replace_") {
  Program program = read(kToggles);
  Graph& graph = program.root->graph();
  CHECK(nodes_filter(graph, is_toggle).size() == 2);
  CHECK(nodes_first(graph, is_toggle)->name_text() == "_set_grad_enabled");
  CHECK(nodes_first(graph, [](const Node*) { return false; }) == nullptr);
  int seen = 0;
  nodes_map(graph, [&](Node* node) {
    ++seen;
    if (is_toggle(node)) graph.erase_node(node);
  });
  CHECK(seen == 7);
  CHECK(graph.size() == 5);
  Node* sin = nodes_first(graph, [](const Node* n) { return n->name_text() == "sin_default"; });
  Node* x = graph.first();
  node_replace_(sin, x);
  CHECK(x->num_users() == 1);
  CHECK(graph.size() == 4);
  CHECK_NOTHROW(graph.lint());
}

TEST_CASE("sequential_split cuts in front of delimiters, node_inline_ undoes it") {
  Program program = read(kToggles);
  Ref<Module> split = sequential_split(*program.root, is_toggle);
  CHECK(split->children().size() == 3);
  std::vector<Node*> calls = nodes_filter(split->graph(), [](const Node* n) { return n->op() == Opcode::call_module; });
  REQUIRE(calls.size() == 3);
  for (Node* call : calls) node_inline_(call);
  CHECK(split->children().empty());
  CHECK(print_code(split->graph()) == print_code(program.root->graph()));
}

TEST_CASE("session: garbage gives an envelope") {
  Session session;
  for (const char* args : {"",
                           "{",
                           "[]",
                           "null",
                           "1",
                           "{\"handle\":\"x\"}",
                           "{\"handle\":-1}",
                           "{\"handle\":99999999999999999999}",
                           "{\"handle\":7}"}) {
    for (const char* command : {"print", "run", "close", "split"}) {
      CAPTURE(args);
      CAPTURE(command);
      Answer answer = session.call(command, args, "");
      CHECK(answer.envelope.rfind("{\"ok\":false,\"diagnostics\":[{", 0) == 0);
      JsonDocument doc;
      CHECK_NOTHROW(doc.parse(answer.envelope));
    }
  }
  CHECK(session.call("no such command", "{}", "").envelope.find("there is no command") != std::string::npos);
  CHECK(session.open_programs() == 0);
}

TEST_CASE("session: open, print, close, and a handle is gone after close") {
  Session session;
  CHECK(session.call("open", "{}", kToggles).envelope.rfind("{\"ok\":true", 0) == 0);
  CHECK(session.call("print", R"({"handle":1,"format":"graph"})", "").payload.rfind("graph():\n    %x : ", 0) == 0);
  CHECK(session.call("close", R"({"handle":1})", "").envelope.rfind("{\"ok\":true", 0) == 0);
  CHECK(session.call("print", R"({"handle":1})", "").envelope.find("\"code\":\"handle\"") != std::string::npos);
}

TEST_CASE("scale: a deep chain and a wide list are read, run, printed and freed") {
  constexpr std::size_t kDepth = test::scaled(100'000), kWide = test::scaled(200'000);
  std::string text = "def forward(self, x):\n    a0 = torch.relu(x)\n";
  for (std::size_t i = 1; i < kDepth; ++i)
    text += "    a" + std::to_string(i) + " = torch.relu(a" + std::to_string(i - 1) + ")\n";
  text += "    return a" + std::to_string(kDepth - 1) + "\n";
  {
    Program program = read(text);
    PipelineResult result = run_pipeline(
        program, {{"eliminate_dead_code", {}}, {"replace_set_grad_with_hop_pass", {}}}, {});
    CHECK(result.ok);
    CHECK(result.program.root->graph().size() == kDepth + 2);
    CHECK(print_code(result.program.root->graph()).size() > text.size());
  }
  std::string wide = "def forward(self, x):\n    a = torch.stack([";
  for (std::size_t i = 0; i < kWide; ++i) wide += "x, ";
  Program program = read(wide + "x])\n    return a\n");
  CHECK(program.root->graph().first()->num_users() == 1);
  CHECK(program.root->graph().str().size() > 4 * kWide);
}
