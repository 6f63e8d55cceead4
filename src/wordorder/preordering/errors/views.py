"""The errors of pre-ordering as tables, records and cards."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from wordorder.errors import Argument, UsageError
from wordorder.output import View, counted, render, visible, wrapped
from wordorder.output.views import Field, fields, row_view
from wordorder.preordering.errors.repairs import ANY

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator

    from wordorder.output import Card, Cell, Table
    from wordorder.preordering.errors.cards import ErrorCard
    from wordorder.preordering.errors.confusions import Confusion
    from wordorder.preordering.errors.contributions import RuleContribution, RuleExample
    from wordorder.preordering.errors.misplaced import Misplaced
    from wordorder.preordering.errors.result import PreorderingErrors

    Rows = Iterator[tuple[Cell, ...]]


def refuse_without_parses(views: Collection[str], given: Collection[str]) -> None:
    """Reject views that need parses that are not given.

    Raises:
        UsageError: One of the views needs another parse.
    """
    if "confusions" in views and "gold" not in given:
        raise _lacking("confusions", "gold parses", "gold")
    if "differences" in views and not given:
        raise _lacking("differences", "a second parse", "other")


def _lacking(view: str, what: str, name: str) -> UsageError:
    return UsageError(
        Argument("view", view), f" needs {what} of the same sentences: give ", Argument(name)
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


_FAULTS = row_view(
    [
        *fields(str, "step"),
        *fields(float, "score", "loss", digits=3),
        *fields(str, "fault"),
    ],
    _fault_rows,
    title="where the score is lost",
    note=_fault_note,
)


def _misplaced_view(kind: str, what: str) -> View:
    def rows(result: PreorderingErrors, *, top: int | None) -> Rows:
        found: tuple[Misplaced, ...] = getattr(result.misplaced, kind)
        for one in found[:top]:
            counts = one.occurrences, one.judged, one.misplaced, one.share, one.left, one.right
            yield (one.name, *counts, one.distance, one.shift)

    columns = [
        *fields(str, what),
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
        best, worst = (((None,) * 4 if one is None else one) for one in (rule.best, rule.worst))
        yield (*rule[:8], *best, *worst)


def _rule_note(result: PreorderingErrors) -> str:
    return (
        "heads: words with children that the rule orders; changed: those whose order then differs "
        f"from the source; without: {result.metric} without the rule; gain: with it − without; "
        "helped, hurt, same: sentences"
    )


_EXAMPLES = [
    f"{end}_{what}" for end in ("best", "worst") for what in ("sentence", "gain", "before", "after")
]
_RULES = row_view(
    [
        *fields(str, "rule"),
        *fields(int, "heads", "changed"),
        *fields(float, "without", "gain", digits=3),
        *fields(int, "helped", "hurt", "same"),
        *(
            Field(name, kind, digits, "left" if kind is str else "right")
            for name, (kind, digits) in zip(
                _EXAMPLES, 2 * [(int, None), (float, 3), (str, None), (str, None)], strict=True
            )
        ),
    ],
    _rule_rows,
    lambda _result, for_people: _EXAMPLES if for_people else (),
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
        found = [("helps", self.rule.best), ("hurts", self.rule.worst)]
        return "\n".join(self._told(verb, one, width) for verb, one in found if one is not None)

    def _told(self, verb: str, example: RuleExample, width: int | None) -> str:
        where = f"sentence {example.sentence}, {example.gain:+.3f}"
        title = f"{visible(self.rule.name)} {verb} most in {where}"
        texts = {"without": example.before, "with": example.after}
        lines = [wrapped(title, width)]
        for name, text in texts.items():
            lines.append(wrapped(f"  {f'{name}:':<9}{visible(text)}", width, indent=" " * 11))
        return "".join(f"{line}\n" for line in lines)


def _rule_cards(result: PreorderingErrors, *, top: int | None = None) -> list[Card]:
    shown = [rule for rule in result.rules[:top] if rule.best or rule.worst]
    tables = _RULES.tables(result, top=top)
    return [*map(_TableCard, tables), *map(_RuleCard, shown)]


def _confusion_rows(result: PreorderingErrors, *, top: int | None) -> Rows:
    known = _known_confusions(result)
    whole = sum(one.gold == ANY for one in known)  # kinds of errors, which come first
    for one in known[: None if top is None else whole + top]:
        yield tuple(one)


def _known_confusions(result: PreorderingErrors) -> tuple[Confusion, ...]:
    if result.confusions is None:
        raise _lacking("confusions", "gold parses", "gold")
    return result.confusions


_COSTS = [
    *fields(int, "words", "sentences", "repaired"),
    Field("cost", float, 4),
    *fields(int, "better", "worse", "example"),
]


def _joined_rows(result: PreorderingErrors, *, top: int | None) -> Rows:
    """The kind of error in one column, which stays at the left of a narrow table."""
    for kind, gold, found, *figures in _confusion_rows(result, top=top):
        yield (f"{kind}: all" if gold == ANY else f"{kind}: {gold} → {found}", *figures)


def _confusion_note(result: PreorderingErrors) -> str:
    return (
        f"cost: rise of the mean {result.metric} if only this is repaired; repaired: words "
        "for which that is possible; better, worse: sentences then; example: the sentence that "
        "gains most"
    )


_CONFUSIONS = row_view(
    [*fields(str, "error: gold → found"), *_COSTS],
    _joined_rows,
    title="what errors of the parser cost",
    note=_confusion_note,
)
_CONFUSION_RECORDS = row_view([*fields(str, "kind", "gold", "found"), *_COSTS], _confusion_rows)


def _worst_cards(result: PreorderingErrors, *, top: int | None = None) -> tuple[ErrorCard, ...]:
    return result.worst[:top]


def _different_cards(result: PreorderingErrors, *, top: int | None = None) -> tuple[ErrorCard, ...]:
    if result.differences is None:
        raise _lacking("differences", "a second parse", "other")
    return result.differences[:top]


def _card_view(cards: Callable[..., tuple[ErrorCard, ...]], nothing: str) -> View:
    """Cards, or a row for each parse of each."""

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
    "faults": _FAULTS,
    "words": _misplaced_view("words", "word"),
    "tags": _misplaced_view("tags", "tag"),
    "labels": _misplaced_view("labels", "label"),
    "rules": replace(_RULES, cards=_rule_cards),
    "confusions": replace(_CONFUSIONS, records=_CONFUSION_RECORDS.records),
    "worst": _card_view(_worst_cards, "no sentence has errors"),
    "differences": _card_view(_different_cards, "no sentence scores differently"),
}
