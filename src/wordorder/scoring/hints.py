"""Hints about texts that look wrong, and how to fix them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wordorder.errors import argument
from wordorder.output import listed, visible
from wordorder.scoring.doubts import Doubt
from wordorder.text import looks_like_subwords, looks_raw, looks_tokenized

if TYPE_CHECKING:
    from collections.abc import Sequence

    from wordorder.scoring.texts import Texts


def text_hint(texts: Texts, tokenizer: str) -> Doubt | None:
    """Return a one-line hint if untokenised texts look wrong."""
    count = len(texts.references)
    names = ["the reference"] if count == 1 else [f"reference {n + 1}" for n in range(count)]
    names += [visible(name) for name in texts.names]
    lines = (*texts.references, *texts.systems)
    pieces = [looks_like_subwords(text) for text in lines]
    if any(pieces):
        found = _some(names, pieces)
        look = _verb(found, "look")
        return _doubt(
            texts,
            pieces,
            f"{listed(found)} {look} split into subwords (@@ or ▁); merge the pieces into words "
            "first",
        )
    split, whole = [looks_tokenized(text) for text in lines], [looks_raw(text) for text in lines]
    tokenized, raw = _some(names, split), _some(names, whole)
    if tokenized and raw:
        # Those are odd that are not as the references are.
        odd = whole if all(split[:count]) else split if all(whole[:count]) else [True] * len(lines)
        return _doubt(texts, odd, _of_both(tokenized, raw))
    if tokenizer == "none":
        return _doubt(texts, whole, _of_raw(raw)) if raw else None
    return _doubt(texts, split, _of_tokenized(tokenized, tokenizer)) if tokenized else None


def _doubt(texts: Texts, odd: Sequence[bool], text: str) -> Doubt:
    """A doubt about those systems that look odd; the references come first."""
    of_systems = odd[len(texts.references) :]
    return Doubt(text, tuple(n for n, one in zip(texts.names, of_systems, strict=True) if one))


def _of_both(tokenized: Sequence[str], raw: Sequence[str]) -> str:
    return (
        f"{listed(tokenized)} {_verb(tokenized, 'look')} tokenised, {listed(raw)} "
        f"{_verb(raw, 'do')} not; detokenise {listed(tokenized)}, or tokenise all texts in the "
        f"same way and use {argument('tokenize', 'none')}"
    )


def _of_raw(names: Sequence[str]) -> str:
    return (
        f"{listed(names)} {_verb(names, 'do')} not look tokenised, and with "
        f"{argument('tokenize', 'none')} punctuation stays attached to words; leave it out"
    )


def _of_tokenized(names: Sequence[str], tokenizer: str) -> str:
    them, their = ("them", "their") if len(names) > 1 else ("it", "its")
    return (
        f"{listed(names)} {_verb(names, 'look')} tokenised already, and {tokenizer} splits {them} "
        f"again; {argument('tokenize', 'none')} keeps {their} words"
    )


def _some(names: Sequence[str], chosen: Sequence[bool]) -> list[str]:
    return list(dict.fromkeys(name for name, one in zip(names, chosen, strict=True) if one))


def _verb(subjects: Sequence[str], plural: str) -> str:
    if len(subjects) > 1:
        return plural
    return {"look": "looks", "do": "does"}[plural]
