"""`torch._environment`: what a build of PyTorch says of where it runs."""


def is_fbcode() -> bool:
    """Whether it was built inside of Meta: never."""
    return False
