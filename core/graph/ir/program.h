// A program: a graph module with, where there is one, the signature and the range constraints of an exported program.
//
// What: `Program` is what a text is read into, what passes change and what is printed. It owns the context of its
// graphs. Why: PyTorch passes take a GraphModule and optionally a signature; a pasted text holds one or both.
//
//   Program program;
//   program.root = Module::make(*program.context, "GraphModule", std::make_unique<Graph>(*program.context));
//   print_program(program);       // str(ExportedProgram)
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/graph/ir/context.h"
#include "core/graph/ir/module.h"
#include "core/graph/ir/signature.h"

namespace seesaw {

// A user that PyTorch no longer counts although the argument is still there (passes/differences.h, num_users).
struct LostUser {
  std::string graph;          // path of the module; empty for the root
  std::uint32_t value, user;  // ids
};

struct Program {
  Program() : context(std::make_shared<Context>()) {}
  explicit Program(std::shared_ptr<Context> shared) : context(std::move(shared)) {}

  // First, so that it is destroyed after the modules.
  std::shared_ptr<Context> context;
  Ref<Module> root;
  std::optional<Signature> signature;
  // In order: `s0` to `VR[4, 100]`.
  std::vector<std::pair<std::string, std::string>> range_constraints;
  // Whether the text it came from was an ExportedProgram.
  bool is_exported = false;
  // For nodes read from a text: the line by lineage (1 is the first), so that copies of a node know it too.
  std::vector<std::uint32_t> lines;
  // What a PyTorch pass would have left behind; steps that meet it say what PyTorch does there.
  std::vector<LostUser> lost_users;

  // A program with exact copies of all modules, in the same context.
  Program clone() const;
};

// str(ExportedProgram): code indented by four, then signature and range constraints if there is a signature.
std::string print_program(const Program& program, bool strides = false, bool devices = false);
// The readable text with the layout it was read with: strides and devices where the text had them, header and footer
// lines, and str(ExportedProgram) if it was one.
struct LayoutOptions {
  std::optional<bool> strides, devices;
};
std::string print_as_read(const Program& program, const LayoutOptions& options = {});

}  // namespace seesaw
