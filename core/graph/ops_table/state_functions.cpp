// Functions that change state or may stop the program: torch.fx never removes them as dead code.
//
//   %_set_grad_enabled = call_function[target=torch._C._set_grad_enabled](args = (False,), kwargs = {})
//
// The set is PyTorch 2.6.0's (torch.fx.node._side_effectful_functions). In-place operators are not in it: they are
// impure because their schema is mutable.
#include <graph_records_ops.h>

namespace seesaw {

namespace {

constexpr OpDef kRecords[] = {
    {
        .path = "torch._C._set_grad_enabled",
        .doc = "Switches grad mode for the nodes that follow.",
        .fx = {.side_effect = true, .region_state = true},
    },
    {
        .path = "torch.amp.autocast_mode._enter_autocast",
        .doc = "Opens an autocast region.",
        .fx = {.side_effect = true, .region_state = true},
    },
    {
        .path = "torch.amp.autocast_mode._exit_autocast",
        .doc = "Closes the autocast region of its argument.",
        .fx = {.side_effect = true, .region_state = true},
    },
    {
        .path = "torch._assert",
        .doc = "Stops if the condition is false.",
        .fx = {.side_effect = true},
    },
    {
        .path = "torch._assert_async",
        .doc = "Stops later if the condition is false.",
        .fx = {.side_effect = true},
    },
    {
        .path = "torch.ops.aten._assert_async.msg",
        .schema = "_assert_async.msg(Tensor self, str assert_msg) -> ()",
        .doc = "Stops later if the condition is false.",
        .fx = {.side_effect = true},
    },
    {
        .path = "torch.ops.aten._assert_scalar.default",
        .schema = "_assert_scalar(Scalar self, str assert_msg) -> ()",
        .doc = "Stops if the condition is false.",
        .fx = {.side_effect = true},
    },
    {
        .path = "torch.ops.aten._assert_tensor_metadata.default",
        .schema = "_assert_tensor_metadata(Tensor a, SymInt[]? size=None, SymInt[]? stride=None, ScalarType? "
                  "dtype=None, *, Device? device=None, Layout? layout=None) -> ()",
        .doc = "Stops if sizes, strides or dtype differ.",
        .fx = {.side_effect = true},
    },
    {
        .path = "torch.ops.aten.sym_constrain_range.default",
        .schema = "sym_constrain_range(Scalar size, *, int? min=None, int? max=None) -> ()",
        .doc = "Bounds of a number.",
        .fx = {.side_effect = true},
    },
    {
        .path = "torch.ops.aten.sym_constrain_range_for_size.default",
        .schema = "sym_constrain_range_for_size(Scalar size, *, int? min=None, int? max=None) -> ()",
        .doc = "Bounds of a size.",
        .fx = {.side_effect = true},
    },
    {
        .path = "torch.ops.profiler._record_function_enter",
        .doc = "Opens a named section of a profile.",
        .fx = {.side_effect = true},
    },
    {
        .path = "torch.ops.profiler._record_function_enter_new",
        .doc = "Opens a named section of a profile.",
        .fx = {.side_effect = true},
    },
    {
        .path = "torch.ops.profiler._record_function_exit",
        .doc = "Closes a section of a profile.",
        .fx = {.side_effect = true},
    },
    {
        .path = "torch.ops.inductor.accumulate_grad_.default",
        .doc = "Adds to the gradient of a variable.",
        .fx = {.side_effect = true},
    },
    {
        .path = "torch.ops.inductor.resize_storage_bytes_.default",
        .doc = "Changes the size of a storage.",
        .fx = {.side_effect = true},
    },
    {
        .path = "torch.ops.fsdp.copy_.default",
        .doc = "copy_ that FSDP traces.",
        .fx = {.side_effect = true},
    },
    {
        .path = "torch.ops._c10d_functional.wait_tensor",
        .doc = "Waits for a collective operation.",
        .fx = {.side_effect = true},
    },
    {
        .path = "torch.ops._c10d_functional.wait_tensor.default",
        .doc = "Waits for a collective operation.",
        .fx = {.side_effect = true},
    },
    {
        .path = "torch.ops.higher_order.call_torchbind",
        .doc = "Calls a method of a script object.",
        .fx = {.side_effect = true},
    },
    {
        .path = "torch.ops.aten._native_batch_norm_legit.default",
        .schema = "_native_batch_norm_legit(Tensor input, Tensor? weight, Tensor? bias, Tensor(a!) running_mean, "
                  "Tensor(b!) running_var, bool training, float momentum, float eps) -> (Tensor, Tensor, Tensor)",
    },
};

}  // namespace

std::span<const OpDef> op_records::state_functions() { return kRecords; }

}  // namespace seesaw
