"""Saying what a mistyped name may have meant."""

from __future__ import annotations

import difflib
from collections.abc import Iterable

__all__ = ["nearest"]


def nearest(name: str, known: Iterable[str]) -> str:
    """Suggest the known names that resemble one, or list them all.

    Parameters
    ----------
    name : str
        What was asked for.
    known : iterable of str
        What there is.

    Returns
    -------
    str
        The rest of a sentence, for an error message.

    Examples
    --------
    >>> from obliqua.experiments.names import nearest
    >>> nearest("vowl", ["vowel", "iris"])
    'did you mean vowel?'
    >>> nearest("x", ["vowel", "iris"])
    'known are vowel, iris'
    """
    listed = list(known)
    near = difflib.get_close_matches(name, listed, n=3)
    return f"did you mean {' or '.join(near)}?" if near else f"known are {', '.join(listed)}"
