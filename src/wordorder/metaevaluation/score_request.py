"""Where judgements, texts and scores come from, and how they are joined."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, TypeAlias, cast

from wordorder.errors import Argument, UsageError, expect, joined
from wordorder.metaevaluation.evaluation_folders import EvaluationFolder
from wordorder.metaevaluation.joining_tables import join_all
from wordorder.metaevaluation.judgements.contrasts import ContrastSet
from wordorder.metaevaluation.language_pair_paths import (
    filled,
    filled_paths,
    system_files,
    varies,
)
from wordorder.metaevaluation.scores.from_text import single_order
from wordorder.metaevaluation.scores.reading import read_scores_beside, warn_of_missing
from wordorder.output import listed, visible
from wordorder.scoring import ScoreOptions, SourceLinks
from wordorder.text import is_path

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Sequence

    from wordorder.alignment.matching import Matcher
    from wordorder.metaevaluation.joining import Dataset, Unknown
    from wordorder.metaevaluation.judgements.table import Judgements
    from wordorder.metaevaluation.scores.table import MetricScores
    from wordorder.output import Cache
    from wordorder.scoring import FittedPreset, Preset, Text
    from wordorder.text import Input


@dataclass(frozen=True, slots=True)
class DatasetSource:
    """Where judgements come from, and the texts of the systems that people judged.

    In the names of files and in `lang`, `{pair}`, `{src}` and `{tgt}` stand for the language pair
    and its two languages, so that one value names the files of several pairs. A folder of
    mt-metrics-eval has texts and scores of its own, and so have contrast sets their texts.

    Attributes:
        judgements: What `read_judgements` reads: a file or a folder, or several.
        systems: The texts of the systems, to score them with every metric (`score_systems`): a
            folder, a pattern such as `out/*.{tgt}`, or a dict of names and texts.
        reference: Their reference, as in `score`. For a folder of mt-metrics-eval also the name of
            one of its references, by default refA.
        source: As in `score_systems`.
        lang: As in `score`; never guessed from the names of language pairs.
        tokenize: As in `score`.
        order_from: As in `score_systems`.
        names: As in `join`.
        pair: As in `read_judgements`.
        human: As in `read_judgements`.
        unknown: As in `join`.
        keep_references: Whether to keep the other references of a folder of mt-metrics-eval as
            systems if they were judged. That with which systems are scored is never kept.
        threads: As in `ordering_scores`.
        cache: As in `score_systems`.

    Raises:
        UsageError: A value has the wrong type.

    Examples:
        >>> DatasetSource("de-en.tsv", systems="out/*.{tgt}", reference="ref.en").lang is None
        True
    """

    judgements: Input | Sequence[Input]
    systems: str | os.PathLike[str] | Mapping[str, Text] | None = None
    reference: Text | Iterable[Text] | None = None
    source: Text | None = None
    lang: str | None = None
    tokenize: str | None = None
    order_from: Matcher | SourceLinks | None = None
    names: Mapping[str, str] | None = None
    pair: str | None = None
    human: str | None = None
    unknown: Unknown = "refuse"
    keep_references: bool = False
    threads: int | None = None
    cache: Cache | None = None

    def __post_init__(self) -> None:
        expect(self.keep_references, bool, "keep_references")
        if self.lang is not None:
            expect(self.lang, str, "lang")
        if self.names is not None:
            expect(self.names, Mapping, "names")

    def scoring(self, pair: str, preset: str | Preset | FittedPreset | None) -> ScoreOptions:
        """How to score the texts of a language pair."""
        order_from = self.order_from
        if isinstance(order_from, SourceLinks):
            source = cast("Text", filled_paths(order_from.source, pair))
            order_from = replace(order_from, source=source)
        return ScoreOptions(
            lang=None if self.lang is None else filled(self.lang, pair),
            tokenize=self.tokenize,
            preset=preset,
            order_from=single_order(
                order_from, cast("Text | None", filled_paths(self.source, pair))
            ),
            threads=self.threads,
            cache=self.cache,
        )


Scorer: TypeAlias = "Callable[[ScoreOptions, Any, Mapping[str, Text]], MetricScores]"


@dataclass(frozen=True, slots=True)
class ScoreRequest:
    """Which scores to join with judgements.

    Attributes:
        given: Where judgements and texts come from.
        scorer: Scores texts.
        preset: The preset to score texts with.
        ready: Sources of ready scores.
        only_texts: Whether there are no ready scores, not even in a folder of mt-metrics-eval.
    """

    given: DatasetSource
    scorer: Scorer
    preset: str | Preset | FittedPreset | None = None
    ready: tuple[Input, ...] = ()
    only_texts: bool = False

    def check(self, pairs: Sequence[str]) -> None:
        """Refuse the same systems for several language pairs.

        Raises:
            UsageError: They are the same.
        """
        if self.given.systems is not None and len(pairs) > 1 and not varies(self.given.systems):
            raise UsageError(
                Argument("systems"),
                f" is the same for {listed(list(pairs))}: write {{pair}} "
                "where the names of files differ",
            )

    def dataset(self, judged: Judgements, origin: EvaluationFolder | ContrastSet | None) -> Dataset:
        """Join the judgements of one language pair with all scores.

        Args:
            judged: The judgements.
            origin: What came with them.

        Raises:
            UsageError: There are no scores.
        """
        folder = origin if isinstance(origin, EvaluationFolder) else None
        texts = self._texts(judged.name, origin)
        tables = []
        if texts is not None:
            options = self.given.scoring(judged.name, self.preset)
            tables.append(self.scorer(options, *texts))
        ready = [cast("Input", filled_paths(one, judged.name)) for one in self.ready]
        if not self.only_texts and folder is not None and folder.metric_scores is not None:
            ready.append(folder.metric_scores)
        if ready:
            tables.append(read_scores_beside(ready, judged.name, next(iter(tables), None)))
        if not tables:
            texts_needed = joined([Argument("systems"), Argument("reference")])
            either = () if self.only_texts else (Argument("scores"), ", or ")
            raise UsageError(f"{visible(judged.name)} has no scores: give ", *either, *texts_needed)
        dropped = () if folder is None else self._references_in(folder)
        dataset = join_all(judged, tables, self.given.names, self.given.unknown, dropped)
        if ready:
            own = dataset.scores.of_metrics(tables[-1].metrics)
            warn_of_missing(own, f"{visible(judged.name)}, ready scores")
        return dataset

    def _texts(
        self, pair: str, origin: EvaluationFolder | ContrastSet | None
    ) -> tuple[Any, Mapping[str, Text]] | None:
        """The reference and the systems to score; None if there are none."""
        if isinstance(origin, ContrastSet):
            return origin.references, origin.texts()
        systems, reference = self.given.systems, self.given.reference
        if origin is not None:
            known = self._name_of_reference(origin)
            reference = reference if known is None else origin.references()[known]
            systems = origin.systems(self._references_in(origin)) if systems is None else systems
        if systems is None or reference is None:
            if self.given.systems is None and self.given.reference is None:
                return None
            missing = "systems" if systems is None else "reference"
            raise UsageError("texts cannot be scored without ", Argument(missing))
        if is_path(systems):
            systems = system_files(filled(os.fspath(systems), pair))
        return filled_paths(reference, pair), cast("Mapping[str, Text]", systems)

    def _name_of_reference(self, folder: EvaluationFolder) -> str | None:
        """The reference to score with, if it is one of the folder."""
        if self.given.reference is None:
            return folder.usual_reference()
        asked = self.given.reference
        return asked if isinstance(asked, str) and asked in folder.references() else None

    def _references_in(self, folder: EvaluationFolder) -> Collection[str]:
        """References of a folder that are not to be systems."""
        if not self.given.keep_references:
            return folder.references()
        used = self._name_of_reference(folder)
        return () if used is None else (used,)
