"""Records what PyTorch gives, or refuses, for calls of composed operators at their edges.

  python3 record_composed.py ../../data/ops/composed.json       (PyTorch 2.6.0)

A row holds the arguments in the order of the schema, with defaults, and the results with their strides, or the error.
Where only the kernel refuses, "shapes" is what tensors without elements give."""

import json
import sys
import warnings

import torch
import record_ops as ops

warnings.simplefilter("ignore")
HALF, BRAIN, DOUBLE, LONG, INT, BOOL = (
    torch.float16,
    torch.bfloat16,
    torch.float64,
    torch.int64,
    torch.int32,
    torch.bool,
)


def r(*shape, dtype=torch.float32):
    return torch.arange(1, torch.Size(shape).numel() + 1).reshape(shape).to(dtype)


def turned(*shape):
    return r(*shape).t()


def calls():
    inf, nan = float("inf"), float("nan")
    yield from (
        ("_pad_circular", x, pad)
        for x, pad in [
            (r(3), [1] * 8),
            (r(3), [1, 1]),
            (r(1, 3), [1, 1]),
            (r(1, 3), [5, 0]),
            (r(1, 3), [0, 5]),
            (r(1, 3), [1]),
            (r(1, 1, 3), [1, 1, 1]),
            (r(1, 3), []),
            (r(1, 0), [1, 0]),
            (r(0, 3), [1, 0]),
            (r(1, 3), [-2, -2]),
            (r(1, 3), [-3, 0]),
            (r(1, 1, 3), [1] * 6),
            (r(1, 2, 2, 3), [1] * 6),
            (r(1, 3, dtype=LONG), [1, 1]),
            (r(1, 3), [2, -1]),
        ]
    )
    yield from (
        ("pad", *c)
        for c in [
            (r(1, 3), [5, 0], "circular"),
            (r(1, 3), [1, 1], "foo"),
            (r(3), [1, 1], "reflect"),
            (r(1, 1, 3, 3), [1, 1], "replicate"),
            (r(1, 1, 3), [1, 1, 1], "replicate"),
            (r(1, 1, 3), [-4, 0], "reflect"),
            (r(1, 0), [0, 0], "reflect"),
            (r(1, 1, 3), [3, 0], "reflect"),
            (r(1, 1, 3), [2, 1], "reflect"),
            (r(1, 3), [2, 1], "circular"),
        ]
    )
    for name in ("reflection_pad1d", "replication_pad2d"):
        k = int(name[-2])
        yield from (
            (name, x, pad)
            for x, pad in [
                (torch.ones([1, 1] + [3] * k), [1] * (2 * k + 2)),
                (torch.ones([1, 1] + [3] * k), [1] * (2 * k - 1)),
                (torch.ones([1, 0] + [2] * k), [0] * 2 * k),
                (torch.ones([0, 1] + [2] * k), [0] * 2 * k),
            ]
        )
    for name, k in (
        ("upsample_linear1d", 1),
        ("upsample_bilinear2d", 2),
        ("upsample_trilinear3d", 3),
        ("upsample_nearest1d", 1),
        ("upsample_nearest2d", 2),
        ("upsample_nearest3d", 3),
        ("upsample_bicubic2d", 2),
    ):
        corners = [] if "nearest" in name else [False]
        x = r(1, 1, *[3] * k)
        for shape in ([1] * 20, [1] * 40, [1] * (k + 3), [1] * (k + 1), [1]):
            for size in ([4] * k, [4] * max(len(shape) - 2, 0)):
                yield (name + ".vec", torch.ones(shape), size, *corners, None)
            yield (name + ".vec", torch.ones(shape), None, *corners, [2.0] * k)
        yield from (
            (name + ".vec", t, size, *corners, factors)
            for t, size, factors in [
                (x, [4] * (k - 1), None),
                (x, [4] * (k + 1), None),
                (x, None, [2.0] * (k - 1)),
                (x, [4] * k, [2.0] * k),
                (x, None, None),
                (x, [0] * k, None),
                (x, None, [-1.0] * k),
                (x, None, [0.1] * k),
                (x, None, [inf] * k),
                (x, None, [nan] * k),
                (torch.ones([1, 1] + [0] * k), [2] * k, None),
                (torch.ones([0, 1] + [2] * k), [2] * k, None),
                (torch.ones([1, 0] + [2] * k), [2] * k, None),
                (x, None, [1.5] * k),
            ]
        )
    yield from (
        ("cross", *c)
        for c in [
            (r(4), r(4), 0),
            (r(4), r(4)),
            (r(3), r(2, 3)),
            (r(3, 3), r(3, 3), 5),
            (r(2, 3), r(2, 3)),
            (r(3, 2), r(3, 2), -2),
        ]
    )
    yield from (("linalg_cross", *c) for c in [(r(3), r(2, 3)), (r(2, 4), r(2, 4)), (r(2, 3), r(4, 3)), (r(), r())])
    yield from (
        ("trace", x)
        for x in [
            r(2, 2, 2),
            r(2),
            r(2, 2, dtype=HALF),
            r(2, 2, dtype=BRAIN),
            r(2, 2, dtype=INT),
            r(2, 2, dtype=BOOL),
            r(2, 3),
        ]
    )
    yield from (("diag", *c) for c in [(r(2, 2, 2),), (r(),), (r(2, 2), 5), (r(2), -1), (turned(2, 3), 1)])
    yield from (
        ("rot90", *c)
        for c in [
            (r(2, 3), 1, [0, 0]),
            (r(3), 1, [0, -1]),
            (r(2, 3), 1, [0, -2]),
            (r(2, 3), 1, [0, 1, 0]),
            (r(2, 3), 1, [0, 5]),
            (r(2, 3), 1, [-5, 1]),
            (r(2, 3), 1, [5, 1]),
            (r(2, 3), -1),
            (r(2, 3), 0),
            (r(2, 3), 1),
            (r(2, 3), 2),
            (turned(2, 3), 2),
            (turned(2, 3), 4),
            (r(2, 3, 4), 1, [2, 0]),
        ]
    )
    yield from (
        (name, x) for name, x in [("flipud", r()), ("fliplr", r(2)), ("flipud", turned(2, 3)), ("fliplr", r(2, 3))]
    )
    yield from (
        ("meshgrid.indexing", items, how)
        for items, how in [
            ([r(2), r(2, dtype=DOUBLE)], "ij"),
            ([r(2), r(2)], "foo"),
            ([r(2)], "foo"),
            ([], "ij"),
            ([r(2), r(3)], "xy"),
            ([r(2), r(3), r(4)], "xy"),
            ([r(2), r(3)], "ij"),
            ([r(), r(3)], "ij"),
            ([r(1), r(1)], "ij"),
        ]
    )
    yield from (
        ("cartesian_prod", items)
        for items in [[r(), r(2)], [r(2), r(2, 2)], [], [r(2), r(2, dtype=DOUBLE)], [r(2)], [r(2), r(3)]]
    )
    yield from (
        ("gradient.scalarint", x, *c)
        for x, *c in [
            (r(1),),
            (r(1, 3),),
            (r(1, 3), None, 1),
            (r(2),),
            (r(2), None, None, 2),
            (r(3), None, None, 3),
            (r(3, dtype=LONG),),
            (r(3, dtype=torch.uint8),),
            (r(3), None, 5),
            (r(3, 4), 2),
        ]
    )
    yield from (
        ("isclose", *c)
        for c in [(r(2), r(2, dtype=DOUBLE)), (r(2), r(2), -1.0), (r(2), r(2), 0.0, -0.5), (r(2), r(2) + 1e-9)]
    )
    yield from (
        (name, *c)
        for name, *c in [
            ("hsplit.int", r(5), 2),
            ("hsplit.int", r(), 2),
            ("hsplit.array", r(), [2]),
            ("hsplit.int", r(5), 0),
            ("hsplit.int", r(2, 5), 2),
            ("hsplit.int", r(4), 2),
            ("vsplit.int", r(4), 2),
            ("vsplit.array", r(4), [2]),
            ("vsplit.int", r(5, 2), 2),
            ("dsplit.int", r(2, 2, 5), 2),
            ("dsplit.int", r(2, 2), 2),
            ("dsplit.array", r(2, 2), [2]),
            ("dsplit.int", r(1, 2, 4), 2),
            ("tensor_split.sections", r(), 2),
            ("tensor_split.indices", r(), [2]),
            ("tensor_split.sections", r(3), 0),
        ]
    )
    yield from (
        ("triplet_margin_loss", *c)
        for c in [
            (r(2, 3), r(3), r(2, 3)),
            (r(2, 3), r(1, 3), r(2, 3), 1.0, 2.0, 1e-6, False, 0),
            (r(2, 3, dtype=LONG), r(2, 3, dtype=LONG), r(2, 3, dtype=LONG)),
        ]
    )
    yield from (
        ("cosine_embedding_loss", *c)
        for c in [
            (r(2, 3), r(3), r(2)),
            (r(2, 3), r(2, 3), r(2, 1)),
            (r(3), r(3), r()),
            (r(2, 3), r(4, 3), r(2)),
            (r(2, 3), r(2, 3), torch.tensor([1.0, -1.0]), 0.5, 0),
        ]
    )
    yield ("hinge_embedding_loss", r(2), torch.tensor([1.0, -1.0]))
    conv = (None, [2], [0], [1], False, [0], 1)
    at = lambda i, v: conv[:i] + (v,) + conv[i + 1 :]
    yield from (
        ("convolution", r(1, 1, 3), r(1, 1, 1), *c)
        for c in [at(1, [2, 5]), at(2, [0, 0]), at(3, [1, 1, 1]), conv, at(4, True)]
    )
    yield from (("convolution", r(1, 1, 3, 3), r(1, 1, 1, 1), *c) for c in [conv, at(1, [2, 5, 1])])
    ones, two = [1, 1], r(1, 1, 2, 2)
    yield from (
        ("conv_transpose2d.input", x, two, None, *c)
        for x, *c in [
            (two, ones, [5, 5]),
            (two, ones, [0, 0], [1, 1], 1, [2, 2]),
            (two, ones, [0, 0], [1, 1], 1, ones),
            (r(1, 2, 2),),
            (two, ones, [1, 1], [1, 1], 1, [2, 2]),
            (two, ones, [0, 1], [1, 0], 1, [2, 2]),
            (two, [2, 1], [1, 0], [1, 0], 1, [1, 2]),
            (two, ones, [0, 0], [-1, -1]),
        ]
    )
    yield from (
        ("conv_transpose1d", r(1, 1, 2), w, None, *c)
        for w, *c in [
            (r(1, 1, 2), [1], [5]),
            (r(1, 1, 1), [1], [1]),
            (r(1, 1, 2), [1], [0], [1]),
            (r(1, 1, 2), [1], [0], [1], 1, [2]),
        ]
    )
    yield from (("conv2d.padding", r(1, 3, 3), r(1, 1, 3, 3), None, ones, how) for how in ("same", "valid"))
    yield from (
        ("conv2d.padding", r(1, 1, 3, 4), r(1, 1, *k), None, stride, how, d)
        for k, stride, how, d in [
            ((2, 3), ones, "same", ones),
            ((2, 2), ones, "same", [1, 3]),
            ((4, 2), ones, "same", ones),
            ((2, 2), [2, 1], "same", ones),
            ((2, 2), ones, "wrong", ones),
        ]
    )
    yield from (
        ("conv1d.padding", x, r(1, 1, k), None, [stride], how)
        for x, k, stride, how in [
            (r(1, 1, 4), 2, 1, "same"),
            (r(1, 6), 4, 1, "same"),
            (r(1, 1, 4), 2, 2, "same"),
            (r(1, 1, 4), 2, 1, "wrong"),
        ]
    )
    yield from (
        (name, *c) for name in ("outer", "ger") for c in [(r(), r(2)), (r(2), r(2, 2)), (r(2), r(3, dtype=LONG))]
    )
    yield from (
        ("inner", *c) for c in [(r(2, 3), r(2, 4)), (r(2, 3), r(2, 3, dtype=DOUBLE)), (r(2, 3), r(3)), (r(), r(3))]
    )
    yield from (
        ("tensordot", *c)
        for c in [
            (r(2, 3), r(2, 3), [1], [0]),
            (r(2, 3), r(2, 3), [1], [0, 1]),
            (r(2, 3), r(3, 2, dtype=DOUBLE), [1], [0]),
            (r(), r(2), [0], [0]),
            (r(2, 2), r(2, 2), [0, 0], [0, 1]),
            (r(2, 1), r(3, 4), [1], [0]),
            (r(2, 3), r(3, 4), [-1], [0]),
        ]
    )
    yield from (
        ("chain_matmul", items)
        for items in [[r(2, 3), r(2, 3)], [r(2, 3), r(3), r(3, 2)], [r(2, 3, 2)], [r(2, 3), r(3, 2)]]
    )
    yes = torch.tensor([True, False, False])
    yield from (
        ("diff", *c)
        for c in [
            (r(),),
            (r(3), 10000000),
            (r(3), 0),
            (r(3), -1),
            (yes,),
            (yes, 2),
            (r(3, dtype=LONG), 1, -1, r(1)),
            (r(3, dtype=LONG), 0, -1, r(1)),
            (r(3), 1, -1, r(1, 1)),
            (r(3, 2), 1, 0, r(1, 3)),
            (r(3), 9, -1, r(2)),
            (r(3), 1, 5),
            (turned(2, 3), 1, 0),
        ]
    )
    yield from (
        ("dstack", items)
        for items in [
            [r(2, dtype=LONG), r(2)],
            [r(2), r(3)],
            [r(2, 2), r(3)],
            [r(1, 2, 2, 2), r(1, 2)],
            [],
            [r(2), r(1, 2)],
        ]
    )
    yield from (
        ("column_stack", items)
        for items in [[r(2, dtype=LONG), r(2)], [r(2), r(3)], [r(2, 2, 2), r(2)], [], [r(2), r(2, 3)]]
    )
    yield from (("block_diag", items) for items in [[r(2, dtype=LONG), r(2)], [r(2), r(1, 2, 2)]])
    yield from (
        ("trapezoid.dx", *c)
        for c in [
            (r(3, dtype=LONG),),
            (r(3, dtype=INT), 2.5),
            (r(2, 0),),
            (r(2, 1),),
            (r(),),
            (r(2), 1, 5),
            (r(2, 0), 1, 0),
            (turned(2, 3), 0.5),
        ]
    )
    yield from (
        ("kron", *c)
        for c in [
            (turned(2, 3), turned(2, 3)),
            (turned(2, 2), r(2, 2)),
            (r(2), turned(2, 2)),
            (r(2), r(2, 2, dtype=LONG)),
        ]
    )
    yield from (
        ("renorm", *c) for c in [(r(2), 2, 0, 1.0), (r(2, 2), -1, 0, 1.0), (r(2, 2), 1, 0, -1.0), (r(2, 2), 1, 0, 1.0)]
    )
    yield from (("rsub.Tensor", *c) for c in [(yes, yes), (r(2), turned(2, 2))])
    yield from (
        ("aminmax", *c) for c in [(r(0),), (r(2, 0), 1), (r(2, 0), 0), (r(2, 2), 1, True), (r(2, 2), None, True)]
    )
    yield ("alpha_dropout", r(2), 2.0, True)
    yield from (
        ("grid_sampler_2d", *c, 0, 0, False)
        for c in [
            (r(1, 2, 2), r(1, 1, 2, 2)),
            (r(1, 1, 2, 2), r(1, 2, 2)),
            (r(1, 1, 2, 2), r(2, 2, 2, 2)),
            (r(1, 1, 2, 2), r(1, 2, 2, 3)),
            (r(1, 1, 0, 2), r(1, 2, 2, 2)),
        ]
    )
    yield from (
        ("nan_to_num", torch.tensor([inf, -inf, nan, 1.5], dtype=dtype), *c)
        for dtype in (HALF, BRAIN, torch.float32, DOUBLE)
        for c in [(), (0.1, 1e6, -1e6)]
    )
    yield ("nan_to_num", r(2, dtype=INT))
    q, mask, low = r(1, 1, 2, 4) / 8, torch.tensor([[False, False], [True, True]]), torch.tensor([[-inf, -inf], [0, 0]])
    yield from (("scaled_dot_product_attention", *[x] * 3, m) for x in (q, q[0]) for m in (mask, low))
    yield from (
        ("scaled_dot_product_attention", r(*a) / 8, r(*b) / 9, r(*c) / 7, None, 0.0, causal, None, True)
        for a, b, c in [
            ((1, 4, 3, 2), (1, 2, 3, 2), (1, 2, 3, 2)),
            ((4, 3, 2), (2, 3, 2), (1, 3, 2)),
            ((1, 3, 2, 2), (1, 2, 2, 2), (1, 2, 2, 2)),
            ((3, 2), (3, 2), (3, 2)),
        ]
        for causal in (False, True)
    )
    image = r(1, 3, 3)
    yield from (
        (name, x, size)
        for name, x, size in [
            ("adaptive_max_pool2d", image, [1]),
            ("adaptive_max_pool2d", image, []),
            ("adaptive_max_pool2d", image, [1, 1, 1]),
            ("adaptive_max_pool1d", r(1, 3), []),
            ("adaptive_max_pool1d", r(1, 3), [1, 2]),
            ("adaptive_avg_pool2d", image, [2]),
            ("adaptive_avg_pool2d", image, []),
            ("adaptive_avg_pool1d", r(1, 3), [1, 2]),
            ("adaptive_avg_pool1d", r(1, 3), [2]),
        ]
    )
    yield from ((name, r(1, 1, 3), [-2, -1]) for name in ("reflection_pad1d", "replication_pad1d"))
    yield from (("_trilinear", x, x, x, [], [], [], summed) for x in [r(2, 3)] for summed in ([], [1], [0, 1]))
    yield from (("cdist", r(2, 2), r(3, 2), p) for p in (nan, -1.0, 0.0))
    yield from (
        ("_pad_circular", x, pad)
        for x in (r(1, 3), r(1, 1, 3))
        for pad in ([3, -1], [2, -1], [-1, 3], [3, -2], [3, 0], [0, 3])
    )
    m, v = r(2, 2, dtype=LONG), r(2, dtype=LONG)
    yield from (("addmv", s, m, v, beta) for s in (v, r(2), r(dtype=LONG)) for beta in (2.5, 2, True))
    yield from (("addr", v, v, v, beta) for beta in (2.5, 2, True))
    yield from (("bilinear", r(2, 3), r(2, 3), r(4, 3, 3), bias) for bias in (r(), r(3), r(4)))
    yield from (
        ("linalg_multi_dot", items)
        for items in [
            [r(2, 2, 2), r(2, 2)],
            [r(2, 2), r(2, 2, 2), r(2, 2)],
            [r(2, 2), r(2), r(2, 2)],
            [r(2, 2), r(2, 2, dtype=DOUBLE)],
            [r(), r(2, 2)],
            [r(2), r(2, 2), r(2)],
        ]
    )
    yield from (
        ("_trilinear", *[r(2, 3)] * 3, [], [], [], summed, dim)
        for summed, dim in [([-1], 1), ([1], 2), ([1], -1), ([0], 0)]
    )
    yield from (
        ("huber_loss", a, b, how) for a, b in [(r(2, dtype=DOUBLE), r(2) * 2), (r(2), v * 2)] for how in (0, 1, 2)
    )
    yield from (
        (name, r(*shape, dtype=BOOL), dim)
        for name in ("argmax", "argmin")
        for shape, dim in [((1, 3), 0), ((1, 3), -1), ((1, 3), None), ((3, 1), -1), ((1,), 0), ((), None)]
    )
    signed = torch.tensor([2.0, -2.0, 0.0, -0.0, inf, -inf, 7.5, -7.5, 1e-30, 3.0])
    yield from (("floor_divide", signed, torch.full([10], by)) for by in (inf, -inf, 2.0, -2.0, 0.0, -0.0, 3.0))
    yield from ((name, r(3), r(2), r(2, 3), r(2, 2)) for name in ("rnn_tanh_cell", "rnn_relu_cell"))
    yield from (("contiguous", r(*shape), torch.channels_last) for shape in [(2, 3), (2, 3, 4)])
    yield from (
        ("group_norm", r(2, 4, 3, dtype=dtype).sin(), groups, *c)
        for dtype in (torch.float32, DOUBLE)
        for groups in (1, 2, 4)
        for c in [(None, r(4, dtype=dtype)), (r(4, dtype=dtype), None), (r(4, dtype=dtype), r(4, dtype=dtype))]
    )
    yield from (
        (name, *c)
        for name in ("cummax", "cummin")
        for c in [(r(0, 3), 0), (r(2, 0), 1), (r(), 3), (r(0, 3), 5), (r(0), 1), (r(2, 3), 2), (r(2, 3), -1)]
    )
    yield from dtypes_that_differ()
    yield from places()
    yield from volumes()


# What eager takes and refuses by dtype, where tensors without elements have another opinion.
def dtypes_that_differ():
    kinds = (torch.float32, HALF, LONG, BOOL)
    pairs = [(a, b) for a in kinds for b in kinds]
    yield from (
        (name, r(2, 3, dtype=a), r(2, 3, dtype=b))
        for name in ("linalg_cross", "cross", "heaviside", "cdist")
        for a, b in pairs
    )
    yield from ((name, r(0, 3, dtype=LONG), r(0, 3)) for name in ("linalg_cross", "cross"))
    for name, k in (
        ("upsample_linear1d", 1),
        ("upsample_bilinear2d", 2),
        ("upsample_trilinear3d", 3),
        ("upsample_nearest1d", 1),
        ("upsample_nearest2d", 2),
        ("upsample_nearest3d", 3),
        ("upsample_bicubic2d", 2),
    ):
        yield from (
            (name + ".vec", r(1, 1, *[2] * k, dtype=d), [3] * k, *([] if "nearest" in name else [False]), None)
            for d in (LONG, INT, BOOL)
        )
    yield from (
        (name, r(1, 1, 2, 2, dtype=BOOL), [100, 100], *c, None)
        for name, *c in [("upsample_nearest2d.vec",), ("upsample_bilinear2d.vec", False)]
    )
    yield from (
        (name, r(*shape), by)
        for name in ("pixel_shuffle", "pixel_unshuffle")
        for shape, by in [
            ((4, 1, 1), 1),
            ((4, 2, 2), 2),
            ((2, 1, 4, 2, 2), 2),
            ((1, 4, 2, 2), 1),
            ((2, 2), 1),
            ((3, 1, 1), 2),
        ]
    )


# Elements and slices put and combined at places.
def places():
    x, at, src, empty = r(2, 3), torch.tensor([[0, 1, 0]]), r(1, 3), torch.zeros(0, 3)
    yes, all_yes = torch.zeros(2, 3, dtype=BOOL), torch.ones(1, 3, dtype=BOOL)
    yield from (("scatter_reduce.two", yes, 1, at, all_yes, how) for how in ("sum", "prod", "mean", "amax", "amin"))
    yield ("scatter_reduce.two", yes, 1, empty.long(), all_yes, "mean")
    yield from (
        ("scatter_reduce.two", x, dim, i, s, "add")
        for dim, i, s in [
            (1, at, src),
            (1, torch.zeros(3, 3, dtype=LONG), src),
            (1, at.int(), src),
            (5, at, src),
            (1, at, src.double()),
            (1, empty.long(), src),
            (1, at + 9, src),
        ]
    )
    for i in (empty.int(), torch.zeros(0, dtype=INT), empty, at.int()):
        yield from (
            (name, x, 1, i, *c)
            for name, *c in [
                ("scatter_reduce.two", src, "sum"),
                ("scatter_add", src),
                ("scatter.src", src),
                ("scatter.value", 1.0),
                ("gather",),
            ]
        )
    mask, row = torch.tensor([[True, False, True], [False, True, True]]), torch.tensor([True, False, True])
    yield from (
        ("masked_select", *c)
        for c in [
            (x, mask.byte()),
            (x, mask.float()),
            (x, torch.ones(4, dtype=BOOL)),
            (r(), torch.tensor(True)),
            (x, torch.zeros(2, 3, dtype=BOOL)),
            (r(2, 3, dtype=HALF), row),
        ]
    )
    yield from (
        ("masked_scatter", *c)
        for c in [
            (x, mask, r(3)),
            (x, mask, r(10, dtype=DOUBLE)),
            (x, mask.byte(), r(10)),
            (x, mask.float(), r(10)),
            (x, torch.ones(4, dtype=BOOL), r(10)),
            (r(3), mask, r(10)),
            (r(2, 3, dtype=HALF), row, r(4, dtype=HALF)),
        ]
    )
    i, s = torch.tensor([0, 1, 0]), r(3, 3)
    yield from (
        ("index_reduce", *c)
        for c in [
            (x, 0, i, s, "sum"),
            (x, 0, i[None], s, "prod"),
            (x, 0, i.float(), s, "prod"),
            (x, 0, i.int(), s, "prod"),
            (x, 0, i, s.double(), "prod"),
            (x, 0, i[:2], s, "prod"),
            (x, 0, i + 5, s, "prod"),
            (x[0], 0, i + 5, s[0], "prod"),
            (r(), 0, torch.tensor(0), r(), "prod"),
            (x, 3, i, s, "prod"),
            (yes, 0, i, s.bool(), "prod"),
            (x, 0, i[:0], s[:0], "mean"),
            (x, 0, i - 1, s, "prod"),
            ((x - 4).long(), 0, i, -s.long(), "mean"),
        ]
    )
    yield from (
        ("index_reduce", x, 0, i, s, how, inc) for how in ("prod", "mean", "amax", "amin") for inc in (True, False)
    )
    kth = torch.tensor([[3.0, 1, 2, 1], [float("nan"), 5, 4, 4]])
    yield from (("kthvalue", kth, k) for k in range(6))
    yield from (
        ("kthvalue", *c)
        for c in [(r(), 1), (r(), 2), (r(2, 0), 1), (r(0, 4), 1), (kth.bool(), 1), (kth, 1, 5), (kth.half(), 3)]
    )
    ties = torch.tensor(
        [
            0,
            2,
            0,
            0,
            0,
            0,
            0,
            2,
            0,
            1,
            0,
            1,
            0,
            1,
            1,
            1,
            0,
            1,
            2,
            2,
            1,
            1,
            2,
            2,
            0,
            2,
            1,
            0,
            1,
            1,
            2,
            2,
            2,
            0,
            2,
            0,
            2,
            1,
            0,
            0,
        ]
    )
    yield from (("kthvalue", ties, k) for k in range(1, 41, 3))
    yield from (("pdist", x, p) for p in (-1.0, float("nan"), 0.0, 2.5))
    yield from (("pdist", t) for t in (x[0], r(2, 3, dtype=LONG), r(2, 3, dtype=HALF), r(1, 3), r(0, 3), r(2, 0)))
    yield from (
        ("isin.Tensor_Tensor", *c)
        for c in [
            (torch.tensor([1.0, float("nan")]), torch.tensor([float("nan")])),
            (r(2, dtype=BOOL), r(2)),
            (r(2, 2, dtype=INT), r(3)),
            (r(2), r(0)),
            (r(0), r(2)),
            (r(), r(2)),
        ]
    )
    yield from (
        ("_unique2", t, True, True, True)
        for t in (
            torch.tensor([1.0, float("nan"), float("nan"), 1.0]),
            r(2, 2, dtype=INT),
            torch.tensor([True, False, True]),
            r(),
        )
    )
    yield from (("unique_consecutive", t, True, True) for t in (torch.tensor([1, 1, 2, 1]), r()))


# Windows over volumes, and the places of grids.
def volumes():
    x = r(1, 2, 4, 4, 4)
    for name in ("max_pool3d_with_indices", "avg_pool3d"):
        more = [[0], [1]] if name.startswith("max") else [[0]]
        yield from (
            (name, x, *c)
            for c in [
                ([2, 2],),
                ([2], [2, 2]),
                ([2], [2], [1, 1]),
                ([0], [1]),
                ([2], [0]),
                ([2], [-1]),
                ([2], [2], [2]),
                ([2], [2], [-1]),
                ([5],),
                ([3], [2], [1]),
            ]
        )
        yield from (
            (name, t, [2])
            for t in (
                r(2, 2, 2),
                r(2, 2, 2, 2, 2, 2),
                torch.ones(1, 2, 0, 4, 4),
                torch.ones(0, 2, 4, 4, 4),
                torch.ones(1, 0, 4, 4, 4),
                r(2, 4, 4, 4),
                r(),
                torch.ones(0, 4, 4, 4),
            )
        )
        yield from ((name, r(1, 1, 2, 2, 2, dtype=d), [2]) for d in (HALF, LONG, INT, BOOL))
        yield (name, x, [3], [2], *more, True)
    yield from (("max_pool3d_with_indices", x, [2], [2], [0], d) for d in ([1, 1], [0]))
    yield ("avg_pool3d", x, [2], [2], [0], False, True, 0)
    for name in ("_adaptive_avg_pool3d", "adaptive_avg_pool3d", "adaptive_max_pool3d"):
        yield from ((name, x, size) for size in ([2, 2, 0], [1, 1, 1], [3, 2, 4]))
        yield from (
            (name, t, [2, 2, 2])
            for t in (
                r(2, 2, 2),
                r(2, 2, 2, 2, 2, 2),
                torch.ones(0, 2, 4, 4, 4),
                r(2, 4, 4, 4),
                r(1, 1, 2, 2, 2, dtype=LONG),
                r(1, 1, 2, 2, 2, dtype=BOOL),
                r(1, 1, 3, 3, 3, dtype=HALF),
            )
        )
    yield from (("adaptive_avg_pool3d", x, size) for size in ([2, 2], [2, 2, -1]))
    yield from (("adaptive_max_pool3d", x, size) for size in ([2, 2], [2, 2, -1]))
    ones, zero = [1] * 3, [0] * 3
    conv = lambda xs, ws, st=ones, pad=zero, dil=ones, tr=False, more=zero, g=1, d=torch.float32, e=torch.float32: (
        "convolution",
        torch.ones(xs, dtype=d),
        torch.ones(ws, dtype=e),
        None,
        st,
        pad,
        dil,
        tr,
        more,
        g,
    )
    small, kernel = (1, 2, 3, 3, 3), (2, 2, 2, 2, 2)
    yield from (
        conv(small, kernel, **c)
        for c in [
            {},
            {"st": [1, 1]},
            {"e": DOUBLE},
            {"d": LONG, "e": LONG},
            {"d": BOOL, "e": BOOL},
            {"d": HALF, "e": HALF},
            {"tr": True, "more": ones},
            {"tr": True, "more": ones, "st": [2] * 3},
            {"tr": True, "more": ones, "dil": [2] * 3},
            {"tr": True, "more": [-1, 1, 1], "dil": [2] * 3},
            {"tr": True, "d": LONG, "e": LONG},
            {"tr": True, "d": BOOL, "e": BOOL},
            {"tr": True, "st": [3] * 3, "more": [2] * 3, "pad": ones},
            {"pad": ones, "dil": [2] * 3},
        ]
    )
    yield from (conv(*c) for c in [((0, 2, 3, 3, 3), kernel), (small, (3, 2, 0, 2, 2)), ((2, 3, 3, 3), kernel)])
    yield from (
        ("conv3d", torch.ones(2, 3, 3, 3), torch.ones(kernel), None, [1], [1]),
        ("conv3d.padding", torch.ones(small), torch.ones(kernel), None, [1], "same"),
        ("conv_transpose3d.input", torch.ones(small), torch.ones(kernel)),
    )
    for name, k in (("grid_sampler_2d", 2), ("grid_sampler_3d", 3)):
        image, grid = r(1, 2, *[3] * k), r(1, *[2] * k, k) / 10 - 0.5
        yield from (
            (name, image.to(a), grid.to(b), 0, 0, False)
            for a, b in [(DOUBLE, DOUBLE), (LONG, LONG), (BOOL, BOOL), (torch.float32, DOUBLE), (HALF, torch.float32)]
        )
        yield from (
            (name, image, torch.full_like(grid, v), how, out, False)
            for v in (float("nan"), float("inf"), -float("inf"), 1e30, -1e30)
            for how in (0, 1)
            for out in (0, 1, 2)
        )
        yield from (
            (name, image, grid * 4, how, out, corners)
            for how in (0, 1)
            for out in (0, 1, 2)
            for corners in (False, True)
        )
    yield from (
        ("grid_sampler_2d", r(1, 2, 3, 3), r(1, 2, 2, 2) - 3.3, 2, out, corners)
        for out in (0, 1, 2)
        for corners in (False, True)
    )
    yield ("grid_sampler_3d", r(1, 2, 3, 3, 3), r(1, 1, 1, 1, 3), 2, 0, False)


def tagged(v):
    if v is None:
        return None
    if isinstance(v, torch.Tensor):
        return {"t": ops.encode(v, True)}
    if isinstance(v, torch.dtype):
        return {"dtype": str(v)[6:]}
    if isinstance(v, bool):
        return {"b": v}
    if isinstance(v, (int, float)):
        return {"i" if isinstance(v, int) else "f": ops.number(v)}
    if isinstance(v, (str, torch.memory_format)):
        return {"s": str(v)}
    if any(isinstance(x, torch.Tensor) for x in v):
        return {"ts": [ops.encode(x, True) for x in v]}
    return {"r": [ops.number(x) for x in v]} if any(isinstance(x, float) for x in v) else {"l": list(v)}


def listed(out):
    return [out] if isinstance(out, torch.Tensor) else list(out)


def attempt(op, args, write):
    names = [a for a in op._schema.arguments]
    positional = [v for v, a in zip(args, names) if not a.kwarg_only]
    try:
        return {
            "out": [
                write(t) for t in listed(op(*positional, **{a.name: v for v, a in zip(args, names) if a.kwarg_only}))
            ]
        }
    except Exception as e:
        return {"error": [type(e).__name__, str(e).split("\nException raised")[0]]}


def on_meta(v):
    return (
        v.to("meta") if isinstance(v, torch.Tensor) else [on_meta(x) for x in v] if isinstance(v, (list, tuple)) else v
    )


def recorded(name, *args):
    path = "torch.ops.aten." + (name if "." in name else name + ".default")
    op = ops.overload(path)
    schema = op._schema.arguments
    full = list(args) + [a.default_value for a in schema[len(args) :]]
    given = [None if v is None else tagged(v) for v in full]
    row = {"path": path, "args": given} | attempt(op, full, lambda t: ops.encode(t, True))
    shapes = (
        attempt(
            op,
            [on_meta(v) for v in full],
            lambda t: {"dtype": str(t.dtype)[6:], "shape": list(t.shape), "strides": list(t.stride())},
        )
        if "error" in row
        else {}
    )
    return row | ({"shapes": shapes["out"]} if "out" in shapes else {})


def main(out):
    with open(out, "w") as f:
        f.write("[\n" + ",\n".join(json.dumps(recorded(*call), separators=(",", ":")) for call in calls()) + "\n]\n")


if __name__ == "__main__":
    main(sys.argv[1])
