"""What a plan takes from the columns of an input, and what it refuses."""

from __future__ import annotations

import pickle
from typing import TYPE_CHECKING, Any

import pyarrow as pa
import pytest

import preorder_corpora
import wordorder as wo
from messages import refused
from wordorder.alignment import LinkReading
from wordorder.corpus import CorpusColumns, CorpusPlan, known_outputs
from wordorder.errors import InputError, UsageError
from wordorder.scoring import FittedPreset

if TYPE_CHECKING:
    from pathlib import Path

FLAT = wo.metric_names(flat=True)
LINKS = ("coverage", "rquantity", "reorderings", "width", "crossing", "non_itg", "blocked")
EARLY = tuple(f"anticipation@{k}" for k in (1, 3, 5))
LENGTHS = ("source_length", "target_length", "links")


def test_roles_take_the_columns_of_their_names() -> None:
    names = ["id", "links", "source", "hypothesis"]
    plan = CorpusPlan.of(names)
    assert plan.columns == CorpusColumns(links="links", source="source")
    assert plan.inputs == ("links", "source")
    assert plan.outputs == (*wo.metric_names(), *LINKS, *EARLY, *LENGTHS)


def test_given_columns_come_first_and_no_column_is_empty() -> None:
    names = ["links", "permutation", "source", "target", "ids"]
    assert CorpusPlan.of(names, permutation="ids").columns == CorpusColumns(permutation="ids")
    assert CorpusPlan.of(names, permutation="").columns.named().keys() == {
        *("links", "source", "target")
    }
    columns = CorpusPlan.of(names, links="ids", source="", target="links").columns
    assert columns == CorpusColumns(links="ids", target="links")


def test_scaled_anticipation_needs_both_lengths() -> None:
    both = CorpusPlan.of(["links", "source", "target"], metrics="reordering")
    assert [name for name in both.outputs if "scaled" in name] == [
        f"anticipation_scaled@{k}" for k in (1, 3, 5)
    ]
    lader = CorpusPlan.of(["links"], reading=LinkReading("lader"), metrics="anticipation_scaled@9")
    assert lader.ks == (1, 3, 5, 9)
    with refused(UsageError):
        CorpusPlan.of(["links", "source"], metrics="anticipation_scaled@9")


@pytest.mark.parametrize(
    ("metrics", "outputs"),
    [
        ("flat", FLAT),
        ("tree", tuple(name for name in wo.metric_names() if name not in FLAT)),
        ("ordering", wo.metric_names()),
        ("reordering", (*LINKS, *EARLY, *LENGTHS)),
        (["pef", "flat"], ("pef", *FLAT)),
        ("links, kendall,links", ("links", "kendall")),
        ("all", (*wo.metric_names(), *LINKS, *EARLY, *LENGTHS)),
    ],
)
def test_groups_of_outputs(metrics: Any, outputs: tuple[str, ...]) -> None:
    plan = CorpusPlan.of(["links"], metrics=metrics)
    assert plan.outputs == outputs
    assert tuple(output.name for output in plan.described) == outputs


@pytest.mark.parametrize(
    ("names", "options"),
    [
        ([], {}),
        (["reference"], {}),
        (["links", "permutation"], {}),
        (["links", "reference", "hypothesis"], {}),
        ([], {"links": "a", "permutation": "b"}),
        ([], {"links": "a", "aligner": __file__}),
        (["source"], {"aligner": __file__}),
        (["hypothesis"], {"hypothesis": "a"}),
        (["permutation"], {"source": "a"}),
        (["links"], {"tree": "a"}),
        (["links"], {"rules": preorder_corpora.RULES}),
        (["permutation"], {"rules": preorder_corpora.RULES}),
        (["links"], {"metric": "kendall"}),
        (["permutation"], {"reading": LinkReading(sure_only=True)}),
        (["links"], {"lang": "en"}),
        (["links"], {"preset": "ribes"}),
        (["links"], {"tokenize": "13a"}),
        (["links", "source"], {"tokenize": "14a"}),
        (["permutation"], {"reading": LinkReading(base=1)}),
        (["links"], {"reading": LinkReading("giza")}),
        (["links"], {"reading": "giza"}),
        (["links"], {"links": 3}),
        (["links"], {"metrics": ""}),
        (["links"], {"metrics": 3}),
        (["source", "target"], {"aligner": 3}),
        (["links"], {"metrics": "kendal"}),
        (["links"], {"metrics": "pefscore"}),
        (["permutation"], {"metrics": "rquantity"}),
        (["permutation"], {"metrics": "reordering"}),
        (["links"], {"metrics": "preordering"}),
        (["links"], {"metrics": "anticipation@x"}),
        (["reference", "hypothesis"], {"lang": "xx"}),
        (["reference", "hypothesis"], {"preset": "x"}),
    ],
)
def test_what_does_not_go_together(names: list[str], options: Any) -> None:
    with refused(UsageError) as raised:
        CorpusPlan.of(names, **options)
    assert "\n" not in str(raised.value)


def test_an_aligner_that_cannot_be_read(tmp_path: Path) -> None:
    with refused(InputError):
        CorpusPlan.of(["source", "target"], aligner=tmp_path / "none")


def test_texts_have_presets_and_their_parts() -> None:
    names = ["reference", "hypothesis"]
    assert CorpusPlan.of(names).outputs[-2:] == ("pefscore", "coverage")
    assert CorpusPlan.of(names, preset="ribes").outputs[-2:] == ("ribes", "coverage")
    plan = CorpusPlan.of(names, metrics="pefscore:kendall,bleu4,breaks_per_100", lang="en")
    assert [output.scale for output in plan.described] == ["unit", "unit", "log"]
    assert "lang:en" in plan.signature


def test_fitted_presets_have_the_scale_of_their_weights() -> None:
    def scale(**weights: float) -> str:
        fitted = FittedPreset("mine", weights, "my data", "0")
        plan = CorpusPlan.of(["reference", "hypothesis"], preset=fitted, metrics="mine")
        assert pickle.loads(pickle.dumps(plan)) == plan
        return plan.described[0].scale

    assert CorpusPlan.of(["reference", "hypothesis"], preset="fitted").outputs[-2] == "fitted"
    assert scale(chrf=0.5, ulam=0.5) == "unit"
    assert scale(chrf=5, ulam=0.5) == scale(coverage_hyp=0.1) == "log"
    with refused(UsageError):
        scale(chrf=1, breaks_per_100=-0.1)


def test_plans_pickle_and_have_a_signature() -> None:
    plans = [
        CorpusPlan.of(["links", "source"], metrics="kendall,rquantity"),
        CorpusPlan.of(["links"], metrics="kendall", links="a|b+c=d"),
        CorpusPlan.of(["links"], metrics="kendall", reading=LinkReading(base=1, sure_only=True)),
        CorpusPlan.of(["links", "tree"], rules=preorder_corpora.RULES),
        CorpusPlan.of(["permutation"], metrics="kendall"),
        CorpusPlan.of(["reference", "hypothesis"], lang="en", preset="lrscore"),
        CorpusPlan.of(["links", "source"], tokenize="13a"),
    ]
    assert len({plan.signature for plan in plans}) == len(plans)
    for plan in plans:
        again = pickle.loads(pickle.dumps(plan))
        assert again == plan
        assert again.signature == plan.signature
        assert again.described == plan.described
        assert all(":" in part for part in plan.signature.split("|"))


def test_the_signature_changes_with_the_aligner(tmp_path: Path) -> None:
    file, found = tmp_path / "model", []
    for text in ("one", "two"):
        file.write_text(text)
        found.append(CorpusPlan.of(["source", "target"], aligner=file).signature)
    assert found[0] != found[1]


@pytest.mark.parametrize(
    "columns",
    [
        {"a": pa.string()},
        {},
        {str(n): pa.string() for n in range(30)},
        {"links": pa.int64()},
        {"links": pa.binary()},
        {"links": pa.list_(pa.int64())},
        {"links": pa.dictionary(pa.int8(), pa.int8())},
        {"links": pa.list_(pa.struct({"a": pa.int8(), "b": pa.int8()}))},
        {"links": pa.list_(pa.struct({"source": pa.int8()}))},
        {"links": pa.string(), "source": pa.list_(pa.string())},
    ],
)
def test_columns_that_are_missing_or_of_another_type(columns: Any) -> None:
    plan = CorpusPlan.of(["links", *(["source"] if "source" in columns else [])])
    with refused(InputError) as raised:
        plan.check(pa.schema(columns), "x.parquet")
    assert "\n" not in str(raised.value)


def test_two_columns_of_one_name() -> None:
    schema = pa.schema([("links", pa.string()), ("links", pa.string())])
    with refused(InputError):
        CorpusPlan.of(["links"]).check(schema, "x")


def test_links_of_lader_are_text() -> None:
    kind = pa.list_(pa.struct({"source": pa.int32(), "target": pa.int32()}))
    plan = CorpusPlan.of(["links"], reading=LinkReading("lader"))
    plan.check(pa.schema({"links": pa.string()}), "x")
    with refused(InputError):
        plan.check(pa.schema({"links": kind}), "x")
    batch = pa.record_batch({"links": ["3-4 ||| 0-1 1-0", "0-0"]})
    result = plan(batch)
    assert result["source_length"].to_pylist() == [3, None]


def test_known_outputs_are_described() -> None:
    every = known_outputs("links", with_rules=True) | known_outputs("permutation")
    assert every["rquantity"].scale == "log"
    assert every["crossing"].scale == "unit"
    assert [name for name, output in every.items() if output.whole] == [
        *("reorderings", "non_itg", "source_length", "target_length", "links")
    ]
    assert all(output.meaning and "\n" not in output.meaning for output in every.values())
