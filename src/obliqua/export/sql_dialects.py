"""What differs between databases: how numbers, names and casts are written."""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from typing import Any

from obliqua.export.names import encoded
from obliqua.export.program import CannotExport

__all__ = ["DIALECTS", "Dialect"]


class Dialect(ABC):
    """How one database writes things."""

    name: str
    title: str
    real: str
    text: str
    greatest = "GREATEST"
    # How many levels of CASE within CASE it takes for certain.
    most_levels = 100
    most_columns = 1500
    # How many steps of a query that read one another it takes for certain.
    most_steps = 500

    @abstractmethod
    def number(self, value: float) -> str:
        """Write the double itself, whatever the database does to decimals."""

    def value(self, column: str) -> str:
        """Read a numeric column; NULL where it is missing."""
        return f"NULLIF(CAST({column} AS {self.real}), {self.nan})"

    nan = ""

    def identifier(self, name: str) -> str:
        """Quote the name of a column or table."""
        return '"' + self._clean(name).replace('"', '""') + '"'

    def string(self, text: str) -> str:
        """Quote a string."""
        return "'" + self._clean(text).replace("'", "''") + "'"

    def label(self, label: Any) -> str:
        """Write a class label."""
        if isinstance(label, bool):
            return "TRUE" if label else "FALSE"
        if isinstance(label, int):
            return str(label)
        return self.number(label) if isinstance(label, float) else self.string(str(label))

    def category(self, column: str, category: str, known: tuple[str, ...]) -> str:
        """Compare a symbolic column with a category; NULL where it is missing."""
        text = f"CAST({column} AS {self.text})"
        if set(known) <= {"False", "True"}:
            # A Boolean column is true or 1 to a database.
            forms = ("True", "true", "1") if category == "True" else ("False", "false", "0")
            return f"{text} IN ({', '.join(map(self.string, forms))})"
        return f"{text} = {self.string(category)}"

    def _clean(self, text: str) -> str:
        encoded(text)
        if "\0" in text:
            raise CannotExport(f"SQL cannot express {text!r}, which holds a null character")
        return text


class DuckDB(Dialect):
    """DuckDB: a number with an exponent is a double, others are decimals."""

    name = "duckdb"
    title = "DuckDB"
    real = "DOUBLE"
    text = "VARCHAR"
    nan = "CAST('NaN' AS DOUBLE)"

    def number(self, value: float) -> str:
        """Write with an exponent."""
        text = repr(value + 0.0)
        return text if "e" in text else f"{text}e0"


class PostgreSQL(Dialect):
    """PostgreSQL: decimals are exact, and become the nearest double when cast."""

    name = "postgresql"
    title = "PostgreSQL"
    real = "double precision"
    text = "text"
    nan = "'NaN'::double precision"

    def number(self, value: float) -> str:
        """Cast the decimal."""
        return f"'{value + 0.0!r}'::float8"

    def _clean(self, text: str) -> str:
        if len(text.encode("utf-8", "surrogatepass")) > 63 and self._naming:
            raise CannotExport(
                f"PostgreSQL cannot express the name {text!r}, which is longer than 63 bytes"
            )
        return super()._clean(text)

    _naming = False

    def identifier(self, name: str) -> str:
        """Quote a name, which PostgreSQL would cut at 63 bytes."""
        self._naming = True
        try:
            return super().identifier(name)
        finally:
            self._naming = False


class SQLite(Dialect):
    """SQLite: its reading of decimals is not always right in the last bit.

    So a double that is no short binary fraction is written as a whole number divided by a power
    of two, which loses nothing.
    """

    name = "sqlite"
    title = "SQLite"
    real = "REAL"
    text = "TEXT"
    greatest = "MAX"
    # Its parser's stack holds 100 entries, of which a CASE takes up to five.
    most_levels = 12
    most_columns = 1500

    def value(self, column: str) -> str:
        """NaN is NULL to SQLite already."""
        return f"CAST({column} AS REAL)"

    def number(self, value: float) -> str:
        """Write the decimal if any reader must get it right, else a fraction."""
        value += 0.0
        digits = repr(value)
        if "e" not in digits and len(digits) <= 15 and (value * 1024).is_integer():
            return digits
        top, bottom = abs(value).as_integer_ratio()
        text = _power_chain(top, bottom)
        return f"({'-' if value < 0 else ''}{text}/*{digits}*/)"


_STEP = 52
_STEP_TEXT = "4503599627370496.0"


def _power_chain(top: int, bottom: int) -> str:
    """A number below 2^53 times or divided by powers of two, each of them exact."""
    exponent = -(bottom.bit_length() - 1)
    while top % 2 == 0 and top.bit_length() > 53:
        top //= 2
        exponent += 1
    text = f"{top}.0"
    operator = "/" if exponent < 0 else "*"
    exponent = abs(exponent)
    while exponent > 0:
        step = min(exponent, _STEP)
        text += f"{operator}{_STEP_TEXT if step == _STEP else f'{2**step}.0'}"
        exponent -= step
    return text


DIALECTS: dict[str, Dialect] = {d.name: d for d in (DuckDB(), SQLite(), PostgreSQL())}
assert math.ldexp(1.0, _STEP) == float(_STEP_TEXT)
