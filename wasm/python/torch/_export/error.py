"""`torch._export.error`."""


class InternalError(Exception):
    """What must not happen in a pass of torch.export."""


class ExportError(Exception):
    """What a pass of torch.export refuses."""
