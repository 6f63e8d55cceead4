"""Judgements and scores of several language pairs, from files and folders."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from wordorder.errors import UsageError
from wordorder.metaevaluation.agreement.filtering import with_min_agreement
from wordorder.metaevaluation.evaluation_folders import EvaluationFolder
from wordorder.metaevaluation.inputs import as_inputs
from wordorder.metaevaluation.judgements.contrasts import read_contrasts
from wordorder.metaevaluation.judgements.reading import read_judgements
from wordorder.metaevaluation.score_request import ScoreRequest
from wordorder.output import visible
from wordorder.text import is_path, shown_name
from wordorder.text.source import reads_once

if TYPE_CHECKING:
    import os
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from wordorder.alignment.matching import Matcher
    from wordorder.metaevaluation.joining import Dataset, Unknown
    from wordorder.metaevaluation.judgements.contrasts import ContrastSet
    from wordorder.metaevaluation.judgements.table import Judgements
    from wordorder.output import Cache, Meter
    from wordorder.scoring import Preset, SourceLinks, Text
    from wordorder.text import Input


def read_datasets(
    judgements: Input | Sequence[Input],
    *,
    scores: Input | Sequence[Input] = (),
    systems: str | os.PathLike[str] | Mapping[str, Text] | None = None,
    reference: Text | Iterable[Text] | None = None,
    source: Text | None = None,
    lang: str | None = None,
    tokenize: str | None = None,
    preset: str | Preset | None = None,
    order_from: Matcher | SourceLinks | None = None,
    names: Mapping[str, str] | None = None,
    pair: str | None = None,
    human: str | None = None,
    min_agreement: float | None = None,
    unknown: Unknown = "refuse",
    keep_references: bool = False,
    threads: int | None = None,
    progress: bool | Meter = False,
    cache: Cache | None = None,
) -> list[Dataset]:
    r"""Read judgements, and read or make the scores of the same systems.

    In the names of files and in `lang`, `{pair}`, `{src}` and `{tgt}` stand for the language pair
    and its two languages, so that one call reads several pairs. A folder of mt-metrics-eval has
    texts and scores of its own, and so have contrast sets their texts.

    Args:
        judgements: What `read_judgements` reads: a file or a folder, or several.
        scores: Ready scores, as in `read_scores`.
        systems: The texts of the systems, to score them with every metric (`score_systems`): a
            folder, a pattern such as `out/*.{tgt}`, or a dict of names and texts.
        reference: Their reference, as in `score`. For a folder of mt-metrics-eval also the name of
            one of its references, by default refA.
        source: As in `score_systems`.
        lang: As in `score`; never guessed from the names of language pairs.
        tokenize: As in `score`.
        preset: As in `score_systems`.
        order_from: As in `score_systems`.
        names: As in `join`.
        pair: As in `read_judgements`.
        human: As in `read_judgements`.
        min_agreement: Keep only what was judged more than once, if the most frequent judgement has
            at least this share (`with_min_agreement`).
        unknown: As in `join`.
        keep_references: Whether to keep the other references of a folder of mt-metrics-eval as
            systems if they were judged. That with which systems are scored is never kept.
        threads: As in `ordering_scores`.
        progress: Whether to show a progress bar, or another display.
        cache: As in `score_systems`.

    Returns:
        A data set for each language pair.

    Raises:
        InputError: A file cannot be read, or judgements and scores do not fit.
        UsageError: There are no scores and no texts, or two sources judge one language pair.

    Examples:
        >>> import io
        >>> judged = io.StringIO("segment\tbetter\tworse\n1\tA\tB\n2\tB\tA\n")
        >>> texts = {"A": ["we have seen it", "now so"], "B": ["seen it we have", "so now"]}
        >>> (dataset,) = read_datasets(
        ...     judged, systems=texts, reference=["we have seen it", "so now"], lang="en"
        ... )
        >>> dataset.systems, dataset.scores.lines.shape
        (('A', 'B'), (49, 2, 2))
    """
    wanted = ScoreRequest(
        ready=tuple(as_inputs(scores, "scores")),
        systems=systems,
        reference=reference,
        source=source,
        lang=lang,
        order_from=order_from,
        names=names,
        unknown=unknown,
        keep_references=keep_references,
        options={
            "tokenize": tokenize,
            "preset": preset,
            "threads": threads,
            "progress": progress,
            "cache": cache,
        },
    )
    return datasets_of(judgements, pair, human, wanted, min_agreement)


def datasets_of(
    judgements: Input | Sequence[Input],
    pair: str | None,
    human: str | None,
    wanted: ScoreRequest,
    min_agreement: float | None = None,
) -> list[Dataset]:
    """Read judgements and join them with the scores that are wanted."""
    found = list(_judged(judgements, pair, human))
    wanted.check([judged.name for judged, _ in found])
    if min_agreement is not None:
        found = [(with_min_agreement(judged, min_agreement), origin) for judged, origin in found]
    return [wanted.dataset(judged, origin) for judged, origin in found]


def _judged(
    judgements: Input | Sequence[Input], pair: str | None, human: str | None
) -> Iterator[tuple[Judgements, EvaluationFolder | ContrastSet | None]]:
    """The judgements of all sources, and where the texts are that come with them."""
    seen: dict[str, str] = {}
    for source in as_inputs(judgements, "judgements"):
        shown = visible(shown_name(source))
        for name, judged in read_judgements(source, pair=pair, human=human).items():
            if name in seen:
                raise UsageError(f"{seen[name]} and {shown} both judge {visible(name)}; read one")
            seen[name] = shown
            yield judged, _origin(source, judged)


def _origin(source: Input, judged: Judgements) -> EvaluationFolder | ContrastSet | None:
    if is_path(source) and Path(source).is_dir():
        return EvaluationFolder(Path(source), judged.name)
    if "identical_texts" not in judged.counts:  # which only contrast sets have
        return None
    if reads_once(source):
        raise UsageError(f"{visible(shown_name(source))}: give a contrast set by its file name")
    return read_contrasts(source, name=judged.name)
