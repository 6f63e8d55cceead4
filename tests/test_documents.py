"""All results, options and summaries of the package come back as they were, and damage is named."""

from __future__ import annotations

import importlib
import json
from dataclasses import is_dataclass, replace
from functools import cache
from pathlib import Path
from pkgutil import iter_modules
from random import Random
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given, strategies as st

import wordorder as wo
from document_checks import check_damage, check_damaged_file, check_document
from evaluated_rows import OUTPUTS, Corpus, summary_of
from messages import refused
from result_examples import EXAMPLES
from rule_strategies import rule_sets
from wordorder.alignment import ExternalAligner
from wordorder.corpus.folder import BatchSettings
from wordorder.corpus.input_columns import ROLES, CorpusColumns
from wordorder.corpus.summary import Summary, SummaryFile
from wordorder.corpus.where import Filter
from wordorder.errors import InputError
from wordorder.ordering import metric_names
from wordorder.output import Result, dumps
from wordorder.output.codec import decode, encode
from wordorder.preordering import RuleSet
from wordorder.reporting.loading import result_classes
from wordorder.scoring.features import FEATURES
from wordorder.scoring.plan import TESTS
from wordorder.scoring.presets import LEXICAL
from wordorder.syntax.parsing import ExternalParser
from wordorder.syntax.spacy_parser import SpacyParser

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

SCHEMAS = Path(__file__).resolve().parents[1] / "docs" / "schemas"
DAMAGED, CUT_OFF = 72, 8
"""How many documents of each result are damaged, and how many files."""

kinds = pytest.mark.parametrize("kind", result_classes(), ids=lambda kind: kind.__name__)
pytestmark = pytest.mark.filterwarnings("ignore::wordorder.errors.WordorderWarning")


# Results


@cache
def example(kind: type[Result]) -> Result:
    with TemporaryDirectory() as folder:
        made = EXAMPLES[kind.__name__](Path(folder))
    assert type(made) is kind
    return made


def test_every_result_has_an_example() -> None:
    assert [kind.__name__ for kind in result_classes()] == list(EXAMPLES)
    assert len(EXAMPLES) * (DAMAGED + CUT_OFF) > 1000


RANKED = {
    "AgreementResult": {"items", "pairs"},
    "AlignmentEvaluation": {"measures", "sentences"},
    "CorpusProfile": {"shapes"},
    "FittedWeights": {"agreement", "weights"},
    "LearnedRules": {"path", "rules"},
    "MetaEvaluation": {"average", "label", "length", "metrics", "pairs", "ratings", "significance"}
    | {"systems"},
    "MisplacedClasses": {"classes"},
    "ParseSelection": {"ranks"},
    "PermutationScores": {"cards", "scores"},
    "PreorderingErrors": {"confusions", "differences", "labels", "rules", "tags", "words", "worst"},
    "PreorderingEvaluation": {"sentences"},
    "ReorderingAnalysis": {"label", "operator", "pattern"},
    "ReorderingTestSets": {"scores", "sentences"},
    "RetentionResult": {"label"},
    "RuleCheck": {"entries", "rules", "warnings"},
    "ScoreResult": {"diff", "misplaced", "pairs", "segments", "worst"},
    "TunedWeight": {"curve", "folds", "grid", "pairs", "ranges"},
}


@kinds
def test_only_views_that_rank_take_top(kind: type[Result]) -> None:
    """Otherwise a page says that rows were cut off where none were."""
    ranked = {name for name, view in kind.views().items() if view.ranks}
    assert ranked == RANKED[kind.__name__]


@pytest.mark.slow
@kinds
def test_every_result_comes_back_from_its_document(kind: type[Result]) -> None:
    check_document(example(kind))


@kinds
def test_every_schema_is_in_the_docs(kind: type[Result]) -> None:
    file = SCHEMAS / f"{kind.SCHEMA.partition('/')[0]}.schema.json"
    assert file.read_text(encoding="utf-8") == json.dumps(kind.json_schema(), indent=2) + "\n"


@pytest.mark.slow
@kinds
def test_damage_is_named_everywhere(kind: type[Result]) -> None:
    rng = Random(kind.__name__)
    assert check_damage(example(kind), rng, DAMAGED) == DAMAGED
    assert check_damaged_file(example(kind), rng, CUT_OFF) == CUT_OFF


CONTRADICTIONS: dict[str, tuple[str, Callable[[Any], object]]] = {
    "a parser twice": (
        "PreorderingEvaluation",
        lambda result: replace(result, parsers=result.parsers * 2),
    ),
    "another parser": (
        "PreorderingEvaluation",
        lambda result: replace(result, parsers=(replace(result.parsers[0], name="other"),)),
    ),
    "pairs without tests": ("PreorderingEvaluation", lambda result: replace(result, tests=None)),
    "a doubt about nobody": (
        "ScoreResult",
        lambda result: replace(result, doubts=(replace(result.doubts[0], systems=("nobody",)),)),
    ),
    "fewer than no sentences": (
        "ScoreResult",
        lambda result: replace(
            result,
            undefined=replace(
                result.undefined, columns={"sentences": -1 - result.undefined["sentences"]}
            ),
        ),
    ),
    "metrics without comparisons": (
        "MetaEvaluation",
        lambda result: replace(result.sets[0], comparisons=None),
    ),
    "falling lines": (
        "ReorderingTestSets",
        lambda result: replace(result.sets["low"], lines=result.sets["low"].lines[::-1]),
    ),
}


@pytest.mark.parametrize("name", CONTRADICTIONS)
def test_parts_that_contradict_each_other_are_refused(name: str) -> None:
    kind, change = CONTRADICTIONS[name]
    (result_class,) = (other for other in result_classes() if other.__name__ == kind)
    with refused(ValueError):
        change(example(result_class))


# Options

texts = st.text(max_size=9)
shares = st.floats(0, 1)
finite = st.floats(allow_nan=False, allow_infinity=False)
branchings = st.sampled_from(["right", "left"])
features = st.sampled_from(FEATURES)
columns = st.builds(CorpusColumns, **{role: st.none() | texts for role in ROLES})
PARTS = {
    "ordering": st.none() | st.sampled_from(metric_names()),
    "lexical": st.none() | st.sampled_from(LEXICAL),
    "alpha": st.none() | shares,
    "lowercase": st.booleans(),
}
BETAS = {"beta": shares, "gamma": shares}
CONDITIONS = ["kendall > 0.5", "0.2 < kendall < 0.8 or not `a b` == 1"]


@st.composite
def fitted_presets(draw: st.DrawFn) -> wo.scoring.FittedPreset:
    weights = draw(st.dictionaries(features, finite, min_size=1, max_size=4))
    undefined = {name: draw(finite) for name in weights if draw(st.booleans())}
    line = st.text("abc ,-", max_size=9)
    lang = draw(st.sampled_from([None, "en", "ja"]))
    return wo.scoring.FittedPreset(
        "mine", weights, draw(line), draw(line), undefined, draw(finite), lang
    )


OPTIONS: dict[type, st.SearchStrategy[Any]] = {
    wo.Resampling: st.builds(
        wo.Resampling,
        st.integers(1, 100_000),
        st.integers(0, 2**32 - 1),
        st.floats(0, 1, exclude_min=True, exclude_max=True),
    ),
    wo.LinkReading: st.builds(
        wo.LinkReading,
        st.sampled_from(["pharaoh", "naacl", "talbot", "giza", "moses", "lader"]),
        st.integers(0, 1),
        st.booleans(),
        st.booleans(),
    ),
    wo.reorderings.Extraction: st.builds(wo.reorderings.Extraction, branchings, branchings),
    wo.scoring.Comparison: st.builds(wo.scoring.Comparison, st.sampled_from(TESTS), st.booleans()),
    wo.Preset: st.builds(wo.Preset, st.sampled_from(["pefscore", "complexity"]), **PARTS, **BETAS)
    | st.builds(wo.Preset, st.just("lrscore"), lexical=st.sampled_from(["bleu1", "bleu4"]), **BETAS)
    | st.builds(wo.Preset, st.sampled_from(["frs", "ribes", "meteor"])),
    wo.scoring.FittedPreset: fitted_presets(),
    RuleSet: rule_sets(),
    ExternalAligner: st.builds(
        ExternalAligner, st.sampled_from(["a {source} {target}", "'ä b' {target} {source}"]), texts
    ),
    ExternalParser: st.builds(
        ExternalParser, st.sampled_from(["udpipe --parse", "'my parser'"]), st.booleans()
    ),
    SpacyParser: st.builds(SpacyParser, st.text(min_size=1, max_size=9), st.booleans()),
    CorpusColumns: columns,
    Filter: st.builds(Filter, st.sampled_from(CONDITIONS)),
    BatchSettings: st.builds(
        BatchSettings,
        fragments=st.integers(0, 99),
        signature=texts,
        columns=columns,
        outputs=st.lists(texts, max_size=3).map(tuple),
        keep=st.lists(texts, max_size=3).map(tuple),
        where=st.none() | texts,
        format=st.sampled_from(["parquet", "text"]),
    ),
}
LIVE = {
    "AlignedCorpus": "its inputs may be streams and batches",
    "CorpusPlan": "a plan made of the options above, whose model is a file",
    "MetricScores": "data, which tables hold",
    "ProfiledCorpus": "a part of a result",
    "RearrangedSource": "its inputs may be streams",
    "Records": "data, which tables hold",
    "SourceLinks": "its inputs may be streams, and its aligner a trained model",
    "Table": "a view of a result, not an option",
    "Tokenizer": "it holds a function",
}
"""Values with a signature that are not written, and why."""


def frozen_with_signature() -> Iterator[type]:
    """The public frozen dataclasses with a signature, except results."""
    rooms = [one.name for one in iter_modules(wo.__path__, "wordorder.") if one.ispkg]
    for module in (wo, *map(importlib.import_module, rooms)):
        for name in getattr(module, "__all__", ()):
            found = getattr(module, name)
            if not isinstance(found, type) or not is_dataclass(found):
                continue
            frozen = found.__dataclass_params__.frozen  # type: ignore[attr-defined]
            if frozen and hasattr(found, "signature") and not issubclass(found, Result):
                yield found


def test_every_option_is_known() -> None:
    others = {found.__name__ for found in frozen_with_signature() if found not in OPTIONS}
    assert others == set(LIVE)


@pytest.mark.parametrize("kind", OPTIONS, ids=lambda kind: kind.__name__)
@given(data=st.data())
def test_every_option_comes_back(kind: type, data: st.DataObject) -> None:
    option = data.draw(OPTIONS[kind])
    again = decode(kind, json.loads(dumps(encode(option))))
    assert again == option
    assert type(again) is kind
    assert encode(again) == encode(option)


# Summaries of corpora

corpora = st.builds(Corpus, st.integers(0, 20), st.integers(0, 99))
sizes = st.dictionaries(texts, st.integers(0, 2**40), max_size=3)


@pytest.mark.slow
@given(corpora, st.booleans(), texts, sizes, st.data())
def test_a_summary_comes_back_as_the_same_bytes(
    rows: Corpus, with_links: bool, fingerprint: str, files: dict[str, int], data: st.DataObject
) -> None:
    content = SummaryFile(summary_of(rows, with_links=with_links), fingerprint, files).to_bytes()
    again = SummaryFile.from_bytes(content)
    assert (again.fingerprint, again.sizes) == (fingerprint, files)
    assert again.to_bytes() == content
    # The same rows in two parts are the same counts.
    cut = data.draw(st.integers(0, len(rows)))
    whole, rest = (Summary.of(OUTPUTS, with_links=with_links) for _ in range(2))
    rows.add_to(whole, cut)
    rows.add_to(rest, 0, cut)
    whole.merge(rest)
    assert SummaryFile(whole, fingerprint, files).to_bytes() == content


@pytest.mark.slow
def test_damaged_summaries_are_refused() -> None:
    rng = Random(1)
    content = SummaryFile(summary_of(Corpus(12)), "version:1", {"a.parquet": 9}).to_bytes()
    for number in range(300):
        damaged = bytearray(content)
        if number % 3 == 0:
            del damaged[rng.randrange(len(damaged)) :]
        elif number % 3 == 1:
            start = rng.randrange(len(damaged))
            del damaged[start : start + rng.randint(1, 50)]
        else:
            for place in rng.sample(range(len(damaged)), len(damaged) // 20):
                damaged[place] ^= rng.randint(1, 255)
        with pytest.raises(InputError) as caught:
            SummaryFile.from_bytes(bytes(damaged))
        assert "\n" not in str(caught.value)
