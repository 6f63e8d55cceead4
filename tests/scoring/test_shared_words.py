"""Two systems compared on the words both have: by definition, and what must never change it."""

from __future__ import annotations

import random
from dataclasses import astuple, replace
from itertools import product
from math import cos, fsum, sin, sqrt
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from hypothesis import example, given, strategies as st

import wordorder as wo
from accumulator_checks import bits
from document_checks import there_and_back
from grid_figures import with_columns
from messages import refused
from wordorder import Matcher, Resampling, SourceLinks, _kernels
from wordorder.alignment.matching.match_batch import STAGES
from wordorder.alignment.matching.matcher import NumberedTexts
from wordorder.alignment.matching.weights import ConfidenceModel
from wordorder.cli.demo import SAMPLE, SYSTEMS as SAMPLE_SYSTEMS
from wordorder.errors import UsageError
from wordorder.scoring import TESTS, Comparison, RearrangedSource, ScoreOptions
from wordorder.scoring.measures import ORDER_ERRORS
from wordorder.scoring.plan import ScorePlan
from wordorder.scoring.shared_words import Portions, compare_on_shared_words
from wordorder.scoring.texts import read_texts

from ..oracles import metrics as metric_oracle, shared_words as oracle
from ..oracles.vectors import LENGTH, Word

if TYPE_CHECKING:
    from collections.abc import Sequence

    from wordorder.arrays import Floats
    from wordorder.scoring import SharedOrder

pytestmark = pytest.mark.filterwarnings("ignore::wordorder.errors.WordorderWarning")

METRICS = metric_oracle.METRICS
SYSTEMS = tuple(SAMPLE_SYSTEMS)
FIGURES = ("first", "second", "difference", "low", "high", "p")
WMT12 = Path(__file__).resolve().parents[2].parent / "shared" / "data" / "wmt12"

# Stems, synonyms, words that are several things at once, words by paraphrase only, and nonsense.
TEXT = "big large house houses home the , quickly fast dog dogs at once now qwx zzv"
NONSENSE = ("qwx", "zzv", "xkcd", "bbq")
PARAPHRASES = "0.5\nat once\nnow\n0.5\nthe dog\nit\n0.5\nhouse\nfast\n"

SENTENCES = st.lists(st.sampled_from(TEXT.split()), max_size=12).map(" ".join)


def vector_file() -> str:
    """Two groups of words, with cosines of 0.5 and 0.2 inside, and nonsense like nonsense only.

    All words of a group are equally similar: which one is nearest must not matter here, as shared
    words may match any, a system's own words only the nearest. The cosine of a frequent word is
    multiplied by 0.8, so its vector has more of what the group has in common.
    """
    model = ConfidenceModel.of("en")
    assert model is not None
    words = TEXT.split()[:-2]
    lines = []
    for place, word in enumerate(words):
        group = place % 2
        common = (0.5, 0.2)[group] / (0.8**2 if word in model.frequent else 1)
        vector = np.zeros(len(words) + 3)
        vector[group], vector[3 + place] = sqrt(common), sqrt(1 - common)
        lines.append((word, vector))
    lines += [(word, np.eye(len(words) + 3)[2]) for word in NONSENSE]
    return "".join(f"{word} {' '.join(map(str, vector))}\n" for word, vector in lines)


@pytest.fixture(scope="module")
def cases(tmp_path_factory) -> list[tuple[Matcher, Matcher, Matcher]]:
    """Matchers: plain, with phrases, and with vectors, too.

    Each has one for the rests, where a little similarity is enough, and one for words only.
    """
    folder = tmp_path_factory.mktemp("tables")
    (folder / "paraphrases").write_text(PARAPHRASES)
    (folder / "vectors").write_text(vector_file())
    options: list[dict[str, Any]] = [
        {},
        {"weights": {"synonym": 0.5}},
        {"weights": {"vectors": 0.7}, "vectors": folder / "vectors"},
    ]
    loose = [{}, {}, {"min_similarity": 0.01}]
    tables = [{}, *[{"paraphrases": folder / "paraphrases"}] * 2]
    return [
        (
            Matcher("en", **one, **table),
            Matcher("en", **one, **table, **less),
            Matcher("en", **one, **less),
        )
        for one, table, less in zip(options, tables, loose, strict=True)
    ]


def statistics(
    systems: Sequence[Sequence[str]], references: Sequence[Sequence[str]], matcher: Matcher
) -> Floats:
    """w·δ of each metric, Δbreaks, Δmisplaced and w of each sentence, for the first two systems."""
    return statistics_of(matcher.numbered([*systems, *references]), len(systems))


def statistics_of(texts: NumberedTexts, systems: int) -> Floats:
    sums = np.zeros(2 * (len(METRICS) + 2))
    options = (METRICS, 0.6, 0.0, 1)
    rows = list(texts.rows)
    found = _kernels.shared_words(
        rows[:systems], rows[systems:], np.array([0, 1]), sums, texts.knowledge, *options
    )
    return found.statistics.reshape(-1, len(METRICS) + 3)


def test_words_of_a_group_are_equally_similar(cases) -> None:
    _, _, words_only = cases[-1]
    groups = TEXT.split()[:-2:2], TEXT.split()[1:-2:2]
    for group, cosine in zip(groups, (0.5, 0.2), strict=True):
        found = words_only.match(*zip(*product(group, repeat=2), strict=True))
        similarity = {
            value
            for value, stage in zip(found.similarity, found.stages, strict=True)
            if STAGES[stage] == "vectors"
        }
        assert list(similarity) == [pytest.approx(cosine, abs=1e-3)]


@pytest.mark.slow
def test_every_pair_of_short_translations() -> None:
    texts = [" ".join(words) for n in range(4) for words in product("abx", repeat=n)]
    first, second = zip(*product(texts, repeat=2), strict=True)
    matcher = Matcher()
    for reference in ("a b a", "b a"):
        found = statistics([first, second], [[reference] * len(first)], matcher)
        expected = [
            oracle.compare(a, b, [reference], matcher, matcher).differences(METRICS)
            for a, b in zip(first, second, strict=True)
        ]
        np.testing.assert_allclose(found, expected, rtol=0, atol=1e-12)


@pytest.mark.slow
@given(a=SENTENCES, b=SENTENCES, references=st.lists(SENTENCES, min_size=1, max_size=3))
@example(a="big large", b="large big", references=["houses house the"])
def test_the_definition(cases, a, b, references) -> None:
    for matcher, of_rests, words_only in cases:
        found = statistics([[a], [b]], [[line] for line in references], matcher)
        expected = oracle.compare(a, b, references, of_rests, words_only).differences(METRICS)
        np.testing.assert_allclose(found[0], expected, rtol=0, atol=1e-12)


NUMBERED = st.lists(st.integers(0, 4), max_size=4)
VECTORS = st.floats(0, 6.3).map(
    lambda angle: (round(LENGTH * cos(angle)), round(LENGTH * sin(angle)))
)


def similar_statistics(
    sentences: Sequence[Sequence[int]], words: Sequence[Word], least: float
) -> Floats:
    """As above for two translations and a reference, by the same words and by vectors only."""
    vectors = _kernels.VectorRows(
        np.arange(len(words), dtype=np.int32),
        np.array([word.vector for word in words], np.int16),
        np.array([word.only_in_references for word in words], np.uint8),
        _kernels.Ragged(np.zeros(0, np.int32), np.zeros(len(words) + 1, np.int64)),
        1.0,  # what a system's own words need
        least,
    )
    same, similar = oracle.WEIGHTS
    knowledge = _kernels.WordKnowledge(
        len(words), None, None, None, [same, 0, 0, similar, 0], vectors
    )
    rows = [
        _kernels.Ragged(np.array(one, np.int32), np.array([0, len(one)], np.int64))
        for one in sentences
    ]
    return statistics_of(NumberedTexts(tuple(rows), knowledge), 2)[0]


@given(
    systems=NUMBERED.flatmap(lambda a: st.tuples(st.just(a), st.permutations(a) | NUMBERED)),
    reference=NUMBERED,
    words=st.lists(st.builds(Word, VECTORS, st.booleans()), min_size=5, max_size=5),
    least=st.sampled_from([1e-9, 0.1, 0.7]),
)
def test_any_similar_word_is_as_good_as_the_most_similar(systems, reference, words, least) -> None:
    found = similar_statistics([*systems, reference], words, least)
    expected = oracle.compare_similar(*systems, reference, words, least)
    assert any(np.allclose(found, one.differences(METRICS), 0, 1e-12) for one in expected)


def test_the_less_similar_word_is_taken_if_it_keeps_the_order() -> None:
    big, large, houses, house, the = range(5)
    one, other = (LENGTH, 0, 0), (0, LENGTH, 0)
    words = [Word(vector) for vector in (one, other, (0, 6000, 5577), one, (0, 3000, 7623))]
    found = similar_statistics([[big, large], [large, big], [houses, house, the]], words, 0.01)
    # The first has “house the”, the second “houses house”.
    assert found.tolist() == [0] * (len(METRICS) + 2) + [1]


@pytest.mark.slow
def test_sums_over_sentences_and_both_values() -> None:
    systems, reference = sample_texts()
    a, b = (systems[name][:20] for name in SYSTEMS[:2])
    reference = reference[:20]
    found = wo.score(reference, {"A": a, "B": b}, lang="en", metrics="fuzzy,kendall")
    matcher = Matcher("en")
    tokenised = ([*wo.text.tokenizer("13a").lines(text)] for text in (a, b, reference))
    sides = [
        oracle.compare(*row[:2], row[2:], matcher, matcher) for row in zip(*tokenised, strict=True)
    ]
    sides = [one for one in sides if one.weight > 0]
    weight = sum(one.weight for one in sides)
    for name in ("fuzzy", "kendall", "pef"):
        one = found.comparison("A", "B").shared[name]
        for value, side in ((one.first, 0), (one.second, 1)):
            scores = (s.weight * metric_oracle.score(name, s[side]) for s in sides)
            assert value == pytest.approx(fsum(scores) / weight, abs=1e-12)
        assert one.difference == pytest.approx(one.second - one.first, abs=1e-12)
    for name, count in zip(
        ("breaks_per_100", "misplaced_per_100"), (oracle.breaks, oracle.misplaced), strict=True
    ):
        one = found.comparison("A", "B").shared[name]
        assert one.first == pytest.approx(100 * sum(count(s.first) for s in sides) / weight)
        assert one.second == pytest.approx(100 * sum(count(s.second) for s in sides) / weight)
        assert one.difference == pytest.approx(one.second - one.first, abs=1e-12)
    assert found.shared is not None
    assert found.shared.words["weight"].tolist() == [weight]
    assert found.shared.words["sentences"].tolist() == [len(sides)]
    words = sum(len(line.split()) for line in wo.text.tokenizer("13a").lines(reference))
    assert found.shared.words["share"].tolist() == [weight / words]


@given(
    a=SENTENCES,
    b=SENTENCES,
    reference=SENTENCES,
    noise=st.lists(st.tuples(st.integers(0, 12), st.sampled_from(NONSENSE)), max_size=6),
)
def test_words_that_match_nothing_change_nothing(cases, a, b, reference, noise) -> None:
    reference = " ".join(word for word in reference.split() if word not in NONSENSE)
    for matcher, _, _ in cases:
        found = statistics([[a], [b]], [[reference]], matcher)
        without = [word for word in a.split() if word not in NONSENSE]
        replaced = [NONSENSE[2] if word in NONSENSE else word for word in a.split()]
        inserted = a.split()
        for place, word in noise:
            inserted.insert(place, word)
        for words in (without, replaced, inserted):
            changed = statistics([[" ".join(words)], [b]], [[reference]], matcher)
            assert changed.tobytes() == found.tobytes()
        # Nonsense in place of any words, compared with the translation itself.
        in_place = a.split()
        for place, word in noise:
            if place < len(in_place):
                in_place[place] = word
        against = statistics([[a], [" ".join(in_place)]], [[reference]], matcher)
        assert not against[:, :-1].any()


@given(
    a=SENTENCES,
    reference=SENTENCES,
    changes=st.lists(st.tuples(st.integers(0, 11), st.sampled_from(TEXT.split())), max_size=6),
)
def test_words_changed_in_place_make_no_difference(cases, a, reference, changes) -> None:
    changed = a.split()
    for place, word in changes:
        if place < len(changed) and word not in a.split():
            changed[place] = word
    for matcher, _, _ in cases:
        found = statistics([[a], [" ".join(changed)]], [[reference]], matcher)
        assert not found[:, :-1].any()


def test_a_synonym_does_not_send_another_word_away() -> None:
    # “Choose” can only be “take”, which could be “consider”, too: as if they had changed places.
    reference = "you must take this seriously and consider that too ."
    original = "you must take this seriously and take that too ."
    synonym = "you must take this seriously and choose that too ."
    links = Matcher("en").match([synonym], [reference]).alignments[0]
    assert {(2, 6), (6, 2)} <= set(links)
    assert not statistics([[original], [synonym]], [[reference]], Matcher("en"))[:, :-1].any()


@given(a=SENTENCES, b=SENTENCES, c=SENTENCES, reference=SENTENCES)
def test_swapped_and_joined_by_others(cases, a, b, c, reference) -> None:
    for matcher, _, _ in cases:
        found = statistics([[a], [b]], [[reference]], matcher)
        swapped = statistics([[b], [a]], [[reference]], matcher)
        assert (swapped[:, :-1] == -found[:, :-1]).all()
        assert (swapped[:, -1] == found[:, -1]).all()
        joined = statistics([[a], [b], [c], [f"{c} {b}"]], [[reference]], matcher)
        assert joined.tobytes() == found.tobytes()
        assert not statistics([[a], [a]], [[reference]], matcher)[:, :-1].any()


@pytest.mark.slow
def test_long_sentences_do_not_depend_on_other_words() -> None:
    # More equal words than candidates are looked at: which ones must not depend on nonsense.
    reference = "a " * 1100 + "b c"
    a, b = "c b " + "a " * 1050, "a " * 1050 + "b c"
    found = statistics([[a], [b]], [[reference]], Matcher())
    noisy = statistics([[f"x {a}" + "y z " * 100], [b]], [[reference]], Matcher())
    assert noisy.tobytes() == found.tobytes()
    assert found[0, -1] > 1000
    words = [f"w{number}" for number in range(5000)]
    found = statistics([[" ".join(words)], [" ".join(words[::-1])]], [[" ".join(words)]], Matcher())
    assert found[0, METRICS.index("kendall")] == -4999


@pytest.mark.parametrize("test", TESTS)
def test_results_are_mirrored_and_do_not_depend_on_others(test) -> None:
    systems, reference = sample_texts()
    one, two, three = SYSTEMS
    options = {"lang": "en", "comparison": Comparison(test), "resampling": Resampling(60)}
    all_three = wo.score(reference, systems, **options)
    alone = wo.score(reference, {name: systems[name] for name in (one, three)}, **options)
    swapped = wo.score(reference, {name: systems[name] for name in (three, one)}, **options)
    expected = alone.comparison(one, three)
    assert swapped.comparison(one, three) == expected
    assert alone.comparison(three, one) == expected.mirrored()
    assert swapped.comparison(three, one) == expected.mirrored()
    found, wanted = (result.shared.differences for result in (all_three, alone))
    for name in FIGURES:
        assert found.at(name, pair=(one, three)).tobytes() == wanted[name].tobytes()
    assert expected.shared["kendall"].difference != 0
    mirrored = swapped.shared.differences
    assert (mirrored["difference"] == -wanted["difference"]).all()
    assert (mirrored["low"] == -wanted["high"]).all()
    assert two in all_three.systems


@pytest.mark.parametrize("test", TESTS)
def test_threads_and_blocks_change_nothing(test) -> None:
    systems, reference = sample_texts()
    options = {"lang": "en", "comparison": Comparison(test), "resampling": Resampling(20)}
    whole = wo.score(reference, systems, threads=1, **options).shared
    plan = ScorePlan.of(ScoreOptions(threads=3, **options)).for_systems(len(systems))
    counts = plan.count(read_texts(reference, systems))
    parts = compare_on_shared_words(
        counts.order,
        plan.shared_words(whole.metrics[: -len(ORDER_ERRORS)]),
        tuple(systems),
        len(reference),
        plan.resampling,
        test,
        lambda _: None,
        Portions(cells_of_pairs=1, cells_of_tests=1, pairs_per_call=17),
    )
    assert bits(parts) == bits(whole)


NOISE = ("replaced", "deleted", "inserted")


def noisy(line: str, kind: str, share: float, draw: random.Random) -> str:
    """A line with nonsense in place of some words, without some words, or with more."""
    words = []
    for word in line.split():
        chosen = draw.random() < share
        if kind == "inserted" or not chosen:
            words.append(word)
        if chosen and kind != "deleted":
            words.append(f"qx{draw.randrange(10**9)}zv")
    return " ".join(words)


def with_swaps(line: str, share: float, draw: random.Random) -> str:
    """A line in which some neighbours changed places."""
    words = line.split()
    for i in range(len(words) - 1):
        if draw.random() < share:
            words[i], words[i + 1] = words[i + 1], words[i]
    return " ".join(words)


def without_difference(shared: SharedOrder) -> bool:
    """Whether all differences are exactly 0, for certain."""
    found = shared.differences
    zero = all(not found[name].any() for name in ("difference", "low", "high"))
    return zero and bool((found["p"] == 1).all()) and bool((shared.words["weight"] > 0).all())


@pytest.mark.parametrize("test", TESTS)
def test_noise_is_no_difference_in_order(test) -> None:
    systems, reference = sample_texts()
    draw = random.Random(4)
    original = systems[SYSTEMS[0]]
    texts = {"original": original, "same": original}
    texts |= {kind: [noisy(line, kind, 0.2, draw) for line in original] for kind in NOISE}
    options = {"lang": "en", "comparison": Comparison(test), "resampling": Resampling(50)}
    result = wo.score(reference, texts, metrics="all", **options)
    for name in ("same", *NOISE):
        found = result.comparison("original", name)
        for one in found.shared.values():
            assert (one.difference, one.low, one.high, one.p_value) == (0, 0, 0, 1)
        assert found.withheld is None
    assert result.comparison("original", "replaced").own["pef"].difference != 0


def sample_texts() -> tuple[dict[str, list[str]], list[str]]:
    """The bundled systems and their reference."""
    texts = {
        name: (SAMPLE / "de-en" / f"{name}.en").read_text("utf-8").split("\n")[:-1]
        for name in ("reference", *SYSTEMS)
    }
    return {name: texts[name] for name in SYSTEMS}, texts["reference"]


@pytest.mark.slow
def test_noise_in_real_systems() -> None:
    if not WMT12.is_dir():
        pytest.skip(f"the real data is not there: {WMT12}")
    reference = (WMT12 / "references" / "newstest2012-ref.en").read_text("utf-8").split("\n")[:-1]
    for name in ("onlineA", "uedin-wmt12", "jhu-hiero"):
        file = WMT12 / "system-outputs" / "de-en" / f"newstest2012.de-en.{name}"
        original = file.read_text("utf-8").split("\n")[:-1]
        draw = random.Random(name)
        kinds = [("replaced", share) for share in (0.05, 0.2, 0.5)]
        kinds += [("deleted", 0.2), ("inserted", 0.2)]
        for kind, share in kinds:
            texts = {"A": original, "B": [noisy(line, kind, share, draw) for line in original]}
            shared = wo.score(reference, texts, lang="en", metrics="all").shared
            assert shared is not None
            assert without_difference(shared)
        texts = {"A": original, "B": [with_swaps(line, 0.01, draw) for line in original]}
        swapped = wo.score(reference, texts, lang="en").comparison("A", "B")
        assert swapped.shared["fuzzy"].difference < 0
        assert swapped.shared["fuzzy"].p_value <= 0.05


SOURCE = ["a b c d", "e f g", "h"]
LINKS = st.tuples(
    *(
        st.sets(st.tuples(st.integers(0, len(line.split()) - 1), st.integers(0, 5)), max_size=7)
        for line in SOURCE
    )
)


def write_links(file: Path, rows: Sequence[set[tuple[int, int]]]) -> Path:
    lines = (" ".join(f"{i}-{j}" for i, j in sorted(row)) for row in rows)
    file.write_text("".join(f"{line}\n" for line in lines))
    return file


def places(row: set[tuple[int, int]]) -> oracle.Places:
    return {i: min(j for k, j in row if k == i) for i, _ in row}


def expected_of(sides: Sequence[oracle.Sides], name: str) -> tuple[float, int, float]:
    """The difference, the weight and the share."""
    column = ["kendall", "fuzzy"].index(name)
    rows = [one.differences(["kendall", "fuzzy"]) for one in sides]
    weight = sum(row[-1] for row in rows)
    difference = fsum(row[column] for row in rows) / weight if weight else float("nan")
    return difference, int(weight), weight / sum(one.words for one in sides)


def check_sides(result: wo.ScoreResult, sides: Sequence[oracle.Sides]) -> None:
    assert result.shared is not None
    for name in ("kendall", "fuzzy"):
        difference, weight, share = expected_of(sides, name)
        found = result.comparison(*result.systems).shared[name].difference
        assert found == pytest.approx(difference, abs=1e-12, nan_ok=True)
        assert result.shared.words["weight"].tolist() == [weight]
        assert result.shared.words["share"].tolist() == [share]


@pytest.mark.slow
@given(systems=st.tuples(LINKS, LINKS), references=st.lists(LINKS, min_size=1, max_size=2))
def test_source_words_that_all_link(tmp_path_factory, systems, references) -> None:
    folder = tmp_path_factory.mktemp("links")
    files = [write_links(folder / f"{k}", rows) for k, rows in enumerate([*systems, *references])]
    text = ["u v w x y z"] * 3
    result = wo.score(
        [text] * len(references),
        {"A": text, "B": text},
        metrics="kendall,fuzzy",
        order_from=SourceLinks(SOURCE, reference_links=files[2:], system_links=files[:2]),
        resampling=Resampling(3),
    )
    sides = [
        oracle.compare_places(
            [places(a)] * len(references),
            [places(b)] * len(references),
            [places(rows[line]) for rows in references],
            len(SOURCE[line].split()),
        )
        for line, (a, b) in enumerate(zip(*systems, strict=True))
    ]
    check_sides(result, sides)
    assert result.signature.count("|compared:shared-source-words|") == 1


@pytest.mark.slow
@given(data=st.data(), references=st.lists(LINKS, min_size=1, max_size=2))
def test_rearranged_words_that_the_reference_links(tmp_path_factory, data, references) -> None:
    folder = tmp_path_factory.mktemp("links")
    files = [write_links(folder / f"{k}", rows) for k, rows in enumerate(references)]
    systems = [
        [" ".join(data.draw(st.permutations(line.split()))) for line in SOURCE] for _ in range(2)
    ]
    result = wo.score(
        [["u v w x y z"] * 3] * len(references),
        dict(zip("AB", systems, strict=True)),
        metrics="kendall,fuzzy",
        order_from=RearrangedSource(SOURCE, files),
        resampling=Resampling(3),
    )
    sides = []
    for line, source in enumerate(SOURCE):
        words = source.split()
        one, other = (
            {words.index(word): place for place, word in enumerate(system[line].split())}
            for system in systems
        )
        wanted = [places(rows[line]) for rows in references]
        times = len(references)
        sides.append(oracle.compare_places([one] * times, [other] * times, wanted, len(words)))
    check_sides(result, sides)


def test_repeated_source_words_are_told_apart_in_reference_order(tmp_path) -> None:
    links = write_links(tmp_path / "links", [{(0, 2), (1, 0), (2, 1)}])
    texts = {"A": ["y x x"], "B": ["x y x"]}
    source = RearrangedSource(["x x y"], [links])
    result = wo.score(["u v w"], texts, metrics="kendall", order_from=source)
    # In reference order: the second x, y, the first x.
    found = result.comparison("A", "B").shared["kendall"]
    assert (found.first, found.second) == (pytest.approx(2 / 3), 1)


@pytest.mark.slow
def test_no_verdict_on_too_few_words_or_sentences() -> None:
    reference = ["we have seen the old house yesterday , as all of you know by now"] * 40

    def withheld(one: str, other: str, count: int = 40) -> str | None:
        texts = {"A": [one] * count, "B": [other] * count}
        found = wo.score(reference[:count], texts, lang="en").comparison("A", "B")
        assert (found.withheld is None) == (found.share >= 0.05 and found.sentences >= 30)
        return found.withheld

    assert withheld("we have seen it", "have we seen it") is None
    assert withheld("we", "we") == "they share no words whose order could be compared"
    assert withheld("", "") == "they share no words whose order could be compared"
    assert withheld("we have seen it", "have we seen it", 29) == (
        "they share words in too few sentences: 29 sentences, fewer than 30"
    )
    few = wo.score(
        reference,
        {"A": ["we have"] * 25 + ["x"] * 15, "B": ["have we"] * 25 + ["x"] * 15},
        lang="en",
    ).comparison("A", "B")
    assert few.withheld == "they share too few words: 4.2% are compared, fewer than 5%"
    assert few.shared["fuzzy"].difference == -1


def test_a_share_just_below_the_limit_is_not_rounded_up_to_it() -> None:
    found = wo.score(["a b c"] * 30, {"A": ["a b"] * 30, "B": ["b a"] * 30}).shared
    few = replace(found, words=with_columns(found.words, share=0.0499))
    assert few.withheld(0) == "they share too few words: 4.9% are compared, fewer than 5%"


def test_nothing_in_common_is_undefined() -> None:
    result = wo.score(["a b c d"] * 3, {"A": ["a b"] * 3, "B": ["c d"] * 3})
    found = result.comparison("A", "B")
    assert (found.share, found.sentences) == (0, 0)
    assert all(np.isnan(astuple(one)).all() for one in found.shared.values())
    loaded = wo.ScoreResult.from_dict(result.to_dict())
    assert np.isnan(loaded.shared.differences["difference"]).all()
    empty = wo.score([""], {"A": [""], "B": [""]})
    assert empty.to_dict()["shared"]["words"]["columns"]["share"] == [None]
    assert empty.withheld == [("A", "B", "they share no words whose order could be compared")]


def test_comparison_names_its_systems() -> None:
    systems, reference = sample_texts()
    result = wo.score(reference, systems, lang="en", resampling=Resampling(20))
    one, two, _ = SYSTEMS
    found = result.comparison(two, one)
    assert (found.first, found.second) == (two, one)
    assert set(found.own) == set(result.measures)
    assert set(found.shared) == {"kendall", "fuzzy", "pef", "breaks_per_100", "misplaced_per_100"}
    column = result.column("kendall")
    assert found.own["kendall"].difference == -result.tests["difference"][0, column]
    assert found.own["kendall"].first == result.value(two, "kendall")
    with refused(UsageError):
        result.comparison(one, one)
    with refused(UsageError):
        result.comparison(one, "nobody")
    with refused(UsageError):
        wo.score(reference, {one: systems[one]}, lang="en").comparison(one, one)


def test_document_and_records() -> None:
    systems, reference = sample_texts()
    result = wo.score(reference, systems, lang="en", resampling=Resampling(20))
    loaded = there_and_back(result)
    assert bits(loaded.shared) == bits(result.shared)
    assert loaded.comparison(*SYSTEMS[:2]) == result.comparison(*SYSTEMS[:2])
    assert result.withheld == loaded.withheld == []
    assert ((result.shared.words["share"] > 0) & (result.shared.words["share"] < 1)).all()
    columns = result.records("pairs").columns
    for values in zip(*columns.values(), strict=True):
        row = dict(zip(columns, values, strict=True))
        found = result.comparison(row["first"], row["second"])
        shared = row["measure"] in found.shared
        expected = (found.shared if shared else found.own)[row["measure"]]
        assert (row["difference"], row["p"]) == (expected.difference, expected.p_value)
        assert row["words"] == ("shared" if shared else "own")
        assert row["share"] == found.share if shared else np.isnan(row["share"])
