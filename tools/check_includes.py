"""Check that the C++ core's includes go down the house, never up (DESIGN section 2).

A file may include files of its own room, of its own floor, and of the floors
below. Rooms of one floor may not include each other both ways.
"""

import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

# From the ground up. Tests may include everything.
FLOORS = (
    ("support",),
    ("random", "data"),
    ("tree",),
    ("criteria", "cuts"),
    ("splitters", "learners", "selectors", "pruners"),
    ("grow", "incremental"),
    ("bindings",),
)
FLOOR_OF = {room: level for level, rooms in enumerate(FLOORS) for room in rooms}
TOP_ROOM = "bindings"

INCLUDE = re.compile(r'^\s*#\s*include\s*(?P<open>[<"])(?P<path>[^">]+)[">]')
PYTHON_HEADER = re.compile(r"^(Python\.h|nanobind/|pybind11/|numpy/)")


@dataclass(frozen=True)
class Include:
    file: Path  # relative to cpp/
    line: int
    path: str
    quoted: bool


def room_of(file: Path) -> str | None:
    """The room of a file named relative to cpp/, None if it is in no room."""
    parts = file.parts
    if parts[0] == TOP_ROOM:
        return TOP_ROOM
    room = parts[1] if parts[0] == "obliqua" and len(parts) > 2 else None
    return room if room in FLOOR_OF else None


def allowed_rooms(room: str) -> list[str]:
    return [name for rooms in FLOORS[: FLOOR_OF[room] + 1] for name in rooms]


def includes_of(cpp: Path, file: Path) -> Iterator[Include]:
    for number, line in enumerate((cpp / file).read_text(encoding="utf-8").splitlines(), start=1):
        if match := INCLUDE.match(line):
            yield Include(file, number, match["path"], match["open"] == '"')


def source_files(cpp: Path) -> Iterator[Path]:
    for top in ("obliqua", TOP_ROOM):
        for path in sorted((cpp / top).rglob("*")):
            if path.suffix in {".hpp", ".cpp", ".h"}:
                yield path.relative_to(cpp)


def problem_with(cpp: Path, include: Include) -> str | None:
    """What is wrong with one include taken alone."""
    room = room_of(include.file)
    assert room is not None
    if PYTHON_HEADER.match(include.path):
        return None if room == TOP_ROOM else "the core must build without Python"
    if not include.path.startswith("obliqua/"):
        if include.quoted and room != TOP_ROOM:
            return 'write the path from cpp/, as in "obliqua/data/columns.hpp"'
        return None
    if not (cpp / include.path).is_file():
        return "no such file under cpp/"
    target = room_of(Path(include.path))
    if target is None:
        return "the included file is in no room"
    if FLOOR_OF[target] > FLOOR_OF[room]:
        return f"{room} may include only {', '.join(allowed_rooms(room))}"
    return None


def check(cpp: Path) -> list[str]:
    """Every breach under cpp/, as `file:line: what is wrong`."""
    breaches = []
    between_rooms: dict[tuple[str, str], list[Include]] = {}
    for file in source_files(cpp):
        room = room_of(file)
        if room is None:
            breaches.append(f"{file}:1: in no room; the rooms are {', '.join(FLOOR_OF)}")
            continue
        for include in includes_of(cpp, file):
            if problem := problem_with(cpp, include):
                breaches.append(f"{file}:{include.line}: includes {include.path}: {problem}")
            elif include.path.startswith("obliqua/"):
                target = room_of(Path(include.path))
                if target is not None and target != room:
                    between_rooms.setdefault((room, target), []).append(include)
    for (room, target), includes in between_rooms.items():
        if (target, room) in between_rooms:
            breaches += [
                f"{i.file}:{i.line}: includes {i.path}: {room} and {target} include each other"
                for i in includes
            ]
    return breaches


def main() -> int:
    cpp = Path(__file__).resolve().parent.parent / "cpp"
    breaches = check(cpp)
    for breach in breaches:
        print(f"cpp/{breach}")
    if not breaches:
        print(f"include rules kept: {sum(1 for _ in source_files(cpp))} files")
    return 1 if breaches else 0


if __name__ == "__main__":
    sys.exit(main())
