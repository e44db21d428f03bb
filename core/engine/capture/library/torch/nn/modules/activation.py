class _Inplace(Module):
    def __init__(self, inplace=False):
        self.inplace = inplace


class ReLU(_Inplace):
    def forward(self, input):
        return F.relu(input, inplace=self.inplace)  # @activation.py:133=143


class ReLU6(_Inplace):
    def __init__(self, inplace=False):
        super().__init__(inplace)
        self.min_val, self.max_val = 0.0, 6.0

    def forward(self, input):
        return F.hardtanh(input, self.min_val, self.max_val, self.inplace)  # @activation.py:269=294


class SiLU(_Inplace):
    def forward(self, input):
        return F.silu(input, inplace=self.inplace)  # @activation.py:432=476


class Mish(_Inplace):
    def forward(self, input):
        return F.mish(input, inplace=self.inplace)  # @activation.py:471=521


class SELU(_Inplace):
    def forward(self, input):
        return F.selu(input, self.inplace)  # @activation.py:656=727


class Hardsigmoid(_Inplace):
    def forward(self, input):
        return F.hardsigmoid(input, self.inplace)  # @activation.py:367=404


class Hardswish(_Inplace):
    def forward(self, input):
        return F.hardswish(input, self.inplace)  # @activation.py:517=573


class Hardtanh(Module):
    def __init__(self, min_val=-1.0, max_val=1.0, inplace=False, min_value=None, max_value=None):
        self.min_val, self.max_val, self.inplace = (
            min_val if min_value is None else min_value,
            max_val if max_value is None else max_value,
            inplace,
        )
        if self.max_val <= self.min_val:
            raise AssertionError("max_val must be above min_val")

    def forward(self, input):
        return F.hardtanh(input, self.min_val, self.max_val, self.inplace)  # @activation.py:269=294


class ELU(Module):
    def __init__(self, alpha=1.0, inplace=False):
        self.alpha, self.inplace = alpha, inplace

    def forward(self, input):
        return F.elu(input, self.alpha, self.inplace)  # @activation.py:561=620


class CELU(ELU):
    def forward(self, input):
        return F.celu(input, self.alpha, self.inplace)  # @activation.py:606=671


class GELU(Module):
    def __init__(self, approximate="none"):
        self.approximate = approximate

    def forward(self, input):
        return F.gelu(input, approximate=self.approximate)  # @activation.py:734=817


class GLU(Module):
    def __init__(self, dim=-1):
        self.dim = dim

    def forward(self, input):
        return F.glu(input, self.dim)  # @activation.py:692=769


class LeakyReLU(Module):
    def __init__(self, negative_slope=1e-2, inplace=False):
        self.negative_slope, self.inplace = negative_slope, inplace

    def forward(self, input):
        return F.leaky_relu(input, self.negative_slope, self.inplace)  # @activation.py:828=923


class PReLU(Module):
    def __init__(self, num_parameters=1, init=0.25, device=None, dtype=None):
        self.num_parameters, self.init = num_parameters, init
        self.weight = Parameter(torch.full((num_parameters,), init))
        if type(self).reset_parameters is not PReLU.reset_parameters:
            self.reset_parameters()

    def reset_parameters(self):
        constant_(self.weight, self.init)

    def forward(self, input):
        return F.prelu(input, self.weight)  # @activation.py:1517=1649


class Softplus(Module):
    def __init__(self, beta=1.0, threshold=20.0):
        self.beta, self.threshold = beta, threshold

    def forward(self, input):
        return F.softplus(input, self.beta, self.threshold)  # @activation.py:897=1001


class Hardshrink(Module):
    def __init__(self, lambd=0.5):
        self.lambd = lambd

    def forward(self, input):
        return F.hardshrink(input, self.lambd)  # @activation.py:777=866


class Softshrink(Hardshrink):
    def forward(self, input):
        if self.lambd < 0:
            raise RuntimeError("lambd of Softshrink must not be less than zero")
        return F.softshrink(input, self.lambd)  # @activation.py:938=1048


class Threshold(Module):
    def __init__(self, threshold, value, inplace=False):
        self.threshold, self.value, self.inplace = threshold, value, inplace

    def forward(self, input):
        return F.threshold(input, self.threshold, self.value, self.inplace)  # @activation.py:90=94


class RReLU(Module):
    def __init__(self, lower=0.125, upper=0.3333333333333333, inplace=False):
        self.lower, self.upper, self.inplace = lower, upper, inplace

    def forward(self, input):
        return F.rrelu(input, self.lower, self.upper, self.training, self.inplace)  # @activation.py:193=209


class Sigmoid(Module):
    def forward(self, input):
        return torch.sigmoid(input)  # @activation.py:327=361


class Tanh(Module):
    def forward(self, input):
        return torch.tanh(input)  # @activation.py:392=433


class LogSigmoid(Module):
    def forward(self, input):
        return F.logsigmoid(input)  # @activation.py:855=956


class Softsign(Module):
    def forward(self, input):
        return F.softsign(input)  # @activation.py:1543=1681


class Tanhshrink(Module):
    def forward(self, input):
        return F.tanhshrink(input)  # @activation.py:1566=1707


class Softmin(Module):
    def __init__(self, dim=None):
        self.dim = dim

    def forward(self, input):
        return F.softmin(input, self.dim, _stacklevel=5)  # @activation.py:1613=1757


class Softmax(Softmin):
    def forward(self, input):
        return F.softmax(input, self.dim, _stacklevel=5)  # @activation.py:1672=1824


class LogSoftmax(Softmin):
    def forward(self, input):
        return F.log_softmax(input, self.dim, _stacklevel=5)  # @activation.py:1748=1911


class Softmax2d(Module):
    def forward(self, input):
        return F.softmax(input, -3, _stacklevel=5)  # @activation.py:1705=1863


class NonDynamicallyQuantizableLinear(Linear):
    pass


class MultiheadAttention(Module):
    def __init__(
        self,
        embed_dim,
        num_heads,
        dropout=0.0,
        bias=True,
        add_bias_kv=False,
        add_zero_attn=False,
        kdim=None,
        vdim=None,
        batch_first=False,
        device=None,
        dtype=None,
    ):
        self.embed_dim, self.num_heads, self.dropout, self.batch_first = embed_dim, num_heads, dropout, batch_first
        kdim = embed_dim if kdim is None else kdim
        vdim = embed_dim if vdim is None else vdim
        if add_bias_kv or add_zero_attn:
            raise NotImplementedError("add_bias_kv and add_zero_attn are outside of the subset that is captured")
        self.kdim, self.vdim, self.head_dim = kdim, vdim, embed_dim // num_heads
        self.bias_k, self.bias_v, self.add_zero_attn = None, None, add_zero_attn
        self.packed = self._qkv_same_embed_dim = kdim == embed_dim and vdim == embed_dim
        if self.packed:
            self.in_proj_weight = Parameter(torch.empty((3 * embed_dim, embed_dim)))
            self.q_proj_weight = self.k_proj_weight = self.v_proj_weight = None
        else:
            self.in_proj_weight = None
            self.q_proj_weight = Parameter(torch.empty((embed_dim, embed_dim)))
            self.k_proj_weight = Parameter(torch.empty((embed_dim, kdim)))
            self.v_proj_weight = Parameter(torch.empty((embed_dim, vdim)))
        self.in_proj_bias = Parameter(torch.empty(3 * embed_dim)) if bias else None
        self.out_proj = NonDynamicallyQuantizableLinear(embed_dim, embed_dim, bias=bias)
        self._reset_parameters()

    def _reset_parameters(self):
        if self.packed:
            xavier_uniform_(self.in_proj_weight)
        else:
            xavier_uniform_(self.q_proj_weight)
            xavier_uniform_(self.k_proj_weight)
            xavier_uniform_(self.v_proj_weight)
        if self.in_proj_bias is not None:
            constant_(self.in_proj_bias, 0.0)
            constant_(self.out_proj.bias, 0.0)

    # PyTorch asks whether its fast path can be taken before it projects. What it reads for that comes first among the
    # inputs of strict capture (2.14), which have the order of first reads.
    def _read_for_fast_path(self, query):
        return self.in_proj_bias is None or query.dtype == self.in_proj_bias.dtype

    def forward(
        self,
        query,
        key,
        value,
        key_padding_mask=None,
        need_weights=True,
        attn_mask=None,
        average_attn_weights=True,
        is_causal=False,
    ):
        batched = query.dim() == 3
        if is_causal and attn_mask is None:
            raise RuntimeError("is_causal is a hint that goes with attn_mask")
        if key_padding_mask is not None and key_padding_mask.dtype == torch.bool:
            zeros = torch.zeros_like(  # @activation.py:1220=1337 key_padding_mask = F._canonical_mask(
                key_padding_mask, dtype=query.dtype
            )
            key_padding_mask = zeros.masked_fill_(  # @activation.py:1220=1337 key_padding_mask = F._canonical_mask(
                key_padding_mask, float("-inf")
            )
        if attn_mask is not None and attn_mask.dtype == torch.bool:
            zeros = torch.zeros_like(  # @activation.py:1228=1345 attn_mask = F._canonical_mask(
                attn_mask, dtype=query.dtype
            )
            attn_mask = zeros.masked_fill_(  # @activation.py:1228=1345 attn_mask = F._canonical_mask(
                attn_mask, float("-inf")
            )
        if batched and query is key and key is value:
            self._read_for_fast_path(query)
        if self.batch_first and batched:
            if key is value and query is key:
                query = key = value = query.transpose(1, 0)  # @activation.py:1339=1461
            elif key is value:
                query = (
                    query.transpose(  # @activation.py:1341=1463 query, key = (x.transpose(1, 0) for x in (query, key))
                        1, 0
                    )
                )
                key = key.transpose(  # @activation.py:1341=1463 query, key = (x.transpose(1, 0) for x in (query, key))
                    1, 0
                )
                value = key
            else:
                query = query.transpose(  # @activation.py:1344=1466 query, key, value = (x.transpose(1, 0) for x in (query, key, value))
                    1, 0
                )
                key = key.transpose(  # @activation.py:1344=1466 query, key, value = (x.transpose(1, 0) for x in (query, key, value))
                    1, 0
                )
                value = value.transpose(  # @activation.py:1344=1466 query, key, value = (x.transpose(1, 0) for x in (query, key, value))
                    1, 0
                )
        given = (query, key, value, batched, key_padding_mask, need_weights, attn_mask, average_attn_weights, is_causal)
        if self.packed:
            out, weights = (
                attend(  # @activation.py:1373=1495 attn_output, attn_output_weights = F.multi_head_attention_forward(
                    self, *given
                )
            )
        else:
            out, weights = (
                attend(  # @activation.py:1347=1469 attn_output, attn_output_weights = F.multi_head_attention_forward(
                    self, *given
                )
            )
        if self.batch_first and batched:
            out = out.transpose(  # @activation.py:1395=1517 return attn_output.transpose(1, 0), attn_output_weights || attn_output = attn_output.transpose(1, 0)
                1, 0
            )
        return out, weights


def projected(layer, query, key, value):
    w, b, e = layer.in_proj_weight, layer.in_proj_bias, query.size(-1)
    if key is value and query is key:
        packed = F.linear(query, w, b).unflatten(-1, (3, e)).unsqueeze(0).transpose(0, -2).squeeze(-2).contiguous()
        return packed[0], packed[1], packed[2]
    if key is value:
        w_q, w_kv = w.split([e, e * 2])
        b_q, b_kv = (None, None) if b is None else b.split([e, e * 2])
        q = F.linear(query, w_q, b_q)
        packed = F.linear(key, w_kv, b_kv).unflatten(-1, (2, e)).unsqueeze(0).transpose(0, -2).squeeze(-2).contiguous()
        return q, packed[0], packed[1]
    w_q, w_k, w_v = w.chunk(3)
    b_q, b_k, b_v = (None, None, None) if b is None else b.chunk(3)
    return F.linear(query, w_q, b_q), F.linear(key, w_k, b_k), F.linear(value, w_v, b_v)


def attend(layer, query, key, value, batched, key_padding_mask, need_weights, attn_mask, average, is_causal):
    if not batched:
        query = query.unsqueeze(1)
        key, value = key.unsqueeze(1), value.unsqueeze(1)
        if key_padding_mask is not None:
            key_padding_mask = key_padding_mask.unsqueeze(0)
    heads = layer.num_heads
    length, batch, embed = query.shape
    source = key.shape[0]
    width = embed // heads
    if is_causal and key_padding_mask is None and not need_weights:
        attn_mask = None
    elif attn_mask is not None and key_padding_mask is not None:
        is_causal = False
    if layer.packed and key.shape != value.shape:
        raise AssertionError(f"key shape {key.shape} does not match value shape {value.shape}")
    if not layer.packed and key.shape[:2] != value.shape[:2]:
        raise AssertionError(f"key's sequence and batch dims {key.shape[:2]} do not match value's {value.shape[:2]}")
    if layer.packed:
        q, k, v = projected(layer, query, key, value)
    else:
        for tensor in (layer.in_proj_bias, layer.out_proj.weight, layer.out_proj.bias):
            _ = tensor is None  # read before the other three, for has_torch_function
        b_q, b_k, b_v = (None, None, None) if layer.in_proj_bias is None else layer.in_proj_bias.chunk(3)
        q, k, v = (
            F.linear(query, layer.q_proj_weight, b_q),
            F.linear(key, layer.k_proj_weight, b_k),
            F.linear(value, layer.v_proj_weight, b_v),
        )
    if attn_mask is not None and attn_mask.dim() == 2:
        if attn_mask.shape != (length, source):
            raise RuntimeError(f"The shape of the 2D attn_mask is {attn_mask.shape}, but should be {(length, source)}.")
        attn_mask = attn_mask.unsqueeze(0)
    elif attn_mask is not None and attn_mask.dim() == 3:
        if attn_mask.shape != (batch * heads, length, source):
            raise RuntimeError(
                f"The shape of the 3D attn_mask is {attn_mask.shape}, but should be {(batch * heads, length, source)}."
            )
    elif attn_mask is not None:
        raise RuntimeError(f"attn_mask's dimension {attn_mask.dim()} is not supported")
    q = q.view(length, batch * heads, width).transpose(0, 1)
    k = k.view(k.shape[0], batch * heads, width).transpose(0, 1)
    v = v.view(v.shape[0], batch * heads, width).transpose(0, 1)
    source = k.size(1)
    if key_padding_mask is not None:
        if key_padding_mask.shape[0] != batch:
            raise AssertionError(
                f"Expected key_padded_mask.shape[0] to be {batch}, but got {key_padding_mask.shape[0]}"
            )
        if key_padding_mask.shape[1] != source:
            raise AssertionError(
                f"Expected key_padded_mask.shape[1] to be {source}, but got {key_padding_mask.shape[1]}"
            )
        key_padding_mask = (
            key_padding_mask.view(batch, 1, 1, source).expand(-1, heads, -1, -1).reshape(batch * heads, 1, source)
        )
        attn_mask = key_padding_mask if attn_mask is None else attn_mask + key_padding_mask
    dropout = layer.dropout if layer.training else 0.0
    if need_weights:
        scaled = q * math.sqrt(1.0 / float(width))
        weights = (
            torch.bmm(scaled, k.transpose(-2, -1))
            if attn_mask is None
            else torch.baddbmm(attn_mask, scaled, k.transpose(-2, -1))
        )
        weights = F.softmax(weights, dim=-1)
        if dropout > 0.0:
            weights = F.dropout(weights, p=dropout)
        out = torch.bmm(weights, v).transpose(0, 1)
        if torch._C._attention_reshapes():
            out = out.reshape(length * batch, embed)
        else:
            out = out.contiguous().view(length * batch, embed)
        out = F.linear(out, layer.out_proj.weight, layer.out_proj.bias)
        out = out.view(length, batch, out.size(1))
        weights = weights.view(batch, heads, length, source)
        if average:
            weights = weights.mean(dim=1)
        return (out, weights) if batched else (out.squeeze(1), weights.squeeze(0))
    if attn_mask is not None:
        attn_mask = (
            attn_mask.unsqueeze(0)
            if attn_mask.size(0) == 1 and attn_mask.dim() == 3
            else attn_mask.view(batch, heads, -1, source)
        )
    q = q.view(batch, heads, length, width)
    k = k.view(batch, heads, source, width)
    v = v.view(batch, heads, source, width)
    out = torch.scaled_dot_product_attention(q, k, v, attn_mask, dropout, is_causal)
    out = out.permute(2, 0, 1, 3)
    if torch._C._attention_reshapes():
        out = out.reshape(batch * length, embed)
    else:
        out = out.contiguous().view(batch * length, embed)
    out = F.linear(out, layer.out_proj.weight, layer.out_proj.bias)
    out = out.view(length, batch, out.size(1))
    return (out if batched else out.squeeze(1)), None


class AttentionWeights:
    pass


def F_multi_head_attention_forward(
    query,
    key,
    value,
    embed_dim_to_check,
    num_heads,
    in_proj_weight,
    in_proj_bias,
    bias_k,
    bias_v,
    add_zero_attn,
    dropout_p,
    out_proj_weight,
    out_proj_bias,
    training=True,
    key_padding_mask=None,
    need_weights=True,
    attn_mask=None,
    use_separate_proj_weight=False,
    q_proj_weight=None,
    k_proj_weight=None,
    v_proj_weight=None,
    static_k=None,
    static_v=None,
    average_attn_weights=True,
    is_causal=False,
):
    if bias_k is not None or bias_v is not None or add_zero_attn or static_k is not None or static_v is not None:
        raise NotImplementedError("bias_k, static_k and add_zero_attn are outside of the subset that is captured")
    if is_causal and attn_mask is None:
        raise RuntimeError("Need attn_mask if specifying the is_causal hint.")
    if query.size(-1) != embed_dim_to_check:
        raise AssertionError(f"was expecting embedding dimension of {embed_dim_to_check}, but got {query.size(-1)}")
    if key_padding_mask is not None and key_padding_mask.dtype == torch.bool:
        key_padding_mask = torch.zeros_like(key_padding_mask, dtype=query.dtype).masked_fill_(
            key_padding_mask, float("-inf")
        )
    if attn_mask is not None and attn_mask.dtype == torch.bool:
        attn_mask = torch.zeros_like(attn_mask, dtype=query.dtype).masked_fill_(attn_mask, float("-inf"))
    layer, layer_out = AttentionWeights(), AttentionWeights()
    layer.num_heads, layer.dropout, layer.training = num_heads, dropout_p, training
    layer.packed, layer.in_proj_weight, layer.in_proj_bias = not use_separate_proj_weight, in_proj_weight, in_proj_bias
    layer.q_proj_weight, layer.k_proj_weight, layer.v_proj_weight = q_proj_weight, k_proj_weight, v_proj_weight
    layer_out.weight, layer_out.bias = out_proj_weight, out_proj_bias
    layer.out_proj = layer_out
    batched = query.dim() == 3
    return attend(
        layer,
        query,
        key,
        value,
        batched,
        key_padding_mask,
        need_weights,
        attn_mask,
        average_attn_weights,
        is_causal,
    )
