// replace_set_grad_with_hop_pass
// Graphs before and after, from PyTorch 2.6.0+debian. Made by facts.py; do not edit.
#pragma once

#include "tests/core/oracle/pass_fact.h"

namespace seesaw::test {

inline constexpr PassFact kSetGradFacts[] = {
    {"set_grad: one region", "before", "", R"T(graph():
    %x : [num_users=1] = placeholder[target=x]
    %sin_default : [num_users=1] = call_function[target=torch.ops.aten.sin.default](args = (%x,), kwargs = {})
    %_set_grad_enabled : [num_users=0] = call_function[target=torch._C._set_grad_enabled](args = (False,), kwargs = {})
    %cos_default : [num_users=1] = call_function[target=torch.ops.aten.cos.default](args = (%sin_default,), kwargs = {})
    %_set_grad_enabled_1 : [num_users=0] = call_function[target=torch._C._set_grad_enabled](args = (True,), kwargs = {})
    %exp_default : [num_users=1] = call_function[target=torch.ops.aten.exp.default](args = (%cos_default,), kwargs = {})
    return (exp_default,))T"},
    {"set_grad: one region", "after", "", R"T(graph():
    %x : [num_users=1] = placeholder[target=x]
    %sin_default : [num_users=1] = call_function[target=torch.ops.aten.sin.default](args = (%x,), kwargs = {})
    %submod_3 : [num_users=1] = get_attr[target=submod_1]
    %cos_default : [num_users=1] = call_function[target=torch.ops.higher_order.wrap_with_set_grad_enabled](args = (False, %submod_3, %sin_default), kwargs = {})
    %getitem : [num_users=1] = call_function[target=operator.getitem](args = (%cos_default, 0), kwargs = {})
    %exp_default : [num_users=1] = call_function[target=torch.ops.aten.exp.default](args = (%getitem,), kwargs = {})
    return (exp_default,))T"},
    {"set_grad: one region", "after", "submod_1", R"T(graph():
    %sin_default : [num_users=1] = placeholder[target=sin_default]
    %cos_default : [num_users=1] = call_function[target=torch.ops.aten.cos.default](args = (%sin_default,), kwargs = {})
    return (cos_default,))T"},
    {"set_grad, ambient off: one region", "after", "", R"T(graph():
    %x : [num_users=1] = placeholder[target=x]
    %sin_default : [num_users=1] = call_function[target=torch.ops.aten.sin.default](args = (%x,), kwargs = {})
    %cos_default : [num_users=1] = call_function[target=torch.ops.aten.cos.default](args = (%sin_default,), kwargs = {})
    %submod_3 : [num_users=1] = get_attr[target=submod_2]
    %exp_default : [num_users=1] = call_function[target=torch.ops.higher_order.wrap_with_set_grad_enabled](args = (True, %submod_3, %cos_default), kwargs = {})
    %getitem : [num_users=1] = call_function[target=operator.getitem](args = (%exp_default, 0), kwargs = {})
    return (getitem,))T"},
    {"set_grad, ambient off: one region", "after", "submod_2", R"T(graph():
    %cos_default : [num_users=1] = placeholder[target=cos_default]
    %exp_default : [num_users=1] = call_function[target=torch.ops.aten.exp.default](args = (%cos_default,), kwargs = {})
    return (exp_default,))T"},
    {"set_grad: region at the end", "before", "", R"T(graph():
    %x : [num_users=1] = placeholder[target=x]
    %sin_default : [num_users=1] = call_function[target=torch.ops.aten.sin.default](args = (%x,), kwargs = {})
    %_set_grad_enabled : [num_users=0] = call_function[target=torch._C._set_grad_enabled](args = (False,), kwargs = {})
    %cos_default : [num_users=1] = call_function[target=torch.ops.aten.cos.default](args = (%sin_default,), kwargs = {})
    return (cos_default,))T"},
    {"set_grad: region at the end", "after", "", R"T(graph():
    %x : [num_users=1] = placeholder[target=x]
    %sin_default : [num_users=1] = call_function[target=torch.ops.aten.sin.default](args = (%x,), kwargs = {})
    %submod_2 : [num_users=1] = get_attr[target=submod_1]
    %cos_default : [num_users=1] = call_function[target=torch.ops.higher_order.wrap_with_set_grad_enabled](args = (False, %submod_2, %sin_default), kwargs = {})
    %getitem : [num_users=1] = call_function[target=operator.getitem](args = (%cos_default, 0), kwargs = {})
    return (getitem,))T"},
    {"set_grad: region at the end", "after", "submod_1", R"T(graph():
    %sin_default : [num_users=1] = placeholder[target=sin_default]
    %cos_default : [num_users=1] = call_function[target=torch.ops.aten.cos.default](args = (%sin_default,), kwargs = {})
    return (cos_default,))T"},
    {"set_grad, ambient off: region at the end", "after", "", R"T(graph():
    %x : [num_users=1] = placeholder[target=x]
    %sin_default : [num_users=1] = call_function[target=torch.ops.aten.sin.default](args = (%x,), kwargs = {})
    %cos_default : [num_users=1] = call_function[target=torch.ops.aten.cos.default](args = (%sin_default,), kwargs = {})
    return (cos_default,))T"},
    {"set_grad: toggle first", "before", "", R"T(graph():
    %x : [num_users=1] = placeholder[target=x]
    %_set_grad_enabled : [num_users=0] = call_function[target=torch._C._set_grad_enabled](args = (False,), kwargs = {})
    %sin_default : [num_users=1] = call_function[target=torch.ops.aten.sin.default](args = (%x,), kwargs = {})
    %_set_grad_enabled_1 : [num_users=0] = call_function[target=torch._C._set_grad_enabled](args = (True,), kwargs = {})
    %cos_default : [num_users=1] = call_function[target=torch.ops.aten.cos.default](args = (%sin_default,), kwargs = {})
    return (cos_default,))T"},
    {"set_grad: toggle first", "after", "", R"T(graph():
    %x : [num_users=1] = placeholder[target=x]
    %submod_3 : [num_users=1] = get_attr[target=submod_1]
    %sin_default : [num_users=1] = call_function[target=torch.ops.higher_order.wrap_with_set_grad_enabled](args = (False, %submod_3, %x), kwargs = {})
    %getitem : [num_users=1] = call_function[target=operator.getitem](args = (%sin_default, 0), kwargs = {})
    %cos_default : [num_users=1] = call_function[target=torch.ops.aten.cos.default](args = (%getitem,), kwargs = {})
    return (cos_default,))T"},
    {"set_grad: toggle first", "after", "submod_1", R"T(graph():
    %x : [num_users=1] = placeholder[target=x]
    %sin_default : [num_users=1] = call_function[target=torch.ops.aten.sin.default](args = (%x,), kwargs = {})
    return (sin_default,))T"},
    {"set_grad, ambient off: toggle first", "after", "", R"T(graph():
    %x : [num_users=1] = placeholder[target=x]
    %sin_default : [num_users=1] = call_function[target=torch.ops.aten.sin.default](args = (%x,), kwargs = {})
    %submod_3 : [num_users=1] = get_attr[target=submod_2]
    %cos_default : [num_users=1] = call_function[target=torch.ops.higher_order.wrap_with_set_grad_enabled](args = (True, %submod_3, %sin_default), kwargs = {})
    %getitem : [num_users=1] = call_function[target=operator.getitem](args = (%cos_default, 0), kwargs = {})
    return (getitem,))T"},
    {"set_grad, ambient off: toggle first", "after", "submod_2", R"T(graph():
    %sin_default : [num_users=1] = placeholder[target=sin_default]
    %cos_default : [num_users=1] = call_function[target=torch.ops.aten.cos.default](args = (%sin_default,), kwargs = {})
    return (cos_default,))T"},
    {"set_grad: three in a row", "before", "", R"T(graph():
    %x : [num_users=1] = placeholder[target=x]
    %sin_default : [num_users=1] = call_function[target=torch.ops.aten.sin.default](args = (%x,), kwargs = {})
    %_set_grad_enabled : [num_users=0] = call_function[target=torch._C._set_grad_enabled](args = (False,), kwargs = {})
    %_set_grad_enabled_1 : [num_users=0] = call_function[target=torch._C._set_grad_enabled](args = (False,), kwargs = {})
    %_set_grad_enabled_2 : [num_users=0] = call_function[target=torch._C._set_grad_enabled](args = (False,), kwargs = {})
    %cos_default : [num_users=1] = call_function[target=torch.ops.aten.cos.default](args = (%sin_default,), kwargs = {})
    %_set_grad_enabled_3 : [num_users=0] = call_function[target=torch._C._set_grad_enabled](args = (True,), kwargs = {})
    %exp_default : [num_users=1] = call_function[target=torch.ops.aten.exp.default](args = (%cos_default,), kwargs = {})
    return (exp_default,))T"},
    {"set_grad: three in a row", "after", "", R"T(graph():
    %x : [num_users=1] = placeholder[target=x]
    %sin_default : [num_users=1] = call_function[target=torch.ops.aten.sin.default](args = (%x,), kwargs = {})
    %submod_5 : [num_users=1] = get_attr[target=submod_1]
    %wrap_with_set_grad_enabled : [num_users=0] = call_function[target=torch.ops.higher_order.wrap_with_set_grad_enabled](args = (False, %submod_5), kwargs = {})
    %submod_6 : [num_users=1] = get_attr[target=submod_2]
    %wrap_with_set_grad_enabled_1 : [num_users=0] = call_function[target=torch.ops.higher_order.wrap_with_set_grad_enabled](args = (False, %submod_6), kwargs = {})
    %submod_7 : [num_users=1] = get_attr[target=submod_3]
    %cos_default : [num_users=1] = call_function[target=torch.ops.higher_order.wrap_with_set_grad_enabled](args = (False, %submod_7, %sin_default), kwargs = {})
    %getitem : [num_users=1] = call_function[target=operator.getitem](args = (%cos_default, 0), kwargs = {})
    %exp_default : [num_users=1] = call_function[target=torch.ops.aten.exp.default](args = (%getitem,), kwargs = {})
    return (exp_default,))T"},
    {"set_grad: three in a row", "after", "submod_1", R"T(graph():
    return ())T"},
    {"set_grad: three in a row", "after", "submod_2", R"T(graph():
    return ())T"},
    {"set_grad: three in a row", "after", "submod_3", R"T(graph():
    %sin_default : [num_users=1] = placeholder[target=sin_default]
    %cos_default : [num_users=1] = call_function[target=torch.ops.aten.cos.default](args = (%sin_default,), kwargs = {})
    return (cos_default,))T"},
    {"set_grad, ambient off: three in a row", "after", "", R"T(graph():
    %x : [num_users=1] = placeholder[target=x]
    %sin_default : [num_users=1] = call_function[target=torch.ops.aten.sin.default](args = (%x,), kwargs = {})
    %cos_default : [num_users=1] = call_function[target=torch.ops.aten.cos.default](args = (%sin_default,), kwargs = {})
    %submod_5 : [num_users=1] = get_attr[target=submod_4]
    %exp_default : [num_users=1] = call_function[target=torch.ops.higher_order.wrap_with_set_grad_enabled](args = (True, %submod_5, %cos_default), kwargs = {})
    %getitem : [num_users=1] = call_function[target=operator.getitem](args = (%exp_default, 0), kwargs = {})
    return (getitem,))T"},
    {"set_grad, ambient off: three in a row", "after", "submod_4", R"T(graph():
    %cos_default : [num_users=1] = placeholder[target=cos_default]
    %exp_default : [num_users=1] = call_function[target=torch.ops.aten.exp.default](args = (%cos_default,), kwargs = {})
    return (exp_default,))T"},
    {"set_grad: only equal", "before", "", R"T(graph():
    %x : [num_users=1] = placeholder[target=x]
    %sin_default : [num_users=1] = call_function[target=torch.ops.aten.sin.default](args = (%x,), kwargs = {})
    %_set_grad_enabled : [num_users=0] = call_function[target=torch._C._set_grad_enabled](args = (True,), kwargs = {})
    %cos_default : [num_users=1] = call_function[target=torch.ops.aten.cos.default](args = (%sin_default,), kwargs = {})
    %_set_grad_enabled_1 : [num_users=0] = call_function[target=torch._C._set_grad_enabled](args = (True,), kwargs = {})
    %exp_default : [num_users=1] = call_function[target=torch.ops.aten.exp.default](args = (%cos_default,), kwargs = {})
    return (exp_default,))T"},
    {"set_grad: only equal", "after", "", R"T(graph():
    %x : [num_users=1] = placeholder[target=x]
    %sin_default : [num_users=1] = call_function[target=torch.ops.aten.sin.default](args = (%x,), kwargs = {})
    %cos_default : [num_users=1] = call_function[target=torch.ops.aten.cos.default](args = (%sin_default,), kwargs = {})
    %exp_default : [num_users=1] = call_function[target=torch.ops.aten.exp.default](args = (%cos_default,), kwargs = {})
    return (exp_default,))T"},
    {"set_grad, ambient off: only equal", "after", "", R"T(graph():
    %x : [num_users=1] = placeholder[target=x]
    %sin_default : [num_users=1] = call_function[target=torch.ops.aten.sin.default](args = (%x,), kwargs = {})
    %submod_3 : [num_users=1] = get_attr[target=submod_1]
    %cos_default : [num_users=1] = call_function[target=torch.ops.higher_order.wrap_with_set_grad_enabled](args = (True, %submod_3, %sin_default), kwargs = {})
    %getitem : [num_users=1] = call_function[target=operator.getitem](args = (%cos_default, 0), kwargs = {})
    %submod_4 : [num_users=1] = get_attr[target=submod_2]
    %exp_default : [num_users=1] = call_function[target=torch.ops.higher_order.wrap_with_set_grad_enabled](args = (True, %submod_4, %getitem), kwargs = {})
    %getitem_1 : [num_users=1] = call_function[target=operator.getitem](args = (%exp_default, 0), kwargs = {})
    return (getitem_1,))T"},
    {"set_grad, ambient off: only equal", "after", "submod_1", R"T(graph():
    %sin_default : [num_users=1] = placeholder[target=sin_default]
    %cos_default : [num_users=1] = call_function[target=torch.ops.aten.cos.default](args = (%sin_default,), kwargs = {})
    return (cos_default,))T"},
    {"set_grad, ambient off: only equal", "after", "submod_2", R"T(graph():
    %cos_default : [num_users=1] = placeholder[target=cos_default]
    %exp_default : [num_users=1] = call_function[target=torch.ops.aten.exp.default](args = (%cos_default,), kwargs = {})
    return (exp_default,))T"},
    {"set_grad: last statement toggles", "before", "", R"T(graph():
    %x : [num_users=1] = placeholder[target=x]
    %sin_default : [num_users=1] = call_function[target=torch.ops.aten.sin.default](args = (%x,), kwargs = {})
    %_set_grad_enabled : [num_users=0] = call_function[target=torch._C._set_grad_enabled](args = (False,), kwargs = {})
    %cos_default : [num_users=1] = call_function[target=torch.ops.aten.cos.default](args = (%sin_default,), kwargs = {})
    %_set_grad_enabled_1 : [num_users=0] = call_function[target=torch._C._set_grad_enabled](args = (False,), kwargs = {})
    return (cos_default,))T"},
    {"set_grad: last statement toggles", "after", "", R"T(graph():
    %x : [num_users=1] = placeholder[target=x]
    %sin_default : [num_users=1] = call_function[target=torch.ops.aten.sin.default](args = (%x,), kwargs = {})
    %submod_3 : [num_users=1] = get_attr[target=submod_1]
    %cos_default : [num_users=1] = call_function[target=torch.ops.higher_order.wrap_with_set_grad_enabled](args = (False, %submod_3, %sin_default), kwargs = {})
    %getitem : [num_users=1] = call_function[target=operator.getitem](args = (%cos_default, 0), kwargs = {})
    %submod_4 : [num_users=1] = get_attr[target=submod_2]
    %wrap_with_set_grad_enabled : [num_users=0] = call_function[target=torch.ops.higher_order.wrap_with_set_grad_enabled](args = (False, %submod_4), kwargs = {})
    return (getitem,))T"},
    {"set_grad: last statement toggles", "after", "submod_1", R"T(graph():
    %sin_default : [num_users=1] = placeholder[target=sin_default]
    %cos_default : [num_users=1] = call_function[target=torch.ops.aten.cos.default](args = (%sin_default,), kwargs = {})
    return (cos_default,))T"},
    {"set_grad: last statement toggles", "after", "submod_2", R"T(graph():
    return ())T"},
    {"set_grad, ambient off: last statement toggles", "after", "", R"T(graph():
    %x : [num_users=1] = placeholder[target=x]
    %sin_default : [num_users=1] = call_function[target=torch.ops.aten.sin.default](args = (%x,), kwargs = {})
    %cos_default : [num_users=1] = call_function[target=torch.ops.aten.cos.default](args = (%sin_default,), kwargs = {})
    return (cos_default,))T"},
    {"set_grad: there and back", "before", "", R"T(graph():
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
    {"set_grad: there and back", "after", "", R"T(graph():
    %x : [num_users=1] = placeholder[target=x]
    %sin_default : [num_users=1] = call_function[target=torch.ops.aten.sin.default](args = (%x,), kwargs = {})
    %submod_5 : [num_users=1] = get_attr[target=submod_1]
    %cos_default : [num_users=1] = call_function[target=torch.ops.higher_order.wrap_with_set_grad_enabled](args = (False, %submod_5, %sin_default), kwargs = {})
    %getitem : [num_users=1] = call_function[target=operator.getitem](args = (%cos_default, 0), kwargs = {})
    %exp_default : [num_users=1] = call_function[target=torch.ops.aten.exp.default](args = (%getitem,), kwargs = {})
    %submod_6 : [num_users=1] = get_attr[target=submod_3]
    %neg_default : [num_users=1] = call_function[target=torch.ops.higher_order.wrap_with_set_grad_enabled](args = (False, %submod_6, %exp_default), kwargs = {})
    %getitem_1 : [num_users=1] = call_function[target=operator.getitem](args = (%neg_default, 0), kwargs = {})
    return (getitem_1,))T"},
    {"set_grad: there and back", "after", "submod_1", R"T(graph():
    %sin_default : [num_users=1] = placeholder[target=sin_default]
    %cos_default : [num_users=1] = call_function[target=torch.ops.aten.cos.default](args = (%sin_default,), kwargs = {})
    return (cos_default,))T"},
    {"set_grad: there and back", "after", "submod_3", R"T(graph():
    %exp_default : [num_users=1] = placeholder[target=exp_default]
    %neg_default : [num_users=1] = call_function[target=torch.ops.aten.neg.default](args = (%exp_default,), kwargs = {})
    return (neg_default,))T"},
    {"set_grad, ambient off: there and back", "after", "", R"T(graph():
    %x : [num_users=1] = placeholder[target=x]
    %sin_default : [num_users=1] = call_function[target=torch.ops.aten.sin.default](args = (%x,), kwargs = {})
    %cos_default : [num_users=1] = call_function[target=torch.ops.aten.cos.default](args = (%sin_default,), kwargs = {})
    %submod_5 : [num_users=1] = get_attr[target=submod_2]
    %exp_default : [num_users=1] = call_function[target=torch.ops.higher_order.wrap_with_set_grad_enabled](args = (True, %submod_5, %cos_default), kwargs = {})
    %getitem : [num_users=1] = call_function[target=operator.getitem](args = (%exp_default, 0), kwargs = {})
    %neg_default : [num_users=1] = call_function[target=torch.ops.aten.neg.default](args = (%getitem,), kwargs = {})
    %submod_6 : [num_users=1] = get_attr[target=submod_4]
    %wrap_with_set_grad_enabled : [num_users=0] = call_function[target=torch.ops.higher_order.wrap_with_set_grad_enabled](args = (True, %submod_6), kwargs = {})
    return (neg_default,))T"},
    {"set_grad, ambient off: there and back", "after", "submod_2", R"T(graph():
    %cos_default : [num_users=1] = placeholder[target=cos_default]
    %exp_default : [num_users=1] = call_function[target=torch.ops.aten.exp.default](args = (%cos_default,), kwargs = {})
    return (exp_default,))T"},
    {"set_grad, ambient off: there and back", "after", "submod_4", R"T(graph():
    return ())T"},
    {"set_grad: cond in region", "before", "", R"T(graph():
    %x : [num_users=1] = placeholder[target=x]
    %sin_default : [num_users=2] = call_function[target=torch.ops.aten.sin.default](args = (%x,), kwargs = {})
    %_set_grad_enabled : [num_users=0] = call_function[target=torch._C._set_grad_enabled](args = (False,), kwargs = {})
    %gt_scalar : [num_users=1] = call_function[target=torch.ops.aten.gt.Scalar](args = (%sin_default, 0), kwargs = {})
    %true_graph_0 : [num_users=1] = get_attr[target=true_graph_0]
    %false_graph_0 : [num_users=1] = get_attr[target=false_graph_0]
    %cond : [num_users=1] = call_function[target=torch.ops.higher_order.cond](args = (%gt_scalar, %true_graph_0, %false_graph_0, [%sin_default]), kwargs = {})
    %getitem : [num_users=1] = call_function[target=operator.getitem](args = (%cond, 0), kwargs = {})
    %_set_grad_enabled_1 : [num_users=0] = call_function[target=torch._C._set_grad_enabled](args = (True,), kwargs = {})
    %exp_default : [num_users=1] = call_function[target=torch.ops.aten.exp.default](args = (%getitem,), kwargs = {})
    return (exp_default,))T"},
    {"set_grad: cond in region", "before", "true_graph_0", R"T(graph():
    %x : [num_users=1] = placeholder[target=x]
    return (x,))T"},
    {"set_grad: cond in region", "before", "false_graph_0", R"T(graph():
    %x : [num_users=1] = placeholder[target=x]
    return (x,))T"},
    {"set_grad: cond in region", "after", "", R"T(graph():
    %x : [num_users=1] = placeholder[target=x]
    %sin_default : [num_users=2] = call_function[target=torch.ops.aten.sin.default](args = (%x,), kwargs = {})
    %true_graph_0 : [num_users=1] = get_attr[target=true_graph_0]
    %false_graph_0 : [num_users=1] = get_attr[target=false_graph_0]
    %gt_scalar : [num_users=1] = call_function[target=torch.ops.aten.gt.Scalar](args = (%sin_default, 0), kwargs = {})
    %cond : [num_users=1] = call_function[target=torch.ops.higher_order.cond](args = (%gt_scalar, %true_graph_0, %false_graph_0, [%sin_default]), kwargs = {})
    %getitem : [num_users=1] = call_function[target=operator.getitem](args = (%cond, 0), kwargs = {})
    %exp_default : [num_users=1] = call_function[target=torch.ops.aten.exp.default](args = (%getitem,), kwargs = {})
    return (exp_default,))T"},
    {"set_grad: cond in region", "after", "true_graph_0", R"T(graph():
    %x : [num_users=1] = placeholder[target=x]
    return (x,))T"},
    {"set_grad: cond in region", "after", "false_graph_0", R"T(graph():
    %x : [num_users=1] = placeholder[target=x]
    return (x,))T"},
    {"set_grad, ambient off: cond in region", "after", "", R"T(graph():
    %x : [num_users=1] = placeholder[target=x]
    %sin_default : [num_users=2] = call_function[target=torch.ops.aten.sin.default](args = (%x,), kwargs = {})
    %true_graph_0 : [num_users=1] = get_attr[target=true_graph_0]
    %false_graph_0 : [num_users=1] = get_attr[target=false_graph_0]
    %gt_scalar : [num_users=1] = call_function[target=torch.ops.aten.gt.Scalar](args = (%sin_default, 0), kwargs = {})
    %cond : [num_users=1] = call_function[target=torch.ops.higher_order.cond](args = (%gt_scalar, %true_graph_0, %false_graph_0, [%sin_default]), kwargs = {})
    %getitem : [num_users=1] = call_function[target=operator.getitem](args = (%cond, 0), kwargs = {})
    %submod_3 : [num_users=1] = get_attr[target=submod_2]
    %exp_default : [num_users=1] = call_function[target=torch.ops.higher_order.wrap_with_set_grad_enabled](args = (True, %submod_3, %getitem), kwargs = {})
    %getitem_1 : [num_users=1] = call_function[target=operator.getitem](args = (%exp_default, 0), kwargs = {})
    return (getitem_1,))T"},
    {"set_grad, ambient off: cond in region", "after", "submod_2", R"T(graph():
    %getitem : [num_users=1] = placeholder[target=getitem]
    %exp_default : [num_users=1] = call_function[target=torch.ops.aten.exp.default](args = (%getitem,), kwargs = {})
    return (exp_default,))T"},
    {"set_grad, ambient off: cond in region", "after", "true_graph_0", R"T(graph():
    %x : [num_users=1] = placeholder[target=x]
    return (x,))T"},
    {"set_grad, ambient off: cond in region", "after", "false_graph_0", R"T(graph():
    %x : [num_users=1] = placeholder[target=x]
    return (x,))T"},
    {"set_grad: region in cond", "before", "", R"T(graph():
    %x : [num_users=2] = placeholder[target=x]
    %gt_scalar : [num_users=1] = call_function[target=torch.ops.aten.gt.Scalar](args = (%x, 0), kwargs = {})
    %true_graph_0 : [num_users=1] = get_attr[target=true_graph_0]
    %false_graph_0 : [num_users=1] = get_attr[target=false_graph_0]
    %cond : [num_users=1] = call_function[target=torch.ops.higher_order.cond](args = (%gt_scalar, %true_graph_0, %false_graph_0, [%x]), kwargs = {})
    %getitem : [num_users=1] = call_function[target=operator.getitem](args = (%cond, 0), kwargs = {})
    return (getitem,))T"},
    {"set_grad: region in cond", "before", "true_graph_0", R"T(graph():
    %x : [num_users=1] = placeholder[target=x]
    %_set_grad_enabled : [num_users=0] = call_function[target=torch._C._set_grad_enabled](args = (False,), kwargs = {})
    %sin_default : [num_users=1] = call_function[target=torch.ops.aten.sin.default](args = (%x,), kwargs = {})
    %_set_grad_enabled_1 : [num_users=0] = call_function[target=torch._C._set_grad_enabled](args = (True,), kwargs = {})
    %sin_default_1 : [num_users=1] = call_function[target=torch.ops.aten.sin.default](args = (%sin_default,), kwargs = {})
    return (sin_default_1,))T"},
    {"set_grad: region in cond", "before", "false_graph_0", R"T(graph():
    %x : [num_users=1] = placeholder[target=x]
    return (x,))T"},
    {"set_grad: region in cond", "after", "", R"T(graph():
    %x : [num_users=2] = placeholder[target=x]
    %gt_scalar : [num_users=1] = call_function[target=torch.ops.aten.gt.Scalar](args = (%x, 0), kwargs = {})
    %true_graph_0 : [num_users=1] = get_attr[target=true_graph_0]
    %false_graph_0 : [num_users=1] = get_attr[target=false_graph_0]
    %cond : [num_users=1] = call_function[target=torch.ops.higher_order.cond](args = (%gt_scalar, %true_graph_0, %false_graph_0, [%x]), kwargs = {})
    %getitem : [num_users=1] = call_function[target=operator.getitem](args = (%cond, 0), kwargs = {})
    return (getitem,))T"},
    {"set_grad: region in cond", "after", "true_graph_0", R"T(graph():
    %x : [num_users=1] = placeholder[target=x]
    %submod_3 : [num_users=1] = get_attr[target=submod_1]
    %sin_default : [num_users=1] = call_function[target=torch.ops.higher_order.wrap_with_set_grad_enabled](args = (False, %submod_3, %x), kwargs = {})
    %getitem : [num_users=1] = call_function[target=operator.getitem](args = (%sin_default, 0), kwargs = {})
    %sin_default_1 : [num_users=1] = call_function[target=torch.ops.aten.sin.default](args = (%getitem,), kwargs = {})
    return (sin_default_1,))T"},
    {"set_grad: region in cond", "after", "true_graph_0.submod_1", R"T(graph():
    %x : [num_users=1] = placeholder[target=x]
    %sin_default : [num_users=1] = call_function[target=torch.ops.aten.sin.default](args = (%x,), kwargs = {})
    return (sin_default,))T"},
    {"set_grad: region in cond", "after", "false_graph_0", R"T(graph():
    %x : [num_users=1] = placeholder[target=x]
    return (x,))T"},
    {"set_grad, ambient off: region in cond", "after", "", R"T(graph():
    %x : [num_users=2] = placeholder[target=x]
    %gt_scalar : [num_users=1] = call_function[target=torch.ops.aten.gt.Scalar](args = (%x, 0), kwargs = {})
    %true_graph_0 : [num_users=1] = get_attr[target=true_graph_0]
    %false_graph_0 : [num_users=1] = get_attr[target=false_graph_0]
    %cond : [num_users=1] = call_function[target=torch.ops.higher_order.cond](args = (%gt_scalar, %true_graph_0, %false_graph_0, [%x]), kwargs = {})
    %getitem : [num_users=1] = call_function[target=operator.getitem](args = (%cond, 0), kwargs = {})
    return (getitem,))T"},
    {"set_grad, ambient off: region in cond", "after", "true_graph_0", R"T(graph():
    %x : [num_users=1] = placeholder[target=x]
    %sin_default : [num_users=1] = call_function[target=torch.ops.aten.sin.default](args = (%x,), kwargs = {})
    %submod_3 : [num_users=1] = get_attr[target=submod_2]
    %sin_default_1 : [num_users=1] = call_function[target=torch.ops.higher_order.wrap_with_set_grad_enabled](args = (True, %submod_3, %sin_default), kwargs = {})
    %getitem : [num_users=1] = call_function[target=operator.getitem](args = (%sin_default_1, 0), kwargs = {})
    return (getitem,))T"},
    {"set_grad, ambient off: region in cond", "after", "true_graph_0.submod_2", R"T(graph():
    %sin_default : [num_users=1] = placeholder[target=sin_default]
    %sin_default_1 : [num_users=1] = call_function[target=torch.ops.aten.sin.default](args = (%sin_default,), kwargs = {})
    return (sin_default_1,))T"},
    {"set_grad, ambient off: region in cond", "after", "false_graph_0", R"T(graph():
    %x : [num_users=1] = placeholder[target=x]
    return (x,))T"},
    {"set_grad: several outputs", "before", "", R"T(graph():
    %x : [num_users=2] = placeholder[target=x]
    %sin_default : [num_users=1] = call_function[target=torch.ops.aten.sin.default](args = (%x,), kwargs = {})
    %_set_grad_enabled : [num_users=0] = call_function[target=torch._C._set_grad_enabled](args = (False,), kwargs = {})
    %cos_default : [num_users=3] = call_function[target=torch.ops.aten.cos.default](args = (%sin_default,), kwargs = {})
    %exp_default : [num_users=2] = call_function[target=torch.ops.aten.exp.default](args = (%x,), kwargs = {})
    %neg_default : [num_users=0] = call_function[target=torch.ops.aten.neg.default](args = (%cos_default,), kwargs = {})
    %_set_grad_enabled_1 : [num_users=0] = call_function[target=torch._C._set_grad_enabled](args = (True,), kwargs = {})
    %add_tensor : [num_users=1] = call_function[target=torch.ops.aten.add.Tensor](args = (%exp_default, %cos_default), kwargs = {})
    return (add_tensor, cos_default, exp_default, None))T"},
    {"set_grad: several outputs", "after", "", R"T(graph():
    %x : [num_users=2] = placeholder[target=x]
    %sin_default : [num_users=1] = call_function[target=torch.ops.aten.sin.default](args = (%x,), kwargs = {})
    %submod_3 : [num_users=1] = get_attr[target=submod_1]
    %wrap_with_set_grad_enabled : [num_users=2] = call_function[target=torch.ops.higher_order.wrap_with_set_grad_enabled](args = (False, %submod_3, %sin_default, %x), kwargs = {})
    %exp_default : [num_users=2] = call_function[target=operator.getitem](args = (%wrap_with_set_grad_enabled, 0), kwargs = {})
    %cos_default : [num_users=2] = call_function[target=operator.getitem](args = (%wrap_with_set_grad_enabled, 1), kwargs = {})
    %add_tensor : [num_users=1] = call_function[target=torch.ops.aten.add.Tensor](args = (%exp_default, %cos_default), kwargs = {})
    return (add_tensor, cos_default, exp_default, None))T"},
    {"set_grad: several outputs", "after", "submod_1", R"T(graph():
    %sin_default : [num_users=1] = placeholder[target=sin_default]
    %x : [num_users=1] = placeholder[target=x]
    %cos_default : [num_users=2] = call_function[target=torch.ops.aten.cos.default](args = (%sin_default,), kwargs = {})
    %exp_default : [num_users=1] = call_function[target=torch.ops.aten.exp.default](args = (%x,), kwargs = {})
    %neg_default : [num_users=0] = call_function[target=torch.ops.aten.neg.default](args = (%cos_default,), kwargs = {})
    return (exp_default, cos_default))T"},
    {"set_grad, ambient off: several outputs", "after", "", R"T(graph():
    %x : [num_users=2] = placeholder[target=x]
    %sin_default : [num_users=1] = call_function[target=torch.ops.aten.sin.default](args = (%x,), kwargs = {})
    %cos_default : [num_users=3] = call_function[target=torch.ops.aten.cos.default](args = (%sin_default,), kwargs = {})
    %exp_default : [num_users=2] = call_function[target=torch.ops.aten.exp.default](args = (%x,), kwargs = {})
    %neg_default : [num_users=0] = call_function[target=torch.ops.aten.neg.default](args = (%cos_default,), kwargs = {})
    %submod_3 : [num_users=1] = get_attr[target=submod_2]
    %add_tensor : [num_users=1] = call_function[target=torch.ops.higher_order.wrap_with_set_grad_enabled](args = (True, %submod_3, %exp_default, %cos_default), kwargs = {})
    %getitem_2 : [num_users=1] = call_function[target=operator.getitem](args = (%add_tensor, 0), kwargs = {})
    return (getitem_2, cos_default, exp_default, None))T"},
    {"set_grad, ambient off: several outputs", "after", "submod_2", R"T(graph():
    %exp_default : [num_users=1] = placeholder[target=exp_default]
    %cos_default : [num_users=1] = placeholder[target=cos_default]
    %add_tensor : [num_users=1] = call_function[target=torch.ops.aten.add.Tensor](args = (%exp_default, %cos_default), kwargs = {})
    return (add_tensor,))T"},
    {"set_grad: nested regions", "before", "", R"T(graph():
    %x : [num_users=1] = placeholder[target=x]
    %_set_grad_enabled : [num_users=0] = call_function[target=torch._C._set_grad_enabled](args = (False,), kwargs = {})
    %sin_default : [num_users=1] = call_function[target=torch.ops.aten.sin.default](args = (%x,), kwargs = {})
    %_set_grad_enabled_1 : [num_users=0] = call_function[target=torch._C._set_grad_enabled](args = (True,), kwargs = {})
    %cos_default : [num_users=1] = call_function[target=torch.ops.aten.cos.default](args = (%sin_default,), kwargs = {})
    %_set_grad_enabled_2 : [num_users=0] = call_function[target=torch._C._set_grad_enabled](args = (False,), kwargs = {})
    %exp_default : [num_users=1] = call_function[target=torch.ops.aten.exp.default](args = (%cos_default,), kwargs = {})
    %_set_grad_enabled_3 : [num_users=0] = call_function[target=torch._C._set_grad_enabled](args = (True,), kwargs = {})
    %neg_default : [num_users=1] = call_function[target=torch.ops.aten.neg.default](args = (%exp_default,), kwargs = {})
    return (neg_default,))T"},
    {"set_grad: nested regions", "after", "", R"T(graph():
    %x : [num_users=1] = placeholder[target=x]
    %submod_5 : [num_users=1] = get_attr[target=submod_1]
    %sin_default : [num_users=1] = call_function[target=torch.ops.higher_order.wrap_with_set_grad_enabled](args = (False, %submod_5, %x), kwargs = {})
    %getitem : [num_users=1] = call_function[target=operator.getitem](args = (%sin_default, 0), kwargs = {})
    %cos_default : [num_users=1] = call_function[target=torch.ops.aten.cos.default](args = (%getitem,), kwargs = {})
    %submod_6 : [num_users=1] = get_attr[target=submod_3]
    %exp_default : [num_users=1] = call_function[target=torch.ops.higher_order.wrap_with_set_grad_enabled](args = (False, %submod_6, %cos_default), kwargs = {})
    %getitem_1 : [num_users=1] = call_function[target=operator.getitem](args = (%exp_default, 0), kwargs = {})
    %neg_default : [num_users=1] = call_function[target=torch.ops.aten.neg.default](args = (%getitem_1,), kwargs = {})
    return (neg_default,))T"},
    {"set_grad: nested regions", "after", "submod_1", R"T(graph():
    %x : [num_users=1] = placeholder[target=x]
    %sin_default : [num_users=1] = call_function[target=torch.ops.aten.sin.default](args = (%x,), kwargs = {})
    return (sin_default,))T"},
    {"set_grad: nested regions", "after", "submod_3", R"T(graph():
    %cos_default : [num_users=1] = placeholder[target=cos_default]
    %exp_default : [num_users=1] = call_function[target=torch.ops.aten.exp.default](args = (%cos_default,), kwargs = {})
    return (exp_default,))T"},
    {"set_grad, ambient off: nested regions", "after", "", R"T(graph():
    %x : [num_users=1] = placeholder[target=x]
    %sin_default : [num_users=1] = call_function[target=torch.ops.aten.sin.default](args = (%x,), kwargs = {})
    %submod_5 : [num_users=1] = get_attr[target=submod_2]
    %cos_default : [num_users=1] = call_function[target=torch.ops.higher_order.wrap_with_set_grad_enabled](args = (True, %submod_5, %sin_default), kwargs = {})
    %getitem : [num_users=1] = call_function[target=operator.getitem](args = (%cos_default, 0), kwargs = {})
    %exp_default : [num_users=1] = call_function[target=torch.ops.aten.exp.default](args = (%getitem,), kwargs = {})
    %submod_6 : [num_users=1] = get_attr[target=submod_4]
    %neg_default : [num_users=1] = call_function[target=torch.ops.higher_order.wrap_with_set_grad_enabled](args = (True, %submod_6, %exp_default), kwargs = {})
    %getitem_1 : [num_users=1] = call_function[target=operator.getitem](args = (%neg_default, 0), kwargs = {})
    return (getitem_1,))T"},
    {"set_grad, ambient off: nested regions", "after", "submod_2", R"T(graph():
    %sin_default : [num_users=1] = placeholder[target=sin_default]
    %cos_default : [num_users=1] = call_function[target=torch.ops.aten.cos.default](args = (%sin_default,), kwargs = {})
    return (cos_default,))T"},
    {"set_grad, ambient off: nested regions", "after", "submod_4", R"T(graph():
    %exp_default : [num_users=1] = placeholder[target=exp_default]
    %neg_default : [num_users=1] = call_function[target=torch.ops.aten.neg.default](args = (%exp_default,), kwargs = {})
    return (neg_default,))T"},
};

}  // namespace seesaw::test
