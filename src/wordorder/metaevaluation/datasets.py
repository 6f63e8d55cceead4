"""Data sets from files and folders: judgements, and scores of the judged systems."""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar, cast

from wordorder.errors import Argument, InputError, UsageError, expect, joined
from wordorder.metaevaluation.joining import Dataset, Unknown, join_all
from wordorder.metaevaluation.judgement_files import read_judgements
from wordorder.output.console import visible
from wordorder.output.progress import Meter, as_meter
from wordorder.output.temporary import is_path
from wordorder.output.wording import listed
from wordorder.text.naming import names_of_files, natural_order
from wordorder.text.source import Input, as_inputs, reads_once, shown_name

if TYPE_CHECKING:
    from wordorder.alignment.matching.matcher import Matcher
    from wordorder.metaevaluation.contrast_sets import ContrastSet
    from wordorder.metaevaluation.judgements import Judgements
    from wordorder.metaevaluation.metric_scores import MetricScores
    from wordorder.output.cache import Cache
    from wordorder.scoring.fitted_presets import FittedPreset
    from wordorder.scoring.linked_order import SourceLinks
    from wordorder.scoring.plan import ScoreOptions
    from wordorder.scoring.presets import Preset
    from wordorder.scoring.texts import Text

_Text = TypeVar("_Text")

_WILD = "*?["

_USUAL_REFERENCE = "refA"


def read_datasets(
    given: DatasetSource,
    *,
    scores: Input | Sequence[Input] = (),
    preset: str | Preset | FittedPreset | None = None,
    min_agreement: float | None = None,
    progress: bool | Meter = False,
) -> list[Dataset]:
    r"""Read judgements, and read or compute the scores of the same systems.

    Args:
        given: Where judgements and texts come from.
        scores: Precomputed scores, as in `read_scores`.
        preset: As in `score_systems`.
        min_agreement: Keep only repeatedly judged items whose most frequent judgement has at least
            this share (`with_min_agreement`).
        progress: Whether to show a progress bar, or another display.

    Returns:
        A data set for each language pair.

    Raises:
        InputError: A file cannot be read, or judgements and scores do not fit.
        UsageError: There are no scores and no texts, or two sources judge one language pair.

    Examples:
        >>> import io
        >>> judged = io.StringIO("segment\tbetter\tworse\n1\tA\tB\n2\tB\tA\n")
        >>> texts = {"A": ["we have seen it", "now so"], "B": ["seen it we have", "so now"]}
        >>> reference = ["we have seen it", "so now"]
        >>> (dataset,) = read_datasets(DatasetSource(judged, texts, reference, lang="en"))
        >>> dataset.systems, dataset.scores.segment_scores.shape
        (('A', 'B'), (49, 2, 2))
    """
    expect(given, DatasetSource, "given")
    meter = as_meter(progress)

    def scorer(options: ScoreOptions, reference: Any, systems: Mapping[str, Text]) -> MetricScores:
        from wordorder.metaevaluation.text_scores import score_by_every_metric

        return score_by_every_metric(options, reference, systems, meter)

    ready = tuple(as_inputs(scores, "scores"))
    return datasets_of(ScoreRequest(given, scorer, preset, ready), min_agreement)


def datasets_of(wanted: ScoreRequest, min_agreement: float | None = None) -> list[Dataset]:
    """Read judgements and join them with the requested scores."""
    inputs = wanted.inputs
    sources = list(_judged(inputs.judgements, inputs.pair, inputs.human))
    wanted.check([judged.name for judged, _ in sources])
    if min_agreement is not None:
        from wordorder.metaevaluation.agreement import with_min_agreement

        sources = [
            (with_min_agreement(judged, min_agreement), origin) for judged, origin in sources
        ]
    return [wanted.dataset(judged, origin) for judged, origin in sources]


def _judged(
    judgements: Input | Sequence[Input], pair: str | None, human: str | None
) -> Iterator[tuple[Judgements, EvaluationFolder | ContrastSet | None]]:
    """Read the judgements of all sources, each with the texts that come with it, if any."""
    seen: dict[str, str] = {}
    for source in as_inputs(judgements, "judgements"):
        shown = visible(shown_name(source))
        for name, judged in read_judgements(source, pair=pair, human=human).items():
            if name in seen:
                raise UsageError(
                    f"{seen[name]} and {shown} both judge {visible(name)}; read only one"
                )
            seen[name] = shown
            yield judged, _origin(source, judged)


def _origin(source: Input, judged: Judgements) -> EvaluationFolder | ContrastSet | None:
    if is_path(source) and Path(source).is_dir():
        return EvaluationFolder(Path(source), judged.name)
    if "identical_texts" not in judged.counts:  # which only contrast sets have
        return None
    if reads_once(source):
        raise UsageError(f"{visible(shown_name(source))}: give a contrast set by its file name")
    from wordorder.metaevaluation.contrast_sets import read_contrasts

    return read_contrasts(source, name=judged.name)


# Where judgements, texts and scores come from, and how they are joined.


@dataclass(frozen=True, slots=True)
class DatasetSource:
    """The sources of judgements and of the texts of the judged systems.

    In file names and in `lang`, `{pair}`, `{src}` and `{tgt}` stand for the language pair and its
    two languages, so that one value names the files of several pairs. A folder of mt-metrics-eval
    has its own texts and scores; a contrast set has its own texts.

    Attributes:
        judgements: A file or folder as in `read_judgements`, or several.
        systems: The texts of the systems, to score them with every metric (`score_systems`): a
            folder, a pattern such as `out/*.{tgt}`, or a dict of names and texts.
        reference: Their reference, as in `score`; for a folder of mt-metrics-eval also the name of
            one of its references, by default refA.
        source: As in `score_systems`.
        lang: As in `score`; never guessed from the names of language pairs.
        tokenize: As in `score`.
        order_from: As in `score_systems`.
        names: As in `join`.
        pair: As in `read_judgements`.
        human: As in `read_judgements`.
        unknown: As in `join`.
        keep_references: Whether judged references of a folder of mt-metrics-eval count as systems.
            The reference for scoring never does.
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
        """Return the options for scoring the texts of a language pair."""
        from wordorder.metaevaluation.text_scores import single_order
        from wordorder.scoring.plan import ScoreOptions

        order_from = self.order_from
        if order_from is not None:
            from wordorder.scoring.linked_order import SourceLinks

            if isinstance(order_from, SourceLinks):
                source_text = cast("Text", filled_paths(order_from.source, pair))
                order_from = replace(order_from, source=source_text)
        source = cast("Text | None", filled_paths(self.source, pair))
        return ScoreOptions(
            lang=None if self.lang is None else filled(self.lang, pair),
            tokenize=self.tokenize,
            preset=preset,
            order_from=single_order(order_from, source),
            threads=self.threads,
            cache=self.cache,
        )


Scorer: TypeAlias = "Callable[[ScoreOptions, Any, Mapping[str, Text]], MetricScores]"


@dataclass(frozen=True, slots=True)
class ScoreRequest:
    """The scores to join with judgements.

    Attributes:
        inputs: Where judgements and texts come from.
        scorer: The function that scores texts.
        preset: The preset to score texts with.
        ready: Sources of precomputed scores.
        only_texts: Whether to ignore precomputed scores in a folder of mt-metrics-eval.
    """

    inputs: DatasetSource
    scorer: Scorer
    preset: str | Preset | FittedPreset | None = None
    ready: tuple[Input, ...] = ()
    only_texts: bool = False

    def check(self, pairs: Sequence[str]) -> None:
        """Reject a single value of `systems` for several language pairs.

        Raises:
            UsageError: `systems` does not vary by language pair.
        """
        if self.inputs.systems is not None and len(pairs) > 1 and not varies(self.inputs.systems):
            raise UsageError(
                Argument("systems"),
                f" is the same for {listed(list(pairs))}: write {{pair}} "
                "where the names of files differ",
            )

    def dataset(self, judged: Judgements, origin: EvaluationFolder | ContrastSet | None) -> Dataset:
        """Join the judgements of one language pair with all scores.

        Args:
            judged: The judgements.
            origin: The folder or contrast set that has their texts, if any.

        Raises:
            UsageError: There are no scores.
        """
        folder = origin if isinstance(origin, EvaluationFolder) else None
        texts = self._texts(judged.name, origin)
        tables = []
        if texts is not None:
            options = self.inputs.scoring(judged.name, self.preset)
            tables.append(self.scorer(options, *texts))
        ready = [cast("Input", filled_paths(source, judged.name)) for source in self.ready]
        if not self.only_texts and folder is not None and folder.metric_scores is not None:
            ready.append(folder.metric_scores)
        if ready:
            from wordorder.metaevaluation import score_formats

            texts_scored = next(iter(tables), None)
            tables.append(score_formats.read_scores_beside(ready, judged.name, texts_scored))
        if not tables:
            texts_needed = joined([Argument("systems"), Argument("reference")])
            either = () if self.only_texts else (Argument("scores"), ", or ")
            raise UsageError(f"{visible(judged.name)} has no scores: give ", *either, *texts_needed)
        dropped = () if folder is None else self._references_in(folder)
        dataset = join_all(judged, tables, self.inputs.names, self.inputs.unknown, dropped)
        if ready:
            own = dataset.scores.of_metrics(tables[-1].metrics)
            score_formats.warn_of_missing(own, f"{visible(judged.name)}, ready scores")
        return dataset

    def _texts(
        self, pair: str, origin: EvaluationFolder | ContrastSet | None
    ) -> tuple[Any, Mapping[str, Text]] | None:
        """Return the reference and the systems to score; None if there are none."""
        if origin is not None and not isinstance(origin, EvaluationFolder):  # a contrast set
            return origin.references, origin.texts()
        systems, reference = self.inputs.systems, self.inputs.reference
        if origin is not None:
            known = self._name_of_reference(origin)
            reference = reference if known is None else origin.references()[known]
            systems = origin.systems(self._references_in(origin)) if systems is None else systems
        if systems is None or reference is None:
            if self.inputs.systems is None and self.inputs.reference is None:
                return None
            missing = "systems" if systems is None else "reference"
            raise UsageError("texts cannot be scored without ", Argument(missing))
        if is_path(systems):
            systems = system_files(filled(os.fspath(systems), pair))
        return filled_paths(reference, pair), cast("Mapping[str, Text]", systems)

    def _name_of_reference(self, folder: EvaluationFolder) -> str | None:
        """Return the name of the reference to score with, if it is in the folder."""
        if self.inputs.reference is None:
            return folder.usual_reference()
        asked = self.inputs.reference
        return asked if isinstance(asked, str) and asked in folder.references() else None

    def _references_in(self, folder: EvaluationFolder) -> Collection[str]:
        """Return the references of a folder that do not count as systems."""
        if not self.inputs.keep_references:
            return folder.references()
        used = self._name_of_reference(folder)
        return () if used is None else (used,)


# Folders of mt-metrics-eval, with the texts and scores of a test set.


@dataclass(frozen=True, slots=True)
class EvaluationFolder:
    """The files of one language pair in a folder of mt-metrics-eval.

    Attributes:
        folder: The folder.
        pair: The language pair.
    """

    folder: Path
    pair: str

    @property
    def metric_scores(self) -> Path | None:
        """The folder with the scores of metrics, if there is one."""
        folder = self.folder / "metric-scores" / self.pair
        return folder if any(folder.glob("*.score")) else None

    def references(self) -> dict[str, Path]:
        """Return the references by name, such as refA."""
        files = sorted((self.folder / "references").glob(f"{self.pair}.*.txt"))
        return {
            file.name.removeprefix(f"{self.pair}.").removesuffix(".txt"): file for file in files
        }

    def usual_reference(self) -> str | None:
        """Return the name of the default reference: refA, or the only one.

        Raises:
            UsageError: There are several, and none is refA.
        """
        known = list(self.references())
        if _USUAL_REFERENCE in known:
            return _USUAL_REFERENCE
        if len(known) > 1:
            raise UsageError(
                f"{visible(str(self.folder))}: several references of {self.pair}: {listed(known)}; "
                "choose one with ",
                Argument("reference"),
            )
        return known[0] if known else None

    def systems(self, left_out: Collection[str]) -> Mapping[str, Path] | None:
        """Return the outputs of systems by name, except some; None if there are none."""
        folder = self.folder / "system-outputs" / self.pair
        if not any(folder.glob("*.txt")):
            return None
        return {name: file for name, file in system_files(folder).items() if name not in left_out}


# File names that vary by language pair, with `{pair}`, `{src}` and `{tgt}`.


def filled(text: str, pair: str) -> str:
    """Replace `{pair}` by the language pair, and `{src}` and `{tgt}` by its languages.

    Raises:
        UsageError: A language is needed, but the name is not that of a language pair.

    Examples:
        >>> filled("newstest2013-ref.{tgt}", "de-en"), filled("ref.txt", "mine")
        ('newstest2013-ref.en', 'ref.txt')
    """
    source, dash, target = pair.partition("-")
    for name, value in (("{src}", source), ("{tgt}", target)):
        if name in text and not dash:
            raise UsageError(
                f"{text}: the judgements are of '{visible(pair)}', which is not a language pair "
                f"such as de-en, so {name} is unknown"
            )
        text = text.replace(name, value)
    return text.replace("{pair}", pair)


def varies(file: object) -> bool:
    """Return whether this is a file name that varies by language pair."""
    names = ("{pair}", "{src}", "{tgt}")
    return is_path(file) and any(name in os.fspath(file) for name in names)


def filled_paths(text: _Text, pair: str) -> _Text | Path | list[Path]:
    """Fill a file name, or a list of `pathlib.Path`s; sentences stay as they are."""
    if is_path(text) and os.fspath(text) != "-":
        return Path(filled(os.fspath(text), pair))
    if isinstance(text, (list, tuple)) and text and all(isinstance(file, Path) for file in text):
        return [Path(filled(os.fspath(file), pair)) for file in text]
    return text


def system_files(place: str | Path) -> dict[str, Path]:
    """Find the files of systems by name: all of a folder or a pattern, or a single file.

    Systems are named after their files, without an extension that all of them share.

    Raises:
        InputError: There are none.
    """
    text = os.fspath(place)
    folder = Path(text)
    if folder.is_dir():
        files = list(folder.iterdir())
    elif any(mark in text for mark in _WILD) and not folder.exists():
        anchor, parts = Path(folder.anchor), folder.parts[bool(folder.anchor) :]
        files = list(anchor.glob(str(Path(*parts))))
    else:
        return dict(zip(names_of_files([folder]), [folder], strict=True))
    files = [file for file in files if file.is_file() and not file.name.startswith(".")]
    if not files:
        raise InputError(f"{visible(text)}: no system files found")
    ordered = [Path(file) for file in natural_order(sorted(map(str, files)))]
    return dict(zip(_names(ordered), ordered, strict=True))


def _names(files: list[Path]) -> list[str]:
    if len(files) == 1:
        return names_of_files(files)
    parts = [file.name.split(".") for file in files]
    while all(len(own) > 1 for own in parts) and len({own[-1] for own in parts}) == 1:
        parts = [own[:-1] for own in parts]
    names = [".".join(own) for own in parts]
    return names if len(set(names)) == len(names) else names_of_files(files)
