"""The command line: ``obliqua train | predict | show | explore | learn | forget | verify | …``."""

from __future__ import annotations

import sys

__all__ = ["main"]


def main() -> None:
    """Run the command line and leave with its exit code.

    The codes: 0 done, 2 something in the command or its files that the user can mend, 130
    interrupted, 1 an error in Obliqua itself.
    """
    from obliqua.cli.app import run

    sys.exit(run(sys.argv[1:]))
