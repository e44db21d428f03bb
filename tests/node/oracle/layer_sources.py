"""Layers of torch.nn, one in a module each, which record_captures.py asks PyTorch about."""


def layer(declaration, call="self.layer(x)", more=""):
    return f"""class M(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = {declaration}
{more}
    def forward(self, x):
        return {call}
"""


LAYERS = [
    ("linear", "nn.Linear(3, 5)", (2, 3)), ("linear_no_bias", "nn.Linear(3, 5, bias=False)", (2, 3)), ("identity", "nn.Identity()", (2, 3)),
    ("conv1d", "nn.Conv1d(2, 4, 3, padding=1)", (1, 2, 6)), ("conv2d", "nn.Conv2d(2, 4, 3, stride=2, bias=False)", (1, 2, 6, 6)), ("conv2d_group", "nn.Conv2d(4, 4, (3, 1), padding=(1, 0), groups=2, dilation=1)", (1, 4, 6, 6)),
    ("conv2d_same", "nn.Conv2d(2, 2, 3, padding='same')", (1, 2, 5, 5)), ("conv_transpose2d", "nn.ConvTranspose2d(2, 3, 2, stride=2)", (1, 2, 4, 4)), ("conv_transpose1d", "nn.ConvTranspose1d(2, 3, 2, stride=2)", (1, 2, 4)),
    ("batch_norm1d", "nn.BatchNorm1d(3)", (4, 3)), ("batch_norm2d", "nn.BatchNorm2d(2, momentum=0.2, eps=1e-3)", (2, 2, 3, 3)), ("batch_norm_plain", "nn.BatchNorm2d(2, affine=False, track_running_stats=False)", (2, 2, 3, 3)),
    ("instance_norm", "nn.InstanceNorm2d(2, affine=True)", (2, 2, 3, 3)), ("layer_norm", "nn.LayerNorm(4)", (2, 4)), ("layer_norm_two", "nn.LayerNorm((3, 4), eps=1e-6, bias=False)", (2, 3, 4)), ("group_norm", "nn.GroupNorm(2, 4)", (2, 4, 3)),
    ("rms_norm", "nn.RMSNorm(4)", (2, 4)), ("dropout", "nn.Dropout(0.2)", (2, 4)), ("dropout2d", "nn.Dropout2d(0.2)", (1, 2, 4, 4)),
    ("relu", "nn.ReLU()", (2, 3)), ("relu_inplace", "nn.ReLU(inplace=True)", (2, 3)), ("relu6", "nn.ReLU6()", (2, 3)), ("silu", "nn.SiLU()", (2, 3)), ("mish", "nn.Mish()", (2, 3)), ("selu", "nn.SELU()", (2, 3)), ("celu", "nn.CELU()", (2, 3)), ("elu", "nn.ELU(0.5)", (2, 3)),
    ("gelu", "nn.GELU()", (2, 3)), ("gelu_tanh", "nn.GELU(approximate='tanh')", (2, 3)), ("glu", "nn.GLU()", (2, 4)), ("leaky_relu", "nn.LeakyReLU(0.2)", (2, 3)), ("prelu", "nn.PReLU()", (2, 3)), ("softplus", "nn.Softplus()", (2, 3)), ("hardsigmoid", "nn.Hardsigmoid()", (2, 3)),
    ("hardswish", "nn.Hardswish()", (2, 3)), ("hardtanh", "nn.Hardtanh()", (2, 3)), ("hardshrink", "nn.Hardshrink()", (2, 3)), ("softshrink", "nn.Softshrink()", (2, 3)), ("threshold", "nn.Threshold(0.1, 20)", (2, 3)), ("sigmoid", "nn.Sigmoid()", (2, 3)), ("tanh", "nn.Tanh()", (2, 3)),
    ("logsigmoid", "nn.LogSigmoid()", (2, 3)), ("softsign", "nn.Softsign()", (2, 3)), ("tanhshrink", "nn.Tanhshrink()", (2, 3)), ("softmin", "nn.Softmin(dim=1)", (2, 3)), ("softmax", "nn.Softmax(dim=-1)", (2, 3)), ("log_softmax", "nn.LogSoftmax(dim=1)", (2, 3)), ("softmax2d", "nn.Softmax2d()", (1, 2, 3, 3)),
    ("max_pool1d", "nn.MaxPool1d(2)", (1, 2, 6)), ("max_pool2d", "nn.MaxPool2d(2, stride=1, padding=1)", (1, 2, 6, 6)), ("avg_pool1d", "nn.AvgPool1d(2)", (1, 2, 6)), ("avg_pool2d", "nn.AvgPool2d(2)", (1, 2, 6, 6)), ("adaptive_avg_pool1d", "nn.AdaptiveAvgPool1d(1)", (1, 2, 6)), ("adaptive_avg_pool2d", "nn.AdaptiveAvgPool2d((1, 1))", (1, 2, 6, 6)),
    ("adaptive_max_pool2d", "nn.AdaptiveMaxPool2d(2)", (1, 2, 6, 6)), ("flatten", "nn.Flatten()", (2, 3, 4)), ("unflatten", "nn.Unflatten(1, (2, 3))", (2, 6)), ("zero_pad2d", "nn.ZeroPad2d(1)", (1, 2, 3, 3)), ("constant_pad1d", "nn.ConstantPad1d(2, 0.5)", (1, 2, 3)), ("reflection_pad2d", "nn.ReflectionPad2d(1)", (1, 2, 4, 4)),
    ("pixel_shuffle", "nn.PixelShuffle(2)", (1, 4, 3, 3)), ("upsample", "nn.Upsample(scale_factor=2)", (1, 2, 3, 3)), ("upsample_bilinear", "nn.Upsample(size=(6, 6), mode='bilinear', align_corners=False)", (1, 2, 3, 3)),
    ("lstm", "nn.LSTM(3, 4, batch_first=True)", (2, 5, 3)), ("gru", "nn.GRU(3, 4)", (5, 2, 3)), ("rnn", "nn.RNN(3, 4, num_layers=2)", (5, 2, 3)), ("lstm_bidirectional", "nn.LSTM(3, 4, bidirectional=True)", (5, 2, 3)),
    ("sequential", "nn.Sequential(nn.Linear(3, 4), nn.ReLU(), nn.Linear(4, 2))", (2, 3)), ("nested_sequential", "nn.Sequential(nn.Sequential(nn.Linear(3, 4), nn.Tanh()), nn.Sequential(nn.Linear(4, 2)))", (2, 3)),
    ("conv_transpose3d", "nn.ConvTranspose3d(2, 3, 2, stride=2)", (1, 2, 2, 3, 3)), ("avg_pool3d", "nn.AvgPool3d(2, stride=1)", (1, 2, 3, 4, 4)), ("adaptive_avg_pool3d", "nn.AdaptiveAvgPool3d((1, None, 2))", (1, 2, 3, 4, 4)), ("adaptive_max_pool3d", "nn.AdaptiveMaxPool3d(2)", (1, 2, 4, 4, 4)),
    ("lp_pool1d", "nn.LPPool1d(2, 3, stride=2)", (1, 2, 7)), ("lp_pool2d", "nn.LPPool2d(1.5, (2, 3))", (1, 2, 6, 6)), ("lp_pool3d", "nn.LPPool3d(2, 2, ceil_mode=True)", (1, 2, 3, 4, 4)), ("local_response_norm", "nn.LocalResponseNorm(3, alpha=0.1)", (2, 4, 3, 3)), ("local_response_norm_rows", "nn.LocalResponseNorm(2)", (2, 4, 5)),
    ("channel_shuffle", "nn.ChannelShuffle(2)", (1, 4, 3, 3)), ("pixel_unshuffle", "nn.PixelUnshuffle(2)", (1, 1, 4, 4)), ("zero_pad1d", "nn.ZeroPad1d(2)", (1, 2, 3)), ("zero_pad3d", "nn.ZeroPad3d((1, 0, 0, 1, 2, 0))", (1, 2, 2, 3, 3)), ("constant_pad2d", "nn.ConstantPad2d((1, 2, 0, 1), 3.5)", (1, 2, 3, 3)),
    ("constant_pad3d", "nn.ConstantPad3d(1, -1.0)", (1, 2, 2, 3, 3)), ("reflection_pad1d", "nn.ReflectionPad1d((1, 2))", (1, 2, 5)), ("reflection_pad3d", "nn.ReflectionPad3d(1)", (1, 2, 3, 3, 3)), ("replication_pad1d", "nn.ReplicationPad1d(2)", (2, 5)), ("replication_pad2d", "nn.ReplicationPad2d((1, 0, 2, 0))", (1, 2, 3, 3)),
    ("replication_pad3d", "nn.ReplicationPad3d(1)", (1, 2, 3, 3, 3)), ("circular_pad1d", "nn.CircularPad1d(1)", (1, 2, 5)), ("circular_pad2d", "nn.CircularPad2d((1, 2, 0, 1))", (1, 2, 4, 4)), ("circular_pad3d", "nn.CircularPad3d(1)", (1, 2, 3, 3, 3)),
    ("conv1d_reflect", "nn.Conv1d(2, 3, 3, padding=1, padding_mode='reflect')", (1, 2, 6)), ("conv2d_circular", "nn.Conv2d(2, 3, 3, padding=(1, 2), padding_mode='circular')", (1, 2, 6, 6)), ("conv2d_same_replicate", "nn.Conv2d(2, 3, 4, padding='same', padding_mode='replicate')", (1, 2, 6, 6)),
    ("dropout3d", "nn.Dropout3d(0.2)", (1, 2, 3, 4, 4)), ("dropout3d_unbatched", "nn.Dropout3d(0.2)", (2, 3, 4, 4)), ("feature_alpha_dropout", "nn.FeatureAlphaDropout(0.2)", (2, 3, 4)), ("rrelu", "nn.RReLU(0.1, 0.4)", (2, 3)),
]
PAIRS = [("mse_loss", "nn.MSELoss()"), ("l1_loss", "nn.L1Loss(reduction='sum')"), ("smooth_l1_loss", "nn.SmoothL1Loss()"), ("huber_loss", "nn.HuberLoss()"), ("bce_with_logits", "nn.BCEWithLogitsLoss()"), ("cosine_similarity", "nn.CosineSimilarity()"), ("pairwise_distance", "nn.PairwiseDistance()"), ("bilinear", "nn.Bilinear(3, 3, 2)"),
         ("kl_div_loss", "nn.KLDivLoss(reduction='batchmean', log_target=True)"), ("poisson_nll_loss", "nn.PoissonNLLLoss(full=True, reduction='sum')"), ("soft_margin_loss", "nn.SoftMarginLoss()"),
         ("multi_label_soft_margin_loss", "nn.MultiLabelSoftMarginLoss(weight=torch.tensor([1.0, 2.0, 0.5]))"), ("multi_label_soft_margin_sum", "nn.MultiLabelSoftMarginLoss(reduction='sum')"), ("hinge_embedding_loss", "nn.HingeEmbeddingLoss(margin=0.5)")]
