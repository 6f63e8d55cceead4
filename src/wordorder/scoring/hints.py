"""Hints about texts that look wrong, and how to fix them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wordorder.errors import argument
from wordorder.output import listed, visible
from wordorder.text import looks_like_subwords, looks_tokenized

if TYPE_CHECKING:
    from collections.abc import Sequence

    from wordorder.scoring.texts import Texts


def text_hint(texts: Texts, tokenizer: str) -> str | None:
    """Return a one-line hint if untokenised texts look wrong."""
    names = ["the reference"] * len(texts.references) + [visible(name) for name in texts.names]
    lines = (*texts.references, *texts.systems)
    pieces = [looks_like_subwords(text) for text in lines]
    if any(pieces):
        found = _some(names, pieces)
        look = _verb(found, "look")
        return (
            f"{listed(found)} {look} split into subwords (@@ or ▁); merge the pieces into words "
            "first"
        )
    if tokenizer == "none":
        return None
    return _of_tokenized(names, [looks_tokenized(text) for text in lines], tokenizer)


def _of_tokenized(names: Sequence[str], looks: Sequence[bool], tokenizer: str) -> str | None:
    found = _some(names, looks)
    if not found:
        return None
    none = argument("tokenize", "none")
    look = _verb(found, "look")
    if all(looks):
        them, their = ("them", "their") if len(found) > 1 else ("it", "its")
        return (
            f"{listed(found)} {look} tokenised already, and {tokenizer} would split {them} again; "
            f"{none} keeps {their} words"
        )
    others = _some(names, [not one for one in looks])
    return (
        f"{listed(found)} {look} tokenised, {listed(others)} {_verb(others, 'do')} not; "
        f"detokenise {listed(found)}, or tokenise all texts in the same way and use {none}"
    )


def _some(names: Sequence[str], chosen: Sequence[bool]) -> list[str]:
    return list(dict.fromkeys(name for name, one in zip(names, chosen, strict=True) if one))


def _verb(subjects: Sequence[str], plural: str) -> str:
    if len(subjects) > 1:
        return plural
    return {"look": "looks", "do": "does"}[plural]
