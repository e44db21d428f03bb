"""Records names, targets, arguments, odd graphs and stack traces: namespace, targets, format_args, codegen,
stack_traces, rename_without_collisions. Usage: record_texts.py FOLDER SEED"""

import builtins
import math
import operator
import random
import sys
from collections import namedtuple

import torch
import torch.fx as fx
import recorder as rec

CANDIDATES = (
    """a add add_ add_0 add_00 add_01 add_1 add_1_1 add_10 add_999999999999 add_99999999999999999999999 add_9223372036854775807
 add_2 add__1 _ __ ___ _0 _1 _9 __1 _x x x_ x__ x_0 x_00 x_007 x__0 x_1_ x_1_2_3 x1 x1_1 1x 9 0 007 1_1 1_ a.b a.b.c a..b .a a. a-b a/b a\\b a:b
 a[0] a(1) $x é É Ünï _é é_1 x_é 名前 名_1 x_١ x_² sum sum_1 sum_2 max max_0 max_1 min len abs print type input id map filter set list dict int float bool str bytes
 object property super vars dir hash iter next open pow range repr round slice sorted tuple zip aiter anext breakpoint exec eval Ellipsis NotImplemented
 __import__ __build_class__ __debug__ __name__ __doc__ __spec__ __loader__ __package__ __add__ __add___1 copyright credits exit quit license help
 None True False None_1 True_1 false none and as assert async await break class continue def del elif else except finally for from global if import in is lambda
 nonlocal not or pass raise return try while with yield match case type_1 self self_1 cls torch torch_1 device device_0 inf nan nan_1 NoneType fx_pytree pytree
 pytree_1 Tensor getitem getitem_1 submod_0 submod_1 submod_01 output output_1 forward L__self___w L_x_ l_x_ x_-1 x_+1 x_1.5 x_1e5 x_1_0 x_0_1 x_0_0
 ArithmeticError BaseExceptionGroup EncodingWarning PythonFinalizationError WindowsError ExceptionGroup""".split()
    + ["", " ", "  ", "a b", "a  b", "a\tb", "a\nb", " a", "a ", "x_1\n", "x\n", "_\n1", "\n"]
)


def namespace(rng):
    def sequence():
        pool = rng.sample(CANDIDATES, rng.randint(3, 12))
        return [rng.choice(pool) if rng.random() < 0.8 else rng.choice(CANDIDATES) for _ in range(rng.randint(3, 30))]

    rows, objects = [], []
    for _ in range(300):
        space, candidates = fx.graph._Namespace(), sequence()
        rows.append({"candidates": candidates, "names": [space.create_name(c, None) for c in candidates]})
    for _ in range(100):
        space, held = fx.graph._Namespace(), [object() for _ in range(6)]
        picks = [(c, rng.randrange(6)) for c in sequence()]
        objects.append([[c, i, space.create_name(c, held[i])] for c, i in picks])
    return {"sequences": rows, "with_objects": objects, "keywords": [], "builtins": [], "custom_builtins": []}


def snake_cases():
    words = """addTensor ALL_CAPS aB AB ABc aBC aBcD a1B A1b addÉ ÉaB éB aÉb İx ßA ǅa Σ ΑΣ ΑΣb σΣ ΑΣ_ sum.dim_IntList max.dim a__B _aB aB_ Conv2D conv2Dtranspose __rsub__ __X__ a.B
     getItem X x_Y fooBARBaz fooBarBAZ 2Db ﬁB ŉA ẞa K Å""".split()
    return {w: fx.graph._snake_case(w) for w in words}


TARGETS = """operator.sub operator.mul operator.matmul operator.mod operator.lshift operator.rshift operator.or_ operator.xor operator.eq operator.ne operator.lt operator.gt operator.le
 operator.invert operator.inv operator.pos operator.isub operator.imul operator.ifloordiv operator.itruediv operator.imod operator.ipow operator.iand operator.ior operator.ixor operator.ilshift
 operator.irshift operator.imatmul operator.delitem operator.index operator.is_ operator.is_not operator.truth operator.concat operator.iconcat operator.countOf operator.indexOf operator.length_hint operator.call
 operator.__add__ operator.__getitem__
 builtins.min builtins.sum builtins.int builtins.float builtins.bool builtins.str builtins.tuple builtins.list builtins.dict builtins.set builtins.range builtins.type builtins.isinstance builtins.hasattr builtins.setattr
 builtins.pow builtins.sorted builtins.zip builtins.enumerate builtins.map builtins.divmod builtins.any builtins.all builtins.next builtins.iter builtins.id builtins.complex builtins.repr builtins.hash builtins.callable builtins.reversed builtins.filter builtins.vars builtins.input
 math.floor math.log math.exp math.pow math.sin math.isnan math.prod math.gcd math.log2 math.fabs math.isqrt
 torch.sub torch.mul torch.matmul torch.bmm torch.mm torch.einsum torch.stack torch.split torch.chunk torch.ones torch.empty torch.full torch.arange torch.rand torch.randn torch.manual_seed torch.conv2d torch.dropout torch.sigmoid torch.tanh
 torch.softmax torch.layer_norm torch.sum torch.max torch.min torch.mean torch.where torch.topk torch.sort torch.argmax torch.clamp torch.pow torch.abs torch.round torch.is_tensor torch.numel torch.save torch.load torch.from_numpy torch.as_tensor
 torch.sparse_coo_tensor torch.sym_sum torch.enable_grad torch.inference_mode torch.autocast torch.is_grad_enabled torch.cond torch.compile torch.typename torch.broadcast_tensors torch.meshgrid torch.norm torch.unique torch.atleast_1d torch.cdist torch.cartesian_prod
 torch.block_diag torch.chain_matmul torch.tensordot torch.stft torch.istft torch.lu torch.align_tensors torch.functional.split torch.float torch.Tensor torch.Size torch.device torch.Generator torch.finfo
 torch.nn.functional.linear torch.nn.functional.softmax torch.nn.functional.dropout torch.nn.functional.layer_norm torch.nn.functional.max_pool2d torch.nn.functional.avg_pool2d torch.nn.functional.pad torch.nn.functional.interpolate torch.nn.functional.cross_entropy
 torch.nn.functional.scaled_dot_product_attention torch.nn.functional.embedding torch.nn.functional.batch_norm torch.nn.functional.silu torch.nn.functional.mse_loss torch.nn.functional.one_hot torch.nn.functional.normalize torch.nn.functional.relu_ torch.nn.functional.logsigmoid torch.nn.functional.adaptive_avg_pool2d
 torch.nn.functional.softplus torch.nn.functional.multi_head_attention_forward torch.nn.functional.unfold torch.nn.functional.grid_sample torch.nn.functional.cosine_similarity torch.nn.functional.pixel_shuffle torch.nn.functional.hardtanh torch.nn.functional.prelu
 torch.nn.Linear torch.nn.Module torch.nn.init.xavier_uniform_ torch.nn.utils.clip_grad_norm_ torch.nn.utils.parametrize.cached
 torch.fft.rfft torch.fft.ifftn torch.linalg.inv torch.linalg.svd torch.linalg.solve torch.special.gammaln torch.special.expit torch.special.logit torch.signal.windows.hann torch.sparse.mm torch.sparse.sum
 torch.Tensor.sub torch.Tensor.size torch.Tensor.__add__ torch.Tensor.__getitem__ torch.Tensor.add_ torch.Tensor.to torch.Tensor.item torch.Tensor.contiguous torch.Tensor.backward torch.Tensor.permute torch.Tensor.split torch.Tensor.unflatten torch.Tensor.norm torch.Tensor.__rsub__ torch.Tensor.__rpow__ torch.Tensor.register_hook torch.Tensor.shape torch.Tensor.__len__ torch.Tensor.stft
 torch._C._nn.gelu torch._C._nn.linear torch._C._nn.pad torch._C._nn.scaled_dot_product_attention torch._C._nn.cross_entropy_loss torch._C._nn.avg_pool2d torch._C._fft.fft_fft torch._C._linalg.linalg_inv torch._C._special.special_erf torch._C._autograd._saved_tensors_hooks_disable torch._C._functorch._vmap_increment_nesting torch._C._functorch._add_batch_dim torch._C._log_api_usage_once torch._C._has_torch_function
 torch._functorch.vmap.lazy_load_decompositions torch._functorch.predispatch._add_batch_dim torch._functorch.eager_transforms._wrap_tensor_for_grad
 torch._shape_as_tensor torch._dynamo.graph_break torch._check torch._check_is_size torch._check_value torch._sym_sqrt torch._sym_cos torch._utils._get_device_index torch._higher_order_ops.cond.cond_op torch._higher_order_ops.wrap.wrap
 torch.amp.autocast_mode.autocast torch.cuda.current_stream torch.cuda.synchronize torch.cpu.amp.autocast torch.utils.checkpoint.checkpoint torch.utils._pytree.tree_map torch.autograd.grad torch.autograd.function.FunctionCtx torch.random.fork_rng torch.jit.script torch.distributions.utils.broadcast_all torch.onnx.is_in_onnx_export torch.overrides.handle_torch_function
 torch.ops.aten.sub.Tensor torch.ops.aten.view.default torch.ops.aten.t torch.ops.aten.mm.default torch.ops.aten.addmm.default torch.ops.aten.convolution.default torch.ops.aten.__or__.Scalar torch.ops.aten.__xor__.Tensor torch.ops.aten.__rshift__.Tensor torch.ops.aten.__and__ torch.ops.aten.__iand__.Tensor torch.ops.aten.__contains__.int torch.ops.aten.__getitem__.t torch.ops.aten.pow.Tensor_Scalar torch.ops.aten.pow.Scalar torch.ops.aten.min.dim torch.ops.aten.min.default torch.ops.aten.any.dims torch.ops.aten.round.decimals torch.ops.aten.eq.Scalar torch.ops.aten.where.self torch.ops.aten.split_with_sizes.default torch.ops.aten.chunk.default torch.ops.aten.index.Tensor torch.ops.aten.index_put.default torch.ops.aten.copy.default torch.ops.aten.copy_ torch.ops.aten.zero_.default torch.ops.aten.fill_.Scalar torch.ops.aten.resize_.default torch.ops.aten.set_.source_Tensor torch.ops.aten.detach_.default torch.ops.aten.relu_.default torch.ops.aten.dropout_.default torch.ops.aten.batch_norm.default torch.ops.aten._native_batch_norm_legit.default torch.ops.aten._native_batch_norm_legit.no_stats torch.ops.aten._native_batch_norm_legit_functional.default torch.ops.aten.native_batch_norm.default torch.ops.aten.native_batch_norm.out torch.ops.aten.add.out torch.ops.aten.sym_stride.int torch.ops.aten.sym_numel.default torch.ops.aten.sym_storage_offset.default torch.ops.aten._assert_scalar torch.ops.aten._assert_async.default torch.ops.aten._assert_tensor_metadata torch.ops.aten.sym_constrain_range.default torch.ops.aten.sym_constrain_range torch.ops.aten._functional_assert_async.msg torch.ops.aten._functional_sym_constrain_range.default torch.ops.aten._print.default torch.ops.aten.item.default torch.ops.aten.is_nonzero.default torch.ops.aten.randn.default torch.ops.aten.rand_like.default torch.ops.aten.randperm.default torch.ops.aten.multinomial.default torch.ops.aten.bernoulli.p torch.ops.aten.normal_.default torch.ops.aten.uniform_.default torch.ops.aten.random_.from torch.ops.aten.exponential_.default torch.ops.aten.dropout.default torch.ops.aten.native_dropout torch.ops.aten._fused_dropout.default torch.ops.aten.rrelu_with_noise.default torch.ops.aten.alias.default torch.ops.aten.lift_fresh_copy.default torch.ops.aten.lift_fresh.default torch.ops.aten._foreach_add_.List torch.ops.aten._foreach_mul.Scalar torch.ops.aten._fused_adam_.default torch.ops.aten._index_put_impl_.default torch.ops.aten.masked_fill_.Scalar torch.ops.aten.scatter_add_.default torch.ops.aten.embedding_renorm_.default torch.ops.aten._linalg_check_errors.default torch.ops.aten.linalg_inv_ex.default torch.ops.aten.record_stream.default torch.ops.aten._unsafe_view.default torch.ops.aten.as_strided_.default torch.ops.aten.squeeze_.dims torch.ops.aten._unsafe_index_put.default torch.ops.aten.complex.default torch.ops.aten.upsample_nearest2d.vec torch.ops.aten.nll_loss_forward.default torch.ops.aten.sym_is_contiguous.default
 torch.ops.prims.iota.default torch.ops.prims.device_put.default torch.ops.prims.broadcast_in_dim.default torch.ops.prims.inductor_seeds.default torch.ops.prims.rng_prims torch.ops.prims._sink_tokens.default torch.ops.prims._make_token.default torch.ops.prims.copy_to.default torch.ops.prims.resize.default torch.ops.prims.set.source_Tensor_storage_offset torch.ops.prims.sum.default torch.ops.prims.add
 torch.ops.higher_order.scan torch.ops.higher_order.associative_scan torch.ops.higher_order.wrap torch.ops.higher_order.wrap_activation_checkpoint torch.ops.higher_order.tag_activation_checkpoint torch.ops.higher_order.flex_attention torch.ops.higher_order.flex_attention_backward torch.ops.higher_order.auto_functionalized torch.ops.higher_order.auto_functionalized_v2 torch.ops.higher_order.autograd_function_apply torch.ops.higher_order.strict_mode torch.ops.higher_order.out_dtype torch.ops.higher_order.with_effects torch.ops.higher_order.triton_kernel_wrapper_mutation torch.ops.higher_order.triton_kernel_wrapper_functional torch.ops.higher_order.hints_wrapper torch.ops.higher_order.run_and_save_rng_state torch.ops.higher_order.run_with_rng_state torch.ops.higher_order.trace_wrapped torch.ops.higher_order.executorch_call_delegate torch.ops.higher_order.call_torchbind torch.ops.higher_order.foreach_map torch.ops.higher_order.invoke_subgraph torch.ops.higher_order.prim_hop_base torch.ops.higher_order._export_tracepoint torch.ops.higher_order.while_loop torch.ops.higher_order.map torch.ops.higher_order.run_const_graph
 torch.ops.profiler._record_function_enter_new.default torch.ops.profiler._record_function_enter.default torch.ops.profiler._record_function_exit.default torch.ops.profiler._record_function_exit._RecordFunction torch.ops.profiler._record_function_enter torch.ops.profiler._record_function_enter_new torch.ops.inductor.accumulate_grad_.default torch.ops.inductor.resize_storage_bytes_.default torch.ops.inductor.accumulate_grad_ torch.ops._c10d_functional.all_reduce.default torch.ops._c10d_functional.all_reduce_.default torch.ops._c10d_functional.wait_tensor.default torch.ops._c10d_functional.wait_tensor torch.ops._c10d_functional.all_gather_into_tensor.default torch.ops.quantized.linear.default torch.ops.quantized_decomposed.quantize_per_tensor.default torch.ops.rngprims.philox_rand.default torch.ops.fsdp.copy_.default torch.ops.c10d.broadcast_.default torch.ops.mkldnn._linear_pointwise.default torch.ops.prepacked.linear_clamp_run.default torch.ops.sparse.qlinear.default torch.ops.debugprims.load_tensor.default torch.ops.streams.fork.default torch.ops.aten.sym_size.default""".split()


def resolve(path):
    parts = path.split(".")
    value = {"operator": operator, "builtins": builtins, "math": math, "torch": torch}[parts[0]]
    for part in parts[1:]:
        value = getattr(value, part)
    return value


def targets():
    rows = []
    for path in TARGETS:
        try:
            f = resolve(path)
            if not callable(f):
                continue
            g = fx.Graph()
            x = g.placeholder("x")
            n = g.call_function(f, (x,))
            row = {
                "expr": path,
                "to_str": g._target_to_str(f),
                "name": n.name,
                "pretty": n._pretty_print_target(f),
                "qualified": fx.node._get_qualified_name(f),
                "impure": n.is_impure(),
            }
        except Exception as e:
            print("left out", path, type(e).__name__, str(e)[:80])
            continue
        try:
            row["python_line"] = g.python_code("self").src.split("\n    ")[1].strip()
        except Exception as e:
            row["error"] = rec.error_of(e)
        rows.append(row)
    paths = [
        "a",
        "a.b",
        "a.0",
        "a.0.b.1.c",
        "0.1.2",
        "a-b",
        "a b.c",
        "1a",
        "é",
        "a.é.b",
        "class.def",
        "for",
        "_1",
        "a.1b.c",
        "None",
        "__x__",
        "a.b.c.d.e",
        "x.if.0",
        "a.é1.0",
        "名.0",
        "a.²",
    ]
    fmt = [[base, p, fx.graph._format_target(base, p)] for base in ("self", "x", "add_1") for p in paths]
    ops = {"magic_methods": fx.graph.magic_methods, "inplace_methods": fx.graph.inplace_methods}
    effects = sorted(
        str(e)
        if not callable(e) or hasattr(e, "_schema") or isinstance(e, torch._ops.OpOverloadPacket)
        else fx.node._get_qualified_name(e)
        for e in fx.node._side_effectful_functions
    )
    return {"snake_case": snake_cases(), "targets": rows, "side_effectful": effects, **ops, "format_target": fmt}


NT = namedtuple("NT", ["p", "q"])
Point = namedtuple("Point", ["x"])


def values():
    inf, nan = math.inf, math.nan
    return [
        2,
        10**15,
        10**16,
        2**53,
        2**53 + 1,
        -(2**53) - 1,
        2**63,
        2**64,
        -(2**64),
        10**30,
        -(10**40),
        2**31,
        0.0,
        1e15,
        1e16,
        1e17,
        123456789012345680.0,
        9007199254740993.0,
        1e22,
        1e23,
        5e-324,
        2.2250738585072014e-308,
        1.7976931348623157e308,
        1e-4,
        1e-5,
        0.0001,
        0.00001234,
        1.5e-7,
        1 / 3,
        2 / 3,
        1e100,
        12345.678,
        -1.5,
        -1e-10,
        100.0,
        1e4,
        "x y",
        "%x",
        "%",
        "a, b",
        "(",
        ")",
        "[x]",
        "{k: v}",
        "None",
        "True",
        "1",
        "1.0",
        "'",
        '"',
        "'\"",
        'it\'s "q"',
        "\\",
        "\\n",
        "\n",
        "\r",
        "\t",
        "\0",
        "\x01",
        "\x1b[0m",
        "\x7f",
        "\x80",
        "\x85",
        "\xa0",
        "\xad",
        "\u2028",
        "\u200b",
        "\ufeff",
        "日本",
        "😀",
        "\U000e0001",
        "e\u0301",
        "\ud7ff",
        "bilinear",
        "torch.float32",
        "a" * 100,
        "a=b",
        "#c",
        ";",
        ":",
        "x: y",
        "graph():",
        " lead",
        "trail ",
        "aten::add",
        "->",
        "a\\'b",
        "\v\f",
        "ÿ",
        "\u0378",
        "\U0001f9ff",
        "\u202e",
        "\ue000",
        0j,
        -1j,
        1 + 0j,
        -1 - 1j,
        1e20j,
        complex(nan, 0),
        complex(0, -0.0),
        complex(-0.0, 0.0),
        complex(-0.0, -0.0),
        complex(inf, -inf),
        complex(nan, nan),
        1e-5 + 1e16j,
        complex(0.0, nan),
        complex(1.5, inf),
        complex(-0.0, 1.0),
        complex(0.0, -1.5),
        torch.float16,
        torch.float64,
        torch.int8,
        torch.uint8,
        torch.int16,
        torch.int32,
        torch.uint32,
        torch.uint64,
        torch.complex32,
        torch.complex128,
        torch.float8_e5m2,
        torch.float8_e4m3fnuz,
        torch.float8_e5m2fnuz,
        torch.quint8,
        torch.qint8,
        torch.qint32,
        torch.quint4x2,
        torch.bits8,
        torch.int4,
        torch.uint4,
        torch.uint1,
        torch.device("cuda:1"),
        torch.device("cuda", 10),
        torch.device("mps"),
        torch.device("xpu:0"),
        torch.device("cpu", 0),
        torch.device("privateuseone:2"),
        torch.device("xla:1"),
        torch.device("hpu"),
        torch.device("meta:0"),
        torch.device("mtia"),
        torch.device("vulkan"),
        torch.sparse_csc,
        torch.sparse_bsr,
        torch.sparse_bsc,
        torch._mkldnn,
        torch.jagged,
        ((),),
        ([], {}),
        ((((1,),),),),
        [[[]]],
        [()],
        ({},),
        (1, (2, (3, (4,)))),
        [1, 2.5, "s", None, True],
        ("a", ("b",)),
        [None, None],
        (True,),
        [torch.float32, torch.float16],
        (torch.device("cuda:0"),),
        [torch.contiguous_format],
        (slice(None, None, None), slice(1, 2, None)),
        [slice(0, 9223372036854775807, 1)],
        (Ellipsis, 1),
        [Ellipsis],
        (inf, -inf, nan),
        [1j, 2 + 3j],
        (range(3),),
        ("",),
        ["", "'"],
        ["it's", 'q"q'],
        {"a": None, "b": [1, (2,)]},
        {"a": {}},
        {"k": "v"},
        {"a b": 1},
        {"it's": 2},
        {"": 0},
        {"a": torch.float32},
        {"a": slice(1, 2, 3)},
        {"a": torch.device("cpu")},
        {"a": inf},
        {"x": {"y": {"z": (1,)}}},
        {"a": (1, 2), "b": "s"},
        [{"a": 1}, {"b": 2}],
        ({"a": [{"b": 1}]},),
        {1: 2},
        {(1, 2): 3},
        {None: 1},
        {True: False},
        {1.5: 2},
        {"a": ()},
        {"a": Ellipsis},
        {"é": 1},
        slice(0, 0, 0),
        slice(-1, None, None),
        slice(None, None, -1),
        slice(2**63, None, None),
        slice(1.5, 2.5, None),
        slice("a", "b", None),
        slice((1, 2), [3], None),
        slice(None, slice(1, 2, 3), None),
        slice(True, False, None),
        slice(inf, None, None),
        range(0),
        range(5),
        range(-3, 3),
        range(10, 0, -1),
        range(0, 10, 1),
        range(2, 3),
        NT(1, 2),
        NT("a", [1, 2]),
        NT((1, 2), None),
        NT(p=NT(1, 2), q=3),
        Point(5),
        Point((1, 2)),
        [NT(1, 2)],
        (NT(1.5, inf),),
        {"k": NT(1, 2)},
        NT(torch.float32, torch.device("cpu")),
        NT(slice(1, 2), Ellipsis),
        torch.Size([]),
        torch.Size([3]),
        (torch.Size([1, 2]),),
        [torch.Size([4])],
        torch.ops.aten.add,
        torch.ops.aten.sum.dim_IntList,
        torch.ops.higher_order.map_impl,
        torch.add,
        operator.add,
        math.ceil,
        torch.nn.functional.relu,
        [torch.ops.aten.add.Tensor],
        (torch.ops.aten.relu.default, 1),
        {"op": torch.ops.aten.mul.Tensor},
        torch.Tensor,
        len,
        int,
        [int, float],
        list(range(200)),
        tuple(range(60)),
        ["a" * 30] * 8,
        "a" * 300,
        [[1] * 30] * 10,
    ]


def format_args():
    rows = []
    for v in values():
        g = fx.Graph()
        x = g.placeholder("x")
        try:
            n = g.call_function(torch.add, (x, v), {"k": v})
            line = n.format_node()
            g.output(n)
            code = g.python_code("self").src.split("\n    ")[1]
        except Exception as e:
            print("left out", repr(v)[:60], type(e).__name__, str(e)[:80])
            continue
        rows.append(
            {"python": rec.masked(repr(v)), "arg": rec.arg(v), "str": rec.masked(line), "code": rec.masked(code)}
        )

    def base():
        g = fx.Graph()
        x, y = g.placeholder("x"), g.placeholder("y")
        a = g.call_function(operator.add, (x, y))
        return g, x, y, a, g.call_function(operator.mul, (a, y))

    outputs, nested = [], []
    for expr in [
        "{'a': {'b': (a, [b])}}",
        "(a, slice(b, a, None))",
        "({},)",
        "[[], (), {}]",
        "{'x': a, 'y': (a, a, b), 'z': 's'}",
        "NT(a, b)",
        "[NT(a, (b,))]",
        "(a, 1.5, -0.0, nan, 1j)",
        "(a, torch.float32)",
        "(a, torch.device('cpu'))",
        "(a, Ellipsis, None)",
        "{'k y': a}",
        "True",
        "1.5",
        "(((a,),),)",
        "[slice(a, b, 2)]",
        "(range(3), a)",
        "{'a': [a, {'b': {'c': b}}]}",
        "(a, 'it\\'s')",
        "{1: a}",
        "(x, y, a, b)",
        "x",
        "[x, x]",
        "{}",
        "((),)",
        "(None,)",
        "(a, torch.contiguous_format, torch.strided)",
        "(a, torch.ops.aten.add.Tensor)",
        "(a, 10**30)",
        "NT(1, a)",
        "Point(a)",
    ]:
        g, x, y, a, b = base()
        value = eval(expr, {**globals(), "a": a, "b": b, "x": x, "y": y, "nan": math.nan})
        out = g.output(value)
        outputs.append(
            {
                "expr": expr,
                "output_arg": rec.arg(value),
                "str": str(g),
                "code": g.python_code("self").src,
                "users_a": [u.name for u in a.users],
                "inputs_of_output": [i.name for i in out.all_input_nodes],
            }
        )
    for expr in [
        "({'k': [a, {'j': b}]}, a)",
        "(slice(a, b, x),)",
        "([slice(None, a, None), (b, slice(b, None, 2))],)",
        "((), [], {}, a)",
        "(a, 'a', ['a', b])",
        "({'a': (slice(a, None, b),)},)",
        "(y, x, [b, [a, [x]]])",
        "(a, 2.5, nan, torch.float32, torch.device('cuda', 0))",
        "([a] * 5, (b,) * 3)",
        "(a, slice(slice(a, None, None), b, None))",
        "(-1, True, None, Ellipsis, a)",
        "(a, {'s': 'it\\'s', 't': b})",
    ]:
        g, x, y, a, b = base()
        n = g.call_function(
            torch.stack,
            eval(expr, {**globals(), "a": a, "b": b, "x": x, "y": y, "nan": math.nan}),
            {"dim": 0, "t": (b, a)},
        )
        i = g.call_function(operator.getitem, (n, (slice(None), a, None, Ellipsis, slice(b, 3, None))))
        g.output(i)
        nested.append(
            {
                "args": expr,
                "str": str(g),
                "code": g.python_code("self").src,
                "inputs": [v.name for v in n.all_input_nodes],
            }
        )
    lens = []
    for n, limit in ((0, 3), (1, 1), (1, 0), (4, 3), (100, 2), (3, 3)):
        lens.append({"n": n, "limit": limit, "out": fx.node._format_arg(list(range(n)), limit)})
    return {"values": rows, "outputs": outputs, "nested": nested, "max_list_len": lens}


def graph_row(title, g, root=None):
    row = {"title": title, "nodes": rec.graph_nodes(g)}
    for key, make in (
        ("str", lambda: str(g)),
        ("code", lambda: g.python_code("self").src),
        ("verbose", lambda: g.python_code("self", verbose=True).src),
        ("tabular", lambda: rec.masked(rec.tabular(g))),
    ):
        row[key] = make()
    return row


def codegen(rng):
    rows = []
    calls = [
        operator.add,
        operator.sub,
        operator.mul,
        operator.truediv,
        operator.floordiv,
        operator.mod,
        operator.pow,
        operator.matmul,
        operator.lshift,
        operator.and_,
        operator.or_,
        operator.xor,
        operator.eq,
        operator.ne,
        operator.lt,
        operator.ge,
        operator.getitem,
        operator.iadd,
        operator.imul,
        operator.isub,
        operator.ior,
        operator.itruediv,
        operator.neg,
        operator.invert,
        operator.pos,
        operator.not_,
        operator.contains,
        operator.setitem,
        getattr,
        len,
        max,
        min,
        print,
        round,
        isinstance,
        math.ceil,
        math.floor,
        torch.relu,
        torch.cat,
        torch.add,
        torch.nn.functional.gelu,
        torch.ops.aten.add.Tensor,
        torch.ops.aten.add_.Tensor,
        torch.ops.aten.split.Tensor,
        torch.ops.aten.add,
        torch.ops.higher_order.cond,
        torch._C._set_grad_enabled,
        torch.Tensor.view,
        torch.sym_max,
    ]
    two = {
        operator.add,
        operator.sub,
        operator.mul,
        operator.truediv,
        operator.floordiv,
        operator.mod,
        operator.pow,
        operator.matmul,
        operator.lshift,
        operator.and_,
        operator.or_,
        operator.xor,
        operator.eq,
        operator.ne,
        operator.lt,
        operator.ge,
        operator.getitem,
        operator.iadd,
        operator.imul,
        operator.isub,
        operator.ior,
        operator.itruediv,
    }
    one = {operator.neg, operator.invert, operator.pos}
    for seed in range(250):
        g, nodes = fx.Graph(), []
        types = [None, None, None, torch.Tensor, int, float, str, torch.dtype, list, bool]
        for _ in range(rng.randint(0, 3)):
            name = rng.choice(
                ["x", "y", "input", "max", "self", "*args", "**kw", "x_1", "for", "L_x_", "torch", "a.b", "device", "é"]
            )
            default = (
                rng.choice([None, 3, 2.5, "s", torch.float32, (1, 2), math.inf, torch.device("cpu")])
                if rng.random() < 0.2
                else None
            )
            kind = rng.choice(types) if rng.random() < 0.3 else None
            n = (
                g.placeholder(name, kind)
                if default is None or rng.random() < 0.6
                else g.create_node("placeholder", name, (default,), type_expr=kind)
            )
            nodes.append(n)

        def value(depth=0):
            r = rng.random()
            if nodes and r < 0.55:
                return rng.choice(nodes)
            if depth < 3 and r < 0.62:
                return [value(depth + 1) for _ in range(rng.randint(0, 3))]
            if depth < 3 and r < 0.69:
                return tuple(value(depth + 1) for _ in range(rng.randint(0, 3)))
            if depth < 3 and r < 0.73:
                return {rng.choice(["a", "b", "k k", "it's"]): value(depth + 1) for _ in range(rng.randint(0, 2))}
            if depth < 3 and r < 0.77:
                return slice(value(depth + 2), value(depth + 2), None)
            return rng.choice(
                [
                    0,
                    1,
                    -1,
                    2.5,
                    -0.0,
                    math.inf,
                    -math.inf,
                    math.nan,
                    "s",
                    "it's",
                    "a\nb",
                    None,
                    True,
                    False,
                    torch.float32,
                    torch.bool,
                    torch.device("cpu"),
                    torch.device("cuda:1"),
                    torch.strided,
                    torch.channels_last,
                    Ellipsis,
                    1j,
                    2**63,
                    10**20,
                    -7,
                    range(3),
                    torch.Size([2]),
                ]
            )

        for _ in range(rng.randint(1, 10)):
            r = rng.random()
            kwargs = {rng.choice(["k", "dim", "out", "alpha"]): value() for _ in range(rng.choice([0, 0, 0, 1, 2]))}
            if r < 0.7:
                f = rng.choice(calls)
                if f in two:
                    args, kwargs = (value(), value()), {}
                elif f in one:
                    args, kwargs = (value(),), {}
                elif f is operator.setitem:
                    args, kwargs = (value(), value(), value()), {}
                elif f is getattr:
                    args, kwargs = (
                        (value(), rng.choice(["shape", "dtype", "T", "a b", "class", "é", "0"]))
                        + ((value(),) if rng.random() < 0.3 else ()),
                        {},
                    )
                else:
                    args = tuple(value() for _ in range(rng.randint(0, 3)))
                n = g.call_function(f, args, kwargs)
            elif r < 0.8:
                n = g.create_node(
                    "call_method",
                    rng.choice(["view", "size", "__add__", "to", "add_", "T"]),
                    (rng.choice(nodes) if nodes else 3,) + tuple(value() for _ in range(rng.randint(0, 2))),
                    kwargs,
                )
            elif r < 0.9:
                n = g.create_node(
                    "get_attr", rng.choice(["w", "layers.0.weight", "_a.1.2", "x", "a-b.c", "_tensor_constant0"])
                )
            else:
                n = g.create_node(
                    "call_module",
                    rng.choice(["lin", "layers.1.act", "blk.0", "0"]),
                    tuple(value() for _ in range(rng.randint(0, 2))),
                    kwargs,
                )
            if rng.random() < 0.1:
                n.type = rng.choice([torch.Tensor, int, str, float, bool])
            if rng.random() < 0.1:
                n.name = f"{rng.choice(['zz', 'q_1', 'inf', 'max', 'for'])}_{len(nodes)}"
            if rng.random() < 0.3:
                n.meta["val"] = rng.choice(
                    [
                        torch.empty(2, 3),
                        torch.empty(2, dtype=torch.bool),
                        torch.empty(()),
                        (torch.empty(1),),
                        3,
                        None,
                        torch.empty(0, 3, dtype=torch.complex64),
                    ]
                )
            nodes.append(n)
        if rng.random() < 0.9:
            g.output(value(), rng.choice([None, None, torch.Tensor, int]))
        try:
            rows.append(graph_row(f"random {seed}", g))
        except Exception as e:
            print("codegen left out", seed, type(e).__name__, str(e)[:100])
    return rows


def stack_traces(rng):
    pieces = [
        '  File "a.py", line 1, in f\n',
        "    x = 1\n",
        "\n",
        'File "b c.py", line 22, in <module>\n',
        "  y()",
        "Traceback (most recent call last):\n",
        "   \n",
        '  File "q.py", line 7, in forward',
        ' File "<eval_with_key>.3", line 9, in forward\n',
        '    return torch.add(x, "File", 1)\n',
        '  File "é.py", line 03, in <lambda>\n',
        '  File "", line 1, in f\n',
        '  File "x.py", line -1, in f\n',
        '  File "x.py", line 1, in \n',
        '  File "x.py", line 1\n',
        "    ~~^~~~\n",
        "\t# comment: code\n",
        '  File "x", line 2, in a, b in c\n',
        '  File "x.py", line 1, in f # hi\r\n',
        "    code, code: code\n",
        '  File "a", line 5, in g", line 6, in h\n',
        "    \u2028sep\n",
        "  [Previous line repeated 3 more times]\n",
        'xFile "x.py", line 1, in f\n',
    ]
    rows = []
    for _ in range(300):
        raw = "".join(rng.choice(pieces) for _ in range(rng.randint(0, 6)))
        parsed = fx.graph._parse_stack_trace(raw)
        if parsed is None:
            rows.append({"raw": raw, "file": None, "lineno": None, "name": None, "code": None, "summary": None})
        else:
            rows.append(
                {
                    "raw": raw,
                    "file": parsed.file,
                    "lineno": parsed.lineno,
                    "name": parsed.name,
                    "code": parsed.code,
                    "summary": parsed.get_summary_str(),
                }
            )
    return rows


def renames(rng):
    from torch._export.utils import _rename_without_collisions

    pool = [
        "add",
        "add_1",
        "add_2",
        "add_10",
        "add_09",
        "x",
        "x_1",
        "x_0",
        "x_1_1",
        "w_0",
        "p_w",
        "p_w_1",
        "getitem",
        "getitem_1",
        "a_b_1",
        "arg0_1",
        "_",
        "_1",
        "1",
        "add_",
        "add__1",
        "sum",
        "sum_1",
        "x_99999999999999999999",
        "b_1_",
        "_1_1",
        "é_1",
        "",
        "x_١",
    ]
    rows = []
    for _ in range(300):
        mapping, row = {}, []
        for i in range(rng.randint(2, 16)):
            candidate, holder = rng.choice(pool[: rng.randint(3, len(pool))]), rng.random() < 0.4
            row.append([f"o{i}", candidate, holder, _rename_without_collisions(mapping, f"o{i}", candidate, holder)])
        rows.append(row)
    return rows


if __name__ == "__main__":
    folder, seed = sys.argv[1], int(sys.argv[2])
    for name, make in (
        ("namespace", namespace),
        ("targets", lambda r: targets()),
        ("format_args", lambda r: format_args()),
        ("codegen", codegen),
        ("stack_traces", stack_traces),
        ("rename_without_collisions", renames),
    ):
        try:
            rec.write(f"{folder}/unit/{name}.json", make(random.Random(seed)))
        except Exception:
            import traceback

            traceback.print_exc()
