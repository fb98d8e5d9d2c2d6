"""Colours that tell classes apart."""

from __future__ import annotations

import colorsys

# Okabe and Ito's colours, which colour-blind people can tell apart too.
FEW = ["#0072b2", "#e69f00", "#009e73", "#cc79a7", "#56b4e9", "#d55e00", "#b8a800", "#8c564b"]


def colours(count: int) -> list[str]:
    """Return as many different colours as asked for, the same ones every time."""
    if count <= len(FEW):
        return FEW[:count]
    return [_hue(position / count, position % 3) for position in range(count)]


def _hue(hue: float, step: int) -> str:
    """Return a colour of the wheel; neighbours differ in lightness too."""
    lightness, saturation = ((0.42, 0.75), (0.62, 0.6), (0.28, 0.6))[step]
    red, green, blue = colorsys.hls_to_rgb(hue, lightness, saturation)
    return f"#{round(255 * red):02x}{round(255 * green):02x}{round(255 * blue):02x}"
