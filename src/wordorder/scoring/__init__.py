"""Scores of sentences and systems: word order and word choice, with their uncertainty."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wordorder.scoring.buckets import Buckets
from wordorder.scoring.cards import LEAST_MATCHED, SentenceCard
from wordorder.scoring.doubts import Doubt
from wordorder.scoring.fitted_presets import FEATURES, FittedPreset
from wordorder.scoring.lexical import brevity_penalty, corpus_bleu, sentence_bleu, unigram_f1
from wordorder.scoring.linked_order import SourceLinks
from wordorder.scoring.misplaced_classes import MisplacedClasses, misplaced_by_class
from wordorder.scoring.plan import DEFAULT_METRICS, ScoreOptions
from wordorder.scoring.preset_files import SHIPPED, as_preset, load_preset
from wordorder.scoring.presets import LEXICAL, PRESETS, Preset
from wordorder.scoring.rearranged_order import RearrangedSource
from wordorder.scoring.result import ScoreResult
from wordorder.scoring.scorer import score, score_with, usual_preset
from wordorder.scoring.sentences import ScoredSentence, ScoredTranslation, SharedDifference
from wordorder.scoring.shared_task import checked_folder, shared_task_files
from wordorder.scoring.shared_words import Difference, PairComparison, SharedOrder
from wordorder.scoring.source_links import ALIGNERS
from wordorder.scoring.texts import Text
from wordorder.scoring.uncertainty import TESTS, Comparison

if TYPE_CHECKING:
    from wordorder.scoring.harness import OrderMetric

__all__ = [
    "ALIGNERS",
    "DEFAULT_METRICS",
    "FEATURES",
    "LEAST_MATCHED",
    "LEXICAL",
    "PRESETS",
    "SHIPPED",
    "TESTS",
    "Buckets",
    "Comparison",
    "Difference",
    "Doubt",
    "FittedPreset",
    "MisplacedClasses",
    "OrderMetric",
    "PairComparison",
    "Preset",
    "RearrangedSource",
    "ScoreOptions",
    "ScoreResult",
    "ScoredSentence",
    "ScoredTranslation",
    "SentenceCard",
    "SharedDifference",
    "SharedOrder",
    "SourceLinks",
    "Text",
    "as_preset",
    "brevity_penalty",
    "checked_folder",
    "corpus_bleu",
    "load_preset",
    "misplaced_by_class",
    "score",
    "score_with",
    "sentence_bleu",
    "shared_task_files",
    "unigram_f1",
    "usual_preset",
]


def __getattr__(name: str) -> object:
    if name != "OrderMetric":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from wordorder.scoring.harness import OrderMetric  # slow: imports sacreBLEU

    return OrderMetric
