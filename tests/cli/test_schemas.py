"""What the program writes is what the published JSON Schemas promise."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator
from referencing import Registry, Resource

from wordorder import Permutation, metric_names
from wordorder.scoring import LEXICAL, PRESETS

FOLDER = Path(__file__).parents[2] / "docs" / "schemas"
SCHEMAS = {
    path.name: json.loads(path.read_text(encoding="utf-8"))
    for path in sorted(FOLDER.glob("*.schema.json"))
}
REGISTRY = Registry().with_resources(
    (name, Resource.from_contents(schema)) for name, schema in SCHEMAS.items()
)


def validator(name: str) -> Draft202012Validator:
    return Draft202012Validator(SCHEMAS[name], registry=REGISTRY)


@pytest.fixture(scope="module")
def short_ones(permutations) -> list[Permutation]:
    few_trees = [permutation for permutation in permutations if len(permutation) < 15]
    return [*few_trees, Permutation.identity(40)]  # with more PETs than a double can count


@pytest.mark.parametrize("name", SCHEMAS)
def test_the_schema_is_a_schema(name) -> None:
    Draft202012Validator.check_schema(SCHEMAS[name])


def test_the_schema_knows_every_metric() -> None:
    properties = SCHEMAS["permutation.schema.json"]["properties"]
    assert set(properties) == {"n", *metric_names(), "tree", "explain"}


@pytest.mark.parametrize(
    "options",
    [[], ["--tree"], ["--explain"], ["--tree", "--explain"], ["--metrics", "pef"]],
    ids=" ".join,
)
def test_every_line_of_jsonl_is_valid(score, short_ones, options) -> None:
    text = "".join(f"{permutation}\n" for permutation in short_ones)
    lines = score(text, "--format", "jsonl", *options).splitlines()
    assert {0, 1, 2} <= {json.loads(line)["n"] for line in lines}
    for line in lines:
        validator("permutation.schema.json").validate(json.loads(line))


def test_flattened_and_binary_trees_are_valid(short_ones) -> None:
    for tree in (permutation.tree() for permutation in short_ones if len(permutation)):
        for version in (tree, tree.pet("left"), tree.pet("right")):
            validator("tree.schema.json").validate(version.to_dict())


@pytest.mark.parametrize(
    "change",
    [
        {"n": "4"},
        {"n": -1},
        {"n": 4.5},
        {"n": 0},
        {"ulam": "0.5"},
        {"ulam": 1.5},
        {"ulam": -0.5},
        {"ulam": None},
        {"quality": 0.5},
        {"tree": None},
        {"explain": {}},
        {"explain": {"operators": {"2,1": 1}}},
        {"tree": {"schema": "wordorder/tree/2"}},
        {"tree": {"nodes": []}},
        {"tree": {"colour": "red"}},
    ],
    ids=json.dumps,
)
def test_what_is_wrong_is_invalid(score, change) -> None:
    record = json.loads(score("2 4 1 3", "--format", "jsonl", "--tree", "--explain"))
    validator("permutation.schema.json").validate(record)
    [(key, value)] = change.items()
    if isinstance(value, dict) and value:  # changes one part of the tree or the explanation
        value = {**record[key], **value}
    assert not validator("permutation.schema.json").is_valid({**record, key: value})


@pytest.mark.parametrize("missing", ["kind", "operator", "span", "values", "children"])
def test_every_part_of_a_node_is_required(missing) -> None:
    tree = Permutation([1, 0]).tree().to_dict()
    del tree["nodes"][0][missing]
    assert not validator("tree.schema.json").is_valid(tree)


def test_an_evaluation_of_alignments_is_valid(run, tmp_path) -> None:
    (tmp_path / "gold").write_text("0-0 1?1\n\n0-0\n")
    for predicted in ("0-0\n0-1\n\n", "\n\n\n"):
        (tmp_path / "ours").write_text(predicted)
        arguments = ["evaluate", tmp_path / "gold", tmp_path / "ours", "--format", "json"]
        text = run("align", *arguments).out
        validator("align-evaluation.schema.json").validate(json.loads(text))


@pytest.mark.parametrize("preset", ["pefscore", "complexity", "lrscore", "ribes"])
@pytest.mark.parametrize("systems", [["A"], ["A", "B", "none"]], ids=len)
def test_scores_of_systems_are_valid(run, tmp_path, monkeypatch, systems, preset) -> None:
    monkeypatch.chdir(tmp_path)
    texts = {"ref": "a b c d\n\ne f\n", "A": "d a b c\nx\n\n", "B": "a b c d\n\ne f\n"}
    for name, text in {**texts, "none": "\n\n\n"}.items():
        (tmp_path / name).write_text(text)
    options = ["--preset", preset, "--metrics", "all", "--resamples", 20, "--format", "json"]
    document = json.loads(run("score", "ref", *systems, *options).out)
    schema = validator("score.schema.json")
    schema.validate(document)
    assert [system["name"] for system in document["systems"]] == systems
    assert len(document["pairs"]) == len(systems) * (len(systems) - 1) / 2
    for wrong in ({"more": 1}, {"sentences": 0}, {"systems": []}, {"measures": ["coverage"]}):
        assert not schema.is_valid({**document, **wrong})
    for part in ("scores", "undefined", "name"):
        document["systems"][0].pop(part)
        assert not schema.is_valid(document)


def test_the_schema_knows_every_measure() -> None:
    parts = SCHEMAS["score.schema.json"]["$defs"]
    names = parts["measure"]["enum"]
    assert set(names) == {*PRESETS, *metric_names(), *LEXICAL, "coverage"}
    assert list(parts["scores"]["properties"]) == names
    assert list(parts["differences"]["properties"]) == names
