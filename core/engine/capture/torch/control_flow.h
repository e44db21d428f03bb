// Operators that take functions: torch.cond, map, scan and while_loop.
//
// What: each function is traced into a graph of its own, inside of the one around it; what it uses from there becomes
// a placeholder, in PyTorch's order. Why: a branch on data can stay in a graph only as such an operator.
//
//   torch.cond(p, lambda x: x.sin(), lambda x: x.cos(), (x,))
//   // true_graph_0 = self.true_graph_0; ...; cond = torch.ops.higher_order.cond(p, true_graph_0, false_graph_0, [x])
#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/engine/capture/torch/capture_part.h"

namespace seesaw {

// Higher-order operators by any of their names.
bool is_control_flow(std::string_view path, std::string_view name);

class ControlFlow : public CapturePart {
 public:
  using CapturePart::CapturePart;

  PyValue cond(const PyExpr& e, const PyValues& args, const PyNamedValues& kwargs);
  PyValue map(const PyExpr& e, const PyValues& args);
  PyValue scan(const PyExpr& e, const PyValues& args, const PyNamedValues& kwargs);
  PyValue while_loop(const PyExpr& e, const PyValues& args, const PyNamedValues& kwargs);

 private:
  struct Branch {
    std::unique_ptr<Tracer> tracer;
    PyValue result;
    const PyObject* function = nullptr;
    std::vector<Arg> outputs;
    std::vector<Node*> operands;  // nodes of the graph around
    std::vector<Node*> inputs;    // and their placeholders
  };
  Branch trace_branch(const PyExpr& e,
                      const PyValue& function,
                      const PyValues& args,
                      const std::vector<Arg>& leaves,
                      const std::vector<Arg>& vals);
  void merge_inputs(Branch& branch, const std::vector<Node*>& outer);
  // Both graphs of a condition or a loop, on the same operands. Grad mode and place are those from before it
  // afterwards, also where one of them fails.
  std::pair<Branch, Branch> trace_both(const PyExpr& e,
                                       const PyValue& first,
                                       const PyValue& second,
                                       const PyValues& args,
                                       const std::vector<Arg>& leaves,
                                       const std::vector<Arg>& vals);
  // Of a loop: what is carried changes, so a tensor that also comes in by another way is not the same input.
  void refuse_twice(const PyExpr& e, std::string_view loop, const std::vector<Node*>& inputs);
  enum class Returns : std::uint8_t { tuple, list, value };
  void finish_branch(Branch& branch, const std::vector<Node*>& outer, Returns returns);
  std::vector<Node*> used_by(const Branch& branch);
  std::string sort_name(const Branch& branch, Node* outer);
  std::string cell_name(const Branch& branch, Node* outer);
  bool is_state(const Node* node);
  Node* branch_node(const char* kind, Branch& branch);
  // What PyTorch refuses before it looks at the branches, and of what they give.
  void check_cond(const Arg& pred, const std::vector<Arg>& vals);
  static void refuse_aliases(const Branch& branch, std::string_view what);
  std::vector<Node*> inputs_of_both(const Branch& yes,
                                    const std::vector<Node*>& in_yes,
                                    const Branch& no,
                                    const std::vector<Node*>& in_no);
  bool fits_loop(const Branch& condition, const Branch& body, const std::vector<Arg>& vals);
  PyValue loop_node(const PyExpr& e, Branch& condition, Branch& body, const std::vector<Arg>& leaves);
  bool asks_gradients(const std::vector<Node*>& nodes);
  void check_carry(const PyExpr& e, std::span<const Arg> carry, std::span<const Arg> first);
};

}  // namespace seesaw
