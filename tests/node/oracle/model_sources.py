"""Models as people write them, which record_captures.py asks PyTorch about: subclasses of layers, configurations, loops
over containers."""

from torch import randint, randn as r

MODELS = {}


def i(high, *shape):
    return randint(0, high, shape)


def model(name, source, *inputs):
    MODELS[name] = (source.lstrip("\n"), lambda: inputs)


model(
    "mobilenet_se",
    """
class SqueezeExcite(nn.Module):
    def __init__(self, channels, reduction=2):
        super().__init__()
        self.pool = nn.AdaptiveAvgPool2d(1)
        self.fc = nn.Sequential(nn.Linear(channels, channels // reduction), nn.ReLU(inplace=True), nn.Linear(channels // reduction, channels), nn.Hardsigmoid(inplace=True))
    def forward(self, x):
        b, c, *_ = x.size()
        y = self.pool(x).view(b, c)
        y = self.fc(y).view(b, c, 1, 1)
        return x * y.expand_as(x)

class InvertedResidual(nn.Module):
    def __init__(self, inp, oup, stride, expand_ratio, use_se=True):
        super().__init__()
        assert stride in [1, 2]
        hidden_dim = int(round(inp * expand_ratio))
        self.use_res_connect = stride == 1 and inp == oup
        layers = []
        if expand_ratio != 1:
            layers.extend([nn.Conv2d(inp, hidden_dim, 1, bias=False), nn.BatchNorm2d(hidden_dim), nn.ReLU6(inplace=True)])
        layers += [nn.Conv2d(hidden_dim, hidden_dim, 3, stride, 1, groups=hidden_dim, bias=False), nn.BatchNorm2d(hidden_dim), nn.Hardswish(inplace=True)]
        if use_se:
            layers.append(SqueezeExcite(hidden_dim))
        layers.extend([nn.Conv2d(hidden_dim, oup, 1, bias=False), nn.BatchNorm2d(oup)])
        self.conv = nn.Sequential(*layers)
    def forward(self, x):
        if self.use_res_connect:
            return x + self.conv(x)
        else:
            return self.conv(x)

class M(nn.Module):
    def __init__(self, width_mult=1.0):
        super().__init__()
        settings = [
            # t, c, n, s
            [1, 4, 1, 1],
            [2, 6, 2, 2],
        ]
        input_channel = 4
        self.features = [nn.Conv2d(3, input_channel, 3, 2, 1)]
        for t, c, n, s in settings:
            output_channel = int(c * width_mult)
            for i in range(n):
                stride = s if i == 0 else 1
                self.features.append(InvertedResidual(input_channel, output_channel, stride, expand_ratio=t))
                input_channel = output_channel
        self.features = nn.Sequential(*self.features)
        self.classifier = nn.Sequential(nn.Dropout(0.2), nn.Linear(input_channel, 3))
    def forward(self, x):
        x = self.features(x)
        x = x.mean([2, 3])
        return self.classifier(x)
""",
    r(2, 3, 8, 8),
)

model(
    "lora",
    """
class LoRALinear(nn.Linear):
    def __init__(self, in_features, out_features, r=2, lora_alpha=4, **kwargs):
        nn.Linear.__init__(self, in_features, out_features, **kwargs)
        self.lora_A = nn.Parameter(self.weight.new_zeros((r, in_features)))
        self.lora_B = nn.Parameter(self.weight.new_zeros((out_features, r)))
        self.scaling = lora_alpha / r
        self.weight.requires_grad = False
        nn.init.kaiming_uniform_(self.lora_A, a=math.sqrt(5))
        nn.init.zeros_(self.lora_B)
    def forward(self, x):
        result = F.linear(x, self.weight, bias=self.bias)
        result += (x @ self.lora_A.transpose(0, 1) @ self.lora_B.transpose(0, 1)) * self.scaling
        return result

class M(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc1 = LoRALinear(4, 6)
        self.fc2 = LoRALinear(6, 3, bias=False)
    def forward(self, x):
        return self.fc2(torch.relu(self.fc1(x)))
""",
    r(2, 4),
)

model(
    "inception",
    """
class BasicConv(nn.Module):
    def __init__(self, cin, cout, **kwargs):
        super().__init__()
        self.conv = nn.Conv2d(cin, cout, bias=False, **kwargs)
        self.bn = nn.BatchNorm2d(cout, eps=0.001)
    def forward(self, x):
        return F.relu(self.bn(self.conv(x)), inplace=True)

class M(nn.Module):
    def __init__(self, conv_block=None):
        super().__init__()
        if conv_block is None:
            conv_block = BasicConv
        self.b1 = conv_block(2, 2, kernel_size=1)
        self.b5 = nn.Sequential(conv_block(2, 2, kernel_size=1), conv_block(2, 2, kernel_size=5, padding=2))
        self.pool = conv_block(2, 2, kernel_size=1)
    def _forward(self, x):
        branch1 = self.b1(x)
        branch5 = self.b5(x)
        pool = F.avg_pool2d(x, kernel_size=3, stride=1, padding=1)
        return [branch1, branch5, self.pool(pool)]
    def forward(self, x):
        outputs = self._forward(x)
        return torch.cat(outputs, 1)
""",
    r(1, 2, 6, 6),
)

model(
    "wavenet",
    """
class CausalConv1d(nn.Conv1d):
    def __init__(self, in_channels, out_channels, kernel_size, dilation=1):
        super().__init__(in_channels, out_channels, kernel_size, dilation=dilation)
        self.left_pad = (kernel_size - 1) * dilation
    def forward(self, x):
        return super().forward(F.pad(x, (self.left_pad, 0)))

class M(nn.Module):
    def __init__(self):
        super().__init__()
        self.start = nn.Conv1d(1, 4, 1)
        self.filters = nn.ModuleList([CausalConv1d(4, 4, 2, 2 ** i) for i in range(2)])
        self.gates = nn.ModuleList([CausalConv1d(4, 4, 2, 2 ** i) for i in range(2)])
        self.skips = nn.ModuleList([nn.Conv1d(4, 3, 1) for _ in range(2)])
        self.end = nn.Conv1d(3, 2, 1)
    def forward(self, x):
        x = self.start(x)
        skip = 0
        for f, g, s in zip(self.filters, self.gates, self.skips):
            residual = x
            x = torch.tanh(f(x)) * torch.sigmoid(g(x))
            skip = skip + s(x)
            x = x + residual
        return self.end(F.relu(skip))
""",
    r(1, 1, 8),
)

model(
    "perceiver",
    """
def exists(val):
    return val is not None

def default(val, d):
    return val if exists(val) else d

class PreNorm(nn.Module):
    def __init__(self, dim, fn, context_dim=None):
        super().__init__()
        self.fn = fn
        self.norm = nn.LayerNorm(dim)
        self.norm_context = nn.LayerNorm(context_dim) if exists(context_dim) else None
    def forward(self, x, **kwargs):
        x = self.norm(x)
        if exists(self.norm_context):
            context = kwargs['context']
            normed_context = self.norm_context(context)
            kwargs.update(context=normed_context)
        return self.fn(x, **kwargs)

class GEGLU(nn.Module):
    def forward(self, x):
        x, gates = x.chunk(2, dim=-1)
        return x * F.gelu(gates)

class Attention(nn.Module):
    def __init__(self, query_dim, context_dim=None, heads=2, dim_head=2):
        super().__init__()
        inner_dim = dim_head * heads
        context_dim = default(context_dim, query_dim)
        self.scale = dim_head ** -0.5
        self.heads = heads
        self.to_q = nn.Linear(query_dim, inner_dim, bias=False)
        self.to_kv = nn.Linear(context_dim, inner_dim * 2, bias=False)
        self.to_out = nn.Linear(inner_dim, query_dim)
    def forward(self, x, context=None, mask=None):
        h = self.heads
        q = self.to_q(x)
        context = default(context, x)
        k, v = self.to_kv(context).chunk(2, dim=-1)
        q, k, v = map(lambda t: t.reshape(t.shape[0], t.shape[1], h, -1).permute(0, 2, 1, 3).reshape(t.shape[0] * h, t.shape[1], -1), (q, k, v))
        sim = torch.einsum('b i d, b j d -> b i j', q, k) * self.scale
        attn = sim.softmax(dim=-1)
        out = torch.einsum('b i j, b j d -> b i d', attn, v)
        out = out.reshape(-1, h, out.shape[1], out.shape[2]).permute(0, 2, 1, 3).flatten(2)
        return self.to_out(out)

class M(nn.Module):
    def __init__(self, depth=2):
        super().__init__()
        self.latents = nn.Parameter(torch.randn(3, 4))
        self.layers = nn.ModuleList([])
        for i in range(depth):
            self.layers.append(nn.ModuleList([PreNorm(4, Attention(4, 6), context_dim=6), PreNorm(4, nn.Sequential(nn.Linear(4, 16), GEGLU(), nn.Linear(8, 4)))]))
    def forward(self, data, mask=None):
        b = data.shape[0]
        x = self.latents[None].repeat(b, 1, 1)
        for cross_attn, cross_ff in self.layers:
            x = cross_attn(x, context=data) + x
            x = cross_ff(x) + x
        return x.mean(dim=-2)
""",
    r(2, 5, 6),
)

model(
    "super_old",
    """
class Base(nn.Module):
    def __init__(self, d):
        super(Base, self).__init__()
        self.d = d
        self.build()
    def build(self):
        raise NotImplementedError
    @property
    def scale(self):
        return self.d ** -0.5
    def extra_repr(self):
        return "d={}".format(self.d)

class M(Base):
    def __init__(self):
        super(M, self).__init__(4)
        self.add_module("extra", nn.Linear(4, 4))
    def build(self):
        self.a = nn.Linear(self.d, self.d)
        setattr(self, "b_1", nn.Linear(self.d, 2))
    def forward(self, x, *, flag: bool = True):
        x = self.a(x) * self.scale
        x = getattr(self, "b_%d" % 1)(x) if flag else x
        return x
""",
    r(2, 4),
)

model(
    "texts_and_sorting",
    """
class M(nn.Module):
    sizes = (3, 1, 2)

    @classmethod
    def twice(cls, x):
        return x * cls.sizes[0] * 2

    def forward(self, x):
        name = "a_%d" % 3 + "{}_{b:.1f}".format(1, b=2.5) + f"{x.shape[0]:02d}"
        assert name == "a_31_2.502", name
        options = {"scale": 2}
        options.update(shift=1, **{"more": 3})
        options.setdefault("last", 4)
        for key in sorted(options, reverse=True):
            x = x * options[key]
        if "more" in options:
            x = x + options.pop("more") + len(options) + sorted(["bb", "a"], key=len).index("bb")
        parts = list(map(lambda t: t * 2, (x, x + 1)))
        kept = list(filter(lambda size: size > 1, self.sizes))
        picked = x[slice(0, 1)] + x[(slice(None), slice(1, 2))]
        return parts, M.twice(x) * max(kept), picked, hasattr(self, "twice") and not hasattr(self, "thrice") and hasattr(F, "scaled_dot_product_attention")
""",
    r(2, 3),
)

model(
    "conversions",
    """
class M(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("b", torch.LongTensor([1, 2, 3]))
        self.w = nn.Parameter(torch.Tensor([1.0, 2.0, 3.0]))
        self.scale = nn.Parameter(torch.FloatTensor(3))
        nn.init.constant_(self.scale, 0.5)
    def forward(self, x, y):
        a = x.to("cpu") + 1, x.to(x.device) + 1, x.to(device=x.device, dtype=torch.float64), x.to("cpu", dtype=torch.float32) * 2, x.to(dtype=torch.float16, device=torch.device("cpu"))
        c = x.to(y), y.to(x) * 2, x.to(torch.float64, copy=True), x.to(torch.float32, copy=True), x.to(torch.float64, non_blocking=True), x.cpu() + self.b.to(x.device)
        d = x.type("torch.DoubleTensor"), x.type(torch.int32), x.type_as(y), x[None].to(memory_format=torch.contiguous_format)
        e = torch.ones(2, 3, device=x.device, dtype=x.dtype) * self.w * self.scale if not torch.jit.is_scripting() and x.device.type == "cpu" else x
        return a, c, d, e, F.gumbel_softmax(x, hard=True), torch.empty_like(x).uniform_(0, 1), x.new_empty((2, 1)).bernoulli_(0.9)
""",
    r(2, 3),
    i(3, 2, 3),
)

model(
    "containers_changed",
    """
class M(nn.Module):
    def __init__(self):
        super().__init__()
        self.ws = nn.ParameterDict({"left": torch.ones(3), "right": nn.Parameter(torch.zeros(3))})
        self.ws["more"] = torch.full((3,), 2.0)
        self.rows = nn.ParameterList([torch.ones(3)])
        self.rows.append(torch.zeros(3))
        self.layers = nn.ModuleList([nn.Linear(3, 3), nn.ReLU()])
        self.layers.insert(1, nn.Tanh())
        self.layers[0] = nn.Linear(3, 3, bias=False)
        self.heads = nn.ModuleDict()
        self.heads.update({"one": nn.Linear(3, 1), "two": nn.Linear(3, 2)})
    def forward(self, x):
        for layer in self.layers:
            x = layer(x)
        for name, w in self.ws.items():
            x = x * w
        x = x + self.rows[0] + self.rows[-1]
        return {**{name: head(x) for name, head in self.heads.items()}, "x": x} if "left" in {"left", "right"} else x
""",
    r(2, 3),
)

model(
    "made_on_the_way",
    """
class M(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("n", torch.zeros(3))
        self.l = nn.Linear(3, 3)
    def forward(self, x):
        x = nn.ReLU()(x) + nn.Softmax(dim=-1)(x)
        rows = sum(x) + sum(row * 2 for row in x)
        return x, rows, nn.functional.relu(self.l(x)) + self.n
""",
    r(2, 3),
)

model(
    "members_by_name",
    """
class M(nn.Module):
    def __init__(self):
        super().__init__()
        self.p = nn.Parameter(torch.ones(3))
        self.register_buffer("b", torch.ones(3))
        self.l = nn.Linear(3, 3)
    def forward(self, x):
        return x.data + self.get_parameter("l.weight")[0] + self.get_buffer("b") + self.get_submodule("l")(x) + self.p.data
""",
    r(2, 3),
)
