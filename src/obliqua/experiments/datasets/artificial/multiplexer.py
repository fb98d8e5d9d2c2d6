"""The multiplexer: address bits choose the data bit that is the class (Utgoff 1995)."""

from __future__ import annotations

from typing import Any

import numpy as np

from obliqua.experiments.datasets.artificial._random import check_rows, random_source
from obliqua.experiments.datasets.data_set import DataSet

__all__ = ["multiplexer"]

ADDRESS_BITS = {3: 1, 6: 2, 11: 3, 20: 4}
LARGEST_TABLE = 11


def multiplexer(n: int | None = None, random_state: Any = None, *, bits: int = 6) -> DataSet:
    """Make the multiplexer of some bits: an address and as many data bits as it can name.

    Parameters
    ----------
    n : int or None, default=None
        Number of rows, drawn with replacement; None gives every row of the truth table once.
    random_state : int, RandomState or None, default=None
        The same number gives the same rows; the truth table is always the same.
    bits : {3, 6, 11, 20}, default=6
        Bits in all; 6 are 2 address bits and 4 data bits.

    Returns
    -------
    DataSet
        Bool features a0, a1, … (a0 the highest) and d0, d1, …; `frame` gives them as symbolic
        columns.

    Examples
    --------
    >>> from obliqua.experiments.datasets import multiplexer
    >>> multiplexer().class_counts()
    {0: 32, 1: 32}
    """
    if bits not in ADDRESS_BITS:
        raise ValueError(f"bits={bits!r}: expected one of {', '.join(map(str, ADDRESS_BITS))}")
    if n is None and bits > LARGEST_TABLE:
        raise ValueError(f"the truth table of {bits} bits has {2**bits} rows; state n")
    if n is None:
        rows = np.arange(2**bits)
    else:
        rows = random_source(random_state).randint(0, 2**bits, check_rows(n))
    data = (rows[:, np.newaxis] >> np.arange(bits - 1, -1, -1)) & 1 == 1
    n_address = ADDRESS_BITS[bits]
    address = data[:, :n_address] @ (1 << np.arange(n_address - 1, -1, -1))
    target = data[np.arange(len(rows)), n_address + address].astype(int)
    names = [f"a{i}" for i in range(n_address)] + [f"d{i}" for i in range(bits - n_address)]
    return DataSet(
        f"multiplexer{bits}",
        data,
        target,
        tuple(names),
        f"{n_address} address bits choose which of {bits - n_address} data bits is the class. "
        "Utgoff 1995 uses 6 bits.",
    )
