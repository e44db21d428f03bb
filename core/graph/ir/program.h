// A program: a graph module and, if exported, its signature and range constraints.
//
// What: `Program` is the result of reading a text, the subject of passes and the input of printers. It owns the context
// of its graphs. Why: PyTorch passes take a GraphModule and optionally a signature; a pasted text holds one or both.
//
//   Program program;
//   program.root = Module::make(*program.context, "GraphModule", std::make_unique<Graph>(*program.context));
//   print_program(program);       // str(ExportedProgram)
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/graph/ir/context.h"
#include "core/graph/ir/module.h"
#include "core/graph/ir/signature.h"

namespace seesaw {

// A user that PyTorch no longer counts although it still has the argument (passes/differences.h, num_users).
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
  // Whether the source text was an ExportedProgram.
  bool is_exported = false;
  // torch.is_grad_enabled() where torch.export is called, which the file that is captured may switch off: the mode of
  // PyTorch's passes on it.
  bool ambient_grad = true;
  // What made the program, which an archive states and a text does not: export's tracing, or decompositions.
  enum class Ir : std::uint8_t { unknown, training, aten };
  Ir ir = Ir::unknown;
  // Whether it was read from an archive: it has no fake tensors that remember anything.
  bool is_loaded = false;
  // For nodes read from a text: the line by lineage (1 is the first), which copies of a node share.
  std::vector<std::uint32_t> lines;
  // Remains of a PyTorch pass; later steps that meet them report PyTorch's behaviour.
  std::vector<LostUser> lost_users;

  // A program with exact copies of all modules, in the same context.
  Program clone() const;
};

// str(ExportedProgram): code indented by four, then signature and range constraints if there is a signature.
std::string print_program(const Program& program,
                          bool strides = false,
                          bool devices = false,
                          const Dialect* dialect = nullptr);
// The readable text in the layout of its source: strides and devices where the text had them, header and footer
// lines, and str(ExportedProgram) if it was one.
struct LayoutOptions {
  std::optional<bool> strides, devices;
  const Dialect* dialect = nullptr;  // instead of the program's own
};
std::string print_as_read(const Program& program, const LayoutOptions& options = {});
// The text in the form that it had, code as code, with its white space.
std::string print_read(const Program& program, const LayoutOptions& options = {});

}  // namespace seesaw
