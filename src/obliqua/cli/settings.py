"""Parameters as they are written at the command line."""

from __future__ import annotations

import json
from typing import Any

from obliqua.cli.problems import InputProblem


def parse_settings(settings: list[str], option: str = "--set") -> dict[str, Any]:
    """Turn ``name=value`` texts into parameters: JSON values where they are, else text."""
    params: dict[str, Any] = {}
    for setting in settings:
        name, equals, value = setting.partition("=")
        if not equals or not name:
            raise InputProblem(f"{option} {setting}: expected name=value")
        try:
            params[name] = json.loads(value)
        except json.JSONDecodeError:
            params[name] = None if value.lower() == "none" else value
    return params
