"""Records what torch.export captures of functions and layers with each of their parameters set. Usage:
record_arguments.py OUT.json

Calls are made from the signatures: each of CALLS as it stands, with its arguments by their names, with each further
parameter at the values of VALUES (by the parameter's name), and with a keyword that nothing knows. A row is a call, and
the graph of non-strict mode in short (`brief`) or the exception that PyTorch raises."""

import inspect
import json
import re
import sys
import warnings

import torch
import torch._export.passes.replace_set_grad_with_hop_pass as set_grad_pass
import torch.nn.functional as F
from torch import nn

warnings.simplefilter("ignore")
REAL = set_grad_pass.replace_set_grad_with_hop_pass
SEEN = []


def hook(gm, signature):
    SEEN.append(str(gm.graph))
    return REAL(gm, signature)


set_grad_pass.replace_set_grad_with_hop_pass = hook

# Inputs by their names; a call has those that it mentions.
INPUTS = {
    "x": "f32[2, 4]",
    "y": "f32[2, 4]",
    "z": "f32[2, 4]",
    "row": "f32[1, 4]",
    "v": "f32[4]",
    "u": "f32[4]",
    "seq": "f32[2, 4, 6]",
    "img": "f32[2, 4, 6, 6]",
    "vol": "f32[2, 4, 4, 4, 4]",
    "i": "i64[2, 3]",
    "flat": "i64[6]",
    "cuts": "i64[2]",
    "t": "i64[2]",
    "table": "f32[5, 3]",
    "w": "f32[3, 4]",
    "b": "f32[3]",
    "weights": "f32[2, 3]",
    "mask": "b8[4, 4]",
    "m": "f32[4, 4]",
    "theta": "f32[2, 2, 3]",
    "grid": "f32[2, 3, 3, 2]",
    "long": "i64[2, 4]",
    "k1": "f32[3, 4, 3]",
    "k2": "f32[3, 4, 3, 3]",
    "k3": "f32[3, 4, 3, 3, 3]",
    "bw": "f32[3, 4, 4]",
    "t1": "f32[4, 3, 3]",
    "t2": "f32[4, 3, 3, 3]",
    "t3": "f32[4, 3, 3, 3, 3]",
    "q": "f32[2, 2, 3, 4]",
    "cols": "f32[2, 16, 9]",
    "s": "f32[]",
    "halves": "f16[2, 4]",
    "cell": "f32[2, 3]",
    "state": "f32[1, 4, 3]",
}
SHORT = {"f32": torch.float32, "f16": torch.float16, "i64": torch.int64, "b8": torch.bool}

# Functions: what they need, as "parameter=value".
CALLS = {
    **{
        f"F.{n}": "input=x"
        for n in "relu relu6 silu mish selu hardsigmoid hardswish hardtanh elu celu leaky_relu rrelu gelu glu logsigmoid softsign tanhshrink softmax log_softmax softmin softplus hardshrink softshrink sigmoid tanh dropout alpha_dropout feature_alpha_dropout normalize".split()
    },
    "F.dropout1d": "input=seq",
    "F.dropout2d": "input=img",
    "F.dropout3d": "input=vol",
    "F.threshold": "input=x, threshold=0.5, value=2.0",
    "F.prelu": "input=x, weight=v",
    "F.layer_norm": "input=x, normalized_shape=(4,)",
    "F.rms_norm": "input=x, normalized_shape=(4,)",
    "F.group_norm": "input=seq, num_groups=2",
    "F.batch_norm": "input=seq, running_mean=v, running_var=u",
    "F.instance_norm": "input=seq",
    "F.embedding": "input=i, weight=table",
    "F.embedding_bag": "input=i, weight=table",
    "F.one_hot": "tensor=i",
    "F.linear": "input=x, weight=w",
    "F.bilinear": "input1=x, input2=y, weight=bw",
    "F.conv1d": "input=seq, weight=k1",
    "F.conv2d": "input=img, weight=k2",
    "F.conv3d": "input=vol, weight=k3",
    "F.conv_transpose1d": "input=seq, weight=t1",
    "F.conv_transpose2d": "input=img, weight=t2",
    "F.conv_transpose3d": "input=vol, weight=t3",
    **{f"F.max_pool{d}d_with_indices": f"input={n}, kernel_size=2" for d, n in ((1, "seq"), (2, "img"), (3, "vol"))},
    "F.max_pool1d": "input=seq, kernel_size=2",
    "F.max_pool2d": "input=img, kernel_size=2",
    "F.max_pool3d": "input=vol, kernel_size=2",
    "F.avg_pool1d": "input=seq, kernel_size=2",
    "F.avg_pool2d": "input=img, kernel_size=2",
    "F.avg_pool3d": "input=vol, kernel_size=2",
    "F.adaptive_avg_pool1d": "input=seq, output_size=2",
    "F.adaptive_avg_pool2d": "input=img, output_size=2",
    "F.adaptive_avg_pool3d": "input=vol, output_size=2",
    "F.adaptive_max_pool1d": "input=seq, output_size=2",
    "F.adaptive_max_pool2d": "input=img, output_size=2",
    "F.adaptive_max_pool3d": "input=vol, output_size=2",
    "F.unfold": "input=img, kernel_size=2",
    "F.fold": "input=cols, output_size=(4, 4), kernel_size=2",
    "F.pad": "input=img, pad=(1, 1)",
    "F.interpolate": "input=img, size=3",
    "F.upsample": "input=img, size=3",
    "F.upsample_nearest": "input=img, size=3",
    "F.upsample_bilinear": "input=img, size=3",
    "F.pixel_shuffle": "input=img, upscale_factor=2",
    "F.pixel_unshuffle": "input=img, downscale_factor=2",
    "F.channel_shuffle": "input=img, groups=2",
    "F.cosine_similarity": "x1=x, x2=y",
    "F.pairwise_distance": "x1=x, x2=y",
    "F.scaled_dot_product_attention": "query=q, key=q, value=q",
    **{
        f"F.{n}": "input=x, target=y"
        for n in "l1_loss mse_loss smooth_l1_loss huber_loss kl_div binary_cross_entropy binary_cross_entropy_with_logits hinge_embedding_loss soft_margin_loss".split()
    },
    "F.nll_loss": "input=x, target=t",
    "F.cross_entropy": "input=x, target=t",
    "F.cosine_embedding_loss": "input1=x, input2=y, target=t",
    "F.margin_ranking_loss": "input1=x, input2=y, target=z",
    "F.triplet_margin_loss": "anchor=x, positive=y, negative=z",
    "F.triplet_margin_with_distance_loss": "anchor=x, positive=y, negative=z",
    **{f"F.lp_pool{d}d": f"input={n}, norm_type=2, kernel_size=2" for d, n in ((1, "seq"), (2, "img"), (3, "vol"))},
    "F.local_response_norm": "input=img, size=2",
    "F.affine_grid": "theta=theta, size=(2, 4, 3, 3)",
    "F.grid_sample": "input=img, grid=grid",
    "F.multi_margin_loss": "input=x, target=t",
    "F.multilabel_margin_loss": "input=x, target=long",
    **{f"F.{n}": "input=x, target=y" for n in ("multilabel_soft_margin_loss", "poisson_nll_loss")},
    "F.gaussian_nll_loss": "input=x, target=y, var=0.5",
    "F.gumbel_softmax": "logits=x",
    **{
        f"F.max_unpool{d}d": f"input={n}, indices={n}.long(), kernel_size=2"
        for d, n in ((1, "seq"), (2, "img"), (3, "vol"))
    },
}
# Layers: what they are made with, and what they are called with.
LAYERS = {
    **{
        f"nn.{n}": ("", "x")
        for n in "ReLU ReLU6 SiLU Mish SELU Hardsigmoid Hardswish Hardtanh ELU CELU GELU GLU LeakyReLU PReLU Softplus Hardshrink Softshrink Sigmoid Tanh LogSigmoid Softsign Tanhshrink Softmin Softmax LogSoftmax Dropout AlphaDropout Identity".split()
    },
    "nn.Threshold": ("threshold=0.1, value=20", "x"),
    "nn.Softmax2d": ("", "img"),
    "nn.Dropout1d": ("", "seq"),
    "nn.Dropout2d": ("", "img"),
    "nn.Linear": ("in_features=4, out_features=3", "x"),
    "nn.Bilinear": ("in1_features=4, in2_features=4, out_features=3", "x, y"),
    **{
        f"nn.Conv{d}d": ("in_channels=4, out_channels=2, kernel_size=3", n)
        for d, n in ((1, "seq"), (2, "img"), (3, "vol"))
    },
    **{
        f"nn.ConvTranspose{d}d": ("in_channels=4, out_channels=2, kernel_size=3", n)
        for d, n in ((1, "seq"), (2, "img"), (3, "vol"))
    },
    **{
        f"nn.{k}Norm{d}d": ("num_features=4", n)
        for k in ("Batch", "Instance")
        for d, n in ((1, "seq"), (2, "img"), (3, "vol"))
    },
    "nn.LayerNorm": ("normalized_shape=4", "x"),
    "nn.RMSNorm": ("normalized_shape=4", "x"),
    "nn.GroupNorm": ("num_groups=2, num_channels=4", "seq"),
    "nn.Embedding": ("num_embeddings=5, embedding_dim=3", "i"),
    "nn.EmbeddingBag": ("num_embeddings=5, embedding_dim=3", "i"),
    "nn.Unfold": ("kernel_size=2", "img"),
    "nn.Fold": ("output_size=(4, 4), kernel_size=2", "cols"),
    **{
        f"nn.{k}Pool{d}d": ("kernel_size=2", n)
        for k, ds in (("Max", 3), ("Avg", 2))
        for d, n in ((1, "seq"), (2, "img"), (3, "vol"))[:ds]
    },
    **{f"nn.Adaptive{k}Pool{d}d": ("output_size=2", n) for k in ("Max", "Avg") for d, n in ((1, "seq"), (2, "img"))},
    "nn.Flatten": ("", "seq"),
    "nn.Unflatten": ("dim=1, unflattened_size=(2, 2)", "x"),
    "nn.ConstantPad1d": ("padding=1, value=0.5", "seq"),
    "nn.ConstantPad2d": ("padding=1, value=0.5", "img"),
    "nn.ZeroPad2d": ("padding=1", "img"),
    "nn.ReflectionPad2d": ("padding=1", "img"),
    "nn.ReplicationPad2d": ("padding=1", "img"),
    "nn.PixelShuffle": ("upscale_factor=2", "img"),
    "nn.CosineSimilarity": ("", "x, y"),
    "nn.PairwiseDistance": ("", "x, y"),
    **{f"nn.{n}Loss": ("", "x, y") for n in "L1 MSE BCE BCEWithLogits SmoothL1 Huber".split()},
    "nn.NLLLoss": ("", "x, t"),
    "nn.NLLLoss2d": ("", "x, t"),
    "nn.CrossEntropyLoss": ("", "x, t"),
    **{f"nn.{n}": ("input_size=6, hidden_size=3", "seq") for n in ("RNN", "GRU", "LSTM")},
    **{f"nn.{n}Cell": ("input_size=4, hidden_size=3", "x") for n in ("RNN", "GRU", "LSTM")},
    "nn.Upsample": ("size=3", "img"),
    "nn.UpsamplingNearest2d": ("size=3", "img"),
    "nn.UpsamplingBilinear2d": ("size=3", "img"),
    "nn.MultiheadAttention": ("embed_dim=6, num_heads=2", "seq, seq, seq"),
    "nn.TransformerEncoderLayer": ("d_model=6, nhead=2, dim_feedforward=3", "seq"),
    "nn.TransformerEncoder": ("encoder_layer=nn.TransformerEncoderLayer(6, 2, 3), num_layers=1", "seq"),
    "nn.TransformerDecoderLayer": ("d_model=6, nhead=2, dim_feedforward=3", "seq, seq"),
    "nn.TransformerDecoder": ("decoder_layer=nn.TransformerDecoderLayer(6, 2, 3), num_layers=1", "seq, seq"),
    "nn.Transformer": ("d_model=6, nhead=2, num_encoder_layers=1, num_decoder_layers=1, dim_feedforward=3", "seq, seq"),
    "nn.RReLU": ("", "x"),
    "nn.AvgPool3d": ("kernel_size=2", "vol"),
    **{f"nn.LPPool{d}d": ("norm_type=2, kernel_size=2", n) for d, n in ((1, "seq"), (2, "img"), (3, "vol"))},
    **{f"nn.Adaptive{k}Pool3d": ("output_size=2", "vol") for k in ("Max", "Avg")},
    **{
        f"nn.{k}Pad{d}d": ("padding=1", n)
        for k, ds in (("Zero", (1, 3)), ("Reflection", (1, 3)), ("Replication", (1, 3)), ("Circular", (1, 2, 3)))
        for d, n in ((1, "seq"), (2, "img"), (3, "vol"))
        if d in ds
    },
    "nn.ConstantPad3d": ("padding=1, value=0.5", "vol"),
    "nn.PixelUnshuffle": ("downscale_factor=2", "img"),
    "nn.ChannelShuffle": ("groups=2", "img"),
    "nn.LocalResponseNorm": ("size=2", "img"),
    "nn.Dropout3d": ("", "vol"),
    "nn.FeatureAlphaDropout": ("", "img"),
    **{f"nn.{n}Loss": ("", "x, y") for n in "KLDiv PoissonNLL SoftMargin MultiLabelSoftMargin HingeEmbedding".split()},
    "nn.GaussianNLLLoss": ("", "x, y, 0.5"),
    "nn.MultiLabelMarginLoss": ("", "x, long"),
    "nn.MultiMarginLoss": ("", "x, t"),
    "nn.CosineEmbeddingLoss": ("", "x, y, t"),
    "nn.MarginRankingLoss": ("", "x, y, z"),
    "nn.TripletMarginLoss": ("", "x, y, z"),
    "nn.TripletMarginWithDistanceLoss": ("", "x, y, z"),
    "nn.Sequential": ("", "x"),
    "nn.ModuleList": ("", ""),
    "nn.ModuleDict": ("", ""),
    "nn.ParameterList": ("", ""),
    "nn.ParameterDict": ("", ""),
    **{f"nn.MaxUnpool{d}d": ("kernel_size=2", f"{n}, {n}.long()") for d, n in ((1, "seq"), (2, "img"), (3, "vol"))},
}
# What the forward of a layer takes besides.
FORWARDS = {
    **{
        f"nn.MaxUnpool{d}d": {"output_size": o}
        for d, o in ((1, "(12,)"), (2, "(13, 12)"), (3, "vol.shape[:2] + (8, 8, 9)"))
    },
    "nn.RNN": {"hx": "state"},
    "nn.GRU": {"hx": "state"},
    "nn.RNNCell": {"hx": "cell"},
    "nn.GRUCell": {"hx": "cell"},
    "nn.LSTMCell": {"hx": "(cell, cell)"},
    "nn.LSTM": {"hx": "(state, state)"},
    "nn.EmbeddingBag": {"per_sample_weights": "weights"},
    "nn.MultiheadAttention": {
        "need_weights": "False",
        "average_attn_weights": "False",
        "attn_mask": "seq.new_zeros(2, 2)",
        "key_padding_mask": "seq.new_zeros(4, 2)",
        "is_causal": "True",
    },
    "nn.TransformerEncoderLayer": {
        "src_mask": "seq.new_zeros(2, 2)",
        "is_causal": "True",
        "src_key_padding_mask": "seq.new_zeros(4, 2)",
    },
    "nn.TransformerEncoder": {
        "mask": "seq.new_zeros(2, 2)",
        "is_causal": "True",
        "src_key_padding_mask": "seq.new_zeros(4, 2)",
    },
    "nn.TransformerDecoderLayer": {
        "tgt_mask": "seq.new_zeros(2, 2)",
        "memory_mask": "seq.new_zeros(2, 2)",
        "tgt_key_padding_mask": "seq.new_zeros(4, 2)",
        "memory_key_padding_mask": "seq.new_zeros(4, 2) > 0",
        "tgt_is_causal": "True, tgt_mask=seq.new_zeros(2, 2)",
        "memory_is_causal": "True, memory_mask=seq.new_zeros(2, 2)",
    },
    "nn.TransformerDecoder": {
        "memory_mask": "seq.new_zeros(2, 2) > 0",
        "tgt_is_causal": "True, tgt_mask=seq.new_zeros(2, 2)",
    },
    "nn.Transformer": {
        "src_is_causal": "True, src_mask=seq.new_zeros(2, 2)",
        "tgt_is_causal": "False, tgt_mask=seq.new_zeros(2, 2)",
        "src_key_padding_mask": "seq.new_zeros(4, 2) > 0",
    },
}

# Values of parameters: of this function, else by the name alone.
VALUES = {
    "inplace": ["True", "False"],
    "training": ["True", "False"],
    "p": ["0.25", "1", "1.5", "-1.0"],
    "alpha": ["0.5", "2"],
    "beta": ["0.5", "2"],
    "threshold": ["3.5"],
    "value": ["0.25"],
    "min_val": ["-2.0"],
    "max_val": ["2.0", "3"],
    "min_value": ["-2.0"],
    "max_value": ["2.0"],
    "negative_slope": ["0.2"],
    "lower": ["0.1"],
    "upper": ["0.4"],
    "approximate": ["'tanh'", "'wrong'"],
    "dim": ["0", "-1", "7", "None"],
    "_stacklevel": ["5"],
    "dtype": ["torch.float64", "torch.float16", "torch.float32"],
    "lambd": ["0.25"],
    "eps": ["0.5", "1e-3"],
    "out": ["y"],
    "momentum": ["0.2", "None"],
    "affine": ["True", "False"],
    "track_running_stats": ["True", "False"],
    "device": ["'cpu'", "'meta'"],
    "size_average": ["False", "True"],
    "reduce": ["False", "True"],
    "reduction": ["'none'", "'sum'", "'batchmean'", "'elementwise_mean'", "'wrong'"],
    "delta": ["0.5"],
    "log_target": ["True"],
    "weight": ["v"],
    "pos_weight": ["v"],
    "ignore_index": ["1"],
    "label_smoothing": ["0.1"],
    "bias": ["False", "True"],
    "margin": ["0.5"],
    "full": ["True"],
    "log_input": ["False"],
    "swap": ["True"],
    "running_mean": ["v"],
    "running_var": ["u"],
    "use_input_stats": ["False"],
    "k": ["2.0"],
    "padding_idx": ["1", "-1", "-5", "5", "9", "-6"],
    "max_norm": ["1.0"],
    "norm_type": ["1.0"],
    "scale_grad_by_freq": ["True"],
    "sparse": ["True"],
    "mode": ["'sum'", "'max'", "'sums'"],
    "offsets": ["cuts"],
    "per_sample_weights": ["weights"],
    "include_last_offset": ["True"],
    "num_classes": ["5"],
    "stride": ["1", "2", "None"],
    "padding": ["1", "0", "'same'", "'wrong'"],
    "dilation": ["2"],
    "groups": ["2"],
    "output_padding": ["1"],
    "ceil_mode": ["True"],
    "count_include_pad": ["False"],
    "divisor_override": ["3"],
    "return_indices": ["True", "False"],
    "size": ["(4, 4)", "5"],
    "scale_factor": ["(2, 3)", "1.5"],
    "align_corners": ["True", "False"],
    "recompute_scale_factor": ["True", "False"],
    "antialias": ["True", "False"],
    "padding_mode": ["'reflect'", "'wrong'"],
    "x": ["x"],
    "keepdim": ["True"],
    "attn_mask": ["seq.new_zeros(2, 2)"],
    "dropout_p": ["0.5"],
    "is_causal": ["True"],
    "scale": ["0.5"],
    "enable_gqa": ["True"],
    "tau": ["2.0"],
    "hard": ["True"],
    "elementwise_affine": ["False"],
    "num_parameters": ["4"],
    "init": ["0.5"],
    "start_dim": ["0"],
    "end_dim": ["1"],
    "num_layers": ["2"],
    "batch_first": ["True"],
    "dropout": ["0.5"],
    "bidirectional": ["True"],
    "proj_size": ["2"],
    "nonlinearity": ["'relu'", "'wrong'"],
    "add_bias_kv": ["True"],
    "add_zero_attn": ["True"],
    "kdim": ["6"],
    "vdim": ["6"],
    "dim_feedforward": ["5"],
    "activation": ["'gelu'", "F.gelu", "'wrong'"],
    "layer_norm_eps": ["0.5"],
    "norm_first": ["True"],
    "norm": ["nn.LayerNorm(6)"],
    "enable_nested_tensor": ["False"],
    "mask_check": ["False"],
    "_weight": ["torch.ones(5, 3)"],
    "_freeze": ["True"],
    "beta1": ["1"],
    "args": [],
    "kwargs": [],
    "modules": [],
    "values": [],
    "self": [],
    "F.layer_norm.bias": ["v"],
    "F.batch_norm.bias": ["v"],
    "F.instance_norm.bias": ["v"],
    "F.group_norm.bias": ["v"],
    "F.linear.bias": ["b"],
    "F.bilinear.bias": ["b"],
    "F.group_norm.running_mean": ["v"],
    **{f"F.conv{d}d.bias": ["b"] for d in (1, 2, 3)},
    **{f"F.conv_transpose{d}d.bias": ["b"] for d in (1, 2, 3)},
    "F.nll_loss.weight": ["v"],
    "F.l1_loss.weight": ["z", "v"],
    "F.mse_loss.weight": ["z", "v"],
    "F.huber_loss.weight": ["z", "v"],
    "F.pad.mode": ["'reflect'", "'constant'", "'replicate'", "'circular'", "'wrong'"],
    "F.pad.value": ["0.5"],
    "F.interpolate.mode": ["'nearest'", "'bilinear'", "'bicubic'", "'area'", "'nearest-exact'", "'linear'", "'wrong'"],
    "nn.Upsample.mode": ["'bilinear'", "'bicubic'", "'nearest-exact'", "'wrong'"],
    "distance_function": ["F.pairwise_distance"],
    "F.grid_sample.mode": ["'nearest'", "'bicubic'", "'wrong'"],
    "F.grid_sample.padding_mode": ["'border'", "'reflection'", "'wrong'"],
    "nn.LocalResponseNorm.size": ["3"],
    "nn.MultiMarginLoss.weight": ["torch.ones(4)"],
    "nn.MultiLabelSoftMarginLoss.weight": ["torch.ones(4)"],
    "F.multi_margin_loss.p": ["2", "3"],
    "nn.MultiMarginLoss.p": ["2", "3"],
    "nn.TripletMarginLoss.margin": ["0.5", "-1.0"],
    "F.triplet_margin_with_distance_loss.margin": ["0.5", "0.0"],
    "nn.TripletMarginLoss.p": ["1.0"],
    "F.scaled_dot_product_attention.attn_mask": ["q.new_zeros(3, 3)"],
    "F.margin_ranking_loss.margin": ["0.5"],
    "nn.BCELoss.weight": ["torch.ones(4)"],
    "nn.BCEWithLogitsLoss.weight": ["torch.ones(4)"],
    "nn.BCEWithLogitsLoss.pos_weight": ["torch.ones(4)"],
    "nn.NLLLoss.weight": ["torch.ones(4)"],
    "nn.NLLLoss2d.weight": ["torch.ones(4)"],
    "nn.CrossEntropyLoss.weight": ["torch.ones(4)"],
    "nn.Conv1d.bias": ["False"],
    "F.fold.stride": ["1", "(1, 1)"],
    "F.one_hot.num_classes": ["5", "-1"],
    "nn.EmbeddingBag.padding_idx": ["1", "-1", "9"],
    "F.softmax.dim": ["0", "-1", "7"],
    "F.instance_norm.running_mean": ["v, running_var=u"],
    "F.instance_norm.running_var": ["u, running_mean=v"],
    "F.instance_norm.use_input_stats": ["False, running_mean=v, running_var=u", "False"],
    "nn.Hardtanh.min_value": [],
    "nn.Hardtanh.max_value": [],
}
# What no single parameter shows.
MORE = [
    *(
        f"F.{n}({a})"
        for n in ("softmax", "log_softmax", "softmin")
        for a in (
            "x",
            "v",
            "s",
            "seq",
            "img",
            "x, None, 3, torch.float64",
            "x, 1, 5, torch.float64",
            "x, -1, dtype=torch.float16",
            "x, axis=1",
        )
    ),
    *(
        f"F.{n}(x, y, {a})"
        for n in ("mse_loss", "l1_loss", "smooth_l1_loss", "kl_div")
        for a in (
            "False",
            "True, False",
            "size_average=False, reduce=False",
            "size_average=False, reduction='none'",
            "None, None, 'sum'",
            "reduce=False, reduction='sum'",
        )
    ),
    *(
        f"F.{n}(x, row)"
        for n in (
            "mse_loss",
            "l1_loss",
            "smooth_l1_loss",
            "huber_loss",
            "kl_div",
            "binary_cross_entropy",
            "binary_cross_entropy_with_logits",
        )
    ),
    "F.mse_loss(x, y, None, None, 'sum', z)",
    "F.mse_loss(x, y, weight=z, reduction='none')",
    "F.mse_loss(x, y, False, weight=z)",
    "F.smooth_l1_loss(x, y, beta=0.0)",
    "F.smooth_l1_loss(x, y, beta=0)",
    "F.kl_div(x, y, False, reduction='batchmean')",
    "F.huber_loss(x, y, 'sum', 0.5, z)",
    "F.huber_loss(x, y, weight=z, reduction='none')",
    "F.l1_loss(x, y, weight=z, reduction='sum')",
    "F.binary_cross_entropy(x, y, z, False)",
    "F.binary_cross_entropy(x, y, row)",
    "F.nll_loss(x, t, v, False)",
    "F.cross_entropy(x, t, None, False)",
    "F.cross_entropy(x, y, label_smoothing=0.1)",
    "F.kl_div(x, y, reduction='mean', log_target=True)",
    "F.kl_div(v, u, reduction='batchmean')",
    "F.nll_loss(img, long)",
    *(
        f"F.max_pool{d}d({n}, 2, 1, 0, 1, True, True)[{k}]"
        for d, n in ((1, "seq"), (2, "img"), (3, "vol"))
        for k in (0, 1)
    ),
    "F.max_pool2d(img, 2, 2, 1, 1, False, False)",
    "F.max_pool2d(img, (2, 3), None, (0, 1))",
    "F.max_pool2d(img, 2, stride=(1, 2))",
    "F.max_pool2d_with_indices(img, 2)",
    "F.max_pool1d_with_indices(seq, 2, return_indices=True)",
    "F.adaptive_max_pool2d(img, (2, None))",
    "F.adaptive_max_pool1d(seq, 2, True)[1]",
    "F.adaptive_max_pool2d(img, 2, True)[1]",
    "F.adaptive_avg_pool2d(img, (None, 3))",
    "F.adaptive_avg_pool2d(img, [2, 2])",
    "F.adaptive_avg_pool2d(img, None)",
    "F.dropout(x, 0.5, False)",
    "F.dropout(x, 0.5, True, True)",
    "F.alpha_dropout(x, 0.5, True, True)",
    "F.dropout2d(img, 0.5, True, True)",
    "F.dropout1d(x, 0.5, True)",
    "F.dropout1d(x, 0.5, True, True)",
    "F.dropout1d(v)",
    "F.dropout3d(vol, 0.5, True, True)",
    "F.dropout2d(seq)",
    "F.dropout(x, training=self.training)",
    "F.elu(x, 0.5, True)",
    "F.hardtanh(x, -2, 2, True)",
    "F.hardtanh(x, 2, -2)",
    "F.hardtanh(x, 0.0, 6.0)",
    "F.leaky_relu(x, 0.1, inplace=True)",
    "F.threshold(x, 1, 2, True)",
    "F.elu_(x)",
    "F.relu_(x)",
    "F.selu_(x)",
    "F.celu_(x, 0.5)",
    "F.hardtanh_(x, -2.0)",
    "F.leaky_relu_(x)",
    "F.threshold_(x, 0.5, 1.0)",
    "F.rrelu(x, 0.1, 0.3, True)",
    "F.gelu(x, 'tanh')",
    "F.glu(x, dim=1)",
    "F.softplus(x, 2, 10)",
    "F.softplus(x, beta=2)",
    "F.prelu(img, v)",
    "F.embedding(i, table, -1)",
    "F.embedding(i, table, None, 1.0)",
    "F.embedding(i, table, 2, None, 1.0, True, True)",
    "F.embedding(x, table)",
    "F.embedding_bag(flat, table)",
    "F.embedding_bag(flat, table, cuts)",
    "F.embedding_bag(flat, table, cuts, mode='sum')",
    "F.embedding_bag(flat, table, cuts, include_last_offset=True)",
    "F.embedding_bag(i, table, cuts)",
    "F.embedding_bag(i, table, mode='sum', per_sample_weights=weights)",
    "F.embedding_bag(i, table, mode='max', scale_grad_by_freq=True)",
    "F.embedding_bag(i, table, mode='max', sparse=True)",
    "F.embedding_bag(i, table, mode='mean', padding_idx=-2)",
    "F.embedding_bag(table, i)",
    "F.normalize(x, 1, 0)",
    "F.normalize(x, dim=-1, eps=1e-6)",
    "F.normalize(x, 2.0, 1, 1e-12, y)",
    "F.normalize(x, float('inf'))",
    "F.upsample(img, scale_factor=2, mode='bilinear')",
    "F.upsample(seq, scale_factor=2)",
    "F.upsample_bilinear(img, scale_factor=2)",
    "F.upsample(img, 3, mode='bicubic', align_corners=True)",
    "F.interpolate(img)",
    "F.interpolate(img, 3)",
    "F.interpolate(img, scale_factor=2)",
    "F.interpolate(img, scale_factor=1.5, mode='area')",
    "F.interpolate(img, scale_factor=2, mode='area', recompute_scale_factor=False)",
    "F.interpolate(img, scale_factor=2, recompute_scale_factor=False)",
    "F.interpolate(vol, scale_factor=2, mode='nearest-exact')",
    "F.interpolate(img, (3, 4))",
    "F.interpolate(img, (3, 4), 2)",
    "F.interpolate(img, scale_factor=(2.0, 1.5), mode='bilinear')",
    "F.interpolate(img, scale_factor=2, mode='bilinear', align_corners=True)",
    "F.interpolate(img, scale_factor=2, mode='bilinear', antialias=True)",
    "F.interpolate(img, scale_factor=2, mode='bicubic', antialias=True)",
    "F.interpolate(img, size=(3, 3), mode='bicubic', antialias=True, align_corners=False)",
    "F.interpolate(img, scale_factor=1.5, mode='bilinear', recompute_scale_factor=True)",
    "F.interpolate(img, size=3, mode='bilinear', recompute_scale_factor=True)",
    "F.interpolate(img, size=3, recompute_scale_factor=True)",
    "F.interpolate(img, 3, mode='area')",
    "F.interpolate(seq, 3, mode='area')",
    "F.interpolate(seq, 3)",
    "F.interpolate(seq, scale_factor=2, mode='linear')",
    "F.interpolate(seq, 3, mode='bilinear')",
    "F.interpolate(vol, 3, mode='trilinear')",
    "F.interpolate(vol, 3)",
    "F.interpolate(img, 3, mode='linear')",
    "F.interpolate(img, 3, mode='trilinear')",
    "F.interpolate(x, 3)",
    "F.interpolate(img, (1, 2, 3))",
    "F.interpolate(img, scale_factor=(1, 2, 3))",
    "F.interpolate(img, scale_factor=[2])",
    "F.interpolate(img, 3, mode='nearest', align_corners=False)",
    "F.interpolate(img, scale_factor=2, mode='nearest-exact')",
    "F.interpolate(seq, 3, mode='nearest-exact')",
    "F.pad(img, [1, 2], 'constant', 1)",
    "F.pad(seq, (1, 1), 'reflect')",
    "F.pad(seq, (1, 1), 'reflect', 0)",
    "F.pad(seq, (1, 1), 'circular', 0.5)",
    "F.pad(seq[0], (1, 1), 'replicate')",
    "F.pad(img, (1, 1, 1, 1), mode='circular')",
    "F.pad(img, (1, 1, 1, 1), 'reflect', 1.0)",
    "F.pad(img, (1, 1, 1, 1), 'replicate')",
    "F.pad(x, (1,))",
    "F.conv2d(img, k2, None, 2, 1, 1, 1)",
    "F.conv2d(img, k2, padding='same')",
    "F.conv2d(img, k2, padding='valid', bias=b)",
    "F.conv2d(img, k2, stride=(2, 1), padding=(1, 0))",
    "F.conv_transpose2d(img, t2, b, 2, 1, 1, 1, 1)",
    "F.avg_pool2d(img, 2, 2, 0, True, False, 3)",
    "F.avg_pool2d(img, (2, 3))",
    "F.avg_pool1d(seq, 2, 1, 1, True, False)",
    "F.unfold(img, (2, 3), 1, (1, 0), 2)",
    "F.unfold(x, 2)",
    "F.fold(cols, 4, 2, 1, 0, 1)",
    "F.pixel_shuffle(img, upscale_factor=2)",
    "F.pixel_shuffle(self=img, upscale_factor=2)",
    "F.instance_norm(seq, v, u, v, u, True, 0.2, 1e-3)",
    "F.batch_norm(seq, v, u, v, u, True, 0.2, 1e-3)",
    "F.batch_norm(x, None, None, training=True)",
    "F.batch_norm(x, None, None)",
    "F.layer_norm(x, [4], v, u, 1e-3)",
    "F.layer_norm(x, 4)",
    "F.layer_norm(x, (5,))",
    "F.rms_norm(x, (4,), v, 1e-3)",
    "F.group_norm(seq, 2, v, u, 1e-3)",
    "F.group_norm(seq, 3)",
    "F.scaled_dot_product_attention(q, q, q, None, 0.5, True)",
    "F.cosine_similarity(x, y, 0, 1e-3)",
    "F.pairwise_distance(x, y, 1, 1e-3, True)",
    "F.one_hot(i, 5)",
    "F.linear(x, w, b)",
    "F.linear(x, w, bias=None)",
    "F.bilinear(x, y, bw, b)",
    "F.sin(x)",
    "F.add(x, y)",
    "F.upsample(img, scale_factor=2)",
    "F.upsample_nearest(img, scale_factor=2)",
    "F.upsample_bilinear(img, scale_factor=2)",
    # torch.*, methods: other names of parameters, numbers of arguments, unknown names
    "torch.sum(x, axis=0)",
    "torch.sum(input=x)",
    "torch.sum(x, dim=0, keepdim=True)",
    "torch.sum(x, 0, keepdims=True)",
    "torch.sum(x, axis=(0, 1), keepdims=True)",
    "torch.sum(a=x)",
    "torch.sum(x=x)",
    "torch.sum(x, dtype=torch.float64)",
    "torch.sum(x, out=y)",
    "torch.sum(self=x)",
    "x.sum(axis=0, keepdims=True)",
    "x.sum(0, dim=1)",
    "x.sum(input=y)",
    "x.mean(axis=-1)",
    "x.mean(dim=(0, 1))",
    "torch.mean(x, 1, True)",
    "torch.softmax(x, axis=1)",
    "torch.softmax(input=x, dim=1)",
    "torch.softmax(x)",
    "x.softmax(axis=1)",
    "x.softmax(dim=1, dtype=torch.float64)",
    "x.softmax(1, torch.float64)",
    "torch.add(x, y, alpha=2)",
    "torch.add(x, other=y)",
    "torch.add(input=x, other=y)",
    "torch.add(x1=x, x2=y)",
    "torch.add(x, y, 2)",
    "torch.add(x, 2, y)",
    "torch.add(x, y, out=z)",
    "torch.add(x, y, beta=2)",
    "x.add(other=y, alpha=2)",
    "x.add(y, alpha=2)",
    "x.add(alpha=2, other=y)",
    "x.add(y, other=z)",
    "x.add(input=y)",
    "x.add_(y, alpha=2)",
    "torch.sub(x, y, alpha=2)",
    "x.sub(other=y)",
    "torch.mul(input=x, other=2)",
    "x.mul(other=2)",
    "torch.div(x, y, rounding_mode='floor')",
    "x.div(y, rounding_mode='trunc')",
    "torch.div(x, y, rounding_mode='wrong')",
    "torch.pow(x, exponent=2)",
    "torch.pow(input=x, exponent=2)",
    "x.pow(exponent=2)",
    "torch.clamp(x, min=0)",
    "torch.clamp(x, max=1.0)",
    "torch.clamp(x, 0, 1)",
    "x.clamp(min=0, max=1)",
    "torch.clamp(x)",
    "x.clamp(0, minimum=1)",
    "torch.clip(x, min=0)",
    "torch.cat([x, y], dim=1)",
    "torch.cat([x, y], axis=1)",
    "torch.cat(tensors=[x, y])",
    "torch.cat(dim=1, tensors=(x, y))",
    "torch.cat(x, y)",
    "torch.concat([x, y], dim=1)",
    "torch.stack([x, y], dim=1)",
    "torch.stack(tensors=[x, y], dim=-1)",
    "torch.stack([x, y], axis=1)",
    "torch.squeeze(row, dim=0)",
    "torch.squeeze(row, axis=0)",
    "x.unsqueeze(dim=0)",
    "x.unsqueeze(axis=0)",
    "torch.unsqueeze(x, 0)",
    "torch.transpose(x, dim0=0, dim1=1)",
    "x.transpose(dim0=0, dim1=1)",
    "x.transpose(1, dim1=0)",
    "x.transpose(dim1=0, dim0=1)",
    "x.transpose(axis0=0, axis1=1)",
    "x.permute(dims=(1, 0))",
    "x.permute(1, 0)",
    "torch.permute(x, (1, 0))",
    "x.view(size=(4, 2))",
    "x.view(4, 2)",
    "x.view(dtype=torch.int32)",
    "x.reshape(shape=(4, 2))",
    "x.reshape((4, 2))",
    "torch.reshape(x, shape=(4, 2))",
    "x.flatten(start_dim=0)",
    "x.flatten(0, end_dim=1)",
    "torch.flatten(x, start_dim=1)",
    "x.expand(2, 4)",
    "x.expand(size=(2, 4))",
    "x.expand(2, 4, implicit=True)",
    "x.repeat(repeats=(2, 1))",
    "x.repeat(2, 1)",
    "x.tile(dims=(2, 1))",
    "x.max(dim=1)",
    "x.max(axis=1)",
    "torch.max(x, dim=1, keepdim=True)",
    "torch.max(x, y)",
    "torch.max(input=x, other=y)",
    "x.argmax(dim=1, keepdim=True)",
    "x.argmax(axis=1)",
    "torch.argmax(x, axis=1, keepdims=True)",
    "x.amax(dim=(0, 1))",
    "x.amax(axis=1)",
    "torch.topk(x, k=2, largest=False)",
    "x.topk(2, dim=0, sorted=False)",
    "x.topk(2, axis=0)",
    "torch.sort(x, descending=True)",
    "x.sort(dim=0, descending=True, stable=True)",
    "x.sort(stable=True)",
    "torch.cumsum(x, axis=1)",
    "x.cumsum(dim=1, dtype=torch.float64)",
    "torch.gather(x, 1, long)",
    "torch.gather(x, dim=1, index=long)",
    "torch.gather(input=x, dim=1, index=long, sparse_grad=True)",
    "x.gather(axis=1, index=long)",
    "x.index_select(dim=0, index=t)",
    "torch.index_select(x, axis=0, index=t)",
    "x.select(dim=0, index=1)",
    "x.narrow(dim=0, start=0, length=1)",
    "x.chunk(chunks=2, dim=1)",
    "x.chunk(2, axis=1)",
    "torch.split(x, 2, dim=1)",
    "torch.split(tensor=x, split_size_or_sections=2, dim=1)",
    "torch.split(x, split_size_or_sections=[1, 1])",
    "x.split(split_size=2, dim=1)",
    "x.split([1, 1])",
    "x.unbind(dim=1)",
    "torch.unbind(x, axis=1)",
    "x.unfold(dimension=1, size=2, step=1)",
    "x.norm(p=1)",
    "x.norm(p=2, dim=1, keepdim=True)",
    "x.norm(dim=1)",
    "x.norm(2, 1)",
    "x.norm('fro')",
    "x.norm('nuc')",
    "x.norm(dtype=torch.float64)",
    "x.norm(axis=1)",
    "torch.norm(x, p=1, dim=1)",
    "torch.norm(x, dtype=torch.float64)",
    "torch.norm(x, out=s)",
    "torch.norm(input=x, p=2)",
    "torch.linalg.vector_norm(x, ord=1)",
    "torch.linalg.vector_norm(x, 2, dim=1, keepdim=True)",
    "x.std(dim=1, unbiased=False)",
    "x.std(dim=1, correction=0)",
    "x.var(1, False)",
    "x.var(axis=1)",
    "x.var(unbiased=False)",
    "torch.var(x, dim=1, keepdim=True, correction=2)",
    "torch.var_mean(x, dim=1)",
    "x.prod(dim=1)",
    "x.any(dim=1)",
    "x.all(axis=1)",
    "x.logsumexp(dim=1)",
    "torch.logsumexp(x, axis=1)",
    "x.to(torch.float64)",
    "x.to(dtype=torch.float64)",
    "x.to('cpu')",
    "x.to(device='cpu', dtype=torch.float64)",
    "x.to(torch.float64, copy=True)",
    "x.to(torch.float64, non_blocking=True)",
    "x.to(y)",
    "x.to(other=y)",
    "x.to(halves)",
    "x.type(torch.float64)",
    "x.type(dtype=torch.float64)",
    "x.type_as(halves)",
    "x.float()",
    "x.double()",
    "x.half(memory_format=torch.contiguous_format)",
    "x.contiguous()",
    "x.contiguous(memory_format=torch.contiguous_format)",
    "img.contiguous(memory_format=torch.channels_last)",
    "x.clone(memory_format=torch.contiguous_format)",
    "torch.clone(x)",
    "x.size(1)",
    "x + x.size(dim=1)",
    "x + x.size(0)",
    "x + x.size(-1, dim=0)",
    "x.view(x.size(dim=1), x.size(0))",
    "x + x.numel()",
    "x + x.numel(1)",
    "x + x.dim()",
    "x + x.dim(1)",
    "x.requires_grad_()",
    "x.detach()",
    "torch.zeros(2, 3) + 1",
    "torch.zeros((2, 3), dtype=torch.float64) + 1",
    "torch.zeros(size=(2, 3)) + 1",
    "torch.zeros(2, 3, dtype=torch.int64) + 1",
    "torch.zeros(2, 3, device='cpu') + 1",
    "torch.zeros(2, 3, requires_grad=True) + 1",
    "torch.ones_like(x, dtype=torch.float64)",
    "torch.zeros_like(input=x)",
    "torch.full((2, 3), 1.5) + 1",
    "torch.full(size=(2, 3), fill_value=1) + 1",
    "torch.full_like(x, 2)",
    "torch.arange(5) + 1",
    "torch.arange(end=5) + 1",
    "torch.arange(1, 5, 2) + 1",
    "torch.arange(start=1, end=5, step=2) + 1",
    "torch.arange(0, 5, dtype=torch.float32) + 1",
    "torch.linspace(0, 1, steps=5) + 1",
    "torch.linspace(start=0, end=1, steps=5) + 1",
    "torch.eye(3) + 1",
    "torch.eye(n=3) + 1",
    "torch.tensor([1.0]) + x",
    "torch.tensor([1.0], dtype=torch.float64) + x",
    "torch.tensor(data=[1.0]) + x",
    "torch.tensor([1.0], device='cpu') + x",
    "torch.rand(2, 3) + 1",
    "torch.rand_like(x)",
    "x.new_zeros(2, 4)",
    "x.new_zeros((2, 4), dtype=torch.int64)",
    "x.new_full((2,), fill_value=3)",
    "x.new_ones(size=(2,))",
    "torch.where(x > 0, x, y)",
    "torch.where(condition=x > 0, input=x, other=y)",
    "torch.where(x > 0, x, other=y)",
    "x.where(condition=x > 0, other=y)",
    "torch.where(x > 0, self=x, other=y)",
    "x.where(x > 0, y)",
    "x.where(y > 0, 2.0)",
    "torch.where(x > 0, 1.0, y)",
    "x.masked_fill(mask=x > 0, value=1.0)",
    "x.masked_fill_(x > 0, value=0)",
    "torch.masked_fill(input=x, mask=x > 0, value=1)",
    "torch.matmul(x, other=w.t())",
    "torch.matmul(input=x, other=m)",
    "x.matmul(other=m)",
    "torch.mm(x, mat2=m)",
    "torch.mm(input=x, mat2=m)",
    "torch.bmm(seq, seq.transpose(1, 2))",
    "torch.bmm(input=seq, mat2=seq.mT)",
    "torch.addmm(v, x, m, beta=2, alpha=3)",
    "torch.addmm(input=v, mat1=x, mat2=m)",
    "torch.addmm(2, v, 3, x, m)",
    "torch.einsum('ij,kj->ik', x, w)",
    "torch.einsum('ij,kj->ik', [x, w])",
    "torch.einsum(equation='ij->ji', operands=[x])",
    "torch.meshgrid(v, u)",
    "torch.meshgrid(v, u, indexing='ij')",
    "torch.meshgrid([v, u], indexing='xy')",
    "torch.tril(x, diagonal=1)",
    "x.triu(diagonal=1)",
    "torch.roll(x, shifts=1, dims=0)",
    "x.roll(1, 0)",
    "x.flip(dims=(0,))",
    "x.flip(0, 1)",
    "torch.flip(x, [0])",
    "torch.relu(x)",
    "torch.relu(x, inplace=True)",
    "torch.relu(input=x)",
    "x.relu(inplace=True)",
    "torch.gelu(x)",
    "torch.sin(x, y)",
    "torch.sin()",
    "torch.sin(x, out=y)",
    "torch.dropout(x, 0.5, True)",
    "torch.dropout(x, p=0.5, train=False)",
    "torch.dropout(x, p=0.5, training=False)",
    "torch.conv2d(img, k2, padding=1)",
    "torch.layer_norm(x, (4,))",
    "torch.layer_norm(x, normalized_shape=(4,), eps=0.5)",
    "torch.embedding(table, i)",
    "torch.embedding(weight=table, indices=i, padding_idx=-1)",
    "torch.ops.aten.add.Tensor(x, y, alpha=2)",
    "torch.ops.aten.sum.dim_IntList(x, [0])",
    "torch.ops.aten.softmax.int(x, 1)",
    "torch.ops.aten.relu(x)",
    "max(1, 2) * x",
    "sum([x, y], z)",
    "sum([x, y], start=z)",
    "max([1, 3], key=len) * x",
    "round(1.5) * x",
    "int('3') * x",
    "int(x.size(0) / 2) * x",
    "dict(a=x)['a'] + 1",
    "sorted([1, 2])[0] * x",
    "torch.unflatten(x, 1, (2, 2))",
    "x.unflatten(dim=1, sizes=(2, 2))",
    "torch.movedim(x, source=0, destination=1)",
    "x.swapaxes(0, 1)",
    "x.swapaxes(axis0=0, axis1=1)",
    "torch.swapdims(x, dim0=0, dim1=1)",
    "x.diagonal(dim1=0, dim2=1, offset=1)",
    "torch.outer(v, vec2=u)",
    "torch.dot(v, tensor=u)",
    "torch.dot(input=v, other=u)",
    "torch.allclose(x, y)",
    "torch.lerp(x, y, weight=0.5)",
    "x.lerp(end=y, weight=0.5)",
    "x.addcmul(y, z, value=2)",
    "torch.addcmul(x, tensor1=y, tensor2=z, value=2)",
    "torch.nan_to_num(x, nan=1.0)",
    "x.fill_(value=2)",
    "x.copy_(src=y)",
    "x.zero_()",
    "torch.bernoulli(x, p=0.5)",
    "torch.sum(x, bogus=1)",
    "torch.relu(x, bogus=1)",
    "x.sum(bogus=1)",
    "x.view(2, 4, bogus=1)",
    "x.size(bogus=1)",
    "x.to(bogus=1)",
    "torch.zeros(2, bogus=1) + x",
    "torch.tensor([1.0], bogus=1) + x",
    "torch.einsum('ij->ji', x, bogus=1)",
    "torch.meshgrid(v, bogus=1)",
    "x.contiguous(bogus=1)",
    "x.norm(bogus=1)",
    "torch.ops.aten.relu.default(x, bogus=1)",
    "x.numel(bogus=1)",
    "x.dim(bogus=1)",
    "x.float(bogus=1)",
    "x.requires_grad_(bogus=1)",
    "x.contiguous(memory_format=3)",
    "x.contiguous(2.5)",
    "x.norm(x)",
    "F.dropout(x, 'a')",
    "F.softmax(x, dim=[1])",
    "F.relu(self.training)",
]
MORE_LAYERS = [
    *(
        f"nn.{n}({a})|{c}"
        for n, c in (("MSELoss", "x, y"), ("L1Loss", "x, y"), ("SmoothL1Loss", "x, y"), ("CrossEntropyLoss", "x, t"))
        for a in ("None, None, 'sum'", "size_average=False, reduce=False", "size_average=True, reduction='none'")
    ),
    "nn.MaxPool1d(2, return_indices=True)|seq",
    "nn.MaxPool2d(2, 1, 1, 1, True, True)|img",
    "nn.AdaptiveMaxPool2d((2, None), True)|img",
    "nn.AdaptiveAvgPool2d(2, True)|img",
    "nn.AdaptiveAvgPool2d((None, 2))|img",
    "nn.ZeroPad2d(1, 0.5)|img",
    "nn.ReflectionPad2d(1, 0.5)|img",
    "nn.ZeroPad2d((1, 2, 0, 1))|img",
    "nn.ConstantPad2d(1)|img",
    "nn.ConstantPad1d((1, 2), 2)|seq",
    "nn.GRU(6, 3, nonlinearity='relu')|seq",
    "nn.LSTM(6, 3, nonlinearity='relu')|seq",
    "nn.GRUCell(4, 3, nonlinearity='relu')|x",
    "nn.RNN(6, 3, 2, 'relu')|seq",
    "nn.RNN(6, 3, 2, 'relu', False, True, 0.5, True)|seq",
    "nn.GRU(6, 3, 2, False, True, 0.5, True)|seq",
    "nn.LSTM(6, 3, 2, True, False, 0.5)|seq",
    "nn.LSTM(6, 3)|x",
    "nn.UpsamplingNearest2d(mode='bilinear')|img",
    "nn.UpsamplingNearest2d(size=3)|img",
    "nn.UpsamplingNearest2d(scale_factor=2)|img",
    "nn.UpsamplingBilinear2d(None, 2)|img",
    "nn.Upsample(scale_factor=2)|img",
    "nn.Upsample(scale_factor=(2, 1.5))|img",
    "nn.Upsample(None, 2, 'bicubic')|img",
    "nn.Upsample(scale_factor=2, mode='area')|img",
    "nn.Upsample((3, 3), None, 'bilinear', True)|img",
    "nn.Upsample(scale_factor=1.5, mode='bilinear', recompute_scale_factor=True)|img",
    "nn.CELU(0.5, True)|x",
    "nn.ELU(0.5, True)|x",
    "nn.Hardtanh(-2, 2, True)|x",
    "nn.Hardtanh(min_value=-2.0, max_value=2.0)|x",
    "nn.Hardtanh(2.0, 1.0)|x",
    "nn.LeakyReLU(0.1, True)|x",
    "nn.Embedding(5, 3, -1)|i",
    "nn.Embedding(5, 3, 7)|i",
    "nn.Embedding(5, 3, max_norm=1.0, norm_type=1.0)|i",
    "nn.Embedding(5, 3, 1, None, 2.0, True, True)|i",
    "nn.EmbeddingBag(5, 3, mode='sum')|i",
    "nn.EmbeddingBag(5, 3, mode='max')|i",
    "nn.EmbeddingBag(5, 3, mode='sums')|i",
    "nn.EmbeddingBag(5, 3)|flat, cuts",
    "nn.EmbeddingBag(5, 3, include_last_offset=True)|flat, cuts",
    "nn.EmbeddingBag(5, 3, mode='sum')|i, per_sample_weights=weights",
    "nn.EmbeddingBag(5, 3)|i, bogus=1",
    "nn.Dropout(1.5)|x",
    "nn.Dropout(0.5, True)|x",
    "nn.AlphaDropout(0.5, True)|x",
    "nn.Dropout2d(0.5, True)|img",
    "nn.Conv2d(4, 2, 3, 2, 1, 1, 2, False)|img",
    "nn.Conv2d(4, 3, 3, groups=2)|img",
    "nn.Conv2d(4, 2, 3, padding='same')|img",
    "nn.Conv2d(4, 2, 3, padding='same', stride=2)|img",
    "nn.Conv2d(4, 2, 3, padding=1, padding_mode='circular')|img",
    "nn.Conv2d(4, 2, (3, 1), padding=(1, 0))|img",
    "nn.ConvTranspose2d(4, 2, 3, 2, 1, 1)|img",
    "nn.ConvTranspose2d(4, 2, 3, padding_mode='reflect')|img",
    "nn.ConvTranspose1d(4, 2, 3, 2, 1, 1, 1, False)|seq",
    "nn.BatchNorm2d(4, 1e-3, 0.2, False, False)|img",
    "nn.BatchNorm2d(4, momentum=None)|img",
    "nn.BatchNorm1d(4)|img",
    "nn.BatchNorm2d(4)|seq",
    "nn.InstanceNorm2d(4, 1e-3, 0.2, True, True)|img",
    "nn.GroupNorm(3, 4)|seq",
    "nn.LayerNorm([4, 6], 1e-3, False)|seq",
    "nn.LayerNorm(4, bias=False)|x",
    "nn.RMSNorm((4, 6), 1e-3)|seq",
    "nn.Linear(4, 3, False)|x",
    "nn.Linear(4, 3, dtype=torch.float64)|x.double()",
    "nn.Linear(4, 3, True, 'cpu', torch.float64)|x.double()",
    "nn.Linear(4, 3)|input=x",
    "nn.Linear(4, 3)|x, x",
    "nn.Linear(4, 3)|x, bogus=1",
    "nn.Linear(4)|x",
    "nn.Linear(4, 3, True, None, None, 1)|x",
    "nn.PReLU(4, 0.5)|x",
    "nn.PReLU(dtype=torch.float64)|x",
    "nn.Softmax()|x",
    "nn.Softmax()|seq",
    "nn.LogSoftmax()|seq",
    "nn.Softmax(1)|input=x",
    "nn.Softmax2d(1)|img",
    "nn.Softmax2d()|x",
    "nn.Sigmoid(1)|x",
    "nn.Tanh(inplace=True)|x",
    "nn.GLU(0)|x",
    "nn.GELU('tanh')|x",
    "nn.Identity(1, two=2)|x",
    "nn.Flatten(0, 1)|seq",
    "nn.Flatten(-2)|seq",
    "nn.Unflatten(-1, (2, -1))|x",
    "nn.PairwiseDistance(1, 1e-3, True)|x, y",
    "nn.CosineSimilarity(0, 1e-3)|x, y",
    "nn.HuberLoss('sum', 0.5)|x, y",
    "nn.SmoothL1Loss(beta=0.5, reduction='none')|x, y",
    "nn.BCEWithLogitsLoss(None, None, None, 'sum', torch.ones(4))|x, y",
    "nn.NLLLoss(torch.ones(4), None, 1, None, 'sum')|x, t",
    "nn.CrossEntropyLoss(torch.ones(4), None, 1, None, 'sum', 0.1)|x, t",
    "nn.MultiheadAttention(6, 2, 0.5, False, False, False, None, None, True)|seq, seq, seq",
    "nn.MultiheadAttention(6, 2, kdim=6, vdim=5)|seq, seq, seq[..., :5]",
    "nn.MultiheadAttention(6, 4)|seq, seq, seq",
    "nn.TransformerEncoderLayer(6, 2, 3, 0.1, 'gelu', 1e-3, True, True, False)|seq",
    "nn.TransformerEncoder(nn.TransformerEncoderLayer(6, 2, 3), 2, nn.LayerNorm(6), False, False)|seq",
    "nn.ReLU(True)|x",
    "nn.ReLU(False, True)|x",
    "nn.Sequential(nn.ReLU(), nn.Tanh())|x",
    "nn.Sequential(nn.ReLU(), bogus=1)|x",
    "nn.Sequential(nn.ReLU())|x, x",
    "nn.ReLU().train(mode=False)|x",
    "nn.Dropout().train(False)|x",
    "nn.Dropout().train(mode=False)|x",
    "nn.Dropout().eval()|x",
    "nn.Dropout().train()|x",
    "nn.Linear(4, 3).double()|x.double()",
    "nn.Linear(4, 3).requires_grad_(False)|x",
    "nn.Linear(4, 3).to(torch.float64)|x.double()",
    "nn.Linear(4, 3).float()|x",
    "nn.Linear(4, 3).half()|x.half()",
]


def short_type(annotation):
    dtype, sizes = annotation[:-1].split("[")
    return SHORT[dtype], [int(n) for n in sizes.split(",") if n.strip()]


def example(annotation):
    dtype, shape = short_type(annotation)
    return torch.zeros(shape, dtype=dtype)


def brief(text):
    """A graph's operators, one a line; arguments as they stand."""
    out = []
    for line in text.split("\n"):
        line = re.sub(r" : \[num_users=\d+\]", "", line.strip())
        if line.startswith("graph()") or "= placeholder[" in line or line == "":
            continue
        line = re.sub(
            r"^%(\S+) = call_function\[target=(?:torch\.ops\.aten\.)?(.*?)\]\(args = \((.*)\), kwargs = \{(.*)\}\)$",
            lambda m: f"{m[1]} = {m[2]}({m[3]}" + (f"; {m[4]}" if m[4] else "") + ")",
            line,
        )
        out.append(line.removeprefix("return "))
    return "\n".join(out)


def inputs_of(call):
    words = set(re.findall(r"(?<![\w.'])[a-z]\w*(?!\w*=[^=])(?![\w'])", call))
    return [name for name in INPUTS if name in words]


def record(layer, call):
    names = inputs_of(call)
    body = f"self.layer({call})" if layer else call
    init = f"    def __init__(self):\n        super().__init__()\n        self.layer = {layer}\n" if layer else ""
    source = f"class M(nn.Module):\n{init}    def forward(self, {', '.join(names)}):\n        return {body}\n"
    row = {"call": call} if not layer else {"layer": layer, "call": call}
    SEEN.clear()
    try:
        space = {"torch": torch, "nn": nn, "F": F}
        exec(source, space)
        torch.export.export_for_training(space["M"](), tuple(example(INPUTS[n]) for n in names), strict=False)
        row["graph"] = brief(SEEN[0])
    except Exception as e:
        first = str(e).strip().split("\n")[0]
        if isinstance(e, AssertionError) and SEEN:
            raise
        row["error"] = f"{type(e).__name__}: {first[:90]}"
    return row


def parameters(path):
    """Names, and whether they have a default: of Python's functions by inspect, else of the operator's schema."""
    space, name = path.split(".")
    made = getattr({"F": F, "nn": nn}[space], name)
    if space == "nn":
        made = made.__init__
        if path in ("nn.RNN", "nn.GRU", "nn.LSTM"):
            base = [
                (p.name, p.default is not p.empty)
                for p in inspect.signature(nn.RNNBase.__init__).parameters.values()
                if p.name not in ("self", "mode")
            ]
            if path == "nn.RNN":
                base.insert(3, ("nonlinearity", True))
            return base
    elif name.endswith(("pool1d", "pool2d", "pool3d")) and hasattr(F, name + "_with_indices"):
        made = getattr(F, name + "_with_indices")
    try:
        return [
            (p.name, p.default is not p.empty or p.kind in (p.VAR_POSITIONAL, p.VAR_KEYWORD))
            for p in inspect.signature(made).parameters.values()
            if p.name != "self"
        ]
    except ValueError:
        overloads = [
            s
            for s in torch._C._jit_get_schemas_for_operator("aten::" + {"logsigmoid": "log_sigmoid"}.get(name, name))
            if not any(a.is_out for a in s.arguments)
        ]
        out = {}
        for schema in overloads:
            for a in schema.arguments:
                out.setdefault(
                    "input" if a.name == "self" and name != "one_hot" else "tensor" if a.name == "self" else a.name,
                    a.has_default_value(),
                )
        return list(out.items())


def forms(path, base, call):
    """Calls of one function or layer, as text of its arguments."""
    given = dict(part.split("=", 1) for part in re.split(r", (?=\w+=)", base)) if base else {}
    named, placed = ", ".join(f"{k}={v}" for k, v in given.items()), ", ".join(given.values())
    out = [placed]
    if given:
        out.append(named)
    for name, _ in parameters(path):
        for value in (
            VALUES.get(f"{path}.{name}", VALUES.get(name, ["None"]))
            if name not in given or path.startswith("nn.") and f"{path}.{name}" in VALUES
            else []
        ):
            rest = ", ".join(f"{k}={v}" for k, v in given.items() if k != name) if name in given else placed
            out.append(f"{rest}{', ' if rest else ''}{name}={value}")
    out.append(f"{placed}{', ' if placed else ''}bogus=1")
    return out


def main():
    signatures, rows = {}, []
    for path, base in CALLS.items():
        signatures[path] = [n for n, _ in parameters(path)]
        rows += [record("", f"{path}({args})") for args in forms(path, base, "")]
    for path, (base, call) in LAYERS.items():
        signatures[path] = [n for n, _ in parameters(path)]
        if call:
            rows += [record(f"{path}({args})", call) for args in forms(path, base, call)]
            rows += [
                record(f"{path}({base})", f"{call}, {name}={value}") for name, value in FORWARDS.get(path, {}).items()
            ]
    rows += [record("", call) for call in MORE]
    rows += [record(*row.split("|")) for row in MORE_LAYERS]
    seen, unique = set(), []
    for row in rows:
        key = (row.get("layer"), row["call"])
        if key not in seen:
            unique.append(row)
        seen.add(key)
    line = lambda x: json.dumps(x, separators=(",", ":"))
    with open(sys.argv[1], "w") as f:
        f.write(
            '{"torch":"2.6.0",\n"inputs":'
            + line(INPUTS)
            + ',\n"signatures":{\n'
            + ",\n".join(f"{line(k)}:{line(v)}" for k, v in signatures.items())
            + '},\n"rows":[\n'
            + ",\n".join(map(line, unique))
            + "\n]}\n"
        )


main()
