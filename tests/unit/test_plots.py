"""The matplotlib pictures: what is drawn agrees with the tree, and any tree can be drawn."""

import matplotlib

matplotlib.use("agg")

import itertools

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
import pytest
from matplotlib.patches import FancyBboxPatch
from matplotlib.text import Text
from sklearn.datasets import load_digits, load_iris
from sklearn.inspection import DecisionBoundaryDisplay

from obliqua import AxisTreeClassifier, OC1Classifier, Tree
from obliqua.show import (
    animate_search,
    plot_coefficients,
    plot_partition,
    plot_projection,
    plot_pruning_path,
    plot_tree,
    print_tree,
)
from obliqua.show.outline import outline
from obliqua.show.placed import Placed, half_gap
from obliqua.show.plots import pages
from tests.trees import Builder, axis, linear, machine, schema_of
from tests.unit.test_tree import SCHEMA, mixed_tree

NASTY = ["$x^2$", "_hidden", "<script>x()</script>", "a\nb\t\\frac{1}{0} $", "名前" * 20]


@pytest.fixture(autouse=True)
def no_figures_left():
    yield
    plt.close("all")


@pytest.fixture(scope="module")
def iris():
    data = load_iris(as_frame=True)
    return data.data, data.target_names[data.target]


@pytest.fixture(scope="module")
def model(iris):
    return OC1Classifier(axis=False, pruning=None, restarts=3, record=True, random_state=0).fit(
        *iris
    )


@pytest.fixture
def mixed():
    return mixed_tree().tree(SCHEMA, ["no", "perhaps", "yes"])


def table_for_mixed(n=200, seed=0):
    rng = np.random.default_rng(seed)
    colour = rng.choice(np.array(["blue", "red", "green", None], dtype=object), n)
    a, b = rng.normal(2, [[2], [8]], (2, n))
    a[rng.random(n) < 0.1] = np.nan
    return pd.DataFrame({"a": a, "b": b, "colour": colour}), rng.choice(["no", "perhaps", "yes"], n)


def with_names(tree, names, classes):
    return Tree(tree.core, schema_of(*names), np.array(classes, dtype=object))


# --- values and routes: the pictures' own arithmetic against the core's ------------------------


@pytest.mark.parametrize("missing", [0, 1])
def test_values_say_which_child_a_row_goes_to(missing):
    tree = mixed_tree(missing=missing).tree(SCHEMA, ["no", "perhaps", "yes"])
    X, y = table_for_mixed()
    placed = Placed(tree, X, y)
    for node in tree.nodes():
        if node.is_leaf:
            continue
        rows = placed.at(node.id)
        values = placed.values_at(node.id, rows)
        if tree.arrays["kind"][node.id] == 2:
            child = (values != SCHEMA.categories[2].index(node.test.category)).astype(int)
        elif values.ndim == 2:
            child = values.argmax(axis=1)
        else:
            child = (values > node.test.cut).astype(int)
        known = ~np.isnan(values.reshape(len(rows), -1)).any(axis=1)
        assert len(rows) > 0
        assert known.all() or (missing and node.id == 0)
        for position, below in enumerate(node.children):
            expected = rows[known & (child == position)].tolist() + rows[~known].tolist()
            assert sorted(expected) == placed.at(below).tolist()


def test_path_and_leaves_agree_with_the_estimators(model, iris):
    X, y = iris
    placed = Placed(model.tree_, X, y)
    assert placed.leaves.tolist() == model.apply(X).tolist()
    assert (model.classes_[placed.answers] == model.predict(X)).all()
    for row in (0, 60, 149):
        assert placed.path(row) == model.decision_path(X.iloc[[row]]).indices.tolist()


def test_the_gap_is_in_the_units_of_the_value(model, iris):
    """The nearest rows on either side are a whole gap apart."""
    placed = Placed(model.tree_, *iris)
    for node in model.tree_.nodes():
        if node.is_leaf:
            continue
        values = placed.values_at(node.id, placed.at(node.id))
        below, above = values[values <= node.test.cut].max(), values[values > node.test.cut].min()
        assert 2 * half_gap(model.tree_, node.id) == pytest.approx(above - below, rel=1e-6)


def test_classes_that_the_tree_does_not_know_are_refused(model, iris):
    X, y = iris
    with pytest.raises(ValueError, match=r"y, row 149 .*'rose' is no class"):
        plot_projection(model, 0, X, [*y[:-1], "rose"])
    with pytest.raises(ValueError, match="150 labels"):
        plot_projection(model, 0, X, y[:-1])


# --- projection -------------------------------------------------------------------------------


@pytest.mark.parametrize("bins", [1, 7, 40])
def test_bars_left_of_the_cut_are_the_left_childs_rows(model, iris, bins):
    tree = model.tree_
    placed = Placed(tree, *iris)
    for node in tree.nodes():
        if node.is_leaf:
            continue
        ax = plot_projection(model, node.id, *iris, bins=bins)
        total = sum(bar.get_height() for c in ax.containers for bar in c)
        left = sum(
            bar.get_height() for c in ax.containers for bar in c if bar.get_x() < node.test.cut
        )
        assert total == len(placed.at(node.id))
        assert left == len(placed.at(node.children[0]))


def test_projection_of_every_kind_of_test(mixed):
    X, y = table_for_mixed()
    for node in (0, 1, 2, 6):
        ax = plot_projection(mixed, node, X, y, class_names=NASTY[:3])
        ax.figure.canvas.draw()
    assert [t.get_text() for t in ax.get_yticklabels()][:1] == [r"\$x^2\$"]
    with pytest.raises(ValueError, match="node 3 is a leaf"):
        plot_projection(mixed, 3, X, y)
    with pytest.raises(IndexError, match="between 0 and 9"):
        plot_projection(mixed, 10, X, y)
    with pytest.raises(ValueError, match="bins"):
        plot_projection(mixed, 0, X, y, bins=0)


@pytest.mark.parametrize("cut", [1e308, -1e308, 0.0, 5e-324])
def test_projection_of_cuts_far_out(cut):
    builder = Builder(1, 2, [(0, 0, 0)])
    builder.add(-1, [1.0, 1.0], **axis(0, cut))
    builder.add(0, [1.0, 0.0])
    builder.add(0, [0.0, 1.0])
    tree = builder.tree(schema_of("x"), ["a", "b"])
    for values in ([[1.0], [1.0]], [[-1e308], [1e308]], [[np.nan], [np.nan]]):
        plot_projection(tree, 0, np.array(values), ["a", "b"]).figure.canvas.draw()


# --- the tree ---------------------------------------------------------------------------------


@pytest.mark.parametrize("leaves", [3, 25])
def test_words_stay_in_their_boxes(leaves):
    X, y = load_digits(return_X_y=True)
    tree = AxisTreeClassifier(max_leaf_nodes=leaves).fit(X, y).tree_
    check_words(plot_tree(tree, feature_names=[f"a rather long name, {i}" for i in range(64)]))


def test_words_of_oblique_tests_stay_in_their_boxes(model):
    for size in ((3, 2), (10, 8), (40, 4)):
        _, ax = plt.subplots(figsize=size)
        check_words(plot_tree(model, ax=ax, digits=9))


def check_words(ax):
    figure = ax.figure
    figure.canvas.draw()
    renderer = figure.canvas.get_renderer()
    boxes = [p.get_window_extent(renderer) for p in ax.patches if isinstance(p, FancyBboxPatch)]
    words = [t for t in ax.texts if t.get_text() not in ("", "yes", "no")]
    assert words
    extents = [Text.get_window_extent(word, renderer) for word in words]
    for word, extent in zip(words, extents, strict=True):
        holding = [
            box
            for box in boxes
            if box.x0 - 1 <= extent.x0
            and extent.x1 <= box.x1 + 1
            and box.y0 - 2 <= extent.y0
            and extent.y1 <= box.y1 + 2
        ]
        assert len(holding) == 1, word.get_text()


def test_the_way_of_a_row_stands_out(model, iris):
    X, _ = iris
    faint = len(faded(plot_tree(model, row=X.iloc[[100]])))
    on_path = model.decision_path(X.iloc[[100]]).indices
    assert faint == model.tree_.n_nodes - len(on_path)
    for row in (X.iloc[100], X.iloc[100].to_dict(), X.iloc[100].tolist(), X.iloc[100].to_numpy()):
        assert len(faded(plot_tree(model, row=row))) == faint
    with pytest.raises(ValueError, match="one row, got 2 rows"):
        plot_tree(model, row=X.iloc[:2])
    with pytest.raises(ValueError, match="'weight', which is no feature"):
        plot_tree(model, row={"weight": 1.0})


def faded(ax):
    return [p for p in ax.patches if isinstance(p, FancyBboxPatch) and p.get_alpha() < 1]


def test_names_are_shown_as_they_are(tmp_path):
    builder = Builder(3, 3, [(0, 0, 0), (0, 1, 0), (0, 2, 0)])
    builder.add(-1, [2.0, 2.0, 1.0], **linear([0, 1, 2], [1.0, -2.0, 0.5], 0.0))
    builder.add(0, [2.0, 0.0, 0.0])
    builder.add(
        0, [0.0, 2.0, 1.0], **machine([0, 2], [[1, 0], [0, 1], [1, 1]], [0, 0, 1], [0, 1, 2])
    )
    for counts in ([0.0, 2.0, 0.0], [0.0, 0.0, 1.0], [0.0, 0.0, 0.0]):
        builder.add(2, counts)
    tree = with_names(builder.tree(schema_of("a", "b", "c"), NASTY[:3]), NASTY[2:], NASTY[:3])
    X, y = np.random.default_rng(0).normal(size=(60, 3)), np.array(NASTY[:3], dtype=object)
    y = y[np.arange(60) % 3]
    drawn = [
        plot_tree(tree, row=[1.0, 2.0, None]),
        plot_projection(tree, 0, X, y),
        plot_projection(tree, 2, X, y),
        plot_coefficients(tree, 0, X),
        plot_coefficients(tree, 2),
        plot_partition(tree, X, y),
        plot_pruning_path(tree, X, y),
    ]
    for place, ax in enumerate(drawn):
        for ending in ("png", "svg", "pdf"):
            ax.figure.savefig(tmp_path / f"{place}.{ending}")
    said = (tmp_path / "0.svg").read_text(encoding="utf-8")
    assert "<script" not in said
    assert [t.get_text() for t in drawn[1].get_legend().get_texts()] == [
        r"\$x^2\$",
        "_hidden",
        "<script>x()</script>",
    ]
    assert print_tree(tree, tmp_path / "tree.pdf", title=NASTY[3]) >= 1


def test_names_can_be_replaced(model):
    ax = plot_tree(model, feature_names=["a", "b", "c", "d"], class_names=["x", "y", "z"])
    said = " ".join(t.get_text() for t in ax.texts)
    assert "petal" not in said and "setosa" not in said
    with pytest.raises(ValueError, match="feature_names must be 4 names, got 2"):
        plot_tree(model, feature_names=["a", "b"])
    with pytest.raises(ValueError, match="class_names must be 3 names, got 1"):
        plot_tree(model, class_names=["a"])


def test_one_leaf_can_be_drawn(tmp_path):
    builder = Builder(1, 2, [(0, 0, 0)])
    builder.add(-1, [3.0, 1.0])
    tree = builder.tree(schema_of("x"), ["a", "b"])
    plot_tree(tree).figure.savefig(tmp_path / "leaf.png")
    assert print_tree(tree, tmp_path / "leaf.pdf") == 1
    assert plot_pruning_path(tree).get_ylim()[0] == 0


# --- many pages -------------------------------------------------------------------------------


@pytest.mark.parametrize("page", ["a4", (4.0, 3.5), "letter-portrait"])
def test_every_node_is_on_one_page(page):
    X, y = load_digits(return_X_y=True)
    view = outline(AxisTreeClassifier(max_leaf_nodes=60).fit(X, y))
    width, height = pages._size(page)
    room = (width * 90, height * 90)
    parts = pages._parts(view, room, 4)
    opened = [n for _, picture in parts for n, box in picture.boxes.items() if not box.is_end]
    assert sorted(opened) == np.flatnonzero(~view.tree.is_leaf).tolist()
    for root, picture in parts[1:]:
        assert not picture.boxes[root].is_end
    fits = [p.width <= room[0] and p.height <= room[1] for _, p in parts]
    assert all(fits)


def test_pages_are_written(tmp_path):
    X, y = load_digits(return_X_y=True)
    model = AxisTreeClassifier(max_leaf_nodes=40).fit(X, y)
    file = tmp_path / "tree.pdf"
    count = print_tree(model, file, font_size=12)
    assert count > 2
    assert (
        file.read_bytes().count(b"/Type /Page\n") + file.read_bytes().count(b"/Type /Page ")
        == count
    )
    with pytest.raises(ValueError, match="page must be one of a4"):
        print_tree(model, file, page="a9")
    with pytest.raises(ValueError, match="3 to 200 inches"):
        print_tree(model, file, page=(1, 1))
    with pytest.raises(ValueError, match="font_size"):
        print_tree(model, file, font_size=0)


# --- partition --------------------------------------------------------------------------------


def test_regions_have_the_colours_of_predict(iris):
    X, y = iris
    X = X.iloc[:, 2:]
    model = OC1Classifier(pruning=None, restarts=3, random_state=0).fit(X, y)
    ax = plot_partition(model, X, y, grid=60)
    mesh = next(c for c in ax.collections if c.__class__.__name__ == "QuadMesh")
    across = np.linspace(*ax.get_xlim(), 60)
    up = np.linspace(*ax.get_ylim(), 60)
    points = pd.DataFrame(np.array(np.meshgrid(across, up)).reshape(2, -1).T, columns=X.columns)
    expected = np.searchsorted(model.classes_, model.predict(points))
    assert (mesh.get_array().ravel() == expected).mean() > 0.999  # limits are rounded


def test_partition_lies_over_scikit_learns_display(iris):
    X, y = iris
    X = X.iloc[:, 2:]
    codes = np.searchsorted(np.unique(y), y)
    model = OC1Classifier(restarts=3, random_state=0).fit(X, codes)
    display = DecisionBoundaryDisplay.from_estimator(
        model, X, response_method="predict", grid_resolution=30
    )
    ax = plot_partition(model, X, codes, ax=display.ax_)
    assert ax is display.ax_


def test_partition_of_quadratic_and_machine_tests(mixed):
    X, y = table_for_mixed()
    plot_partition(mixed, X, y, features=("a", "b")).figure.canvas.draw()
    plot_partition(mixed, X, features=(1, 0), margins=False).figure.canvas.draw()
    for features, message in [
        (("a", "colour"), "'colour' is not numeric"),
        (("a", "a"), "two different ones"),
        (("a",), "must be two"),
        ((0, 7), "none of 0 to 2"),
    ]:
        with pytest.raises(ValueError, match=message):
            plot_partition(mixed, X, y, features=features)
    with pytest.raises(KeyError, match="no feature is named 'q'"):
        plot_partition(mixed, X, y, features=("a", "q"))


# --- coefficients, pruning path, search -------------------------------------------------------


def test_coefficients_are_the_weights(model, iris):
    X, y = iris
    node = max(model.tree_.nodes(), key=lambda n: len(n.test.terms) if n.test else 0).id
    test = model.tree_.node(node).test
    assert len(test.terms) > 2
    ax = plot_coefficients(model, node)
    widths = [bar.get_width() for bar in ax.containers[0]]
    order = np.argsort(-np.abs(test.weights), kind="stable")
    assert widths == [test.weights[i] for i in order]
    ax = plot_coefficients(model, node, X, max_terms=2)
    rows = Placed(model.tree_, X, y).at(node)
    spreads = {name: X[name].to_numpy()[rows].std() for name in test.terms}
    expected = sorted((abs(w) * spreads[t] for t, w in zip(test.terms, test.weights, strict=True)))
    assert [abs(b.get_width()) for b in ax.containers[0]] == pytest.approx(expected[::-1][:2])
    assert "smaller term" in ax.get_title(loc="left")


def test_the_path_begins_at_the_whole_tree_and_ends_at_the_root(iris):
    X, y = iris
    model = AxisTreeClassifier().fit(X[::2], y[::2])
    ax = plot_pruning_path(model, X[1::2], y[1::2])
    training, held = ax.lines[0], ax.lines[1]
    assert training.get_xdata()[-1] == 1
    bunch = AxisTreeClassifier().cost_complexity_pruning_path(X[::2], y[::2])
    assert training.get_ydata().tolist() == bunch.impurities.tolist()
    majority = max((y[1::2] == label).mean() for label in model.classes_)
    assert held.get_ydata()[-1] >= 1 - majority - 1e-12
    smallest = AxisTreeClassifier(max_leaf_nodes=2).fit(X[::2], y[::2])
    at_two = held.get_ydata()[training.get_xdata().tolist().index(2)]
    assert at_two == pytest.approx(1 - smallest.score(X[1::2], y[1::2]))
    with pytest.raises(ValueError, match="both or not at all"):
        plot_pruning_path(model, X)


def test_a_search_can_be_watched(model, iris, tmp_path):
    trace = next(t for t in model.traces_ if 3 <= len(t.hyperplanes) <= 30)
    film = animate_search(trace, model, *iris)
    film.save(tmp_path / "search.gif", writer="pillow", dpi=30)
    from PIL import Image

    assert Image.open(tmp_path / "search.gif").n_frames == len(trace.hyperplanes)


def test_a_search_in_the_plane_is_shown_in_the_plane(iris):
    X, y = iris
    X = X.iloc[:, 2:]
    model = OC1Classifier(record=True, restarts=2, random_state=1).fit(X, y)
    film = animate_search(model.traces_[-1], model, X, y)
    assert film._fig.axes[0].get_xlabel() == "petal length (cm)"
    film._draw_was_started = True


def machine_of(n_classes, n_terms=3):
    builder = Builder(n_terms, n_classes, [(0, term, 0) for term in range(n_terms)])
    rng = np.random.default_rng(0)
    rows = rng.normal(size=(n_classes, n_terms)).tolist()
    test = machine(list(range(n_terms)), rows, [0.0] * n_classes, list(range(n_classes)))
    builder.add(-1, [2.0] * n_classes, **test)
    for code in range(n_classes):
        builder.add(0, [2.0 * (code == other) for other in range(n_classes)])
    names = [f"feature {term}" for term in range(n_terms)]
    return builder.tree(schema_of(*names), [f"class {code}" for code in range(n_classes)])


@pytest.mark.parametrize("n_classes", [3, 26])
def test_machines_of_few_and_many_scores(n_classes):
    tree = machine_of(n_classes)
    X = pd.DataFrame(np.random.default_rng(1).normal(size=(300, 3)), columns=tree.schema.names)
    y = np.resize(tree.classes, 300)
    ax = plot_projection(tree, 0, X, y)
    assert f"largest of {n_classes} scores of 3 terms" in ax.get_title(loc="left")
    labels = [label.get_text() for label in ax.get_yticklabels()]
    assert labels == tree.classes.tolist()
    boxes = [label.get_window_extent() for label in ax.get_yticklabels()]
    assert not any(a.overlaps(b) for a, b in itertools.pairwise(boxes))
    ax = plot_coefficients(tree, 0, X)
    ax.figure.canvas.draw()
    if n_classes > 6:
        shown = ax.images[0].get_array()
        assert shown.shape == (3, n_classes)
        assert [label.get_text() for label in ax.get_xticklabels()] == tree.classes.tolist()
    else:
        assert len(ax.patches) == 3 * n_classes
    words = [text.get_text() for text in plot_tree(tree).texts]
    assert any(text.startswith("largest") for text in words)


def test_long_sums_say_how_many_terms_are_left_out():
    names = [f"a rather long name {i}" for i in range(30)]
    builder = Builder(30, 2, [(0, i, 0) for i in range(30)])
    builder.add(-1, [1.0, 1.0], **linear(list(range(30)), [1.5] * 30, -1.0))
    builder.add(0, [1.0, 0.0])
    builder.add(0, [0.0, 1.0])
    tree = builder.tree(schema_of(*names), ["no", "yes"])
    X = pd.DataFrame(np.zeros((2, 30)), columns=names)
    title = plot_projection(tree, 0, X, ["no", "yes"]).get_title(loc="left")
    assert title.startswith("node 0: 1.5·a rather")
    assert "more terms ≤ 1" in title
    assert "…" not in title
