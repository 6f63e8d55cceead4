"""What the program writes is what the published JSON Schemas promise."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from referencing import Registry, Resource

from cli.reordering_files import write_corpus
from messages import refused
from wordorder import InputError, Permutation, metric_names
from wordorder.alignment.matching.match_batch import STAGES
from wordorder.ordering.explanation import PermutationLine
from wordorder.output.codec import decode, document_schema, encode
from wordorder.permutation.tree import TreeDocument

FOLDER = Path(__file__).parents[2] / "docs" / "schemas"
SCHEMAS = {
    path.name: json.loads(path.read_text(encoding="utf-8"))
    for path in sorted(FOLDER.glob("*.schema.json"))
}
REGISTRY = Registry().with_resources(
    (schema.get("$id", name), Resource.from_contents(schema)) for name, schema in SCHEMAS.items()
)

LINES = Draft202012Validator(document_schema(PermutationLine, "permutation/1"))
TREES = Draft202012Validator(document_schema(TreeDocument, "tree/1"))


def validator(name: str) -> Draft202012Validator:
    return Draft202012Validator(SCHEMAS[name], registry=REGISTRY)


@pytest.fixture(scope="module")
def short_ones(permutations) -> list[Permutation]:
    few_trees = [permutation for permutation in permutations if len(permutation) < 15]
    return [*few_trees, Permutation.identity(40)]  # with more PETs than a double can count


@pytest.mark.parametrize("name", SCHEMAS)
def test_the_schema_is_a_schema(name) -> None:
    Draft202012Validator.check_schema(SCHEMAS[name])


@pytest.mark.parametrize("schema", [LINES.schema, TREES.schema], ids=["line", "tree"])
def test_the_schema_of_a_class_is_a_schema(schema) -> None:
    Draft202012Validator.check_schema(schema)


def test_the_schema_knows_every_metric() -> None:
    assert list(LINES.schema["properties"]) == ["n", *metric_names(), "tree", "explain"]


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
        LINES.validate(json.loads(line))


@pytest.mark.slow
def test_flattened_and_binary_trees_are_valid(short_ones) -> None:
    for tree in (permutation.tree() for permutation in short_ones if len(permutation)):
        for version in (tree, tree.pet("left"), tree.pet("right")):
            TREES.validate(version.to_dict())


@pytest.mark.parametrize(
    "change",
    [
        {"n": "4"},
        {"n": -1},
        {"n": 4.5},
        {"ulam": "0.5"},
        {"ulam": 1.5},
        {"ulam": -0.5},
        {"quality": 0.5},
        {"explain": {}},
        {"explain": {"operators": {"⟨2,1⟩": -1}}},
        {"explain": {"pets": 0}},
        {"tree": {"schema": "wordorder/tree/2"}},
        {"tree": {"nodes": [{}]}},
        {"tree": {"ranks": [-1]}},
        {"tree": {"colour": "red"}},
    ],
    ids=json.dumps,
)
def test_what_is_wrong_is_invalid(score, change) -> None:
    record = json.loads(score("2 4 1 3", "--format", "jsonl", "--tree", "--explain"))
    LINES.validate(record)
    [(key, value)] = change.items()
    if isinstance(value, dict) and value:  # changes one part of the tree or the explanation
        value = {**record[key], **value}
    assert not LINES.is_valid({**record, key: value})
    with refused(InputError):
        decode(PermutationLine, {**record, key: value})


def test_a_line_comes_back(score) -> None:
    for text in ("2 4 1 3", ""):
        record = json.loads(score(f"{text}\n", "--format", "jsonl", "--tree", "--explain"))
        assert encode(decode(PermutationLine, record)) == record


@pytest.mark.parametrize("missing", ["kind", "operator", "span", "values", "children"])
def test_every_part_of_a_node_is_required(missing) -> None:
    tree = Permutation([1, 0]).tree().to_dict()
    del tree["nodes"][0][missing]
    assert not TREES.is_valid(tree)


@pytest.mark.slow
def test_an_evaluation_of_alignments_is_valid(run, tmp_path) -> None:
    (tmp_path / "gold").write_text("0-0 1?1\n\n0-0\n")
    for predicted in ("0-0\n0-1\n\n", "\n\n\n"):
        (tmp_path / "ours").write_text(predicted)
        arguments = ["evaluate", tmp_path / "gold", tmp_path / "ours", "--format", "json"]
        schema = validator("align-evaluation.schema.json")
        for options in ([], ["--with-sentences"]):
            document = json.loads(run("align", *arguments, *options).out)
            schema.validate(document)
            assert ("sentences" in document) == bool(options)
        for wrong in ({"more": 1}, {"sentence_count": -1}, {"totals": []}, {"sentences": [{}]}):
            assert not schema.is_valid({**document, **wrong})


def test_checks_of_rules_are_valid(run, tmp_path) -> None:
    rules, parses = tmp_path / "rules.toml", tmp_path / "parses.conllu"
    rules.write_text('[[rule]]\norder = ["nsbj", "*", "self"]')
    parses.write_text("1\ta\t_\tX\t_\t_\t0\troot\t_\t_\n")
    schema = validator("preorder-check.schema.json")
    for options in ([], ["--parses", parses]):
        document = json.loads(run("preorder", "check", rules, *options, "--format", "json").out)
        schema.validate(document)
        assert document["warnings"]
    for wrong in ({"more": 1}, {"head_count": -1}, {"rules": [{}]}, {"warnings": [""]}):
        assert not schema.is_valid({**document, **wrong})


@pytest.mark.slow
@pytest.mark.parametrize("preset", ["pefscore", "complexity", "lrscore", "ribes", "meteor"])
@pytest.mark.parametrize(
    ("systems", "more"),
    [
        (["A"], []),
        (["A", "B", "none"], ["--with-sentences", "--by", "A"]),
        (["A", "B", "none"], ["--worst=1", "--chance"]),
    ],
    ids=["one", "all-with-sentences", "all-worst"],
)
def test_scores_of_systems_are_valid(run, tmp_path, monkeypatch, systems, preset, more) -> None:
    monkeypatch.chdir(tmp_path)
    texts = {"ref": "a b c d\n\ne f\n", "A": "d a b c\nx\n\n", "B": "a b c d\n\ne f\n"}
    for name, text in {**texts, "none": "\n\n\n"}.items():
        (tmp_path / name).write_text(text)
    options = ["--preset", preset, "--metrics", "all", "--resamples", 20, "--format", "json"]
    document = json.loads(run("score", "ref", *systems, *options, *more).out)
    schema = validator("score.schema.json")
    schema.validate(document)
    assert document["scores"]["axes"]["system"] == systems
    pairs = document["tests"]["axes"]["pair"] if document["tests"] is not None else []
    assert len(pairs) == len(systems) * (len(systems) - 1) / 2
    wrong = 0 if preset == "complexity" else 1  # swapped phrases are fine in pet_size
    assert len(document.get("sentences", ())) == {0: 0, 2: wrong, 3: 3}[len(more)]
    assert set(document["buckets"]) == {
        "length",
        "coverage",
        *(["label"] if "--by" in more else []),
    }
    for wrong in (
        {"more": 1},
        {"sentence_count": -1},
        {"sentences": 3},
        {"buckets": []},
        {"scores": {"axes": {"system": systems}}},
        {"leading": None},
    ):
        assert not schema.is_valid({**document, **wrong})
    del document["command"]  # which Python has not
    schema.validate(document)
    for part in ("scores", "undefined", "signature"):
        assert not schema.is_valid({name: one for name, one in document.items() if name != part})


def test_the_schema_knows_every_stage() -> None:
    text = json.dumps(SCHEMAS["score.schema.json"])
    assert f'{{"enum": {json.dumps(STAGES)}}}' in text


def test_by_way_of_the_source_there_are_no_links(run, tmp_path, monkeypatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name, text in {"ref": "a b\n", "A": "b a\n", "links": "0-0 1-1\n"}.items():
        (tmp_path / name).write_text(text)
    links = ["-s", "ref", "--ref-align", "links", "--hyp-align", "links"]
    options = ["--with-sentences", "--resamples", 20, "--format", "json"]
    document = json.loads(run("score", "ref", "A", *links, *options).out)
    validator("score.schema.json").validate(document)
    assert document["sentences"][0]["translations"][0]["links"] is None


def test_an_agreement_of_judges_is_valid(run, tmp_path) -> None:
    (tmp_path / "key").write_text("id\tline\tretained\nR001\t1\tyes\nR002\t2\tno\n")
    for cells in (("c\tc", "i\tna"), ("c\t", "\tc"), ("c\t", "c\t")):
        rows = "".join(f"R00{n}\t{cell}\n" for n, cell in enumerate(cells, start=1))
        (tmp_path / "sheet").write_text(f"id\tjudge_1\tjudge_2\n{rows}")
        arguments = ["agreement", tmp_path / "key", tmp_path / "sheet", "--format", "json"]
        text = run("reorderings", *arguments).out
        validator("reorderings-agreement.schema.json").validate(json.loads(text))


def reordered(run, folder, *arguments: object, warned: bool = False) -> dict[str, Any]:
    """Run a command on the small corpus; give the document it writes."""
    write_corpus(folder)
    wide = 40  # wider than any width that is counted alone
    inverted = " ".join(f"{n}-{wide - n}" for n in range(wide + 1))
    spread = "0-8 1-6 2-4 3-2 4-0 5-7 6-5 7-3 8-1"  # ⟨9,7,5,3,1,8,6,4,2⟩: nine children
    (folder / "wide").write_text(f"{inverted}\n{spread}\n")
    (folder / "none").write_text("\n")
    (folder / "one").write_text("0-1 1-0\n")
    options = ["--resamples", 20, "--format", "json"]
    outcome = run("reorderings", *arguments, *options)
    assert (outcome.code, outcome.err != "") == (0, warned)
    return json.loads(outcome.out)


@pytest.mark.parametrize(
    "arguments",
    [
        ["links"],
        ["links", "monotone", "--trees", "penn", "-t", "tgt"],
        ["links", "--trees", "trees.conllu", "--trees-over", "target"],
        ["links", "--anticipation", "0,7", "--sure-only", "--unalign-blocking"],
        ["wide", "none"],
        ["links", "--trees", "penn", "--by", "src"],
    ],
    ids=" ".join,
)
def test_an_analysis_of_reorderings_is_valid(run, tmp_path, monkeypatch, arguments) -> None:
    monkeypatch.chdir(tmp_path)
    document = reordered(run, tmp_path, "analyze", *arguments)
    schema = validator("reorderings-analysis.schema.json")
    schema.validate(document)
    for wrong in ({"more": 1}, {"corpora": []}, {"corpora": {"links": {}}}):
        assert not schema.is_valid({**document, **wrong})


@pytest.mark.parametrize("lengths", [[], ["--shortest", 1], ["--shortest", 4, "--longest", 4]])
@pytest.mark.parametrize("with_scores", [False, True])
def test_test_sets_are_valid(run, tmp_path, monkeypatch, lengths, with_scores) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "scores").write_text(
        "system\tline\tulam\nA\t1\t0.5\nA\t3\t\nA\t2\t\nA\t4\t\nA\t5\t\n"
    )
    scores = ["--scores", "scores", "--measure", "ulam"] if with_scores else []
    document = reordered(run, tmp_path, "testset", "links", *lengths, *scores, warned=not lengths)
    schema = validator("reorderings-testset.schema.json")
    schema.validate(document)
    assert bool(document["scores"]["axes"]["system"]) == with_scores
    for wrong in ({"more": 1}, {"sets": {"low": {}}}, {"sentence_count": -1}):
        assert not schema.is_valid({**document, **wrong})


@pytest.mark.parametrize(
    "arguments",
    [
        ["links", "monotone"],
        ["links", "monotone", "links", "--trees", "penn"],
        ["links", "monotone", "--trees", "penn", "--by", "src"],
        ["monotone", "links"],
        ["none", "one"],
        ["wide", "wide"],
    ],
    ids=" ".join,
)
def test_what_systems_retain_is_valid(run, tmp_path, monkeypatch, arguments) -> None:
    monkeypatch.chdir(tmp_path)
    document = reordered(run, tmp_path, "retained", *arguments)
    schema = validator("reorderings-retained.schema.json")
    schema.validate(document)
    for wrong in ({"more": 1}, {"fates": {}}, {"sentence_count": 0}):
        assert not schema.is_valid({**document, **wrong})


PARSES = """\
1\tWe\t_\tPRON\t_\t_\t2\tnsubj\t_\t_
2\teat\t_\tVERB\t_\t_\t0\troot\t_\t_
3\trice\t_\tNOUN\t_\t_\t2\tdep\t_\t_
4\tnow\t_\tADV\t_\t_\t2\tobl\t_\t_

1\tGo\t_\tVERB\t_\t_\t0\troot\t_\t_

"""


@pytest.mark.parametrize(
    "options",
    [[], ["--gold", "gold"], ["--other", "gold", "--words", "all"], ["--metric", "kendall"]],
    ids=" ".join,
)
def test_errors_of_preordering_are_valid(run, tmp_path, monkeypatch, options) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "parses").write_text(PARSES)
    (tmp_path / "gold").write_text(PARSES.replace("dep", "obj").replace("ADV", "NOUN"))
    (tmp_path / "links").write_text("0-0 1-3 2-2 3-1\n\n")
    files = ["parses", "--align", "links", "--rules", "head-final-before"]
    document = json.loads(run("preorder", "errors", *files, *options, "--format", "json").out)
    schema = validator("preorder-errors.schema.json")
    schema.validate(document)
    assert (document["confusions"] is not None) == ("--gold" in options)
    assert (document["undefined"], len(document["worst"])) == (1, 1)
    assert len(document["rules"]) == 1
    for wrong in ({"more": 1}, {"sentence_count": 0}, {"faults": [{}]}, {"worst": [{}]}):
        assert not schema.is_valid({**document, **wrong})
    for part in schema.schema["required"]:
        assert not schema.is_valid({key: document[key] for key in document if key != part})
