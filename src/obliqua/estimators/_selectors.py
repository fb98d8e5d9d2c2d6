"""Which terms a test may use: the selectors by name, and what the core is told of them."""

from __future__ import annotations

from typing import Any

__all__ = ["SELECTORS", "selector_settings"]

SELECTORS = (None, "sbe", "sfs", "dsbe", "hss", "cart")


def selector_settings(name: str | None, drop: float = 0.1, beta: float = 0.2) -> dict[str, Any]:
    """Give the core's settings of a selector; its own are Brodley and Utgoff's (1995) by default.

    Parameters
    ----------
    name : str or None
        One of `SELECTORS`.
    drop : float, default=0.1
        Where a greedy search ends: at so large a share less accuracy than the best test's.
    beta : float, default=0.2
        How readily CART's discard drops terms.
    """
    settings: dict[str | None, dict[str, Any]] = {None: {}, "cart": {"beta": float(beta)}}
    return {"kind": name or "none", **settings.get(name, {"drop": float(drop)})}
