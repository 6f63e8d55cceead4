"""Judgements and scores of several language pairs, from files and folders."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from wordorder.errors import UsageError, expect
from wordorder.metaevaluation.agreement.filtering import with_min_agreement
from wordorder.metaevaluation.evaluation_folders import EvaluationFolder
from wordorder.metaevaluation.inputs import as_inputs
from wordorder.metaevaluation.judgements.contrasts import read_contrasts
from wordorder.metaevaluation.judgements.reading import read_judgements
from wordorder.metaevaluation.score_request import DatasetSource, ScoreRequest
from wordorder.metaevaluation.scores.from_text import score_by_every_metric
from wordorder.output import as_meter, visible
from wordorder.text import is_path, shown_name
from wordorder.text.source import reads_once

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from wordorder.metaevaluation.joining import Dataset
    from wordorder.metaevaluation.judgements.contrasts import ContrastSet
    from wordorder.metaevaluation.judgements.table import Judgements
    from wordorder.output import Meter
    from wordorder.scoring import FittedPreset, Preset
    from wordorder.text import Input


def read_datasets(
    given: DatasetSource,
    *,
    scores: Input | Sequence[Input] = (),
    preset: str | Preset | FittedPreset | None = None,
    min_agreement: float | None = None,
    progress: bool | Meter = False,
) -> list[Dataset]:
    r"""Read judgements, and read or make the scores of the same systems.

    Args:
        given: Where judgements and texts come from.
        scores: Ready scores, as in `read_scores`.
        preset: As in `score_systems`.
        min_agreement: Keep only what was judged more than once, if the most frequent judgement has
            at least this share (`with_min_agreement`).
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
        >>> dataset.systems, dataset.scores.lines.shape
        (('A', 'B'), (49, 2, 2))
    """
    expect(given, DatasetSource, "given")
    scorer = partial(score_by_every_metric, meter=as_meter(progress))
    ready = tuple(as_inputs(scores, "scores"))
    return datasets_of(ScoreRequest(given, scorer, preset, ready), min_agreement)


def datasets_of(wanted: ScoreRequest, min_agreement: float | None = None) -> list[Dataset]:
    """Read judgements and join them with the scores that are wanted."""
    given = wanted.given
    found = list(_judged(given.judgements, given.pair, given.human))
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
