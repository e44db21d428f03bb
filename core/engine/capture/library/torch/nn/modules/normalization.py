class LayerNorm(Module):
    def __init__(self, normalized_shape, eps=1e-5, elementwise_affine=True, bias=True, device=None, dtype=None):
        self.normalized_shape, self.eps = tuple(many(normalized_shape, 1)), eps
        self.elementwise_affine = elementwise_affine
        self.weight = check_made(Parameter(torch.ones(self.normalized_shape))) if elementwise_affine else None
        self.bias = Parameter(torch.zeros(self.normalized_shape)) if elementwise_affine and bias else None
        if type(self).reset_parameters is not LayerNorm.reset_parameters:
            self.reset_parameters()

    def reset_parameters(self):
        if self.elementwise_affine:
            ones_(self.weight)
            if self.bias is not None:
                zeros_(self.bias)

    def forward(self, input):
        return F.layer_norm(  # @normalization.py:217=228
            input, self.normalized_shape, self.weight, self.bias, self.eps
        )


class GroupNorm(Module):
    def __init__(self, num_groups, num_channels, eps=1e-5, affine=True, device=None, dtype=None):
        self.num_groups, self.num_channels, self.eps, self.affine = num_groups, num_channels, eps, affine
        self.weight = check_made(Parameter(torch.ones(num_channels))) if affine else None
        self.bias = Parameter(torch.zeros(num_channels)) if affine else None
        if type(self).reset_parameters is not GroupNorm.reset_parameters:
            self.reset_parameters()

    def reset_parameters(self):
        if self.affine:
            ones_(self.weight)
            zeros_(self.bias)

    def forward(self, input):
        return F.group_norm(input, self.num_groups, self.weight, self.bias, self.eps)  # @normalization.py:313=334


class RMSNorm(Module):
    def __init__(self, normalized_shape, eps=None, elementwise_affine=True, device=None, dtype=None):
        self.normalized_shape, self.eps = tuple(many(normalized_shape, 1)), eps
        self.elementwise_affine = elementwise_affine
        self.weight = check_made(Parameter(torch.ones(self.normalized_shape))) if elementwise_affine else None
        if type(self).reset_parameters is not RMSNorm.reset_parameters:
            self.reset_parameters()

    def reset_parameters(self):
        if self.elementwise_affine:
            ones_(self.weight)

    def forward(self, x):
        return F.rms_norm(x, self.normalized_shape, self.weight, self.eps)  # @normalization.py:401=427


class LocalResponseNorm(Module):
    def __init__(self, size, alpha=1e-4, beta=0.75, k=1.0):
        self.size, self.alpha, self.beta, self.k = size, alpha, beta, k

    def forward(self, input):
        return F.local_response_norm(input, self.size, self.alpha, self.beta, self.k)  # @normalization.py:63=65
