"""SADT's search at one node as docs/systems/sadt.md describes it, draw by draw."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from tests.oracle.counter_rng import CounterRng
from tests.oracle.node import Floats, SearchNode


@dataclass
class Annealing:
    node: SearchNode
    temperature: float
    cooling: float
    step: float
    unproductive: int

    def run(self, seed: int) -> tuple[list[tuple[Floats, float]], int]:
        """Every hyperplane that was moved to with its merit, and how many were considered."""
        rng = CounterRng(seed, 0)
        here = self.start()
        merit = self.merit(here)
        moves = [(here, merit)]
        best, considered, barren, temperature = merit, 0, 0, self.temperature
        while barren < self.unproductive:
            trial = self.shaken(here, rng)
            found = self.merit(trial)
            considered += 1
            barren += 1
            if self.taken(found, merit, temperature, rng):
                here, merit = trial, found
                moves.append((here, merit))
            if merit > best:
                best, barren = merit, 0
            temperature *= self.cooling
        return moves, considered

    def start(self) -> Floats:
        terms = self.node.z[:, :-1]
        halfway = (terms.min(axis=0) + terms.max(axis=0)).sum() / 2
        return np.append(np.ones(terms.shape[1]), -halfway)

    def merit(self, weights: Floats) -> float:
        return self.node.merit_of(self.node.values(weights) > 0)

    def shaken(self, here: Floats, rng: CounterRng) -> Floats:
        step = self.step / 2 ** rng.below(8)
        trial = here + np.array([rng.uniform(-step, step) for _ in here])
        return trial / np.abs(trial).max()

    @staticmethod
    def taken(found: float, merit: float, temperature: float, rng: CounterRng) -> bool:
        if found >= merit:
            return True
        if math.isinf(found):
            return False
        return rng.uniform() < math.exp((found - merit) / temperature)
