"""IBM Model 1 from text to links: what it learns, what it links, what it refuses."""

from __future__ import annotations

import math
import pickle
import random
from typing import TYPE_CHECKING

import numpy as np
import pytest

from messages import refused
from oracles import ibm1 as oracle
from wordorder import InputError, UsageError
from wordorder.alignment import EFLOMAL, SYMMETRIZATIONS, Ibm1Model, train_ibm1

if TYPE_CHECKING:
    from collections.abc import Iterator


def links(model: Ibm1Model, *files, **options) -> list[str]:
    return [str(row) for batch in model.align(*files, **options) for row in batch]


def directions(model: Ibm1Model, *files) -> Iterator[list[str]]:
    both = zip(*model.align_both_ways(*files), strict=True)
    return ([str(row) for batch in direction for row in batch] for direction in both)


def made_up(lines: int = 400, seed: int = 2016) -> tuple[str, str]:
    """A language of 150 words, few of them frequent, and its translation backwards."""
    rng = random.Random(seed)
    sentences = [
        list({f"w{int(rng.paretovariate(0.7)) % 150}": None for _ in range(rng.randint(0, 12))})
        for _ in range(lines)
    ]
    source = "".join(" ".join(words) + "\n" for words in sentences)
    target = "".join(" ".join("x" + w for w in words[::-1]) + "\n" for words in sentences)
    return source, target


# Learning


def test_the_example_of_the_textbook(texts) -> None:
    files = texts()
    model = train_ibm1(*files)
    assert links(model, *files) == ["0-0 1-1"] * 3
    assert set(model.source_words) == {"das", "haus", "buch", "ein"}
    assert set(model.target_words) == {"the", "house", "book", "a"}
    assert model.training == (3, 5, 0.001)
    assert model.fold_case


def test_a_pair_with_an_empty_side_changes_nothing(texts) -> None:
    learnt = train_ibm1(*texts("das haus\nein haus\n", "the house\na house\n"), prior=0.5)
    empty = texts("das haus\nund\n\nein haus\n", "the house\n\nwords of no use\na house\n")
    again = train_ibm1(*empty, prior=0.5)
    assert again.learning == learnt.learning
    assert (again.source_words, again.target_words) == (learnt.source_words, learnt.target_words)
    assert again.forward.probabilities.tolist() == learnt.forward.probabilities.tolist()


@pytest.mark.parametrize("seed", range(20))
def test_a_word_that_is_as_likely_as_null_wins(texts, seed) -> None:
    # Three full stops in every sentence are to EM what NULL is, but for the rounding of sums.
    rng = random.Random(seed)
    lines = [
        " ".join([*rng.sample("abcdefghijklm", rng.randint(1, 6)), ". . ."]) for _ in range(30)
    ]
    files = texts("\n".join(lines) + "\n", "\n".join(reversed(lines)) + "\n")
    model = train_ibm1(*files, prior=0)
    word = model.target_words.index(".")
    partners = model.forward.partners[slice(*model.forward.offsets[word : word + 2])]
    assert model.source_words.index(".") in partners


def test_a_translation_backwards_is_found(texts) -> None:
    files = texts(*made_up())
    right = total = 0
    for direction in directions(train_ibm1(*files), *files):
        for line, row in zip(files[0].read_text().split("\n"), direction, strict=False):
            n = len(line.split())
            right += sum(1 for link in row.split() if sum(map(int, link.split("-"))) == n - 1)
            total += n
    assert right / total > 0.8


def test_a_model_has_what_is_as_likely_as_null_and_not_tiny(texts) -> None:
    files = texts(*made_up(60))
    model = train_ibm1(*files, iterations=3, prior=0.01)
    source, target = (file.read_text().split("\n")[:-1] for file in files)
    words = [list(dict.fromkeys(" ".join(side).split())) for side in (source, target)]
    pairs = [
        ([words[0].index(w) for w in one.split()], [words[1].index(w) for w in other.split()])
        for one, other in zip(source, target, strict=True)
    ]
    table = oracle.train(pairs, len(words[0]), len(words[1]), 3, 0.01).table
    expected = {
        (words[0][s], words[1][t]): p
        for (s, t), p in table.items()
        if s != oracle.NULL and p >= max(1e-4, table[oracle.NULL, t]) * (1 - 1e-12)
    }
    found = {
        (model.source_words[s], model.target_words[t]): p
        for t, s, p in zip(
            model.forward.words.tolist(),
            model.forward.partners.tolist(),
            model.forward.probabilities.tolist(),
            strict=True,
        )
    }
    assert found == pytest.approx(expected, rel=1e-4)  # five digits


def test_what_em_raises_is_reported_and_never_falls(texts) -> None:
    files = texts(*made_up(100))
    for prior in (0, 0.001):
        told: list[tuple[str, int, float]] = []
        train_ibm1(
            *files, iterations=4, prior=prior, on_iteration=lambda *news, to=told: to.append(news)
        )
        assert [news[:2] for news in told] == [
            (direction, k) for direction in ("forward", "reverse") for k in range(5)
        ]
        for direction in ("forward", "reverse"):
            values = [value for name, _, value in told if name == direction]
            assert values == sorted(values)


@pytest.mark.slow
def test_the_number_of_threads_changes_no_byte(texts, tmp_path) -> None:
    files = texts(*made_up())
    written, aligned = set(), set()
    for threads in (1, 2, 5, None):
        model = train_ibm1(*files, threads=threads)
        model.save(tmp_path / "model")
        written.add((tmp_path / "model").read_bytes())
        aligned.add(tuple(links(model, *files, threads=threads)))
    assert len(written) == len(aligned) == 1


def test_case_is_folded_unless_it_is_kept(texts) -> None:
    files = texts("Das Haus\ndas HAUS\n", "the House\nThe house\n")
    assert set(train_ibm1(*files).source_words) <= {"das", "haus"}
    kept = train_ibm1(*files, fold_case=False)
    assert not kept.fold_case
    assert {"Haus", "HAUS"} <= set(kept.source_words)


def test_empty_lines_teach_nothing_and_have_no_links(texts) -> None:
    with_empty = texts("das Haus\n\ndas Buch\nnur hier\n", "the house\nonly here\nthe book\n\n")
    model = train_ibm1(*with_empty)
    assert {"nur", "hier"}.isdisjoint(model.source_words)
    assert {"only", "here"}.isdisjoint(model.target_words)
    assert links(model, *with_empty) == ["0-0 1-1", "", "0-0 1-1", ""]


def test_sentences_of_a_thousand_words(texts) -> None:
    line = " ".join(f"w{k % 700}" for k in range(1000)) + "\n"
    files = texts(line + "w1\n", line.replace("w", "x") + "x1\n")
    assert len(links(train_ibm1(*files, iterations=2), *files)) == 2


def test_the_same_word_five_hundred_times(texts) -> None:
    files = texts("a " * 500 + "\nb\n", "x " * 500 + "\ny\n")
    first, _ = links(train_ibm1(*files), *files)
    assert first == " ".join(f"{k}-{k}" for k in range(500))


def test_a_word_in_every_sentence_wins_against_null(texts) -> None:
    files = texts("ja .\nnein .\n", "yes .\nno .\n")
    assert links(train_ibm1(*files), *files) == ["0-0 1-1"] * 2


# Linking


@pytest.mark.parametrize("method", SYMMETRIZATIONS)
def test_two_directions_are_put_together(texts, method) -> None:
    files = texts(*made_up(200))
    model = train_ibm1(*files)
    for batch, (forward, reverse) in zip(
        model.align(*files, method=method), model.align_both_ways(*files), strict=True
    ):
        assert list(batch) == list(forward.symmetrize(reverse, method))
        assert batch.first_line == forward.first_line == reverse.first_line


def test_a_word_has_one_partner_in_its_direction(texts) -> None:
    files = texts(*made_up(200))
    for forward, reverse in train_ibm1(*files).align_both_ways(*files):
        for row in forward:
            targets = [target for _, target in row]
            assert len(targets) == len(set(targets))
        for row in reverse:
            sources = [source for source, _ in row]
            assert len(sources) == len(set(sources))


def test_unknown_words_are_linked_if_they_are_spelt_the_same(texts) -> None:
    model = train_ibm1(*texts())
    new = texts("das Kyoto 1868\nnirgends Buch\n", "1868 Kyoto the\nbook nowhere\n")
    assert links(model, *new) == ["0-2 1-1 2-0", "1-0"]


def test_a_known_word_is_not_linked_with_a_stranger_spelt_the_same(texts) -> None:
    model = train_ibm1(*texts("die Hand\ndie\n", "the hand\nthe\n"))
    assert links(model, *texts("die\n", "die\n")) == [""]


def test_long_text_is_aligned_some_lines_at_a_time(texts) -> None:
    some = made_up(100)
    model = train_ibm1(*texts(*some))
    expected = 25 * links(model, *texts(*some))
    batches = list(model.align(*texts(*(25 * text for text in some))))
    assert [str(row) for batch in batches for row in batch] == expected
    assert [batch.first_line for batch in batches] == [1, 1001, 2001]


def test_progress_is_told_in_bytes(texts) -> None:
    files = texts(*made_up(100))
    told: list[int] = []
    list(train_ibm1(*files).align(*files, on_bytes=told.append))
    assert sum(told) == sum(file.stat().st_size for file in files)


def test_no_lines_have_no_links(texts) -> None:
    assert links(train_ibm1(*texts()), *texts("", "")) == []


# Refusing


@pytest.mark.parametrize(
    "options",
    [
        {"iterations": 0},
        {"iterations": 1001},
        {"prior": -0.1},
        {"prior": math.nan},
        {"prior": 1001},
        {"prior": math.inf},
        {"threads": 0},
    ],
)
def test_odd_arguments_are_refused(texts, options) -> None:
    with refused(UsageError):
        train_ibm1(*texts(), **options)


def test_an_unknown_method_is_refused_at_once(texts) -> None:
    with refused(UsageError):
        train_ibm1(*texts()).align(*texts(), method="both")


@pytest.mark.parametrize(("source", "target"), [("", ""), ("\n\n", "a\nb\n"), ("a\n\n", "\nb\n")])
def test_texts_without_words_are_refused(texts, source, target) -> None:
    with refused(InputError):
        train_ibm1(*texts(source, target))


def test_different_numbers_of_lines_are_refused_before_any_work(texts) -> None:
    model = train_ibm1(*texts())
    files = texts("a\n", "x\ny\n")
    for work in (train_ibm1, lambda *files: next(model.align(*files))):
        with refused(InputError):
            work(*files)


def test_a_sentence_pair_with_too_many_pairs_of_words_is_named(texts) -> None:
    files = texts("a\n" + "b " * 4000 + "\n", "x\n" + "y " * 2501 + "\n")
    with refused(InputError):
        train_ibm1(*files)


def test_tables_are_sorted_and_within_bounds(texts) -> None:
    model = train_ibm1(*texts(*made_up(100)))
    sides = (model.forward, model.source_words), (model.reverse, model.target_words)
    for table, others in sides:
        for start, end in zip(table.offsets[:-1], table.offsets[1:], strict=True):
            assert (np.diff(table.partners[start:end]) > 0).all()
        assert 0 <= table.partners.min() <= table.partners.max() < len(others)
        assert 1e-4 <= table.probabilities.min() <= table.probabilities.max() <= 1


# What comes with a model


def test_a_model_pickles(texts) -> None:
    model = train_ibm1(*texts())
    again = pickle.loads(pickle.dumps(model))
    assert links(again, *texts()) == links(model, *texts())
    assert again.learning == model.learning
    assert pickle.loads(pickle.dumps(EFLOMAL)) == EFLOMAL


@pytest.mark.parametrize(("prior", "title"), [(0, "log-likelihood"), (0.5, "log-posterior")])
def test_what_em_raises_is_kept(texts, tmp_path, prior, title) -> None:
    told = []
    model = train_ibm1(
        *texts(), iterations=4, prior=prior, on_iteration=lambda *news: told.append(news)
    )
    assert model.learning is not None
    for direction in ("forward", "reverse"):
        values = tuple(value for name, _, value in told if name == direction)
        assert getattr(model.learning, direction) == values
        assert len(values) == 5
        assert list(values) == sorted(values)
    table = model.learning.table()
    assert table.title == title
    assert [row[0] for row in table.rows] == [0, 1, 2, 3, 4]
    model.save(tmp_path / "model")
    assert Ibm1Model.load(tmp_path / "model").learning is None
