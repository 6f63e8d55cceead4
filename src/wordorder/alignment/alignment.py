"""One word alignment: which source words are linked to which target words."""

from __future__ import annotations

from operator import index
from typing import TYPE_CHECKING, Literal, NamedTuple, TypeAlias, get_args

import numpy as np

from wordorder import _kernels
from wordorder.arrays import frozen
from wordorder.errors import InputError, UsageError, expect
from wordorder.output.console import visible
from wordorder.output.wording import counted

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from numpy.typing import NDArray

    from wordorder.drawing.alignment import AlignmentLayout

Symmetrization = Literal["intersection", "union", "grow-diag-final-and"]
SYMMETRIZATIONS: tuple[Symmetrization, ...] = get_args(Symmetrization)

Link: TypeAlias = tuple[int, int]

LONGEST_DRAWN = 200  # words on either side; notebooks show longer alignments as text


class Component(NamedTuple):
    """Words connected by links, one or more on either side."""

    sources: tuple[int, ...]
    targets: tuple[int, ...]


class Crossings(NamedTuple):
    """The number of crossing link pairs, out of the pairs that differ on both sides."""

    crossing: int
    pairs: int

    @property
    def share(self) -> float:
        """The share of pairs that cross; NaN if there are no pairs."""
        return self.crossing / self.pairs if self.pairs else float("nan")


class Alignment:
    """Links between the words of a source and a target sentence, counting from 0.

    Both lengths are part of the value. A link is either sure or, as in manual gold alignments,
    only possible; a link given as both is sure.

    Args:
        links: The sure links, as (source, target) pairs in any order.
        source_length: The number of source words.
        target_length: The number of target words.
        possible: The possible links.

    Raises:
        InputError: A link lies outside the sentences.

    Examples:
        >>> alignment = Alignment([(0, 1), (1, 0)], 3, 2, possible=[(2, 0)])
        >>> print(alignment)
        0-1 1-0 2?0
        >>> alignment.only_sure().coverage
        0.6666666666666666
    """

    __slots__ = ("_link_rows", "_source_length", "_sources", "_sure", "_target_length", "_targets")

    _sources: NDArray[np.int32]
    _targets: NDArray[np.int32]
    _sure: NDArray[np.bool_]
    _source_length: int
    _target_length: int
    _link_rows: _kernels.LinkRows | None

    def __init__(
        self,
        links: Iterable[Link],
        source_length: int,
        target_length: int,
        *,
        possible: Iterable[Link] = (),
    ) -> None:
        sure_links, possible_links = _as_links(links), _as_links(possible)
        both = np.concatenate([sure_links, possible_links])
        lengths = _length(source_length, "source"), _length(target_length, "target")
        _refuse_outside(both, lengths)
        # Of equal links, keep the first, which is the sure one.
        _, first = np.unique(both[:, 0] << 32 | both[:, 1], return_index=True)
        self._set(both[first], *lengths, first < len(sure_links))

    @classmethod
    def _trusted(
        cls,
        links: NDArray[np.int32],
        source_length: int,
        target_length: int,
        sure: NDArray[np.bool_] | None = None,
    ) -> Alignment:
        """Wrap links known to be sorted, unique and inside the sentences."""
        alignment = cls.__new__(cls)
        marks = np.ones(len(links), np.bool_) if sure is None else sure
        alignment._set(links, source_length, target_length, marks)
        return alignment

    @classmethod
    def _of_row(cls, rows: _kernels.LinkRows, sure: NDArray[np.bool_] | None = None) -> Alignment:
        """Wrap a single row of links from a kernel."""
        alignment = cls.__new__(cls)
        alignment._sources, alignment._targets = rows.sources, rows.targets
        alignment._sure = frozen(np.ones(len(rows.sources), np.bool_) if sure is None else sure)
        alignment._source_length = int(rows.source_lengths[0])
        alignment._target_length = int(rows.target_lengths[0])
        alignment._link_rows = rows
        return alignment

    def _set(
        self,
        links: NDArray[np.integer],
        source_length: int,
        target_length: int,
        sure: NDArray[np.bool_],
    ) -> None:
        self._sources = frozen(links[:, 0].astype(np.int32))
        self._targets = frozen(links[:, 1].astype(np.int32))
        self._sure = frozen(sure.copy())
        self._source_length = source_length
        self._target_length = target_length
        self._link_rows = None

    @classmethod
    def parse(
        cls,
        text: str,
        source_length: int | None = None,
        target_length: int | None = None,
        *,
        base: int = 0,
    ) -> Alignment:
        """Read one line in Pharaoh format: `i-j` is a sure link, `i?j` or `ipj` a possible one.

        Missing lengths are the smallest that the links allow.

        Examples:
            >>> Alignment.parse("0-1 1-0 2?2", target_length=4)
            Alignment([(0, 1), (1, 0)], 3, 4, possible=[(2, 2)])
        """
        expect(text, str, "text")
        line = text.rstrip("\r\n")
        if "\n" in line:
            raise InputError("expected one line, found several")
        n, m = (
            None if length is None else np.array([_length(length, side)], np.int32)
            for length, side in ((source_length, "source"), (target_length, "target"))
        )
        data = (line + "\n").encode("utf-8", "backslashreplace")
        parsed = _kernels.parse_alignments(data, "<text>", 1, checked_base(base), False, n, m)
        return cls._of_row(parsed.links, parsed.sure.view(np.bool_))

    @property
    def links(self) -> NDArray[np.int32]:
        """All links as rows (source, target), sorted."""
        return np.column_stack((self._sources, self._targets))

    @property
    def sure(self) -> NDArray[np.bool_]:
        """Whether each link is sure, as a read-only array."""
        return self._sure

    @property
    def source_length(self) -> int:
        """The number of source words."""
        return self._source_length

    @property
    def target_length(self) -> int:
        """The number of target words."""
        return self._target_length

    @property
    def coverage(self) -> float:
        """The share of source words that are linked; NaN if there are no words."""
        if not self._source_length:
            return float("nan")
        return len(np.unique(self._sources)) / self._source_length

    def only_sure(self) -> Alignment:
        """Drop the possible links."""
        return self._trusted(self.links[self._sure], self._source_length, self._target_length)

    def transpose(self) -> Alignment:
        """Swap source and target.

        Examples:
            >>> print(Alignment.parse("0-1 0-2 1-0").transpose())
            0-1 1-0 2-0
        """
        order = np.lexsort((self._sources, self._targets))
        swapped = self.links[order, ::-1]
        return self._trusted(swapped, self._target_length, self._source_length, self._sure[order])

    def compose(self, second: Alignment) -> Alignment:
        """Follow this alignment, then `second`, whose source is this one's target sentence.

        Two words are linked if some middle word is linked to both; the link is sure if, for some
        middle word, both links are sure.

        Examples:
            >>> print(Alignment.parse("0-1 1-0").compose(Alignment.parse("0-0 1?2")))
            0?2 1-0
        """
        if self._target_length != second._source_length:
            raise InputError(
                f"the first alignment ends in {counted(self._target_length, 'word')}, "
                f"the second starts from {second._source_length}"
            )
        onward: dict[int, list[tuple[int, bool]]] = {}
        for (middle, target), sure in zip(second, second._sure.tolist(), strict=True):
            onward.setdefault(middle, []).append((target, sure))
        composed: dict[bool, list[Link]] = {True: [], False: []}
        for (source, middle), first_sure in zip(self, self._sure.tolist(), strict=True):
            for target, second_sure in onward.get(middle, []):
                composed[first_sure and second_sure].append((source, target))
        return Alignment(
            composed[True], self._source_length, second._target_length, possible=composed[False]
        )

    def one_to_one(self) -> Alignment:
        """Select links greedily, at most one for each word.

        Sure links come first; ties go to the link with the first source, then target word.

        Examples:
            >>> print(Alignment.parse("0-0 0-1 1-0 1-1 2-1").one_to_one())
            0-0 1-1
        """
        taken_sources, taken_targets, chosen = set(), set(), []
        links = list(self)
        for k in np.argsort(~self._sure, kind="stable").tolist():
            source, target = links[k]
            if source not in taken_sources and target not in taken_targets:
                taken_sources.add(source)
                taken_targets.add(target)
                chosen.append(k)
        chosen.sort()
        return self._trusted(
            self.links[chosen], self._source_length, self._target_length, self._sure[chosen]
        )

    def symmetrize(
        self, reverse: Alignment, method: Symmetrization = "grow-diag-final-and"
    ) -> Alignment:
        """Merge this alignment with one made in the opposite direction.

        Both have links as (source, target). All links of the result are sure; its lengths are
        the larger of the two.

        `intersection` keeps the links that both have, `union` those that either has.
        `grow-diag-final-and` starts from the intersection and adds links of the union that are
        adjacent to a link already there, also diagonally, if one of their words is still
        unlinked; then forward links, then reverse links, if both of their words are still
        unlinked (Koehn et al. 2005). The result equals that of Moses if, in this alignment, a
        target word has at most one source word.

        Examples:
            >>> forward = Alignment.parse("0-0 1-1 1-2 3-3")
            >>> print(forward.symmetrize(Alignment.parse("0-0 2-1 3-3"), "union"))
            0-0 1-1 1-2 2-1 3-3
        """
        return self._of_row(
            _kernels.symmetrize(self.link_rows, reverse.link_rows, kernel_method(method))
        )

    def components(self) -> list[Component]:
        """Return the connected components of the links, ordered by first source word.

        Examples:
            >>> Alignment.parse("0-0 1-2 2-2 2-1").components()
            [Component(sources=(0,), targets=(0,)), Component(sources=(1, 2), targets=(1, 2))]
        """
        components = _kernels.components(self.link_rows)
        count = len(np.unique(components.of_sources))
        sources: list[list[int]] = [[] for _ in range(count)]
        targets: list[list[int]] = [[] for _ in range(count)]
        for word, number in zip(
            components.sources.tolist(), components.of_sources.tolist(), strict=True
        ):
            sources[number].append(word)
        for word, number in zip(
            components.targets.tolist(), components.of_targets.tolist(), strict=True
        ):
            targets[number].append(word)
        return [Component(tuple(a), tuple(b)) for a, b in zip(sources, targets, strict=True)]

    def blocked_words(self) -> tuple[int, ...]:
        """Return the source words blocked by discontinuous components.

        A component is discontinuous if, on either side, a linked word of another component
        stands between its first and last words. All linked words in that range are blocked; on
        the target side, the source words linked to them.

        Examples:
            >>> Alignment.parse("0-0 1-1 2-0 3-2").blocked_words()
            (0, 1, 2)
        """
        return tuple(_kernels.blocked_words(self.link_rows).values.tolist())

    def groups(self) -> list[tuple[int, ...]]:
        """Return the groups of source words with free inner order, in reference order.

        Linked words with the same first target form a group, with the unlinked words between
        them.

        Examples:
            >>> Alignment.parse("0-1 1-0 2-0").groups()
            [(1, 2)]
        """
        permutation = _kernels.permutations(self.link_rows, _kernels.Convention.reference)
        order = np.argsort(permutation.ranks.values)
        members: dict[int, list[int]] = {}
        for word, start in zip(
            order.tolist(), permutation.group_starts[order].tolist(), strict=True
        ):
            members.setdefault(start, []).append(word)
        return [tuple(words) for words in members.values() if len(words) > 1]

    def crossings(self) -> Crossings:
        """Count the link pairs that cross, and those that differ on both sides.

        Examples:
            >>> crossings = Alignment.parse("0-1 1-0 2-2").crossings()
            >>> crossings, crossings.share
            (Crossings(crossing=1, pairs=3), 0.3333333333333333)
        """
        counts = _kernels.crossing_counts(self.link_rows)
        return Crossings(int(counts.crossing[0]), int(counts.pairs[0]))

    def layout(
        self,
        source: Sequence[str] | None = None,
        target: Sequence[str] | None = None,
        stages: Sequence[str] | None = None,
        confidence: Sequence[float] | None = None,
    ) -> AlignmentLayout:
        """Lay out the words and links for drawing; without words, show numbers from 0.

        Links are coloured by the stages of a match if given, otherwise by whether they cross; in
        pictures, they fade with the confidence of the match.

        Examples:
            >>> layout = Alignment.parse("0-1 1-0").layout(["white", "house"], ["casa", "blanca"])
            >>> [link.crossing for link in layout.links]
            [True, True]
        """
        from wordorder.drawing.alignment import layout_alignment

        sides = []
        for name, words, length in (
            ("source", source, self._source_length),
            ("target", target, self._target_length),
        ):
            if words is not None and len(words) != length:
                raise InputError(
                    f"the {name} of this alignment has {counted(length, 'word')}, not {len(words)}"
                )
            shown = map(str, range(length)) if words is None else map(visible, words)
            sides.append(list(shown))
        sure = self._sure.tolist()
        return layout_alignment(sides[0], sides[1], list(self), sure, stages, confidence)

    def _repr_svg_(self) -> str | None:
        if not 0 < max(self._source_length, self._target_length) <= LONGEST_DRAWN:
            return None
        return self.layout().to_svg()

    @property
    def link_rows(self) -> _kernels.LinkRows:
        """The links in kernel form: a single row, checked at first use."""
        if self._link_rows is None:
            self._link_rows = _kernels.LinkRows(
                self._sources,
                self._targets,
                frozen(np.array([0, len(self._sources)], np.int64)),
                frozen(np.array([self._source_length], np.int32)),
                frozen(np.array([self._target_length], np.int32)),
            )
        return self._link_rows

    def __len__(self) -> int:
        return len(self._sources)

    def __iter__(self) -> Iterator[Link]:
        return iter(list(zip(self._sources.tolist(), self._targets.tolist(), strict=True)))

    def __contains__(self, link: object) -> bool:
        return link in set(self)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Alignment):
            return NotImplemented
        return self._key() == other._key()

    def __hash__(self) -> int:
        return hash(self._key())

    def _key(self) -> tuple[int, int, bytes, bytes]:
        lengths = self._source_length, self._target_length
        return *lengths, self.links.tobytes(), self._sure.tobytes()

    def __reduce__(self) -> tuple[object, ...]:
        lengths = self._source_length, self._target_length
        return Alignment._trusted, (self.links, *lengths, self._sure)

    def __repr__(self) -> str:
        by_mark: dict[bool, list[Link]] = {True: [], False: []}
        for link, sure in zip(self, self._sure.tolist(), strict=True):
            by_mark[sure].append(link)
        possible = f", possible={by_mark[False]}" if by_mark[False] else ""
        return f"Alignment({by_mark[True]}, {self._source_length}, {self._target_length}{possible})"

    def __str__(self) -> str:
        """Return the links in Pharaoh format, counting from 0."""
        marks = self._sure.view(np.uint8)
        return _kernels.alignments_text(self.link_rows, marks, 0).decode().rstrip("\n")


def _as_links(links: Iterable[Link]) -> NDArray[np.int64]:
    try:
        array = np.asarray(links if isinstance(links, np.ndarray) else list(links))
    except ValueError:  # tuples of different lengths
        raise InputError("links must be pairs (source, target)") from None
    if array.shape in ((0,), (0, 2)):
        return np.empty((0, 2), np.int64)
    if array.ndim != 2 or array.shape[1] != 2:
        raise InputError("links must be pairs (source, target)")
    if array.dtype.kind not in "iu":
        raise InputError(f"links must be pairs of integers, not of {array.dtype}")
    if array.dtype == np.uint64 and (huge := (array > np.iinfo(np.int64).max).any(axis=1)).any():
        raise InputError(f"link {tuple(array[huge][0].tolist())} does not fit in 64 bits")
    return array.astype(np.int64)


def _refuse_outside(links: NDArray[np.int64], lengths: tuple[int, int]) -> None:
    outside = ((links < 0) | (links >= lengths)).any(axis=1)
    if outside.any():
        link = tuple(links[outside][0].tolist())
        if min(link) < 0:
            raise InputError(f"link {link} has a negative number; words count from 0")
        raise InputError(
            f"link {link} is past the end: the source has {counted(lengths[0], 'word')}, "
            f"the target {lengths[1]}"
        )


def _length(length: int, side: str) -> int:
    length = index(length)
    if not 0 <= length < 2**30:
        raise UsageError(f"a {side} sentence cannot have {length} words")
    return length


def checked_base(base: int) -> int:
    """Return the number of the first word, after checking that it is 0 or 1."""
    if base not in (0, 1):
        raise UsageError(f"words count from 0 or from 1, not from {base}")
    return base


def checked_method(name: str) -> str:
    """Return the name, after checking that it is a symmetrisation method."""
    if name not in SYMMETRIZATIONS:
        raise UsageError.unknown("symmetrisation", name, SYMMETRIZATIONS)
    return name


def kernel_method(name: str) -> _kernels.Symmetrization:
    """Return the kernel's value for a symmetrisation method.

    Examples:
        >>> kernel_method("grow-diag-final-and")
        Symmetrization.grow_diag_final_and
    """
    return _kernels.Symmetrization[checked_method(name).replace("-", "_")]
