"""Matching of hypothesis words with reference words."""

from __future__ import annotations

import os
from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from contextlib import closing
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

import numpy as np

from wordorder import _kernels
from wordorder.alignment.batch import AlignmentBatch
from wordorder.alignment.matching.match_batch import STAGES, MatchBatch, Stage
from wordorder.alignment.matching.synonyms import (
    WORDNET_VERSION,
    OwnSynonyms,
    digest_of_text,
    named_by_content,
)
from wordorder.alignment.matching.vocabulary import MOST_WORDS, as_block
from wordorder.alignment.matching.weights import ConfidenceModel, LinkWeights, checked_confidence
from wordorder.alignment.matching.word_data import WordData
from wordorder.errors import Argument, UsageError, WordorderWarning, expect
from wordorder.output.temporary import is_path
from wordorder.output.wording import installed_version
from wordorder.text.languages import language
from wordorder.threads import thread_count

if TYPE_CHECKING:
    from wordorder.alignment.matching.vectors import VectorSource
    from wordorder.text.reader import ParallelText
    from wordorder.text.source import Input


Path: TypeAlias = "str | os.PathLike[str]"


_NEEDS: dict[Stage, tuple[str, str]] = {
    "exact": ("", ""),
    "stem": ("a language with a stemmer", "lang"),
    "synonym": ("a language with synonyms, or a file of synonyms", "synonyms"),
    "vectors": ("word vectors", "vectors"),
    "paraphrase": ("a table of paraphrases", "paraphrases"),
}


_ONE = 1 << 20  # the kernel's weight of 1

# Similar words are less certain than synonyms. A weight below those of the other stages does not
# change which words match: vectors only match words without another match.
_USUAL_WEIGHTS: dict[Stage, float] = {
    "exact": 1,
    "stem": 1,
    "synonym": 1,
    "vectors": 0.5,
    "paraphrase": 1,
}


class NumberedTexts(NamedTuple):
    """Texts as word numbers, with the matcher's knowledge of the words.

    Attributes:
        rows: The word numbers of each line, for each text.
        knowledge: Stems, synonyms, paraphrases and vectors of the words, and the stage weights.
    """

    rows: tuple[_kernels.Ragged, ...]
    knowledge: _kernels.WordKnowledge


class Matcher:
    """Links the words of a hypothesis to those of its reference, in the same language.

    Two words can be matched if they are equal, have the same stem or share a synonym class. A word
    without such a partner can be matched with the word of the most similar vector or, if it has no
    vector, with words spelt alike; two phrases, if a table lists them as paraphrases. Each word is
    used at most once. The best solution covers the most words, then has the fewest chunks (runs of
    matches that are adjacent on both sides), then the smallest sum of distances between matched
    positions, then the most matches by the first stages, then the smallest sum of squared distances
    (two links that cross never beat the same two uncrossed), and then is leftmost. Positions and
    adjacency count only words that could be matched at all: a word that matches nothing changes no
    other link.

    With vectors, links are added or replaced after this search. The vectors of wordllama are not
    used in the search itself. Obvious matches stay, those with at least two of four signs: the
    words before are matched with each other; the words behind are; it is the same word, and not a
    frequent one; it crosses no match with one of these signs. Every other pair of comparable words
    gets a probability of being partners, from a conditional random field fitted on manual links, by
    its similarity and the partners of its neighbours. Pairs of at least 0.3 are linked, the most
    likely first; a match of the search gives way only to a pair at least as likely. Words that
    match nothing else are linked with the most similar free word. Phrases stay, and so do all
    matches of sentence pairs with more than 2^18 pairs of words. With other vectors, two unmatched
    words right before or behind a match, on both sides, are matched if the cosine of their vectors
    is at least 0.01, and between two matches if they have vectors.

    Args:
        lang: A BCP 47 code that selects stemmer and synonyms; without it only equal words match.
        stages: Any of exact, stem, synonym, vectors and paraphrase, in any order; by default all
            with available data.
        weights: The weight of a word matched in each stage, above 0 and at most 1; by default 1,
            for vectors 0.5.
        fold_case: Whether to ignore case.
        synonyms: A file of your own synonyms: one group of words per line, separated by tabs.
            It is read once, at first use; `-` is standard input.
        paraphrases: A table in METEOR's format, `paraphrase-en.gz` for example. It is read again
            for every text, as only the phrases that the text needs are kept. Phrases of more than
            16 words are ignored (METEOR's have at most 7). If more than 1,024 paraphrases start at
            a word (fewer in a line of thousands of words), only the longest, near the same
            position, are considered; the sentence then does not count as `exact`.
        vectors: ``wordllama``, the package with English vectors; a text file in the format of
            word2vec or fastText, plain or compressed, which is read again for every text; or a
            folder in model2vec's format.
        min_similarity: The least cosine of two words matched by their vectors, above 0 and at most
            1, wherever they stand; by default 0.2 for wordllama and 0.4 for others. Likely partners
            (wordllama) and words beside a match (others) need less.
        min_confidence: The least confidence of links that count in the order, for ordering metrics;
            matches have the weaker ones, too. By default the fitted value for English (0.25, with
            vectors 0.3), and 0 for languages without fitted weights, so that all links count.

    Raises:
        UsageError: The language or a stage is unknown, a stage has no data, the vectors are not
            for the language, paraphrases or vectors are read from standard input, a file is not
            given as a path, or there are no weights for `min_confidence`.
        MissingExtraError: The vectors need a package that is not installed.

    Examples:
        >>> batch = Matcher("en").match(["the houses are big"], ["large is the house"])
        >>> print(batch.alignments[0], batch.stages_of(0))
        0-2 1-3 2-1 3-0 ('exact', 'stem', 'synonym', 'synonym')

    References:
        Denkowski and Lavie (2011), Meteor 1.3: the stages and the first three criteria.
        Blunsom and Cohn (2006), Discriminative word alignment with conditional random fields.
        Liang, Taskar and Klein (2006), Alignment by agreement: both directions must agree.
    """

    def __init__(
        self,
        lang: str | None = None,
        *,
        stages: Sequence[Stage] | None = None,
        weights: Mapping[Stage, float] | None = None,
        fold_case: bool = True,
        synonyms: Path | None = None,
        paraphrases: Path | None = None,
        vectors: Path | None = None,
        min_similarity: float | None = None,
        min_confidence: float | None = None,
    ) -> None:
        files = {"synonyms": synonyms, "paraphrases": paraphrases, "vectors": vectors}
        for name, file in files.items():
            if file is not None and not is_path(file):
                raise UsageError(
                    Argument(name), f" must be a path, not of type {type(file).__name__}"
                )
        if paraphrases is not None and os.fspath(paraphrases) == "-":
            raise UsageError(
                "paraphrases cannot come from standard input, because every text reads them "
                "again: save them to a file"
            )
        self._language = None if lang is None else language(lang)
        self._synonyms = synonyms
        self._own = None if synonyms is None else OwnSynonyms(synonyms, fold_case=fold_case)
        self._paraphrases = paraphrases
        self._vectors = self._vector_source(vectors, min_similarity)
        self._fold_case = fold_case
        possible = self._possible_stages()
        wanted = tuple(possible if stages is None else stages)
        if weights is not None:
            expect(weights, Mapping, "weights")
        self._given_weights = dict(weights or {})
        self._weights = whole_weights(wanted, self._given_weights)
        _check_stages(wanted, possible)
        self._stages = tuple(stage for stage in STAGES if stage in wanted)
        with_vectors = "vectors" in self._stages
        self._model = ConfidenceModel.of(self.lang, with_vectors=with_vectors)
        self._min_confidence = checked_confidence(
            min_confidence, self.lang, with_vectors=with_vectors
        )
        # Fitted with the cosines of wordllama's vectors; those of others are larger.
        fitted = with_vectors and self._vectors is not None and self._vectors.is_wordllama
        self._links = LinkWeights.of(self.lang) if fitted else None
        self._spare_data: list[WordData] = []

    @property
    def lang(self) -> str | None:
        """The language code, or None."""
        return None if self._language is None else self._language.code

    @property
    def stages(self) -> tuple[Stage, ...]:
        """The stages in use, in the order of `STAGES`."""
        return self._stages

    @property
    def folds_case(self) -> bool:
        """Whether case is ignored."""
        return self._fold_case

    @property
    def min_confidence(self) -> float:
        """The least confidence of links that count in the order; 0 if all links count."""
        return self._min_confidence

    @property
    def signature(self) -> str:
        """The settings that decide which words match, for a paper or a log.

        Files are read, because their names include the start of the SHA-256 of their text.

        Raises:
            InputError: The user's synonyms or the paraphrases cannot be read.

        Examples:
            >>> Matcher("de", weights={"stem": 0.6}).signature
            'match:exact+stem|weights:exact=1+stem=0.6|case:lc|lang:de|stemmer:PyStemmer-...'
        """
        parts = [f"match:{'+'.join(self._stages)}"]
        used = {**_USUAL_WEIGHTS, **self._given_weights}
        weights = {stage: used[stage] for stage in self._stages}
        if any(weight != 1 for weight in weights.values()):
            shown = (f"{stage}={weight:.7g}" for stage, weight in weights.items())
            parts.append(f"weights:{'+'.join(shown)}")
        parts.append(f"case:{'lc' if self._fold_case else 'mixed'}")
        if self.lang is not None:
            parts.append(f"lang:{self.lang}")
        return "|".join([*parts, *self._data_signatures()])

    def _data_signatures(self) -> Generator[str, None, None]:
        if "stem" in self._stages:
            yield f"stemmer:PyStemmer-{installed_version('PyStemmer')}"
        if "synonym" in self._stages:
            sources = []
            if self._language is not None and self._language.synonyms is not None:
                sources.append(f"WordNet-{WORDNET_VERSION}")
            if self._synonyms is not None and self._own is not None:
                sources.append(named_by_content(self._synonyms, self._own.digest))
            yield f"synonyms:{'+'.join(sources)}"
        if "vectors" in self._stages and self._vectors is not None:
            yield self._vectors.signature
        if "paraphrase" in self._stages and self._paraphrases is not None:
            digest = digest_of_text(self._paraphrases)
            yield f"paraphrases:{named_by_content(self._paraphrases, digest)}"
        if self._links is not None:
            yield f"links:{self._links.name}"
        if self._model is not None:
            yield f"confidence:{self._model.name}"
            yield f"min_confidence:{self._min_confidence:.7g}"

    @property
    def doubt(self) -> WordorderWarning | None:
        """A warning about the quality of its links, or None."""
        if self._language is not None:
            return None
        return WordorderWarning(
            "without ",
            Argument("lang"),
            " only equal words match; ",
            Argument("lang", "CODE"),
            ", the language of the texts (en, de, ru, zh-CN, …), adds stems and synonyms if "
            "available",
        )

    def match(
        self, hypotheses: Iterable[str], references: Iterable[str], *, threads: int | None = None
    ) -> MatchBatch:
        """Match sentences, given as text with words separated by spaces."""
        blocks = as_block(hypotheses), as_block(references)
        lines = [block.count(b"\n") for block in blocks]
        if lines[0] != lines[1]:
            raise UsageError(f"{lines[0]} hypotheses, but {lines[1]} references")
        try:
            data = self._spare_data.pop()  # taken out, so that two threads never share it
        except IndexError:
            data = self._new_word_data()
        self._read_tables(data, blocks)
        matched = self._matched(data, *blocks, threads=thread_count(threads))
        if not data.is_for_one_text and data.vocabulary.is_small:
            self._spare_data.append(data)
        return matched

    def __getstate__(self) -> dict[str, object]:
        return {**self.__dict__, "_spare_data": []}

    def match_files(
        self,
        hypotheses: Input,
        references: Input,
        *,
        threads: int | None = None,
        on_bytes: Callable[[int], None] | None = None,
    ) -> Generator[MatchBatch, None, None]:
        """Match two texts line by line, in bounded memory.

        Raises:
            InputError: A file cannot be read, or the numbers of lines differ.
        """
        from wordorder.text.reader import open_parallel_text

        with open_parallel_text([hypotheses, references]) as text:
            yield from self._match_text(text, threads=threads, on_bytes=on_bytes)

    def _match_text(
        self,
        text: ParallelText,
        *,
        threads: int | None = None,
        on_bytes: Callable[[int], None] | None = None,
        most_words: int = MOST_WORDS,
    ) -> Generator[MatchBatch, None, None]:
        data = self._new_word_data()
        self._read_tables(data, (side for block in text.read() for side in block.texts))
        with closing(text.read(on_bytes=on_bytes)) as blocks:
            for block in blocks:
                if data.vocabulary.is_full(most_words=most_words) and not data.is_for_one_text:
                    data = self._new_word_data()
                yield self._matched(
                    data,
                    *block.texts,
                    first_line=block.first_line,
                    threads=thread_count(threads),
                )

    def numbered(self, texts: Sequence[Iterable[str]]) -> NumberedTexts:
        """Number the words of several texts, for kernels with their own way of matching."""
        data = self._new_word_data()
        blocks = [as_block(text) for text in texts]
        self._read_tables(data, blocks)
        rows = tuple(data.vocabulary.number(block) for block in blocks)
        data.look_up_new_words()
        return NumberedTexts(rows, data.knowledge(self._weights))

    def _vector_source(
        self, vectors: Path | None, min_similarity: float | None
    ) -> VectorSource | None:
        if vectors is not None:
            from wordorder.alignment.matching.vectors import VectorSource

            return VectorSource(vectors, self._language, min_similarity)
        if min_similarity is not None:
            raise UsageError(Argument("min_similarity"), " needs ", Argument("vectors"))
        return None

    def _possible_stages(self) -> list[Stage]:
        known = self._language
        has_data: dict[Stage, bool] = {
            "exact": True,
            "stem": known is not None and known.stemmer is not None,
            "synonym": self._own is not None or (known is not None and known.synonyms is not None),
            "vectors": self._vectors is not None,
            "paraphrase": self._paraphrases is not None,
        }
        return [stage for stage in STAGES if has_data[stage]]

    def _new_word_data(self) -> WordData:
        return WordData(
            self._stages,
            self.lang,
            self._own.numbers_of if self._own is not None and "synonym" in self._stages else None,
            fold_case=self._fold_case,
            vectors=self._vectors if "vectors" in self._stages else None,
            frequent=frozenset() if self._model is None else self._model.frequent,
        )

    def _read_tables(self, data: WordData, texts: Iterable[bytes]) -> None:
        paraphrases = self._paraphrases if "paraphrase" in self._stages else None
        if paraphrases is None and not data.is_for_one_text:
            return
        # A table is far larger than the part that the texts need: collect their words first.
        for text in texts:
            data.vocabulary.number(text)
        data.look_up_new_words()
        if paraphrases is not None:
            data.read_paraphrases(paraphrases)

    def _matched(
        self,
        data: WordData,
        hypotheses: bytes,
        references: bytes,
        *,
        first_line: int = 1,
        threads: int,
    ) -> MatchBatch:
        numbered = data.vocabulary.number(hypotheses), data.vocabulary.number(references)
        data.look_up_new_words()
        fitted = None if self._links is None else self._links.for_kernel(data.frequent)
        matches = _kernels.match_words(*numbered, data.knowledge(self._weights), threads, fitted)
        confidence = None
        if self._model is not None:
            confidence = _kernels.link_confidence(
                *numbered,
                matches.links,
                matches.stages,
                matches.similarities,
                data.frequent,
                self._model.kernel_weights,
                threads,
            )
        return MatchBatch(
            AlignmentBatch.from_link_rows(matches.links, None, first_line),
            matches.stages,
            matches.exact.view(np.bool_),
            matches.covered / _ONE,
            matches.chunks,
            matches.similarities,
            confidence,
            self._min_confidence,
        )


def _check_stages(wanted: Sequence[Stage], possible: Sequence[Stage]) -> None:
    for stage in wanted:
        if stage not in possible:
            needed, name = _NEEDS[stage]
            raise UsageError(f"stage {stage} needs {needed}: give ", Argument(name))
    if "exact" not in wanted:
        raise UsageError("the stages must include exact")


def whole_weights(stages: Sequence[Stage], weights: Mapping[Stage, float]) -> list[int]:
    """Return the kernel's weights: 0 for an unused stage, 2^20 for a weight of 1.

    Raises:
        UsageError: Unknown stage, or a weight outside (0, 1].

    Examples:
        >>> whole_weights(["exact", "synonym"], {"synonym": 0.5})
        [1048576, 0, 524288, 0, 0]
    """
    for name in (*stages, *weights):
        if name not in STAGES:
            raise UsageError.unknown("stage", name, STAGES)
    for stage, weight in weights.items():
        if not 1 / _ONE <= weight <= 1:
            raise UsageError(f"the weight of stage {stage} is {weight}; it must be in (0, 1]")
    used = {**_USUAL_WEIGHTS, **weights}
    return [round(_ONE * used[stage]) if stage in stages else 0 for stage in STAGES]
