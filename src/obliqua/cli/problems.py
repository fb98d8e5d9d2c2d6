"""What can go wrong at the command line, and the exit codes that say so."""

from __future__ import annotations

EXIT_OK = 0
EXIT_UNEXPECTED = 1
EXIT_INPUT = 2
EXIT_INTERRUPTED = 130


class InputProblem(ValueError):
    """Something in the user's files or options that the user can mend."""
