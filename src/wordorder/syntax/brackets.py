"""Penn brackets: one tree, parsed without recursion."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import lru_cache
from typing import NamedTuple, NoReturn

from wordorder.output import visible
from wordorder.syntax.limits import LIMITS

NO_LABEL = "_"
_TRACE = "-NONE-"
_LONGEST_SHOWN = 40

_TOKEN = re.compile(
    r"\([ \t\n]*(?P<tag>[^ \t\n()]+)[ \t\n]+(?P<tagged>[^ \t\n()]+)[ \t\n]*\)"
    r"|\([ \t\n]*(?P<label>[^ \t\n()]*)|(?P<end>\))|(?P<untagged>[^ \t\n()]+)"
)
_CATEGORY = re.compile(r"-[^-=]*-|[^-=]+")


class BracketError(Exception):
    """The text is not a tree; the arguments are the position in the text and the problem."""


class _Bracket(NamedTuple):
    """A bracket that is not closed yet."""

    node: int
    place: int


@dataclass(slots=True)
class Brackets:
    """The words of a tree and its nodes in pre-order, with a node for every word.

    Traces, and nodes that dominate only traces, are left out.
    """

    words: list[str] = field(default_factory=list)
    labels: list[str] = field(default_factory=list)
    parents: list[int] = field(default_factory=list)
    first: list[int] = field(default_factory=list)
    last: list[int] = field(default_factory=list)
    _open: list[_Bracket] = field(default_factory=list)
    _begun: bool = False
    _wrapped: bool = False  # in an outer bracket without label

    @classmethod
    def parse(cls, text: str) -> Brackets:
        """Read one tree; blank text is a tree without nodes.

        Raises:
            BracketError: The text is not a tree.
        """
        made = cls()
        if len(text) > LIMITS.bytes:
            _refuse_size(f"more than {LIMITS.bytes:,} bytes")
        is_empty = False  # whether the bracket that ends now is empty
        for token in _TOKEN.finditer(text):
            kind, place = token.lastgroup, token.start()
            if kind == "tagged":
                made._add_word(token["tagged"], token["tag"], place)
            elif kind == "label":
                made._start_node(token["label"], place)
            elif kind == "end":
                made._end_node(place, is_empty=is_empty)
            else:
                made._add_untagged(token["untagged"], place)
            is_empty = kind == "label"
        made._finish()
        return made

    def _add_word(self, word: str, tag: str, place: int) -> None:
        self._append(tag, place)
        if tag == _TRACE:
            self._drop_last()
        else:
            self.words.append(word)

    def _add_untagged(self, word: str, place: int) -> None:
        if not self._open:
            expected = "expected a tree such as (S (NP (PRP I)) (VP (VBP am)))"
            raise BracketError(place, f"'{_shown(word)}' is outside the brackets; {expected}")
        self._add_word(word, NO_LABEL, place)

    def _start_node(self, label: str, place: int) -> None:
        self._wrapped |= not self._begun and not label
        self._append(label or NO_LABEL, place)
        self._open.append(_Bracket(len(self.labels) - 1, place))

    def _append(self, label: str, place: int) -> None:
        if self._begun and not self._open:
            raise BracketError(place, "a second tree begins here; expected one tree per line")
        if len(label) > LIMITS.name_bytes:
            limit = f"a label has at most {LIMITS.name_bytes} bytes"
            raise BracketError(place, f"'{_shown(label)}' is too long; {limit}")
        self._begun = True
        self.labels.append(label)
        self.parents.append(self._open[-1].node if self._open else -1)
        self.first.append(len(self.words))
        self.last.append(len(self.words))

    def _end_node(self, place: int, *, is_empty: bool) -> None:
        if not self._open:
            raise BracketError(place, "unmatched closing bracket; expected one for each opened")
        node, start = self._open.pop()
        if is_empty:
            what = f"there is nothing in the brackets of '{_shown(self.labels[node])}'"
            raise BracketError(start, f"{what}; expected words or nodes")
        self.last[node] = len(self.words) - 1
        if self.last[node] < self.first[node]:  # it dominates only traces
            self._drop_last()

    def _drop_last(self) -> None:
        for column in (self.labels, self.parents, self.first, self.last):
            column.pop()

    def _finish(self) -> None:
        if self._open:
            one = len(self._open) == 1
            what = "1 bracket is" if one else f"{len(self._open):,} brackets are"
            what += " not closed; lines that continue a tree must start with a space"
            raise BracketError(self._open[-1].place, what)
        if self._begun and not self.words:
            raise BracketError(0, "only traces, no words; expected at least one word")
        if len(self.words) > LIMITS.words:
            _refuse_size(f"{len(self.words):,}")
        if self._wrapped and self.parents.count(0) == 1:
            for column in (self.labels, self.parents, self.first, self.last):
                del column[0]
            self.parents = [parent - 1 for parent in self.parents]


@lru_cache(maxsize=10_000)  # treebanks have a few hundred labels
def category(label: str) -> str:
    """Strip function tags and indices from a label.

    Examples:
        >>> [category(label) for label in ("NP-SBJ-1", "NP=2", "-LRB-", "PRP$", "ADVP|PRT", "-")]
        ['NP', 'NP', '-LRB-', 'PRP$', 'ADVP|PRT', '-']
    """
    found = _CATEGORY.match(label)
    return found[0] if found else label


def _refuse_size(found: str) -> NoReturn:
    limit = f"a parsed sentence has at most {LIMITS.words:,} words"
    raise BracketError(0, f"{limit}; this one has {found}")


def _shown(text: str) -> str:
    return visible(text[:_LONGEST_SHOWN]) + "…" * (len(text) > _LONGEST_SHOWN)
