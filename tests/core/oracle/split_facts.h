// sequential_split, split_module
// Graphs before and after, from PyTorch 2.6.0+debian. Made by facts.py; do not edit.
#pragma once

#include "tests/core/oracle/pass_fact.h"

namespace seesaw::test {

inline constexpr PassFact kSplitFacts[] = {
    {"sequential_split: one region", "before", "", R"T(graph():
    %x : [num_users=1] = placeholder[target=x]
    %sin_default : [num_users=1] = call_function[target=torch.ops.aten.sin.default](args = (%x,), kwargs = {})
    %_set_grad_enabled : [num_users=0] = call_function[target=torch._C._set_grad_enabled](args = (False,), kwargs = {})
    %cos_default : [num_users=1] = call_function[target=torch.ops.aten.cos.default](args = (%sin_default,), kwargs = {})
    %_set_grad_enabled_1 : [num_users=0] = call_function[target=torch._C._set_grad_enabled](args = (True,), kwargs = {})
    %exp_default : [num_users=1] = call_function[target=torch.ops.aten.exp.default](args = (%cos_default,), kwargs = {})
    return (exp_default,))T"},
    {"sequential_split: one region", "after", "", R"T(graph():
    %x : [num_users=1] = placeholder[target=x]
    %submod_0 : [num_users=1] = call_module[target=submod_0](args = (%x,), kwargs = {})
    %submod_1 : [num_users=1] = call_module[target=submod_1](args = (%submod_0,), kwargs = {})
    %submod_2 : [num_users=1] = call_module[target=submod_2](args = (%submod_1,), kwargs = {})
    return (submod_2,))T"},
    {"sequential_split: one region", "after", "submod_0", R"T(graph():
    %x : [num_users=1] = placeholder[target=x]
    %sin_default : [num_users=1] = call_function[target=torch.ops.aten.sin.default](args = (%x,), kwargs = {})
    return sin_default)T"},
    {"sequential_split: one region", "after", "submod_1", R"T(graph():
    %sin_default : [num_users=1] = placeholder[target=sin_default]
    %_set_grad_enabled : [num_users=0] = call_function[target=torch._C._set_grad_enabled](args = (False,), kwargs = {})
    %cos_default : [num_users=1] = call_function[target=torch.ops.aten.cos.default](args = (%sin_default,), kwargs = {})
    return cos_default)T"},
    {"sequential_split: one region", "after", "submod_2", R"T(graph():
    %cos_default : [num_users=1] = placeholder[target=cos_default]
    %_set_grad_enabled_1 : [num_users=0] = call_function[target=torch._C._set_grad_enabled](args = (True,), kwargs = {})
    %exp_default : [num_users=1] = call_function[target=torch.ops.aten.exp.default](args = (%cos_default,), kwargs = {})
    return exp_default)T"},
    {"sequential_split: region at the end", "before", "", R"T(graph():
    %x : [num_users=1] = placeholder[target=x]
    %sin_default : [num_users=1] = call_function[target=torch.ops.aten.sin.default](args = (%x,), kwargs = {})
    %_set_grad_enabled : [num_users=0] = call_function[target=torch._C._set_grad_enabled](args = (False,), kwargs = {})
    %cos_default : [num_users=1] = call_function[target=torch.ops.aten.cos.default](args = (%sin_default,), kwargs = {})
    return (cos_default,))T"},
    {"sequential_split: region at the end", "after", "", R"T(graph():
    %x : [num_users=1] = placeholder[target=x]
    %submod_0 : [num_users=1] = call_module[target=submod_0](args = (%x,), kwargs = {})
    %submod_1 : [num_users=1] = call_module[target=submod_1](args = (%submod_0,), kwargs = {})
    return (submod_1,))T"},
    {"sequential_split: region at the end", "after", "submod_0", R"T(graph():
    %x : [num_users=1] = placeholder[target=x]
    %sin_default : [num_users=1] = call_function[target=torch.ops.aten.sin.default](args = (%x,), kwargs = {})
    return sin_default)T"},
    {"sequential_split: region at the end", "after", "submod_1", R"T(graph():
    %sin_default : [num_users=1] = placeholder[target=sin_default]
    %_set_grad_enabled : [num_users=0] = call_function[target=torch._C._set_grad_enabled](args = (False,), kwargs = {})
    %cos_default : [num_users=1] = call_function[target=torch.ops.aten.cos.default](args = (%sin_default,), kwargs = {})
    return cos_default)T"},
    {"sequential_split: toggle first", "before", "", R"T(graph():
    %x : [num_users=1] = placeholder[target=x]
    %_set_grad_enabled : [num_users=0] = call_function[target=torch._C._set_grad_enabled](args = (False,), kwargs = {})
    %sin_default : [num_users=1] = call_function[target=torch.ops.aten.sin.default](args = (%x,), kwargs = {})
    %_set_grad_enabled_1 : [num_users=0] = call_function[target=torch._C._set_grad_enabled](args = (True,), kwargs = {})
    %cos_default : [num_users=1] = call_function[target=torch.ops.aten.cos.default](args = (%sin_default,), kwargs = {})
    return (cos_default,))T"},
    {"sequential_split: toggle first", "after", "", R"T(graph():
    %x : [num_users=1] = placeholder[target=x]
    %submod_1 : [num_users=1] = call_module[target=submod_1](args = (%x,), kwargs = {})
    %submod_2 : [num_users=1] = call_module[target=submod_2](args = (%submod_1,), kwargs = {})
    return (submod_2,))T"},
    {"sequential_split: toggle first", "after", "submod_1", R"T(graph():
    %x : [num_users=1] = placeholder[target=x]
    %_set_grad_enabled : [num_users=0] = call_function[target=torch._C._set_grad_enabled](args = (False,), kwargs = {})
    %sin_default : [num_users=1] = call_function[target=torch.ops.aten.sin.default](args = (%x,), kwargs = {})
    return sin_default)T"},
    {"sequential_split: toggle first", "after", "submod_2", R"T(graph():
    %sin_default : [num_users=1] = placeholder[target=sin_default]
    %_set_grad_enabled_1 : [num_users=0] = call_function[target=torch._C._set_grad_enabled](args = (True,), kwargs = {})
    %cos_default : [num_users=1] = call_function[target=torch.ops.aten.cos.default](args = (%sin_default,), kwargs = {})
    return cos_default)T"},
    {"sequential_split: three in a row", "before", "", R"T(graph():
    %x : [num_users=1] = placeholder[target=x]
    %sin_default : [num_users=1] = call_function[target=torch.ops.aten.sin.default](args = (%x,), kwargs = {})
    %_set_grad_enabled : [num_users=0] = call_function[target=torch._C._set_grad_enabled](args = (False,), kwargs = {})
    %_set_grad_enabled_1 : [num_users=0] = call_function[target=torch._C._set_grad_enabled](args = (False,), kwargs = {})
    %_set_grad_enabled_2 : [num_users=0] = call_function[target=torch._C._set_grad_enabled](args = (False,), kwargs = {})
    %cos_default : [num_users=1] = call_function[target=torch.ops.aten.cos.default](args = (%sin_default,), kwargs = {})
    %_set_grad_enabled_3 : [num_users=0] = call_function[target=torch._C._set_grad_enabled](args = (True,), kwargs = {})
    %exp_default : [num_users=1] = call_function[target=torch.ops.aten.exp.default](args = (%cos_default,), kwargs = {})
    return (exp_default,))T"},
    {"sequential_split: three in a row", "after", "", R"T(graph():
    %x : [num_users=1] = placeholder[target=x]
    %submod_0 : [num_users=1] = call_module[target=submod_0](args = (%x,), kwargs = {})
    %submod_1 : [num_users=0] = call_module[target=submod_1](args = (), kwargs = {})
    %submod_2 : [num_users=0] = call_module[target=submod_2](args = (), kwargs = {})
    %submod_3 : [num_users=1] = call_module[target=submod_3](args = (%submod_0,), kwargs = {})
    %submod_4 : [num_users=1] = call_module[target=submod_4](args = (%submod_3,), kwargs = {})
    return (submod_4,))T"},
    {"sequential_split: three in a row", "after", "submod_0", R"T(graph():
    %x : [num_users=1] = placeholder[target=x]
    %sin_default : [num_users=1] = call_function[target=torch.ops.aten.sin.default](args = (%x,), kwargs = {})
    return sin_default)T"},
    {"sequential_split: three in a row", "after", "submod_1", R"T(graph():
    %_set_grad_enabled : [num_users=0] = call_function[target=torch._C._set_grad_enabled](args = (False,), kwargs = {})
    return ())T"},
    {"sequential_split: three in a row", "after", "submod_2", R"T(graph():
    %_set_grad_enabled_1 : [num_users=0] = call_function[target=torch._C._set_grad_enabled](args = (False,), kwargs = {})
    return ())T"},
    {"sequential_split: three in a row", "after", "submod_3", R"T(graph():
    %sin_default : [num_users=1] = placeholder[target=sin_default]
    %_set_grad_enabled_2 : [num_users=0] = call_function[target=torch._C._set_grad_enabled](args = (False,), kwargs = {})
    %cos_default : [num_users=1] = call_function[target=torch.ops.aten.cos.default](args = (%sin_default,), kwargs = {})
    return cos_default)T"},
    {"sequential_split: three in a row", "after", "submod_4", R"T(graph():
    %cos_default : [num_users=1] = placeholder[target=cos_default]
    %_set_grad_enabled_3 : [num_users=0] = call_function[target=torch._C._set_grad_enabled](args = (True,), kwargs = {})
    %exp_default : [num_users=1] = call_function[target=torch.ops.aten.exp.default](args = (%cos_default,), kwargs = {})
    return exp_default)T"},
    {"sequential_split: only equal", "before", "", R"T(graph():
    %x : [num_users=1] = placeholder[target=x]
    %sin_default : [num_users=1] = call_function[target=torch.ops.aten.sin.default](args = (%x,), kwargs = {})
    %_set_grad_enabled : [num_users=0] = call_function[target=torch._C._set_grad_enabled](args = (True,), kwargs = {})
    %cos_default : [num_users=1] = call_function[target=torch.ops.aten.cos.default](args = (%sin_default,), kwargs = {})
    %_set_grad_enabled_1 : [num_users=0] = call_function[target=torch._C._set_grad_enabled](args = (True,), kwargs = {})
    %exp_default : [num_users=1] = call_function[target=torch.ops.aten.exp.default](args = (%cos_default,), kwargs = {})
    return (exp_default,))T"},
    {"sequential_split: only equal", "after", "", R"T(graph():
    %x : [num_users=1] = placeholder[target=x]
    %submod_0 : [num_users=1] = call_module[target=submod_0](args = (%x,), kwargs = {})
    %submod_1 : [num_users=1] = call_module[target=submod_1](args = (%submod_0,), kwargs = {})
    %submod_2 : [num_users=1] = call_module[target=submod_2](args = (%submod_1,), kwargs = {})
    return (submod_2,))T"},
    {"sequential_split: only equal", "after", "submod_0", R"T(graph():
    %x : [num_users=1] = placeholder[target=x]
    %sin_default : [num_users=1] = call_function[target=torch.ops.aten.sin.default](args = (%x,), kwargs = {})
    return sin_default)T"},
    {"sequential_split: only equal", "after", "submod_1", R"T(graph():
    %sin_default : [num_users=1] = placeholder[target=sin_default]
    %_set_grad_enabled : [num_users=0] = call_function[target=torch._C._set_grad_enabled](args = (True,), kwargs = {})
    %cos_default : [num_users=1] = call_function[target=torch.ops.aten.cos.default](args = (%sin_default,), kwargs = {})
    return cos_default)T"},
    {"sequential_split: only equal", "after", "submod_2", R"T(graph():
    %cos_default : [num_users=1] = placeholder[target=cos_default]
    %_set_grad_enabled_1 : [num_users=0] = call_function[target=torch._C._set_grad_enabled](args = (True,), kwargs = {})
    %exp_default : [num_users=1] = call_function[target=torch.ops.aten.exp.default](args = (%cos_default,), kwargs = {})
    return exp_default)T"},
    {"sequential_split: last statement toggles", "before", "", R"T(graph():
    %x : [num_users=1] = placeholder[target=x]
    %sin_default : [num_users=1] = call_function[target=torch.ops.aten.sin.default](args = (%x,), kwargs = {})
    %_set_grad_enabled : [num_users=0] = call_function[target=torch._C._set_grad_enabled](args = (False,), kwargs = {})
    %cos_default : [num_users=1] = call_function[target=torch.ops.aten.cos.default](args = (%sin_default,), kwargs = {})
    %_set_grad_enabled_1 : [num_users=0] = call_function[target=torch._C._set_grad_enabled](args = (False,), kwargs = {})
    return (cos_default,))T"},
    {"sequential_split: last statement toggles", "after", "", R"T(graph():
    %x : [num_users=1] = placeholder[target=x]
    %submod_0 : [num_users=1] = call_module[target=submod_0](args = (%x,), kwargs = {})
    %submod_1 : [num_users=1] = call_module[target=submod_1](args = (%submod_0,), kwargs = {})
    %submod_2 : [num_users=0] = call_module[target=submod_2](args = (), kwargs = {})
    return (submod_1,))T"},
    {"sequential_split: last statement toggles", "after", "submod_0", R"T(graph():
    %x : [num_users=1] = placeholder[target=x]
    %sin_default : [num_users=1] = call_function[target=torch.ops.aten.sin.default](args = (%x,), kwargs = {})
    return sin_default)T"},
    {"sequential_split: last statement toggles", "after", "submod_1", R"T(graph():
    %sin_default : [num_users=1] = placeholder[target=sin_default]
    %_set_grad_enabled : [num_users=0] = call_function[target=torch._C._set_grad_enabled](args = (False,), kwargs = {})
    %cos_default : [num_users=1] = call_function[target=torch.ops.aten.cos.default](args = (%sin_default,), kwargs = {})
    return cos_default)T"},
    {"sequential_split: last statement toggles", "after", "submod_2", R"T(graph():
    %_set_grad_enabled_1 : [num_users=0] = call_function[target=torch._C._set_grad_enabled](args = (False,), kwargs = {})
    return ())T"},
    {"sequential_split: there and back", "before", "", R"T(graph():
    %x : [num_users=1] = placeholder[target=x]
    %sin_default : [num_users=1] = call_function[target=torch.ops.aten.sin.default](args = (%x,), kwargs = {})
    %_set_grad_enabled : [num_users=0] = call_function[target=torch._C._set_grad_enabled](args = (False,), kwargs = {})
    %cos_default : [num_users=1] = call_function[target=torch.ops.aten.cos.default](args = (%sin_default,), kwargs = {})
    %_set_grad_enabled_1 : [num_users=0] = call_function[target=torch._C._set_grad_enabled](args = (True,), kwargs = {})
    %exp_default : [num_users=1] = call_function[target=torch.ops.aten.exp.default](args = (%cos_default,), kwargs = {})
    %_set_grad_enabled_2 : [num_users=0] = call_function[target=torch._C._set_grad_enabled](args = (False,), kwargs = {})
    %neg_default : [num_users=1] = call_function[target=torch.ops.aten.neg.default](args = (%exp_default,), kwargs = {})
    %_set_grad_enabled_3 : [num_users=0] = call_function[target=torch._C._set_grad_enabled](args = (True,), kwargs = {})
    return (neg_default,))T"},
    {"sequential_split: there and back", "after", "", R"T(graph():
    %x : [num_users=1] = placeholder[target=x]
    %submod_0 : [num_users=1] = call_module[target=submod_0](args = (%x,), kwargs = {})
    %submod_1 : [num_users=1] = call_module[target=submod_1](args = (%submod_0,), kwargs = {})
    %submod_2 : [num_users=1] = call_module[target=submod_2](args = (%submod_1,), kwargs = {})
    %submod_3 : [num_users=1] = call_module[target=submod_3](args = (%submod_2,), kwargs = {})
    %submod_4 : [num_users=0] = call_module[target=submod_4](args = (), kwargs = {})
    return (submod_3,))T"},
    {"sequential_split: there and back", "after", "submod_0", R"T(graph():
    %x : [num_users=1] = placeholder[target=x]
    %sin_default : [num_users=1] = call_function[target=torch.ops.aten.sin.default](args = (%x,), kwargs = {})
    return sin_default)T"},
    {"sequential_split: there and back", "after", "submod_1", R"T(graph():
    %sin_default : [num_users=1] = placeholder[target=sin_default]
    %_set_grad_enabled : [num_users=0] = call_function[target=torch._C._set_grad_enabled](args = (False,), kwargs = {})
    %cos_default : [num_users=1] = call_function[target=torch.ops.aten.cos.default](args = (%sin_default,), kwargs = {})
    return cos_default)T"},
    {"sequential_split: there and back", "after", "submod_2", R"T(graph():
    %cos_default : [num_users=1] = placeholder[target=cos_default]
    %_set_grad_enabled_1 : [num_users=0] = call_function[target=torch._C._set_grad_enabled](args = (True,), kwargs = {})
    %exp_default : [num_users=1] = call_function[target=torch.ops.aten.exp.default](args = (%cos_default,), kwargs = {})
    return exp_default)T"},
    {"sequential_split: there and back", "after", "submod_3", R"T(graph():
    %exp_default : [num_users=1] = placeholder[target=exp_default]
    %_set_grad_enabled_2 : [num_users=0] = call_function[target=torch._C._set_grad_enabled](args = (False,), kwargs = {})
    %neg_default : [num_users=1] = call_function[target=torch.ops.aten.neg.default](args = (%exp_default,), kwargs = {})
    return neg_default)T"},
    {"sequential_split: there and back", "after", "submod_4", R"T(graph():
    %_set_grad_enabled_3 : [num_users=0] = call_function[target=torch._C._set_grad_enabled](args = (True,), kwargs = {})
    return ())T"},
    {"split_module: crossed, order False, name False", "before", "", R"T(graph():
    %x : [num_users=1] = placeholder[target=x]
    %y : [num_users=1] = placeholder[target=y]
    %a : [num_users=2] = call_function[target=torch.ops.aten.sin.default](args = (%x,), kwargs = {})
    %b : [num_users=2] = call_function[target=torch.ops.aten.cos.default](args = (%y,), kwargs = {})
    %c : [num_users=1] = call_function[target=torch.ops.aten.add.Tensor](args = (%a, %b), kwargs = {})
    %d : [num_users=1] = call_function[target=torch.ops.aten.mul.Tensor](args = (%c, %a), kwargs = {})
    return (d, b))T"},
    {"split_module: crossed, order False, name False", "after", "", R"T(graph():
    %x : [num_users=1] = placeholder[target=x]
    %y : [num_users=1] = placeholder[target=y]
    %submod_0 : [num_users=2] = call_module[target=submod_0](args = (%y,), kwargs = {})
    %submod_1 : [num_users=1] = call_module[target=submod_1](args = (%x, %submod_0), kwargs = {})
    return (submod_1, submod_0))T"},
    {"split_module: crossed, order False, name False", "after", "submod_0", R"T(graph():
    %y : [num_users=1] = placeholder[target=y]
    %cos_default : [num_users=1] = call_function[target=torch.ops.aten.cos.default](args = (%y,), kwargs = {})
    return cos_default)T"},
    {"split_module: crossed, order False, name False", "after", "submod_1", R"T(graph():
    %x : [num_users=1] = placeholder[target=x]
    %b : [num_users=1] = placeholder[target=b]
    %sin_default : [num_users=2] = call_function[target=torch.ops.aten.sin.default](args = (%x,), kwargs = {})
    %add_tensor : [num_users=1] = call_function[target=torch.ops.aten.add.Tensor](args = (%sin_default, %b), kwargs = {})
    %mul_tensor : [num_users=1] = call_function[target=torch.ops.aten.mul.Tensor](args = (%add_tensor, %sin_default), kwargs = {})
    return mul_tensor)T"},
    {"split_module: crossed, order False, name True", "after", "", R"T(graph():
    %x : [num_users=1] = placeholder[target=x]
    %y : [num_users=1] = placeholder[target=y]
    %submod_0 : [num_users=2] = call_module[target=submod_0](args = (%y,), kwargs = {})
    %submod_1 : [num_users=1] = call_module[target=submod_1](args = (%x, %submod_0), kwargs = {})
    return (submod_1, submod_0))T"},
    {"split_module: crossed, order False, name True", "after", "submod_0", R"T(graph():
    %y : [num_users=1] = placeholder[target=y]
    %b : [num_users=1] = call_function[target=torch.ops.aten.cos.default](args = (%y,), kwargs = {})
    return b)T"},
    {"split_module: crossed, order False, name True", "after", "submod_1", R"T(graph():
    %x : [num_users=1] = placeholder[target=x]
    %b : [num_users=1] = placeholder[target=b]
    %a : [num_users=2] = call_function[target=torch.ops.aten.sin.default](args = (%x,), kwargs = {})
    %c : [num_users=1] = call_function[target=torch.ops.aten.add.Tensor](args = (%a, %b), kwargs = {})
    %d : [num_users=1] = call_function[target=torch.ops.aten.mul.Tensor](args = (%c, %a), kwargs = {})
    return d)T"},
    {"split_module: one, order False, name False", "after", "", R"T(graph():
    %x : [num_users=1] = placeholder[target=x]
    %y : [num_users=1] = placeholder[target=y]
    %submod_5 : [num_users=2] = call_module[target=submod_5](args = (%x, %y), kwargs = {})
    %getitem : [num_users=1] = call_function[target=operator.getitem](args = (%submod_5, 0), kwargs = {})
    %getitem_1 : [num_users=1] = call_function[target=operator.getitem](args = (%submod_5, 1), kwargs = {})
    return (getitem, getitem_1))T"},
    {"split_module: one, order False, name False", "after", "submod_5", R"T(graph():
    %x : [num_users=1] = placeholder[target=x]
    %y : [num_users=1] = placeholder[target=y]
    %sin_default : [num_users=2] = call_function[target=torch.ops.aten.sin.default](args = (%x,), kwargs = {})
    %cos_default : [num_users=2] = call_function[target=torch.ops.aten.cos.default](args = (%y,), kwargs = {})
    %add_tensor : [num_users=1] = call_function[target=torch.ops.aten.add.Tensor](args = (%sin_default, %cos_default), kwargs = {})
    %mul_tensor : [num_users=1] = call_function[target=torch.ops.aten.mul.Tensor](args = (%add_tensor, %sin_default), kwargs = {})
    return (mul_tensor, cos_default))T"},
    {"split_module: one, order False, name True", "after", "", R"T(graph():
    %x : [num_users=1] = placeholder[target=x]
    %y : [num_users=1] = placeholder[target=y]
    %submod_5 : [num_users=2] = call_module[target=submod_5](args = (%x, %y), kwargs = {})
    %getitem : [num_users=1] = call_function[target=operator.getitem](args = (%submod_5, 0), kwargs = {})
    %getitem_1 : [num_users=1] = call_function[target=operator.getitem](args = (%submod_5, 1), kwargs = {})
    return (getitem, getitem_1))T"},
    {"split_module: one, order False, name True", "after", "submod_5", R"T(graph():
    %x : [num_users=1] = placeholder[target=x]
    %y : [num_users=1] = placeholder[target=y]
    %a : [num_users=2] = call_function[target=torch.ops.aten.sin.default](args = (%x,), kwargs = {})
    %b : [num_users=2] = call_function[target=torch.ops.aten.cos.default](args = (%y,), kwargs = {})
    %c : [num_users=1] = call_function[target=torch.ops.aten.add.Tensor](args = (%a, %b), kwargs = {})
    %d : [num_users=1] = call_function[target=torch.ops.aten.mul.Tensor](args = (%c, %a), kwargs = {})
    return (d, b))T"},
    {"split_module: one, order True, name False", "after", "", R"T(graph():
    %x : [num_users=1] = placeholder[target=x]
    %y : [num_users=1] = placeholder[target=y]
    %submod_5 : [num_users=2] = call_module[target=submod_5](args = (%x, %y), kwargs = {})
    %getitem : [num_users=1] = call_function[target=operator.getitem](args = (%submod_5, 0), kwargs = {})
    %getitem_1 : [num_users=1] = call_function[target=operator.getitem](args = (%submod_5, 1), kwargs = {})
    return (getitem, getitem_1))T"},
    {"split_module: one, order True, name False", "after", "submod_5", R"T(graph():
    %x : [num_users=1] = placeholder[target=x]
    %y : [num_users=1] = placeholder[target=y]
    %sin_default : [num_users=2] = call_function[target=torch.ops.aten.sin.default](args = (%x,), kwargs = {})
    %cos_default : [num_users=2] = call_function[target=torch.ops.aten.cos.default](args = (%y,), kwargs = {})
    %add_tensor : [num_users=1] = call_function[target=torch.ops.aten.add.Tensor](args = (%sin_default, %cos_default), kwargs = {})
    %mul_tensor : [num_users=1] = call_function[target=torch.ops.aten.mul.Tensor](args = (%add_tensor, %sin_default), kwargs = {})
    return (mul_tensor, cos_default))T"},
    {"split_module: one, order True, name True", "after", "", R"T(graph():
    %x : [num_users=1] = placeholder[target=x]
    %y : [num_users=1] = placeholder[target=y]
    %submod_5 : [num_users=2] = call_module[target=submod_5](args = (%x, %y), kwargs = {})
    %getitem : [num_users=1] = call_function[target=operator.getitem](args = (%submod_5, 0), kwargs = {})
    %getitem_1 : [num_users=1] = call_function[target=operator.getitem](args = (%submod_5, 1), kwargs = {})
    return (getitem, getitem_1))T"},
    {"split_module: one, order True, name True", "after", "submod_5", R"T(graph():
    %x : [num_users=1] = placeholder[target=x]
    %y : [num_users=1] = placeholder[target=y]
    %a : [num_users=2] = call_function[target=torch.ops.aten.sin.default](args = (%x,), kwargs = {})
    %b : [num_users=2] = call_function[target=torch.ops.aten.cos.default](args = (%y,), kwargs = {})
    %c : [num_users=1] = call_function[target=torch.ops.aten.add.Tensor](args = (%a, %b), kwargs = {})
    %d : [num_users=1] = call_function[target=torch.ops.aten.mul.Tensor](args = (%c, %a), kwargs = {})
    return (d, b))T"},
    {"split_module: each, order False, name False", "after", "", R"T(graph():
    %x : [num_users=1] = placeholder[target=x]
    %y : [num_users=1] = placeholder[target=y]
    %submod_1 : [num_users=2] = call_module[target=submod_1](args = (%y,), kwargs = {})
    %submod_3 : [num_users=2] = call_module[target=submod_3](args = (%x,), kwargs = {})
    %submod_4 : [num_users=1] = call_module[target=submod_4](args = (%submod_3, %submod_1), kwargs = {})
    %submod_2 : [num_users=1] = call_module[target=submod_2](args = (%submod_4, %submod_3), kwargs = {})
    return (submod_2, submod_1))T"},
    {"split_module: each, order False, name False", "after", "submod_1", R"T(graph():
    %y : [num_users=1] = placeholder[target=y]
    %cos_default : [num_users=1] = call_function[target=torch.ops.aten.cos.default](args = (%y,), kwargs = {})
    return cos_default)T"},
    {"split_module: each, order False, name False", "after", "submod_3", R"T(graph():
    %x : [num_users=1] = placeholder[target=x]
    %sin_default : [num_users=1] = call_function[target=torch.ops.aten.sin.default](args = (%x,), kwargs = {})
    return sin_default)T"},
    {"split_module: each, order False, name False", "after", "submod_4", R"T(graph():
    %a : [num_users=1] = placeholder[target=a]
    %b : [num_users=1] = placeholder[target=b]
    %add_tensor : [num_users=1] = call_function[target=torch.ops.aten.add.Tensor](args = (%a, %b), kwargs = {})
    return add_tensor)T"},
    {"split_module: each, order False, name False", "after", "submod_2", R"T(graph():
    %c : [num_users=1] = placeholder[target=c]
    %a : [num_users=1] = placeholder[target=a]
    %mul_tensor : [num_users=1] = call_function[target=torch.ops.aten.mul.Tensor](args = (%c, %a), kwargs = {})
    return mul_tensor)T"},
    {"split_module: each, order False, name True", "after", "", R"T(graph():
    %x : [num_users=1] = placeholder[target=x]
    %y : [num_users=1] = placeholder[target=y]
    %submod_1 : [num_users=2] = call_module[target=submod_1](args = (%y,), kwargs = {})
    %submod_3 : [num_users=2] = call_module[target=submod_3](args = (%x,), kwargs = {})
    %submod_4 : [num_users=1] = call_module[target=submod_4](args = (%submod_3, %submod_1), kwargs = {})
    %submod_2 : [num_users=1] = call_module[target=submod_2](args = (%submod_4, %submod_3), kwargs = {})
    return (submod_2, submod_1))T"},
    {"split_module: each, order False, name True", "after", "submod_1", R"T(graph():
    %y : [num_users=1] = placeholder[target=y]
    %b : [num_users=1] = call_function[target=torch.ops.aten.cos.default](args = (%y,), kwargs = {})
    return b)T"},
    {"split_module: each, order False, name True", "after", "submod_3", R"T(graph():
    %x : [num_users=1] = placeholder[target=x]
    %a : [num_users=1] = call_function[target=torch.ops.aten.sin.default](args = (%x,), kwargs = {})
    return a)T"},
    {"split_module: each, order False, name True", "after", "submod_4", R"T(graph():
    %a : [num_users=1] = placeholder[target=a]
    %b : [num_users=1] = placeholder[target=b]
    %c : [num_users=1] = call_function[target=torch.ops.aten.add.Tensor](args = (%a, %b), kwargs = {})
    return c)T"},
    {"split_module: each, order False, name True", "after", "submod_2", R"T(graph():
    %c : [num_users=1] = placeholder[target=c]
    %a : [num_users=1] = placeholder[target=a]
    %d : [num_users=1] = call_function[target=torch.ops.aten.mul.Tensor](args = (%c, %a), kwargs = {})
    return d)T"},
    {"split_module: each, order True, name False", "after", "", R"T(graph():
    %x : [num_users=1] = placeholder[target=x]
    %y : [num_users=1] = placeholder[target=y]
    %submod_3 : [num_users=2] = call_module[target=submod_3](args = (%x,), kwargs = {})
    %submod_1 : [num_users=2] = call_module[target=submod_1](args = (%y,), kwargs = {})
    %submod_4 : [num_users=1] = call_module[target=submod_4](args = (%submod_3, %submod_1), kwargs = {})
    %submod_2 : [num_users=1] = call_module[target=submod_2](args = (%submod_4, %submod_3), kwargs = {})
    return (submod_2, submod_1))T"},
    {"split_module: each, order True, name False", "after", "submod_3", R"T(graph():
    %x : [num_users=1] = placeholder[target=x]
    %sin_default : [num_users=1] = call_function[target=torch.ops.aten.sin.default](args = (%x,), kwargs = {})
    return sin_default)T"},
    {"split_module: each, order True, name False", "after", "submod_1", R"T(graph():
    %y : [num_users=1] = placeholder[target=y]
    %cos_default : [num_users=1] = call_function[target=torch.ops.aten.cos.default](args = (%y,), kwargs = {})
    return cos_default)T"},
    {"split_module: each, order True, name False", "after", "submod_4", R"T(graph():
    %a : [num_users=1] = placeholder[target=a]
    %b : [num_users=1] = placeholder[target=b]
    %add_tensor : [num_users=1] = call_function[target=torch.ops.aten.add.Tensor](args = (%a, %b), kwargs = {})
    return add_tensor)T"},
    {"split_module: each, order True, name False", "after", "submod_2", R"T(graph():
    %c : [num_users=1] = placeholder[target=c]
    %a : [num_users=1] = placeholder[target=a]
    %mul_tensor : [num_users=1] = call_function[target=torch.ops.aten.mul.Tensor](args = (%c, %a), kwargs = {})
    return mul_tensor)T"},
    {"split_module: each, order True, name True", "after", "", R"T(graph():
    %x : [num_users=1] = placeholder[target=x]
    %y : [num_users=1] = placeholder[target=y]
    %submod_3 : [num_users=2] = call_module[target=submod_3](args = (%x,), kwargs = {})
    %submod_1 : [num_users=2] = call_module[target=submod_1](args = (%y,), kwargs = {})
    %submod_4 : [num_users=1] = call_module[target=submod_4](args = (%submod_3, %submod_1), kwargs = {})
    %submod_2 : [num_users=1] = call_module[target=submod_2](args = (%submod_4, %submod_3), kwargs = {})
    return (submod_2, submod_1))T"},
    {"split_module: each, order True, name True", "after", "submod_3", R"T(graph():
    %x : [num_users=1] = placeholder[target=x]
    %a : [num_users=1] = call_function[target=torch.ops.aten.sin.default](args = (%x,), kwargs = {})
    return a)T"},
    {"split_module: each, order True, name True", "after", "submod_1", R"T(graph():
    %y : [num_users=1] = placeholder[target=y]
    %b : [num_users=1] = call_function[target=torch.ops.aten.cos.default](args = (%y,), kwargs = {})
    return b)T"},
    {"split_module: each, order True, name True", "after", "submod_4", R"T(graph():
    %a : [num_users=1] = placeholder[target=a]
    %b : [num_users=1] = placeholder[target=b]
    %c : [num_users=1] = call_function[target=torch.ops.aten.add.Tensor](args = (%a, %b), kwargs = {})
    return c)T"},
    {"split_module: each, order True, name True", "after", "submod_2", R"T(graph():
    %c : [num_users=1] = placeholder[target=c]
    %a : [num_users=1] = placeholder[target=a]
    %d : [num_users=1] = call_function[target=torch.ops.aten.mul.Tensor](args = (%c, %a), kwargs = {})
    return d)T"},
};

}  // namespace seesaw::test
