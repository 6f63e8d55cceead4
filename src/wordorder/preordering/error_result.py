"""The result of an error analysis, as tables, records and cards."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Annotated, ClassVar, NamedTuple, TypeAlias

from wordorder.errors import Argument, UsageError
from wordorder.output.codec import Bounds, Count, derived
from wordorder.output.console import visible, wrapped
from wordorder.output.results import Result
from wordorder.output.tables import Cell, Table, render
from wordorder.output.views import Card, Field, View, fields, row_view
from wordorder.output.wording import counted
from wordorder.preordering.confusions import ANY, Confusion
from wordorder.preordering.error_cards import ErrorCard
from wordorder.preordering.faults import (
    Ceilings,
    Fault,
    Misplaced,
    MisplacedKinds,
    RuleContribution,
)
from wordorder.preordering.references import OracleMetric

Rows: TypeAlias = "Iterator[tuple[Cell, ...]]"


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class PreorderingErrors(Result):
    """The errors of rules that put source words in target order, and their causes.

    Attributes:
        signature: The settings, for a paper or a log.
        metric: The metric of all scores.
        linked_only: Whether only words with links are compared.
        sentence_count: The number of sentences.
        undefined: The number of sentences without links, and so without a score.
        ceilings: The mean score, and those within reach of better rules or parses.
        misplaced: The misplaced words, tags and labels, the most frequent first.
        rules: The contribution of each rule.
        confusions: The costs of parsing errors, the largest first, those of all tags, labels and
            heads (`*`) before those of single errors; None without gold parses.
        worst: The sentences with the lowest scores.
        differences: The sentences whose scores with two parses differ most; None without a second
            parse.
    """

    SCHEMA: ClassVar[str] = "preorder-errors/2"

    signature: str
    metric: OracleMetric
    linked_only: bool
    sentence_count: Annotated[int, Bounds(least=1)]
    undefined: Count
    ceilings: Ceilings
    misplaced: MisplacedKinds
    rules: tuple[RuleContribution, ...]
    confusions: tuple[Confusion, ...] | None
    worst: tuple[ErrorCard, ...]
    differences: tuple[ErrorCard, ...] | None

    def __post_init__(self) -> None:
        for row in (row for rows in self.misplaced for row in rows):
            if not 0 < row.misplaced <= row.judged:
                raise ValueError("expected some of the judged words to be misplaced")

    @derived
    def faults(self) -> tuple[Fault, ...]:
        """The losses of score and their causes."""
        return self.ceilings.faults()

    @classmethod
    def views(cls) -> Mapping[str, View]:
        """Offer faults, misplaced words, tags and labels, rules, confusions, and sentences."""
        return VIEWS

    def summary(self) -> str:
        """Return one line with the score and the largest loss."""
        largest = max(self.faults, key=lambda fault: fault.loss)
        return (
            f"{counted(self.sentence_count, 'sentence')}, {self.metric} "
            f"{self.ceilings.rules:.3f}, lost most by {largest.fault}: {largest.loss:.3f}"
        )


def refuse_without_parses(views: Collection[str], parses: Collection[str]) -> None:
    """Reject views that need missing parses.

    Raises:
        UsageError: A view needs another parse.
    """
    if "confusions" in views and "gold" not in parses:
        raise _lacking("confusions", "gold parses", "gold")
    if "differences" in views and not parses:
        raise _lacking("differences", "a second parse", "other")


def _lacking(view: str, parses: str, name: str) -> UsageError:
    return UsageError(
        Argument("view", view), f" needs {parses} of the same sentences: give ", Argument(name)
    )


def _fault_rows(result: PreorderingErrors) -> Rows:
    yield ("rules on the parse", result.ceilings.rules, None, None)
    yield from result.faults


def _fault_note(result: PreorderingErrors) -> str:
    words = "words with links" if result.linked_only else "all words"
    notes = [f"{result.metric} over {words}; {counted(result.sentence_count, 'sentence')}"]
    if result.undefined:
        notes[0] += f", {result.undefined:,} of them without links"
    if result.ceilings.gold_best is not None:
        notes.append(f"best order of the parse: {result.ceilings.best:.3f}")
    return "\n".join(notes)


def _misplaced_view(kind: str, heading: str) -> View:
    def rows(result: PreorderingErrors, *, top: int | None) -> Rows:
        misplaced: tuple[Misplaced, ...] = getattr(result.misplaced, kind)
        for row in misplaced[:top]:
            yield (*row[:4], row.share, *row[4:])

    columns = [
        *fields(str, heading),
        *fields(int, "occurrences", "judged", "misplaced"),
        Field("share", float, 3),
        *fields(int, "left", "right"),
        *fields(float, "distance", "shift", digits=1),
    ]
    return row_view(columns, rows, title=f"misplaced {kind}", note=_misplaced_note)


def _misplaced_note(result: PreorderingErrors) -> str:
    judged = "judged: with links, as others have no place of their own; "
    return (
        f"{judged if result.linked_only else ''}share: misplaced / judged; left, right: too far "
        "left, too far right; distance: words in place to pass, mean; shift: the same, − if left"
    )


def _rule_rows(result: PreorderingErrors, *, top: int | None) -> Rows:
    for rule in result.rules[:top]:
        nothing = (None,) * 4
        yield (*rule[:8], *(rule.best or nothing), *(rule.worst or nothing))


def _rule_note(result: PreorderingErrors) -> str:
    return (
        "heads: words with children that the rule orders; changed: those whose order then differs "
        f"from the source; without: {result.metric} without the rule; gain: with it − without; "
        "helped, hurt, same: sentences"
    )


_EXAMPLES = [
    field
    for end in ("best", "worst")
    for field in (
        *fields(int, f"{end}_sentence"),
        *fields(float, f"{end}_gain", digits=3),
        *fields(str, f"{end}_before", f"{end}_after"),
    )
]
_RULES = row_view(
    [
        *fields(str, "rule"),
        *fields(int, "heads", "changed"),
        *fields(float, "without", "gain", digits=3),
        *fields(int, "helped", "hurt", "same"),
        *_EXAMPLES,
    ],
    _rule_rows,
    lambda _result, for_people: [field.name for field in _EXAMPLES] if for_people else (),
    title="what each rule contributes",
    note=_rule_note,
)


class _TableCard(NamedTuple):
    """A table among cards."""

    table: Table

    def to_text(self, *, width: int | None, color: bool) -> str:
        del color
        return render(self.table, "plain", width=width)


class _RuleCard(NamedTuple):
    """The sentences that a rule helps and hurts most."""

    rule: RuleContribution

    def to_text(self, *, width: int | None, color: bool) -> str:
        del color
        examples = []
        for verb, example in {"helps": self.rule.best, "hurts": self.rule.worst}.items():
            if example is not None:
                where = f"sentence {example.sentence}, {example.gain:+.3f}"
                title = f"{visible(self.rule.name)} {verb} most in {where}"
                before, after = (
                    wrapped(f"  {name:<9}{visible(text)}", width, indent=" " * 11)
                    for name, text in (("without:", example.before), ("with:", example.after))
                )
                examples.append(f"{wrapped(title, width)}\n{before}\n{after}\n")
        return "\n".join(examples)


def _rule_cards(result: PreorderingErrors, *, top: int | None = None) -> list[Card]:
    shown = [rule for rule in result.rules[:top] if rule.best or rule.worst]
    tables = _RULES.tables(result, top=top)
    return [*map(_TableCard, tables), *map(_RuleCard, shown)]


def _confusion_rows(result: PreorderingErrors, *, top: int | None) -> Rows:
    if result.confusions is None:
        raise _lacking("confusions", "gold parses", "gold")
    kinds = sum(confusion.gold == ANY for confusion in result.confusions)  # which come first
    yield from result.confusions[: None if top is None else kinds + top]


_COSTS = [
    *fields(int, "words", "sentences", "repaired"),
    Field("cost", float, 4),
    *fields(int, "better", "worse", "example"),
]


def _joined_rows(result: PreorderingErrors, *, top: int | None) -> Rows:
    """Yield rows with the error in one column, which stays at the left of a narrow table."""
    for kind, gold, parsed, *figures in _confusion_rows(result, top=top):
        yield (f"{kind}: all" if gold == ANY else f"{kind}: {gold} → {parsed}", *figures)


def _confusion_note(result: PreorderingErrors) -> str:
    return (
        f"cost: rise of the mean {result.metric} if only this is repaired; repaired: words "
        "for which that is possible; better, worse: sentences then; example: the sentence that "
        "gains most"
    )


def _different_cards(result: PreorderingErrors, *, top: int | None = None) -> tuple[ErrorCard, ...]:
    if result.differences is None:
        raise _lacking("differences", "a second parse", "other")
    return result.differences[:top]


def _card_view(cards: Callable[..., tuple[ErrorCard, ...]], nothing: str) -> View:
    """Return a view of cards; its records have a row for each parse of each card."""

    def rows(result: PreorderingErrors, *, top: int | None) -> Rows:
        for card in cards(result, top=top):
            for parse in card.parses:
                misplaced = sum(shift != 0 for shift in parse.shifts)
                counts = len(card.words), sum(card.judged), misplaced
                orders = card.found_text(parse), card.wanted_text
                yield (card.sentence, parse.name, parse.score, *counts, *orders)

    columns = [
        Field("sentence", int),
        *fields(str, "parse"),
        Field("score", float, 3),
        *fields(int, "words", "judged", "misplaced"),
        *fields(str, "found", "wanted"),
    ]
    return replace(row_view(columns, rows), cards=cards, nothing=nothing)


VIEWS = {
    "faults": row_view(
        [*fields(str, "step"), *fields(float, "score", "loss", digits=3), *fields(str, "fault")],
        _fault_rows,
        title="where the score is lost",
        note=_fault_note,
    ),
    "words": _misplaced_view("words", "word"),
    "tags": _misplaced_view("tags", "tag"),
    "labels": _misplaced_view("labels", "label"),
    "rules": replace(_RULES, cards=_rule_cards),
    "confusions": replace(
        row_view(
            [*fields(str, "error: gold → found"), *_COSTS],
            _joined_rows,
            title="what errors of the parser cost",
            note=_confusion_note,
        ),
        records=row_view([*fields(str, "kind", "gold", "found"), *_COSTS], _confusion_rows).records,
    ),
    "worst": _card_view(lambda result, *, top=None: result.worst[:top], "no sentence has errors"),
    "differences": _card_view(_different_cards, "no sentence scores differently"),
}
