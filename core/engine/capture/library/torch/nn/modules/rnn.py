class RNNBase(Module):
    gates = 1
    proj_size = 0

    def check_projection(self, proj_size):
        if proj_size != 0:
            raise NotImplementedError("proj_size is outside of the subset that is captured")

    def __init__(self, input_size, hidden_size, num_layers, bias, batch_first, dropout, bidirectional, nonlinearity):
        if nonlinearity != "tanh" and nonlinearity != "relu":
            raise ValueError("the nonlinearity is tanh or relu")
        if not 0 <= dropout <= 1:
            raise ValueError(
                "dropout should be a number in range [0, 1] representing the probability of an element being zeroed"
            )
        if hidden_size <= 0:
            raise ValueError("hidden_size must be greater than zero")
        if num_layers <= 0:
            raise ValueError("num_layers must be greater than zero")
        self.input_size, self.hidden_size, self.num_layers, self.bias, self.batch_first = (
            input_size,
            hidden_size,
            num_layers,
            bias,
            batch_first,
        )
        self.dropout, self.bidirectional, self.nonlinearity = float(dropout), bidirectional, nonlinearity
        self.weights = []
        rows = self.gates * hidden_size
        for layer in range(num_layers):
            for suffix in ["", "_reverse"] if bidirectional else [""]:
                width = input_size if layer == 0 else hidden_size * (2 if bidirectional else 1)
                names = ["weight_ih_l", "weight_hh_l"] + (["bias_ih_l", "bias_hh_l"] if bias else [])
                shapes = [(rows, width), (rows, hidden_size), (rows,), (rows,)]
                for name, shape in zip(names, shapes):
                    self.weights.append(name + str(layer) + suffix)
                    self.register_parameter(name + str(layer) + suffix, Parameter(torch.empty(shape)))
        self.reset_parameters()

    def reset_parameters(self):
        bound = 1.0 / math.sqrt(self.hidden_size) if self.hidden_size > 0 else 0
        for weight in self.parameters():
            uniform_(weight, -bound, bound)

    def check(self, input, states):
        if input.size(-1) != self.input_size:
            raise RuntimeError("input.size(-1) must be equal to input_size")
        for state in states:
            if state.dim() != 3 or tuple(state.size()) != self.shape_of_state(input):
                raise RuntimeError("a hidden state has another size than the layer and its input ask for")

    def check_rank(self, input, states):
        if input.dim() != 2 and input.dim() != 3:
            raise ValueError("the input of a recurrent layer has 2 or 3 dimensions")
        if not input.is_floating_point():
            raise ValueError("the input of a recurrent layer must have the dtype of its weights")
        for state in states:
            if state.dim() != input.dim():
                raise RuntimeError("a hidden state has as many dimensions as the input")
        return input.dim() == 3

    def flat(self):
        return [getattr(self, name) for name in self.weights]

    def shape_of_state(self, input):
        return (
            self.num_layers * (2 if self.bidirectional else 1),
            input.size(0 if self.batch_first else 1),
            self.hidden_size,
        )


class RNN(RNNBase):
    def __init__(
        self,
        input_size,
        hidden_size,
        num_layers=1,
        nonlinearity="tanh",
        bias=True,
        batch_first=False,
        dropout=0.0,
        bidirectional=False,
        proj_size=0,
        device=None,
        dtype=None,
    ):
        self.check_projection(proj_size)
        super().__init__(input_size, hidden_size, num_layers, bias, batch_first, dropout, bidirectional, nonlinearity)
        self.mode = "RNN_TANH" if nonlinearity == "tanh" else "RNN_RELU"

    def forward(self, input, hx=None):
        batched = self.check_rank(input, [] if hx is None else [hx])
        if not batched:
            input = input.unsqueeze(0 if self.batch_first else 1)  # @rnn.py:683=709 input = input.unsqueeze(batch_dim)
            if hx is not None:
                hx = hx.unsqueeze(1)  # @rnn.py:689=715 hx = hx.unsqueeze(1)
        if hx is None:
            hx = torch.zeros(  # @rnn.py:699=725
                self.shape_of_state(input), dtype=input.dtype, device=input.device
            )
        self.check(input, [hx])
        if self.nonlinearity == "tanh":
            result = torch.rnn_tanh(  # @rnn.py:716=745 result = _VF.rnn_tanh(
                input,
                hx,
                self.flat(),
                self.bias,
                self.num_layers,
                self.dropout,
                self.training,
                self.bidirectional,
                self.batch_first,
            )
        else:
            result = torch.rnn_relu(  # @rnn.py:728=758 result = _VF.rnn_relu(
                input,
                hx,
                self.flat(),
                self.bias,
                self.num_layers,
                self.dropout,
                self.training,
                self.bidirectional,
                self.batch_first,
            )
        output, hidden = result[0], result[1]
        if not batched:
            output = output.squeeze(  # @rnn.py:775=810 output = output.squeeze(batch_dim)  # type: ignore[possibly-undefined]
                0 if self.batch_first else 1
            )
            hidden = hidden.squeeze(1)  # @rnn.py:776=811 hidden = hidden.squeeze(1)
        return output, hidden


class GRU(RNNBase):
    gates = 3
    mode = "GRU"

    def __init__(
        self,
        input_size,
        hidden_size,
        num_layers=1,
        bias=True,
        batch_first=False,
        dropout=0.0,
        bidirectional=False,
        proj_size=0,
        device=None,
        dtype=None,
    ):
        self.check_projection(proj_size)
        super().__init__(input_size, hidden_size, num_layers, bias, batch_first, dropout, bidirectional, "tanh")

    def forward(self, input, hx=None):
        batched = self.check_rank(input, [] if hx is None else [hx])
        if not batched:
            input = input.unsqueeze(  # @rnn.py:1362=1408 input = input.unsqueeze(batch_dim)
                0 if self.batch_first else 1
            )
            if hx is not None:
                hx = hx.unsqueeze(1)  # @rnn.py:1368=1414 hx = hx.unsqueeze(1)
        if hx is None:
            hx = torch.zeros(  # @rnn.py:1379=1425
                self.shape_of_state(input), dtype=input.dtype, device=input.device
            )
        self.check(input, [hx])
        result = torch.gru(  # @rnn.py:1393=1440 result = _VF.gru(
            input,
            hx,
            self.flat(),
            self.bias,
            self.num_layers,
            self.dropout,
            self.training,
            self.bidirectional,
            self.batch_first,
        )
        output, hidden = result[0], result[1]
        if not batched:
            output = output.squeeze(  # @rnn.py:1427=1478 output = output.squeeze(batch_dim)  # type: ignore[possibly-undefined]
                0 if self.batch_first else 1
            )
            hidden = hidden.squeeze(1)  # @rnn.py:1428=1479 hidden = hidden.squeeze(1)
        return output, hidden


class LSTM(RNNBase):
    gates = 4
    mode = "LSTM"

    def __init__(
        self,
        input_size,
        hidden_size,
        num_layers=1,
        bias=True,
        batch_first=False,
        dropout=0.0,
        bidirectional=False,
        proj_size=0,
        device=None,
        dtype=None,
    ):
        self.check_projection(proj_size)
        super().__init__(input_size, hidden_size, num_layers, bias, batch_first, dropout, bidirectional, "tanh")

    def forward(self, input, hx=None):
        batched = self.check_rank(input, [] if hx is None else hx)
        if not batched:
            input = input.unsqueeze(  # @rnn.py:1081=1120 input = input.unsqueeze(batch_dim)
                0 if self.batch_first else 1
            )
        if hx is None:
            h = torch.zeros(  # @rnn.py:1086=1125 h_zeros = torch.zeros(
                self.shape_of_state(input), dtype=input.dtype, device=input.device
            )
            c = torch.zeros(  # @rnn.py:1093=1132 c_zeros = torch.zeros(
                self.shape_of_state(input), dtype=input.dtype, device=input.device
            )
            hx = (h, c)
        elif not batched:
            h, c = hx
            h = h.unsqueeze(1)  # @rnn.py:1117=1156 hx = (hx[0].unsqueeze(1), hx[1].unsqueeze(1))
            c = c.unsqueeze(1)  # @rnn.py:1117=1156 hx = (hx[0].unsqueeze(1), hx[1].unsqueeze(1))
            hx = (h, c)
        self.check(input, hx)
        result = torch.lstm(  # @rnn.py:1124=1164 result = _VF.lstm(
            input,
            hx,
            self.flat(),
            self.bias,
            self.num_layers,
            self.dropout,
            self.training,
            self.bidirectional,
            self.batch_first,
        )
        output, hidden = result[0], (result[1], result[2])
        if not batched:
            output = output.squeeze(  # @rnn.py:1157=1201 output = output.squeeze(batch_dim)  # type: ignore[possibly-undefined]
                0 if self.batch_first else 1
            )
            h = hidden[0].squeeze(1)  # @rnn.py:1158=1202 hidden = (hidden[0].squeeze(1), hidden[1].squeeze(1))
            c = hidden[1].squeeze(1)  # @rnn.py:1158=1202 hidden = (hidden[0].squeeze(1), hidden[1].squeeze(1))
            hidden = (h, c)
        return output, hidden


class RNNCellBase(Module):
    gates = 1

    def __init__(self, input_size, hidden_size, bias):
        self.input_size, self.hidden_size, self.bias = input_size, hidden_size, bias
        rows = self.gates * hidden_size
        self.weight_ih, self.weight_hh = (
            Parameter(torch.empty((rows, input_size))),
            Parameter(torch.empty((rows, hidden_size))),
        )
        self.bias_ih = Parameter(torch.empty(rows)) if bias else None
        self.bias_hh = Parameter(torch.empty(rows)) if bias else None
        self.reset_parameters()

    def reset_parameters(self):
        bound = 1.0 / math.sqrt(self.hidden_size) if self.hidden_size > 0 else 0
        for weight in self.parameters():
            uniform_(weight, -bound, bound)

    def check_rank(self, input, states):
        if input.dim() != 1 and input.dim() != 2:
            raise ValueError("the input of a recurrent cell has 1 or 2 dimensions")
        for state in states:
            if state.dim() != 1 and state.dim() != 2:
                raise ValueError("the hidden state of a recurrent cell has 1 or 2 dimensions")
        return input.dim() == 2


class RNNCell(RNNCellBase):
    def __init__(self, input_size, hidden_size, bias=True, nonlinearity="tanh", device=None, dtype=None):
        super().__init__(input_size, hidden_size, bias)
        if nonlinearity != "tanh" and nonlinearity != "relu":
            raise RuntimeError("the nonlinearity is tanh or relu")
        self.nonlinearity = nonlinearity

    def forward(self, input, hx=None):
        batched = self.check_rank(input, [] if hx is None else [hx])
        if not batched:
            input = input.unsqueeze(0)  # @rnn.py:1573=1624 input = input.unsqueeze(0)
        if hx is None:
            hx = torch.zeros(  # @rnn.py:1576=1627
                input.size(0), self.hidden_size, dtype=input.dtype, device=input.device
            )
        elif not batched:
            hx = hx.unsqueeze(0)  # @rnn.py:1580=1631 hx = hx.unsqueeze(0) if not is_batched else hx
        if self.nonlinearity == "tanh":
            ret = torch.rnn_tanh_cell(  # @rnn.py:1583=1634 ret = _VF.rnn_tanh_cell(
                input, hx, self.weight_ih, self.weight_hh, self.bias_ih, self.bias_hh
            )
        else:
            ret = torch.rnn_relu_cell(  # @rnn.py:1592=1643 ret = _VF.rnn_relu_cell(
                input, hx, self.weight_ih, self.weight_hh, self.bias_ih, self.bias_hh
            )
        if not batched:
            ret = ret.squeeze(0)  # @rnn.py:1605=1656 ret = ret.squeeze(0)
        return ret


class GRUCell(RNNCellBase):
    gates = 3

    def __init__(self, input_size, hidden_size, bias=True, device=None, dtype=None):
        super().__init__(input_size, hidden_size, bias)

    def forward(self, input, hx=None):
        batched = self.check_rank(input, [] if hx is None else [hx])
        if not batched:
            input = input.unsqueeze(0)  # @rnn.py:1804=1855 input = input.unsqueeze(0)
        if hx is None:
            hx = torch.zeros(  # @rnn.py:1807=1858
                input.size(0), self.hidden_size, dtype=input.dtype, device=input.device
            )
        elif not batched:
            hx = hx.unsqueeze(0)  # @rnn.py:1811=1862 hx = hx.unsqueeze(0) if not is_batched else hx
        ret = torch.gru_cell(  # @rnn.py:1813=1864 ret = _VF.gru_cell(
            input, hx, self.weight_ih, self.weight_hh, self.bias_ih, self.bias_hh
        )
        if not batched:
            ret = ret.squeeze(0)  # @rnn.py:1823=1874 ret = ret.squeeze(0)
        return ret


class LSTMCell(RNNCellBase):
    gates = 4

    def __init__(self, input_size, hidden_size, bias=True, device=None, dtype=None):
        super().__init__(input_size, hidden_size, bias)

    def forward(self, input, hx=None):
        batched = self.check_rank(input, [] if hx is None else hx)
        if not batched:
            input = input.unsqueeze(0)  # @rnn.py:1696=1747 input = input.unsqueeze(0)
        if hx is None:
            zeros = torch.zeros(  # @rnn.py:1699=1750
                input.size(0), self.hidden_size, dtype=input.dtype, device=input.device
            )
            hx = (zeros, zeros)
        elif not batched:
            h, c = hx
            h = h.unsqueeze(  # @rnn.py:1704=1755 hx = (hx[0].unsqueeze(0), hx[1].unsqueeze(0)) if not is_batched else hx
                0
            )
            c = c.unsqueeze(  # @rnn.py:1704=1755 hx = (hx[0].unsqueeze(0), hx[1].unsqueeze(0)) if not is_batched else hx
                0
            )
            hx = (h, c)
        result = torch.lstm_cell(  # @rnn.py:1706=1757 ret = _VF.lstm_cell(
            input, hx, self.weight_ih, self.weight_hh, self.bias_ih, self.bias_hh
        )
        if batched:
            return result[0], result[1]
        h, c = result
        h = h.squeeze(0)  # @rnn.py:1716=1767 ret = (ret[0].squeeze(0), ret[1].squeeze(0))
        c = c.squeeze(0)  # @rnn.py:1716=1767 ret = (ret[0].squeeze(0), ret[1].squeeze(0))
        return h, c
