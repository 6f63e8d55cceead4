"""What the sentence explorer of a report needs, as compact columns.

A number for each translation stands in the order of the sentences and, within each, of the
systems: what the systems say of a sentence is alike, so that it compresses well. Words are text
separated by spaces, or a list of strings where a word is empty or has a space inside.

    systems      names
    leading      name of the leading metric
    measures     for each: name, heading, better ("high", "low" or null), digits shown, isOrder,
                 and decimals: scores are kept as whole numbers, divided by 10^decimals
    lines        line number of each sentence
    source       source sentences as text, or null
    texts        for each sentence its references, then its translations
    chosen       index of the reference of each translation; null if it is always the first
    scores       for each measure the score of each translation, null if undefined
    buckets      by kind: names, and the number of each sentence's name
    links        counts: how many links each translation has, −1 if orders are compared through
                 the source; then for each link from (position in the translation) and to (in the
                 reference), as differences from the link before it in the same translation;
                 stages as indices into names; confidence in hundredths, −1 if unknown, null if
                 all are; weak: numbers of the links that do not count in the order, as
                 differences from the one before
    leastWords   with fewer words, what is said of the order says little
    shared       differences on the words that two systems share, by the leading metric, where
                 there are any: numbers of a sentence and a pair of systems (all pairs of the
                 first sentence, then the next one; pairs in the order of `combinations`), as
                 differences from the one before; weighted: w·δ (second minus first), in units
                 of 10^−decimals; words: how many are shared, w + 1
    moves        counts: how many moves mend each translation; then for each move start, stop and
                 to, as in `mending_moves`
"""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING, Any

import numpy as np

from wordorder.alignment.matching import STAGES
from wordorder.ordering import mending_moves_batch
from wordorder.report.page.sentence_rows import SentenceRows
from wordorder.scoring.cards import DECIMALS, LEAST_MATCHED
from wordorder.scoring.measures import ORDER_ERRORS
from wordorder.scoring.verdicts import is_judged, is_order
from wordorder.scoring.wording import heading

if TYPE_CHECKING:
    from collections.abc import Sequence

    from wordorder.arrays import Floats, Integers
    from wordorder.permutation import PermutationBatch
    from wordorder.report.page.sentence_rows import LinkColumns
    from wordorder.scoring import ScoreResult


def sentence_data(result: ScoreResult, source: Sequence[str] | None = None) -> dict[str, Any]:
    """The sentences of a result for the page; the module says in which form.

    Args:
        result: A result with sentences.
        source: The source sentences, a line each, if they are known.

    Raises:
        UsageError: The result was loaded without sentences.
    """
    rows = SentenceRows.of(result)
    names = tuple(dict.fromkeys((*result.shown_measures, *result.measures)))
    measures = [_measure(name) for name in names]
    systems = len(result.systems)
    return {
        "systems": list(result.systems),
        "leading": result.leading,
        "measures": measures,
        "lines": list(rows.lines),
        "source": None if source is None else [source[line - 1] for line in rows.lines],
        "texts": [
            [*references, *rows.translations[place * systems : (place + 1) * systems]]
            for place, references in enumerate(rows.references)
        ],
        "chosen": rows.chosen.tolist() if rows.chosen.any() else None,
        "scores": [
            _whole(rows.scores[:, result.column(measure["name"])], measure["decimals"])
            for measure in measures
        ],
        "buckets": _buckets(result),
        "links": _links(rows.links),
        "leastWords": LEAST_MATCHED,
        "shared": _shared(result),
        "moves": _moves(rows.links.permutations()),
    }


def _measure(name: str) -> dict[str, Any]:
    errors = name in ORDER_ERRORS
    best = "low" if errors else "high" if is_judged(name) else None
    return {
        "name": name,
        "heading": heading(name),
        "better": best,
        "digits": 1 if errors else 3,
        "isOrder": is_order(name),
        "decimals": 2 if errors else DECIMALS,
    }


def _whole(values: Floats, decimals: int) -> list[int | None]:
    known = ~np.isnan(values)
    numbers = np.rint(np.where(known, values, 0) * 10**decimals).astype(np.int64).tolist()
    return [number if one else None for number, one in zip(numbers, known.tolist(), strict=True)]


def _buckets(result: ScoreResult) -> dict[str, dict[str, list[Any]]]:
    return {
        kind: {"names": list(names), "numbers": numbers.tolist()}
        for kind, (names, numbers) in result.bucket_numbers().items()
    }


def _links(links: LinkColumns) -> dict[str, object]:
    known = ~np.isnan(links.confidence)
    hundredths = np.where(known, np.rint(np.where(known, links.confidence, 0) * 100), -1)
    return {
        "names": list(STAGES),
        "counts": links.counts.tolist(),
        "from": _differences(links.sources, links.counts),
        "to": _differences(links.targets, links.counts),
        "stages": links.stages.tolist(),
        "confidence": hundredths.astype(np.int64).tolist() if known.any() else None,
        "weak": np.diff(np.flatnonzero(~links.judged), prepend=0).tolist(),
    }


def _differences(positions: Integers, counts: Integers) -> list[int]:
    """Each position less the one before it in its row."""
    found = np.diff(positions, prepend=0)
    filled = counts[counts > 0]
    first = np.cumsum(filled) - filled
    found[first] = positions[first]
    return list(found.tolist())


def _shared(result: ScoreResult) -> dict[str, object]:
    pairs = list(combinations(result.systems, 2))
    weighted, weights = result.known_sentences().differences(pairs)
    whole = np.rint(weighted * 10**DECIMALS).astype(np.int64).reshape(-1)
    found = np.flatnonzero(whole)
    return {
        "decimals": DECIMALS,
        "numbers": np.diff(found, prepend=0).tolist(),
        "weighted": whole[found].tolist(),
        "words": (weights.reshape(-1)[found] + 1).tolist(),
    }


def _moves(permutations: PermutationBatch) -> dict[str, list[int]]:
    """The moves that mend each translation."""
    found = mending_moves_batch(permutations)
    return {
        "counts": np.diff(found.offsets).tolist(),
        "start": found.start.tolist(),
        "stop": found.stop.tolist(),
        "to": found.to.tolist(),
    }
