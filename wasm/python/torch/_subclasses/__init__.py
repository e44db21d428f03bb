"""`torch._subclasses`: the tensors of `node.meta["val"]`."""

from torch._subclasses.fake_tensor import FakeTensor

__all__ = ["FakeTensor"]
