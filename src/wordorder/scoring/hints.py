"""Hints about texts that look wrong, and how to fix them."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from wordorder.errors import Argument, WordorderWarning
from wordorder.output import listed, visible
from wordorder.scoring.doubts import Doubt
from wordorder.text import looks_like_subwords, looks_raw, looks_tokenized

if TYPE_CHECKING:
    from collections.abc import Sequence

    from wordorder.errors import Part
    from wordorder.scoring.texts import Texts

_NO_TOKENIZER = Argument("tokenize", "none")


class Hint(NamedTuple):
    """A doubt, and what to do; only advice may name arguments, which results do not know.

    Attributes:
        doubt: What looks wrong.
        advice: What helps, in the parts of a message.
    """

    doubt: Doubt
    advice: tuple[Part, ...]

    @property
    def warning(self) -> WordorderWarning:
        """Both as a warning."""
        return WordorderWarning(f"{self.doubt.text}; ", *self.advice)


def text_hint(texts: Texts, tokenizer: str) -> Hint | None:
    """Return a hint if untokenised texts look wrong."""
    count = len(texts.references)
    names = ["the reference"] if count == 1 else [f"reference {n + 1}" for n in range(count)]
    names += [visible(name) for name in texts.names]
    lines = (*texts.references, *texts.systems)
    pieces = [looks_like_subwords(text) for text in lines]
    if any(pieces):
        found = _some(names, pieces)
        text = f"{listed(found)} {_verb(found, 'look')} split into subwords (@@ or ▁)"
        return Hint(_doubt(texts, pieces, text), ("merge the pieces into words first",))
    split, whole = [looks_tokenized(text) for text in lines], [looks_raw(text) for text in lines]
    tokenized, raw = _some(names, split), _some(names, whole)
    if tokenized and raw:
        # Those are odd that are not as the references are.
        odd = whole if all(split[:count]) else split if all(whole[:count]) else [True] * len(lines)
        text = f"{listed(tokenized)} {_verb(tokenized, 'look')} tokenised, "
        text += f"{listed(raw)} {_verb(raw, 'do')} not"
        return Hint(_doubt(texts, odd, text), _same_for_all(tokenized))
    if tokenizer == "none":
        return _of_raw(raw) if raw else None
    return _of_tokenized(tokenized, tokenizer) if tokenized else None


def _doubt(texts: Texts, odd: Sequence[bool], text: str) -> Doubt:
    """A doubt about those systems that look odd; the references come first."""
    of_systems = odd[len(texts.references) :]
    return Doubt(text, tuple(n for n, one in zip(texts.names, of_systems, strict=True) if one))


def _same_for_all(tokenized: Sequence[str]) -> tuple[Part, ...]:
    what = f"detokenise {listed(tokenized)}, or tokenise all texts in the same way and use "
    return what, _NO_TOKENIZER


def _of_raw(names: Sequence[str]) -> Hint:
    """For all sides alike, so no system is more doubtful than another."""
    text = f"{listed(names)} {_verb(names, 'do')} not look tokenised, so punctuation stays attached"
    return Hint(Doubt(f"{text} to words"), ("leave out ", _NO_TOKENIZER))


def _of_tokenized(names: Sequence[str], tokenizer: str) -> Hint:
    """For all sides alike, too."""
    them, their = ("them", "their") if len(names) > 1 else ("it", "its")
    text = (
        f"{listed(names)} {_verb(names, 'look')} tokenised already, and {tokenizer} splits {them}"
    )
    return Hint(Doubt(f"{text} again"), (_NO_TOKENIZER, f" keeps {their} words"))


def _some(names: Sequence[str], chosen: Sequence[bool]) -> list[str]:
    return list(dict.fromkeys(name for name, one in zip(names, chosen, strict=True) if one))


def _verb(subjects: Sequence[str], plural: str) -> str:
    if len(subjects) > 1:
        return plural
    return {"look": "looks", "do": "does"}[plural]
