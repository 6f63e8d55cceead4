"""A cache of the scores of systems, so that a second run is instant."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from wordorder.errors import Argument, WordorderWarning
from wordorder.scoring import SourceLinks
from wordorder.scoring.keeping import as_bytes, kernels_built
from wordorder.scoring.texts import read_text

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from wordorder.arrays import Floats, Integers
    from wordorder.output import Cache
    from wordorder.scoring.plan import ScorePlan
    from wordorder.scoring.texts import Texts


class Finding(NamedTuple):
    """What was measured.

    Attributes:
        lines: Scores of shape (metrics, systems, lines).
        corpus: Scores of whole systems, of shape (metrics, systems).
        reference_words: The length of each line's reference in words.
        doubts: What looks wrong with the texts.
    """

    lines: Floats
    corpus: Floats
    reference_words: Integers
    doubts: tuple[WordorderWarning, ...]


def kept_or_found(
    cache: Cache | None, plan: ScorePlan, measures: str, raw: Texts, find: Callable[[], Finding]
) -> Finding:
    """Return the scores from the cache, or find and store them.

    Args:
        cache: The cache, if any.
        plan: The options.
        measures: Everything that determines the measures.
        raw: The texts.
        find: Scores them.
    """
    more = _more_texts(plan)
    if cache is None or more is None:
        return find()
    decides = "|".join(
        [*plan.signature_of_scores(len(raw.references)), measures, kernels_built(), _modified()]
    )
    # The names of the systems are part of what the doubts say.
    texts = (raw.names, *raw.references, *raw.systems, *more)
    key = cache.key(decides, *(data for text in texts for data in as_bytes(text)))
    kept = cache.get(key)
    if kept is not None:
        return _loaded(kept)
    found = find()
    cache.put(key, _stored(found))
    return found


def _more_texts(plan: ScorePlan) -> list[Sequence[str]] | None:
    """The texts besides systems and references that decide the scores; None for files of links."""
    order = plan.order_source
    if not isinstance(order, SourceLinks):
        return []
    return None if order.aligner is None else [read_text(order.source, Argument("source"))]


def _modified() -> str:
    """When the package was last modified: its version alone is not enough while it is changed."""
    files = Path(__file__).parents[2].rglob("*.py")
    return f"modified:{max(file.stat().st_mtime_ns for file in files)}"


def _stored(found: Finding) -> bytes:
    stream = io.BytesIO()
    np.savez(
        stream,
        allow_pickle=False,
        lines=found.lines,
        corpus=found.corpus,
        reference_words=found.reference_words,
        doubts=np.array([json.dumps(doubt.args) for doubt in found.doubts], np.str_),
    )
    return stream.getvalue()


def _loaded(stored: bytes) -> Finding:
    with np.load(io.BytesIO(stored), allow_pickle=False) as arrays:
        doubts = tuple(map(_loaded_warning, arrays["doubts"].tolist()))
        return Finding(arrays["lines"], arrays["corpus"], arrays["reference_words"], doubts)


def _loaded_warning(stored: str) -> WordorderWarning:
    parts = json.loads(stored)  # an argument is a list there
    return WordorderWarning(*(one if isinstance(one, str) else Argument(*one) for one in parts))
