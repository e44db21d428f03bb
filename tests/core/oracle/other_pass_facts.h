// replace_autocast_with_hop_pass, _common_getitem_elimination_pass
// Graphs before and after, from PyTorch 2.6.0+debian. Made by facts.py; do not edit.
#pragma once

#include "tests/core/oracle/pass_fact.h"

namespace seesaw::test {

inline constexpr PassFact kOtherPassFacts[] = {
    {"getitem: merged", "before", "", R"T(graph():
    %x : [num_users=1] = placeholder[target=x]
    %split_tensor : [num_users=4] = call_function[target=torch.ops.aten.split.Tensor](args = (%x, 1), kwargs = {})
    %getitem : [num_users=1] = call_function[target=operator.getitem](args = (%split_tensor, 0), kwargs = {})
    %getitem_1 : [num_users=1] = call_function[target=operator.getitem](args = (%split_tensor, 1), kwargs = {})
    %getitem_2 : [num_users=2] = call_function[target=operator.getitem](args = (%split_tensor, 0), kwargs = {})
    %getitem_3 : [num_users=2] = call_function[target=operator.getitem](args = (%split_tensor, 1), kwargs = {})
    %add_tensor : [num_users=2] = call_function[target=torch.ops.aten.add.Tensor](args = (%getitem_2, %getitem_3), kwargs = {})
    %split_tensor_1 : [num_users=1] = call_function[target=torch.ops.aten.split.Tensor](args = (%add_tensor, 1), kwargs = {})
    %getitem_4 : [num_users=1] = call_function[target=operator.getitem](args = (%split_tensor_1, 0), kwargs = {})
    return (getitem, getitem_1, getitem_2, add_tensor, getitem_4, getitem_3))T"},
    {"getitem: merged", "after", "", R"T(graph():
    %x : [num_users=1] = placeholder[target=x]
    %split_tensor : [num_users=2] = call_function[target=torch.ops.aten.split.Tensor](args = (%x, 1), kwargs = {})
    %getitem : [num_users=2] = call_function[target=operator.getitem](args = (%split_tensor, 0), kwargs = {})
    %getitem_1 : [num_users=2] = call_function[target=operator.getitem](args = (%split_tensor, 1), kwargs = {})
    %add_tensor : [num_users=2] = call_function[target=torch.ops.aten.add.Tensor](args = (%getitem, %getitem_1), kwargs = {})
    %split_tensor_1 : [num_users=1] = call_function[target=torch.ops.aten.split.Tensor](args = (%add_tensor, 1), kwargs = {})
    %getitem_4 : [num_users=1] = call_function[target=operator.getitem](args = (%split_tensor_1, 0), kwargs = {})
    return (getitem, getitem_1, getitem, add_tensor, getitem_4, getitem_1))T"},
    {"autocast: region", "before", "", R"T(graph():
    %x : [num_users=1] = placeholder[target=x]
    %sin_default : [num_users=1] = call_function[target=torch.ops.aten.sin.default](args = (%x,), kwargs = {})
    %_enter_autocast : [num_users=1] = call_function[target=torch.amp.autocast_mode._enter_autocast](args = (cpu, torch.bfloat16, True, False), kwargs = {})
    %cos_default : [num_users=1] = call_function[target=torch.ops.aten.cos.default](args = (%sin_default,), kwargs = {})
    %_exit_autocast : [num_users=0] = call_function[target=torch.amp.autocast_mode._exit_autocast](args = (%_enter_autocast,), kwargs = {})
    %exp_default : [num_users=1] = call_function[target=torch.ops.aten.exp.default](args = (%cos_default,), kwargs = {})
    return (exp_default,))T"},
    {"autocast: region", "after", "", R"T(graph():
    %x : [num_users=1] = placeholder[target=x]
    %sin_default : [num_users=1] = call_function[target=torch.ops.aten.sin.default](args = (%x,), kwargs = {})
    %submod_3 : [num_users=1] = get_attr[target=submod_1]
    %cos_default : [num_users=1] = call_function[target=torch.ops.higher_order.wrap_with_autocast](args = (cpu, torch.bfloat16, True, False, %submod_3, %sin_default), kwargs = {})
    %getitem : [num_users=1] = call_function[target=operator.getitem](args = (%cos_default, 0), kwargs = {})
    %exp_default : [num_users=1] = call_function[target=torch.ops.aten.exp.default](args = (%getitem,), kwargs = {})
    return (exp_default,))T"},
    {"autocast: region", "after", "submod_1", R"T(graph():
    %sin_default : [num_users=1] = placeholder[target=sin_default]
    %cos_default : [num_users=1] = call_function[target=torch.ops.aten.cos.default](args = (%sin_default,), kwargs = {})
    return (cos_default,))T"},
    {"autocast: nested", "before", "", R"T(graph():
    %x : [num_users=1] = placeholder[target=x]
    %_enter_autocast : [num_users=1] = call_function[target=torch.amp.autocast_mode._enter_autocast](args = (cpu, torch.bfloat16, True, False), kwargs = {})
    %sin_default : [num_users=1] = call_function[target=torch.ops.aten.sin.default](args = (%x,), kwargs = {})
    %_enter_autocast_1 : [num_users=1] = call_function[target=torch.amp.autocast_mode._enter_autocast](args = (cpu, torch.float16, False, None), kwargs = {})
    %cos_default : [num_users=1] = call_function[target=torch.ops.aten.cos.default](args = (%sin_default,), kwargs = {})
    %_exit_autocast : [num_users=0] = call_function[target=torch.amp.autocast_mode._exit_autocast](args = (%_enter_autocast_1,), kwargs = {})
    %exp_default : [num_users=1] = call_function[target=torch.ops.aten.exp.default](args = (%cos_default,), kwargs = {})
    %_exit_autocast_1 : [num_users=0] = call_function[target=torch.amp.autocast_mode._exit_autocast](args = (%_enter_autocast,), kwargs = {})
    return (exp_default,))T"},
    {"autocast: nested", "after", "", R"T(graph():
    %x : [num_users=1] = placeholder[target=x]
    %submod_2 : [num_users=1] = get_attr[target=submod_1]
    %exp_default : [num_users=1] = call_function[target=torch.ops.higher_order.wrap_with_autocast](args = (cpu, torch.bfloat16, True, False, %submod_2, %x), kwargs = {})
    %getitem : [num_users=1] = call_function[target=operator.getitem](args = (%exp_default, 0), kwargs = {})
    return (getitem,))T"},
    {"autocast: nested", "after", "submod_1", R"T(graph():
    %x : [num_users=1] = placeholder[target=x]
    %sin_default : [num_users=1] = call_function[target=torch.ops.aten.sin.default](args = (%x,), kwargs = {})
    %submod_3 : [num_users=1] = get_attr[target=submod_1]
    %cos_default : [num_users=1] = call_function[target=torch.ops.higher_order.wrap_with_autocast](args = (cpu, torch.float16, False, None, %submod_3, %sin_default), kwargs = {})
    %getitem : [num_users=1] = call_function[target=operator.getitem](args = (%cos_default, 0), kwargs = {})
    %exp_default : [num_users=1] = call_function[target=torch.ops.aten.exp.default](args = (%getitem,), kwargs = {})
    return (exp_default,))T"},
    {"autocast: nested", "after", "submod_1.submod_1", R"T(graph():
    %sin_default : [num_users=1] = placeholder[target=sin_default]
    %cos_default : [num_users=1] = call_function[target=torch.ops.aten.cos.default](args = (%sin_default,), kwargs = {})
    return (cos_default,))T"},
    {"autocast: adjacent", "before", "", R"T(graph():
    %x : [num_users=1] = placeholder[target=x]
    %_enter_autocast : [num_users=1] = call_function[target=torch.amp.autocast_mode._enter_autocast](args = (cuda, None, True, None), kwargs = {})
    %sin_default : [num_users=1] = call_function[target=torch.ops.aten.sin.default](args = (%x,), kwargs = {})
    %_exit_autocast : [num_users=0] = call_function[target=torch.amp.autocast_mode._exit_autocast](args = (%_enter_autocast,), kwargs = {})
    %_enter_autocast_1 : [num_users=1] = call_function[target=torch.amp.autocast_mode._enter_autocast](args = (cuda, None, True, None), kwargs = {})
    %cos_default : [num_users=1] = call_function[target=torch.ops.aten.cos.default](args = (%sin_default,), kwargs = {})
    %_exit_autocast_1 : [num_users=0] = call_function[target=torch.amp.autocast_mode._exit_autocast](args = (%_enter_autocast_1,), kwargs = {})
    return (cos_default,))T"},
    {"autocast: adjacent", "after", "", R"T(graph():
    %x : [num_users=1] = placeholder[target=x]
    %submod_3 : [num_users=1] = get_attr[target=submod_1]
    %sin_default : [num_users=1] = call_function[target=torch.ops.higher_order.wrap_with_autocast](args = (cuda, None, True, None, %submod_3, %x), kwargs = {})
    %getitem : [num_users=1] = call_function[target=operator.getitem](args = (%sin_default, 0), kwargs = {})
    %submod_4 : [num_users=1] = get_attr[target=submod_2]
    %cos_default : [num_users=1] = call_function[target=torch.ops.higher_order.wrap_with_autocast](args = (cuda, None, True, None, %submod_4, %getitem), kwargs = {})
    %getitem_1 : [num_users=1] = call_function[target=operator.getitem](args = (%cos_default, 0), kwargs = {})
    return (getitem_1,))T"},
    {"autocast: adjacent", "after", "submod_1", R"T(graph():
    %x : [num_users=1] = placeholder[target=x]
    %sin_default : [num_users=1] = call_function[target=torch.ops.aten.sin.default](args = (%x,), kwargs = {})
    return (sin_default,))T"},
    {"autocast: adjacent", "after", "submod_2", R"T(graph():
    %sin_default : [num_users=1] = placeholder[target=sin_default]
    %cos_default : [num_users=1] = call_function[target=torch.ops.aten.cos.default](args = (%sin_default,), kwargs = {})
    return (cos_default,))T"},
    {"autocast: empty", "before", "", R"T(graph():
    %x : [num_users=1] = placeholder[target=x]
    %_enter_autocast : [num_users=1] = call_function[target=torch.amp.autocast_mode._enter_autocast](args = (cpu, None, True, None), kwargs = {})
    %_exit_autocast : [num_users=0] = call_function[target=torch.amp.autocast_mode._exit_autocast](args = (%_enter_autocast,), kwargs = {})
    %sin_default : [num_users=1] = call_function[target=torch.ops.aten.sin.default](args = (%x,), kwargs = {})
    return (sin_default,))T"},
    {"autocast: empty", "after", "", R"T(graph():
    %x : [num_users=1] = placeholder[target=x]
    %submod_3 : [num_users=1] = get_attr[target=submod_1]
    %wrap_with_autocast : [num_users=0] = call_function[target=torch.ops.higher_order.wrap_with_autocast](args = (cpu, None, True, None, %submod_3), kwargs = {})
    %sin_default : [num_users=1] = call_function[target=torch.ops.aten.sin.default](args = (%x,), kwargs = {})
    return (sin_default,))T"},
    {"autocast: empty", "after", "submod_1", R"T(graph():
    return ())T"},
};

}  // namespace seesaw::test
