def activation_named(activation):
    if isinstance(activation, str):
        if activation != "relu" and activation != "gelu":
            raise RuntimeError("activation should be relu/gelu")
        return F.relu if activation == "relu" else F.gelu
    return activation


class TransformerEncoderLayer(Module):
    def __init__(
        self,
        d_model,
        nhead,
        dim_feedforward=2048,
        dropout=0.1,
        activation="relu",
        layer_norm_eps=1e-5,
        batch_first=False,
        norm_first=False,
        bias=True,
        device=None,
        dtype=None,
    ):
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
        return self.dropout1(
            self.self_attn(
                x, x, x, attn_mask=attn_mask, key_padding_mask=key_padding_mask, need_weights=False, is_causal=is_causal
            )[0]
        )

    def _ff_block(self, x):
        return self.dropout2(self.linear2(self.dropout(self.activation(self.linear1(x)))))

    # What PyTorch reads before it finds that its fast path cannot be taken, in its order: see MultiheadAttention.
    def _read_for_fast_path(self, src):
        attention = self.self_attn
        if src.dim() != 3 or self.training or not attention.batch_first or attention.in_proj_bias is None:
            return []
        known = self.activation is F.relu or self.activation is F.gelu or isinstance(self.activation, (ReLU, GELU))
        even = self.norm1.eps == self.norm2.eps and attention.num_heads % 2 == 0
        if not known or not even:
            return []
        read = [attention.in_proj_weight, attention.out_proj.weight, attention.out_proj.bias]
        for layer in (self.norm1, self.norm2, self.linear1, self.linear2):
            read += [layer.weight, layer.bias]
        return [tensor.dtype for tensor in read]

    def forward(self, src, src_mask=None, src_key_padding_mask=None, is_causal=False):
        if src_key_padding_mask is not None and src_key_padding_mask.dtype == torch.bool:
            zeros = torch.zeros_like(  # @transformer.py:790=823 src_key_padding_mask = F._canonical_mask(
                src_key_padding_mask, dtype=src.dtype
            )
            src_key_padding_mask = (
                zeros.masked_fill_(  # @transformer.py:790=823 src_key_padding_mask = F._canonical_mask(
                    src_key_padding_mask, float("-inf")
                )
            )
        if src_mask is not None and src_mask.dtype == torch.bool:
            zeros = torch.zeros_like(  # @transformer.py:798=831 src_mask = F._canonical_mask(
                src_mask, dtype=src.dtype
            )
            src_mask = zeros.masked_fill_(  # @transformer.py:798=831 src_mask = F._canonical_mask(
                src_mask, float("-inf")
            )
        self._read_for_fast_path(src)
        x = src
        if self.norm_first:
            x = x + self._sa_block(  # @transformer.py:913=947
                self.norm1(x), src_mask, src_key_padding_mask, is_causal=is_causal
            )
            return x + self._ff_block(self.norm2(x))  # @transformer.py:916=950 x = x + self._ff_block(self.norm2(x))
        y = self._sa_block(  # @transformer.py:920=954 + self._sa_block(x, src_mask, src_key_padding_mask, is_causal=is_causal)
            x, src_mask, src_key_padding_mask, is_causal=is_causal
        )
        x = x + y  # @transformer.py:919=953 x
        x = self.norm1(x)  # @transformer.py:918=952 x = self.norm1(
        return self.norm2(x + self._ff_block(x))  # @transformer.py:922=956 x = self.norm2(x + self._ff_block(x))


class TransformerDecoderLayer(TransformerEncoderLayer):
    def __init__(
        self,
        d_model,
        nhead,
        dim_feedforward=2048,
        dropout=0.1,
        activation="relu",
        layer_norm_eps=1e-5,
        batch_first=False,
        norm_first=False,
        bias=True,
        device=None,
        dtype=None,
    ):
        self.self_attn = MultiheadAttention(d_model, nhead, dropout=dropout, bias=bias, batch_first=batch_first)
        self.multihead_attn = MultiheadAttention(d_model, nhead, dropout=dropout, bias=bias, batch_first=batch_first)
        self.linear1 = Linear(d_model, dim_feedforward, bias=bias)
        self.dropout = Dropout(dropout)
        self.linear2 = Linear(dim_feedforward, d_model, bias=bias)
        self.norm_first = norm_first
        self.norm1 = LayerNorm(d_model, eps=layer_norm_eps, bias=bias)
        self.norm2 = LayerNorm(d_model, eps=layer_norm_eps, bias=bias)
        self.norm3 = LayerNorm(d_model, eps=layer_norm_eps, bias=bias)
        self.dropout1, self.dropout2, self.dropout3 = Dropout(dropout), Dropout(dropout), Dropout(dropout)
        self.activation = activation_named(activation)

    def _mha_block(self, x, mem, attn_mask, key_padding_mask, is_causal=False):
        return self.dropout2(
            self.multihead_attn(
                x,
                mem,
                mem,
                attn_mask=attn_mask,
                key_padding_mask=key_padding_mask,
                is_causal=is_causal,
                need_weights=False,
            )[0]
        )

    def _ff_block(self, x):
        return self.dropout3(self.linear2(self.dropout(self.activation(self.linear1(x)))))

    def forward(
        self,
        tgt,
        memory,
        tgt_mask=None,
        memory_mask=None,
        tgt_key_padding_mask=None,
        memory_key_padding_mask=None,
        tgt_is_causal=False,
        memory_is_causal=False,
    ):
        x = tgt
        if self.norm_first:
            x = x + self._sa_block(  # @transformer.py:1095=1129
                self.norm1(x), tgt_mask, tgt_key_padding_mask, tgt_is_causal
            )
            x = x + self._mha_block(  # @transformer.py:1098=1132
                self.norm2(x), memory, memory_mask, memory_key_padding_mask, memory_is_causal
            )
            return x + self._ff_block(self.norm3(x))  # @transformer.py:1105=1139 x = x + self._ff_block(self.norm3(x))
        y = self._sa_block(x, tgt_mask, tgt_key_padding_mask, tgt_is_causal)
        x = x + y  # @transformer.py:1108=1142 x + self._sa_block(x, tgt_mask, tgt_key_padding_mask, tgt_is_causal)
        x = self.norm1(x)  # @transformer.py:1107=1141 x = self.norm1(
        y = self._mha_block(  # @transformer.py:1112=1146 + self._mha_block(
            x, memory, memory_mask, memory_key_padding_mask, memory_is_causal
        )
        x = x + y  # @transformer.py:1111=1145 x
        x = self.norm2(x)  # @transformer.py:1110=1144 x = self.norm2(
        return self.norm3(x + self._ff_block(x))  # @transformer.py:1116=1150 x = self.norm3(x + self._ff_block(x))


def _causal(mask, is_causal):
    if mask is not None and is_causal is None:
        raise ValueError("whether the mask is causal depends on its values: pass is_causal")
    return is_causal is not None and is_causal


# Whether a layer is one that nested tensors could go through.
def _nests(layer):
    if not isinstance(layer, TransformerEncoderLayer) or layer.norm_first:
        return False
    attention, activation = layer.self_attn, layer.activation
    known = activation is F.relu or activation is F.gelu or isinstance(activation, (ReLU, GELU))
    even = attention.batch_first and attention.in_proj_bias is not None and attention.num_heads % 2 == 0
    return known and even and layer.norm1.eps == layer.norm2.eps


class TransformerEncoder(Module):
    def __init__(self, encoder_layer, num_layers, norm=None, enable_nested_tensor=True, mask_check=True):
        self.layers = ModuleList([deepcopy(encoder_layer) for _ in range(num_layers)])
        self.num_layers, self.norm = num_layers, norm
        self.enable_nested_tensor, self.mask_check = enable_nested_tensor, mask_check
        self.use_nested_tensor = enable_nested_tensor and _nests(encoder_layer)

    def forward(self, src, mask=None, src_key_padding_mask=None, is_causal=None):
        if src_key_padding_mask is not None and src_key_padding_mask.dtype == torch.bool:
            zeros = torch.zeros_like(  # @transformer.py:414=433 src_key_padding_mask = F._canonical_mask(
                src_key_padding_mask, dtype=src.dtype
            )
            src_key_padding_mask = (
                zeros.masked_fill_(  # @transformer.py:414=433 src_key_padding_mask = F._canonical_mask(
                    src_key_padding_mask, float("-inf")
                )
            )
        if mask is not None and mask.dtype == torch.bool:
            zeros = torch.zeros_like(  # @transformer.py:422=441 mask = F._canonical_mask(
                mask, dtype=src.dtype
            )
            mask = zeros.masked_fill_(  # @transformer.py:422=441 mask = F._canonical_mask(
                mask, float("-inf")
            )
        asked = self.use_nested_tensor and not self.layers[0].training and src.dim() == 3 and self.mask_check
        asked = asked and torch.__version__.startswith("2.6")  # later versions do not ask while they capture
        if asked and src_key_padding_mask is not None:
            left_aligned = torch._nested_tensor_from_mask_left_aligned
            seen = src_key_padding_mask.logical_not()  # @transformer.py:461=485 src, src_key_padding_mask.logical_not()
            left_aligned(src, seen)  # @transformer.py:460=484 ) and not torch._nested_tensor_from_mask_left_aligned(
        output = src
        is_causal = _causal(mask, is_causal)
        for mod in self.layers:
            output = mod(  # @transformer.py:517=542
                output, mask, src_key_padding_mask, is_causal
            )
        if self.norm is not None:
            output = self.norm(output)  # @transformer.py:528=553
        return output


class TransformerDecoder(Module):
    def __init__(self, decoder_layer, num_layers, norm=None):
        self.layers = ModuleList([deepcopy(decoder_layer) for _ in range(num_layers)])
        self.num_layers, self.norm = num_layers, norm

    def forward(
        self,
        tgt,
        memory,
        tgt_mask=None,
        memory_mask=None,
        tgt_key_padding_mask=None,
        memory_key_padding_mask=None,
        tgt_is_causal=None,
        memory_is_causal=False,
    ):
        output = tgt
        tgt_is_causal = _causal(tgt_mask, tgt_is_causal)
        for mod in self.layers:
            output = mod(  # @transformer.py:613=646
                output,
                memory,
                tgt_mask=tgt_mask,
                memory_mask=memory_mask,
                tgt_key_padding_mask=tgt_key_padding_mask,
                memory_key_padding_mask=memory_key_padding_mask,
                tgt_is_causal=tgt_is_causal,
                memory_is_causal=memory_is_causal,
            )
        if self.norm is not None:
            output = self.norm(output)  # @transformer.py:625=658
        return output


class Transformer(Module):
    def __init__(
        self,
        d_model=512,
        nhead=8,
        num_encoder_layers=6,
        num_decoder_layers=6,
        dim_feedforward=2048,
        dropout=0.1,
        activation="relu",
        custom_encoder=None,
        custom_decoder=None,
        layer_norm_eps=1e-5,
        batch_first=False,
        norm_first=False,
        bias=True,
        device=None,
        dtype=None,
    ):
        options = (d_model, nhead, dim_feedforward, dropout, activation, layer_norm_eps, batch_first, norm_first, bias)
        if custom_encoder is not None:
            self.encoder = custom_encoder
        else:
            norm = LayerNorm(d_model, eps=layer_norm_eps, bias=bias)
            self.encoder = TransformerEncoder(TransformerEncoderLayer(*options), num_encoder_layers, norm)
        if custom_decoder is not None:
            self.decoder = custom_decoder
        else:
            norm = LayerNorm(d_model, eps=layer_norm_eps, bias=bias)
            self.decoder = TransformerDecoder(TransformerDecoderLayer(*options), num_decoder_layers, norm)
        self._reset_parameters()
        self.d_model, self.nhead, self.batch_first = d_model, nhead, batch_first

    def _reset_parameters(self):
        for p in self.parameters():
            if p.dim() > 1:
                xavier_uniform_(p)

    def forward(
        self,
        src,
        tgt,
        src_mask=None,
        tgt_mask=None,
        memory_mask=None,
        src_key_padding_mask=None,
        tgt_key_padding_mask=None,
        memory_key_padding_mask=None,
        src_is_causal=None,
        tgt_is_causal=None,
        memory_is_causal=False,
    ):
        batch = 0 if self.batch_first else 1
        if src.dim() == 3 and src.size(batch) != tgt.size(batch):
            raise RuntimeError("the batch number of src and tgt must be equal")
        if src.size(-1) != self.d_model or tgt.size(-1) != self.d_model:
            raise RuntimeError("the feature number of src and tgt must be equal to d_model")
        memory = self.encoder(  # @transformer.py:273=283
            src, mask=src_mask, src_key_padding_mask=src_key_padding_mask, is_causal=src_is_causal
        )
        return self.decoder(  # @transformer.py:279=289 output = self.decoder(
            tgt,
            memory,
            tgt_mask=tgt_mask,
            memory_mask=memory_mask,
            tgt_key_padding_mask=tgt_key_padding_mask,
            memory_key_padding_mask=memory_key_padding_mask,
            tgt_is_causal=tgt_is_causal,
            memory_is_causal=memory_is_causal,
        )

    @staticmethod
    def generate_square_subsequent_mask(sz, device=None, dtype=None):
        return torch.triu(torch.full((sz, sz), float("-inf"), dtype=dtype, device=device), diagonal=1)
