class torch_Generator:
    def __init__(self, device="cpu"):
        self.device = torch.device(device)
        self._number = torch.Generator.number()
        self.manual_seed(67280421310721)

    def manual_seed(self, seed):
        self._seed = seed
        torch.Generator.restart(self._number, seed)
        return self

    def initial_seed(self):
        return self._seed
