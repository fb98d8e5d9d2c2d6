"""Trees as JSON for other programs: every test spelled out, nothing to be looked up."""

from __future__ import annotations

from typing import Any

from obliqua.export.program import Program, Step, Term, Test, program_of
from obliqua.export.vote import vote_of
from obliqua.persistence.layout import to_json as laid_out
from obliqua.table import Schema

__all__ = ["to_json"]


def to_json(model: Any) -> str:
    """Write a tree, or a forest, as JSON.

    Unlike the model file this is made to be read by programs that are not Obliqua: terms and
    categories are written by name, at the tests that use them.

    Parameters
    ----------
    model : estimator or Tree
        What to export.

    Returns
    -------
    str
        A document with "features", "classes" and "nodes", or of a forest with "trees" that each
        have "nodes"; docs/how-to/export.md describes it.

    Examples
    --------
    >>> import json
    >>> from sklearn.datasets import load_iris
    >>> from obliqua import AxisTreeClassifier
    >>> from obliqua.export import to_json
    >>> X, y = load_iris(return_X_y=True, as_frame=True)
    >>> tree = json.loads(to_json(AxisTreeClassifier(max_depth=1).fit(X, y)))
    >>> tree["nodes"][0]["test"]["terms"], tree["nodes"][0]["test"]["cut"]
    ([{'feature': 'petal length (cm)'}], 2.45)
    """
    vote = vote_of(model)
    if vote is None:
        program = program_of(model, "JSON")
        answers: dict[str, Any] = {"nodes": _nodes(program)}
    else:
        program = vote.programs[0]
        answers = {"trees": [{"nodes": _nodes(one)} for one in vote.programs]}
    table = {"features": _features(program.schema), "classes": program.classes}
    return laid_out(table | answers).decode()


def _features(schema: Schema) -> list[dict[str, Any]]:
    features = []
    columns = zip(schema.names, schema.kinds, schema.categories, strict=True)
    for name, kind, categories in columns:
        symbolic = {"categories": list(categories)} if kind == "symbolic" else {}
        features.append({"name": name, "kind": kind, **symbolic})
    return features


def _nodes(program: Program) -> list[dict[str, Any]]:
    return [_node(program, step) for step in program.steps]


def _node(program: Program, step: Step) -> dict[str, Any]:
    node = program.tree.node(step.id)
    whole: dict[str, Any] = {"id": step.id, "counts": node.counts.tolist()}
    if step.test is None:
        answer = program.classes[step.answer]
        return whole | {"class": answer, "probabilities": list(step.shares)}
    test = _test(program, step.test) | {"text": step.said}
    if step.test.fractional:
        test |= {"parts": list(step.fractions)}
    return whole | {"children": list(step.children), "test": test}


def _test(program: Program, test: Test) -> dict[str, Any]:
    missing = "every child" if test.fractional else "fill"
    plain: dict[str, Any] = {"kind": test.kind, "missing": missing}
    if test.kind == "equality":
        term = test.terms[0]
        categories = program.schema.categories[term.a]
        fill = int(test.fills[0])
        plain |= {"feature": program.schema.names[term.a], "category": categories[term.b]}
        return plain | {"fill": categories[fill] if fill < len(categories) else None}
    plain |= {"terms": [_term(program, term) for term in test.terms], "fills": list(test.fills)}
    if test.kind == "axis":
        return plain | {"cut": test.constants[0]}
    if test.kind == "linear":
        return plain | {"bias": test.constants[0], "weights": list(test.weights[0])}
    return plain | {"biases": list(test.constants), "weights": [list(w) for w in test.weights]}


def _term(program: Program, term: Term) -> dict[str, str]:
    names = program.schema.names
    if term.kind == "indicator":
        return {"feature": names[term.a], "category": program.schema.categories[term.a][term.b]}
    if term.kind == "feature":
        return {"feature": names[term.a]}
    return {"feature": names[term.a], "times": names[term.a if term.kind == "square" else term.b]}
