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

    def forward(self, src, src_mask=None, src_key_padding_mask=None, is_causal=False):
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


class TransformerEncoder(Module):
    def __init__(self, encoder_layer, num_layers, norm=None, enable_nested_tensor=True, mask_check=True):
        self.layers = ModuleList([deepcopy(encoder_layer) for _ in range(num_layers)])
        self.norm, self.enable_nested_tensor, self.mask_check = norm, enable_nested_tensor, mask_check

    def forward(self, src, mask=None, src_key_padding_mask=None, is_causal=None):
        output = src
        if mask is not None and is_causal is None:
            raise ValueError("whether the mask is causal depends on its values: pass is_causal")
        for mod in self.layers:
            output = mod(  # @transformer.py:517=542
                output, mask, src_key_padding_mask, is_causal is not None and is_causal
            )
        if self.norm is not None:
            output = self.norm(output)  # @transformer.py:528=553
        return output
