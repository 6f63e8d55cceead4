"""A part of the input: what one task evaluates, and one output file holds."""

from __future__ import annotations

import re
from dataclasses import dataclass
from hashlib import sha256

_UNSAFE = re.compile(r"[^\w.-]+")
_LONGEST_STEM = 60


@dataclass(frozen=True, slots=True)
class Fragment:
    """Consecutive rows of one input.

    Attributes:
        input: The input as given: a path, a URL, or `NAME=FILE,NAME=FILE` for parallel lines.
        number: The number of the fragment in its input, from 0.
        first_row: The number of its first row in the input, from 1.
        rows: The number of its rows; None if only reading tells, as in text.
        groups: Its row groups, or record batches, as the first and the one after the last; None for
            a format that has none.
        identity: What tells whether the input has changed since an earlier run: as `state`, or the
            hash of the content.
        state: What tells cheaply whether it has changed since the fragments were listed:
            sizes, times or etags, and footer.

    Examples:
        >>> Fragment("data/train.parquet", 3, 1, 100, None, "").stem
        'train.parquet-67f65784-00003'
    """

    input: str
    number: int
    first_row: int
    rows: int | None
    groups: tuple[int, int] | None
    identity: str
    state: str = ""

    @property
    def stem(self) -> str:
        """The name of its output file, without extension: the same for every run."""
        first = self.input.split(",")[0] if "=" in self.input else self.input
        readable = _UNSAFE.sub("-", re.split(r"[/\\=]", first.rstrip("/\\"))[-1]).lstrip("-._")
        digest = sha256(self.input.encode(errors="surrogateescape")).hexdigest()[:8]
        return f"{readable[-_LONGEST_STEM:] or 'rows'}-{digest}-{self.number:05d}"

    @property
    def file(self) -> int:
        """A number for its input, the same on all machines, to tell rows of inputs apart."""
        digest = sha256(self.input.encode(errors="surrogateescape")).digest()
        return int.from_bytes(digest[:8], "big") >> 1
