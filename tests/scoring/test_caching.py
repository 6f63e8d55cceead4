"""Tokenised and matched texts are cached, and no result depends on it."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, strategies as st

from wordorder import Matcher, score
from wordorder.output import Cache, dumps
from wordorder.scoring.texts import split_lines
from wordorder.scoring.word_order import kernels_built, match_rows
from wordorder.text import tokenizer

pytestmark = pytest.mark.filterwarnings("ignore::wordorder.WordorderWarning")

REFERENCE = ["We have seen the house.", "She reads a book!", "", "語 \ud800"] * 10
SYSTEMS = {
    "A": ["We have seen the house.", "She reads a book!", "x", "語"] * 10,
    "B": ["Seen we have the houses.", "A book she reads!", "", ""] * 10,
}


def scored(cache: Cache | None, **options: object) -> str:
    return dumps(
        score(REFERENCE, SYSTEMS, lang="en", cache=cache, **options).to_dict(sentences=True)
    )


@pytest.mark.slow
def test_the_scores_are_the_same_cold_warm_and_without(tmp_path) -> None:
    cache = Cache(tmp_path)
    assert scored(None) == scored(cache) == scored(cache)
    assert len(list(tmp_path.iterdir())) == 1  # the matches; 13a is as fast as looking it up
    assert scored(None, tokenize="intl") == scored(cache, tokenize="intl")
    assert len(list(tmp_path.iterdir())) == 4  # three texts more, with the same words


class Watched(Cache):
    """A cache that remembers what it was given, and what decided on that."""

    def __init__(self, folder) -> None:
        super().__init__(folder)
        self.given, self.decided = [], []

    def key(self, decides, *inputs) -> str:
        self.decided.append(decides)
        return super().key(decides, *inputs)

    def put(self, key, data) -> None:
        self.given.append(key)
        super().put(key, data)


def test_what_is_kept_is_used(tmp_path) -> None:
    cache = Watched(tmp_path)
    before = json.loads(scored(cache))
    assert len(cache.given) == 1
    after = json.loads(scored(cache, preset="complexity"))
    assert (
        after["sentences"][0]["translations"][1]["links"]
        == before["sentences"][0]["translations"][1]["links"]
    )
    assert len(cache.given) == 1  # nothing was matched again


def test_other_options_of_the_matcher_are_other_matches(tmp_path) -> None:
    cache = Cache(tmp_path)
    words = ["houses"], ["house"]
    assert len(match_rows(Matcher("en"), *words, 1, cache).alignments[0]) == 1
    assert len(match_rows(Matcher("en", stages=["exact"]), *words, 1, cache).alignments[0]) == 0
    assert len(match_rows(Matcher("en"), *words, 1, cache).alignments[0]) == 1


def test_no_confidence_is_none_even_without_links(tmp_path) -> None:
    cache = Cache(tmp_path)
    found = [match_rows(Matcher("de"), ["x"], ["y"], 1, cache).confidence for _ in range(2)]
    assert found == [None, None]


def test_kernels_that_were_built_anew_match_anew(tmp_path) -> None:
    kernels, built = tmp_path / "kernels.so", set()
    for text in ("old", "newer"):
        kernels.write_text(text)
        built.add(kernels_built(str(kernels)))
    assert len(built) == 2
    cache = Watched(tmp_path / "cache")
    match_rows(Matcher(), ["a"], ["a"], 1, cache)
    assert [kernels_built() in decides for decides in cache.decided] == [True]


@given(st.lists(st.text("ab. \n\r\u2028", max_size=6), max_size=4))
def test_lines_come_back_whatever_is_in_them(tmp_path_factory, lines) -> None:
    cache = Cache(tmp_path_factory.mktemp("cache"))
    wanted = split_lines(lines, tokenizer("intl"), 1, None)
    for _ in range(2):
        assert split_lines(lines, tokenizer("intl"), 1, cache) == wanted


def test_lists_with_the_same_text_and_other_ends_are_told_apart(tmp_path) -> None:
    cache = Cache(tmp_path)
    for lines in (["a\nb", "c"], ["a", "b\nc"], ["a", "b", "c"]):
        assert split_lines(lines, tokenizer("intl"), 1, cache) == split_lines(
            lines, tokenizer("intl"), 1, None
        )


def test_the_command_keeps_nothing_if_told_so(tmp_path, monkeypatch) -> None:
    from wordorder.cli.program import run

    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    (tmp_path / "text").write_text("the house\n")
    arguments = [
        "score",
        str(tmp_path / "text"),
        str(tmp_path / "text"),
        "-o",
        str(tmp_path / "out"),
    ]
    assert run([*arguments, "--no-cache"]) == 0
    assert not (tmp_path / "cache").exists()
    assert run(arguments) == 0
    assert list((tmp_path / "cache" / "wordorder").iterdir())
