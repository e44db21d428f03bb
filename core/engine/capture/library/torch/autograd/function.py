class FunctionCtx:
    def save_for_backward(self, *tensors):
        self.saved_tensors = tensors

    def save_for_forward(self, *tensors):
        pass

    def mark_non_differentiable(self, *args):
        self.non_differentiable = args

    def mark_dirty(self, *args):
        self.dirty_tensors = args

    def set_materialize_grads(self, value):
        pass


# grad_fn of a tensor: which operator made it is not known here, but that it is one object for each result.
class autograd_graph_Node:
    def __getattr__(self, name):
        return torch._dynamo.unsupported(f"'{name}' of grad_fn is not known here")

    def __repr__(self):
        return torch._dynamo.unsupported("the text of grad_fn is not known here")
