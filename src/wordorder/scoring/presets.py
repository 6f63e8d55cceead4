"""The scores that the papers define, and free combinations of their parts (S4.2)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from wordorder.errors import UsageError
from wordorder.ordering import select_metrics
from wordorder.scoring.evidence import BLEU_ORDER
from wordorder.scoring.measures import F1, Bleu, Combined, Frs, LRscore, Ribes

if TYPE_CHECKING:
    from wordorder.scoring.measures import Measure

Lexical = Literal["bleu1", "bleu4", "f1"]
LEXICAL: tuple[Lexical, ...] = ("bleu1", "bleu4", "f1")
PRESETS = ("pefscore", "complexity", "lrscore", "frs", "ribes")


@dataclass(frozen=True, slots=True)
class Preset:
    """A combined score and its parts.

    Attributes:
        name: As in S4.2.
        measure: What is computed.
        ordering: The ordering metric in it.
        lexical: Its lexical part; None if it has none.
        signature: The parts and their weights.
    """

    name: str
    measure: Measure
    ordering: str
    lexical: Measure | None
    signature: str


def preset(
    name: str = "pefscore",
    *,
    ordering: str | None = None,
    lexical: str | None = None,
    alpha: float | None = None,
) -> Preset:
    """Make a preset, with its parts exchanged where you say so.

    Args:
        name: pefscore, complexity, lrscore, frs or ribes.
        ordering: An ordering metric in place of the preset's own.
        lexical: bleu1, bleu4 or f1.
        alpha: The weight of the lexical part; in lrscore that of the ordering part.

    Raises:
        UsageError: Something is unknown, or the preset has no such part.

    Examples:
        >>> preset().signature
        'preset:pefscore|ordering:pef|lexical:bleu1|alpha_lexical:0.5'
        >>> preset("lrscore", ordering="hamming").signature
        'preset:lrscore|ordering:hamming|lexical:bleu4|alpha_ordering:0.5'
    """
    if name not in PRESETS:
        raise UsageError.unknown("preset", name, PRESETS)
    if name in ("frs", "ribes"):
        if (ordering, lexical, alpha) != (None, None, None):
            raise UsageError(f"{name} has no parts to exchange: leave out ordering, lexical, alpha")
        metric = "fuzzy" if name == "frs" else "kendall"
        whole = Frs(metric) if name == "frs" else Ribes()
        return Preset(name, whole, metric, None, f"preset:{name}")
    if alpha is not None and not 0 <= alpha <= 1:
        raise UsageError(f"alpha must lie between 0 and 1, not {alpha}")
    own_ordering, own_lexical = _PARTS[name]
    (metric,) = _single(ordering or own_ordering)
    part = _lexical(lexical or own_lexical, metric)
    weight = 0.5 if alpha is None else alpha
    measure: Measure
    if name == "lrscore":
        if not isinstance(part, Bleu):
            raise UsageError("the lexical part of lrscore is BLEU: choose bleu1 or bleu4")
        measure = LRscore(metric, part, weight)
    else:
        measure = Combined(name, part, metric, weight, by_length=name == "complexity")
    side = "ordering" if name == "lrscore" else "lexical"
    signature = (
        f"preset:{name}|ordering:{metric}|lexical:{lexical or own_lexical}"
        f"|alpha_{side}:{in_full(weight)}"
    )
    return Preset(name, measure, metric, part, signature)


def in_full(number: float) -> str:
    """Write a number with all its digits, and no more.

    Examples:
        >>> in_full(0.5), in_full(0), in_full(1.0), in_full(0.12345678)
        ('0.5', '0', '1', '0.12345678')
    """
    return repr(float(number)).removesuffix(".0")


_PARTS = {
    "pefscore": ("pef", "bleu1"),
    "complexity": ("pet_size", "f1"),
    "lrscore": ("kendall", "bleu4"),
}


def _single(metric: str) -> tuple[str, ...]:
    names = select_metrics(metric)
    if len(names) != 1:
        raise UsageError("a score has one ordering metric; --metrics shows several")
    return names


def _lexical(name: str, metric: str) -> Measure:
    if name not in LEXICAL:
        raise UsageError.unknown("lexical part", name, LEXICAL)
    if name == "f1":
        return F1(name, metric)
    return Bleu(name, BLEU_ORDER if name == "bleu4" else 1)
