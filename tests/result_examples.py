"""A result of every class, made of small data."""

from __future__ import annotations

from dataclasses import replace
from io import StringIO
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

import wordorder as wo
from evaluated_rows import Corpus, write_folder
from wordorder.metaevaluation import (
    Comparisons,
    Dataset,
    Judgements,
    MetricScores,
    Ratings,
    fit_preset,
    meta_evaluate,
    tune_weight,
)
from wordorder.preordering import (
    RuleSet,
    analyze_preordering,
    check_rules,
    learn_rules,
    select_parses,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from wordorder.output import Result

SAMPLE = Path(wo.__file__).parent / "cli" / "sample"
FEW = wo.Resampling(20)
RULES = "head-final-after"

_SYSTEMS = ("monotone", "scrambled", "paraphraser")
_METRICS = ("chrf", "ulam", "misplaced_per_100")
_MOVED = SAMPLE / "reorderings"
_PARSES, _LINKS = _MOVED / "english.conllu", _MOVED / "reference.align"

_ODD_RULES = """
[[rule]]
name = "verbs"
head = { upos = "VERB" }
order = ["nsbj", "*", "obj", "self"]

[[rule]]
name = "all"
order = ["*", "self"]
"""


def _score(**options: object) -> wo.ScoreResult:
    texts = {name: (SAMPLE / "de-en" / f"{name}.en").read_text().splitlines() for name in _SYSTEMS}
    reference = (SAMPLE / "de-en" / "reference.en").read_text().splitlines()
    few = {name: lines[:9] for name, lines in texts.items()}
    result = wo.score(reference[:9], few, lang="en", resampling=FEW, **options)
    return replace(result, seconds={})  # which are not saved


def _misplaced() -> wo.scoring.MisplacedClasses:
    result = _score()
    lengths = [len(sentence.references[0]) for sentence in result.sentences]
    return wo.scoring.misplaced_by_class(result, [["AB"[k % 2] for k in range(n)] for n in lengths])


def _corpus() -> wo.reorderings.AlignedCorpus:
    texts = {"source": _MOVED / "english.txt", "target": _MOVED / "reference.txt"}
    return wo.reorderings.AlignedCorpus(_LINKS, trees=_PARSES, **texts)


def _labels() -> list[str]:
    return ["low", "high"] * 6


def _retention() -> wo.reorderings.RetentionResult:
    systems = {
        name: wo.reorderings.SystemFile(_MOVED / f"{name}.align", target=_MOVED / f"{name}.txt")
        for name in ("literal", "local")
    }
    return wo.reorderings.analyze_retention(_corpus(), systems, labels=_labels(), resampling=FEW)


def _testsets(folder: Path) -> wo.reorderings.ReorderingTestSets:
    (folder / "scores").write_text("".join(f"{number / 12}\n" for number in range(12)))
    scores = {"scores": folder / "scores", "names": ["A"]}
    return wo.reorderings.build_testsets(_corpus(), shortest=1, resampling=FEW, **scores)


def _learned() -> Result:
    # A few sentences are too few to learn from.
    parses, links = (StringIO(file.read_text() * 4) for file in (_PARSES, _LINKS))
    return learn_rules(parses, links, folds=3, most_rules=3)


def _dataset(name: str, seed: int, *, rated: bool = False) -> Dataset:
    """Four systems with comparisons or ratings, and scores by some metrics."""
    rng = np.random.default_rng(seed)
    scores, count = rng.random((len(_METRICS), 4, 20)), 200
    line, first = rng.integers(20, size=count) + 1, rng.integers(4, size=count)
    second = (first + rng.integers(1, 4, size=count)) % 4
    felt = scores.sum(axis=0) + rng.normal(size=(4, 20))
    preference = np.sign(np.round(felt[first, line - 1] - felt[second, line - 1])).astype(int)
    compared = Comparisons(line, first, second, preference, np.full(count, -1))
    system, row = np.nonzero(felt > 0)
    ratings = Ratings(row + 1, system, felt[system, row], np.full(len(row), -1))
    systems = ("A", "B", "C", "D")
    judged = {"ratings": ratings} if rated else {"comparisons": compared}
    return Dataset(Judgements(name, systems, **judged), MetricScores(_METRICS, systems, scores))


def _datasets() -> list[Dataset]:
    return [_dataset("de-en", 1), _dataset("fr-en", 2)]


def _agreement(folder: Path) -> wo.reorderings.AgreementResult:
    said = ["correct\tcorrect\tincorrect", "incorrect\t\tcorrect", "correct\tcorrect\tcorrect"]
    key = "".join(f"R00{number}\t{number}\tyes\n" for number in range(1, 4))
    rows = "".join(f"R00{number}\t{row}\n" for number, row in enumerate(said, 1))
    (folder / "key").write_text(f"id\tline\tretained\n{key}")
    (folder / "sheet").write_text(f"id\tjudge_1\tjudge_2\tjudge_3\n{rows}")
    return wo.reorderings.judge_agreement(folder / "key", [folder / "sheet"])


def _profile(folder: Path) -> Result:
    folders = {
        name: write_folder(folder / name, Corpus(40, seed)) for seed, name in enumerate("ab")
    }
    return wo.profile(folders, resampling=FEW)


EXAMPLES: dict[str, Callable[[Path], Result]] = {
    "AlignmentEvaluation": lambda _: wo.alignment.evaluate_alignments(
        SAMPLE / "gold.align",
        {name: SAMPLE / f"{name}.align" for name in ("forward", "reverse")},
        resampling=FEW,
    ),
    "PermutationScores": lambda _: next(
        iter(wo.ordering.score_permutations(SAMPLE / "permutations.txt"))
    ),
    "ScoreResult": lambda _: _score(
        preset="pefscore", chance=True, labels=["short", "long", "long"] * 3
    ),
    "MisplacedClasses": lambda _: _misplaced(),
    "ReorderingAnalysis": lambda _: wo.analyze_reorderings(
        _corpus(), labels=_labels(), resampling=FEW
    ),
    "RetentionResult": lambda _: _retention(),
    "ReorderingTestSets": _testsets,
    "AgreementResult": _agreement,
    "PreorderingEvaluation": lambda _: wo.evaluate_preordering(
        _PARSES, _LINKS, [RULES, "sov"], gold=_PARSES, compat="lader", resampling=FEW
    ),
    "PreorderingErrors": lambda _: analyze_preordering(_PARSES, _LINKS, RULES, gold=_PARSES),
    "RuleCheck": lambda _: check_rules(RuleSet.parse(_ODD_RULES, name="odd"), _PARSES),
    "LearnedRules": lambda _: _learned(),
    "ParseSelection": lambda _: select_parses([_PARSES] * 2, _LINKS, RULES, resampling=FEW),
    "CorpusProfile": _profile,
    "MetaEvaluation": lambda _: meta_evaluate(
        [*_datasets(), _dataset("ja-en", 3, rated=True)],
        "tau_wmt14",
        by=["ratings"],
        holm=True,
        resampling=FEW,
    ),
    "TunedWeight": lambda _: tune_weight(_datasets(), *_METRICS[:2], folds=3, resampling=FEW),
    "FittedWeights": lambda _: fit_preset(_datasets(), _METRICS, lang="en", resampling=FEW),
}
"""How to make each, by the name of its class; files go into the folder given."""
