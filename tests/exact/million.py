"""Add and take rows a million times; every thousand, compare the tree with that of a fresh fit.

    python -m tests.exact.million

Twenty tables of mixed columns, missing values, repeated and contradictory rows, two to 24
classes; pruned and not; learners that revise at once and lazy ones.
"""

from __future__ import annotations

import argparse
import sys
import time
from concurrent.futures import ProcessPoolExecutor

from tests.exact.walk import walk_of

TABLES = 20


def walked(number: int, operations: int, every: int, seed: int) -> tuple[int, int, list[str]]:
    """Walk on one table; return operations done, comparisons, and differences found."""
    walk = walk_of(number, seed)
    compared, found = 0, []
    for _ in range(operations):
        walk.step()
        if walk.steps % every == 0:
            found += walk.differences()
            compared += 1
    return walk.steps, compared, found


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--operations", type=int, default=1_000_000, help="on all tables together")
    parser.add_argument("--every", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--jobs", type=int, default=1)
    chosen = parser.parse_args(arguments)
    started = time.monotonic()
    share = -(-chosen.operations // TABLES)
    operations = comparisons = 0
    differences: list[str] = []
    with ProcessPoolExecutor(chosen.jobs) as pool:
        ways = [
            pool.submit(walked, number, share, chosen.every, chosen.seed)
            for number in range(TABLES)
        ]
        for number, way in enumerate(ways):
            done, compared, found = way.result()
            operations += done
            comparisons += compared
            differences += [f"table {number}, {one}" for one in found]
            print(f"table {number}: {done} operations, {len(found)} differences", flush=True)
    for one in differences:
        print(one)
    print(
        f"{operations} operations on {TABLES} tables, {comparisons} comparisons with a fresh fit, "
        f"pruned and not: {len(differences)} differences; {time.monotonic() - started:.0f} s"
    )
    return 1 if differences else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
