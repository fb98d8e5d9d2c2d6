"""Exported PMML, run by JPMML."""

import shutil

import numpy as np
import pytest

from obliqua.export import CannotExport, to_pmml
from tests.exported import HAND_MADE, classes_of, kinds, rows_for, shares_of
from tests.trees import chain, schema_of

jpmml_evaluator = pytest.importorskip("jpmml_evaluator")


@pytest.fixture(scope="module")
def evaluate(tmp_path_factory):
    if shutil.which("java") is None:
        pytest.skip("java is not installed")
    backend = jpmml_evaluator.make_backend("py4j")
    path = tmp_path_factory.mktemp("pmml") / "tree.pmml"

    def evaluate(document, frame):
        path.write_text(document, encoding="utf-8")
        evaluator = jpmml_evaluator.make_evaluator(str(path), backend=backend)
        evaluator.verify()
        answers = evaluator.evaluateAll(frame)
        assert "errors" not in answers, answers["errors"].dropna().iloc[0]
        return answers

    yield evaluate
    type(backend).destroyGateway()


@pytest.mark.parametrize("which", [name for name in HAND_MADE if "fractional" not in name])
def test_every_row_gets_its_class(which, evaluate):
    tree = HAND_MADE[which]()
    if which == "one leaf":
        tree = type(tree)(tree.core, tree.schema, [True, False, 3])
    frame = rows_for(tree, 10_000, extreme=1e150)
    answers = evaluate(to_pmml(tree), frame)
    expected = tree.classes[classes_of(tree, frame)].tolist()
    assert list(map(str, answers["class"])) == list(map(str, expected))
    shares = answers.drop(columns="class").to_numpy(dtype=float)
    # The evaluator divides shares by their sum.
    np.testing.assert_allclose(shares, shares_of(tree, frame), rtol=0, atol=1e-14)


def test_what_pmml_cannot_express_is_refused_by_name():
    with pytest.raises(CannotExport, match="down every branch"):
        to_pmml(kinds(missing=1))
    with pytest.raises(CannotExport, match="201 deep"):
        to_pmml(chain(201))
    with pytest.raises(ValueError, match="target must not be the name of a feature"):
        to_pmml(kinds(), target="c")
    tree = chain(2)
    tree = type(tree)(tree.core, schema_of("a\x00b"), tree.classes)
    with pytest.raises(CannotExport, match="the character"):
        to_pmml(tree)
