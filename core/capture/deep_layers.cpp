// Recurrent layers, attention and transformers; see layers.h.
#include "core/capture/layers.h"

namespace seesaw {

std::string_view deep_layers() {
  return R"PY(
# ---- rnn.py ----
class RNNBase(Module):
    gates = 1
    def __init__(self, input_size, hidden_size, num_layers, bias, batch_first, dropout, bidirectional, nonlinearity):
        if nonlinearity != 'tanh' and nonlinearity != 'relu':
            raise ValueError('the nonlinearity is tanh or relu')
        if not 0 <= dropout <= 1:
            raise ValueError('dropout should be a number in range [0, 1] representing the probability of an element being zeroed')
        if hidden_size <= 0:
            raise ValueError('hidden_size must be greater than zero')
        if num_layers <= 0:
            raise ValueError('num_layers must be greater than zero')
        self.input_size, self.hidden_size, self.num_layers, self.bias, self.batch_first = input_size, hidden_size, num_layers, bias, batch_first
        self.dropout, self.bidirectional, self.nonlinearity = float(dropout), bidirectional, nonlinearity
        self.weights = []
        rows = self.gates * hidden_size
        for layer in range(num_layers):
            for suffix in (['', '_reverse'] if bidirectional else ['']):
                width = input_size if layer == 0 else hidden_size * (2 if bidirectional else 1)
                names = ['weight_ih_l', 'weight_hh_l'] + (['bias_ih_l', 'bias_hh_l'] if bias else [])
                shapes = [(rows, width), (rows, hidden_size), (rows,), (rows,)]
                for name, shape in zip(names, shapes):
                    self.weights.append(name + str(layer) + suffix)
                    self.register_parameter(name + str(layer) + suffix, Parameter(torch.empty(shape)))
        bound = 1.0 / math.sqrt(hidden_size)
        for weight in self.parameters():
            uniform_(weight, -bound, bound)
    def check(self, input, states):
        if input.size(-1) != self.input_size:
            raise RuntimeError('input.size(-1) must be equal to input_size')
        for state in states:
            if state.dim() != 3 or tuple(state.size()) != self.shape_of_state(input):
                raise RuntimeError('a hidden state has another size than the layer and its input ask for')
    def check_rank(self, input, states):
        if input.dim() != 2 and input.dim() != 3:
            raise ValueError('the input of a recurrent layer has 2 or 3 dimensions')
        if not input.is_floating_point():
            raise ValueError('the input of a recurrent layer must have the dtype of its weights')
        for state in states:
            if state.dim() != input.dim():
                raise RuntimeError('a hidden state has as many dimensions as the input')
        return input.dim() == 3
    def flat(self):
        return [getattr(self, name) for name in self.weights]
    def shape_of_state(self, input):
        return (self.num_layers * (2 if self.bidirectional else 1), input.size(0 if self.batch_first else 1), self.hidden_size)

class RNN(RNNBase):
    def __init__(self, input_size, hidden_size, num_layers=1, nonlinearity='tanh', bias=True, batch_first=False, dropout=0.0, bidirectional=False, proj_size=0, device=None, dtype=None):
        super().__init__(input_size, hidden_size, num_layers, bias, batch_first, dropout, bidirectional, nonlinearity)
    def forward(self, input, hx=None):
        batched = self.check_rank(input, [] if hx is None else [hx])
        if not batched:
            input = input.unsqueeze(0 if self.batch_first else 1)  # @rnn.py:683 input = input.unsqueeze(batch_dim)
            if hx is not None:
                hx = hx.unsqueeze(1)  # @rnn.py:689 hx = hx.unsqueeze(1)
        if hx is None:
            hx = torch.zeros(self.shape_of_state(input), dtype=input.dtype, device=input.device)  # @rnn.py:699 hx = torch.zeros(
        self.check(input, [hx])
        if self.nonlinearity == 'tanh':
            result = torch.rnn_tanh(input, hx, self.flat(), self.bias, self.num_layers, self.dropout, self.training, self.bidirectional, self.batch_first)  # @rnn.py:716 result = _VF.rnn_tanh(
        else:
            result = torch.rnn_relu(input, hx, self.flat(), self.bias, self.num_layers, self.dropout, self.training, self.bidirectional, self.batch_first)  # @rnn.py:728 result = _VF.rnn_relu(
        output, hidden = result[0], result[1]
        if not batched:
            output = output.squeeze(0 if self.batch_first else 1)  # @rnn.py:775 output = output.squeeze(batch_dim)  # type: ignore[possibly-undefined]
            hidden = hidden.squeeze(1)  # @rnn.py:776 hidden = hidden.squeeze(1)
        return output, hidden

class GRU(RNNBase):
    gates = 3
    def __init__(self, input_size, hidden_size, num_layers=1, bias=True, batch_first=False, dropout=0.0, bidirectional=False, proj_size=0, device=None, dtype=None):
        super().__init__(input_size, hidden_size, num_layers, bias, batch_first, dropout, bidirectional, 'tanh')
    def forward(self, input, hx=None):
        batched = self.check_rank(input, [] if hx is None else [hx])
        if not batched:
            input = input.unsqueeze(0 if self.batch_first else 1)  # @rnn.py:1362 input = input.unsqueeze(batch_dim)
            if hx is not None:
                hx = hx.unsqueeze(1)  # @rnn.py:1368 hx = hx.unsqueeze(1)
        if hx is None:
            hx = torch.zeros(self.shape_of_state(input), dtype=input.dtype, device=input.device)  # @rnn.py:1379 hx = torch.zeros(
        self.check(input, [hx])
        result = torch.gru(input, hx, self.flat(), self.bias, self.num_layers, self.dropout, self.training, self.bidirectional, self.batch_first)  # @rnn.py:1393 result = _VF.gru(
        output, hidden = result[0], result[1]
        if not batched:
            output = output.squeeze(0 if self.batch_first else 1)  # @rnn.py:1427 output = output.squeeze(batch_dim)  # type: ignore[possibly-undefined]
            hidden = hidden.squeeze(1)  # @rnn.py:1428 hidden = hidden.squeeze(1)
        return output, hidden

class LSTM(RNNBase):
    gates = 4
    def __init__(self, input_size, hidden_size, num_layers=1, bias=True, batch_first=False, dropout=0.0, bidirectional=False, proj_size=0, device=None, dtype=None):
        super().__init__(input_size, hidden_size, num_layers, bias, batch_first, dropout, bidirectional, 'tanh')
    def forward(self, input, hx=None):
        batched = self.check_rank(input, [] if hx is None else hx)
        if not batched:
            input = input.unsqueeze(0 if self.batch_first else 1)  # @rnn.py:1081 input = input.unsqueeze(batch_dim)
        if hx is None:
            h = torch.zeros(self.shape_of_state(input), dtype=input.dtype, device=input.device)  # @rnn.py:1086 h_zeros = torch.zeros(
            c = torch.zeros(self.shape_of_state(input), dtype=input.dtype, device=input.device)  # @rnn.py:1093 c_zeros = torch.zeros(
            hx = (h, c)
        elif not batched:
            hx = (hx[0].unsqueeze(1), hx[1].unsqueeze(1))  # @rnn.py:1117 hx = (hx[0].unsqueeze(1), hx[1].unsqueeze(1))
        self.check(input, hx)
        result = torch.lstm(input, hx, self.flat(), self.bias, self.num_layers, self.dropout, self.training, self.bidirectional, self.batch_first)  # @rnn.py:1124 result = _VF.lstm(
        output, hidden = result[0], (result[1], result[2])
        if not batched:
            output = output.squeeze(0 if self.batch_first else 1)  # @rnn.py:1157 output = output.squeeze(batch_dim)  # type: ignore[possibly-undefined]
            hidden = (hidden[0].squeeze(1), hidden[1].squeeze(1))  # @rnn.py:1158 hidden = (hidden[0].squeeze(1), hidden[1].squeeze(1))
        return output, hidden

class RNNCellBase(Module):
    gates = 1
    def __init__(self, input_size, hidden_size, bias):
        self.hidden_size = hidden_size
        rows = self.gates * hidden_size
        self.weight_ih, self.weight_hh = Parameter(torch.empty((rows, input_size))), Parameter(torch.empty((rows, hidden_size)))
        self.bias_ih = Parameter(torch.empty(rows)) if bias else None
        self.bias_hh = Parameter(torch.empty(rows)) if bias else None
        bound = 1.0 / math.sqrt(hidden_size) if hidden_size > 0 else 0
        for weight in self.parameters():
            uniform_(weight, -bound, bound)

    def check_rank(self, input, states):
        if input.dim() != 1 and input.dim() != 2:
            raise ValueError('the input of a recurrent cell has 1 or 2 dimensions')
        for state in states:
            if state.dim() != 1 and state.dim() != 2:
                raise ValueError('the hidden state of a recurrent cell has 1 or 2 dimensions')
        return input.dim() == 2

class RNNCell(RNNCellBase):
    def __init__(self, input_size, hidden_size, bias=True, nonlinearity='tanh', device=None, dtype=None):
        super().__init__(input_size, hidden_size, bias)
        if nonlinearity != 'tanh' and nonlinearity != 'relu':
            raise RuntimeError('the nonlinearity is tanh or relu')
        self.nonlinearity = nonlinearity
    def forward(self, input, hx=None):
        batched = self.check_rank(input, [] if hx is None else [hx])
        if not batched:
            input = input.unsqueeze(0)  # @rnn.py:1573 input = input.unsqueeze(0)
        if hx is None:
            hx = torch.zeros(input.size(0), self.hidden_size, dtype=input.dtype, device=input.device)  # @rnn.py:1576 hx = torch.zeros(
        elif not batched:
            hx = hx.unsqueeze(0)  # @rnn.py:1580 hx = hx.unsqueeze(0) if not is_batched else hx
        if self.nonlinearity == 'tanh':
            ret = torch.rnn_tanh_cell(input, hx, self.weight_ih, self.weight_hh, self.bias_ih, self.bias_hh)  # @rnn.py:1583 ret = _VF.rnn_tanh_cell(
        else:
            ret = torch.rnn_relu_cell(input, hx, self.weight_ih, self.weight_hh, self.bias_ih, self.bias_hh)  # @rnn.py:1592 ret = _VF.rnn_relu_cell(
        if not batched:
            ret = ret.squeeze(0)  # @rnn.py:1605 ret = ret.squeeze(0)
        return ret

class GRUCell(RNNCellBase):
    gates = 3
    def __init__(self, input_size, hidden_size, bias=True, device=None, dtype=None):
        super().__init__(input_size, hidden_size, bias)
    def forward(self, input, hx=None):
        batched = self.check_rank(input, [] if hx is None else [hx])
        if not batched:
            input = input.unsqueeze(0)  # @rnn.py:1804 input = input.unsqueeze(0)
        if hx is None:
            hx = torch.zeros(input.size(0), self.hidden_size, dtype=input.dtype, device=input.device)  # @rnn.py:1807 hx = torch.zeros(
        elif not batched:
            hx = hx.unsqueeze(0)  # @rnn.py:1811 hx = hx.unsqueeze(0) if not is_batched else hx
        ret = torch.gru_cell(input, hx, self.weight_ih, self.weight_hh, self.bias_ih, self.bias_hh)  # @rnn.py:1813 ret = _VF.gru_cell(
        if not batched:
            ret = ret.squeeze(0)  # @rnn.py:1823 ret = ret.squeeze(0)
        return ret

class LSTMCell(RNNCellBase):
    gates = 4
    def __init__(self, input_size, hidden_size, bias=True, device=None, dtype=None):
        super().__init__(input_size, hidden_size, bias)
    def forward(self, input, hx=None):
        batched = self.check_rank(input, [] if hx is None else hx)
        if not batched:
            input = input.unsqueeze(0)  # @rnn.py:1696 input = input.unsqueeze(0)
        if hx is None:
            zeros = torch.zeros(input.size(0), self.hidden_size, dtype=input.dtype, device=input.device)  # @rnn.py:1699 zeros = torch.zeros(
            hx = (zeros, zeros)
        elif not batched:
            hx = (hx[0].unsqueeze(0), hx[1].unsqueeze(0))  # @rnn.py:1704 hx = (hx[0].unsqueeze(0), hx[1].unsqueeze(0)) if not is_batched else hx
        result = torch.lstm_cell(input, hx, self.weight_ih, self.weight_hh, self.bias_ih, self.bias_hh)  # @rnn.py:1706 ret = _VF.lstm_cell(
        if batched:
            return result[0], result[1]
        return result[0].squeeze(0), result[1].squeeze(0)  # @rnn.py:1716 ret = (ret[0].squeeze(0), ret[1].squeeze(0))

# ---- upsampling.py ----
class Upsample(Module):
    def __init__(self, size=None, scale_factor=None, mode='nearest', align_corners=None, recompute_scale_factor=None):
        self.size, self.mode, self.align_corners, self.recompute_scale_factor = size, mode, align_corners, recompute_scale_factor
        self.scale_factor = None if scale_factor is None else tuple([float(f) for f in scale_factor]) if isinstance(scale_factor, (tuple, list)) else float(scale_factor)
    def forward(self, input):
        return F.interpolate(input, self.size, self.scale_factor, self.mode, self.align_corners, self.recompute_scale_factor)  # @upsampling.py:172 return F.interpolate(

class UpsamplingNearest2d(Upsample):
    def __init__(self, size=None, scale_factor=None):
        super().__init__(size, scale_factor, 'nearest')

class UpsamplingBilinear2d(Upsample):
    def __init__(self, size=None, scale_factor=None):
        super().__init__(size, scale_factor, 'bilinear', True)

# ---- activation.py ----
class NonDynamicallyQuantizableLinear(Linear):
    pass

class MultiheadAttention(Module):
    def __init__(self, embed_dim, num_heads, dropout=0.0, bias=True, add_bias_kv=False, add_zero_attn=False, kdim=None, vdim=None, batch_first=False, device=None, dtype=None):
        self.embed_dim, self.num_heads, self.dropout, self.batch_first = embed_dim, num_heads, dropout, batch_first
        kdim = embed_dim if kdim is None else kdim
        vdim = embed_dim if vdim is None else vdim
        self.packed = kdim == embed_dim and vdim == embed_dim
        if self.packed:
            self.in_proj_weight = Parameter(torch.empty((3 * embed_dim, embed_dim)))
        else:
            self.q_proj_weight = Parameter(torch.empty((embed_dim, embed_dim)))
            self.k_proj_weight = Parameter(torch.empty((embed_dim, kdim)))
            self.v_proj_weight = Parameter(torch.empty((embed_dim, vdim)))
        self.in_proj_bias = Parameter(torch.empty(3 * embed_dim)) if bias else None
        self.out_proj = NonDynamicallyQuantizableLinear(embed_dim, embed_dim, bias=bias)
        if self.packed:
            xavier_uniform_(self.in_proj_weight)
        else:
            xavier_uniform_(self.q_proj_weight)
            xavier_uniform_(self.k_proj_weight)
            xavier_uniform_(self.v_proj_weight)
        if bias:
            constant_(self.in_proj_bias, 0.0)
            constant_(self.out_proj.bias, 0.0)
    def forward(self, query, key, value, key_padding_mask=None, need_weights=True, attn_mask=None, average_attn_weights=True, is_causal=False):
        batched = query.dim() == 3
        if is_causal and attn_mask is None:
            raise RuntimeError('is_causal is a hint that goes with attn_mask')
        if key_padding_mask is not None and key_padding_mask.dtype == torch.bool:
            key_padding_mask = torch.zeros_like(key_padding_mask, dtype=query.dtype).masked_fill_(key_padding_mask, float('-inf'))  # @activation.py:1220 key_padding_mask = F._canonical_mask(
        if attn_mask is not None and attn_mask.dtype == torch.bool:
            attn_mask = torch.zeros_like(attn_mask, dtype=query.dtype).masked_fill_(attn_mask, float('-inf'))  # @activation.py:1228 attn_mask = F._canonical_mask(
        if self.batch_first and batched:
            if key is value and query is key:
                query = key = value = query.transpose(1, 0)  # @activation.py:1339
            elif key is value:
                query, key = [x.transpose(1, 0) for x in (query, key)]  # @activation.py:1341 query, key = (x.transpose(1, 0) for x in (query, key))
                value = key
            else:
                query, key, value = [x.transpose(1, 0) for x in (query, key, value)]  # @activation.py:1344 query, key, value = (x.transpose(1, 0) for x in (query, key, value))
        out, weights = attend(self, query, key, value, batched, key_padding_mask, need_weights, attn_mask, average_attn_weights, is_causal)  # @activation.py:1373 attn_output, attn_output_weights = F.multi_head_attention_forward(
        if self.batch_first and batched:
            return out.transpose(1, 0), weights  # @activation.py:1395 return attn_output.transpose(1, 0), attn_output_weights
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
        same_key, same_query = key is value, query is key
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
    if layer.packed:
        q, k, v = projected(layer, query, key, value)
    else:
        b_q, b_k, b_v = (None, None, None) if layer.in_proj_bias is None else layer.in_proj_bias.chunk(3)
        q, k, v = F.linear(query, layer.q_proj_weight, b_q), F.linear(key, layer.k_proj_weight, b_k), F.linear(value, layer.v_proj_weight, b_v)
    if attn_mask is not None and attn_mask.dim() == 2:
        attn_mask = attn_mask.unsqueeze(0)
    q = q.view(length, batch * heads, width).transpose(0, 1)
    k = k.view(k.shape[0], batch * heads, width).transpose(0, 1)
    v = v.view(v.shape[0], batch * heads, width).transpose(0, 1)
    source = k.size(1)
    if key_padding_mask is not None:
        key_padding_mask = key_padding_mask.view(batch, 1, 1, source).expand(-1, heads, -1, -1).reshape(batch * heads, 1, source)
        attn_mask = key_padding_mask if attn_mask is None else attn_mask + key_padding_mask
    dropout = layer.dropout if layer.training else 0.0
    if need_weights:
        scaled = q * math.sqrt(1.0 / float(width))
        weights = torch.bmm(scaled, k.transpose(-2, -1)) if attn_mask is None else torch.baddbmm(attn_mask, scaled, k.transpose(-2, -1))
        weights = F.softmax(weights, dim=-1)
        if dropout > 0.0:
            weights = F.dropout(weights, p=dropout)
        out = torch.bmm(weights, v).transpose(0, 1).contiguous().view(length * batch, embed)
        out = F.linear(out, layer.out_proj.weight, layer.out_proj.bias)
        out = out.view(length, batch, out.size(1))
        weights = weights.view(batch, heads, length, source)
        if average:
            weights = weights.mean(dim=1)
        return (out, weights) if batched else (out.squeeze(1), weights.squeeze(0))
    if attn_mask is not None:
        attn_mask = attn_mask.unsqueeze(0) if attn_mask.size(0) == 1 and attn_mask.dim() == 3 else attn_mask.view(batch, heads, -1, source)
    q = q.view(batch, heads, length, width)
    k = k.view(batch, heads, source, width)
    v = v.view(batch, heads, source, width)
    out = torch.scaled_dot_product_attention(q, k, v, attn_mask, dropout, is_causal)
    out = out.permute(2, 0, 1, 3).contiguous().view(batch * length, embed)
    out = F.linear(out, layer.out_proj.weight, layer.out_proj.bias)
    out = out.view(length, batch, out.size(1))
    return (out if batched else out.squeeze(1)), None

# ---- transformer.py ----
def activation_named(activation):
    if isinstance(activation, str):
        if activation != 'relu' and activation != 'gelu':
            raise RuntimeError('activation should be relu/gelu')
        return F.relu if activation == 'relu' else F.gelu
    return activation

class TransformerEncoderLayer(Module):
    def __init__(self, d_model, nhead, dim_feedforward=2048, dropout=0.1, activation='relu', layer_norm_eps=1e-5, batch_first=False, norm_first=False, bias=True, device=None, dtype=None):
        self.self_attn = MultiheadAttention(d_model, nhead, dropout=dropout, bias=bias, batch_first=batch_first)
        self.linear1 = Linear(d_model, dim_feedforward, bias=bias)
        self.dropout = Dropout(dropout)
        self.linear2 = Linear(dim_feedforward, d_model, bias=bias)
        self.norm_first = norm_first
        self.norm1 = LayerNorm(d_model, eps=layer_norm_eps, bias=bias)
        self.norm2 = LayerNorm(d_model, eps=layer_norm_eps, bias=bias)
        self.dropout1, self.dropout2 = Dropout(dropout), Dropout(dropout)
        self.activation = activation_named(activation)
    def _sa_block(self, x, attn_mask, key_padding_mask, is_causal=False):
        return self.dropout1(self.self_attn(x, x, x, attn_mask=attn_mask, key_padding_mask=key_padding_mask, need_weights=False, is_causal=is_causal)[0])
    def _ff_block(self, x):
        return self.dropout2(self.linear2(self.dropout(self.activation(self.linear1(x)))))
    def forward(self, src, src_mask=None, src_key_padding_mask=None, is_causal=False):
        x = src
        if self.norm_first:
            x = x + self._sa_block(self.norm1(x), src_mask, src_key_padding_mask, is_causal=is_causal)  # @transformer.py:913 x = x + self._sa_block(
            return x + self._ff_block(self.norm2(x))  # @transformer.py:916 x = x + self._ff_block(self.norm2(x))
        y = self._sa_block(x, src_mask, src_key_padding_mask, is_causal=is_causal)  # @transformer.py:920 + self._sa_block(x, src_mask, src_key_padding_mask, is_causal=is_causal)
        x = x + y  # @transformer.py:919 x
        x = self.norm1(x)  # @transformer.py:918 x = self.norm1(
        return self.norm2(x + self._ff_block(x))  # @transformer.py:922 x = self.norm2(x + self._ff_block(x))

class TransformerEncoder(Module):
    def __init__(self, encoder_layer, num_layers, norm=None, enable_nested_tensor=True, mask_check=True):
        self.layers = ModuleList([deepcopy(encoder_layer) for _ in range(num_layers)])
        self.norm, self.enable_nested_tensor, self.mask_check = norm, enable_nested_tensor, mask_check
    def forward(self, src, mask=None, src_key_padding_mask=None, is_causal=None):
        output = src
        if mask is not None and is_causal is None:
            raise ValueError('whether the mask is causal depends on its values: pass is_causal')
        for mod in self.layers:
            output = mod(output, mask, src_key_padding_mask, is_causal is not None and is_causal)  # @transformer.py:517 output = mod(
        if self.norm is not None:
            output = self.norm(output)  # @transformer.py:528
        return output
)PY";
}

}  // namespace seesaw
