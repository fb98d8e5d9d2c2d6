"""Writing results: to a file all at once, or to standard output in what it can show."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from obliqua.cli.problems import ReaderLeft

STDOUT = "-"


def emit(text: str, output: str | None) -> None:
    """Write text to a file, or to standard output when there is none (or it is ``-``)."""
    if output is not None and output != STDOUT:
        from obliqua.persistence.atomic import write_atomically

        write_atomically(Path(output), text.encode())
        return
    encoding = sys.stdout.encoding or "ascii"
    try:
        sys.stdout.write(text.encode(encoding, "backslashreplace").decode(encoding))
        sys.stdout.flush()
    except BrokenPipeError:
        raise ReaderLeft from None


def emit_json(value: Any, output: str | None = None) -> None:
    """Write plain data as one JSON object."""
    from obliqua.persistence.layout import to_json

    emit(to_json(value).decode(), output)


def shows_unicode() -> bool:
    """Tell whether standard output can show the signs that trees are drawn with."""
    try:
        "≤├─·−²".encode(sys.stdout.encoding or "ascii")
    except UnicodeEncodeError:
        return False
    return True
