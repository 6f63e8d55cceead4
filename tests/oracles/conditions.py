"""Conditions on rows, value by value: three values, of which None is unknown."""

from __future__ import annotations


def holds(condition, row):
    """Whether a condition holds for a row: True, False, or None if it is undefined.

    The condition is nested tuples: ("<", a, b) and so on with names or numbers, ("not", c),
    ("and", c, d) and ("or", c, d).
    """
    sign, *parts = condition
    if sign == "not":
        inner = holds(parts[0], row)
        return None if inner is None else not inner
    if sign in ("and", "or"):
        both = [holds(part, row) for part in parts]
        decided = sign == "or"
        if decided in both:
            return decided
        return None if None in both else not decided
    left, right = (row[part] if isinstance(part, str) else part for part in parts)
    if left is None or right is None:
        return None
    return {
        "<": left < right,
        "<=": left <= right,
        ">": left > right,
        ">=": left >= right,
        "==": left == right,
        "!=": left != right,
    }[sign]
