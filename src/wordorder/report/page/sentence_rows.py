"""The sentences of a result as columns, whether they were just scored or come from a document."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import chain
from typing import TYPE_CHECKING, TypeAlias

import numpy as np

from wordorder.alignment import AlignmentBatch
from wordorder.alignment.matching import STAGES
from wordorder.permutation import PermutationBatch
from wordorder.scoring.sentences import SentencesOfTexts
from wordorder.text import split_words

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from wordorder.arrays import Floats, Integers
    from wordorder.scoring import ScoreResult
    from wordorder.scoring.sentences import ScoredSentence, ScoredTranslation

Words: TypeAlias = str | list[str]
"""Words separated by spaces; a list if a word is empty or has a space inside."""


@dataclass(frozen=True, slots=True, eq=False)
class LinkColumns:
    """The links of all translations, one after the other.

    Attributes:
        counts: The number of links of each translation; −1 if orders are compared through the
            source.
        sources: The position in the translation of each link.
        targets: Its position in the reference.
        stages: Its stage, as an index into `STAGES`.
        confidence: How likely it is right; NaN if that is not known.
        judged: Whether it counts in the order.
    """

    counts: Integers
    sources: Integers
    targets: Integers
    stages: Integers
    confidence: Floats
    judged: NDArray[np.bool_]

    def permutations(self) -> PermutationBatch:
        """The order of the judged words of each translation."""
        rows = np.repeat(np.arange(len(self.counts)), np.maximum(self.counts, 0))
        columns = (rows, self.sources, self.targets)
        judged = np.stack([column[self.judged] for column in columns])
        row, source, target = np.unique(judged, axis=1)  # documents may repeat links
        offsets = np.searchsorted(row, np.arange(len(self.counts) + 1))
        # How long sentences are plays no part in the order of matched words.
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
class SentenceRows:
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
    links: LinkColumns

    @classmethod
    def of(cls, result: ScoreResult) -> SentenceRows:
        """Take the sentences of a result.

        Raises:
            UsageError: It was loaded without sentences.
        """
        sentences = result.known_sentences()
        if isinstance(sentences, SentencesOfTexts):
            return _of_texts(sentences)
        return _of_document(sentences[:], result.measures)


def _of_texts(sentences: SentencesOfTexts) -> SentenceRows:
    """Take the columns as they are, without an object for each sentence."""
    texts = sentences.texts
    return SentenceRows(
        sentences.lines,
        list(zip(*([_spaced(line) for line in one] for one in texts.references), strict=True)),
        [_spaced(line) for line in chain(*zip(*texts.systems, strict=True))],
        sentences.best.T.reshape(-1),
        sentences.segments.swapaxes(0, 1).reshape(-1, len(sentences.measures)),
        _links_of_texts(sentences),
    )


def _links_of_texts(sentences: SentencesOfTexts) -> LinkColumns:
    matches, (systems, references, count) = sentences.matches, sentences.texts.shape
    if matches is None:
        return _links_of_rows([None] * (systems * count))
    numbers = np.arange(systems)[:, np.newaxis] * references + sentences.best
    rows = (numbers * count + np.arange(count)).T.reshape(-1)
    starts, counts = matches.alignments.offsets[rows], np.diff(matches.alignments.offsets)[rows]
    first = np.cumsum(counts) - counts
    links = np.arange(counts.sum()) + np.repeat(starts - first, counts)
    confidence = matches.confidence
    return LinkColumns(
        counts.astype(np.int64),
        matches.alignments.sources[links].astype(np.int64),
        matches.alignments.targets[links].astype(np.int64),
        matches.stages[links].astype(np.int64),
        np.full(len(links), np.nan) if confidence is None else confidence[links],
        matches.judged[links],
    )


def _of_document(sentences: Sequence[ScoredSentence], measures: Sequence[str]) -> SentenceRows:
    rows = [one for sentence in sentences for one in sentence.translations]
    scores = [[one.scores[measure] for measure in measures] for one in rows]
    return SentenceRows(
        [sentence.line for sentence in sentences],
        [[_joined(words) for words in sentence.references] for sentence in sentences],
        [_joined(one.words) for one in rows],
        np.array([one.reference for one in rows], np.int64),
        np.array(scores, np.float64).reshape(len(rows), len(measures)),
        _links_of_rows([None if one.links is None else one for one in rows]),
    )


def _links_of_rows(rows: Sequence[ScoredTranslation | None]) -> LinkColumns:
    """The links of translations; None stands for one without links of its own."""
    linked = [one for one in rows if one is not None]
    ends = np.array([link for one in linked for link in one.links or ()], np.int64).reshape(-1, 2)
    stages = [STAGES.index(stage) for one in linked for stage in one.stages or ()]
    unknown = [one.confidence or [np.nan] * len(one.links or ()) for one in linked]
    confidence = np.array(list(chain(*unknown)), np.float64)
    least = [[one.min_confidence] * len(one.links or ()) for one in linked]
    return LinkColumns(
        np.array([-1 if one is None else len(one.links or ()) for one in rows], np.int64),
        ends[:, 0],
        ends[:, 1],
        np.array(stages, np.int64),
        confidence,
        np.isnan(confidence) | (confidence >= np.array(list(chain(*least)), np.float64)),
    )


def _spaced(line: str) -> str:
    return " ".join(split_words(line))


def _joined(words: Sequence[str]) -> Words:
    """Words as text, or as they are if text would not give them back."""
    return list(words) if any(not word or " " in word for word in words) else " ".join(words)
