"""Asks which PyTorch there is, in the ways that files do."""

import torch
import torch.version
from packaging import version
from torch.torch_version import TorchVersion

IS_OLD = version.parse(torch.__version__) < version.Version("2.0.0")
if torch.version.cuda is not None:
    raise RuntimeError("made for the CPU")
if IS_OLD:
    from torch.fx import nothing_that_is_there  # noqa: F401


def asked(gm):
    print(IS_OLD, torch.version.hip, torch.version.debug, TorchVersion("2.6.0") >= (2, 5))
    print(version.parse("2.7.0.dev20250101").is_devrelease, end=" ")
    print(version.parse("2.7.0rc1").pre, version.parse("2.6.0").major)
    print(version.parse("2.6.0.post1").post, version.Version("2.6.0").is_devrelease, end=" ")
    print(version.Version("1.10") > version.Version("1.9"))
    return gm
