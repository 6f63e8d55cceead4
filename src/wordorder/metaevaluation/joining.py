"""Judgements and scores of the same systems, side by side."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Literal, TypeAlias, get_args

import numpy as np

from wordorder.errors import Argument, InputError, UsageError, expect
from wordorder.metaevaluation.judgements.table import Judgements
from wordorder.metaevaluation.names import meet
from wordorder.metaevaluation.scores.table import MetricScores
from wordorder.output import counted, listed
from wordorder.text import quoted

if TYPE_CHECKING:
    from wordorder.arrays import Integers
    from wordorder.errors import Part
    from wordorder.metaevaluation.judgements.table import Booleans

Unknown: TypeAlias = Literal["refuse", "drop"]


@dataclass(frozen=True, slots=True)
class LeftOut:
    """What is on one side only, and was left out of a data set.

    Attributes:
        unscored_systems: Judged systems without scores, and how many judgements name each.
        unscored_lines: Judged lines beyond those that were scored, and the judgements of each.
        judgements: Number of judgements left out because of these.
        unjudged_systems: Systems with scores that nobody judged.
        renamed: Names in the scores by names in the judgements, where they differ.
    """

    unscored_systems: Mapping[str, int] = field(default_factory=dict)
    unscored_lines: Mapping[int, int] = field(default_factory=dict)
    judgements: int = 0
    unjudged_systems: tuple[str, ...] = ()
    renamed: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, eq=False)
class Dataset:
    """What people and metrics say about the same systems on the same lines.

    Attributes:
        judgements: The judgements.
        scores: The scores, with the same systems in the same order and all judged lines.
        left_out: What is on one side only.
    """

    judgements: Judgements
    scores: MetricScores
    left_out: LeftOut = field(default_factory=LeftOut)

    def __post_init__(self) -> None:
        expect(self.judgements, Judgements, "judgements")
        expect(self.scores, MetricScores, "scores")
        if self.judgements.systems != self.scores.systems:
            raise UsageError("judgements and scores have different systems; join() makes them meet")
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
    """Put judgements and scores of the same systems side by side.

    Names meet if they are equal, or else if one is the end of the other, after a dot or after the
    language pair, and nothing else fits: `CNGL_DCU.2703` and `newstest2013.de-en.CNGL_DCU.2703`.
    Systems are named and ordered as in the judgements.

    Args:
        judgements: The judgements of one language pair.
        scores: Scores of metrics for the same test set.
        names: Names in the scores by names in the judgements, where they do not meet by themselves
            (`read_names`).
        unknown: `refuse` judgements of systems and lines without scores, or `drop` them.

    Raises:
        InputError: A judged system or line has no scores, a name fits several others, or fewer than
            two systems remain.
        UsageError: An argument is wrong.

    Examples:
        >>> import numpy as np
        >>> from wordorder.metaevaluation import Ratings
        >>> one = np.array([1, 1])
        >>> judged = Judgements(
        ...     "de-en",
        ...     ("A", "B"),
        ...     ratings=Ratings(one, np.array([0, 1]), np.array([80.0, 60.0]), -one),
        ... )
        >>> scores = MetricScores(("bleu",), ("B", "wmt.A", "C"), np.array([[[0.2], [0.5], [0.3]]]))
        >>> dataset = join(judged, scores)
        >>> dataset
        <Dataset of <Judgements de-en: 2 systems, 2 ratings> and 1 metric>
        >>> dataset.scores.lines.tolist(), dataset.left_out.unjudged_systems
        ([[[0.5], [0.2]]], ('C',))
    """
    _check(judgements, scores, names, unknown)
    met = meet(judgements.systems, scores.systems, judgements.name, names)
    scored_system = np.array([name in met for name in judgements.systems], np.bool_)
    kept, left_out = _scored(judgements, scored_system, scores.line_count)
    if unknown == "refuse":
        _refuse(judgements, scores, left_out)
    kept_judgements = judgements.where(kept)
    systems = kept_judgements.systems
    if len(systems) < 2:
        only = f"only '{quoted(systems[0])}' was" if systems else "no two systems were"
        raise InputError(
            f"{judgements.name}: {only} both judged and scored; there is nothing to compare"
        )
    index = {name: number for number, name in enumerate(scores.systems)}
    order = np.array([index[met[name]] for name in systems], np.int64)
    used = {met[name] for name in systems}
    left_out = replace(
        left_out,
        unjudged_systems=tuple(name for name in scores.systems if name not in used),
        renamed={name: met[name] for name in systems if met[name] != name},
    )
    return Dataset(kept_judgements, _of_systems(scores, systems, order), left_out)


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


def _scored(judgements: Judgements, is_scored: Booleans, lines: int) -> tuple[Booleans, LeftOut]:
    """Which judgements are about scored systems and lines, and what the others are about."""
    line, systems = _subjects(judgements)
    unknown = ~is_scored
    kept = ~unknown[systems].any(axis=0) & (line <= lines)
    named = np.bincount(systems[unknown[systems]], minlength=len(unknown))
    beyond, judged = np.unique(line[line > lines], return_counts=True)
    by_system = zip(judgements.systems, named.tolist(), strict=True)
    return kept, LeftOut(
        unscored_systems={name: count for name, count in by_system if count},
        unscored_lines=dict(zip(beyond.tolist(), judged.tolist(), strict=True)),
        judgements=int((~kept).sum()),
    )


def _subjects(judgements: Judgements) -> tuple[Integers, Integers]:
    """The line of each judgement, and its systems, of shape (1 or 2, judgements)."""
    if judgements.comparisons is not None:
        line, first, second, *_ = judgements.comparisons
        return line, np.array([first, second])
    if judgements.ratings is not None:
        return judgements.ratings.line, judgements.ratings.system[np.newaxis]
    return np.zeros(0, np.int64), np.zeros((1, 0), np.int64)


def _refuse(judgements: Judgements, scores: MetricScores, left_out: LeftOut) -> None:
    """Say which judged systems and lines have no scores.

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
                f"{missing}; scored are {known}, so give "
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
    return listed([f"{what} ({counted(count, 'judgement')})" for what, count in counts.items()])


def _of_systems(scores: MetricScores, systems: tuple[str, ...], order: Integers) -> MetricScores:
    """The scores of some systems, under other names."""
    corpus = None if scores.corpus is None else scores.corpus[:, order]
    return replace(scores, systems=systems, lines=scores.lines[:, order], corpus=corpus)
