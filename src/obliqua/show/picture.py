"""Where everything in the picture of a tree goes."""

from __future__ import annotations

from dataclasses import dataclass, field

from obliqua.conditions import Condition, LinearCondition, MachineCondition
from obliqua.show.outline import Outline, number, percent, plural, printable, width_of, wrapped

# A generous mean width of a letter at the size of text in boxes.
LETTER = 7.3
BOLD_LETTER = 8.2
SMALL_LETTER = 6.2
LINE_HEIGHT = 15
PIECE = 30
MOST_LINES = 6
LONGEST_ANSWER = 14
NARROWEST, GAP, SPACE = 120.0, 8.0, 34.0
MOST_CLASSES = 3


@dataclass
class Box:
    """One node's place and words.

    Parameters
    ----------
    node : int
        Its number in the tree.
    parent : int or None
        The number of the node above.
    lines : list of str
        What is asked, or the class.
    share : str
        At an end, the class's part of the rows.
    rows : str
        How many rows came.
    hint : str
        All there is to say.
    answer : str
        The answer to the parent's question that leads here.
    is_end : bool
        Whether nothing is shown below.
    """

    node: int
    parent: int | None
    lines: list[str]
    share: str
    rows: str
    hint: str
    answer: str
    is_end: bool
    x: float = 0.0
    y: float = 0.0
    width: float = 0.0

    @property
    def rows_width(self) -> float:
        """Space that the rows' number takes beside the bar."""
        return len(self.rows) * SMALL_LETTER + 8

    @property
    def needed(self) -> float:
        """Width that its words need."""
        letter = BOLD_LETTER if self.is_end else LETTER
        said = max(width_of(line) for line in self.lines) * letter
        return max(said + len(self.share) * SMALL_LETTER + 24, self.rows_width + 66, NARROWEST)

    @property
    def height(self) -> float:
        """Space from top to bottom."""
        return 7 + LINE_HEIGHT * len(self.lines) + 17

    @property
    def middle(self) -> float:
        """Where lines arrive and leave."""
        return self.y + self.height / 2


@dataclass
class Picture:
    """All boxes by node, parents first, and the space that they take."""

    boxes: dict[int, Box] = field(default_factory=dict)
    width: float = 0.0
    height: float = 0.0


def arrange(view: Outline, max_depth: int | None, digits: int) -> Picture:
    """Give every node down to `max_depth` its place."""
    tests = (n for n in range(view.tree.n_nodes) if view.children[n])
    opened = {n for n in tests if max_depth is None or view.depths[n] < max_depth}
    return arrange_part(view, 0, opened, digits)


def arrange_part(view: Outline, root: int, opened: set[int], digits: int) -> Picture:
    """Give places to a node, and to the children of those nodes below it that are opened."""
    boxes: dict[int, Box] = {}
    answers = {root: ""}
    for node in _part(view, root, opened):
        test = view.tree.test(node)
        if test is not None and node in opened:
            boxes[node] = _test_box(view, node, test, digits)
            for position, child in enumerate(view.children[node]):
                answers[child] = _answer(test, position)
        else:
            boxes[node] = _end_box(view, node, hidden=view.below[node])
        boxes[node].answer = answers.pop(node)
    boxes[root].parent = None
    picture = Picture(boxes)
    picture.width = _columns(view, boxes)
    picture.height = _bands(view, boxes, root)
    return picture


def _part(view: Outline, root: int, opened: set[int]) -> list[int]:
    """Return a node and what is shown below it, level by level."""
    part = [root]
    for node in part:
        if node in opened:
            part.extend(view.children[node])
    return part


def text_width(words: str) -> float:
    """Estimate the width of a line in a box."""
    return width_of(words) * LETTER


# --- words -------------------------------------------------------------------


def _test_box(view: Outline, node: int, test: Condition, digits: int) -> Box:
    lines = _broken(_formula(test, digits))
    if len(lines) > MOST_LINES and isinstance(test, LinearCondition):
        lines = shortened_sum(test, digits, PIECE, MOST_LINES)
    if len(lines) > MOST_LINES and isinstance(test, MachineCondition):
        lines = _broken([said_of_machine(test)])
    if len(lines) > MOST_LINES:
        lines = [*lines[: MOST_LINES - 1], "…"]
    return _box(view, node, lines, printable(test.pretty()), is_end=False)


def _formula(test: Condition, digits: int) -> list[str]:
    if isinstance(test, MachineCondition):
        scores = zip(test.classes, test.scores(digits), strict=True)
        return ["largest score of", *(f"{label}: {score}" for label, score in scores)]
    return [test.pretty(digits)]


def said_of_machine(test: MachineCondition) -> str:
    """Say in a few words what a machine asks, however many scores it has."""
    return f"largest of {plural(test.n_children, 'score')} of {plural(len(test.terms), 'term')}"


def shortened_sum(test: LinearCondition, digits: int, width: int, most: int) -> list[str]:
    """Write as many of the terms as there is room for, and how many more there are."""
    lines: list[str] = []
    for shown in range(len(test.terms) - 1, 0, -1):
        first = LinearCondition(
            test.terms[:shown], test.weights[:shown], test.cut, test.fills[:shown]
        )
        total, _, cut = first.pretty(digits).rpartition(" ≤ ")
        rest = f"+ {plural(len(test.terms) - shown, 'more term')} ≤ {cut}"
        lines = [*_broken([total], width), rest]
        if len(lines) <= most:
            break
    return lines


def _broken(said: list[str], width: int = PIECE) -> list[str]:
    return [piece for line in said for piece in wrapped(printable(line), width)]


def _end_box(view: Outline, node: int, hidden: int) -> Box:
    label = view.labels[view.best[node]]
    lines = wrapped(label, PIECE)
    if hidden:
        lines.append(f"… {plural(hidden, 'node')}")
    return _box(view, node, lines, label, is_end=True)


def _box(view: Outline, node: int, lines: list[str], hint: str, is_end: bool) -> Box:
    parent = int(view.tree.arrays["parent"][node])
    counts = view.counts[node]
    pairs = zip(view.labels, counts, strict=True)
    shares = [f"{label}: {number(count)}" for label, count in pairs if count]
    if len(counts) <= MOST_CLASSES:
        rows = " / ".join(map(number, counts))
    else:
        rows = f"{plural(view.n_rows[node], 'row')}"
    hint = "\n".join([hint, plural(view.n_rows[node], "row"), *shares])
    share = percent(view.share[node]) if is_end else ""
    return Box(node, None if parent < 0 else parent, lines, share, rows, hint, "", is_end)


def _answer(test: Condition, position: int) -> str:
    if not isinstance(test, MachineCondition):
        return ("yes", "no")[position]
    label = printable(str(test.classes[position]))
    return label if len(label) <= LONGEST_ANSWER else label[: LONGEST_ANSWER - 1] + "…"


# --- places ------------------------------------------------------------------


def _columns(view: Outline, boxes: dict[int, Box]) -> float:
    """Place each depth in a column as wide as its widest box; return the whole width."""
    widest: dict[int, float] = {}
    answer: dict[int, float] = {}
    for node, box in boxes.items():
        depth = view.depths[node]
        widest[depth] = max(widest.get(depth, 0.0), box.needed)
        answer[depth] = max(answer.get(depth, 0.0), width_of(box.answer) * SMALL_LETTER)
    left: dict[int, float] = {}
    x = 0.0
    for depth in sorted(widest):
        x += SPACE + answer[depth] if left else 0.0
        left[depth] = x
        x += widest[depth]
    for node, box in boxes.items():
        box.x, box.width = left[view.depths[node]], widest[view.depths[node]]
    return x


def _bands(view: Outline, boxes: dict[int, Box], root: int) -> float:
    """Give each subtree a band of its own; return the height of the whole.

    A box stands midway between its first and its last child, as far as its band allows.
    """
    shown = {n: [c for c in view.children[n] if c in boxes] for n in boxes}
    band: dict[int, float] = {}
    middle: dict[int, float] = {}  # of the box, from the top of its band
    spare: dict[int, float] = {}  # above the first child's band
    for node in reversed(boxes):
        need, children = boxes[node].height + GAP, shown[node]
        inner = sum(band[child] for child in children)
        band[node] = max(need, inner)
        spare[node] = (band[node] - inner) / 2
        wanted = band[node] / 2
        if children:
            first, last = children[0], children[-1]
            wanted = spare[node] + (middle[first] + inner - band[last] + middle[last]) / 2
        middle[node] = min(max(wanted, need / 2), band[node] - need / 2)
    top = {root: 0.0}
    for node, box in boxes.items():
        begin = top.pop(node)
        box.y = begin + middle[node] - box.height / 2
        begin += spare[node]
        for child in shown[node]:
            top[child] = begin
            begin += band[child]
    return band[root]
