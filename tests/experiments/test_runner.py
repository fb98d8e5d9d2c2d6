"""Runs: kept, gone on with after a kill, and failures among them."""

import os
import signal
import sqlite3
import subprocess
import sys
import time

import numpy as np
import pytest
from sklearn.base import BaseEstimator, ClassifierMixin

from obliqua.experiments.datasets import DataSet, pol
from obliqua.experiments.methods import Method, as_method
from obliqua.experiments.protocols import LeaveOneOut, RepeatedKFold
from obliqua.experiments.runner import Experiment, plan_tasks, run
from obliqua.experiments.series import gather, newest
from obliqua.experiments.store import Results
from obliqua.experiments.tasks import Outcome, Source, fingerprint, perform

CART = Method("cart", "AxisTreeClassifier", factory="cart")
OC1_AP = Method("oc1-ap", "AxisTreeClassifier", factory="oc1_ap")


class Fails(ClassifierMixin, BaseEstimator):
    """Cannot be fitted to most tables."""

    def fit(self, X, y):
        if X[:, 0].max() > 0.9:
            raise RuntimeError("too large")
        return self

    def predict(self, X):
        raise AssertionError("it is never fitted")


class Slow(ClassifierMixin, BaseEstimator):
    """Takes a while."""

    def fit(self, X, y):
        time.sleep(0.05)
        self.classes_ = np.unique(y)
        return self

    def predict(self, X):
        return np.full(len(X), self.classes_[0])


def tasks(methods=(CART, OC1_AP), n=60, repeats=2, **limits):
    source = Source("stripes", rows=pol(n, random_state=1))
    return plan_tasks([Experiment(source, methods, RepeatedKFold(3, repeats))], **limits)


# --- doing -------------------------------------------------------------------


def test_a_run_does_every_fit_once():
    with Results(None) as results:
        first = run(tasks(), results)
        again = run(tasks(), results)
        assert (first.done, first.kept, again.done, again.kept) == (12, 0, 0, 12)
        series = gather(results, [task.key for task in tasks()])
    assert {key[1] for key in series} == {"cart", "oc1-ap"}
    assert all(one.fits == 6 for one in series.values())


def test_processes_do_not_change_results():
    found = []
    for jobs in (1, 2):
        with Results(None) as results:
            run(tasks(), results, n_jobs=jobs)
            measured = {
                one.key: {k: v for k, v in one.measures.items() if "seconds" not in k}
                for one in results
            }
        found.append(measured)
    assert found[0] == found[1]


def test_every_method_sees_the_same_rows():
    with Results(None) as results:
        run(tasks(), results)
        rows = {}
        for one in results:
            rows.setdefault((one.key.repeat, one.key.fold), set()).add(one.measures["rows"])
    assert all(len(found) == 1 for found in rows.values())


def test_a_failure_is_kept_and_the_others_go_on():
    methods = [as_method(Fails(), "fails"), CART]
    with Results(None) as results:
        ran = run(tasks(methods), results)
        assert ran.failed == 6
        assert ran.done == 6
        assert all("RuntimeError: too large" in told for _, told in ran.problems)
        again = run(tasks(methods), results)
        assert (again.failed, again.kept) == (6, 6), "failures are tried again"


def test_a_limit_of_time_leaves_the_rest():
    methods = [as_method(Slow(), "slow")]
    with Results(None) as results:
        ran = run(tasks(methods), results, time_limit=0.12)
        assert 1 <= ran.done < 6
        assert ran.left == 6 - ran.done
        assert run(tasks(methods), results).done == ran.left


def test_limits_on_repetitions_and_folds():
    assert len(tasks(repeats=5)) == 30
    limited = plan_tasks(
        [Experiment(Source("s", rows=pol(60)), [CART], RepeatedKFold(3, 5))], repeats=2, folds=1
    )
    assert [(task.key.repeat, task.key.fold) for task in limited] == [(0, 0), (1, 0)]


def test_other_rows_and_other_settings_have_other_keys():
    keys = {task.key for n in (60, 61) for task in tasks(n=n)}
    assert len(keys) == 24
    pruned = Method("cart", "AxisTreeClassifier", {"pruning": None}, factory="cart")
    assert not {task.key for task in tasks([pruned])} & {task.key for task in tasks([CART])}


def test_artificial_sets_may_be_drawn_anew():
    for redrawn in (False, True):
        source = Source("pol", {"n": 60}, redrawn=redrawn)
        planned = plan_tasks([Experiment(source, [CART], RepeatedKFold(3, 2))], seed=5)
        assert len({task.key.data for task in planned}) == 1 + redrawn
        with Results(None) as results:
            assert run(planned, results).done == 6
            assert [s.fits for s in gather(results, [t.key for t in planned]).values()] == [6]
    again = Source("pol", {"n": 60, "random_state": 6}).get()
    assert planned[-1].key.data == fingerprint(again)


def test_methods_that_are_not_there_are_passed_over():
    absent = Method("absent", "NoSuchClassifier")
    assert absent.missing() == "this obliqua has no NoSuchClassifier"
    assert {task.key.method for task in tasks([absent, CART])} == {"cart"}


def test_a_cluster_gives_the_same():
    distributed = pytest.importorskip("distributed")
    found = []
    with (
        distributed.LocalCluster(
            n_workers=1, threads_per_worker=1, processes=False, dashboard_address=None
        ) as cluster,
        distributed.Client(cluster) as client,
    ):
        for given in (None, client):
            with Results(None) as results:
                run(tasks(), results, client=given, quiet=True)
                found.append({one.key: one.measures["right"] for one in results})
    assert found[0] == found[1]


# --- measuring ---------------------------------------------------------------


def test_measures_of_a_fit():
    (task, *_) = tasks([CART])
    outcome = perform(task)
    assert outcome.error is None
    found = outcome.measures
    assert found["accuracy"] == found["right"] / found["rows"]
    assert found["leaves"] == found["tests"] + 1
    assert found["nodes"] == found["leaves"] + found["tests"]
    assert found["uv_tests"] == found["tests"] == found["size"]
    assert 0 <= found["auc"] <= 1
    assert found["log_loss"] >= 0
    assert found["expected_tests"] <= found["depth"]


@pytest.mark.parametrize("name", ["sklearn.tree:DecisionTreeClassifier", "sklearn.svm:SVC"])
def test_other_libraries_get_what_they_need(name):
    import pandas as pd

    rng = np.random.default_rng(0)
    data = pd.DataFrame({"x": rng.random(60), "c": pd.Categorical(rng.choice(list("ab"), 60))})
    data.loc[3, "x"] = np.nan
    data_set = DataSet("mixed", data, np.where(data["c"] == "a", 1, 0), ("x", "c"), "")
    source = Source("mixed", rows=data_set)
    (task, *_) = plan_tasks([Experiment(source, [as_method(name)], RepeatedKFold(3))])
    outcome = perform(task)
    assert outcome.error is None
    assert outcome.measures["accuracy"] == 1.0
    assert ("leaves" in outcome.measures) == name.startswith("sklearn.tree")


def test_leaving_one_out_pools_its_rows():
    source = Source("stripes", rows=pol(20, random_state=1))
    with Results(None) as results:
        planned = plan_tasks([Experiment(source, [CART], LeaveOneOut())])
        run(planned, results)
        (series,) = gather(results, [task.key for task in planned]).values()
    assert series.fits == 20
    assert (series.mean("accuracy") * 20) % 1 == pytest.approx(0)


def test_tuning_chooses_inside_the_training_rows():
    tuned = Method("tuned", "AxisTreeClassifier", tune={"max_depth": [1, 3]}, tune_folds=3)
    (task, *_) = tasks([tuned])
    outcome = perform(task)
    assert outcome.error is None
    assert outcome.measures["depth"] <= 3


def test_fingerprints_tell_tables_apart():
    one = pol(20, random_state=1)
    assert fingerprint(one) == fingerprint(pol(20, random_state=1))
    assert fingerprint(one) != fingerprint(pol(20, random_state=2))
    renamed = DataSet("pol", one.data, one.target, ("x", "z"), "")
    assert fingerprint(one) != fingerprint(renamed)


# --- keeping -----------------------------------------------------------------

ENDLESS = """
import sys, time
from obliqua.experiments.datasets import pol
from obliqua.experiments.methods import Method
from obliqua.experiments.protocols import RepeatedKFold
from obliqua.experiments.runner import Experiment, plan_tasks, run
from obliqua.experiments.store import Results
from obliqua.experiments.tasks import Source
oc1 = Method("oc1", "OC1Classifier", {"restarts": 40})
source = Source("stripes", rows=pol(600, random_state=1))
tasks = plan_tasks([Experiment(source, [oc1], RepeatedKFold(5, 20))])
with Results(sys.argv[1]) as results:
    print(run(tasks, results).done)
"""


def test_a_killed_run_goes_on_where_it_was(tmp_path):
    """Killed outright in the middle: what it had written is there, whole, and not done again."""
    path = tmp_path / "results.sqlite"
    command = [sys.executable, "-c", ENDLESS, str(path)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    deadline = time.monotonic() + 60
    kept = 0
    while kept < 5 and time.monotonic() < deadline and process.poll() is None:
        time.sleep(0.01)
        if path.exists():
            kept = count(path)
    assert process.poll() is None, "it was to be killed while it runs"
    os.kill(process.pid, signal.SIGKILL)
    process.wait()
    process.stdout.close()
    kept = count(path)
    assert 5 <= kept < 100
    again = subprocess.run(command, capture_output=True, text=True, check=True, timeout=120)
    assert int(again.stdout) == 100 - kept
    assert count(path) == 100
    # The same figures as of a run that nobody killed.
    whole = tmp_path / "whole.sqlite"
    subprocess.run([*command[:-1], str(whole)], check=True, capture_output=True, timeout=120)
    assert measured(path) == measured(whole)


def count(path):
    try:
        with sqlite3.connect(path) as file:
            return file.execute("SELECT count(*) FROM results").fetchone()[0]
    except sqlite3.OperationalError:
        return 0


def measured(path):
    with Results(path) as results:
        return {one.key: (one.measures["right"], one.measures["leaves"]) for one in results}


def test_builds_are_kept_apart_and_can_be_put_together():
    task = tasks([CART])[0]
    done = perform(task)
    old = Outcome(task.key._replace(code="old"), {**done.measures, "right": 0.0}, None, 1.0)
    with Results(None) as results:
        results.add([old])
        assert run([task], results).done == 1
        assert set(results.codes()) == {"old", task.key.code}
        taken, codes = newest(list(results), task.key.code)
        assert [one.measures["right"] for one in taken] == [done.measures["right"]]
        assert codes == {task.key.code: 1}
    taken, codes = newest([old], task.key.code)
    assert (taken[0].key, codes) == (task.key, {"old": 1})


def test_files_of_something_else_are_refused(tmp_path):
    text = tmp_path / "notes.txt"
    text.write_text("not a database, but long enough to be looked at as one" * 50)
    with pytest.raises(ValueError, match="no file of results"):
        Results(text)
    other = tmp_path / "other.sqlite"
    with sqlite3.connect(other) as file:
        file.execute("CREATE TABLE people (name)")
    with pytest.raises(ValueError, match="a database of something else"):
        Results(other)
    with pytest.raises(IsADirectoryError):
        Results(tmp_path)


def test_files_of_another_version_are_refused(tmp_path):
    path = tmp_path / "results.sqlite"
    Results(path).close()
    with sqlite3.connect(path) as file:
        file.execute("PRAGMA user_version = 99")
    with pytest.raises(ValueError, match=r"results of format 99.*name another file"):
        Results(path)


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ("nonsense", "expected package.module:Class"),
        ("no.such.module:Tree", "cannot be imported"),
        ("sklearn.tree:NoTree", "has no NoTree"),
        ("sklearn.tree:DecisionTreeClassifier?{", "not JSON"),
        ("sklearn.tree:DecisionTreeClassifier?[1]", "not a JSON object"),
        ('sklearn.tree:DecisionTreeClassifier?{"depth": 3}', "no parameter 'depth'"),
        (3, "is no estimator"),
    ],
)
def test_what_is_no_method_is_refused(given, message):
    with pytest.raises(ValueError, match=message):
        as_method(given)


def test_refused_settings_are_told():
    assert "criterion" in Method("bad", "AxisTreeClassifier", {"criterion": "best"}).missing()
