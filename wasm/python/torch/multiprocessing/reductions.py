"""`torch.multiprocessing.reductions`: a name for a storage, by which values that share it are found."""

from __future__ import annotations

from typing import Any

__all__ = ["StorageWeakRef"]


class StorageWeakRef:
    """Equal for values that share their storage."""

    def __init__(self, storage: Any) -> None:
        self.cdata = storage._cdata
        self._storage = storage

    def expired(self) -> bool:
        return False

    def __hash__(self) -> int:
        return self.cdata

    def __eq__(self, other: object) -> bool:
        return isinstance(other, StorageWeakRef) and other.cdata == self.cdata
