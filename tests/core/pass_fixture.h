// Programs from texts of graphs, and runs of passes.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "core/graph/passes/pass_manager.h"
#include "core/graph/text/graph_text_reader.h"
#include "tests/core/helpers.h"

namespace seesaw::test {

using Tree = std::map<std::string, std::string>;  // path of a module to str(graph)

inline Tree tree_of(const Module& root) {
  Tree out;
  for (const auto& [path, module] : root.named_modules()) {
    if (module->has_graph()) out[path] = module->graph().str();
  }
  return out;
}

inline Program program_of(const Tree& tree) {
  Program program;
  for (const auto& entry : tree) {  // parents come before their children
    const std::string &path = entry.first, &text = entry.second;
    auto report = [&](const std::string& message, std::uint32_t, std::uint32_t, const std::string&) {
      FAIL(message << " in\n" << text);
    };
    GraphTextReader reader(*program.context, text, report, report);
    reader.read(0);
    if (path.empty()) {
      program.root = reader.module();
      continue;
    }
    std::size_t dot = path.rfind('.');
    Module* holder = dot == std::string::npos ? program.root.get()
                                              : program.root->find_path(path.substr(0, dot)).module;
    REQUIRE(holder != nullptr);
    holder->set_child(program.context->intern(dot == std::string::npos ? path : path.substr(dot + 1)), reader.module());
  }
  REQUIRE(program.root);
  return program;
}

inline void check_tree(const Tree& found, const Tree& expected) {
  for (const auto& entry : expected) {
    const std::string &path = entry.first, &text = entry.second;  // clang 14 does not capture structured bindings
    CAPTURE(path);
    auto at = found.find(path);
    if (at == found.end()) {
      FAIL_CHECK("missing");
    } else {
      CHECK(at->second == text);
    }
  }
  CHECK(found.size() == expected.size());
}

inline bool is_toggle(const Node* node) { return node->calls(op_path::set_grad_enabled); }

inline PipelineResult run_one(const Program& program,
                              std::string_view pass,
                              std::vector<std::pair<std::string, std::string>> options = {},
                              bool ambient_grad = true) {
  PipelineSettings settings;
  settings.ambient_grad = ambient_grad;
  return run_pipeline(program, {{std::string(pass), std::move(options)}}, settings);
}

}  // namespace seesaw::test
