"""Rules written as TOML."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

from wordorder.output import visible

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from wordorder.preordering.rules.rules import Rule, RuleSet, WordTest

_WIDTH = 100
_BARE_KEY = re.compile(r"[A-Za-z0-9_-]+")


def rules_text(rules: RuleSet) -> str:
    """Write a set of rules; see `RuleSet.to_toml`."""
    lines = [*_commented(rules.comment), f"name = {_text(rules.name)}"]
    if rules.labels is not None:
        lines.append(f"labels = {_text(rules.labels)}")
    if not rules.rules:
        lines.append("rule = []")
    for rule in rules.rules:
        lines += ["", *_rule_lines(rule)]
    return "".join(f"{line}\n" for line in lines)


def _rule_lines(rule: Rule) -> Iterator[str]:
    yield from _commented(rule.comment)
    yield "[[rule]]"
    yield f"name = {_text(rule.name)}"
    if rule.head.conditions:
        yield f"head = {{ {_conditions(rule.head)} }}"
    entries = [_text(str(entry)) for entry in rule.order]
    line = f"order = [{', '.join(entries)}]"
    if len(line) <= _WIDTH:
        yield line
        return
    yield "order = ["
    for entry in entries:
        yield f"    {entry},"
    yield "]"


def _conditions(test: WordTest) -> str:
    return ", ".join(
        f"{_key(name)} = {_values(allowed)}" for name, allowed in test.conditions.items()
    )


def _key(name: str) -> str:
    return name if _BARE_KEY.fullmatch(name) else _text(name)


def _values(allowed: Sequence[str]) -> str:
    texts = [_text(value) for value in allowed]
    return texts[0] if len(texts) == 1 else f"[{', '.join(texts)}]"


def _text(text: str) -> str:
    # JSON and TOML quote alike, but for this control character.
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


def _commented(comment: str) -> list[str]:
    # Without the control characters that TOML refuses, and what no file can hold.
    lines = comment.encode("utf-8", "backslashreplace").decode().splitlines()
    return [f"# {visible(line)}".rstrip() for line in lines]
