// PyTorch's _ExportPassBaseDeprecatedDoNotUse (torch/_export/pass_base.py) with nothing overridden.
#include <engine_records_passes.h>
#include "core/engine/passes/retrace/export_pass.h"

namespace seesaw {

constinit const PassDef pass::identity_retrace{
    .name = "identity_retrace",
    .order = 17,
    .summary = "Trace the graph again as it is: new names and shapes, everything else kept.",
    .doc = R"(    %weird_name = call_function[target=torch.ops.aten.add.Tensor](args = (%x, %y))
    %submod_3 = get_attr[target=submod_1]
    %mul = call_function[target=torch.ops.higher_order.wrap_with_set_grad_enabled](args = (False, %submod_3, )"
           R"(%weird_name))
becomes
    %add = call_function[target=torch.ops.aten.add.Tensor](args = (%x, %y))
    %submodule_0 = get_attr[target=submodule_0]
    %wrap_with_set_grad_enabled = call_function[target=torch.ops.higher_order.wrap_with_set_grad_enabled](args = )"
           R"((False, %submodule_0, %add))

What PyTorch's ExportPass does if no method is overridden. Nodes are named after the operators' packets, counted from
the start; placeholders after their targets. Values are propagated from the inputs' metadata; other metadata is kept.
Both graphs of a cond and the graph of a map are traced again, other graphs are taken over as they are. Nodes that
nothing uses stay.)",
    .run =
        [](Program& program, PassContext&) {
          ExportPass pass(*program.context);
          retrace_program(program, pass);
          return true;
        },
};

}  // namespace seesaw
