"""What the commands say of a model's tree, or of a forest's trees."""

from __future__ import annotations

from typing import Any

from obliqua.cli.problems import InputProblem
from obliqua.cli.stores import load_model


def trees_of(model: Any) -> list[Any]:
    """Return the tree of a model, or all of a forest's, which share schema and classes."""
    trees: list[Any] = model.trees if hasattr(model, "trees") else [model.tree_]
    return trees


def load_one(path: str, tree: int | None) -> Any:
    """Load a model of one tree, or the one of a forest's that ``--tree`` names."""
    model = load_model(path)
    if not hasattr(model, "trees"):
        if tree is not None:
            raise InputProblem(f"--tree {tree}: {path} is not a forest, but one tree")
        return model
    last = len(model.trees) - 1
    if tree is None:
        raise InputProblem(
            f"{path}: a forest of {last + 1} trees; choose one with --tree 0 to --tree {last}"
        )
    if tree > last:
        raise InputProblem(f"--tree {tree}: {path} has trees 0 to {last}")
    return model.estimators_[tree]


def described(model: Any) -> dict[str, Any]:
    """Describe a model for programs: its class, parameters and measures; a forest's are sums."""
    from obliqua.persistence.encode import encode_estimator

    about = encode_estimator(model, lambda one: type(one).__name__)
    params = about["params"]
    if "estimator" in about:
        params["estimator"] = about["estimator"]
    trees = trees_of(model)
    forest = {"trees": len(trees)} if hasattr(model, "trees") else {}
    return {
        "estimator": about["name"],
        "params": params,
        **forest,
        "leaves": sum(tree.n_leaves for tree in trees),
        "tests": sum(tree.n_tests for tree in trees),
        "depth": max(tree.depth for tree in trees),
        "size": sum(tree.size for tree in trees),
        "digest": model.digest() if forest else trees[0].digest(),
    }
