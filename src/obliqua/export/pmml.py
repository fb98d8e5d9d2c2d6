"""Trees as PMML 4.4, for evaluators of models in Java, databases and services.

Sums, products and machines are derived fields that the tree's nodes compare with constants; a
fill is part of the sum, or where one term is compared the node's default child.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from importlib.metadata import version
from typing import Any
from xml.sax.saxutils import escape, quoteattr

from obliqua.export.program import CannotExport, Program, Step, Term, Test, program_of

__all__ = ["to_pmml"]

# Nodes lie within their parents, and readers of XML recurse.
MOST_LEVELS = 200
NOT_XML = re.compile("[^\t\n\r -\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
TYPES = {bool: "boolean", int: "integer", float: "double", str: "string"}


def to_pmml(model: Any, *, target: str = "class") -> str:
    """Write a tree as PMML 4.4.

    Parameters
    ----------
    model : estimator or Tree
        What to export.
    target : str, default="class"
        The name of the predicted field.

    Returns
    -------
    str
        The document; its outputs are the class and ``probability(LABEL)`` for each class.

    Raises
    ------
    CannotExport
        For missing values that go down every branch, which PMML's strategies weight otherwise,
        for trees deeper than 200 tests, and for names that XML cannot hold.

    Examples
    --------
    >>> from sklearn.datasets import load_iris
    >>> from obliqua import AxisTreeClassifier
    >>> from obliqua.export import to_pmml
    >>> X, y = load_iris(return_X_y=True, as_frame=True)
    >>> print(to_pmml(AxisTreeClassifier(max_depth=1).fit(X, y)))
    <?xml version="1.0" encoding="UTF-8"?>
    <PMML version="4.4" xmlns="http://www.dmg.org/PMML-4_4">
    ...
    """
    program = program_of(model, "PMML")
    if program.fractional:
        raise CannotExport(
            "PMML cannot express missing values that go down every branch as C4.5's do "
            '(missing="fractional"); fit with another rule'
        )
    if program.tree.depth > MOST_LEVELS:
        raise CannotExport(
            f"PMML cannot express a tree {program.tree.depth} deep: its nodes lie within each "
            f"other, and readers take {MOST_LEVELS} levels for certain; prune it"
        )
    if target in program.schema.names:
        raise ValueError(f"target must not be the name of a feature, got {target!r}")
    document = "\n".join(_Document(program, target).lines()) + "\n"
    found = NOT_XML.search(document)
    if found:
        raise CannotExport(f"PMML cannot express the character {found[0]!r} in a name")
    return document


class _Document:
    def __init__(self, program: Program, target: str) -> None:
        self._program = program
        self._target = target
        self._taken = {*program.schema.names, target}
        self._field: dict[Term, str] = {}
        self._compared: dict[int, str] = {}
        self._derived: list[str] = []
        for step, test in program.tests():
            self._derive(step, test)

    def lines(self) -> Iterator[str]:
        """All of it."""
        yield '<?xml version="1.0" encoding="UTF-8"?>'
        yield '<PMML version="4.4" xmlns="http://www.dmg.org/PMML-4_4">'
        yield "  <Header>"
        yield f'    <Application name="Obliqua" version={quoteattr(version("obliqua"))}/>'
        yield "  </Header>"
        yield from self._dictionary()
        if self._derived:
            yield "  <TransformationDictionary>"
            yield from (f"    {line}" for line in self._derived)
            yield "  </TransformationDictionary>"
        yield (
            '  <TreeModel functionName="classification" missingValueStrategy="defaultChild" '
            'splitCharacteristic="multiSplit">'
        )
        yield from self._schema()
        yield from self._nodes()
        yield "  </TreeModel>"
        yield "</PMML>"

    # --- fields ---------------------------------------------------------------

    def _dictionary(self) -> Iterator[str]:
        schema = self._program.schema
        yield "  <DataDictionary>"
        for feature in self._program.features():
            name = quoteattr(schema.names[feature])
            if self._program.symbolic(feature):
                yield f'    <DataField name={name} optype="categorical" dataType="string">'
                for category in schema.categories[feature]:
                    yield f"      <Value value={quoteattr(category)}/>"
                yield "    </DataField>"
            else:
                yield f'    <DataField name={name} optype="continuous" dataType="double"/>'
        types = {type(label) for label in self._program.classes}
        kind = TYPES.get(types.pop(), "string") if len(types) == 1 else "string"
        name = quoteattr(self._target)
        yield f'    <DataField name={name} optype="categorical" dataType="{kind}">'
        for label in self._program.classes:
            yield f"      <Value value={_label(label)}/>"
        yield "    </DataField>"
        yield "  </DataDictionary>"

    def _schema(self) -> Iterator[str]:
        yield "    <MiningSchema>"
        yield f'      <MiningField name={quoteattr(self._target)} usageType="target"/>'
        for feature in self._program.features():
            name = quoteattr(self._program.schema.names[feature])
            yield f'      <MiningField name={name} invalidValueTreatment="asIs"/>'
        yield "    </MiningSchema>"
        yield "    <Output>"
        for label in self._program.classes:
            name = quoteattr(f"probability({_text(label)})")
            yield (
                f'      <OutputField name={name} optype="continuous" dataType="double" '
                f'feature="probability" value={_label(label)}/>'
            )
        yield "    </Output>"

    def _derive(self, step: Step, test: Test) -> None:
        """Give what a node compares a field."""
        if test.kind == "equality":
            self._compared[step.id] = self._program.schema.names[test.terms[0].a]
        elif test.kind == "axis":
            self._compared[step.id] = self._term(test.terms[0])
        elif test.kind == "linear":
            self._compared[step.id] = self._sum(test, 0, f"sum {step.id}")
        else:
            self._compared[step.id] = self._machine(step, test)

    def _machine(self, step: Step, test: Test) -> str:
        """The position of the largest score, the first of equals, by a running maximum."""
        best = self._sum(test, 0, f"score {step.id}.0")
        winner = _constant(0.0)
        for child in range(1, len(test.constants)):
            score = self._sum(test, child, f"score {step.id}.{child}")
            better = _apply("greaterThan", _ref(score), _ref(best))
            chosen = _apply("if", better, _constant(float(child)), winner)
            winner = _ref(self._add(f"winner {step.id}.{child}", chosen))
            largest = _apply("if", better, _ref(score), _ref(best))
            best = self._add(f"best {step.id}.{child}", largest)
        return self._add(f"winner {step.id}", winner)

    def _sum(self, test: Test, child: int, name: str) -> str:
        """From the bias on and term by term, as the core sums."""
        total = _constant(test.constants[child])
        for term, weight, fill in zip(test.terms, test.weights[child], test.fills, strict=True):
            value = _filled(self._term(term), fill)
            total = _apply("+", total, _apply("*", _constant(weight), value))
        return self._add(name, total)

    def _term(self, term: Term) -> str:
        names = self._program.schema.names
        if term.kind == "feature":
            return names[term.a]
        if term not in self._field:
            if term.kind == "indicator":
                category = self._program.schema.categories[term.a][term.b]
                equal = _apply("equal", _ref(names[term.a]), _constant(category))
                sign = _apply("if", equal, _constant(1.0), _constant(-1.0))
                value = _apply("if", _apply("isNotMissing", _ref(names[term.a])), sign)
                name = f"{names[term.a]} = {category}"
            else:
                second = names[term.b if term.kind == "product" else term.a]
                value = _apply("*", _ref(names[term.a]), _ref(second))
                name = f"{names[term.a]} * {second}"
            self._field[term] = self._add(name, value)
        return self._field[term]

    def _add(self, name: str, value: str) -> str:
        """Define a field; its name differs from all others."""
        free, count = name, 1
        while free in self._taken:
            count += 1
            free = f"{name} ({count})"
        self._taken.add(free)
        attributes = f'name={quoteattr(free)} optype="continuous" dataType="double"'
        self._derived.append(f"<DerivedField {attributes}>{value}</DerivedField>")
        return free

    # --- nodes ----------------------------------------------------------------

    def _nodes(self) -> Iterator[str]:
        """Nodes within nodes, without recursion."""
        program = self._program
        predicates = {0: "<True/>"}
        stack: list[tuple[int, int, bool]] = [(0, 2, False)]
        while stack:
            node, level, closing = stack.pop()
            indent = "  " * level
            if closing:
                yield f"{indent}</Node>"
                continue
            step = program.steps[node]
            default = f' defaultChild="{self._default(step)}"' if step.test is not None else ""
            score = _label(program.classes[step.answer])
            yield f'{indent}<Node id="{node}" score={score}{default}>'
            yield f"{indent}  {predicates[node]}"
            stack.append((node, level, True))
            if step.test is None:
                yield from (f"{indent}  {line}" for line in self._distribution(step))
                continue
            predicates |= dict(zip(step.children, self._predicates(step, step.test), strict=True))
            stack += [(child, level + 1, False) for child in reversed(step.children)]

    def _default(self, step: Step) -> int:
        test = step.test
        assert test is not None
        single = test.kind in ("axis", "equality")
        return step.children[0 if single and test.missing_goes_left else -1]

    def _predicates(self, step: Step, test: Test) -> list[str]:
        field = quoteattr(self._compared[step.id])

        def simple(operator: str, value: str) -> str:
            return f'<SimplePredicate field={field} operator="{operator}" value={value}/>'

        if test.kind == "equality":
            term = test.terms[0]
            category = quoteattr(self._program.schema.categories[term.a][term.b])
            return [simple("equal", category), simple("notEqual", category)]
        if test.kind == "machine":
            return [simple("equal", f'"{float(j)!r}"') for j in range(len(step.children))]
        cut = f'"{test.constants[0] if test.kind == "axis" else 0.0!r}"'
        return [simple("lessOrEqual", cut), simple("greaterThan", cut)]

    def _distribution(self, step: Step) -> Iterable[str]:
        counts = self._program.tree.arrays["counts"][step.id].tolist()
        for label, count, share in zip(self._program.classes, counts, step.shares, strict=True):
            numbers = f'recordCount="{count!r}" probability="{share!r}"'
            yield f"<ScoreDistribution value={_label(label)} {numbers}/>"


def _text(label: Any) -> str:
    return str(label).lower() if isinstance(label, bool) else str(label)


def _label(label: Any) -> str:
    return quoteattr(_text(label))


def _constant(value: float | str) -> str:
    if isinstance(value, str):
        return f'<Constant dataType="string">{escape(value)}</Constant>'
    return f'<Constant dataType="double">{value!r}</Constant>'


def _ref(field: str) -> str:
    return f"<FieldRef field={quoteattr(field)}/>"


def _filled(field: str, fill: float) -> str:
    """Not by ``mapMissingTo``, which evaluators take for text."""
    return _apply("if", _apply("isMissing", _ref(field)), _constant(fill), _ref(field))


def _apply(function: str, *arguments: str) -> str:
    return f'<Apply function="{function}">{"".join(arguments)}</Apply>'
