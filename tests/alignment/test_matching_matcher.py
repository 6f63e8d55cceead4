"""The matcher as it is used: stages and their data, weights, case, sentences and files."""

from __future__ import annotations

import gzip
import hashlib
import io
import pickle
import random
import sys
from concurrent.futures import ThreadPoolExecutor
from importlib.metadata import version
from itertools import product
from pathlib import PurePath
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from hypothesis import given, strategies as st

from messages import refused
from wordorder.alignment.matching.match_batch import STAGES, MatchBatch
from wordorder.alignment.matching.matcher import Matcher
from wordorder.alignment.matching.synonyms import WORDNET_VERSION
from wordorder.alignment.matching.weights import ConfidenceModel
from wordorder.errors import InputError, UsageError
from wordorder.text import open_parallel_text, reader

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from pathlib import Path

    from wordorder.alignment.matching.word_data import WordData

SENTENCES = st.lists(st.sampled_from(["the", "The", "dog", "dogs", ",", "ß", "İ"]), max_size=8)
PAIRS = st.lists(st.tuples(SENTENCES.map(" ".join), SENTENCES.map(" ".join)), max_size=6)

Told = tuple[str, tuple[str, ...], float, int, bool]


def told(*batches: MatchBatch) -> list[Told]:
    """All that is said of each row."""
    return [
        (
            str(alignment),
            batch.stages_of(row),
            float(batch.covered[row]),
            int(batch.chunks[row]),
            bool(batch.exact[row]),
        )
        for batch in batches
        for row, alignment in enumerate(batch.alignments)
    ]


def matched(matcher: Matcher, hypothesis: str, reference: str) -> tuple[str, tuple[str, ...]]:
    ((links, stages, *_),) = told(matcher.match([hypothesis], [reference]))
    return links, stages


def matched_files(
    matcher: Matcher, files: list[Path], *, most_lines: int, **sizes: int
) -> list[MatchBatch]:
    """As `match_files` does, in blocks of at most so many lines."""
    with open_parallel_text(files, most_lines=most_lines) as text:
        return list(matcher._match_text(text, **sizes))


@pytest.fixture
def own(tmp_path: Path) -> Path:
    path = tmp_path / "own.tsv"
    path.write_text("Lorry\ttruck\nlorries\ttrucks\n", encoding="utf-8")
    return path


@pytest.fixture
def write(tmp_path: Path) -> Callable[..., list[Path]]:
    def write_bytes(*contents: bytes) -> list[Path]:
        paths = [tmp_path / name for name in ("hyp", "ref")]
        for path, content in zip(paths, contents, strict=True):
            path.write_bytes(content)
        return paths

    return write_bytes


# --- Stages and what they need


@pytest.mark.parametrize(
    ("language", "stages"),
    [
        (None, ("exact",)),
        ("sw", ("exact",)),
        ("ja", ("exact",)),
        ("de", ("exact", "stem")),
        ("en", ("exact", "stem", "synonym")),
        ("en_GB", ("exact", "stem", "synonym")),
        ("eng", ("exact", "stem", "synonym")),
    ],
)
def test_the_stages_are_those_that_there_is_data_for(
    language: str | None, stages: tuple[str, ...]
) -> None:
    assert Matcher(language).stages == stages


def test_without_a_language_only_equal_words_match() -> None:
    assert matched(Matcher(), "walks big walk", "walk large walks") == ("0-2 2-0", ("exact",) * 2)


def test_english() -> None:
    found = matched(Matcher("en"), "walks big the", "walking large the")
    assert found == ("0-0 1-1 2-2", ("stem", "synonym", "exact"))
    assert matched(Matcher("en", stages=["exact"]), "walks big", "walking large") == ("", ())
    found = matched(Matcher("en", stages=["exact", "stem"]), "walks big", "walking large")
    assert found == ("0-0", ("stem",))
    found = matched(Matcher("en", stages=["exact", "synonym"]), "houses big", "house large")
    assert found[1] == ("synonym", "synonym")  # WordNet knows the inflected form


def test_where_meteor_goes_wrong() -> None:
    batch = Matcher("en").match(["walks walked x b"], ["b x walk"])
    ((links, stages, covered, chunks, exact),) = told(batch)
    assert sorted(zip(links.split(), stages, strict=True)) == [
        ("1-2", "stem"),
        ("2-1", "exact"),
        ("3-0", "exact"),
    ]
    assert (covered, chunks, exact) == (6, 3, True)


def test_of_equal_solutions_the_one_without_crossings_is_taken() -> None:
    sides = "yesterday , in fact , the boy saw the dog", "the woman heard the cat"
    assert matched(Matcher(), *sides)[0] == "5-0 8-3"


def test_of_equal_solutions_the_one_with_the_stronger_stage_is_taken() -> None:
    sides = "good say of house experts", "say of experts house"  # WordNet: an expert is good
    assert matched(Matcher("en"), *sides) == ("1-0 2-1 3-3 4-2", ("exact",) * 4)


def test_own_synonyms_need_no_language(own: Path) -> None:
    matcher = Matcher(synonyms=own)
    assert matcher.stages == ("exact", "synonym")
    assert matched(matcher, "LORRY trucks", "truck lorries") == ("0-0 1-1", ("synonym",) * 2)
    assert matched(matcher, "lorry", "trucks") == ("", ())


def test_own_synonyms_are_added_to_wordnets(own: Path) -> None:
    assert matched(Matcher("en", synonyms=own), "big lorry", "large truck")[1] == ("synonym",) * 2


@pytest.mark.parametrize(
    "arguments",
    [
        {"lang": "xx"},
        {"lang": ""},
        {"stages": ["exact", "stems"]},
        {"stages": ["exact", ""]},
        {"stages": "exact"},
        {"stages": []},
        {"lang": "en", "stages": ["stem"]},
        {"stages": ["exact", "stem"]},
        {"lang": "ja", "stages": ["exact", "stem"]},
        {"lang": "de", "stages": ["exact", "synonym"]},
        {"lang": "en", "stages": ["exact", "paraphrase"]},
        {"paraphrases": "-"},
        {"paraphrases": PurePath("-")},
        {"weights": {"exakt": 1}},
        {"weights": {"exact": 0}},
        {"weights": {"exact": -0.5}},
        {"weights": {"exact": 1.01}},
        {"weights": {"stem": float("nan")}},
        {"weights": {"stem": float("inf")}},
    ],
)
def test_what_cannot_be_is_refused_at_once(arguments: dict[str, Any]) -> None:
    with refused(UsageError):
        Matcher(**arguments)


@pytest.mark.parametrize("which", ["synonyms", "paraphrases"])
@pytest.mark.parametrize("name", ["nowhere", "."])
def test_data_that_cannot_be_read_is_named(which: str, name: str) -> None:
    matcher = Matcher(**{which: name})
    for call in (
        lambda: matcher.match(["a"], ["a"]),
        lambda: list(matcher.match_files(__file__, __file__)),
    ):
        with refused(InputError):
            call()


# --- Weights


def test_weights_say_what_a_word_counts() -> None:
    matcher = Matcher("en", weights={"stem": 0.5, "synonym": 0.25})
    batch = matcher.match(
        ["walks", "big", "x", "walks big x"], ["walk", "large", "x", "walk large x"]
    )
    assert batch.covered.tolist() == [1, 0.5, 2, 3.5]
    assert batch.covered.dtype == np.float64


def test_weights_decide_which_words_match() -> None:
    sides = "hauses haus", "haus"
    assert matched(Matcher("de"), *sides) == ("0-0", ("stem",))  # the nearer one
    assert matched(Matcher("de", weights={"stem": 0.9}), *sides) == ("1-0", ("exact",))
    assert matched(Matcher("de", weights={"exact": 0.9}), *sides) == ("0-0", ("stem",))


def test_a_weight_of_a_stage_that_is_not_used_changes_nothing() -> None:
    sides = ["a b a"], ["b a"]
    assert told(Matcher(weights={"stem": 0.1}).match(*sides)) == told(Matcher().match(*sides))


def test_the_smallest_weight_still_counts() -> None:
    matcher = Matcher("en", weights={"exact": 2**-20})
    assert told(matcher.match(["x"], ["x"])) == [("0-0", ("stem",), 2.0, 1, True)]
    matcher = Matcher(weights={"exact": 2**-20})
    assert told(matcher.match(["x"], ["x"])) == [("0-0", ("exact",), 2**-19, 1, True)]


# --- Case and characters


def test_case() -> None:
    assert matched(Matcher(), "The HOUSE", "house THE")[0] == "0-1 1-0"
    mixed = Matcher(fold_case=False)
    assert matched(mixed, "The HOUSE the", "house the THE")[0] == "2-1"


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("STRASSE", "strasse", True),
        ("ẞ", "ß", True),
        ("ß", "ss", False),
        ("İ", "i̇", True),
        ("ΟΔΟΣ", "οδος", True),  # the last letter is another one at the end of a word
        ("É", "é", True),
        ("é", "e\u0301", False),
        ("日本", "日本", True),
        ("a\u00a0b", "a\u00a0b", True),
        ("a\0b", "a\0b", True),
        ("\ud800", "\ud800", True),
        ("\udcff", "\ud800", False),
        ("\ud83d\ude00", "😀", False),
        ("Α\ud800", "α\ud800", True),
        ("😀", "😀", True),
    ],
)
def test_characters(one: str, other: str, same: bool) -> None:
    assert matched(Matcher(), one, other)[0] == ("0-0" if same else "")


def test_only_spaces_and_tabs_separate_words() -> None:
    batch = Matcher().match(["  a\tb  c ", "a\u3000b", "a\u2028b\x0bc", " \t "], ["a b c"] * 4)
    assert batch.alignments.source_lengths.tolist() == [3, 1, 1, 0]
    assert list(map(str, batch.alignments)) == ["0-0 1-1 2-2", "", "", ""]


def test_own_synonyms_keep_their_case_if_the_text_does(own: Path) -> None:
    mixed = Matcher(synonyms=own, fold_case=False)
    assert matched(mixed, "Lorry", "truck")[0] == "0-0"
    assert matched(mixed, "lorry", "truck")[0] == ""


# --- Sentences


def test_what_a_batch_says() -> None:
    batch = Matcher("en").match(["a b c", "", "houses", "x"], ["c a b", "a", "house", ""])
    assert len(batch) == len(batch.alignments) == 4
    assert told(batch) == [
        ("0-1 1-2 2-0", ("exact",) * 3, 6, 2, True),
        ("", (), 0, 0, True),
        ("0-0", ("stem",), 2, 1, True),
        ("", (), 0, 0, True),
    ]
    assert batch.alignments.source_lengths.tolist() == [3, 0, 1, 1]
    assert batch.alignments.target_lengths.tolist() == [3, 1, 1, 0]
    assert batch.alignments.first_line == 1
    assert [STAGES[stage] for stage in batch.stages] == ["exact"] * 3 + ["stem"]
    types = (batch.stages.dtype, batch.exact.dtype, batch.covered.dtype, batch.chunks.dtype)
    assert types == (np.uint8, np.bool_, np.float64, np.int64)


@pytest.mark.parametrize("language", [None, "en"])
def test_no_sentences(language: str | None) -> None:
    assert told(Matcher(language).match([], [])) == []
    assert told(Matcher(language).match((), ())) == []


@pytest.mark.parametrize("sentence", ["a\n", "a\nb", "\n", "a\r\n"])
@pytest.mark.parametrize("side", [0, 1])
def test_a_line_end_in_a_sentence_is_refused(sentence: str, side: int) -> None:
    sides = [["a", "b"], ["a", "b"]]
    sides[side][1] = sentence
    with refused(InputError):
        Matcher().match(*sides)


def test_a_single_sentence_is_not_a_list_of_letters() -> None:
    with refused(UsageError):
        Matcher().match("abc", "ab")


@pytest.mark.parametrize("sentence", [["a", "b"], None, b"a b", 1])
def test_a_sentence_is_text(sentence: Any) -> None:
    with refused(UsageError):
        Matcher().match(["a", sentence], ["a", "b"])


def test_sentences_may_come_one_by_one() -> None:
    sides = ["big dogs", "a b"], ["dog large", "b a"]
    expected = told(Matcher("en").match(*sides))
    assert told(Matcher("en").match(*map(iter, sides))) == expected
    with refused(UsageError):
        Matcher().match(iter(["a", "b"]), iter(["a"]))
    with refused(UsageError):
        Matcher().match(iter(["a", 3]), ["a", "b"])  # type: ignore[list-item]


def test_different_numbers_of_sentences_are_refused() -> None:
    with refused(UsageError):
        Matcher().match(["a", "b"], ["a"])


@given(PAIRS)
def test_rows_do_not_depend_on_each_other(pairs: list[tuple[str, str]]) -> None:
    matcher = Matcher("en", stages=["exact", "stem"])
    together = matcher.match([one for one, _ in pairs], [other for _, other in pairs])
    assert told(together) == told(*(matcher.match([one], [other]) for one, other in pairs))


@pytest.mark.slow
def test_threads_may_share_a_matcher() -> None:
    rng = random.Random(1)
    words = ["the", "dog", "dogs", "big", "large", ",", "walks"]
    sides = [[" ".join(rng.choices(words, k=12)) for _ in range(200)] for _ in range(2)]
    matcher = Matcher("en")
    expected = told(matcher.match(*sides))
    with ThreadPoolExecutor(4) as pool:
        for batch in pool.map(lambda _: matcher.match(*sides), range(8)):
            assert told(batch) == expected


# --- Files


def as_text(lines: Iterable[str], end: str = "\n") -> bytes:
    return "".join(line + end for line in lines).encode()


@given(PAIRS, st.sampled_from(["\n", "\r\n"]), st.booleans(), st.booleans())
def test_files_are_matched_like_sentences(
    tmp_path_factory: pytest.TempPathFactory,
    pairs: list[tuple[str, str]],
    end: str,
    compressed: bool,
    fold_case: bool,
) -> None:
    sides = [one for one, _ in pairs], [other for _, other in pairs]
    folder = tmp_path_factory.mktemp("files")
    hypotheses, references = folder / "hyp", folder / "ref"
    hypotheses.write_bytes(as_text(sides[0], end))
    data = as_text(sides[1])
    references.write_bytes(gzip.compress(data) if compressed else data)
    matcher = Matcher("en", stages=["exact", "stem"], fold_case=fold_case)
    batches = list(matcher.match_files(str(hypotheses), references))
    assert told(*batches) == told(matcher.match(*sides))


@pytest.mark.parametrize("most_words", [0, 5, 1000])
@pytest.mark.parametrize("kind", ["plain", "synonyms", "paraphrases"])
def test_blocks_do_not_show(
    write: Callable[..., list[Path]],
    tmp_path: Path,
    own: Path,
    kind: str,
    most_words: int,
) -> None:
    table = tmp_path / "table"
    table.write_text("0.5\nthe dog\ntruck\n")
    data: dict[str, Any] = {"plain": {}, "synonyms": {"synonyms": own}}
    matcher = Matcher("de", **data.get(kind, {"paraphrases": table}))
    rng = random.Random(2)
    words = ["the", "dog", "lorry", "Truck", "haus", "hauses"]
    sides = [[" ".join(rng.choices(words, k=rng.randint(0, 8))) for _ in range(30)] for _ in "ab"]
    files = write(*map(as_text, sides))
    batches = matched_files(matcher, files, most_lines=7, most_words=most_words)
    assert [batch.alignments.first_line for batch in batches] == [1, 8, 15, 22, 29]
    assert [len(batch) for batch in batches] == [7, 7, 7, 7, 2]
    assert told(*batches) == told(matcher.match(*sides))


def test_more_lines_than_a_block_has(write: Callable[..., list[Path]]) -> None:
    count = reader.MOST_LINES + 5
    lines = [f"a{number % 50} b" for number in range(count)]
    batches = list(Matcher().match_files(*write(as_text(lines), as_text(lines))))
    assert [(batch.alignments.first_line, len(batch)) for batch in batches] == [
        (1, reader.MOST_LINES),
        (reader.MOST_LINES + 1, 5),
    ]
    assert all((batch.covered == 4).all() and (batch.chunks == 1).all() for batch in batches)


@pytest.mark.parametrize(("most_words", "vocabularies"), [(0, 5), (5, 2), (1000, 1)])
def test_the_vocabulary_is_bounded_unless_paraphrases_need_all_of_it(
    write: Callable[..., list[Path]],
    tmp_path: Path,
    most_words: int,
    vocabularies: int,
) -> None:
    made: list[WordData] = []

    class Counting(Matcher):
        def _new_word_data(self) -> WordData:
            made.append(super()._new_word_data())
            return made[-1]

    files = write(b"a b\nc\nd\ne\nf\n", b"a b\nc\nD\nx\nf\n")
    assert len(matched_files(Counting(), files, most_lines=1, most_words=most_words)) == 5
    assert len(made) == vocabularies
    table = tmp_path / "table"
    table.write_text("0.5\ne\nx\n")
    made.clear()
    matcher = Counting(paraphrases=table)
    batches = matched_files(matcher, files, most_lines=1, most_words=most_words)
    *_, (links, *_), (_, *_) = told(*batches)
    assert (links, len(made)) == ("0-0", 1)


@pytest.mark.parametrize("most_lines", [1, 2, 5, 100])
@pytest.mark.parametrize("fold_case", [True, False])
def test_words_of_earlier_blocks_are_known(
    write: Callable[..., list[Path]], most_lines: int, fold_case: bool
) -> None:
    # Stems and synonyms of new words meet those of words that came a block before.
    lines = ["walks x", "Walking", "walked big", "large", "BIG cars", "automobile Walks"]
    sides = lines, lines[1:] + lines[:1]
    matcher = Matcher("en", fold_case=fold_case)
    batches = matched_files(matcher, write(*map(as_text, sides)), most_lines=most_lines)
    assert told(*batches) == told(matcher.match(*sides))


def test_own_synonyms_are_read_once(write: Callable[..., list[Path]], own: Path) -> None:
    matcher = Matcher(synonyms=own)
    files = write(b"lorry\nlorry\n", b"truck\ntruck\n")
    with open_parallel_text(files, most_lines=1) as text:
        batches = matcher._match_text(text)
        first = told(next(batches))
        own.unlink()
        assert told(*batches) == first
    assert matched(matcher, "lorry", "truck")[0] == "0-0"


@pytest.mark.slow
def test_many_lines_are_matched_like_sentences(write: Callable[..., list[Path]]) -> None:
    rng = random.Random(3)
    words = ["the", "a", "dog", "dogs", "walks", "walked", ",", ".", *(f"w{k}" for k in range(500))]
    sides = [
        [" ".join(rng.choices(words, k=rng.randint(0, 15))) for _ in range(45_000)] for _ in "ab"
    ]
    matcher = Matcher("en")
    batches = list(matcher.match_files(*write(*map(as_text, sides))))
    assert len(batches) >= 3
    assert told(*batches) == told(matcher.match(*sides))


def test_files_without_lines(write: Callable[..., list[Path]]) -> None:
    assert list(Matcher("en").match_files(*write(b"", b""))) == []
    assert told(*Matcher().match_files(*write(b"\n", b"\r\n"))) == [("", (), 0, 0, True)]


@pytest.mark.parametrize("which", [0, 1])
def test_standard_input(
    write: Callable[..., list[Path]], stdin: Callable[[bytes], None], which: int
) -> None:
    sides = as_text(["a b", "c"]), as_text(["b a", "c"])
    files: list[Any] = write(*sides)
    files[which] = "-"
    stdin(sides[which])
    batches = list(Matcher().match_files(*files))
    assert [links for links, *_ in told(*batches)] == ["0-1 1-0", "0-0"]


def test_different_numbers_of_lines_are_told_before_any_work(
    write: Callable[..., list[Path]],
) -> None:
    hyp, ref = write(b"a\n" * 25_000, b"a\n" * 24_999)
    progress: list[int] = []
    # The table is not there, but that is not what is wrong first.
    matcher = Matcher("en", paraphrases="nowhere")
    with refused(InputError):
        next(matcher.match_files(hyp, ref, on_bytes=progress.append))
    assert progress == []


def test_progress_reaches_the_end(write: Callable[..., list[Path]], own: Path) -> None:
    files = write(b"a b c\n" * 3000, gzip.compress(b"c b a\n" * 3000))
    for matcher in (Matcher(), Matcher("de", synonyms=own)):
        progress: list[int] = []
        for _ in matcher.match_files(*files, on_bytes=progress.append):
            pass
        assert sum(progress) == sum(file.stat().st_size for file in files)


def test_a_reader_that_stops_leaves_nothing_behind(
    tmp_path: Path, temporary: Path, stdin: Callable[[bytes], None]
) -> None:
    ref = tmp_path / "ref"
    text = b"a\n" * (reader.MOST_LINES + 1)
    ref.write_bytes(text)
    stdin(text)
    batches = Matcher().match_files("-", ref)
    next(batches)
    assert len(list(temporary.iterdir())) == 1
    batches.close()
    assert list(temporary.iterdir()) == []


def test_synonyms_from_standard_input_are_there_for_every_call(
    write: Callable[..., list[Path]], stdin: Callable[[bytes], None]
) -> None:
    stdin(b"big\tlarge\n")
    matcher = Matcher(synonyms="-")
    for _ in range(2):
        assert matched(matcher, "big", "large") == ("0-0", ("synonym",))
    files = write(b"big\nbig\n", b"large\nlarge\n")
    batches = matched_files(matcher, files, most_lines=1)
    assert [links for links, *_ in told(*batches)] == ["0-0", "0-0"]


def test_another_process_may_use_a_matcher(own: Path) -> None:
    matcher = pickle.loads(pickle.dumps(Matcher("en", synonyms=own, weights={"stem": 0.5})))
    assert matched(matcher, "big lorry", "large truck")[1] == ("synonym",) * 2


# --- What is written down


STEMMER = f"stemmer:PyStemmer-{version('PyStemmer')}"
WORDNET = f"WordNet-{WORDNET_VERSION}"
FITTED = ConfidenceModel.of("en")
assert FITTED is not None
CONFIDENCE = f"confidence:{FITTED.name}|min_confidence:{FITTED.min_confidence}"


@pytest.mark.parametrize(
    ("arguments", "signature"),
    [
        ({}, "match:exact|case:lc"),
        ({"fold_case": False}, "match:exact|case:mixed"),
        ({"lang": "sw"}, "match:exact|case:lc|lang:sw"),
        ({"lang": "de_AT"}, f"match:exact+stem|case:lc|lang:de|{STEMMER}"),
        (
            {"lang": "en"},
            f"match:exact+stem+synonym|case:lc|lang:en|{STEMMER}|synonyms:{WORDNET}|{CONFIDENCE}",
        ),
        ({"lang": "en", "stages": ["exact"]}, f"match:exact|case:lc|lang:en|{CONFIDENCE}"),
        (
            {"lang": "en", "stages": ["exact"], "min_confidence": 0},
            f"match:exact|case:lc|lang:en|confidence:{FITTED.name}|min_confidence:0",
        ),
        ({"weights": {"exact": 1.0, "stem": 0.5}}, "match:exact|case:lc"),
        ({"weights": {"exact": 0.25}}, "match:exact|weights:exact=0.25|case:lc"),
        (
            {"lang": "de", "weights": {"stem": 1 / 3}},
            f"match:exact+stem|weights:exact=1+stem=0.3333333|case:lc|lang:de|{STEMMER}",
        ),
    ],
)
def test_signatures(arguments: dict[str, Any], signature: str) -> None:
    assert Matcher(**arguments).signature == signature


def test_files_are_in_the_signature_by_their_content(
    tmp_path: Path, own: Path, stdin: Callable[[bytes], None]
) -> None:
    digest = hashlib.sha256(own.read_bytes()).hexdigest()[:8]
    alone = Matcher(synonyms=own).signature
    assert alone == f"match:exact+synonym|case:lc|synonyms:own.tsv-{digest}"
    both = Matcher("en", stages=["exact", "synonym"], synonyms=str(own)).signature
    synonyms = f"synonyms:{WORDNET}+own.tsv-{digest}"
    assert both == f"match:exact+synonym|case:lc|lang:en|{synonyms}|{CONFIDENCE}"
    stdin(own.read_bytes())
    piped = Matcher(synonyms="-")
    assert matched(piped, "lorry", "truck")[0] == "0-0"
    assert piped.signature.endswith(f"|synonyms:<stdin>-{digest}")

    table = b"0.5\nbig\nlarge\n"
    digest = hashlib.sha256(table).hexdigest()[:8]
    for name, data in (("table", table), ("table.gz", gzip.compress(table))):
        (tmp_path / name).write_bytes(data)
        signature = Matcher(paraphrases=tmp_path / name).signature
        assert signature == f"match:exact+paraphrase|case:lc|paraphrases:{name}-{digest}"


def test_files_that_are_not_used_are_not_in_the_signature() -> None:
    matcher = Matcher(stages=["exact"], synonyms="nowhere", paraphrases="nowhere")
    assert matcher.signature == Matcher().signature
    assert matched(matcher, "a", "a")[0] == "0-0"


@pytest.mark.skipif(sys.platform == "win32", reason="no such names of files")
def test_no_name_of_a_file_breaks_a_signature(tmp_path: Path) -> None:
    path = tmp_path / "a|b\x1b[31m\n\udcff"
    path.write_bytes(b"0.5\nbig\nlarge\n")
    *_, last = Matcher(paraphrases=path).signature.split("|")
    assert last.startswith(r"paraphrases:a_b\x1b[31m\n\udcff-")


def test_a_file_that_cannot_be_read_has_no_signature() -> None:
    for which in ("synonyms", "paraphrases"):
        with refused(InputError):
            _ = Matcher(**{which: "nowhere"}).signature


def test_what_decides_is_in_the_signature() -> None:
    # The same text, matched in another way: then the signature is another one.
    heavy, light = Matcher("en"), Matcher("en", weights={"stem": 0.5})
    sides = ["house houses"], ["houses"]
    assert told(heavy.match(*sides)) != told(light.match(*sides))
    assert heavy.signature != light.signature


def test_the_order_of_stages_is_not_in_the_signature() -> None:
    one, other = (Matcher("en", stages=stages) for stages in (["exact", "stem"], ["stem", "exact"]))
    assert (one.stages, one.signature) == (other.stages, other.signature)
    assert one.stages == ("exact", "stem")
    twice = Matcher(stages=["exact", "exact"])
    assert (twice.stages, twice.signature) == (Matcher().stages, Matcher().signature)


# --- Threads


@pytest.mark.parametrize("rows", [0, 1, 63, 64, 65, 1000])
def test_any_number_of_threads_finds_the_same(rows: int) -> None:
    rng = random.Random(rows)
    words = ["the", "dog", "dogs", "big", "large", "walks", "x", "y"]

    def texts() -> list[str]:
        return [" ".join(rng.choices(words, k=rng.randrange(20))) for _ in range(rows)]

    hypotheses, references = texts(), texts()
    alone = Matcher("en").match(hypotheses, references, threads=1)
    assert len(alone) == rows
    for threads in (2, 3, 16):
        shared = Matcher("en").match(hypotheses, references, threads=threads)
        for name in ("sources", "targets", "offsets", "source_lengths", "target_lengths"):
            assert np.array_equal(getattr(shared.alignments, name), getattr(alone.alignments, name))
        for name in ("stages", "exact", "covered", "chunks"):
            assert np.array_equal(getattr(shared, name), getattr(alone, name))


@pytest.mark.slow
def test_many_threads_share_a_matcher() -> None:
    matcher, rng = Matcher("en"), random.Random(7)
    words = [f"w{number}" for number in range(50)] + ["dog", "dogs", "big", "large"]
    texts = [" ".join(rng.choices(words, k=12)) for _ in range(400)]
    pairs = list(zip(texts[:200], texts[200:], strict=True))
    expected = [told(Matcher("en").match([a], [b])) for a, b in pairs]
    with ThreadPoolExecutor(8) as pool:
        assert (
            list(pool.map(lambda pair: told(matcher.match(*([t] for t in pair))), pairs))
            == expected
        )


def test_what_a_matcher_remembers_is_bounded_and_changes_nothing() -> None:
    matcher = Matcher("en")
    many = " ".join(f"w{number}" for number in range(5000))
    before = told(matcher.match(["big dogs"], ["dog large"]))
    for _ in range(2):
        matcher.match([many], [many])
        assert not matcher._spare_data
        assert told(matcher.match(["big dogs"], ["dog large"])) == before
        assert len(matcher._spare_data) == 1
    assert told(pickle.loads(pickle.dumps(matcher)).match(["big dogs"], ["dog large"])) == before


@pytest.mark.parametrize("fold_case", [True, False])
def test_neither_long_words_nor_spellings_of_one_word_are_kept(fold_case: bool) -> None:
    matcher = Matcher(fold_case=fold_case)
    letters = product(*zip("abcdefghijklm", "ABCDEFGHIJKLM", strict=True))
    for many in ("x" * 100_000, " ".join(map("".join, letters))):
        matcher.match(["a"], ["a"])
        assert len(matcher._spare_data) == 1
        matcher.match([many], ["a"])
        assert not matcher._spare_data


@pytest.mark.parametrize("name", ["synonyms", "paraphrases", "vectors"])
@pytest.mark.parametrize("file", [io.BytesIO(b"a\tb\n"), io.StringIO("a\tb\n"), b"file", 3])
def test_files_of_data_need_a_path(name: str, file: Any) -> None:
    with refused(UsageError):
        Matcher("en", **{name: file})
