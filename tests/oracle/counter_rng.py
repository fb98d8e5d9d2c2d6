"""The core's random numbers, written out: Philox4x32-10 (Salmon and others 2011) in plain integers.

Known answers of the generator itself are in cpp/tests/random; here it lets an oracle draw what the
core draws.
"""

from __future__ import annotations

MASK32, MASK64 = 2**32 - 1, 2**64 - 1
ROOT = 1  # the path of a tree's first node


def mixed(x: int) -> int:
    """The finaliser of SplitMix64."""
    x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9 & MASK64
    x = (x ^ (x >> 27)) * 0x94D049BB133111EB & MASK64
    return x ^ (x >> 31)


def philox(counter: list[int], key: list[int]) -> list[int]:
    for _ in range(10):
        low, high = 0xD2511F53 * counter[0], 0xCD9E8D57 * counter[2]
        counter = [
            (high >> 32) ^ counter[1] ^ key[0],
            high & MASK32,
            (low >> 32) ^ counter[3] ^ key[1],
            low & MASK32,
        ]
        key = [(key[0] + 0x9E3779B9) & MASK32, (key[1] + 0xBB67AE85) & MASK32]
    return counter


class CounterRng:
    """One stream of one node."""

    def __init__(self, seed: int, stream: int, path: int = ROOT) -> None:
        self._key = [seed & MASK32, seed >> 32]
        self._path = mixed(path ^ (stream << 32))
        self._block = 0
        self._buffer: list[int] = []

    def bits(self) -> int:
        if not self._buffer:
            low, high = self._block & MASK32, self._block >> 32
            counter = [low, high, self._path & MASK32, self._path >> 32]
            self._buffer = philox(counter, self._key)
            self._block += 1
        return self._buffer.pop(0)

    def bits64(self) -> int:
        high = self.bits()
        return (high << 32) | self.bits()

    def uniform(self, low: float = 0.0, high: float = 1.0) -> float:
        return low + (high - low) * ((self.bits64() >> 11) * 2.0**-53)

    def below(self, n: int) -> int:
        limit = MASK64 - (MASK64 % n + 1) % n
        drawn = self.bits64()
        while drawn > limit:
            drawn = self.bits64()
        return drawn % n
