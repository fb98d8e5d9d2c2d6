"""Trees of the papers' data sets; skipped where the data are absent."""

import pandas as pd
import pytest
from sklearn.model_selection import cross_val_score

from obliqua import AxisTreeClassifier


@pytest.mark.parametrize(
    ("name", "target", "least"), [("iris", -1, 0.9), ("breast-w", -1, 0.92), ("credit-a", -1, 0.78)]
)
@pytest.mark.parametrize("system", ["cart", "c45", "oc1_ap"])
def test_accuracy_is_that_of_a_decision_tree(data_dir, name, target, least, system):
    frame = pd.read_csv(data_dir / f"{name}.csv", na_values="?")
    X, y = frame.drop(columns=frame.columns[target]), frame.iloc[:, target]
    model = getattr(AxisTreeClassifier, system)(random_state=0)
    assert cross_val_score(model, X, y, cv=5).mean() > least
