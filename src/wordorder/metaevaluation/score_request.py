"""Which scores are to be joined with judgements, and where they come from."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, cast

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
from wordorder.metaevaluation.scores.from_text import score_systems
from wordorder.metaevaluation.scores.reading import read_scores_beside, warn_of_missing
from wordorder.output import listed, visible
from wordorder.scoring import SourceLinks
from wordorder.text import is_path

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Sequence

    from wordorder.alignment.matching import Matcher
    from wordorder.metaevaluation.joining import Dataset, Unknown
    from wordorder.metaevaluation.judgements.table import Judgements
    from wordorder.metaevaluation.scores.table import MetricScores
    from wordorder.scoring import Text
    from wordorder.text import Input


@dataclass(frozen=True, slots=True)
class ScoreRequest:
    """The arguments of `read_datasets` about scores.

    Attributes:
        ready: Sources of ready scores.
        systems: The texts of systems.
        reference: Their reference.
        source: The source text.
        lang: The language.
        order_from: Where the word order comes from.
        names: Scored names by judged ones.
        unknown: What to do with judgements without scores.
        keep_references: Whether judged references are systems, too.
        options: Further arguments of `score_systems`.
        scored_by: Scores texts.
        only_texts: Whether there are no ready scores, not even in a folder of mt-metrics-eval.
    """

    ready: tuple[Input, ...]
    systems: str | os.PathLike[str] | Mapping[str, Text] | None
    reference: Text | Iterable[Text] | None
    source: Text | None
    lang: str | None
    order_from: Matcher | SourceLinks | None
    names: Mapping[str, str] | None
    unknown: Unknown
    keep_references: bool
    options: Mapping[str, Any]
    scored_by: Callable[..., MetricScores] = score_systems
    only_texts: bool = False

    def __post_init__(self) -> None:
        expect(self.keep_references, bool, "keep_references")
        if self.lang is not None:
            expect(self.lang, str, "lang")
        if self.names is not None:
            expect(self.names, Mapping, "names")

    def check(self, pairs: Sequence[str]) -> None:
        """Refuse the same systems for several language pairs.

        Raises:
            UsageError: They are the same.
        """
        if self.systems is not None and len(pairs) > 1 and not varies(self.systems):
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
        tables = [] if texts is None else [self._scored(judged.name, *texts)]
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
        dataset = join_all(judged, tables, self.names, self.unknown, dropped)
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
        systems, reference = self.systems, self.reference
        if origin is not None:
            known = self._name_of_reference(origin)
            reference = reference if known is None else origin.references()[known]
            systems = origin.systems(self._references_in(origin)) if systems is None else systems
        if systems is None or reference is None:
            if self.systems is None and self.reference is None:
                return None
            missing = "systems" if systems is None else "reference"
            raise UsageError("texts cannot be scored without ", Argument(missing))
        if is_path(systems):
            systems = system_files(filled(os.fspath(systems), pair))
        return filled_paths(reference, pair), cast("Mapping[str, Text]", systems)

    def _scored(self, pair: str, reference: Any, systems: Mapping[str, Text]) -> MetricScores:
        order_from = self.order_from
        if isinstance(order_from, SourceLinks):
            source = cast("Text", filled_paths(order_from.source, pair))
            order_from = replace(order_from, source=source)
        return self.scored_by(
            reference,
            systems,
            lang=None if self.lang is None else filled(self.lang, pair),
            order_from=order_from,
            source=cast("Text | None", filled_paths(self.source, pair)),
            **self.options,
        )

    def _name_of_reference(self, folder: EvaluationFolder) -> str | None:
        """The reference to score with, if it is one of the folder."""
        if self.reference is None:
            return folder.usual_reference()
        asked = self.reference
        return asked if isinstance(asked, str) and asked in folder.references() else None

    def _references_in(self, folder: EvaluationFolder) -> Collection[str]:
        """References of a folder that are not to be systems."""
        if not self.keep_references:
            return folder.references()
        used = self._name_of_reference(folder)
        return () if used is None else (used,)
