#include "core/engine/autograd/engine.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "core/base/cat.h"
#include "core/base/diagnostic.h"
#include "core/engine/autograd/anomaly.h"
#include "core/engine/autograd/execution_log.h"
#include "core/engine/autograd/grad_mode.h"
#include "core/engine/autograd/graph_task.h"
#include "core/engine/autograd/hook_calls.h"
#include "core/engine/autograd/variable.h"
#include "core/engine/ops/call/warning.h"
#include "core/engine/ops/table/ops.h"

namespace seesaw::autograd {

namespace {

struct Current {
  GraphTask* task = nullptr;
  Node* node = nullptr;
  std::int64_t passes = 0;
};
Current& current() {
  static Current instance;
  return instance;
}

// Distributes the seeds of several roots.
class GraphRoot : public Node {
 public:
  GraphRoot(std::vector<Edge> edges, Gradients seeds) : seeds_(std::move(seeds)) { set_next(std::move(edges)); }
  std::string name() const override { return "torch::autograd::GraphRoot"; }
  Gradients apply(Gradients&&) override { return seeds_; }

 private:
  Gradients seeds_;
};

void count_dependencies(GraphTask& task, Node* root) {
  std::vector<Node*> stack{root};
  while (!stack.empty()) {
    Node* node = stack.back();
    stack.pop_back();
    for (const Edge& edge : node->next()) {
      if (!edge.node) continue;
      RunState& next = task.state(edge.node.get());
      ++next.dependencies;
      if (next.in_graph) continue;
      next.in_graph = true;
      stack.push_back(edge.node.get());
    }
  }
}

// Marks the nodes on a path from the root to an input.
void choose_nodes(GraphTask& task, Node* root, const BackwardOptions& options) {
  task.partial = true;
  for (std::size_t i = 0; i < options.inputs.size(); ++i) {
    RunState& state = task.state(options.inputs[i].node.get());
    if (options.accumulate) {
      state.needed = true;
    } else {
      state.captures.push_back({i, options.inputs[i].input_nr});
    }
  }
  if (!options.accumulate) task.captured.resize(options.inputs.size());
  struct Frame {
    RunState* state;
    std::size_t next = 0;
  };
  std::vector<Frame> stack{{&task.state(root)}};
  stack.back().state->visited = true;
  while (!stack.empty()) {
    Frame& frame = stack.back();
    const std::vector<Edge>& edges = frame.state->node->next();
    RunState* fresh = nullptr;
    while (frame.next < edges.size() && fresh == nullptr) {
      Node* child = edges[frame.next++].node.get();
      if (child == nullptr) continue;
      RunState& state = task.state(child);
      if (!state.visited) {
        state.visited = true;
        fresh = &state;
      } else if (state.should_execute()) {
        frame.state->needed = true;
      }
    }
    if (fresh != nullptr) {
      stack.push_back({fresh});
      continue;
    }
    bool leads = frame.state->should_execute();
    stack.pop_back();
    if (leads && !stack.empty()) stack.back().state->needed = true;
  }
}

Tensor sum_to(const Tensor& t, const Dims& sizes) {
  if (sizes.empty()) return call(op::sum, {t})[0];
  Dims dims;
  std::size_t leading = t.dim() - sizes.size();
  for (std::size_t d = 0; d < t.dim(); ++d) {
    if (d < leading || (sizes[d - leading] == 1 && t.sizes()[d] != 1)) dims.push_back(static_cast<std::int64_t>(d));
  }
  Tensor out = dims.empty() ? t : call(op::sum_dim, {t, dims, true})[0];
  return leading > 0 ? call(op::view, {out, sizes})[0] : out;
}

bool expandable(const Dims& from, const Dims& to) {
  if (from.size() > to.size()) return false;
  for (std::size_t d = 0; d < from.size(); ++d) {
    std::int64_t wide = to[d + to.size() - from.size()];
    if (from[d] != wide && from[d] != 1) return false;
  }
  return true;
}

// Gives each gradient the shape and dtype of the value it belongs to.
void validate(const std::vector<Edge>& edges, Gradients& grads, std::string_view prefix) {
  for (std::size_t i = 0; i < edges.size() && i < grads.size(); ++i) {
    if (!edges[i] || !grads[i] || edges[i].node->inputs().size() <= edges[i].input_nr) continue;
    const InputMetadata& want = edges[i].node->inputs()[edges[i].input_nr];
    if (!want.defined) continue;
    if (!(grads[i].sizes() == want.sizes)) {
      if (!expandable(want.sizes, grads[i].sizes())) {
        throw fx_error("RuntimeError",
                       cat({prefix,
                            "invalid gradient at index ",
                            std::to_string(i),
                            " - got ",
                            dims_text(grads[i].sizes()),
                            " but expected shape compatible with ",
                            dims_text(want.sizes)}));
      }
      grads[i] = sum_to(grads[i], want.sizes);
    }
    if (grads[i].device() != want.device) grads[i] = to_device(grads[i], want.device);
    if (grads[i].element() != want.element) grads[i] = call(op::to_copy, {grads[i], want.element})[0];
  }
}

void check_nan(const Node& node, const Gradients& grads) {
  if (!modes().anomaly || !modes().check_nan) return;
  for (std::size_t i = 0; i < grads.size(); ++i) {
    for (std::int64_t k = 0; grads[i] && k < grads[i].numel(); ++k) {
      bool whole = !is_complex(grads[i].element());
      if (whole ? !std::isnan(grads[i].item_at(k))
                : !std::isnan(grads[i].part(false).item_at(k)) && !std::isnan(grads[i].part(true).item_at(k)))
        continue;
      throw fx_error(
          "RuntimeError",
          cat({"Function '", node.name(), "' returned nan values in its ", std::to_string(i), "th output."}));
    }
  }
}

Gradients call_function(GraphTask& task, Node& node, Gradients grads) {
  grads = call_tensor_hooks(node, std::move(grads));
  grads = call_pre_hooks(node, std::move(grads));
  LoggedExecution execution(node, task.id, grads);
  Gradients outputs;
  if (has_post_hooks(node)) {
    Gradients copy = grads;
    outputs = node.apply(std::move(copy));
  } else {
    outputs = node.apply(std::move(grads));
  }
  validate(node.next(), outputs, cat({"Function ", node.name(), " returned an "}));
  if (has_post_hooks(node)) outputs = call_post_hooks(node, std::move(outputs), grads);
  execution.finished(outputs);
  if (!task.keep_graph) node.release_saved();
  return outputs;
}

// Whether there is no other reference to the tensor or its memory, so that it may be written to.
bool sole_owner(const Tensor& t) {
  return t->use_count() == 1 && (!t->storage || t->storage->use_count() == 1) && is_dense(t.sizes(), t.strides());
}

void add_to_buffer(RunState& state, std::uint32_t at, Tensor gradient) {
  if (state.buffer.empty()) state.buffer.resize(std::max<std::size_t>(state.node->inputs().size(), at + 1));
  Tensor& slot = state.buffer[at];
  if (!gradient) return;
  if (!slot) {
    slot = std::move(gradient);
  } else if (!modes().grad && sole_owner(slot)) {
    call_inplace(op::add, {slot, gradient});
  } else {
    slot = slot + gradient;
  }
}

void pass_on(GraphTask& task, Node& node, Gradients outputs) {
  for (std::size_t i = 0; i < outputs.size() && i < node.next().size(); ++i) {
    const Edge& edge = node.next()[i];
    if (!edge) continue;
    RunState& next = task.state(edge.node.get());
    bool ready = --next.dependencies == 0;
    if (!next.waiting) {
      if (task.partial && !next.should_execute()) continue;
      next.waiting = true;
    }
    add_to_buffer(next, edge.input_nr, std::move(outputs[i]));
    if (!ready) continue;
    next.waiting = false;
    task.ready.push(&next);
  }
}

void evaluate(GraphTask& task, RunState& state) {
  Node& node = *state.node;
  Gradients grads = std::move(state.buffer);
  state.buffer.clear();
  grads.resize(std::max(grads.size(), node.inputs().size()));
  bool executes = !task.partial || state.needed;
  // A captured gradient has passed the tensor hooks, unless the node is executed too: then it is captured before.
  Gradients captured = executes ? grads : Gradients();
  if (!executes) captured = grads = call_tensor_hooks(node, std::move(grads));
  for (const Capture& capture : state.captures) task.captured[capture.output] = captured[capture.input_nr];
  captured.clear();
  if (!executes) return;
  Gradients outputs = call_function(task, node, std::move(grads));
  check_nan(node, outputs);
  pass_on(task, node, std::move(outputs));
}

const HostObject* metadata_named(const Node& node, const char* name) {
  if (node.extras() == nullptr) return nullptr;
  auto at = node.extras()->metadata.find(name);
  return at == node.extras()->metadata.end() ? nullptr : at->second.get();
}

// In anomaly mode a failing node is reported, with the location where it was made, and the chain of nodes whose
// backward made it.
void tell_of_failure(const Node& failed) {
  const auto* made = static_cast<const Traceback*>(metadata_named(failed, "traceback_"));
  warn(made == nullptr ? cat({"Error detected in ",
                              failed.name(),
                              ". No forward pass information available. Enable detect anomaly during forward pass for "
                              "more information."})
                       : cat({"Error detected in ",
                              failed.name(),
                              ". Traceback of forward call that caused the error:\n",
                              made->text}));
  for (const Node* node = &failed;;) {
    const auto* parent = static_cast<const ParentNode*>(metadata_named(*node, "parent_"));
    if (parent == nullptr) return;
    node = parent->node.get();
    made = static_cast<const Traceback*>(metadata_named(*node, "traceback_"));
    warn(made == nullptr ? cat({"\n\nPrevious calculation was induced by ",
                                node->name(),
                                ". No forward pass information available. Enable detect anomaly during forward pass "
                                "for more information."})
                         : cat({"\n\nPrevious calculation was induced by ",
                                node->name(),
                                ". Traceback of forward call that induced the previous calculation:\n",
                                made->text}));
  }
}

// A pass begun by a hook or a user function runs on the stack of the outer pass: this is the depth that fits.
constexpr std::uint32_t kMaxReentrantDepth = 2500;

void run(GraphTask& task) {
  task.outer = current().task;
  task.depth = task.outer == nullptr ? 0 : task.outer->depth + 1;
  if (task.depth > kMaxReentrantDepth) {
    throw fx_error("RuntimeError",
                   cat({"backward passes are nested more than ",
                        std::to_string(kMaxReentrantDepth),
                        " deep: a hook or a function calls backward() without end"}));
  }
  Restore<GraphTask*> in_task(current().task, &task);
  while (!task.ready.empty()) {
    RunState* state = task.ready.pop();
    Restore<Node*> at_node(current().node, state->node.get());
    GradModeScope mode(task.create_graph);
    try {
      evaluate(task, *state);
    } catch (...) {
      if (modes().anomaly) tell_of_failure(*state->node);
      throw;
    }
  }
  GradModeScope mode(task.create_graph);
  while (!task.callbacks.empty()) {
    std::function<void()> callback = std::move(task.callbacks.front());
    task.callbacks.pop_front();
    callback();
  }
}

}  // namespace

GraphTask::GraphTask(bool keep, bool create) : id(current().passes++), keep_graph(keep), create_graph(create) {}

GraphTask::~GraphTask() {
  for (RunState& state : states) state.node->run = state.outer;
}

RunState& GraphTask::state(Node* node) {
  if (node->run != nullptr && node->run->task == this) return *node->run;
  RunState& fresh = states.emplace_back();
  fresh.node = Ref<Node>(node);
  fresh.task = this;
  fresh.outer = node->run;
  node->run = &fresh;
  return fresh;
}

RunState* GraphTask::find(const Node* node) const {
  return node->run != nullptr && node->run->task == this ? node->run : nullptr;
}

void ReadyHeap::sift_up(std::size_t hole, RunState* value) {
  while (hole > 0 && before(items_[(hole - 1) / 2], value)) {
    items_[hole] = items_[(hole - 1) / 2];
    hole = (hole - 1) / 2;
  }
  items_[hole] = value;
}

void ReadyHeap::push(RunState* state) {
  items_.push_back(state);
  sift_up(items_.size() - 1, state);
}

RunState* ReadyHeap::pop() {
  RunState* top = items_.front();
  RunState* value = items_.back();
  items_.pop_back();
  std::size_t count = items_.size(), hole = 0;
  if (count == 0) return top;
  // The hole moves down to a leaf along the larger children, then the value up from there.
  std::size_t child = 0;
  while (child < (count - 1) / 2) {
    child = 2 * (child + 1);
    if (before(items_[child], items_[child - 1])) --child;
    items_[hole] = items_[child];
    hole = child;
  }
  if (count % 2 == 0 && child == (count - 2) / 2) {
    child = 2 * (child + 1);
    items_[hole] = items_[child - 1];
    hole = child - 1;
  }
  sift_up(hole, value);
  return top;
}

Gradients run_backward(const BackwardOptions& options) {
  Gradients seeds = options.seeds;
  validate(options.roots, seeds, "");
  GraphTask task(options.retain_graph, options.create_graph);
  Ref<Node> root = options.roots.size() == 1 ? options.roots[0].node : Ref<Node>(new GraphRoot(options.roots, seeds));
  count_dependencies(task, root.get());
  if (!options.inputs.empty()) choose_nodes(task, root.get(), options);
  RunState& first = task.state(root.get());
  if (options.roots.size() == 1) {
    add_to_buffer(first, options.roots[0].input_nr, seeds[0]);
  } else {
    first.needed = first.needed || first.should_execute();
  }
  seeds.clear();
  task.ready.push(&first);
  run(task);
  return std::move(task.captured);
}

EnginePosition engine_position() { return {current().task, current().node}; }
void abandon_passes(EnginePosition since) {
  while (current().task != since.task) std::exchange(current().task, current().task->outer)->~GraphTask();
  current().node = since.node;
}
std::int64_t current_graph_task() { return current().task == nullptr ? -1 : current().task->id; }
bool is_running(std::int64_t pass) {
  const GraphTask* task = current().task;
  while (task != nullptr && task->id != pass) task = task->outer;
  return task != nullptr;
}
Node* current_node() { return current().node; }

bool wants_gradient(const Edge& edge) {
  const GraphTask* task = current().task;
  if (task == nullptr || !task->partial) return true;
  const RunState* state = task->find(edge.node.get());
  return state != nullptr && state->should_execute();
}

bool will_execute(Node* node) {
  GraphTask* task = current().task;
  if (task == nullptr)
    throw fx_error("RuntimeError", "_get_should_execute_nodes should only be called during the backward pass");
  const RunState* state = task->find(node);
  if (state == nullptr || !state->in_graph) return false;
  if (!task->partial) return true;
  if (!state->should_execute()) return false;
  if (node->next().empty() && !state->captures.empty()) {
    throw fx_error("RuntimeError",
                   "A leaf node was passed to _will_engine_execute_node but we are currently running autograd.grad(). "
                   "This is currently not supported.");
  }
  return true;
}

std::vector<Ref<Node>> execution_order() {
  const GraphTask* task = current().task;
  if (task == nullptr)
    throw fx_error("RuntimeError",
                   "_current_graph_task_execution_order should only be called during the backward pass");
  // A separate pass that only counts: the running node and the ready ones, then those that become ready after them.
  std::vector<Ref<Node>> out;
  ReadyHeap ready = task->ready;
  if (RunState* running = current().node == nullptr ? nullptr : task->find(current().node)) ready.push(running);
  std::uint64_t walk = next_walk();
  std::vector<std::uint32_t> left;
  while (!ready.empty()) {
    RunState* state = ready.pop();
    out.push_back(state->node);
    for (const Edge& edge : state->node->next()) {
      RunState* next = edge.node ? task->find(edge.node.get()) : nullptr;
      if (next == nullptr || (task->partial && !next->should_execute())) continue;
      if (edge.node->walk != walk) {
        edge.node->walk = walk;
        edge.node->place = left.size();
        left.push_back(next->dependencies);
      }
      if (--left[edge.node->place] == 0) ready.push(next);
    }
  }
  return out;
}

bool keeps_graph() { return current().task == nullptr || current().task->keep_graph; }

void queue_callback(std::function<void()> callback) {
  if (current().task == nullptr)
    throw fx_error("RuntimeError", "Final callbacks can only be installed during backward pass.");
  current().task->callbacks.push_back(std::move(callback));
}

}  // namespace seesaw::autograd
