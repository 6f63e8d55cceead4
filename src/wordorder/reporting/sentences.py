"""The sentences of a result as compact columns, for the explorer of a report."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import chain, combinations
from math import isnan
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from wordorder.alignment.batch import AlignmentBatch
from wordorder.alignment.matching.match_batch import STAGES
from wordorder.ordering.mending import mending_moves_batch
from wordorder.permutation.batch import PermutationBatch
from wordorder.scoring.cards import DECIMALS
from wordorder.scoring.findings import heading
from wordorder.scoring.measures import ORDER_ERRORS
from wordorder.scoring.sentences import (
    LEAST_MATCHED,
    ScoredSentence,
    ScoredTranslation,
    SentencesOfTexts,
)
from wordorder.scoring.verdicts import is_order, tells_better
from wordorder.text.tokenizers import split_words

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from wordorder.arrays import Floats, Integers
    from wordorder.scoring.result import ScoreResult

Words: TypeAlias = str | list[str]
"""Words separated by spaces; a list if a word is empty or has a space inside."""


def sentence_data(result: ScoreResult, source: Sequence[str] | None = None) -> dict[str, Any]:
    """Return the sentences of a result for the page.

    Columns with an entry for each translation go sentence by sentence and, within each, system by
    system: translations of a sentence are alike, so that they compress well. Words are text
    separated by spaces, or a list of strings where a word is empty or has a space inside.

        systems    names
        leading    name of the leading metric
        measures   for each: name, heading, better ("high", "low" or null), digits shown, isOrder,
                   and decimals: scores are whole numbers in units of 10^−decimals
        lines      line number of each sentence
        source     source sentences as text, or null
        texts      for each sentence its references, then its translations
        chosen     index of the reference of each translation; null if it is always the first
        scores     for each measure the score of each translation, null if undefined
        buckets    by kind: names, and the number of each sentence's name
        links      counts: number of links of each translation, −1 if orders are compared through
                   the source; then for each link from (position in the translation) and to (in the
                   reference), as differences from the previous link of the same translation;
                   stages as indices into names; confidence in hundredths, −1 if unknown, null if
                   all are; weak: indices of the links that do not count in the order, as
                   differences from the previous one
        leastWords number of words below which the order says little
        shared     non-zero differences in the leading metric on the words that two systems share.
                   numbers: indices of sentence and pair of systems (all pairs of the first
                   sentence, in the order of `combinations`, then those of the next), as
                   differences from the previous one; weighted: w·δ (second minus first), in units
                   of 10^−decimals; words: number of shared words, w + 1
        moves      counts: number of moves that mend each translation; then for each move start,
                   stop and to, as in `mending_moves`

    Args:
        result: A result with sentences.
        source: The source sentences, one per line, if known.

    Raises:
        UsageError: The result was loaded without sentences.
    """
    rows = _SentenceRows.of(result)
    names = tuple(dict.fromkeys((*result.shown_measures, *result.measures)))
    measures = [_measure(name) for name in names]
    systems = len(result.systems)
    return {
        "systems": list(result.systems),
        "leading": result.leading,
        "measures": measures,
        "lines": list(rows.lines),
        "source": None if source is None else [source[line - 1] for line in rows.lines],
        "texts": [
            [*references, *rows.translations[place * systems : (place + 1) * systems]]
            for place, references in enumerate(rows.references)
        ],
        "chosen": rows.chosen.tolist() if rows.chosen.any() else None,
        "scores": [
            _whole(rows.scores[:, result.column(measure["name"])], measure["decimals"])
            for measure in measures
        ],
        "buckets": {
            kind: {"names": list(names), "numbers": numbers.tolist()}
            for kind, (names, numbers) in result.bucket_numbers().items()
        },
        "links": _links(rows.links),
        "leastWords": LEAST_MATCHED,
        "shared": _shared(result),
        "moves": _moves(rows.links.permutations()),
    }


@dataclass(frozen=True, slots=True, eq=False)
class _LinkColumns:
    """The links of all translations, one after the other.

    Attributes:
        counts: The number of links of each translation; −1 if orders are compared through the
            source.
        sources: The position in the translation of each link.
        targets: Its position in the reference.
        stages: Its stage, as an index into `STAGES`.
        confidence: Its probability of being right; NaN if unknown.
        counted: Whether it counts in the order.
    """

    counts: Integers
    sources: Integers
    targets: Integers
    stages: Integers
    confidence: Floats
    counted: NDArray[np.bool_]

    def permutations(self) -> PermutationBatch:
        """Return the order of the counted words of each translation."""
        rows = np.repeat(np.arange(len(self.counts)), np.maximum(self.counts, 0))
        columns = (rows, self.sources, self.targets)
        counted = np.stack([column[self.counted] for column in columns])
        row, source, target = np.unique(counted, axis=1)  # documents may repeat links
        offsets = np.searchsorted(row, np.arange(len(self.counts) + 1))
        # The order of matched words does not depend on the lengths of sentences.
        length = np.full(len(self.counts), 1 + max(source.max(initial=0), target.max(initial=0)))
        batch = AlignmentBatch(
            source.astype(np.int32),
            target.astype(np.int32),
            offsets.astype(np.int64),
            length.astype(np.int32),
            length.astype(np.int32),
        )
        return PermutationBatch.from_alignments(batch, "matched")


@dataclass(frozen=True, slots=True, eq=False)
class _SentenceRows:
    """Sentences, and a row for each translation: all systems of a sentence, then the next one.

    Attributes:
        lines: The line number of each sentence.
        references: The words of its references.
        translations: The words of each translation.
        chosen: The index of the reference that each translation is compared with.
        scores: The scores of each translation, of shape (rows, measures).
        links: The links of all translations.
    """

    lines: Sequence[int]
    references: Sequence[Sequence[Words]]
    translations: Sequence[Words]
    chosen: Integers
    scores: Floats
    links: _LinkColumns

    @classmethod
    def of(cls, result: ScoreResult) -> _SentenceRows:
        """Take the sentences of a result.

        Raises:
            UsageError: The result was loaded without sentences.
        """
        sentences = result.known_sentences()
        if isinstance(sentences, SentencesOfTexts):
            return _of_texts(sentences)
        return _of_document(sentences[:], result.measures)


def _of_texts(sentences: SentencesOfTexts) -> _SentenceRows:
    """Take the columns as they are, without an object for each sentence."""
    texts = sentences.texts
    return _SentenceRows(
        sentences.lines,
        list(zip(*([_spaced(line) for line in text] for text in texts.references), strict=True)),
        [_spaced(line) for line in chain(*zip(*texts.systems, strict=True))],
        sentences.best.T.reshape(-1),
        sentences.segments.swapaxes(0, 1).reshape(-1, len(sentences.measures)),
        _links_of_texts(sentences),
    )


def _links_of_texts(sentences: SentencesOfTexts) -> _LinkColumns:
    matches, (systems, references, count) = sentences.matches, sentences.texts.shape
    if matches is None:
        return _links_of_rows([None] * (systems * count))
    numbers = np.arange(systems)[:, np.newaxis] * references + sentences.best
    rows = (numbers * count + np.arange(count)).T.reshape(-1)
    starts, counts = matches.alignments.offsets[rows], np.diff(matches.alignments.offsets)[rows]
    first = np.cumsum(counts) - counts
    links = np.arange(counts.sum()) + np.repeat(starts - first, counts)
    confidence = matches.confidence
    return _LinkColumns(
        counts.astype(np.int64),
        matches.alignments.sources[links].astype(np.int64),
        matches.alignments.targets[links].astype(np.int64),
        matches.stages[links].astype(np.int64),
        np.full(len(links), np.nan) if confidence is None else confidence[links],
        matches.counted[links],
    )


def _of_document(sentences: Sequence[ScoredSentence], measures: Sequence[str]) -> _SentenceRows:
    rows = [row for sentence in sentences for row in sentence.translations]
    scores = [[row.scores[measure] for measure in measures] for row in rows]
    return _SentenceRows(
        [sentence.line for sentence in sentences],
        [[_joined(words) for words in sentence.references] for sentence in sentences],
        [_joined(row.words) for row in rows],
        np.array([row.reference for row in rows], np.int64),
        np.array(scores, np.float64).reshape(len(rows), len(measures)),
        _links_of_rows([None if row.links is None else row for row in rows]),
    )


def _links_of_rows(rows: Sequence[ScoredTranslation | None]) -> _LinkColumns:
    """Collect the links of translations; None is a translation without links of its own."""
    linked = [row for row in rows if row is not None]
    ends = np.array([link for row in linked for link in row.links or ()], np.int64).reshape(-1, 2)
    stages = [STAGES.index(stage) for row in linked for stage in row.stages or ()]
    unknown = [row.confidence or [np.nan] * len(row.links or ()) for row in linked]
    confidence = np.array(list(chain(*unknown)), np.float64)
    least = [[row.min_confidence] * len(row.links or ()) for row in linked]
    return _LinkColumns(
        np.array([-1 if row is None else len(row.links or ()) for row in rows], np.int64),
        ends[:, 0],
        ends[:, 1],
        np.array(stages, np.int64),
        confidence,
        np.isnan(confidence) | (confidence >= np.array(list(chain(*least)), np.float64)),
    )


def _spaced(line: str) -> str:
    return " ".join(split_words(line))


def _joined(words: Sequence[str]) -> Words:
    """Join words by spaces; return them as a list if splitting would not restore them."""
    return list(words) if any(not word or " " in word for word in words) else " ".join(words)


def _measure(name: str) -> dict[str, Any]:
    errors = name in ORDER_ERRORS
    best = "low" if errors else "high" if tells_better(name) else None
    return {
        "name": name,
        "heading": heading(name),
        "better": best,
        "digits": 1 if errors else 3,
        "isOrder": is_order(name),
        "decimals": 2 if errors else DECIMALS,
    }


def _whole(values: Floats, decimals: int) -> list[int | None]:
    """Return scores as whole numbers; None if undefined."""
    rounded = np.rint(values * 10**decimals).tolist()
    return [None if isnan(number) else int(number) for number in rounded]


def _links(links: _LinkColumns) -> dict[str, object]:
    known = ~np.isnan(links.confidence)
    hundredths = np.where(known, np.rint(np.where(known, links.confidence, 0) * 100), -1)
    return {
        "names": list(STAGES),
        "counts": links.counts.tolist(),
        "from": _differences(links.sources, links.counts),
        "to": _differences(links.targets, links.counts),
        "stages": links.stages.tolist(),
        "confidence": hundredths.astype(np.int64).tolist() if known.any() else None,
        "weak": np.diff(np.flatnonzero(~links.counted), prepend=0).tolist(),
    }


def _differences(positions: Integers, counts: Integers) -> list[int]:
    """Subtract from each position the one before it in its row."""
    differences = np.diff(positions, prepend=0)
    filled = counts[counts > 0]
    first = np.cumsum(filled) - filled
    differences[first] = positions[first]
    return list(differences.tolist())


def _shared(result: ScoreResult) -> dict[str, object]:
    pairs = list(combinations(result.systems, 2))
    weighted, weights = result.known_sentences().differences(pairs)
    whole = np.rint(weighted * 10**DECIMALS).astype(np.int64).reshape(-1)
    places = np.flatnonzero(whole)
    return {
        "decimals": DECIMALS,
        "numbers": np.diff(places, prepend=0).tolist(),
        "weighted": whole[places].tolist(),
        "words": (weights.reshape(-1)[places] + 1).tolist(),
    }


def _moves(permutations: PermutationBatch) -> dict[str, list[int]]:
    """Find the moves that mend each translation."""
    moves = mending_moves_batch(permutations)
    return {
        "counts": np.diff(moves.offsets).tolist(),
        "start": moves.start.tolist(),
        "stop": moves.stop.tolist(),
        "to": moves.to.tolist(),
    }
