class FloatFunctional(Module):
    def __init__(self):
        super().__init__()
        self.activation_post_process = Identity()

    def forward(self, x):
        raise RuntimeError("FloatFunctional is not intended to use the forward. Please use the corresponding operation")

    def add(self, x, y):
        r = torch.add(x, y)  # @@/ao/nn/quantized/modules/functional_modules.py:52=51
        return self.activation_post_process(r)

    def add_scalar(self, x, y):
        return torch.add(x, y)  # @@/ao/nn/quantized/modules/functional_modules.py:59=58 r = torch.add(x, y)

    def mul(self, x, y):
        r = torch.mul(x, y)  # @@/ao/nn/quantized/modules/functional_modules.py:67=66
        return self.activation_post_process(r)

    def mul_scalar(self, x, y):
        return torch.mul(x, y)  # @@/ao/nn/quantized/modules/functional_modules.py:74=73 r = torch.mul(x, y)

    def cat(self, x, dim=0):
        r = torch.cat(x, dim=dim)  # @@/ao/nn/quantized/modules/functional_modules.py:82=81
        return self.activation_post_process(r)

    def add_relu(self, x, y):
        r = torch.add(x, y)  # @@/ao/nn/quantized/modules/functional_modules.py:89=88
        r = F.relu(r)  # @@/ao/nn/quantized/modules/functional_modules.py:90=89 r = torch.nn.functional.relu(r)
        return self.activation_post_process(r)

    def matmul(self, x, y):
        r = torch.matmul(x, y)  # @@/ao/nn/quantized/modules/functional_modules.py:97=96
        return self.activation_post_process(r)
