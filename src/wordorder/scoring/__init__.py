"""Scores of sentences and systems: order and choice of words, with their uncertainty (S4)."""

from wordorder.scoring.bleu import corpus_bleu, sentence_bleu
from wordorder.scoring.brevity import brevity_penalty
from wordorder.scoring.harness import OrderMetric
from wordorder.scoring.overlap import unigram_f1
from wordorder.scoring.presets import LEXICAL, PRESETS, Preset, preset
from wordorder.scoring.result import ScoreResult
from wordorder.scoring.scorer import DEFAULT_METRICS, score
from wordorder.scoring.source import ALIGNERS
from wordorder.scoring.texts import Text, names_of_files
from wordorder.scoring.uncertainty import TESTS, PairTests, SystemScores

__all__ = [
    "ALIGNERS",
    "DEFAULT_METRICS",
    "LEXICAL",
    "PRESETS",
    "TESTS",
    "OrderMetric",
    "PairTests",
    "Preset",
    "ScoreResult",
    "SystemScores",
    "Text",
    "brevity_penalty",
    "corpus_bleu",
    "names_of_files",
    "preset",
    "score",
    "sentence_bleu",
    "unigram_f1",
]
