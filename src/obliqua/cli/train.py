"""``obliqua train``: grow a tree from a table and save it."""

from __future__ import annotations

import time
from typing import Annotated, Any

import typer

from obliqua.cli import options as o
from obliqua.cli.output import emit_json
from obliqua.cli.problems import InputProblem
from obliqua.cli.settings import parse_settings
from obliqua.estimators.systems import DEFAULT_METHOD, make

CHECK = "Estimating the accuracy"


def train(
    data: o.Data,
    target: Annotated[
        str | None,
        typer.Option("--target", "-y", metavar="COLUMN", help="The column to be predicted."),
    ] = None,
    output: o.Output = None,
    json: o.Json = False,
    method: o.MethodName = DEFAULT_METHOD,
    criterion: Annotated[
        str | None,
        typer.Option(
            help="gini, twoing, info-gain, gain-ratio, max-minority, sum-minority or variance.",
            rich_help_panel=o.TREE,
        ),
    ] = None,
    pruning: Annotated[
        str | None,
        typer.Option(
            help="none, cost-complexity, cost-complexity-cv, reduced-error, pessimistic, mdl or "
            "multivariate.",
            rich_help_panel=o.TREE,
        ),
    ] = None,
    missing: Annotated[
        str | None,
        typer.Option(
            help="What stands in for missing values: mean, node-mean or fractional.",
            rich_help_panel=o.TREE,
        ),
    ] = None,
    max_depth: Annotated[
        int | None, typer.Option(help="Most tests on a path.", rich_help_panel=o.TREE)
    ] = None,
    max_leaf_nodes: Annotated[
        int | None, typer.Option(help="Most leaves.", rich_help_panel=o.TREE)
    ] = None,
    min_samples_leaf: Annotated[
        int | None, typer.Option(help="Fewest rows in a leaf.", rich_help_panel=o.TREE)
    ] = None,
    settings: o.Settings = None,
    seed: Annotated[
        int, typer.Option(help="The same seed gives the same tree.", rich_help_panel=o.TREE)
    ] = 0,
    threads: Annotated[
        int | None,
        typer.Option(help="-1: as many as there are processors.", rich_help_panel=o.TREE),
    ] = None,
    cv: Annotated[
        int | None,
        typer.Option(min=2, metavar="FOLDS", help="Cross-validate.", rich_help_panel=CHECK),
    ] = None,
    test_fraction: Annotated[
        float | None,
        typer.Option(
            min=0.0, max=1.0, help="Hold so many rows out, as 0.3.", rich_help_panel=CHECK
        ),
    ] = None,
    weights: Annotated[
        str | None,
        typer.Option(metavar="COLUMN", help="The rows' weights.", rich_help_panel=o.TABLE),
    ] = None,
    symbolic: o.Symbolic = None,
    numeric: o.Numeric = None,
    ignore: o.Ignore = None,
    na: o.Missing = None,
    header: o.Header = True,
    input_format: o.InputFormat = None,
) -> None:
    """
    Grow a tree from a table.

    Columns whose cells are all numbers are numeric; all others are symbolic. The tree is grown
    from all rows; --cv and --test-fraction grow others from parts of them to estimate how well
    it will do.

    For example:

      obliqua train iris.csv --target species -o model.json
      obliqua train credit.csv -y approved --method c45 --cv 10 --ignore customer_id
      obliqua train big.parquet -y label --max-leaf-nodes 20 --set min_samples_split=50
    """
    if cv is not None and test_fraction is not None:
        raise InputProblem("--cv and --test-fraction exclude each other")
    named = {
        "criterion": criterion,
        "missing": missing,
        "max_depth": max_depth,
        "max_leaf_nodes": max_leaf_nodes,
        "min_samples_leaf": min_samples_leaf,
        "n_jobs": threads,
    }
    params: dict[str, Any] = {name: v for name, v in named.items() if v is not None}
    if pruning is not None:
        params["pruning"] = None if pruning == "none" else pruning
    params |= parse_settings(settings or [])

    from obliqua.cli.data import Roles, read_examples

    roles = Roles(target, weights, ignore or ())
    examples = read_examples(data, roles, o.reading(na, symbolic, numeric, header, input_format))
    report = _grow(examples, method, make(method, params, seed), output)
    if cv is not None or test_fraction is not None:
        from obliqua.cli import evaluation

        def again() -> Any:
            return make(method, params, seed)

        if cv is not None:
            report["estimate"] = evaluation.cross_validated(examples, again, cv, seed)
        elif test_fraction is not None:
            report["estimate"] = evaluation.held_out(examples, again, test_fraction, seed)
    if json:
        emit_json({"data": data, **report})
    else:
        _tell(data, report)


def _grow(examples: Any, method: str, model: Any, output: str | None) -> dict[str, Any]:
    """Grow the tree, save it, and describe it."""
    from obliqua.cli.trees import described, trees_of
    from obliqua.persistence import save

    model.set_params(verbose=1)
    started = time.perf_counter()
    model.fit(examples.features, examples.labels, sample_weight=examples.weights)
    seconds = time.perf_counter() - started
    model.set_params(verbose=0)
    if output is not None:
        save(model, output)
    tree = trees_of(model)[0]
    right = model.score(examples.features, examples.labels, sample_weight=examples.weights)
    return {
        "model": output,
        "method": method,
        **described(model),
        "target": examples.target,
        "rows": len(examples.labels),
        "features": dict(zip(tree.schema.names, tree.schema.kinds, strict=True)),
        "classes": tree.classes.tolist(),
        "seconds": seconds,
        "training_accuracy": float(right),
        "estimate": None,
    }


def _tell(data: str, report: dict[str, Any]) -> None:
    """Report to a person."""
    from obliqua.cli.output import emit
    from obliqua.show.outline import plural

    kinds = list(report["features"].values())
    classes = [str(label) for label in report["classes"]]
    shown = ", ".join(classes[:8]) + (", …" if len(classes) > 8 else "")
    lines = [
        f"Table     {data}: {report['rows']} rows, {kinds.count('numeric')} numeric and "
        f"{kinds.count('symbolic')} symbolic features",
        f"Target    {report['target']}: {len(classes)} classes ({shown})",
        f"{_of(report)}: {plural(report['leaves'], 'leaf')}, "
        f"{plural(report['tests'], 'test')}, depth {report['depth']}; {report['seconds']:.2f} s",
        f"Accuracy  {report['training_accuracy']:.1%} on the rows it was grown from",
    ]
    estimate = report["estimate"]
    if estimate:
        how = "held-out rows"
        if estimate["kind"] == "cv":
            how = f"{len(estimate['per_fold'])}-fold cross-validation"
        lines.append(
            f"          {estimate['accuracy']:.1%} ± {estimate['standard_error']:.1%} by {how}"
        )
    if report["model"] is None:
        lines.append("Model     not saved; add -o model.json")
    else:
        which = " --tree 0" if "trees" in report else ""
        look = f"obliqua show {report['model']}{which}"
        lines.append(f"Model     {report['model']}; look at it: {look}")
    emit("\n".join(lines) + "\n", None)


def _of(report: dict[str, Any]) -> str:
    if "trees" in report:
        return f"Forest    {report['method']}, {report['trees']} trees"
    return f"Tree      {report['method']}"
