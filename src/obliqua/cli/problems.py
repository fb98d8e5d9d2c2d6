"""What can go wrong at the command line, and the exit codes that say so."""

from __future__ import annotations

EXIT_OK = 0
EXIT_UNEXPECTED = 1
EXIT_INPUT = 2
EXIT_INTERRUPTED = 130


class InputProblem(ValueError):
    """Something in the user's files or options that the user can mend."""


class ReaderLeft(Exception):
    """Whoever reads our output, as ``head``, has seen enough."""


def one_line(error: BaseException) -> str:
    """Say in one line what is wrong; for files, which one."""
    if isinstance(error, OSError) and error.filename is not None:
        return f"{error.filename}: {error.strerror}"
    if isinstance(error, MemoryError):
        return "there is not enough memory for this"
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    return " ".join(lines) or type(error).__name__


def first_line(error: BaseException) -> str:
    """Return the first line of a library's message."""
    lines = str(error).strip().splitlines() or [type(error).__name__]
    return lines[0]
