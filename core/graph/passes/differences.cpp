#include "core/graph/passes/differences.h"

namespace seesaw {

namespace {

constexpr DifferenceKind kKinds[] = {
    {difference::num_users,
     "num_users is the true count",
     "When PyTorch inlines a partition with one output value, it clears the users of that value; nodes of the "
     "partition that "
     "still use it are no longer counted. In Seesaw users are derived from the arguments and are always complete.",
     211},
    {difference::key_error,
     "dead code elimination goes on where PyTorch raises KeyError",
     "After users were lost (num_users), erasing a node that PyTorch no longer counts as a user raises KeyError. In "
     "Seesaw the "
     "users are right, so the node is erased.",
     211},
    {difference::lost_children,
     "child graphs of graphs held by get_attr survive inlining",
     "After each inlining PyTorch deletes modules below those that a get_attr names, because it takes them for unused; "
     "a later "
     "step then raises AttributeError or RuntimeError. Seesaw keeps them and completes the pass.",
     123},
    {difference::inlined_call_module,
     "a call_module inside an inlined partition keeps its module",
     "PyTorch copies the node but not the module, and lint fails at the end of the pass. Seesaw moves the module "
     "along.",
     124},
    {difference::repeated_output,
     "a graph that returns a value twice, or a constant that nobody takes, is inlined",
     "When PyTorch inlines a graph that returns a tuple, it removes the output from the users of each item: the second "
     "time for "
     "a value returned twice raises KeyError, and a constant has no users (AttributeError). By then it has emptied the "
     "called "
     "graph and put half of it into the caller. In Seesaw users are derived from the arguments, so the graph is "
     "inlined.",
     120},
    {difference::erased_insertion_point,
     "nodes made at an erased insertion point stay in the graph",
     "If the node at the insertion point has been erased, PyTorch links new nodes to it; they can drop out of the list "
     "while the "
     "graph still counts them. So can its neighbours when an erased node is moved. Seesaw puts new nodes before the "
     "next node "
     "that is still there, and an erased node that is moved stays out of the list.",
     39},
};

}  // namespace

std::span<const DifferenceKind> difference_kinds() { return kKinds; }

}  // namespace seesaw
