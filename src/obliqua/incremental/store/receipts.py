"""What an operation gives back: proof of what was done, for the caller to keep."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from typing import Any

import msgspec

from obliqua.incremental.store.labels_and_ids import Id

__all__ = ["ForgetReceipt", "LearnReceipt"]


@dataclass(frozen=True)
class _Receipt:
    store: str
    sequence: int
    time: str
    ids: list[Id]
    rows_after: int
    chain: str
    repeated: bool

    def to_dict(self) -> dict[str, Any]:
        """Give the receipt as plain data.

        Returns
        -------
        dict
            The fields by name.
        """
        return asdict(self)

    def to_json(self) -> str:
        """Give the receipt as one JSON object.

        Returns
        -------
        str
            Indented, with a newline at the end.
        """
        return json.dumps(self.to_dict(), indent=2, ensure_ascii=False) + "\n"


@dataclass(frozen=True)
class LearnReceipt(_Receipt):
    """What `Store.learn` did.

    Parameters
    ----------
    store : str
        The store's own name.
    sequence : int
        The operation's number in the log.
    time : str
        When it was committed (UTC).
    ids : list
        The ids of the rows learned; of a repeated call, those that are still there.
    rows_after : int
        How many rows the store then held.
    chain : str
        The log's hash up to this operation.
    repeated : bool
        Whether this was done before under the same key; then nothing was done now.
    """


@dataclass(frozen=True)
class ForgetReceipt(_Receipt):
    """What `Store.forget` did; for audit.

    Parameters
    ----------
    store, sequence, time, ids, rows_after, chain, repeated
        As in `LearnReceipt`.
    ids_sha256 : str
        The hash of the ids, which is all that the log keeps of them.
    digest_before, digest_after : str or None
        The tree's digest with the rows and without them; None for that of no rows.
    erased : bool
        Whether the file was swept too, so that none of its bytes are the rows'.
    """

    ids_sha256: str
    digest_before: str | None
    digest_after: str | None
    erased: bool

    @classmethod
    def from_json(cls, text: str) -> ForgetReceipt:
        """Read a receipt back.

        Parameters
        ----------
        text : str
            What `to_json` gave.

        Returns
        -------
        ForgetReceipt
            The receipt.

        Raises
        ------
        ValueError
            If the text is no receipt.
        """
        try:
            return msgspec.json.decode(text, type=cls)
        except (msgspec.MsgspecError, UnicodeEncodeError) as error:
            raise ValueError(f"this is no receipt of forgetting: {error}") from None
