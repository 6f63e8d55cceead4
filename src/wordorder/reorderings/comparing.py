"""Files of a reference and of systems, compared by the reorderings they have (S5.6)."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from wordorder.errors import UsageError
from wordorder.reorderings.extraction import extract_reorderings
from wordorder.reorderings.retained import RetentionAnalyzer
from wordorder.reorderings.systems import read_translations

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    import numpy as np
    from numpy.typing import NDArray

    from wordorder.reorderings.batch import ReorderingBatch
    from wordorder.reorderings.corpus import AlignedCorpus
    from wordorder.reorderings.extraction import Branching
    from wordorder.reorderings.retained import RetentionResult
    from wordorder.reorderings.systems import SystemFile, Translations


def analyze_retention(
    reference: AlignedCorpus,
    systems: Mapping[str, SystemFile],
    *,
    branching: Branching = "right",
    sibling_branching: Branching = "left",
    resamples: int = 1000,
    seed: int = 12345,
    confidence: float = 0.95,
) -> RetentionResult:
    r"""Say which reorderings of the reference each system keeps, and how literal its order is.

    Args:
        reference: Source and reference, with trees of the source if there are any.
        systems: The same source and the translations of each system, by name.
        branching: As in `extract_reorderings`.
        sibling_branching: As there.
        resamples: How many times to draw sentences for intervals and tests.
        seed: Where the draws start.
        confidence: The share of resamples inside the intervals.

    Raises:
        InputError: The files cannot be used, or do not fit together.
        UsageError: There are no systems, or the trees are not those of the source.

    Examples:
        >>> import pathlib, tempfile
        >>> from wordorder import AlignedCorpus, SystemFile
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     links, monotone = pathlib.Path(folder, "ref"), pathlib.Path(folder, "system")
        ...     _ = links.write_text("0-1 1-0\n"), monotone.write_text("0-0 1-1\n")
        ...     result = analyze_retention(AlignedCorpus(links), {"A": SystemFile(monotone)})
        >>> result.fates
        ({'unjudgeable': 0, 'lost': 1, 'order': 0, 'shifted': 0, 'phrase': 0},)

    References:
        Birch, Blunsom and Osborne (2009), A Quantitative Analysis of Reordering Phenomena, 5.2.
    """
    if not systems:
        raise UsageError("there is no system to compare with the reference")
    if reference.over != "source":
        raise UsageError("trees must be those of the source, which all translations share")
    find = partial(extract_reorderings, branching=branching, sibling_branching=sibling_branching)
    analyzer = RetentionAnalyzer(list(systems))
    for translations in read_translations(reference, list(systems.values())):
        judge_translations(analyzer, translations, find)
    return analyzer.result(resamples=resamples, seed=seed, confidence=confidence)


def judge_translations(
    analyzer: RetentionAnalyzer,
    translations: Translations,
    find: Callable[..., ReorderingBatch],
) -> tuple[ReorderingBatch, list[NDArray[np.int8]]]:
    """Judge some sentences: the reorderings of the reference, and their fates in every system.

    Args:
        analyzer: Takes up what is found.
        translations: The sentences.
        find: Finds reorderings, given links and trees.
    """
    batch, systems = translations
    found = find(batch.alignments, batch.trees)
    moved = [
        (
            one.alignments,
            find(one.alignments, batch.trees),
            None if one.phrases is None else one.phrases.phrases,
        )
        for one in systems
    ]
    return found, analyzer.add(batch.alignments, found, moved)
