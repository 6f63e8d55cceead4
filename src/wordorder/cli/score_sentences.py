"""Sentences that `wordorder score` shows: their words, crossing lines, and moves that mend them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wordorder.cli.screen import PAGE, screen_for
from wordorder.errors import UsageError
from wordorder.ordering import mending_moves
from wordorder.output import visible
from wordorder.scoring.match_evidence import MatchEvidence
from wordorder.scoring.selection import Chosen, most_different, worst

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from wordorder.scoring import ScoreResult


def worst_sentences(result: ScoreResult, count: int, *, on_screen: bool) -> Iterator[str]:
    """Show the sentences in the worst order, system by system."""
    for chosen in worst(result, count):
        yield _card(result, chosen, on_screen)


def different_sentences(
    result: ScoreResult, names: tuple[str, str], count: int, *, on_screen: bool
) -> Iterator[str]:
    """Show the sentences where two systems differ most, one below the other."""
    first, second = (result.systems.index(name) for name in names)
    for sentence in most_different(result, first, second, count):
        for system in (first, second):
            yield _card(result, Chosen(system, sentence), on_screen)


def _card(result: ScoreResult, chosen: Chosen, on_screen: bool) -> str:
    evidence = _matched_evidence(result)
    system, sentence = chosen
    reference = int(evidence.best_reference(result.ordering)[system, sentence])
    row = evidence.row(system, reference, sentence)
    words = evidence.words(row)
    score = float(result.segment(result.ordering)[system, sentence])
    matched = int(evidence.matched[system, reference, sentence])
    title = (
        f"{visible(result.systems[system])}, line {sentence + 1}: {result.ordering} {score:.3f}, "
        f"{matched} of {len(words[1])} words matched"
    )
    layout = evidence.matches.alignments[row].layout(
        words[0], words[1], evidence.matches.stages_of(row)
    )
    screen = screen_for(on_screen=on_screen)
    picture = layout.to_text(width=screen.width or PAGE, color=screen.color, kind="crossing")
    moves = "\n".join(_moves(evidence, row))
    return "\n\n".join(filter(None, [title, picture.rstrip("\n"), moves])) + "\n"


def _matched_evidence(result: ScoreResult) -> MatchEvidence:
    if not isinstance(result.evidence, MatchEvidence):
        raise UsageError("--worst and --diff show matched words: leave out the source")
    return result.evidence


def _moves(evidence: MatchEvidence, row: int) -> Iterator[str]:
    """The moves that mend the order most, in words."""
    permutation = evidence.permutations[row]
    words = _matched_words(evidence, row)
    for move in mending_moves(permutation):
        block = " ".join(words[move.start : move.stop])
        where = f"before “{words[move.to]}”" if move.to < len(words) else "to the end"
        yield f"move “{visible(block)}” {visible(where)}: kendall {move.gain:+.3f}"
        words = _moved(words, move.start, move.stop, move.to)


def _matched_words(evidence: MatchEvidence, row: int) -> list[str]:
    """The reference words that the permutation is about, in the order of the hypothesis."""
    permutation = evidence.permutations[row]
    matched = sorted({link[1] for link in evidence.matches.alignments[row]})
    reference = evidence.words(row)[1]
    return [reference[matched[rank]] for rank in permutation.ranks]


def _moved(words: Sequence[str], start: int, stop: int, to: int) -> list[str]:
    block, rest = list(words[start:stop]), [*words[:start], *words[stop:]]
    place = to if to <= start else to - len(block)
    return [*rest[:place], *block, *rest[place:]]
