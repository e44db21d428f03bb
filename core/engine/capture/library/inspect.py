class inspect_Parameter:
    def __init__(self, name):
        self.name = name


class inspect_Signature:
    def __init__(self, names):
        self.parameters = {name: inspect_Parameter(name) for name in names}
