"""`torch._subclasses`: the tensors of `node.meta["val"]`."""

from torch._subclasses.fake_tensor import FakeTensor, FakeTensorMode

__all__ = ["FakeTensor", "FakeTensorMode"]
