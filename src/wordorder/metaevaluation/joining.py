"""Judgements and scores of the same systems, joined by name."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field, replace
from itertools import islice
from typing import Literal, TypeAlias, get_args

import numpy as np

from wordorder.errors import Argument, InputError, Part, UsageError, expect
from wordorder.metaevaluation.judgements import Booleans, Judgements
from wordorder.metaevaluation.metric_scores import MetricScores
from wordorder.output.wording import counted, listed
from wordorder.text.records import read_cells
from wordorder.text.source import Input, quoted

_ENDING = re.compile(r"(?:\.(?:txt|text|out|hyp))?(?:\.(?:gz|xz|zst))?$")
_MOST_PARTS = 50  # a name with more dots is corrupt

Unknown: TypeAlias = Literal["refuse", "drop"]


@dataclass(frozen=True, slots=True)
class LeftOut:
    """Judgements and scores without a counterpart, left out of a data set.

    Attributes:
        unscored_systems: Judged systems without scores, with the number of judgements of each.
        unscored_lines: Judged lines beyond the scored ones, with the number of judgements of each.
        judgements: Number of judgements left out because of these.
        unjudged_systems: Scored systems that nobody judged.
        renamed: Names in the scores by names in the judgements, where they differ.
    """

    unscored_systems: Mapping[str, int] = field(default_factory=dict)
    unscored_lines: Mapping[int, int] = field(default_factory=dict)
    judgements: int = 0
    unjudged_systems: tuple[str, ...] = ()
    renamed: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, eq=False)
class Dataset:
    """Judgements and scores of the same systems on the same lines.

    Attributes:
        judgements: The judgements.
        scores: The scores, with the same systems in the same order and all judged lines.
        left_out: What was left out to join them.
    """

    judgements: Judgements
    scores: MetricScores
    left_out: LeftOut = field(default_factory=LeftOut)

    def __post_init__(self) -> None:
        expect(self.judgements, Judgements, "judgements")
        expect(self.scores, MetricScores, "scores")
        if self.judgements.systems != self.scores.systems:
            raise UsageError(
                "judgements and scores have different systems; combine them with join()"
            )
        if self.judgements.last_line > self.scores.line_count:
            raise UsageError(
                f"line {self.judgements.last_line:,} was judged, but only "
                f"{counted(self.scores.line_count, 'line')} scored"
            )

    def __repr__(self) -> str:
        metrics = counted(len(self.scores.metrics), "metric")
        return f"<Dataset of {self.judgements!r} and {metrics}>"

    @property
    def name(self) -> str:
        """The language pair."""
        return self.judgements.name

    @property
    def systems(self) -> tuple[str, ...]:
        """Names of the systems, as in the judgements."""
        return self.judgements.systems


def join(
    judgements: Judgements,
    scores: MetricScores,
    names: Mapping[str, str] | None = None,
    unknown: Unknown = "refuse",
) -> Dataset:
    """Join judgements and scores of the same systems.

    Names correspond if they are equal, or else if one ends with the other, after a dot or the
    language pair, and nothing else fits: `CNGL_DCU.2703` and `newstest2013.de-en.CNGL_DCU.2703`.
    Systems are named and ordered as in the judgements.

    Args:
        judgements: The judgements of one language pair.
        scores: Scores of metrics for the same test set.
        names: Names in the scores by names in the judgements, where they do not correspond
            (`read_names`).
        unknown: Whether to `refuse` or `drop` judgements of systems and lines without scores.

    Raises:
        InputError: A judged system or line has no scores, a name fits several others, or fewer than
            two systems remain.
        UsageError: An argument is invalid.

    Examples:
        >>> import numpy as np
        >>> from wordorder.metaevaluation import Ratings
        >>> line = np.array([1, 1])
        >>> judged = Judgements(
        ...     "de-en",
        ...     ("A", "B"),
        ...     ratings=Ratings(line, np.array([0, 1]), np.array([80.0, 60.0]), -line),
        ... )
        >>> scores = MetricScores(("bleu",), ("B", "wmt.A", "C"), np.array([[[0.2], [0.5], [0.3]]]))
        >>> dataset = join(judged, scores)
        >>> dataset
        <Dataset of <Judgements de-en: 2 systems, 2 ratings> and 1 metric>
        >>> dataset.scores.segment_scores.tolist(), dataset.left_out.unjudged_systems
        ([[[0.5], [0.2]]], ('C',))
    """
    _check(judgements, scores, names, unknown)
    met = match_system_names(judgements.systems, scores.systems, judgements.name, names)
    scored_system = np.array([name in met for name in judgements.systems], np.bool_)
    is_scored, left_out = _scored(judgements, scored_system, scores.line_count)
    if unknown == "refuse":
        _refuse(judgements, scores, left_out)
    scored_judgements = judgements.where(is_scored)
    systems = scored_judgements.systems
    if len(systems) < 2:
        only = f"only '{quoted(systems[0])}' was" if systems else "no two systems were"
        raise InputError(
            f"{judgements.name}: {only} both judged and scored; there is nothing to compare"
        )
    used = [met[name] for name in systems]
    left_out = replace(
        left_out,
        unjudged_systems=tuple(name for name in scores.systems if name not in used),
        renamed={name: met[name] for name in systems if met[name] != name},
    )
    return Dataset(scored_judgements, replace(scores.of_systems(used), systems=systems), left_out)


def _check(
    judgements: Judgements, scores: MetricScores, names: Mapping[str, str] | None, unknown: Unknown
) -> None:
    expect(judgements, Judgements, "judgements")
    expect(scores, MetricScores, "scores")
    if names is not None:
        expect(names, Mapping, "names")
    if unknown not in get_args(Unknown):
        raise UsageError.unknown("treatment of unknown systems", unknown, get_args(Unknown))
    for name, count in Counter(scores.systems).items():
        if count > 1:
            raise InputError(f"{count} systems in the scores are named '{quoted(name)}'")


def _scored(
    judgements: Judgements, scored_system: Booleans, lines: int
) -> tuple[Booleans, LeftOut]:
    """Find the judgements of scored systems and lines, and describe the others."""
    line, systems = np.zeros(0, np.int64), np.zeros((1, 0), np.int64)
    if judgements.comparisons is not None:
        line, *pair = judgements.comparisons[:3]
        systems = np.array(pair)
    elif judgements.ratings is not None:
        line, systems = judgements.ratings.line, judgements.ratings.system[np.newaxis]
    unknown = ~scored_system
    is_scored = ~unknown[systems].any(axis=0) & (line <= lines)
    named = np.bincount(systems[unknown[systems]], minlength=len(unknown))
    beyond, judged = np.unique(line[line > lines], return_counts=True)
    by_system = zip(judgements.systems, named.tolist(), strict=True)
    return is_scored, LeftOut(
        unscored_systems={name: count for name, count in by_system if count},
        unscored_lines=dict(zip(beyond.tolist(), judged.tolist(), strict=True)),
        judgements=int((~is_scored).sum()),
    )


def _refuse(judgements: Judgements, scores: MetricScores, left_out: LeftOut) -> None:
    """Reject judged systems and lines without scores.

    Raises:
        InputError: There are some.
    """
    if not left_out.judgements:
        return
    problems: list[Part] = []
    if left_out.unscored_systems:
        missing = _with_counts(
            {f"'{quoted(name)}'": count for name, count in left_out.unscored_systems.items()}
        )
        known = listed([f"'{quoted(name)}'" for name in scores.systems] or ["none"])
        problems += [
            (
                f"{counted(len(left_out.unscored_systems), 'judged system')} without scores: "
                f"{missing}; scored systems: {known}; map them with "
            ),
            Argument("names"),
            "; ",
        ]
    if left_out.unscored_lines:
        lines = counted(len(left_out.unscored_lines), "judged line")
        missing = _with_counts(left_out.unscored_lines)
        problems.append(
            f"{lines} beyond the {scores.line_count:,} scored: {missing}; check that both count "
            "the same lines; "
        )
    raise InputError(
        f"{judgements.name}: ",
        *problems,
        f"or leave out {counted(left_out.judgements, 'judgement')} with ",
        Argument("unknown", "drop"),
    )


def _with_counts(counts: Mapping[str, int] | Mapping[int, int]) -> str:
    return listed([f"{name} ({counted(count, 'judgement')})" for name, count in counts.items()])


# Judgements joined with several tables of scores.


def join_all(
    judgements: Judgements,
    tables: Sequence[MetricScores],
    names: Mapping[str, str] | None,
    unknown: Unknown,
    dropped: Collection[str] = (),
) -> Dataset:
    """Join judgements with several tables of scores, whose names of systems may differ.

    Args:
        judgements: The judgements of one language pair.
        tables: Scores of the same lines.
        names: As in `join`.
        unknown: As in `join`.
        dropped: Judged systems to leave out, whether they have scores or not.

    Raises:
        InputError: As in `join`.
    """
    left_out = LeftOut()
    is_dropped = np.array([name in dropped for name in judgements.systems], np.bool_)
    if is_dropped.any():
        is_left, left_out = _scored(judgements, ~is_dropped, judgements.last_line)
        judgements = judgements.where(is_left)
    everywhere = {name for table in tables for name in table.systems}
    dataset = None
    for table in tables:
        # Names in other tables only do not apply to this one.
        own = names and {
            name: other
            for name, other in names.items()
            if other in table.systems or other not in everywhere
        }
        other = join(judgements if dataset is None else dataset.judgements, table, own, unknown)
        scores = other.scores
        if dataset is not None:
            scores = dataset.scores.of_systems(other.systems).concat(scores)
        left_out = _both(left_out, other.left_out)
        dataset = Dataset(other.judgements, scores, left_out)
    assert dataset is not None  # there is a table
    return dataset


def _both(first: LeftOut, second: LeftOut) -> LeftOut:
    return LeftOut(
        {**first.unscored_systems, **second.unscored_systems},
        {**first.unscored_lines, **second.unscored_lines},
        first.judgements + second.judgements,
        tuple(dict.fromkeys([*first.unjudged_systems, *second.unjudged_systems])),
        {**first.renamed, **second.renamed},
    )


# Correspondence between the names of judged and of scored systems.


def read_names(source: Input) -> dict[str, str]:
    r"""Read the scored names of judged systems, from two columns without a heading.

    Args:
        source: A file whose lines have the name in the judgements, a tab, and that in the scores.

    Raises:
        InputError: The file cannot be read, a line does not have two names, or a name is repeated.

    Examples:
        >>> import io
        >>> read_names(io.StringIO("online-A\tnewstest2013.ONLINE_A\n"))
        {'online-A': 'newstest2013.ONLINE_A'}
    """
    names: dict[str, str] = {}
    scored: set[str] = set()
    with closing(read_cells(source, "bare")) as rows:
        for place, cells in rows:
            if len(cells) != 2 or not all(cell.strip() for cell in cells):
                names_there = counted(len([cell for cell in cells if cell.strip()]), "name")
                raise place.error(
                    f"{names_there}, expected two, separated by a tab: first the name in the "
                    "judgements, then that in the scores"
                )
            judged, score = (cell.strip() for cell in cells)
            if judged in names or score in scored:
                twice = judged if judged in names else score
                raise place.error(f"'{quoted(twice)}' occurs twice")
            names[judged] = score
            scored.add(score)
    return names


def match_system_names(
    judged: Sequence[str], scored: Sequence[str], pair: str, names: Mapping[str, str] | None
) -> dict[str, str]:
    """Find the scored name of each judged name.

    `names` takes precedence. Otherwise names correspond as in `join`; the longer one may have a
    file extension, such as `.txt`.

    Args:
        judged: The names in the judgements.
        scored: The names in the scores.
        pair: The language pair.
        names: Scored names by judged ones.

    Returns:
        Scored names by judged ones, where they correspond.

    Raises:
        InputError: A name fits several others.

    Examples:
        >>> scored = ["newstest2013.de-en.CNGL_DCU.2703"]
        >>> match_system_names(["CNGL_DCU.2703"], scored, "de-en", None)
        {'CNGL_DCU.2703': 'newstest2013.de-en.CNGL_DCU.2703'}
    """
    renamed = {name: names[name] for name in judged if name in names} if names else {}
    known = set(scored)
    met = {name: other for name, other in renamed.items() if other in known}
    rest = [name for name in judged if name not in renamed]
    taken = set(met.values())
    exact = {name: name for name in rest if name in known and name not in taken}
    met |= exact
    taken |= exact.keys()
    rest = [name for name in rest if name not in exact]
    free = [name for name in scored if name not in taken]
    fits = {name: [other] for name, other in met.items()} | _fits(rest, free, pair)
    _refuse_ambiguous(fits, "judged", "scored")
    backwards: dict[str, list[str]] = {}
    for name, others in fits.items():
        backwards.setdefault(others[0], []).append(name)
    _refuse_ambiguous(backwards, "scored", "judged")
    return {name: others[0] for name, others in fits.items()}


def _refuse_ambiguous(fits: Mapping[str, Sequence[str]], kind: str, other_kind: str) -> None:
    for name, others in fits.items():
        if len(others) > 1:
            shown = listed([f"'{quoted(other)}'" for other in others])
            raise InputError(
                f"the {kind} system '{quoted(name)}' could be any of the {other_kind} systems "
                f"{shown}; say which with ",
                Argument("names"),
            )


def _fits(judged: Sequence[str], scored: Sequence[str], pair: str) -> dict[str, list[str]]:
    """Find the scored names that fit each judged name, for names that have any."""
    whole = set(scored)
    by_tail: dict[str, list[str]] = {}
    for name in scored:
        for tail in _tails(name, pair):
            by_tail.setdefault(tail, []).append(name)
    fits = {}
    for name in judged:
        longer = [tail for tail in _tails(name, pair) if tail in whole]
        if others := list(dict.fromkeys([*by_tail.get(name, ()), *longer])):
            fits[name] = others
    return fits


def _tails(name: str, pair: str) -> list[str]:
    """Return what follows the dots or the language pair, with and without file extension."""
    tails = []
    for whole in (name, _ENDING.sub("", name)):
        dots = [dot.end() for dot in islice(re.finditer(r"\.", whole), _MOST_PARTS)]
        after = re.search(rf"(?:^|[._/-]){re.escape(pair)}[._/-]", whole)
        starts = [0, *dots, *([after.end()] if after else [])]
        tails += [whole[start:] for start in starts]
    return list(dict.fromkeys(filter(None, tails)))
