"""Learning and forgetting rows exactly: the durable store."""

from __future__ import annotations

from obliqua.incremental.store import (
    DamagedStore,
    ForgetReceipt,
    LearnReceipt,
    Store,
    StoreError,
    StoreInUse,
    Verification,
)

__all__ = [
    "DamagedStore",
    "ForgetReceipt",
    "LearnReceipt",
    "Store",
    "StoreError",
    "StoreInUse",
    "Verification",
]
