"""Profiles of corpora: figures from the definition, what is compared, and what is refused."""

from __future__ import annotations

import json
import pickle
import random
import shutil
import warnings
from itertools import combinations
from math import isnan
from typing import TYPE_CHECKING

import numpy as np
import pytest

from document_checks import check_damage, check_document, shown
from evaluated_rows import OUTPUTS, SIGNATURE, Corpus, corpus, write_folder
from messages import refused, warned
from oracles.corpus_differences import mean, p_value
from oracles.histograms import quantile
from oracles.statistics import holm as holm_of
from wordorder import CorpusProfile, Resampling, profile
from wordorder.corpus.outputs import Output
from wordorder.errors import InputError, UsageError
from wordorder.output import dumps, render
from wordorder.output.codec import encode
from wordorder.reorderings import ReorderingAnalyzer, extract_reorderings

if TYPE_CHECKING:
    from pathlib import Path

FEW = Resampling(40, 7)
COUNT = 120


@pytest.fixture(scope="module")
def folders(tmp_path_factory) -> dict[str, Path]:
    """Three corpora that reorder more and more."""
    base = tmp_path_factory.mktemp("runs")
    return {
        name: write_folder(base / name, corpus(COUNT + 10 * seed, seed, blocks))
        for seed, (name, blocks) in enumerate({"fr": 1, "de": 2, "ja": 5}.items())
    }


@pytest.fixture(scope="module")
def profiled(folders) -> CorpusProfile:
    return profile(folders, resampling=FEW)


def values(rows: Corpus, output: str) -> list[float]:
    """The values of the rows that a summary has, in order; NaN where undefined."""
    return rows.columns[output][rows.usable].tolist()


def test_means_and_quantiles(profiled) -> None:
    for seed, (name, blocks) in enumerate({"fr": 1, "de": 2, "ja": 5}.items()):
        rows = corpus(COUNT + 10 * seed, seed, blocks)
        for output in OUTPUTS:
            found = profiled.corpora[name]
            defined = [one for one in values(rows, output.name) if not isnan(one)]
            assert found.outputs.figure("count", output=output.name) == len(defined)
            value, low, high = found.outputs.estimate(output=output.name)
            assert value == pytest.approx(mean(defined), rel=1e-14)
            assert low <= value <= high
            for percent in (0, 1, 50, 99, 100):
                wanted = quantile(defined, f"{percent}/100")
                seen = found.quantiles.figure(output=output.name, percent=percent)
                assert seen == pytest.approx(wanted, rel=1 / 256, abs=2**-14)


def test_reorderings_are_those_of_an_analysis(profiled) -> None:
    rows = corpus(COUNT, 0, 1)
    links = rows.links.chosen(rows.usable)
    analyzer = ReorderingAnalyzer(most=1 << 12)
    analyzer.add(links, extract_reorderings(links))
    wanted, found = analyzer.result(FEW), profiled.corpora["fr"].reorderings
    assert (found.measures, found.widths) == (wanted.measures, wanted.widths)


def test_differences_are_those_of_independent_resamples(profiled) -> None:
    rows = {
        name: corpus(COUNT + 10 * seed, seed, blocks)
        for seed, (name, blocks) in enumerate({"fr": 1, "de": 2, "ja": 5}.items())
    }
    found = profiled.differences["mean"]
    for output in ("kendall", "rquantity", "source_length"):
        p_values = []
        for (i, first), (j, second) in combinations(enumerate(rows), 2):
            one, other = values(rows[first], output), values(rows[second], output)
            place = {"pair": (first, second), "measure": output}
            assert found.figure(**place) == pytest.approx(mean(other) - mean(one), abs=1e-12)
            wanted = p_value(one, other, FEW.resamples, FEW.seed, (i, j))
            assert found.figure("p", **place) == pytest.approx(wanted)
            p_values.append(wanted)
        assert found.axes["pair"] == tuple(combinations(rows, 2))
        assert found.at("p_holm", measure=output) == pytest.approx(holm_of(p_values))


def test_a_corpus_has_the_same_intervals_whatever_stands_beside_it(folders, profiled) -> None:
    alone = profile(folders["ja"], resampling=FEW).corpus
    assert encode(alone) == encode(profiled.corpora["ja"])
    assert alone.reorderings == profiled.corpora["ja"].reorderings


def test_any_division_into_fragments_gives_the_same(tmp_path) -> None:
    rows = corpus(COUNT)
    documents = []
    for fragments in (1, 4):
        folder = write_folder(tmp_path / str(fragments) / "run", rows, fragments=fragments)
        document = profile(folder, resampling=FEW).to_dict()
        del document["corpora"]["run"]["fragments"]
        documents.append(dumps(document))
    assert documents[0] == documents[1]


def test_corpora_with_other_outputs_are_compared_in_what_they_share(folders, tmp_path) -> None:
    other = write_folder(tmp_path / "fewer", corpus(COUNT), outputs=OUTPUTS[1:], with_links=False)
    found = profile([folders["fr"], other], resampling=FEW)
    assert found.records("differences").columns["measure"] == ["rquantity", "source_length"]
    table, *_ = found.tables()
    assert "not in all corpora, so compared only where they are: kendall" in str(table.note)
    assert found.corpora["fewer"].reorderings is None
    for view in found.views():
        assert found.tables(view)
        assert found.records(view).types


def test_without_links_there_are_no_reorderings(tmp_path) -> None:
    found = profile(write_folder(tmp_path / "x", corpus(COUNT), with_links=False), resampling=FEW)
    assert len(found.tables()) == 1
    for view in ("distances", "shapes", "anticipation"):
        assert "no corpus has links" in str(found.tables(view)[0].note)
        assert not len(found.records(view))


def test_chosen_metrics_come_in_their_order(folders) -> None:
    found = profile(folders["fr"], metrics=["source_length", "kendall"], resampling=FEW)
    assert found.corpus.names == ("source_length", "kendall")
    with refused(UsageError):
        profile(folders["fr"], metrics=["kendal"])


@pytest.mark.slow
def test_holm_draws_enough_and_shows_corrected_values(folders) -> None:
    found = profile(folders, resampling=FEW, holm=True)
    assert "test:bootstrap+holm|resamples:300|" in found.signature
    table = found.tables("differences")[0]
    assert "corrected for the number of pairs" in str(table.note)
    assert table.rows[0][2] == found.differences["mean"]["p_holm"][0, 0]


@pytest.mark.slow
def test_the_signature_has_the_settings_if_all_runs_share_them(folders, tmp_path) -> None:
    assert f"|{SIGNATURE}|test:bootstrap|" in profile(folders, resampling=FEW).signature
    other = shutil.copytree(folders["fr"], tmp_path / "other")
    (other / "_batch.json").write_text('{"signature": "order:texts"}')
    assert "|plans:different|" in profile([folders["fr"], other], resampling=FEW).signature
    (other / "_batch.json").write_text("no JSON")
    assert profile(other, resampling=FEW).corpus.signature == ""


@pytest.mark.slow
def test_a_profile_comes_back(profiled, folders) -> None:
    for result in (profiled, profile(folders["ja"], resampling=FEW)):
        check_document(result)
        check_damage(result, random.Random(1), times=200)
        again = pickle.loads(pickle.dumps(result))
        assert dumps(again.to_dict()) == dumps(result.to_dict())
        assert shown(again) == shown(result)


def without_percents(document: dict) -> None:
    quantiles = document["corpora"]["de"]["quantiles"]
    quantiles["axes"]["percent"].pop()
    for row in quantiles["columns"]["value"]:
        row.pop()


@pytest.mark.parametrize(
    "damage",
    [
        lambda document: document["corpora"].clear(),
        lambda document: document["corpora"].pop("fr"),
        lambda document: document["differences"].update(x=document["differences"]["mean"]),
        lambda document: document["corpora"]["de"]["meanings"].pop("kendall"),
        without_percents,
    ],
)
def test_parts_that_contradict_each_other_are_refused(profiled, damage) -> None:
    document = json.loads(dumps(profiled.to_dict()))
    damage(document)
    with refused(InputError):
        CorpusProfile.from_dict(document)


# What is odd


def test_means_that_leave_out_pairs_are_named(tmp_path) -> None:
    with warnings.catch_warnings(action="ignore"):
        rows = Corpus(9)
        found = profile([write_folder(tmp_path / "small", rows, fragments=1)], resampling=FEW)
    note = found.tables("measures")[0].note
    partly = [
        output.name
        for output in OUTPUTS
        if 0 < sum(not isnan(one) for one in values(rows, output.name)) < sum(rows.usable)
    ]
    assert partly
    assert note.splitlines()[-1].startswith("undefined in some pairs, which the mean leaves out: ")
    assert partly[0] in note


@pytest.mark.parametrize("count", [0, 1, 7])
def test_small_corpora_have_figures_where_they_can(count, tmp_path, folders) -> None:
    small = write_folder(tmp_path / "small", Corpus(count), fragments=1)
    with warned():
        found = profile([small, folders["fr"]], resampling=FEW)
    assert found.corpora["small"].counts.read == count
    for grid in found.differences.values():
        assert np.isnan(grid["p"]).all()
        assert np.isnan(grid["p_holm"]).all()
    for view in found.views():
        assert all(render(table, "plain") for table in found.tables(view))
    check_document(found)


def test_outputs_that_are_never_defined(tmp_path, folders) -> None:
    rows = Corpus(COUNT)
    rows.columns["kendall"][:] = np.nan
    found = profile([write_folder(tmp_path / "odd", rows), folders["fr"]], resampling=FEW)
    odd = found.corpora["odd"]
    assert odd.outputs.figure("count", output="kendall") == 0
    assert isnan(odd.outputs.figure(output="kendall"))
    assert np.isnan(odd.quantiles.at(output="kendall")).all()
    differences = found.differences["mean"]
    assert isnan(differences.figure("p", pair=("odd", "fr"), measure="kendall"))
    assert found.to_dict()["differences"]["mean"]["columns"]["p"][0][0] is None


def test_missing_fragments_are_told(folders, tmp_path) -> None:
    half = shutil.copytree(folders["fr"], tmp_path / "half")
    (half / "_summaries" / "train.parquet-67f65784-00002.npz").unlink()
    with warned():
        found = profile(half, resampling=FEW)
    assert found.corpus.missing == 1
    assert "; 1 fragment missing" in str(found.tables()[0].note)


def test_other_files_in_the_folder_do_not_matter(folders, tmp_path) -> None:
    other = shutil.copytree(folders["fr"], tmp_path / "fr")
    (other / "_summaries" / ".wordorder-temporary.npz").write_bytes(b"half")
    (other / "_summaries" / "notes.txt").write_text("x")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert profile(other, resampling=FEW).corpus.fragments == 3


def test_summaries_of_other_runs_are_refused(folders, tmp_path) -> None:
    mixed = shutil.copytree(folders["fr"], tmp_path / "mixed")
    other = write_folder(tmp_path / "other", corpus(5), outputs=OUTPUTS[:1], fragments=1)
    name = "train.parquet-67f65784-00000.npz"
    shutil.copy(other / "_summaries" / name, mixed / "_summaries" / name)
    with refused(InputError):
        profile(mixed)


def test_the_same_rows_twice_are_refused(folders, tmp_path) -> None:
    twice = shutil.copytree(folders["fr"], tmp_path / "twice")
    name = "train.parquet-67f65784-00000.npz"
    shutil.copy(twice / "_summaries" / name, twice / "_summaries" / name.replace("0.", "3."))
    with refused(InputError):
        profile(twice)


def test_damaged_summaries_are_named(folders, tmp_path) -> None:
    damaged = shutil.copytree(folders["fr"], tmp_path / "damaged")
    file = damaged / "_summaries" / "train.parquet-67f65784-00002.npz"
    file.write_bytes(file.read_bytes()[:500])
    with refused(InputError):
        profile(damaged)


def test_what_is_not_an_output_folder_is_refused(tmp_path) -> None:
    (tmp_path / "empty").mkdir()
    (tmp_path / "file").write_text("x")
    started = tmp_path / "started"
    started.mkdir()
    (started / "_batch.json").write_text("{}")
    for name in ("none", "empty", "started", "file"):
        with refused(InputError):
            profile(tmp_path / name)


def test_a_folder_twice_needs_names(folders) -> None:
    with refused(UsageError):
        profile([folders["fr"], folders["fr"]])
    found = profile({"a": folders["fr"], "b": folders["fr"]}, resampling=FEW)
    for grid in found.differences.values():
        assert set(grid["difference"].flat) == {0.0}
        assert set(grid["p"].flat) == {1.0}


@pytest.mark.parametrize("given", [[], {}, [3], {"a": None}])
def test_other_arguments_are_refused(given) -> None:
    with refused(UsageError):
        profile(given)


def test_urls(folders) -> None:
    fsspec = pytest.importorskip("fsspec")
    memory = fsspec.filesystem("memory")
    memory.put(str(folders["fr"]), "/runs/fr", recursive=True)
    found = profile("memory://runs/fr", resampling=FEW)
    assert encode(found.corpus) == encode(profile(folders["fr"], resampling=FEW).corpus)


def test_names_of_outputs_and_corpora_may_be_any_text(tmp_path) -> None:
    odd = Output("kendall", "", "unit")
    folder = write_folder(tmp_path / "x\ty", corpus(40), outputs=[odd])
    found = profile({"=1+1\n": folder}, resampling=FEW)
    assert "\n" not in repr(found)
