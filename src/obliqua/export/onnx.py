"""Trees as ONNX: a graph that gives labels and probabilities."""

from __future__ import annotations

from typing import Any, Literal

import numpy as np

from obliqua.export.onnx_graph import Graph, label_array
from obliqua.export.onnx_tree import TreeGraph
from obliqua.export.program import CannotExport, Program, program_of
from obliqua.export.vote import Vote, vote_of

__all__ = ["to_onnx"]

SUMS = ("exact", "matmul")
NUMBERS = ("double", "float")


def to_onnx(
    model: Any,
    *,
    sums: Literal["exact", "matmul"] = "exact",
    numbers: Literal["double", "float"] = "double",
    missing: str = "",
) -> bytes:
    """Write a tree, or a forest, as an ONNX model.

    Parameters
    ----------
    model : estimator or Tree
        What to export.
    sums : {"exact", "matmul"}, default="exact"
        exact: sums are evaluated term by term as the core does, and classes and probabilities
        are those of the estimator, bit for bit. matmul: all sums by one matrix product, which is
        quicker for many terms; a runtime adds in any order, so that rows within rounding error
        of a cut may go the other way.
    numbers : {"double", "float"}, default="double"
        The type of the numeric input. Computation is in double precision either way.
    missing : str, default=""
        The text that stands for a missing value of a symbolic feature.

    Returns
    -------
    bytes
        The model, in opset 21 and ai.onnx.ml 5. Inputs: ``numbers``, of shape (rows, numeric
        features of the table), NaN where missing; and ``text``, the symbolic ones, as strings.
        An input is there only if there are such features. Outputs: ``label`` and
        ``probabilities``.

    Raises
    ------
    CannotExport
        If `missing` is a category, or class labels are of several types.
    ImportError
        If onnx is not installed.

    Examples
    --------
    >>> from sklearn.datasets import load_iris
    >>> from obliqua import OC1Classifier
    >>> from obliqua.export import to_onnx
    >>> X, y = load_iris(return_X_y=True)
    >>> model = OC1Classifier(random_state=0).fit(X, y)
    >>> len(to_onnx(model)) > 0
    True
    """
    if sums not in SUMS:
        raise ValueError(f"sums must be one of {list(SUMS)}, got {sums!r}")
    if numbers not in NUMBERS:
        raise ValueError(f"numbers must be one of {list(NUMBERS)}, got {numbers!r}")
    vote = vote_of(model)
    whole = program_of(model, "ONNX") if vote is None else vote
    _check_missing(whole, missing)
    graph = Graph()
    x = "numbers"
    if "numeric" in whole.schema.kinds and numbers == "float":
        x = graph.add("Cast", x, to=11)
    programs = [whole] if isinstance(whole, Program) else whole.programs
    trees = [TreeGraph(one, graph, x, missing, sums == "matmul").answers() for one in programs]
    if vote is None:
        position, shares = trees[0]
    else:
        position, shares = _counted([answer for answer, _ in trees], len(vote.classes), graph)
    labels = graph.constant(label_array(whole.classes))
    graph.named("label", graph.add("Gather", labels, position))
    graph.named("probabilities", shares)
    return graph.serialized(whole.schema, whole.classes, numbers)


def _check_missing(whole: Program | Vote, missing: str) -> None:
    for feature in whole.features():
        if missing in whole.schema.categories[feature]:
            name = whole.schema.names[feature]
            raise CannotExport(
                f"ONNX cannot express a missing value of {name!r} by {missing!r}, which is one of "
                "its categories; choose another text with missing=..."
            )


def _counted(answers: list[str], n_classes: int, graph: Graph) -> tuple[str, str]:
    """Count votes; return the position of the most, the first of equals, and each one's share."""
    one, each = graph.constant([1]), graph.constant(np.arange(n_classes))
    total = graph.constant(np.zeros((1, n_classes)))
    for answer in answers:
        given = graph.add("Equal", graph.add("Unsqueeze", answer, one), each)
        total = graph.add("Add", total, graph.add("Cast", given, to=11))
    position = graph.add("ArgMax", total, axis=1, keepdims=0, select_last_index=0)
    return position, graph.add("Div", total, graph.constant(float(len(answers))))
