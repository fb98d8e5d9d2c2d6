"""Print requirements that pyproject.toml declares, one per line.

`requirements.py build` prints what building needs, CMake and Ninja included;
any other name is an extra, e.g. `requirements.py test dev`.
"""

import re
import sys
import tomllib
from pathlib import Path

PYPROJECT = Path(__file__).resolve().parent.parent / "pyproject.toml"
SELF = re.compile(r"obliqua\[([\w,-]+)\]")


def requirements(name: str, document: dict) -> list[str]:
    if name == "build":
        cmake = document["tool"]["scikit-build"]["cmake"]["version"]
        return [*document["build-system"]["requires"], f"cmake{cmake}", "ninja>=1.11"]
    found = []
    for requirement in document["project"]["optional-dependencies"][name]:
        if match := SELF.fullmatch(requirement):
            for extra in match[1].split(","):
                found += requirements(extra, document)
        else:
            found.append(requirement)
    return found


if __name__ == "__main__":
    document = tomllib.loads(PYPROJECT.read_text(encoding="utf-8"))
    for name in sys.argv[1:]:
        print(*requirements(name, document), sep="\n")
