// Operators that take graphs as arguments.
//
//   %true_graph_0 = get_attr[target=true_graph_0]
//   %cond = call_function[target=torch.ops.higher_order.cond](
//       args = (%gt, %true_graph_0, %false_graph_0, [%x]), kwargs = {})
//
// `graph_args` states which arguments are graphs, or tuples that end with one; for an operator without a record, any
// get_attr argument may be one.
#include <graph_records_ops.h>

namespace seesaw {

namespace {

constexpr OpDef kRecords[] = {
    {
        .path = "torch.ops.higher_order.cond",
        .doc = "Runs one of two graphs: (predicate, true_graph, false_graph, [inputs]) -> tuple of its outputs.",
        .fx = {.graph_args = 0b110},
    },
    {
        .path = "torch.ops.higher_order.map_impl",
        .doc = "Runs a graph on each slice of the inputs: (graph, [mapped inputs], [other inputs]) -> stacked outputs.",
        .fx = {.graph_args = 0b1},
    },
    {
        .path = "torch.ops.higher_order.while_loop",
        .doc = "Runs the body while the condition holds: (condition, body, (carried inputs), (other inputs)) -> "
               "carried values.",
        .fx = {.graph_args = 0b11},
    },
    {
        .path = "torch.ops.higher_order.scan",
        .doc = "Folds a graph over slices: (graph, [initial], [scanned inputs], ...) -> carried values and stacked "
               "outputs.",
        .fx = {.graph_args = 0b1},
    },
    {
        .path = "torch.ops.higher_order.wrap_with_set_grad_enabled",
        .doc = "Runs a graph in the given grad mode: (enabled, graph, *inputs) -> tuple of its outputs.",
        .fx = {.graph_args = 0b10},
    },
    {
        .path = "torch.ops.higher_order.wrap_with_autocast",
        .doc = "Runs a graph under autocast: (device_type, dtype, enabled, cache_enabled, graph, *inputs) -> tuple of "
               "its outputs.",
        .fx = {.graph_args = 0b10000},
    },
    {
        .path = "torch.ops.higher_order.wrap",
        .doc = "Runs a graph: (graph, *inputs) -> its outputs.",
        .fx = {.graph_args = 0b1},
    },
    {
        .path = "torch.ops.higher_order.tag_activation_checkpoint",
        .doc = "Runs a graph whose values are computed again in backward: (graph, *inputs) -> its outputs.",
        .fx = {.graph_args = 0b1},
    },
    {
        .path = "torch.ops.higher_order.checkpoint",
        .doc = "The older name of tag_activation_checkpoint.",
        .fx = {.graph_args = 0b1},
    },
    {
        .path = "torch.ops.higher_order.invoke_subgraph",
        .doc = "Runs a graph that several calls share: (graph, name, inputs) -> tuple of its outputs.",
        .fx = {.graph_args = 0b1},
    },
    {
        .path = "torch.ops.higher_order.flex_attention",
        .doc = "Attention with a score graph: (query, key, value, score_mod, block_mask, scale, options, ...).",
        .fx = {.graph_args = 0b11000},
    },
};

}  // namespace

std::span<const OpDef> op_records::higher_order() { return kRecords; }

}  // namespace seesaw
