"""Wrong arguments, whatever they are, end in an error of ours or in a TypeError."""

from __future__ import annotations

import inspect
import io
import math
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pytest

import wordorder
from evaluated_rows import Corpus, write_folder
from wordorder import WordorderError
from wordorder.metaevaluation import Dataset, Judgements, MetricScores, Ratings
from wordorder.metaevaluation.correlation import Correlations
from wordorder.output import Result
from wordorder.preordering import RuleSet
from wordorder.reorderings import ReorderingBatch
from wordorder.scoring import score_with

pytestmark = pytest.mark.slow

NESTED: list[Any] = []
for _ in range(500):
    NESTED = [NESTED]

HOSTILE: dict[str, Any] = {
    "none": None,
    "true": True,
    "nan": math.nan,
    "infinite": math.inf,
    "negative": -1,
    "huge": 10**30,
    "half": 0.5,
    "empty text": "",
    "text": "x",
    "NUL": "a\0b",
    "surrogate": "\udcff",
    "bytes": b"x",
    "object": object(),
    "empty list": [],
    "list of a list": [[]],
    "list of none": [None],
    "list of text": ["x"],
    "list of a huge number": [10**30],
    "nested list": NESTED,
    "dict": {},
    "dict of none": {"x": None},
    "set": {1},
    "generator": (n for n in ()),
    "function": len,
    "stream of bytes": io.BytesIO(b"x"),
    "stream of text": io.StringIO("x"),
    "Arrow nulls": pa.array([None]),
    "Arrow numbers": pa.array([0.5]),
    "Arrow texts": pa.array(["x", "y"]),
    "Arrow lists": pa.chunked_array([[[7], [7, 7]]]),
    "Arrow table": pa.table({"a": ["x"], "b": [1]}),
}

# Elsewhere NumPy itself refuses to say whether an array is true.
ARRAYS: dict[str, Any] = {
    "floats": np.array([0.0, np.nan]),
    "two dimensions": np.zeros((2, 2), np.int32),
    "no dimension": np.array(3),
    "objects": np.array([None, "x"], dtype=object),
    "complex": np.array([1j]),
    "dates": np.array(["2020-01-01"], dtype="datetime64[D]"),
    "records": np.zeros(2, dtype=[("a", "i4"), ("b", "f8")]),
    "backwards": np.arange(6, dtype=np.int32)[::-2],
    "large": np.array([2**63], np.uint64),
    "most negative": np.array([-(2**63)]),
}

ROW = "{0}\t{1}\t_\tX\t_\t_\t{2}\t{3}\t_\t_\n"
FILES = {
    "hyp": "b a c\n",
    "ref": "a b c\n",
    "links": "0-0 1-1 2-2\n",
    "ranks": "2 1 3\n",
    "rules": '[[rule]]\norder = ["*", "self"]\n',
    "trees": "".join(
        ROW.format(n, word, int(n > 1), "dep" if n > 1 else "root")
        for n, word in enumerate("abc", 1)
    ),
    "two trees": f"{ROW}\n{ROW}".format(1, "a", 0, "root").replace("a", "b", 1) + "\n",
    "two links": "0-0\n0-0\n",
    "two comparisons": "segment\tbetter\tworse\n1\tA\tB\n2\tB\tA\n",
    "scores of two": "system\tline\tx\ty\n"
    + "".join(f"{name}\t{line}\t{line}\t0.5\n" for name in "AB" for line in (1, 2)),
    "preset.toml": 'name = "x"\ntrained_on = "y"\ndigest = "z"\nweights.chrf = 1\n',
    "ranks.tsv": "segment\tbetter\tworse\n1\tA\tB\n2\tA\tB\n3\tA\tB\n",
    "comparisons": "segment\tbetter\tworse\n1\tA\tB\n1\tA\tB\n",
    "contrasts": "reference\tbetter\tworse\na b\ta b\tb a\n",
    "line scores": "system\tline\tmine\nA\t1\t0.5\nB\t1\t0.25\n",
}


def judged_data(resampling: wordorder.Resampling) -> tuple[Dataset, Correlations]:
    """Two systems rated on three lines and scored by two metrics, and how well these agree."""
    system, line = np.divmod(np.arange(6), 3)
    ratings = Ratings(line + 1, system, np.arange(6.0), np.full(6, -1))
    scores = MetricScores(("a", "b"), ("A", "B"), np.arange(12.0).reshape(2, 2, 3))
    value = np.array([[0.5], [0.4]])
    resampled = np.broadcast_to(value[..., np.newaxis], (2, 1, resampling.resamples))
    rest = value, value, value, resampled, np.zeros((2, 5)), np.zeros(2), "item", "lines", 3
    return (
        Dataset(Judgements("de-en", ("A", "B"), ratings=ratings), scores),
        Correlations("de-en", ("a", "b"), ("tau_wmt14",), *rest, resampling),
    )


def judged_texts() -> list[Dataset]:
    reference = ["a b c d", "e f g h", "i j k l"]
    texts = {"A": reference, "B": ["b a x d", "e h g f", "j i l x"]}
    return wordorder.metaevaluation.read_datasets(
        wordorder.metaevaluation.DatasetSource("ranks.tsv", texts, reference, lang="en")
    )


def good_arguments() -> dict[str, dict[str, Any]]:
    """What every public function works with; files are those of FILES."""
    batch = wordorder.AlignmentBatch.from_alignments([wordorder.Alignment.parse("0-1 1-0")])
    arrays = ("sources", "targets", "offsets", "source_lengths", "target_lengths")
    found = wordorder.reorderings.extract_reorderings(batch)
    permutation = wordorder.Permutation([1, 0])
    corpus = wordorder.reorderings.AlignedCorpus("links", source="hyp", target="ref")
    system = wordorder.reorderings.SystemFile("links", source="hyp", target="ref")
    resampling = wordorder.Resampling(resamples=2)
    (trees,) = wordorder.read_trees("trees", "conllu")
    tree = trees[0]
    everything = (wordorder.preordering.Entry(("*", "self")),)
    judged = wordorder.metaevaluation.read_judgements("comparisons")["comparisons"]
    (dataset,) = wordorder.metaevaluation.read_datasets(
        wordorder.metaevaluation.DatasetSource("comparisons"), scores="line scores"
    )
    texts = {"hypotheses": "hyp", "references": "ref"}
    rated, compared = judged_data(resampling)
    analysis = wordorder.analyze_reorderings(batch, resampling=resampling)
    analysis.save("result.json")
    return {
        "AlignedCorpus": {"links": "links"},
        "Alignment": {"links": [(0, 1)], "source_length": 2, "target_length": 2},
        "AlignmentBatch": {name: getattr(batch, name) for name in arrays},
        "ArrowColumn": {"data": pa.array(["0-0"])},
        "CorpusColumns": {"links": "links"},
        "CorpusPlan": {
            "columns": wordorder.corpus.CorpusColumns(links="links"),
            "outputs": ("kendall",),
        },
        "Comparison": {},
        "ContrastSet": {"name": "x", "references": ("a",), "better": ("a",), "worse": ("b",)},
        "DatasetSource": {
            "judgements": "two comparisons",
            "systems": {"A": ["b a c", "a b c"], "B": ["c b a", "a b"]},
            "reference": ["a b c", "a b c"],
            "lang": "en",
        },
        "Entry": {"labels": ("nsubj",)},
        "ExternalAligner": {"command": "true {source} {target}"},
        "ExternalParser": {"command": "true"},
        "Extraction": {},
        "FittedPreset": {"name": "x", "weights": {"chrf": 1.0}, "trained_on": "y", "digest": "z"},
        "Judgements": {"name": "de-en", "systems": ("A", "B"), "comparisons": judged.comparisons},
        "LinkReading": {},
        "Matcher": {},
        "MetricScores": {
            "metrics": ("m",),
            "systems": ("A",),
            "segment_scores": np.zeros((1, 1, 1)),
        },
        "OrderMetric": {},
        "Permutation": {"ranks": [1, 0]},
        "PermutationBatch": {"values": [1, 0], "offsets": [0, 2]},
        "PermutationForest": {"permutation": permutation},
        "PermutationTree": {"permutation": permutation},
        "Preset": {},
        "RearrangedSource": {"source": "hyp", "reference_links": ["links"]},
        "Resampling": {},
        "Rule": {"head": wordorder.preordering.WordTest(), "order": everything, "name": "all"},
        "RuleSet": {"name": "x", "rules": ()},
        "ScoreOptions": {"lang": "en", "resampling": resampling},
        "SpacyParser": {"model": "en_core_web_sm"},
        "SourceLinks": {"source": "hyp", "aligner": "ibm1"},
        "SystemFile": {"links": "links"},
        "WordTest": {},
        "align_texts": {"source": "hyp", "target": "ref"},
        "alignment_permutations": {"file": "links"},
        "analyze_preordering": {
            "parses": "trees",
            "links": "links",
            "rules": "none",
            "gold": "trees",
            "other": "trees",
        },
        "analyze_reorderings": {"corpora": corpus, "resampling": resampling},
        "analyze_retention": {
            "reference": corpus,
            "systems": {"A": system},
            "resampling": resampling,
        },
        "annotator_agreement": {"judgements": judged},
        "apply_rules": {"parses": "trees", "rules": "rules"},
        "batch": {"inputs": "links=links", "output": "out", "resampling": resampling},
        "build_testsets": {"corpus": corpus, "shortest": 1},
        "check_rules": {"rules": "rules", "parses": "trees"},
        "compare_metrics": {"correlations": compared},
        "compare_verdicts": {
            "judgements": rated.judgements,
            "scores": rated.scores,
            "resampling": resampling,
        },
        "convert_alignments": {"file": "links"},
        "count_wins": {"correlations": [compared], "statistic": "tau_wmt14"},
        "correlate": {"dataset": dataset, "resampling": resampling},
        "draw_alignments": {"file": "links"},
        "draw_reordering": {"tree": tree, "order": [1, 0, 2]},
        "draw_reorderings": {"parses": "trees", "rules": "none"},
        "draw_sheet": {"reference": corpus, "system": system, "count": 1},
        "evaluate_alignments": {"gold": "links", "systems": "links", "resampling": resampling},
        "evaluate_preordering": {
            "parses": "trees",
            "alignments": "links",
            "rules": RuleSet("none", ()),
            "resampling": resampling,
        },
        "explain": {"permutation": permutation},
        "extract_reorderings": {"alignments": batch},
        "judge_agreement": {"key": "hyp", "sheets": ["ref"]},
        "fit_preset": {"datasets": judged_texts(), "features": ["chrf"], "resampling": resampling},
        "learn_rules": {"parses": "two trees", "links": "two links"},
        "match_contexts": texts,
        "match_texts": texts,
        "load_preset": {"path": "preset.toml"},
        "load": {"path": "result.json"},
        "meta_evaluate": {"datasets": rated, "resampling": resampling},
        "mending_moves": {"permutation": permutation},
        "metric_names": {},
        "misplaced_by_class": {
            "result": wordorder.score(["a b c"], ["b a c"], lang="en", resampling=resampling),
            "classes": [["DET", "NOUN", "VERB"]],
        },
        "misplaced_words": {"permutation": permutation},
        "ordering_scores": {"values": [1, 0], "offsets": [0, 2]},
        "parse_texts": {"text": "ref", "parser": wordorder.syntax.ExternalParser("cat trees")},
        "permutation_scores": {"permutation": [1, 0]},
        "permutation_test": {"dataset": rated, "resampling": resampling},
        "permutation_text": {"file": "links"},
        "plot": {"result": analysis},
        "read_alignments": {"path": "links"},
        "read_contrasts": {"source": "contrasts"},
        "read_datasets": {
            "given": wordorder.metaevaluation.DatasetSource("comparisons"),
            "scores": "line scores",
        },
        "read_judgements": {"source": "comparisons", "pair": "de-en"},
        "read_permutations": {"path": "ranks"},
        "read_scores": {"source": "line scores"},
        "read_trees": {"path": "trees", "tree_format": "conllu"},
        "profile": {
            "folders": write_folder(Path("run"), Corpus(9)),
            "resampling": resampling,
        },
        "rank_metrics": {"correlations": [compared], "statistic": "tau_wmt14"},
        "rate_systems": {"judgements": rated.judgements, "resampling": resampling},
        "reorder": {"trees": trees, "rules": wordorder.preordering.rule_set("sov")},
        "reordering_sets": {"rquantity": [0.5], "reorderings": [1], "target_lengths": [25]},
        "retained_reorderings": {
            "reference": batch,
            "found": found,
            "translation": batch,
            "moved": found,
        },
        "rule_set": {"name_or_path": "rules"},
        "score": {
            "reference": ["a b c"],
            "systems": ["b a c"],
            "lang": "en",
            "resampling": resampling,
        },
        "score_permutations": {"source": "ranks"},
        "score_systems": {"reference": ["a b c"], "systems": ["b a c"], "lang": "en"},
        "select_parses": {
            "parses": ["trees", "trees"],
            "links": "links",
            "rules": "rules",
            "resampling": resampling,
        },
        "study_translations": {
            "reference": ["a b c"],
            "systems": ["b a c"],
            "options": wordorder.ScoreOptions("en", resampling=resampling),
        },
        "symmetrize_files": {"forward": "links", "reverse": "links"},
        "train_ibm1": {"source": "hyp", "target": "ref"},
        "tune_preset": {
            "given": wordorder.metaevaluation.DatasetSource(
                "two comparisons",
                {"A": ["b a c", "a b c"], "B": ["c b a", "a b"]},
                ["a b c", "a b c"],
                lang="en",
            ),
            "resampling": resampling,
        },
        "tune_weight": {
            "datasets": wordorder.metaevaluation.read_datasets(
                wordorder.metaevaluation.DatasetSource("two comparisons"), scores="scores of two"
            ),
            "first": "x",
            "second": "y",
            "resampling": resampling,
        },
        "with_min_agreement": {"judgements": judged, "min_agreement": 0.5},
        "write_alignments": {"batch": batch},
    }


# Made by our functions, not by users, or in need of an open file.
NOT_SWEPT = {
    "Correlations",
    "Ibm1Model",
    "Report",
    "report",  # takes any number of results; see tests/reporting/test_reporting.py
    "DependencyTree",
    "ConstituencyTree",
    "write_permutation_scores",
}


# Functions and options of rooms that are not at the top of the package.
IN_ROOMS = {
    "reorderings": (
        "AlignedCorpus Extraction SystemFile analyze_retention build_testsets draw_sheet "
        "extract_reorderings judge_agreement reordering_sets retained_reorderings"
    ),
    "text": "ArrowColumn",
    "scoring": "Comparison FittedPreset RearrangedSource load_preset misplaced_by_class",
    "metaevaluation": (
        "ContrastSet DatasetSource Judgements MetricScores annotator_agreement "
        "compare_metrics compare_verdicts correlate count_wins fit_preset "
        "permutation_test rank_metrics rate_systems read_contrasts read_datasets "
        "read_judgements read_scores score_systems tune_weight with_min_agreement"
    ),
    "corpus": "CorpusColumns CorpusPlan",
    "preordering": (
        "Entry Rule RuleSet WordTest analyze_preordering apply_rules check_rules "
        "draw_reordering draw_reorderings learn_rules reorder rule_set select_parses"
    ),
    "alignment": (
        "ExternalAligner convert_alignments draw_alignments evaluate_alignments "
        "match_contexts symmetrize_files train_ibm1 write_alignments"
    ),
    "syntax": "ExternalParser SpacyParser parse_texts",
    "permutation": "alignment_permutations permutation_text",
    "ordering": "mending_moves misplaced_words score_permutations",
    "reporting": "study_translations",
}


# What is wrong with some values shows where they are used.
USES: dict[str, Callable[..., object]] = {
    "DatasetSource": lambda **given: wordorder.metaevaluation.read_datasets(
        wordorder.metaevaluation.DatasetSource(**given)
    ),
    "ScoreOptions": lambda **given: score_with(
        wordorder.ScoreOptions(**given), ["a b c"], ["b a c"]
    ),
}


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    for name, text in FILES.items():
        Path(name).write_text(text)
    return tmp_path


def consumed(result: object) -> None:
    if isinstance(result, Iterator):
        for _ in result:
            pass


def swept() -> dict[str, Any]:
    """The public functions and options by name: all of the package's face, and those in rooms."""
    known = {}
    for name in wordorder.__all__:
        value = getattr(wordorder, name)
        is_result = isinstance(value, type) and issubclass(value, (Result, ReorderingBatch))
        if callable(value) and not is_result and not is_error(value) and name not in NOT_SWEPT:
            known[name] = value
    for room, names in IN_ROOMS.items():
        known |= {name: getattr(getattr(wordorder, room), name) for name in names.split()}
    return known


def is_error(value: object) -> bool:
    return isinstance(value, type) and issubclass(value, Exception)


@pytest.mark.usefixtures("folder")
def test_no_function_is_forgotten() -> None:
    assert sorted(good_arguments()) == sorted(swept())


@pytest.mark.parametrize(("name", "function"), swept().items(), ids=swept())
@pytest.mark.usefixtures("folder")
def test_only_our_errors_come_out(name: str, function: Callable[..., object]) -> None:
    called = USES.get(name, function)
    good = good_arguments()[name]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        if name != "judge_agreement":
            consumed(called(**good))
        failures = []
        for argument, parameter in inspect.signature(function).parameters.items():
            takes_array = "Array" in str(parameter.annotation)
            for kind, value in {**HOSTILE, **(ARRAYS if takes_array else {})}.items():
                try:
                    consumed(called(**{**good, argument: value}))
                except (WordorderError, TypeError):
                    pass
                except Exception as error:
                    failures.append(f"{argument}={kind}: {type(error).__name__}: {error}")
    assert failures == []
