"""The durable store: rows that are learned and forgotten, in one file that survives anything."""

from __future__ import annotations

import contextlib
import dataclasses
import os
import threading
import uuid
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Self

from obliqua.incremental.store.errors import DamagedStore, StoreError, StoreInUse, plain_errors
from obliqua.incremental.store.file import connect, create
from obliqua.incremental.store.group_commit import GroupCommit, Ticket
from obliqua.incremental.store.labels_and_ids import Id
from obliqua.incremental.store.layout import Layout
from obliqua.incremental.store.learners import LEARNERS
from obliqua.incremental.store.log import Logged
from obliqua.incremental.store.meta import Counters, Identity, LearnerFacts, encoded
from obliqua.incremental.store.operations import Operations, now
from obliqua.incremental.store.receipts import ForgetReceipt, LearnReceipt
from obliqua.incremental.store.verification import Verification, verify
from obliqua.incremental.store.writer_lock import WriterLock

__all__ = ["Store"]

DEFAULT_LEARNER = "iti"
# A snapshot is due when the live learner knows this many rows more than the last one, and
# twice as many: so that its cost per row stays bounded.
SNAPSHOT_ROWS = 10_000


class Store:
    """Rows and an incremental learner in one SQLite file.

    What `learn` and `forget` acknowledge by returning is on the disk: it survives the death of
    the process at any moment. What was forgotten is gone from the file's rows, log and snapshot,
    and after `erase` from its bytes. Any number of processes may read a store while one writes.

    Parameters
    ----------
    path : path-like
        The file; a new store is made when there is none.
    learner : {"iti", "dmti"}, default=None
        What to learn with; None is what the file says, and "iti" for a new one.
    read_only : bool, default=False
        Open for reading only, beside a writer if need be.
    check : bool, default=False
        Verify the whole store on opening, as `verify` does.
    **options
        Parameters of the learner, such as ``prune=False``. For a store that exists they must be
        those that it has; change them with `set_options`.

    Attributes
    ----------
    path : Path
        The file.
    learner : estimator or None
        The fitted `ITIClassifier` or `DMTIClassifier`, whose row ids are the store's own row
        numbers; None while there are no rows. To be looked at, not to be changed.

    Raises
    ------
    StoreInUse
        If another process has the store open for writing.
    DamagedStore
        If the file's content is not what was written.
    StoreError
        If the file is no store, or of a newer format, or of other options; it stays as it is.

    Examples
    --------
    >>> import tempfile
    >>> from sklearn.datasets import load_iris
    >>> from obliqua.incremental import Store
    >>> X, y = load_iris(return_X_y=True)
    >>> folder = tempfile.TemporaryDirectory()
    >>> with Store(f"{folder.name}/iris.store") as store:
    ...     learned = store.learn(X, y)
    ...     receipt = store.forget([7], erase=True)
    ...     len(store), receipt.digest_before != receipt.digest_after, bool(store.verify())
    (149, True, True)
    >>> folder.cleanup()
    """

    def __init__(
        self,
        path: str | os.PathLike[str],
        *,
        learner: str | None = None,
        read_only: bool = False,
        check: bool = False,
        **options: Any,
    ) -> None:
        self._lock: WriterLock | None = None
        self._connection: Any = None
        if learner is not None and learner not in LEARNERS:
            raise ValueError(f"learner must be one of {', '.join(LEARNERS)}; got {learner!r}")
        self.path = Path(path).expanduser().resolve()
        self._process = os.getpid()
        self._turn = threading.RLock()
        self._group = GroupCommit(self._turn)
        try:
            if not read_only:
                self._lock = WriterLock(self.path)
                if not self.path.exists():
                    self._create(learner or DEFAULT_LEARNER, options)
            self._connection = connect(self.path, read_only=read_only)
            with self._looking():
                self._operations = Operations(self.path, self._connection)
                self._check_options(learner, options)
            if check and not (found := self.verify()):
                raise DamagedStore(f"{self.path}: {'; '.join(found.problems)}")
        except BaseException:
            self._release()
            raise

    def _create(self, learner: str, options: dict[str, Any]) -> None:
        from importlib.metadata import version

        LEARNERS[learner].make(options)
        facts = {
            "identity": Identity(str(uuid.uuid4()), now(), version("obliqua")),
            "learner": LearnerFacts(learner, options),
            "counters": Counters(),
        }
        create(self.path, {name: encoded(one) for name, one in facts.items()})

    def _check_options(self, learner: str | None, options: dict[str, Any]) -> None:
        facts = self._operations.learner_facts()
        if learner not in (None, facts.name):
            raise StoreError(f"{self.path}: the store learns with {facts.name!r}, not {learner!r}")
        for name, value in options.items():
            if name not in facts.options or facts.options[name] != value:
                there = repr(facts.options[name]) if name in facts.options else "its default"
                raise StoreError(
                    f"{self.path}: {name} is {there} in this store, not {value!r}; open it "
                    f"without, and change it with set_options({name}={value!r})"
                )

    # --- learning and forgetting ----------------------------------------------

    def learn(self, X: Any, y: Any, ids: Any = None, *, key: str | None = None) -> LearnReceipt:
        """Learn rows; when this returns, they are on the disk.

        Parameters
        ----------
        X : array-like or dataframe of shape (n_samples, n_features)
            The rows; columns of a dataframe are found by name.
        y : array-like of shape (n_samples,)
            Their class labels.
        ids : list of int or of str, default=None
            Names by which rows can be forgotten, each used once. None numbers the rows on.
        key : str, default=None
            An idempotency key: a call with a key that was used is recognised, and does nothing.
            After a crash, send what was not acknowledged again under the same key.

        Returns
        -------
        LearnReceipt
            What was done.

        Raises
        ------
        ValueError
            For rows of other columns, ids that are there already, a key used for other rows;
            the store stays as it is.
        """
        _check_key(key)
        receipt: LearnReceipt = self._write(lambda: self._operations.learn(X, y, ids, key))
        return receipt

    def forget(self, ids: Any, *, key: str | None = None, erase: bool = False) -> ForgetReceipt:
        """Forget rows: the tree is then that of a fresh fit on the rows that are left.

        Parameters
        ----------
        ids : list of int or of str
            The rows' ids.
        key : str, default=None
            An idempotency key, as for `learn`.
        erase : bool, default=False
            Erase their bytes from the file as well, as `erase` does.

        Returns
        -------
        ForgetReceipt
            Proof for audit: ids, the tree's digest before and after, sequence, time.

        Raises
        ------
        ValueError
            For ids that are not there; then none of the rows is forgotten.
        """
        _check_key(key)
        receipt: ForgetReceipt = self._write(lambda: self._operations.forget(ids, key))
        if not erase:
            return receipt
        self.erase()
        return dataclasses.replace(receipt, erased=True)

    def forget_rows(
        self, X: Any, y: Any, *, key: str | None = None, erase: bool = False
    ) -> ForgetReceipt:
        """Forget rows by their content: for each one given, the oldest that equals it.

        Parameters
        ----------
        X : array-like or dataframe of shape (n_samples, n_features)
            The rows.
        y : array-like of shape (n_samples,)
            Their class labels.
        key, erase
            As for `forget`.

        Returns
        -------
        ForgetReceipt
            As from `forget`.

        Raises
        ------
        ValueError
            If there are fewer such rows than are to be forgotten; then none is.
        """
        with self._turn:
            with self._looking():
                ids = self._operations.ids_with(X, y)
            return self.forget(ids, key=key, erase=erase)

    def erase(self) -> None:
        """Write the file anew, so that no byte of it or its side files is of a forgotten row.

        Raises
        ------
        StoreInUse
            If a reader holds on to the old state; try again when it is done.
        """
        with self._turn:
            self._check_writable()
            with plain_errors(self.path):
                self._connection.execute("VACUUM")
                self._empty_log_file()
            self._write(self._operations.mark_erased)
            with plain_errors(self.path):
                self._empty_log_file()

    def _empty_log_file(self) -> None:
        busy, _, _ = self._connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
        if busy:
            raise StoreInUse(
                f"{self.path}: a reader holds on to the state before; what was forgotten stays "
                "forgotten, but its bytes are still there: call erase() again when it is done"
            )

    def set_options(self, **options: Any) -> None:
        """Change parameters of the learner; the rows are learned anew when next asked for.

        Parameters
        ----------
        **options
            Parameters by name.
        """
        self._write(lambda: self._operations.set_options(options))

    def note(self, **notes: str) -> None:
        """Keep texts by name with the store; the command line keeps names of columns so.

        Parameters
        ----------
        **notes
            Texts by name.
        """
        if not all(isinstance(text, str) for text in notes.values()):
            raise ValueError(f"notes must be text; got {notes}")
        self._write(lambda: self._operations.note(notes))

    def verify(self) -> Verification:
        """Check everything: file, checksums, log, and that the tree is that of a fresh fit.

        Returns
        -------
        Verification
            True in a condition when all is well; else its `problems` say what is not.
        """
        with self._looking():
            return verify(self._operations, self._connection)

    def problems_of(self, receipt: ForgetReceipt) -> list[str]:
        """Hold a receipt against the log.

        Parameters
        ----------
        receipt : ForgetReceipt
            What `forget` gave, here or in another process.

        Returns
        -------
        list of str
            What does not agree, such as ids that are there again; empty when it is a true
            receipt of this store.
        """
        with self._looking():
            return self._operations.problems_of(receipt)

    # --- asking ---------------------------------------------------------------

    @property
    def learner(self) -> Any:
        """The fitted estimator, up to date; None while there are no rows."""
        with self._looking():
            return self._operations.catch_up().learner

    def predict(self, X: Any) -> Any:
        """Classify rows.

        Parameters
        ----------
        X : array-like or dataframe of shape (n_samples, n_features)
            The rows.

        Returns
        -------
        ndarray of shape (n_samples,)
            Class labels.
        """
        return self._ask(lambda learner: learner.predict(X))

    def predict_proba(self, X: Any) -> Any:
        """Give each class's share for rows.

        Parameters
        ----------
        X : array-like or dataframe of shape (n_samples, n_features)
            The rows.

        Returns
        -------
        ndarray of shape (n_samples, n_classes)
            Columns are in the order of `classes_`.
        """
        return self._ask(lambda learner: learner.predict_proba(X))

    @property
    def tree_(self) -> Any:
        """The tree: that of a fresh fit on all rows."""
        return self._ask(lambda learner: learner.tree_)

    @property
    def classes_(self) -> Any:
        """The class labels."""
        return self._ask(lambda learner: learner.classes_)

    def __len__(self) -> int:
        with self._looking():
            return self._operations.counters().rows

    def ids(self) -> list[Id]:
        """List the ids of all rows, oldest first.

        Returns
        -------
        list of int or of str
            The ids.
        """
        with self._looking():
            return self._operations.rows.ids()

    def log(self) -> list[Logged]:
        """List all operations, oldest first.

        Returns
        -------
        list of Logged
            Each with its sequence number, what was done and when, and the chain's hash.
        """
        with self._looking():
            return list(self._operations.log.entries())

    @property
    def layout(self) -> Layout | None:
        """The columns with their kinds, and the kinds of labels and ids; None without rows yet."""
        with self._looking():
            return self._operations.layout()

    @property
    def notes(self) -> dict[str, str]:
        """What `note` kept."""
        with self._looking():
            return self._operations.notes()

    def _ask(self, question: Callable[[Any], Any]) -> Any:
        with self._turn:
            with self._looking():
                learner = self._operations.catch_up().learner
            if learner is None:
                raise StoreError(f"{self.path}: the store has no rows; learn some first")
            return question(learner)

    # --- transactions ---------------------------------------------------------

    def _write(self, work: Callable[[], Any]) -> Any:
        self._check_writable()
        return self._group.run(work, self._commit)

    def _check_writable(self) -> None:
        self._check_open()
        if self._lock is None:
            raise StoreError(f"{self.path}: is open for reading only")

    def _commit(self, group: list[Ticket]) -> None:
        """Do the work of a group and commit it with one flush."""
        live, connection = self._operations.live, self._connection
        try:
            with plain_errors(self.path):
                connection.execute("BEGIN IMMEDIATE")
                outcomes = [self._attempt(ticket) for ticket in group]
                connection.execute("COMMIT")
        except BaseException:
            live.drop()
            self._roll_back()
            raise
        for ticket, (result, error) in zip(group, outcomes, strict=True):
            ticket.finish(result, error)
        self._snapshot_if_due()

    def _attempt(self, ticket: Ticket) -> tuple[Any, Exception | None]:
        """Do one's work; what is wrong with it undoes it alone, what is wrong with the file all."""
        connection, live = self._connection, self._operations.live
        connection.execute("SAVEPOINT one")
        try:
            result = ticket.work()
        except (ValueError, TypeError) as error:
            connection.execute("ROLLBACK TO one")
            connection.execute("RELEASE one")
            if live.live and live.sequence != self._operations.log.last_sequence:
                live.drop()
            return None, error
        connection.execute("RELEASE one")
        return result, None

    def _snapshot_if_due(self) -> None:
        live = self._operations.live
        if not live.live or live.last_number < SNAPSHOT_ROWS:
            return
        facts = self._operations.snapshot.facts
        if facts is None or live.last_number >= 2 * facts.last_number:
            self._try_snapshot()

    def _try_snapshot(self) -> None:
        """Write a snapshot; it saves time on opening, and that it fails harms nothing."""
        connection = self._connection
        try:
            with plain_errors(self.path), connection:
                self._operations.take_snapshot()
        except (OSError, MemoryError, StoreError):
            self._roll_back()

    def _roll_back(self) -> None:
        # After some errors SQLite has rolled back by itself.
        if self._connection.in_transaction:
            with contextlib.suppress(Exception):
                self._connection.execute("ROLLBACK")

    @contextmanager
    def _looking(self) -> Iterator[None]:
        """Look at one state of the store, whoever writes meanwhile; one thread at a time."""
        self._check_open()
        with self._turn, plain_errors(self.path):
            self._connection.execute("BEGIN")
            try:
                yield
            finally:
                if self._connection.in_transaction:
                    self._connection.execute("ROLLBACK")

    def _check_open(self) -> None:
        if self._connection is None:
            raise StoreError(f"{self.path}: the store is closed")
        if os.getpid() != self._process:
            raise StoreError(f"{self.path}: was opened by another process; open it in this one")

    # --- the end --------------------------------------------------------------

    def close(self) -> None:
        """Write a snapshot if there is something new, and let others write."""
        if self._connection is None or os.getpid() != self._process:
            return
        with self._turn:
            try:
                if self._lock is not None and self._snapshot_is_stale():
                    self._try_snapshot()
            finally:
                self._release()

    def _snapshot_is_stale(self) -> bool:
        live = self._operations.live
        if not live.live:
            return False
        with plain_errors(self.path):
            facts = self._operations.snapshot.facts
            if facts is None:
                return live.learner is not None
            return facts.last_number != live.last_number

    def _release(self) -> None:
        connection, self._connection = self._connection, None
        lock, self._lock = self._lock, None
        try:
            if connection is not None:
                with plain_errors(self.path):
                    connection.close()
        finally:
            if lock is not None:
                lock.release()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __del__(self) -> None:
        if getattr(self, "_process", None) == os.getpid():
            self._release()

    def __repr__(self) -> str:
        return f"Store({str(self.path)!r})"


def _check_key(key: str | None) -> None:
    if key is not None and (not isinstance(key, str) or not key):
        raise ValueError(f"key must be text of at least one character, or None; got {key!r}")
