"""``obliqua demo``: what the library does, on data that everyone has."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated, Any

import typer

from obliqua.cli.output import emit, shows_unicode

FOLDS = 10
SEED = 0


@dataclass
class Stage:
    """What the steps hand on to each other."""

    folder: Path
    X: Any = None
    y: Any = None
    model: Any = None


def demo(
    out: Annotated[Path, typer.Option("--out", metavar="FOLDER", help="Where files go.")] = Path(
        "demo-output"
    ),
) -> None:
    """
    Grow, show, compare and save a tree, in a few seconds.

    Uses the breast cancer data that scikit-learn ships: 569 tumours, 30 measurements of each.

    For example:

      obliqua demo
    """
    stage = Stage(out)
    out.mkdir(parents=True, exist_ok=True)
    for count, (title, step) in enumerate(STEPS, 1):
        emit(f"{count}. {title}\n\n", None)
        said = "".join(f"   {line}".rstrip() + "\n" for line in step(stage).splitlines())
        emit(said + "\n", None)


# --- steps: each does one thing and returns what to say about it -------------


def grow(stage: Stage) -> str:
    """Grow a tree from all rows and show it."""
    from sklearn.datasets import load_breast_cancer

    from obliqua import AxisTreeClassifier
    from obliqua.show import text

    data = load_breast_cancer()
    stage.X, stage.y = data.data, data.target_names[data.target]
    started = time.perf_counter()
    stage.model = AxisTreeClassifier.cart(random_state=SEED).fit(stage.X, stage.y)
    seconds = time.perf_counter() - started
    _name_features(stage.model, data.feature_names)
    said = text(stage.model, ascii=not shows_unicode())
    return f"{said}\nGrown and pruned in {seconds:.2f} s.\n"


def compare(stage: Stage) -> str:
    """Put accuracy, size and time beside scikit-learn's, on the same folds."""
    import numpy as np

    from obliqua import AxisTreeClassifier

    rivals = {
        "obliqua, pruned": lambda: AxisTreeClassifier.cart(random_state=SEED),
        "obliqua, not pruned": lambda: AxisTreeClassifier(random_state=SEED),
        "scikit-learn, pruned": _PrunedPeer,
        "scikit-learn, not pruned": _peer,
    }
    lines = [f"{'':26}accuracy        leaves    time of a fit"]
    for name, make in rivals.items():
        scores, leaves, seconds = _folds(stage, make)
        error = scores.std(ddof=1) / np.sqrt(FOLDS)
        lines.append(
            f"{name:26}{scores.mean():.1%} ± {error:.1%}  {leaves.mean():8.1f}  "
            f"{1000 * np.median(seconds):10.1f} ms"
        )
    lines += [
        "",
        f"Mean of {FOLDS} folds, the same for all; ± is one standard error. Both prune by cost",
        "and complexity and choose how much by cross-validation inside each fold, Obliqua with",
        "ten folds over the whole path of trees, scikit-learn with five over ten of its steps.",
    ]
    return "\n".join(lines)


def write(stage: Stage) -> str:
    """Write the model, its text, its picture and the explorer; read the model back."""
    from obliqua import load, save
    from obliqua.persistence.atomic import write_atomically
    from obliqua.show import explorer_page, svg, text
    from obliqua.table import read

    names = ("model.json", "tree.txt", "tree.svg", "tree.html")
    model, view, picture, page = (stage.folder / name for name in names)
    save(stage.model, model)
    write_atomically(view, text(stage.model).encode())
    write_atomically(picture, svg(stage.model).encode())
    _, columns = read(stage.X)
    explorer = explorer_page(stage.model, columns, stage.y, title="Breast cancer")
    write_atomically(page, explorer.encode())
    same = load(model).tree_ == stage.model.tree_
    return "\n".join(
        [
            f"{model}   the model; read back, it is {'the same' if same else 'ANOTHER'}",
            f"{view}     the tree as above",
            f"{picture}     the tree as a picture, for any browser",
            f"{page}    the tree to walk in, with its rows: open it in a browser",
            "",
            f"Next: obliqua show {model} --format rules",
        ]
    )


STEPS: list[tuple[str, Callable[[Stage], str]]] = [
    ("A tree for 569 tumours, malignant or benign", grow),
    ("Its accuracy on rows it has not seen, beside scikit-learn's", compare),
    ("Files", write),
]


# --- helpers -----------------------------------------------------------------


def _name_features(model: Any, names: Any) -> None:
    """Give a tree grown from an array the names of its columns.

    A dataframe would have brought them, but the demo makes do without a dataframe library.
    """
    from obliqua import Tree

    tree = model.tree_
    schema = replace(tree.schema, names=tuple(str(name) for name in names), named=True)
    model._set_tree(Tree(tree.core, schema, tree.classes))


def _folds(stage: Stage, make: Callable[[], Any]) -> tuple[Any, Any, Any]:
    """Fit and score one estimator per fold."""
    import numpy as np
    from sklearn.model_selection import StratifiedKFold

    scores, leaves, seconds = [], [], []
    splitter = StratifiedKFold(FOLDS, shuffle=True, random_state=SEED)
    for train, test in splitter.split(stage.X, stage.y):
        model = make()
        started = time.perf_counter()
        model.fit(stage.X[train], stage.y[train])
        seconds.append(time.perf_counter() - started)
        scores.append(model.score(stage.X[test], stage.y[test]))
        leaves.append(getattr(model, "best_estimator_", model).get_n_leaves())
    return np.array(scores), np.array(leaves), np.array(seconds)


def _peer() -> Any:
    from sklearn.tree import DecisionTreeClassifier

    return DecisionTreeClassifier(random_state=SEED)


class _PrunedPeer:
    """scikit-learn's tree with its price of a leaf chosen among ten steps of its own path."""

    def fit(self, X: Any, y: Any) -> _PrunedPeer:
        import numpy as np
        from sklearn.model_selection import GridSearchCV

        alphas = _peer().cost_complexity_pruning_path(X, y).ccp_alphas
        steps = np.unique(np.linspace(0, len(alphas) - 1, 10).astype(int))
        grid = {"ccp_alpha": np.maximum(alphas[steps], 0.0)}
        self._search = GridSearchCV(_peer(), grid, cv=5).fit(X, y)
        self.best_estimator_ = self._search.best_estimator_
        return self

    def score(self, X: Any, y: Any) -> float:
        return float(self._search.score(X, y))
