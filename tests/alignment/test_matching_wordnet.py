"""WordNet's synonyms: known pairs, the table in the package, and the tool that makes it.

One oracle reads the table and looks up by the definition; the other reads WordNet's own files and
leaves nothing out.
"""

from __future__ import annotations

import gzip
import importlib.util
import itertools
import os
import random
import re
import subprocess
import sys
from collections import defaultdict
from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import pytest

from messages import refused
from oracles.wordnet import SUFFIXES, WordNetTable, read_wordnet_table
from wordorder import _kernels
from wordorder.alignment.matching import synonyms as synonyms_module
from wordorder.alignment.matching.synonyms import WORDNET_VERSION, synsets, wordnet_table
from wordorder.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

PARTS = ("noun", "verb", "adj", "adv")
DATA = Path(synonyms_module.__file__).with_name("data")
DEBIAN = Path("/usr/share/wordnet")
TOOL = Path(__file__).parents[2] / "tools/make_wordnet_table.py"
needs_debian = pytest.mark.skipif(
    not (DEBIAN / "index.noun").exists(), reason="Debian's wordnet-base is not installed"
)


@pytest.fixture(scope="module")
def table() -> WordNetTable:
    return read_wordnet_table(unpacked_table())


def unpacked_table() -> bytes:
    return gzip.decompress((DATA / "wordnet.gz").read_bytes())


def synonyms(one: str, other: str) -> bool:
    return not set(synsets(one)).isdisjoint(synsets(other))


# --- Known pairs. What METEOR 1.5 says was asked of its jar, a sentence of one word a side:
# java -cp meteor-1.5.jar Matcher one other -l en -m synonym -t maxcov


METEOR_FINDS_TOO = """
    big/large car/automobile cars/automobiles cars/automobile walked/walk walked/walks
    geese/goose men/man chairmen/president wolves/wolf leaves/leave leaves/leaf leaves/foliage
    better/good better/well better/improve best/good best/better bigger/larger biggest/large
    went/go went/travelled began/started said/stated says/state is/was are/is am/was been/is
    boxes/box quizzes/quiz churches/church bushes/bush bosses/boss ladies/dame carries/carry
    goes/go bakes/bake baked/bake baking/bake stopped/stop nicer/nice nicest/nice happier/happy
    saw/see saw/proverb saws/adage spectacles/glasses attorneys/lawyers comics/strip paid/salary
    0/zero 1/one 2/two 100/hundred us/america u.s./usa might/may
"""
METEOR_FINDS_NEITHER = "dog/animal dog/canine geese/ducks walk/stroll cared/automobile as/a"
# The suffixes of one part of speech lead to words of another, and synsets of different parts of
# speech have the same number.
METEOR_ALONE_FINDS = """
    beer/is former/worked larged/big bigs/large news/new others/other
    entity/breathe able/breathe lowest/get
"""
# It asks the suffixes of verbs only where those of nouns lead nowhere: does, a doe.
METEOR_MISSES = "being/is does/do lives/live doing/make paying/pay"
# What WordNet lacks, so that METEOR was not asked.
OTHER_FORMS = "sooner/soon sooner/soonest could/can would/will should/shall an/a these/this him/he"
OTHER_WORDS = "could/may would/should a/the he/she us/we"


@pytest.mark.parametrize("pair", f"{METEOR_FINDS_TOO} {METEOR_MISSES} {OTHER_FORMS}".split())
def test_synonyms(pair: str) -> None:
    one, other = pair.split("/")
    assert synonyms(one, other)
    assert synonyms(other, one)


@pytest.mark.parametrize(
    "pair", f"{METEOR_FINDS_NEITHER} {METEOR_ALONE_FINDS} {OTHER_WORDS}".split()
)
def test_no_synonyms(pair: str) -> None:
    assert not synonyms(*pair.split("/"))


OTHER_LANGUAGES = ["gans", "straße", "дом", "家"]
MARKS = ["!", "...", "'", "-", "_", "123456789", "3.14159"]
ENDINGS = ["ing", "ches", "shes", "qwertz", "qwertzs", "s" * 100_000, "ing" * 10_000]
NO_WORDS = ["", " ", "\n", "\x00", "\ud800", "a b", "big large", "noun irregular", "Big", "BIG"]


@pytest.mark.parametrize("word", [*OTHER_LANGUAGES, *MARKS, *ENDINGS, *NO_WORDS], ids=ascii)
def test_an_unknown_word_has_no_synsets(word: str) -> None:
    assert synsets(word) == ()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("form", "bases"),
    [
        ("walked", ["walk"]),  # also the noun: neither "walk" tells its part of speech
        ("geese", ["goose"]),
        ("leaves", ["leaf", "leave"]),
        ("planed", ["plane"]),  # the first suffix that fits, so not "plan"
        ("best", ["best", "good", "well"]),
        ("axes", ["ax", "axis"]),
        ("glass", ["glass"]),
        ("as", ["as"]),
        ("camper", ["camper"]),  # an irregular form of itself: not more "camp"
        ("boxesful", []),
    ],
)
def test_a_form_has_the_synsets_of_all_its_bases_and_no_others(
    form: str, bases: list[str], table: WordNetTable
) -> None:
    assert set(synsets(form)) >= {number for base in bases for number in synsets(base)}
    own = {number for part in table.numbers.values() for number in part.get(form, ())}
    assert set(synsets(form)) == own.union(*(synsets(base) for base in bases))


# --- The table in the package


def test_the_table_is_sound(table: WordNetTable) -> None:
    rows = [row for numbers in table.numbers.values() for row in numbers.values()]
    numbers = set(itertools.chain.from_iterable(rows))
    assert numbers == set(range(table.synset_count)) == set(range(wordnet_table().synset_count))
    assert all(row == sorted(set(row)) for row in rows)
    for part, bases_of in table.irregular.items():
        assert set(itertools.chain.from_iterable(bases_of.values())) <= set(table.numbers[part])
    forms = itertools.chain.from_iterable(table.irregular.values())
    assert set().union(*table.numbers.values(), forms) == set(table.words)


@pytest.mark.slow
def test_the_kernel_answers_as_the_oracle_for_words_forms_and_any_text(table: WordNetTable) -> None:
    rng = random.Random(7)
    endings = {ending for rules in SUFFIXES.values() for ending in rules.replace("-", " ").split()}
    inflected = [
        word[: len(word) - rng.randrange(3)] + ending
        for word in rng.sample(table.words, 5_000)
        for ending in sorted(endings)
    ]
    letters = "aeioubdgmnrstxyzchs'.-_ é\x00"
    noise = ["".join(rng.choices(letters, k=rng.randrange(9))) for _ in range(20_000)]
    words = [*table.words, *inflected, *noise, *map("s".__add__, noise), *map(str.upper, noise)]
    found = wordnet_table().synsets(words)
    expected = [table.synsets_of(word) for word in words]
    assert found.offsets.tolist() == [0, *itertools.accumulate(map(len, expected))]
    assert found.values.tolist() == list(itertools.chain.from_iterable(expected))


def test_the_synsets_of_a_word_are_sorted_and_unique() -> None:
    for word in ("better", "leaves", "run", "runs", "set", "saw", "broken"):
        assert list(synsets(word)) == sorted(set(synsets(word)))
        assert all(type(number) is int for number in synsets(word))


@pytest.mark.slow
def test_the_content_of_the_table_is_as_the_tool_says(table: WordNetTable) -> None:
    assert table.title == f"WordNet {WORDNET_VERSION}"
    assert table.words == sorted(set(table.words))
    assert all(re.fullmatch(r"[a-z0-9'./_-]+", word) for word in table.words)
    for part, lines in table.synsets.items():
        assert lines == sorted(lines) or part == "other"
        assert len(set(map(tuple, lines))) == len(lines)
        assert all(line == sorted(set(line)) for line in lines)
    assert not table.irregular["other"]
    others = set(itertools.chain.from_iterable(table.synsets["other"]))
    assert {"could", "n't", "sooner"} <= others


def test_a_damaged_file_gives_one_clear_error(tmp_path: Path) -> None:
    packed = (DATA / "wordnet.gz").read_bytes()
    path = tmp_path / "wordnet.gz"
    damaged = [b"", packed[:1000], packed[:5000] + b"x" + packed[5001:], b"x" + packed]
    for content in [None, *damaged, gzip.compress(b"WordNet 3.0\n\nnoun\nauto car\n")]:
        if content is not None:
            path.write_bytes(content)
        with refused(InputError) as caught:
            wordnet_table(path)
        assert "\n" not in str(caught.value)


def test_a_damaged_table_is_refused_or_answers() -> None:
    rng = random.Random(5)
    tool = _tool()
    synsets_of = {"noun": [("auto", "car"), ("geese",), ("goose",)], "verb": [("care",)]}
    irregular = {"noun": {"geese": ["goose"]}, "verb": {"cared": ["car"]}}
    table = tool.packed_table("9.9", synsets_of | {"adj": [], "adv": []}, irregular)
    assert _kernels.WordNet(table).synset_count == 4 + len(tool.OTHER_FORMS)
    for end in range(len(table)):
        with refused(InputError):
            _kernels.WordNet(table[:end])
    for _ in range(3_000):
        hostile = bytearray(table)
        hostile[rng.randrange(len(table))] = rng.randrange(256)
        try:
            kernel = _kernels.WordNet(bytes(hostile))
        except InputError:
            continue
        found = kernel.synsets(["auto", "cars", "geese", "cared", "", "sooner"]).values
        assert all(0 <= number < kernel.synset_count for number in found)


def test_the_table_is_small_and_has_its_licence_beside_it() -> None:
    assert {path.name for path in DATA.iterdir()} == {
        "wordnet.gz",
        "LICENSE.wordnet",
        "confidence-en.toml",
        "links-en.toml",
    }
    assert sum(path.stat().st_size for path in DATA.iterdir()) < 500_000
    licence = (DATA / "LICENSE.wordnet").read_text(encoding="ascii")
    assert licence.startswith("This software and database is being provided to you")
    assert f"WordNet {WORDNET_VERSION} Copyright 2006 by Princeton University." in licence
    assert licence.endswith("agrees to preserve same.\n")


# --- The oracle that reads WordNet's own files


class Files(NamedTuple):
    """What stands in WordNet's files, by part of speech."""

    synsets: dict[str, dict[str, list[str]]]
    irregular: dict[str, dict[str, list[str]]]


def all_synsets(files: Files, word: str) -> set[tuple[str, str]]:
    lemmas = {word}.union(*(bases(files, part, word) for part in PARTS))
    return {
        (part, synset)
        for part in PARTS
        for lemma in lemmas
        for synset in files.synsets[part].get(lemma, [])
    }


def bases(files: Files, part: str, word: str) -> list[str]:
    candidates = files.irregular[part].get(word)
    if candidates is not None:
        return [base for base in candidates if base in files.synsets[part]]
    rules = [rule.split("-") for rule in SUFFIXES[part].split()]
    candidates = [word[: -len(old)] + new for old, new in rules if word.endswith(old)]
    if len(word) <= 2 or word.endswith("ss"):
        return []
    return [base for base in candidates if base in files.synsets[part]][:1]


def neighbours(
    words: Iterable[str], of: Iterable[str], look_up: Callable[[str], Iterable[object]]
) -> dict[str, set[str]]:
    found = {word: list(look_up(word)) for word in words}
    members = defaultdict(set)
    for word, numbers in found.items():
        for number in numbers:
            members[number].add(word)
    return {word: set().union(*(members[number] for number in found[word])) for word in of}


def read_files(folder: Path) -> Files:
    synsets_of = {
        part: {
            line.split()[0]: re.findall(r"\b\d{8}\b", line)
            for line in (folder / f"index.{part}").read_text().splitlines()
            if not line.startswith(" ")
        }
        for part in PARTS
    }
    irregular: dict[str, dict[str, list[str]]] = {part: defaultdict(list) for part in PARTS}
    for part in PARTS:
        for line in (folder / f"{part}.exc").read_text().splitlines():
            form, *form_bases = line.split()
            irregular[part][form].extend(form_bases)
    return Files(synsets_of, irregular)


def write_files(files: Files, folder: Path) -> None:
    licence = "  1 WordNet 9.9 Copyright by nobody.  \n  2   \n  3 The end.  \n"
    (folder / "data.noun").write_text(f"{licence}00000001 03 n 01 entity 0 000 | it  \n")
    for part in PARTS:
        index = "".join(
            f"{word} {part[0]} {len(ids)} 1 @ {len(ids)} 0 {' '.join(ids)}  \n"
            for word, ids in files.synsets[part].items()
        )
        (folder / f"index.{part}").write_text(licence + index)
        exceptions = "".join(f"{form} {' '.join(b)}\n" for form, b in files.irregular[part].items())
        (folder / f"{part}.exc").write_text(exceptions)


# --- The tool


def _made_up(rng: random.Random) -> Files:
    stems = ["go", "box", "mix", "pass", "able", "big_box", "go_on"]
    endings = ["", "e", "s", "es", "ed", "ing", "er", "est", "y", "ies", "men", "man"]
    words = [stem + ending for stem in stems for ending in endings]
    synsets_of: dict[str, dict[str, list[str]]] = {part: {} for part in PARTS}
    irregular: dict[str, dict[str, list[str]]] = {part: {} for part in PARTS}
    for part in PARTS:
        for word in sorted(rng.sample(words, 25)):
            ids = rng.sample(range(10_000_000, 10_000_030), rng.randint(1, 3))
            synsets_of[part][word] = [str(number) for number in ids]
        for form in sorted(rng.sample(words, 12)):
            irregular[part][form] = rng.sample(words, rng.randint(1, 2))
    return Files(synsets_of, irregular)


@cache
def _tool() -> object:
    spec = importlib.util.spec_from_file_location("make_wordnet_table", TOOL)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def synsets_of_wordnet(kernel: _kernels.WordNet, word: str) -> list[int]:
    """Without those that the tool has added."""
    others = len(_tool().OTHER_FORMS)
    numbers = kernel.synsets([word]).values.tolist()
    return [number for number in numbers if number < kernel.synset_count - others]


def test_what_the_tool_leaves_out_changes_no_answer(tmp_path: Path) -> None:
    tool = _tool()
    for seed in range(8):
        files = _made_up(random.Random(seed))
        write_files(files, tmp_path)
        look_up = partial(synsets_of_wordnet, _kernels.WordNet(tool.table(tmp_path, "9.9")))
        words = {
            word + ending
            for part in PARTS
            for word in [*files.synsets[part], *files.irregular[part]]
            for ending in ("", "s", "ed", "ing")
            if "_" not in word
        }
        expected = neighbours(words, words, lambda word, files=files: all_synsets(files, word))
        assert neighbours(words, words, look_up) == expected


def run_tool(wordnet_folder: Path, output: Path, hash_seed: int = 0) -> bytes:
    subprocess.run(
        [sys.executable, TOOL, "--wordnet", wordnet_folder, "--output", output],
        check=True,
        env={**os.environ, "PYTHONHASHSEED": str(hash_seed)},
        stdout=subprocess.DEVNULL,
    )
    return (output / "wordnet.gz").read_bytes()


@pytest.mark.slow
def test_the_tool_writes_the_table_and_the_licence(tmp_path: Path) -> None:
    write_files(_made_up(random.Random(1)), tmp_path)
    table = read_wordnet_table(gzip.decompress(run_tool(tmp_path, tmp_path / "new")))
    assert table.title == "WordNet 9.9"
    licence = (tmp_path / "new/LICENSE.wordnet").read_text(encoding="ascii")
    assert licence == "WordNet 9.9 Copyright by nobody.\n\nThe end.\n"


@pytest.mark.slow
@needs_debian
def test_the_tool_gives_the_table_of_the_package_and_always_the_same_bytes(tmp_path: Path) -> None:
    first, second = (run_tool(DEBIAN, tmp_path / str(seed), seed) for seed in (1, 2))
    assert first == second
    # Not the bytes of the file, which another zlib may pack in another way.
    assert gzip.decompress(first) == unpacked_table()
    licence = (tmp_path / "1/LICENSE.wordnet").read_bytes()
    assert licence == (DATA / "LICENSE.wordnet").read_bytes()


@pytest.mark.slow
@needs_debian
def test_the_table_answers_as_the_whole_of_wordnet_does() -> None:
    files = read_files(DEBIAN)
    lemmas = {word for part in PARTS for word in files.synsets[part] if "_" not in word}
    forms = {form for part in PARTS for form in files.irregular[part] if "_" not in form}
    rng = random.Random(13)
    inflected = {
        word + ending
        for word in rng.sample(sorted(lemmas), 10_000)
        for ending in ("s", "es", "ed", "ing", "er", "est")
    }
    words = lemmas | forms | inflected
    asked = [*forms, *rng.sample(sorted(words), 20_000)]
    expected = neighbours(words, asked, lambda word: all_synsets(files, word))
    look_up = partial(synsets_of_wordnet, wordnet_table())
    assert neighbours(words, asked, look_up) == expected
