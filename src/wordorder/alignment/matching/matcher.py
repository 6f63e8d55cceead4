"""Hypothesis words linked with the reference words that they stand for."""

from __future__ import annotations

from contextlib import closing
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from wordorder import _kernels
from wordorder.alignment.batch import AlignmentBatch
from wordorder.alignment.matching.result import MatchBatch
from wordorder.alignment.matching.stages import ONE, whole_weights
from wordorder.alignment.matching.stems import stem_classes
from wordorder.alignment.matching.synonyms import synonym_classes
from wordorder.alignment.matching.vocabulary import as_block, folded
from wordorder.errors import UsageError
from wordorder.output import visible
from wordorder.text import language as find_language
from wordorder.text import open_parallel_text, read_blocks, shown_name

if TYPE_CHECKING:
    import os
    from collections.abc import Callable, Generator, Mapping, Sequence

    from numpy.typing import NDArray

    from wordorder.alignment.matching.stages import Stage

    Path = str | os.PathLike[str]


class _WordData(NamedTuple):
    """What the stages know about the words of a vocabulary."""

    interner: _kernels.Interner
    stems: NDArray[np.int32] | None
    synonyms: tuple[NDArray[np.int32], NDArray[np.int64]] | None
    paraphrases: _kernels.ParaphraseTable | None


class Matcher:
    """Links the words of a hypothesis with those of its reference, in the same language.

    Two words can be matched if they are the same, have the same stem or share a synonym class; two
    phrases, if a table says that one paraphrases the other. Of all ways to use every word at most
    once, the best covers the most words, then has the fewest chunks (runs of matches that are
    neighbours on both sides), then the smallest sum of distances between the places of matches.

    Args:
        language: A BCP 47 code, which selects stemmer and synonyms; without it only equal words
            match.
        stages: Some of exact, stem, synonym and paraphrase; by default all that there is data for.
        weights: How much a word counts that is matched in a stage, above 0 and at most 1; by
            default 1.
        fold_case: Whether `House` and `house` are the same word.
        synonyms: A file of your own synonyms: words of a group on one line, tabs between them.
        paraphrases: A table in METEOR's format, `paraphrase-en.gz` for example.

    Raises:
        UsageError: The language or a stage is unknown, or a stage has no data.

    Examples:
        >>> batch = Matcher("en").match(["the houses are big"], ["large is the house"])
        >>> print(batch.alignments[0], batch.stages_of(0))
        0-2 1-3 2-1 3-0 ('exact', 'stem', 'synonym', 'synonym')

    References:
        Denkowski and Lavie (2011), Meteor 1.3; the stages and the order of the criteria are its.
    """

    def __init__(
        self,
        language: str | None = None,
        *,
        stages: Sequence[Stage] | None = None,
        weights: Mapping[Stage, float] | None = None,
        fold_case: bool = True,
        synonyms: Path | None = None,
        paraphrases: Path | None = None,
    ) -> None:
        self._language = None if language is None else find_language(language)
        self._own_synonyms = synonyms
        self._paraphrases = paraphrases
        self._fold_case = fold_case
        possible = self._possible_stages()
        self._stages = tuple(possible if stages is None else stages)
        self._weights = whole_weights(self._stages, weights or {})
        for stage in self._stages:
            if stage not in possible:
                raise UsageError(f"stage {stage} has no data: {_NEEDS[stage]}")
        if "exact" not in self._stages:
            raise UsageError("the stages must include exact")

    @property
    def stages(self) -> tuple[Stage, ...]:
        """The stages in use."""
        return self._stages

    @property
    def signature(self) -> str:
        """What decides which words match, for a paper or a log."""
        from importlib.metadata import version

        parts = [f"match:{'+'.join(self._stages)}", f"case:{'lc' if self._fold_case else 'mixed'}"]
        if self._language is not None:
            parts.append(f"lang:{self._language.code}")
        if "stem" in self._stages:
            parts.append(f"stemmer:PyStemmer-{version('PyStemmer')}")
        if "synonym" in self._stages:
            from wordorder.alignment.matching.wordnet import WORDNET_VERSION

            known = self._language is not None and self._language.synonyms is not None
            parts += [f"synonyms:WordNet-{WORDNET_VERSION}"] * known
            parts += ["synonyms:own"] * (self._own_synonyms is not None)
        return "|".join(parts)

    def match(self, hypotheses: Sequence[str], references: Sequence[str]) -> MatchBatch:
        """Match sentences, given as text with blanks between the words."""
        if len(hypotheses) != len(references):
            raise UsageError(f"{len(hypotheses)} hypotheses, but {len(references)} references")
        interner = _kernels.Interner()
        ids = [interner.intern(self._folded(as_block(side))) for side in (hypotheses, references)]
        return self._matched(self._word_data(interner), *ids, first_line=1)

    def match_files(
        self,
        hypotheses: Path,
        references: Path,
        *,
        on_bytes: Callable[[int], None] | None = None,
    ) -> Generator[MatchBatch, None, None]:
        """Match two files line by line, in bounded memory; `-` is standard input.

        Raises:
            InputError: A file cannot be read, or they do not have the same number of lines.
        """
        with open_parallel_text([hypotheses, references]) as text:
            data = None
            if self._paraphrases is not None:
                # The table is far larger than what the texts need of it: learn their words first.
                interner = _kernels.Interner()
                for block in text.read():
                    for side in block.texts:
                        interner.intern(self._folded(side))
                data = self._word_data(interner)
            with closing(text.read(on_bytes=on_bytes)) as blocks:
                for block in blocks:
                    interner = _kernels.Interner() if data is None else data.interner
                    ids = [interner.intern(self._folded(side)) for side in block.texts]
                    words = self._word_data(interner) if data is None else data
                    yield self._matched(words, *ids, first_line=block.first_line)

    def _possible_stages(self) -> list[Stage]:
        language = self._language
        found: list[Stage] = ["exact"]
        if language is not None and language.stemmer is not None:
            found.append("stem")
        if self._own_synonyms or (language is not None and language.synonyms is not None):
            found.append("synonym")
        if self._paraphrases is not None:
            found.append("paraphrase")
        return found

    def _folded(self, text: bytes) -> bytes:
        return folded(text) if self._fold_case else text

    def _word_data(self, interner: _kernels.Interner) -> _WordData:
        words = interner.words(0)
        code = None if self._language is None else self._language.code
        stems = synonyms = paraphrases = None
        if "stem" in self._stages and code is not None:
            stems = stem_classes(words, code)
        if "synonym" in self._stages:
            synonyms = synonym_classes(words, code, self._own_synonyms, fold_case=self._fold_case)
        if "paraphrase" in self._stages and self._paraphrases is not None:
            paraphrases = _kernels.ParaphraseTable(interner, visible(shown_name(self._paraphrases)))
            for block in read_blocks(self._paraphrases):
                paraphrases.add(self._folded(block.data))
            paraphrases.finish()
        return _WordData(interner, stems, synonyms, paraphrases)

    def _matched(
        self,
        data: _WordData,
        hypotheses: tuple[NDArray[np.int32], NDArray[np.int64]],
        references: tuple[NDArray[np.int32], NDArray[np.int64]],
        *,
        first_line: int,
    ) -> MatchBatch:
        sources, targets, offsets, stages, exact, covered, chunks = _kernels.match_words(
            hypotheses,
            references,
            len(data.interner),
            data.stems,
            data.synonyms,
            data.paraphrases,
            self._weights,
        )
        n, m = (np.diff(ids[1]).astype(np.int32) for ids in (hypotheses, references))
        return MatchBatch(
            AlignmentBatch(sources, targets, offsets, n, m, None, first_line),
            stages,
            exact.view(np.bool_),
            covered / ONE,
            chunks,
        )


_NEEDS: dict[Stage, str] = {
    "exact": "",
    "stem": "give a language that has a stemmer",
    "synonym": "give a language that has synonyms, or a file of your own",
    "paraphrase": "give a table of paraphrases",
}
