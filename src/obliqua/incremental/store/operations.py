"""What a store does inside one transaction; whether it counts is decided by the commit."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import numpy as np

from obliqua.incremental.store.errors import DamagedStore, StoreError
from obliqua.incremental.store.labels_and_ids import (
    Id,
    id_kind,
    kept_labels,
    read_ids,
    read_labels,
)
from obliqua.incremental.store.layout import Layout, conformed, encode_rows, in_place, widened
from obliqua.incremental.store.learners import LEARNERS, LiveLearner
from obliqua.incremental.store.log import Entry, Log, Logged, content_hash, ids_hash
from obliqua.incremental.store.meta import Counters, Identity, LearnerFacts, Meta, Notes
from obliqua.incremental.store.receipts import ForgetReceipt, LearnReceipt
from obliqua.incremental.store.rows import Rows, listed
from obliqua.incremental.store.snapshot import Snapshot

__all__ = ["Operations", "now"]


class Operations:
    """The store's tables and its learner, and what changes them together.

    Parameters
    ----------
    path : Path
        The store's file.
    connection : apsw.Connection
        Its connection; the caller begins and ends transactions.
    """

    def __init__(self, path: Path, connection: Any) -> None:
        self.path = path
        self.meta = Meta(path, connection)
        self.identity = self.meta.need("identity", Identity)
        self.log = Log(path, connection, self.identity.store)
        self.rows = Rows(path, connection)
        self.snapshot = Snapshot(path, connection, self.meta)
        facts = self.learner_facts()
        self.live = LiveLearner(LEARNERS[facts.name], facts.options)

    # --- facts ----------------------------------------------------------------

    def learner_facts(self) -> LearnerFacts:
        """What the store learns with."""
        facts = self.meta.need("learner", LearnerFacts)
        if facts.name not in LEARNERS:
            raise StoreError(
                f"{self.path}: the store's learner {facts.name!r} is not known to this release; "
                f"known: {', '.join(LEARNERS)}"
            )
        return facts

    def counters(self) -> Counters:
        """How much there is."""
        return self.meta.need("counters", Counters)

    def layout(self) -> Layout | None:
        """The columns; None until rows are learned."""
        return self.meta.get("layout", Layout)

    def notes(self) -> dict[str, str]:
        """What programs noted."""
        kept = self.meta.get("notes", Notes)
        return {} if kept is None else kept.notes

    # --- the learner ----------------------------------------------------------

    def catch_up(self) -> LiveLearner:
        """Bring the learner up to what the file holds, from nothing or a snapshot if need be."""
        live, last = self.live, self.log.last_sequence
        if live.sequence == last:
            return live
        try:
            if not self._forgotten_by_others():
                self._begin_anew()
            self._replay()
        except BaseException:
            live.drop()
            raise
        live.sequence = last
        return live

    def _forgotten_by_others(self) -> bool:
        """Take from the live learner what another process took from the file, if that is all."""
        live = self.live
        if live.sequence is None:
            return False
        since = self.log.operations_after(live.sequence)
        if "options" in since:
            return False
        if "forget" in since:
            gone = np.setdiff1d(live.numbers(), self.rows.numbers(), assume_unique=True)
            if gone.size:
                live.remove(gone)
        return True

    def _begin_anew(self) -> None:
        live = self.live
        options = self.learner_facts().options
        facts = self.snapshot.facts
        if facts is None:
            live.start(options)
            return
        try:
            live.restore(self.snapshot.read(facts), facts.last_number, options)
        except ValueError as error:
            raise DamagedStore(f"{self.path}: the store is damaged: snapshot: {error}") from None

    def _replay(self) -> None:
        layout = self.layout()
        if layout is None:
            return
        for batch in self.rows.batches(self.live.last_number, layout):
            self.live.add(batch.table, batch.labels, batch.numbers)
        there, wanted = len(self.live.numbers()), self.counters().rows
        if there != wanted:
            raise DamagedStore(
                f"{self.path}: the store is damaged: it has {there} rows and should have {wanted}"
            )

    def fresh(self) -> LiveLearner:
        """Make another learner from the rows alone; its digest is what the live one's must be."""
        facts = self.learner_facts()
        fresh = LiveLearner(LEARNERS[facts.name], facts.options)
        layout = self.layout()
        fresh.start(facts.options)
        if layout is not None:
            for batch in self.rows.batches(0, layout):
                fresh.add(batch.table, batch.labels, batch.numbers)
        return fresh

    def take_snapshot(self) -> None:
        """Write the live learner's state."""
        live = self.live
        if live.learner is None:
            self.snapshot.remove()
        else:
            self.snapshot.write(live.to_bytes(), live.last_number, self.counters().rows)

    # --- operations -----------------------------------------------------------

    def learn(self, X: Any, y: Any, ids: Any, key: str | None) -> LearnReceipt:
        """Add rows."""
        layout, counters = self.layout(), self.counters()
        table = in_place(X, layout)
        labels, label_kind = read_labels(y, table.n_rows)
        given = None if ids is None else read_ids(ids)
        if given is not None and len(given) != table.n_rows:
            raise ValueError(f"there are {table.n_rows} rows and {len(given)} ids")
        features = encode_rows(table)
        plain = kept_labels(labels)
        content = content_hash(given, plain, features)
        before = self.log.under(key, "learn")
        if before is not None:
            # A batch of which a row was forgotten has no hash: sending it again must not
            # bring the row back.
            if before.content not in (None, content):
                raise StoreError(
                    f"the key {key!r} was used before, for operation {before.sequence}, with "
                    "other rows"
                )
            return self._learned(before, self.rows.ids(before.sequence), repeated=True)
        numbered = self._numbered(layout, counters, table.n_rows) if given is None else given
        wider = widened(layout, table, label_kind, id_kind(numbered))
        counters = Counters(
            counters.next_number + table.n_rows,
            max(counters.next_id, *(one + 1 for one in numbered if isinstance(one, int)), 1),
            counters.rows + table.n_rows,
            counters.crc_sum,
            counters.erased,
        )
        entry = Entry("learn", now(), table.n_rows, counters.rows, key)
        logged = self.log.append(entry, content)
        table = conformed(table, wider)
        first = counters.next_number - table.n_rows
        counters.crc_sum += self.rows.insert(first, logged.sequence, numbered, plain, features)
        self.meta.put("counters", counters)
        known = self.live.sequence == logged.sequence - 1
        if wider != layout:
            self.meta.put("layout", wider)
            if layout is not None:
                # A column that had no value has found its kind, and the learner may have taken
                # it for another.
                self.live.drop()
                self.snapshot.remove()
                known = False
        if known:
            self.live.sequence = None
            numbers = np.arange(first, counters.next_number, dtype=np.int64)
            self.live.add(table, labels, numbers)
            self.live.sequence = logged.sequence
        return self._learned(logged, numbered, repeated=False)

    def _numbered(self, layout: Layout | None, counters: Counters, n_rows: int) -> list[Id]:
        if layout is not None and layout.ids == "text":
            raise ValueError("the ids of this store are text; give one for each row")
        return list(range(counters.next_id, counters.next_id + n_rows))

    def forget(self, ids: Any, key: str | None) -> ForgetReceipt:
        """Remove rows."""
        given = read_ids(ids)
        if not given:
            raise ValueError("no ids are given; nothing is forgotten")
        before = self.log.under(key, "forget")
        if before is not None:
            if before.entry.ids_sha256 != ids_hash(given):
                raise StoreError(
                    f"the key {key!r} was used before, for operation {before.sequence}, with "
                    "other ids"
                )
            return self._forgotten(before, given, repeated=True)
        found = self.rows.find(given)
        live = self.catch_up()
        digest_before = live.digest()
        self.rows.delete(found.numbers)
        self.log.forget_content(found.sequences)
        self.snapshot.remove()
        counters = self.counters()
        counters.rows -= len(found.numbers)
        counters.crc_sum -= found.crc_sum
        self.meta.put("counters", counters)
        live.sequence = None
        live.remove(np.array(found.numbers, dtype=np.int64))
        entry = Entry(
            "forget",
            now(),
            len(given),
            counters.rows,
            key,
            ids_hash(given),
            digest_before,
            live.digest(),
        )
        logged = self.log.append(entry)
        live.sequence = logged.sequence
        return self._forgotten(logged, given, repeated=False)

    def set_options(self, options: dict[str, Any]) -> None:
        """Learn with other parameters from now on."""
        facts = self.learner_facts()
        facts.options = facts.options | options
        LEARNERS[facts.name].make(facts.options)
        counters = self.counters()
        self.meta.put("learner", facts)
        self.snapshot.remove()
        self.log.append(Entry("options", now(), 0, counters.rows, options=facts.options))
        self.live.drop()

    def note(self, notes: dict[str, str]) -> None:
        """Keep what a program wants to remember."""
        self.meta.put("notes", Notes(self.notes() | notes))

    def mark_erased(self) -> None:
        """Note that what was forgotten until now is erased from the file."""
        counters = self.counters()
        counters.erased = self.log.last_sequence
        self.meta.put("counters", counters)

    def ids_with(self, X: Any, y: Any) -> list[Id]:
        """Find a row of just this content for each one given, never the same twice."""
        layout = self.layout()
        if layout is None:
            raise ValueError("the store has no rows yet")
        table = in_place(X, layout)
        labels, _ = read_labels(y, table.n_rows)
        taken: set[Id] = set()
        chosen: list[Id] = []
        for position, (label, features) in enumerate(
            zip(kept_labels(labels), encode_rows(table), strict=True)
        ):
            free = [one for one in self.rows.with_values(label, features) if one not in taken]
            if not free:
                raise ValueError(
                    f"row {position} (the first is 0): the store has no such row"
                    + (" left" if taken else "")
                    + "; nothing is forgotten"
                )
            taken.add(free[0])
            chosen.append(free[0])
        return chosen

    def problems_of(self, receipt: ForgetReceipt) -> list[str]:
        """Say where a receipt and the log do not agree."""
        if receipt.store != self.identity.store:
            return ["it is of another store"]
        logged = self.log.at(receipt.sequence)
        if logged is None or logged.entry.operation != "forget":
            return [f"operation {receipt.sequence} forgot nothing"]
        if receipt.ids_sha256 != ids_hash(receipt.ids):
            return ["its ids are not those of its hash"]
        true = self._forgotten(logged, receipt.ids, receipt.repeated)
        problems = [
            f"its {field} is {said!r}, in the log it is {there!r}"
            for field, said in receipt.to_dict().items()
            if field != "erased" and said != (there := getattr(true, field))
        ]
        again = self.rows.present(receipt.ids)
        if again:
            problems.append(f"the store has {listed(again)} again, learned anew since")
        return problems

    # --- receipts -------------------------------------------------------------

    def _learned(self, logged: Logged, ids: Sequence[Id], repeated: bool) -> LearnReceipt:
        entry = logged.entry
        return LearnReceipt(
            self.identity.store,
            logged.sequence,
            entry.time,
            list(ids),
            entry.rows_after,
            logged.chain,
            repeated,
        )

    def _forgotten(self, logged: Logged, ids: Sequence[Id], repeated: bool) -> ForgetReceipt:
        entry = logged.entry
        return ForgetReceipt(
            self.identity.store,
            logged.sequence,
            entry.time,
            list(ids),
            entry.rows_after,
            logged.chain,
            repeated,
            str(entry.ids_sha256),
            entry.digest_before,
            entry.digest_after,
            erased=False,
        )


def now() -> str:
    """The time, as it is written in the store."""
    return datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
