from torch.fx import Interpreter


class Shapes(Interpreter):
    """What each node has seen, by its metadata."""

    def __init__(self, gm):
        super().__init__(gm)
        self.lines = []

    def run_node(self, n):
        value = n.meta.get("val")
        if value is not None and hasattr(value, "shape"):
            self.lines.append(f"{n.name}: {tuple(value.shape)} {value.dtype} {value.stride()} {value.numel()}")
        return value if n.op != "output" else None


def shapes(gm):
    interpreter = Shapes(gm)
    interpreter.run(*[node.meta["val"] for node in gm.graph.nodes if node.op == "placeholder"])
    print("\n".join(interpreter.lines))
    return gm
