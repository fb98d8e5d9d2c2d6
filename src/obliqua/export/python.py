"""Trees as a module of plain Python, which imports nothing."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from obliqua.export.names import encoded
from obliqua.export.program import Program, Step, Term, Test, program_of
from obliqua.export.vote import Vote, vote_of
from obliqua.show.outline import printable

__all__ = ["to_python"]


def to_python(model: Any) -> str:
    """Write a tree, or a forest, as a module of plain Python.

    Parameters
    ----------
    model : estimator or Tree
        What to export.

    Returns
    -------
    str
        A module with ``predict(row)``, ``predict_proba(row)`` and ``leaf(row)``, of a forest
        ``leaves(row)``. A row is a dict, or anything else that gives a feature's value by its
        name; None and NaN are missing. The answers are those of the estimator, bit for bit.

    Examples
    --------
    >>> from sklearn.datasets import load_iris
    >>> from obliqua import AxisTreeClassifier
    >>> from obliqua.export import to_python
    >>> X, y = load_iris(return_X_y=True, as_frame=True)
    >>> module = {}
    >>> exec(to_python(AxisTreeClassifier(max_depth=1).fit(X, y)), module)
    >>> module["predict"]({"petal length (cm)": 1.4})
    0
    """
    vote = vote_of(model)
    lines = _tree(program_of(model, "Python")) if vote is None else _forest(vote)
    source = "\n".join(lines) + "\n"
    encoded(source)
    return source


def _tree(program: Program) -> Iterator[str]:
    yield from _opening(program)
    yield from _body(program)


def _forest(vote: Vote) -> Iterator[str]:
    """Put the body of each tree's module in a function of its own, so that no names meet."""
    yield from _opening(vote)
    for position, program in enumerate(vote.programs):
        yield ""
        yield ""
        yield f"def _tree_{position}():"
        body = list(_body(program))
        yield from (f"    {line}" if line else "" for line in body[2:])
        yield ""
        yield "    return leaf, predict"
    yield ""
    yield ""
    made = ", ".join(f"_tree_{position}()" for position in range(len(vote.programs)))
    yield "# Per tree what gives a row's leaf, and what gives its class."
    yield f"TREES = [{made}]"
    yield ""
    yield ""
    yield from _VOTE.splitlines()


def _opening(model: Program | Vote) -> Iterator[str]:
    features = [model.schema.names[feature] for feature in model.features()]
    yield f'"""{model.title}, written by Obliqua.'
    yield ""
    yield "A row is a dict, or gives a feature's value by its name in another way. None and NaN are"
    yield "missing values; so is what is left out of a dict."
    yield '"""'
    yield ""
    yield f"FEATURES = {features!r}"
    yield f"CLASSES = {model.classes!r}"
    yield ""
    yield from _HELPERS.splitlines()


def _body(program: Program) -> Iterator[str]:
    """Write a tree's tests and tables, and what walks them."""
    for step, test in program.tests():
        yield ""
        yield ""
        yield f"def _test_{step.id}(x):"
        yield f"    # {printable(step.said)}"
        yield from (f"    {line}" for line in _test(program, test))
    yield ""
    yield ""
    yield from _tables(program)
    yield ""
    yield ""
    yield from (_SHARES if program.fractional else _ONE_LEAF).splitlines()


def _tables(program: Program) -> Iterator[str]:
    yield "# Per node its test, which gives the position of a child (None: all of them), the"
    yield "# children, and their parts of a row that goes to all."
    yield "NODES = ["
    for step in program.steps:
        yield f"    {_entry(step)},"
    yield "]"
    yield "# Per leaf, from left to right, each class's share of the training rows."
    yield "LEAVES = {"
    for leaf in program.leaves():
        yield f"    {leaf}: {list(program.steps[leaf].shares)!r},"
    yield "}"


def _entry(step: Step) -> str:
    if step.test is None:
        return "None"
    return f"(_test_{step.id}, {step.children!r}, {step.fractions!r})"


def _test(program: Program, test: Test) -> Iterator[str]:
    names = program.schema.names
    used = list(dict.fromkeys(feature for term in test.terms for feature in term.features))
    local = {feature: f"v{position}" for position, feature in enumerate(used)}
    for feature in used:
        read = "_category" if program.symbolic(feature) else "_number"
        yield f"{local[feature]} = {read}(x, {names[feature]!r})"
    missing = " or ".join(f"{local[feature]} is None" for feature in used)
    if test.fractional:
        yield f"if {missing}:"
        yield "    return None"
    elif test.kind in ("axis", "equality"):
        yield f"if {missing}:"
        yield f"    return {0 if test.missing_goes_left else 1}"
    if test.kind == "axis":
        value = _value(program, test.terms[0], local)
        yield f"return 0 if {value} <= {test.constants[0]!r} else 1"
    elif test.kind == "equality":
        term = test.terms[0]
        category = program.schema.categories[term.a][term.b]
        yield f"return 0 if {local[term.a]} == {category!r} else 1"
    else:
        yield from _sums(program, test, local)


def _sums(program: Program, test: Test, local: dict[int, str]) -> Iterator[str]:
    terms = []
    for position, (term, fill) in enumerate(zip(test.terms, test.fills, strict=True)):
        value = _value(program, term, local)
        if not test.fractional:
            missing = " or ".join(f"{local[feature]} is None" for feature in term.features)
            value = f"{fill!r} if {missing} else {value}"
        yield f"t{position} = {value}"
        terms.append(f"t{position}")
    sums = []
    for bias, row in zip(test.constants, test.weights, strict=True):
        pairs = zip(row, terms, strict=True)
        sums.append(" ".join([repr(bias), *(f"{_signed(weight)} * {t}" for weight, t in pairs)]))
    if test.kind == "linear":
        yield f"return 0 if {sums[0]} <= 0 else 1"
        return
    yield "scores = ["
    yield from (f"    {one}," for one in sums)
    yield "]"
    yield "best = 0"
    yield "for child, score in enumerate(scores):"
    yield "    if score > scores[best]:"
    yield "        best = child"
    yield "return best"


def _signed(weight: float) -> str:
    return f"- {-weight!r}" if weight < 0 else f"+ {weight!r}"


def _value(program: Program, term: Term, local: dict[int, str]) -> str:
    if term.kind == "indicator":
        category = program.schema.categories[term.a][term.b]
        return f"(1.0 if {local[term.a]} == {category!r} else -1.0)"
    if term.kind == "square":
        return f"{local[term.a]} * {local[term.a]}"
    return f"{local[term.a]} * {local[term.b]}" if term.kind == "product" else local[term.a]


_HELPERS = """

def _value(row, name):
    value = row.get(name) if isinstance(row, dict) else row[name]
    return None if value is None or value != value else value


def _number(row, name):
    value = _value(row, name)
    return None if value is None else float(value)


def _category(row, name):
    value = _value(row, name)
    return None if value is None else str(value)
"""

_ONE_LEAF = '''\
def leaf(row):
    """Return the number of the leaf that a row ends in."""
    node = 0
    while NODES[node] is not None:
        test, children, _ = NODES[node]
        node = children[test(row)]
    return node


def predict_proba(row):
    """Return the share of each class, in the order of CLASSES."""
    return list(LEAVES[leaf(row)])


def predict(row):
    """Return the class of a row: that with the largest share, the first of equals."""
    shares = LEAVES[leaf(row)]
    return CLASSES[shares.index(max(shares))]
'''

_SHARES = '''\
def _shares(row):
    """Return each node's share of a row, which goes on to one child or to all in part."""
    shares = [0.0] * len(NODES)
    shares[0] = 1.0
    for node, entry in enumerate(NODES):
        if entry is None or not shares[node]:
            continue
        test, children, parts = entry
        child = test(row)
        if child is not None:
            shares[children[child]] = shares[node]
            continue
        for one, part in zip(children, parts):
            shares[one] = shares[node] * part
    return shares


def leaf(row):
    """Return the number of the leaf with a row's largest share, the first of equals."""
    shares = _shares(row)
    return max(sorted(LEAVES), key=shares.__getitem__)


def predict_proba(row):
    """Return the share of each class, in the order of CLASSES."""
    shares = _shares(row)
    total = [0.0] * len(CLASSES)
    for one, of_classes in LEAVES.items():
        for position, share in enumerate(of_classes):
            total[position] += shares[one] * share
    return total


def predict(row):
    """Return the class of a row: that with the largest share, the first of equals."""
    total = predict_proba(row)
    return CLASSES[total.index(max(total))]
'''

_VOTE = '''\
def _votes(row):
    """Return the number of trees that vote for each class."""
    given = [predict(row) for _, predict in TREES]
    return [given.count(label) for label in CLASSES]


def leaves(row):
    """Return the number of the leaf that a row ends in, for each tree."""
    return [leaf(row) for leaf, _ in TREES]


def predict_proba(row):
    """Return the share of the votes for each class, in the order of CLASSES."""
    return [votes / len(TREES) for votes in _votes(row)]


def predict(row):
    """Return the class of a row: that with the most votes, the first of equals."""
    votes = _votes(row)
    return CLASSES[votes.index(max(votes))]
'''
