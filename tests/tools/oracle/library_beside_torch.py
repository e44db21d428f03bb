"""Runs each layer of capture's library beside torch.nn: same initial values, same results, same gradients.

    ../shared/oracle/torch tests/tools/oracle/library_beside_torch.py LIBRARY OUT.json     # PyTorch 2.6.0

The oracle sees the folder of this script alone: copy core/engine/capture/library beside it first. The library's files
are read as one, as the interpreter reads them, with the names that its host gives: `torch`, whose functions are
operators by their names, `F`, `math`, `Parameter`, `Module`, `seesaw_draw`. Cases are below: for each class its
arguments, some with random ones, and the shapes of its inputs. What is not run is in the summary, too, with its reason.
"""

import copy
import dis
import inspect
import json
import math
import os
import random
import sys

import torch

NN = torch.nn
SEEDS = 3
# The library asks its host for what differs between versions of PyTorch.
torch._C._attention_reshapes = lambda: False

# Classes whose work is the host's, or that stand below those that people use.
NOT_RUN = {
    "Module": "the host's",
    "Sequential": "the host's: it adds modules",
    "ModuleList": "the host's",
    "ParameterList": "the host's",
    "ModuleDict": "the host's",
    "ParameterDict": "the host's",
    "FunctionCtx": "of autograd.Function",
    "NoopSaveInputs": "of checkpoint",
    "CheckpointFunction": "of checkpoint",
    "RNNCellBase": "a base",
    "RNNBase": "a base",
}


class Operators:
    """torch as the library sees it: a name is a function of torch, or an operator."""

    def __getattr__(self, name):
        for place in (torch, torch._C._nn, torch.ops.aten):
            if hasattr(place, name):
                return getattr(place, name)
        raise AttributeError(name)


class Functional:
    """torch.nn.functional as the library has it: its own functions, bound as PyTorch declares them."""

    def __init__(self, names):
        self.names = names

    def __getattr__(self, name):
        own = self.names.get("F_" + name)
        real = getattr(torch.nn.functional, name, None)
        if own is None:
            return real
        if real is None or list(inspect.signature(real).parameters) == ["args", "kwargs"]:
            return own
        takes = list(inspect.signature(own).parameters)

        def call(*args, **kwargs):
            try:
                given = inspect.signature(real).bind(*args, **kwargs)
            except (TypeError, ValueError):
                return own(*args, **kwargs)
            given.apply_defaults()
            return own(**{key: value for key, value in given.arguments.items() if key in takes})

        return call


class Module(NN.Module):
    """A module whose __init__ needs no call of super()."""

    def __new__(cls, *args, **kwargs):
        made = super().__new__(cls)
        NN.Module.__init__(made)
        return made

    def __init__(self, *args, **kwargs):
        pass


def draw(name, tensor, *args):
    with torch.no_grad():
        if name in ("trunc_normal_", "orthogonal_"):
            return getattr(NN.init, name)(tensor, *args)
        return getattr(tensor, name)(*args)


def library(folder):
    names = {
        "torch": Operators(),
        "math": math,
        "Parameter": NN.Parameter,
        "Module": Module,
        "seesaw_draw": draw,
        "deepcopy": copy.deepcopy,
        "ModuleList": NN.ModuleList,
    }
    names["F"] = Functional(names)
    paths = [os.path.join(place, file) for place, _, files in os.walk(folder) for file in files]
    waiting = sorted(p for p in paths if p.endswith(".py") and os.path.basename(p) not in ("module.py", "container.py"))
    for _ in range(len(waiting)):
        later = []
        for path in waiting:
            with open(path) as text:
                code = compile(text.read(), path, "exec")
            try:
                exec(code, names)
            except NameError:  # a base of another file
                later.append(path)
        waiting = later
    return names


def t(*shape):
    return lambda: torch.randn(*shape)


def positive(*shape):
    return lambda: torch.rand(*shape) + 0.1


def unit(*shape):
    return lambda: torch.rand(*shape).clamp(0.01, 0.99)


def ints(high, *shape):
    return lambda: torch.randint(0, high, shape)


def signs(*shape):
    return lambda: torch.randint(0, 2, shape).float() * 2 - 1


def some(*values):
    return lambda: random.choice(values)


def layer_cases():
    pair = (t(4, 5), t(4, 5))
    reduction = {"reduction": some("none", "mean", "sum")}
    yield "Identity", {}, [t(3)]
    yield "Linear", {"in_features": 5, "out_features": 3, "bias": some(True, False)}, [t(2, 5)]
    yield "NonDynamicallyQuantizableLinear", {"in_features": 5, "out_features": 3}, [t(2, 5)]
    yield (
        "Bilinear",
        {"in1_features": 3, "in2_features": 4, "out_features": 5, "bias": some(True, False)},
        [t(2, 3), t(2, 4)],
    )
    for d in (1, 2, 3):
        size = (9,) * d
        common = {"in_channels": 4, "out_channels": 6, "kernel_size": some(3, (3,) * d), "bias": some(True, False)}
        conv = {"stride": some(1, 2), "padding": some(0, 1, (2,) * d), "dilation": some(1, 2), "groups": some(1, 2)}
        modes = some("zeros", "reflect", "replicate", "circular")
        yield f"Conv{d}d", {**common, **conv, "padding_mode": modes}, [t(2, 4, *size)]
        yield f"Conv{d}d", {**common, "padding": some("same", "valid"), "padding_mode": modes}, [t(2, 4, *size)]
        yield (
            f"ConvTranspose{d}d",
            {**common, **conv, "stride": 2, "dilation": 1, "output_padding": some(0, 1)},
            [t(2, 4, *size)],
        )
        shapes = {1: [(4, 3), (4, 3, 5)], 2: [(4, 3, 5, 5)], 3: [(4, 3, 2, 3, 3)]}[d]
        for shape in shapes:
            norm = {
                "num_features": 3,
                "affine": some(True, False),
                "track_running_stats": some(True, False),
                "eps": 1e-4,
            }
            yield f"BatchNorm{d}d", {**norm, "momentum": some(0.1, 0.5)}, [t(*shape)]
        yield (
            f"InstanceNorm{d}d",
            {"num_features": 3, "affine": some(True, False), "track_running_stats": some(True, False)},
            [t(2, 3, *(5,) * d)],
        )
        pool = {
            "kernel_size": some(2, 3),
            "stride": some(None, 2),
            "padding": some(0, 1),
            "ceil_mode": some(True, False),
        }
        yield f"MaxPool{d}d", {**pool, "dilation": some(1, 2), "return_indices": some(True, False)}, [t(2, 3, *size)]
        extra = {} if d == 1 else {"divisor_override": some(None, 3)}
        yield f"AvgPool{d}d", {**pool, "count_include_pad": some(True, False), **extra}, [t(2, 3, *size)]
        yield f"LPPool{d}d", {"norm_type": 2, "kernel_size": 2, "ceil_mode": some(True, False)}, [positive(2, 3, *size)]
        yield f"AdaptiveAvgPool{d}d", {"output_size": some(3, (4,) * d)}, [t(2, 3, *size)]
        yield (
            f"AdaptiveMaxPool{d}d",
            {"output_size": some(3, (4,) * d), "return_indices": some(True, False)},
            [t(2, 3, *size)],
        )
        yield f"ConstantPad{d}d", {"padding": some(1, (1, 2) * d), "value": 1.5}, [t(2, 3, *size)]
        yield f"ZeroPad{d}d", {"padding": some(1, (1, 2) * d)}, [t(2, 3, *size)]
        for kind in ("Reflection", "Replication", "Circular"):
            yield f"{kind}Pad{d}d", {"padding": some(1, (1, 2) * d)}, [t(2, 3, *size)]
        yield f"Dropout{d}d", {"p": some(0.0, 0.5, 1.0)}, [t(4, 3, *size)]
    for name in "ReLU ReLU6 SiLU Mish SELU Hardsigmoid Hardswish".split():
        yield name, {"inplace": False}, [t(3, 4)]
    for name in "Sigmoid Tanh LogSigmoid Softsign Tanhshrink".split():
        yield name, {}, [t(3, 4)]
    yield "Hardtanh", {"min_val": -0.5, "max_val": some(0.5, 2.0)}, [t(3, 4)]
    yield "ELU", {"alpha": some(1.0, 0.3)}, [t(3, 4)]
    yield "CELU", {"alpha": some(1.0, 0.3)}, [t(3, 4)]
    yield "GELU", {"approximate": some("none", "tanh")}, [t(3, 4)]
    yield "GLU", {"dim": some(-1, 0)}, [t(4, 4)]
    yield "LeakyReLU", {"negative_slope": some(0.01, 0.3)}, [t(3, 4)]
    yield "PReLU", {"num_parameters": some(1, 4), "init": 0.1}, [t(3, 4)]
    yield "Softplus", {"beta": some(1.0, 2.0), "threshold": some(20.0, 0.5)}, [t(3, 4)]
    yield "Hardshrink", {"lambd": some(0.5, 0.1)}, [t(3, 4)]
    yield "Softshrink", {"lambd": some(0.5, 0.1)}, [t(3, 4)]
    yield "Threshold", {"threshold": 0.1, "value": 3.0}, [t(3, 4)]
    yield "RReLU", {}, [t(3, 4)]
    for name in ("Softmin", "Softmax", "LogSoftmax"):
        yield name, {"dim": some(0, 1, -1)}, [t(3, 4)]
    yield "Softmax2d", {}, [t(2, 3, 4, 4)]
    yield "Dropout", {"p": some(0.0, 0.5, 1.0)}, [t(3, 4)]
    yield "AlphaDropout", {"p": some(0.0, 0.5)}, [t(3, 4)]
    yield "FeatureAlphaDropout", {"p": some(0.0, 0.5)}, [t(3, 4, 5)]
    yield (
        "LayerNorm",
        {"normalized_shape": some(5, (4, 5)), "elementwise_affine": some(True, False), "bias": some(True, False)},
        [t(3, 4, 5)],
    )
    yield "GroupNorm", {"num_groups": some(1, 2), "num_channels": 4, "affine": some(True, False)}, [t(3, 4, 5)]
    yield "RMSNorm", {"normalized_shape": 5, "elementwise_affine": some(True, False)}, [t(3, 4, 5)]
    yield "LocalResponseNorm", {"size": some(2, 3), "alpha": 0.01}, [t(2, 6, 5)]
    yield "LocalResponseNorm", {"size": 2}, [t(2, 6, 5, 5)]
    yield "Embedding", {"num_embeddings": 9, "embedding_dim": 4, "padding_idx": some(None, 2, -1)}, [ints(9, 3, 5)]
    yield "EmbeddingBag", {"num_embeddings": 9, "embedding_dim": 4, "mode": some("sum", "mean", "max")}, [ints(9, 3, 5)]
    yield "PixelShuffle", {"upscale_factor": 2}, [t(2, 8, 3, 3)]
    yield "PixelUnshuffle", {"downscale_factor": 2}, [t(2, 3, 4, 4)]
    yield "ChannelShuffle", {"groups": some(2, 4)}, [t(2, 8, 3, 3)]
    yield "Flatten", {"start_dim": some(0, 1), "end_dim": some(-1, 2)}, [t(2, 3, 4, 5)]
    yield "Unflatten", {"dim": 1, "unflattened_size": (2, 3)}, [t(2, 6, 4)]
    yield "CosineSimilarity", {"dim": some(0, 1)}, pair
    yield "PairwiseDistance", {"p": some(1.0, 2.0), "keepdim": some(True, False)}, pair
    yield "Upsample", {"scale_factor": some(2, 1.5), "mode": some("nearest", "bilinear", "bicubic")}, [t(2, 3, 5, 5)]
    yield "Upsample", {"size": some(7, (7, 8)), "mode": "bilinear", "align_corners": some(True, False)}, [t(2, 3, 5, 5)]
    yield "UpsamplingNearest2d", {"scale_factor": 2}, [t(2, 3, 5, 5)]
    yield "UpsamplingBilinear2d", {"scale_factor": 2}, [t(2, 3, 5, 5)]
    yield "Unfold", {"kernel_size": some(2, (2, 3)), "padding": some(0, 1), "stride": some(1, 2)}, [t(2, 3, 6, 6)]
    yield "Fold", {"output_size": (5, 5), "kernel_size": 2}, [t(2, 12, 16)]
    yield (
        "MultiheadAttention",
        {
            "embed_dim": 8,
            "num_heads": 2,
            "bias": some(True, False),
            "batch_first": some(True, False),
            "add_zero_attn": some(True, False),
        },
        [t(3, 3, 8)] * 3,
    )
    yield (
        "MultiheadAttention",
        {"embed_dim": 8, "num_heads": 2, "kdim": 6, "vdim": 5, "add_bias_kv": some(True, False)},
        [t(4, 2, 8), t(3, 2, 6), t(3, 2, 5)],
    )
    yield (
        "TransformerEncoderLayer",
        {
            "d_model": 8,
            "nhead": 2,
            "dim_feedforward": 12,
            "dropout": 0.0,
            "activation": some("relu", "gelu"),
            "batch_first": some(True, False),
            "norm_first": some(True, False),
        },
        [t(3, 4, 8)],
    )
    yield (
        "TransformerDecoderLayer",
        {
            "d_model": 8,
            "nhead": 2,
            "dim_feedforward": 12,
            "dropout": 0.0,
            "activation": some("relu", "gelu"),
            "batch_first": some(True, False),
            "norm_first": some(True, False),
        },
        [t(3, 4, 8), t(3, 4, 8)],
    )
    yield (
        "Transformer",
        {
            "d_model": 8,
            "nhead": 2,
            "num_encoder_layers": 1,
            "num_decoder_layers": 2,
            "dim_feedforward": 12,
            "dropout": 0.0,
            "batch_first": some(True, False),
            "norm_first": some(True, False),
        },
        [t(3, 4, 8), t(3, 4, 8)],
    )
    for name in ("RNN", "GRU", "LSTM"):
        more = (
            {"nonlinearity": some("tanh", "relu")}
            if name == "RNN"
            else {"proj_size": some(0, 2)}
            if name == "LSTM"
            else {}
        )
        yield (
            name,
            {
                "input_size": 4,
                "hidden_size": 3,
                "num_layers": some(1, 2),
                "bias": some(True, False),
                "batch_first": some(True, False),
                "bidirectional": some(True, False),
                **more,
            },
            [t(5, 2, 4)],
        )
        more = {"nonlinearity": some("tanh", "relu")} if name == "RNN" else {}
        yield f"{name}Cell", {"input_size": 4, "hidden_size": 3, "bias": some(True, False), **more}, [t(2, 4)]
    yield "L1Loss", reduction, pair
    yield "MSELoss", reduction, pair
    yield "SmoothL1Loss", {**reduction, "beta": some(1.0, 0.0, 0.3)}, pair
    yield "HuberLoss", {**reduction, "delta": some(1.0, 0.3)}, pair
    yield "BCELoss", reduction, [unit(4, 5), unit(4, 5)]
    yield "BCEWithLogitsLoss", reduction, [t(4, 5), unit(4, 5)]
    yield "NLLLoss", {**reduction, "ignore_index": some(-100, 2)}, [t(4, 5), ints(5, 4)]
    yield (
        "CrossEntropyLoss",
        {**reduction, "label_smoothing": some(0.0, 0.1), "ignore_index": some(-100, 2)},
        [t(4, 5), ints(5, 4)],
    )
    yield "CrossEntropyLoss", reduction, [t(4, 5), unit(4, 5)]
    yield (
        "KLDivLoss",
        {"reduction": some("none", "mean", "sum", "batchmean"), "log_target": some(True, False)},
        [t(4, 5), unit(4, 5)],
    )
    yield (
        "PoissonNLLLoss",
        {**reduction, "log_input": some(True, False), "full": some(True, False)},
        [positive(4, 5), positive(4, 5)],
    )
    yield "GaussianNLLLoss", {**reduction, "full": some(True, False)}, [*pair, positive(4, 5)]
    yield "SoftMarginLoss", reduction, [t(4, 5), signs(4, 5)]
    yield "MultiLabelMarginLoss", reduction, [t(4, 5), ints(5, 4, 5)]
    yield "MultiLabelSoftMarginLoss", reduction, [t(4, 5), unit(4, 5)]
    yield "HingeEmbeddingLoss", {**reduction, "margin": some(1.0, 0.3)}, [t(4, 5), signs(4, 5)]
    yield "CosineEmbeddingLoss", {**reduction, "margin": some(0.0, 0.3)}, [*pair, signs(4)]
    yield "MarginRankingLoss", {**reduction, "margin": some(0.0, 0.3)}, [t(4), t(4), signs(4)]
    yield "MultiMarginLoss", {**reduction, "p": some(1, 2), "margin": some(1.0, 0.3)}, [t(4, 5), ints(5, 4)]
    yield "TripletMarginLoss", {**reduction, "p": some(1.0, 2.0), "swap": some(True, False)}, [t(4, 5)] * 3
    yield (
        "TripletMarginWithDistanceLoss",
        {**reduction, "margin": some(1.0, 0.3), "swap": some(True, False)},
        [t(4, 5)] * 3,
    )


def refused(klass, given):
    """Arguments that __init__ never reads: the interpreter refuses them, unless they are the default."""
    init = klass.__init__
    read = {one.argval for one in dis.get_instructions(init) if one.opname.startswith("LOAD_FAST")}
    read |= {name for one in dis.get_instructions(init) if isinstance(one.argval, tuple) for name in one.argval}
    parameters = inspect.signature(init).parameters
    return [
        key
        for key, value in given.items()
        if key in parameters and key not in read and value != parameters[key].default
    ]


def flat(value):
    if isinstance(value, torch.Tensor):
        return [value]
    if isinstance(value, (list, tuple)):
        return [one for item in value for one in flat(item)]
    return []


def made(klass, given, seed):
    torch.manual_seed(seed)
    with torch.no_grad():
        return klass(**given)


def ran(module, inputs, seed, training):
    torch.manual_seed(seed)
    module.train(training)
    given = [x.clone().requires_grad_() if x.is_floating_point() else x.clone() for x in inputs]
    results = flat(module(*given))
    module.zero_grad()
    wanted = [r for r in results if r.requires_grad]
    if wanted:
        sum((r * r).sum() for r in wanted).backward()
    grads = [x.grad for x in given if x.is_floating_point()] + [p.grad for p in module.parameters()]
    return results, grads


def differ(one, other):
    if (one is None) != (other is None):
        return "one has no gradient" if one is None else "the other has no gradient"
    if one is None:
        return ""
    if one.shape != other.shape or one.dtype != other.dtype:
        return f"{tuple(one.shape)} {one.dtype} is not {tuple(other.shape)} {other.dtype}"
    if torch.equal(one, other) or torch.allclose(one, other, rtol=1e-5, atol=1e-6, equal_nan=True):
        return ""
    return f"by {float((one - other).abs().max()):.3g}"


def compare(ours, theirs, given, shapes, seed):
    own, real = made(ours, given, seed), made(theirs, given, seed)
    names = [name for name, _ in real.state_dict().items()]
    if [name for name, _ in own.state_dict().items()] != names:
        return f"state: {[name for name in own.state_dict()]} is not {names}"
    for name, value in real.state_dict().items():
        if wrong := differ(own.state_dict()[name], value):
            return f"state {name} {wrong}"
    torch.manual_seed(seed + 100)
    inputs = [make() for make in shapes]
    for training in (True, False):
        (results, grads), (expected, wanted) = ran(own, inputs, seed, training), ran(real, inputs, seed, training)
        if len(results) != len(expected):
            return f"{len(results)} results, not {len(expected)}"
        for at, (one, other) in enumerate(zip(results, expected)):
            if wrong := differ(one, other):
                return f"result {at} {wrong}{'' if training else ' in eval mode'}"
        for at, (one, other) in enumerate(zip(grads, wanted)):
            if wrong := differ(one, other):
                return f"gradient {at} {wrong}{'' if training else ' in eval mode'}"
    return ""


def main(folder, out):
    names = library(folder)
    classes = sorted(
        name
        for name, value in names.items()
        if isinstance(value, type) and issubclass(value, Module) and value is not Module
    )
    agree, differing, refusals, unread_names, run = {}, {}, {}, {}, set()
    for name, arguments, shapes in layer_cases():
        run.add(name)
        for seed in range(SEEDS):
            random.seed(f"{name} {seed}")
            given = {key: value() if callable(value) else value for key, value in arguments.items()}
            if unread := refused(names[name], given):
                refusals[name] = refusals.get(name, 0) + 1
                unread_names.setdefault(name, set()).update(unread)
                continue
            said = []
            for klass in (names[name], getattr(NN, name, None) or NN.modules.linear.NonDynamicallyQuantizableLinear):
                try:
                    compare(klass, klass, given, shapes, seed)
                    said.append("")
                except Exception as error:
                    said.append(f"{type(error).__name__}: {error}"[:200])
            if said[0] != said[1] and (said[0] == "" or said[1] == ""):
                differing.setdefault(name, []).append({"arguments": repr(given), "ours": said[0], "torch": said[1]})
                continue
            wrong = (
                ""
                if said[0]
                else compare(
                    names[name],
                    getattr(NN, name, None) or NN.modules.linear.NonDynamicallyQuantizableLinear,
                    given,
                    shapes,
                    seed,
                )
            )
            if wrong:
                differing.setdefault(name, []).append({"arguments": repr(given), "differs": wrong})
            else:
                agree[name] = agree.get(name, 0) + 1
    left = {
        name: NOT_RUN.get(name, "a base" if name.startswith("_") else "no case") for name in classes if name not in run
    }
    with open(out, "w") as file:
        json.dump(
            {
                "torch": torch.__version__,
                "agree": agree,
                "differ": differing,
                "refused": {name: sorted(keys) for name, keys in unread_names.items()},
                "not_run": left,
            },
            file,
            indent=1,
        )
        file.write("\n")
    print(
        f"{sum(agree.values())} cases of {len(agree)} layers agree, {sum(map(len, differing.values()))} differ, {len(left)} classes are not run"
    )
    for name, rows in differing.items():
        for row in rows[:2]:
            print(name, row)


if __name__ == "__main__":
    main(*sys.argv[1:3])
