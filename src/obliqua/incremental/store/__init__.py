"""The durable store (docs/format/store.md)."""

from obliqua.incremental.store.errors import DamagedStore, StoreError, StoreInUse
from obliqua.incremental.store.receipts import ForgetReceipt, LearnReceipt
from obliqua.incremental.store.store import Store
from obliqua.incremental.store.verification import Verification

__all__ = [
    "DamagedStore",
    "ForgetReceipt",
    "LearnReceipt",
    "Store",
    "StoreError",
    "StoreInUse",
    "Verification",
]
