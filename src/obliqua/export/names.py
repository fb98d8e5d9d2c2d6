"""Names and remarks of the user's made harmless in the languages that exporters write."""

from __future__ import annotations

import re
from collections.abc import Iterable

from obliqua.show.outline import printable, to_ascii

C_WORDS = frozenset(
    [
        "auto",
        "break",
        "case",
        "char",
        "const",
        "continue",
        "default",
        "do",
        "double",
        "else",
        "enum",
        "extern",
        "float",
        "for",
        "goto",
        "if",
        "inline",
        "int",
        "long",
        "register",
        "restrict",
        "return",
        "short",
        "signed",
        "sizeof",
        "static",
        "struct",
        "switch",
        "typedef",
        "union",
        "unsigned",
        "void",
        "volatile",
        "while",
        "_Bool",
        "_Complex",
        "_Imaginary",
        "and",
        "and_eq",
        "asm",
        "bitand",
        "bitor",
        "bool",
        "catch",
        "class",
        "compl",
        "const_cast",
        "delete",
        "dynamic_cast",
        "explicit",
        "export",
        "false",
        "friend",
        "mutable",
        "namespace",
        "new",
        "not",
        "not_eq",
        "operator",
        "or",
        "or_eq",
        "private",
        "protected",
        "public",
        "reinterpret_cast",
        "static_cast",
        "template",
        "this",
        "throw",
        "true",
        "try",
        "typeid",
        "typename",
        "using",
        "virtual",
        "wchar_t",
        "xor",
        "xor_eq",
        "alignas",
        "alignof",
        "char8_t",
        "char16_t",
        "char32_t",
        "concept",
        "consteval",
        "constexpr",
        "constinit",
        "co_await",
        "co_return",
        "co_yield",
        "decltype",
        "noexcept",
        "nullptr",
        "requires",
        "static_assert",
        "thread_local",
        "int32_t",
        "int64_t",
        "linux",
        "unix",
        "i386",
    ]
)


def identifiers(names: Iterable[str], taken: Iterable[str] = C_WORDS) -> list[str]:
    """Turn names into different identifiers of ASCII letters, digits and underscores.

    Examples
    --------
    >>> from obliqua.export.names import identifiers
    >>> identifiers(["petal length (cm)", "2nd", "for", "petal_length_cm"])
    ['petal_length_cm', 'x2nd', 'for_2', 'petal_length_cm_2']
    """
    used = set(taken)
    result = []
    for name in names:
        plain = re.sub(r"[^A-Za-z0-9]+", "_", name).strip("_") or "x"
        if plain[0].isdigit():
            plain = f"x{plain}"
        candidate, count = plain, 1
        while candidate in used:
            count += 1
            candidate = f"{plain}_{count}"
        used.add(candidate)
        result.append(candidate)
    return result


def prefix_of(name: str) -> str:
    """Check the name that everything in the exported code begins with.

    Raises
    ------
    ValueError
        If it is no identifier.
    """
    if not re.fullmatch(r"[A-Za-z][A-Za-z0-9_]*", name) or name in C_WORDS:
        raise ValueError(
            f"name must be an identifier, letters, digits and underscores, got {name!r}"
        )
    return name


def remark(text: str) -> str:
    """Make text fit for a comment of C: ASCII on one line that ends no comment.

    Examples
    --------
    >>> from obliqua.export.names import remark
    >>> remark("a*/b ≤ 1")
    'a* /b <= 1'
    """
    plain = to_ascii(printable(text)).replace("*/", "* /").replace("/*", "/ *")
    return plain.replace("??", "? ?").rstrip("\\")


def c_string(text: str) -> str:
    """Quote text as a string of C, in UTF-8.

    Raises
    ------
    ValueError
        If it has no UTF-8 form.
    """
    written = []
    for byte in encoded(text):
        char = chr(byte)
        plain = 32 <= byte < 127 and char not in '"\\?'
        written.append(char if plain else f"\\{byte:03o}")
    return '"' + "".join(written) + '"'


def encoded(text: str) -> bytes:
    """Encode text as UTF-8, naming it if that cannot be done."""
    try:
        return text.encode()
    except UnicodeEncodeError:
        raise ValueError(f"{text!r} has no form in UTF-8 and cannot be exported") from None
