"""spaCy pipelines: a small one trained here, GiNZA where it is installed, and broken ones."""

from __future__ import annotations

import io
import sys
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

import pytest

from messages import refused
from wordorder import InputError, MissingExtraError, UsageError
from wordorder.syntax import SpacyParser, parse_texts, parser_named
from wordorder.syntax.spacy_parser import doc_conllu

if TYPE_CHECKING:
    from pathlib import Path

needs_spacy = pytest.mark.skipif(find_spec("spacy") is None, reason="spaCy is not installed")
needs_ginza = pytest.mark.skipif(
    find_spec("ja_ginza") is None, reason='GiNZA is not installed: pip install "wordorder[ginza]"'
)
# Warnings of spaCy and its packages are none of ours.
pytestmark = pytest.mark.filterwarnings("ignore")

# Word, head (counting from 1; 0 for the root), relation, part of speech.
SENTENCES = [
    "We 2 nsubj PRON|eat 0 root VERB|rice 2 obj NOUN",
    "You 2 nsubj PRON|drink 0 root VERB|tea 2 obj NOUN",
    "They 2 nsubj PRON|buy 0 root VERB|green 4 amod ADJ|apples 2 obj NOUN",
    "We 2 nsubj PRON|see 0 root VERB|old 4 amod ADJ|houses 2 obj NOUN",
    "You 2 nsubj PRON|sleep 0 root VERB",
    "They 2 nsubj PRON|read 0 root VERB|books 2 obj NOUN",
]
# As little of a network as learns them in a second or two.
SMALL = {
    "@architectures": "spacy.HashEmbedCNN.v2",
    "width": 32,
    "depth": 1,
    "embed_size": 200,
    "window_size": 1,
    "maxout_pieces": 2,
    "subword_features": False,
    "pretrained_vectors": None,
}


@pytest.fixture(scope="module")
def model(tmp_path_factory) -> Path:
    """A pipeline that has learnt the sentences above by heart."""
    import spacy
    from spacy.tokens import Doc
    from spacy.training import Example
    from spacy.util import fix_random_seed

    fix_random_seed(1)
    nlp = spacy.blank("en")
    small = {"model": {"tok2vec": SMALL}}
    nlp.add_pipe("tagger", config=small)
    nlp.add_pipe("morphologizer", config=small)
    nlp.add_pipe("parser", config={**small, "min_action_freq": 1})

    def example(sentence: str) -> Example:
        words, heads, deps, tags = zip(*map(str.split, sentence.split("|")), strict=True)
        gold = Doc(
            nlp.vocab,
            words=words,
            heads=[int(head) - 1 if head != "0" else n for n, head in enumerate(heads)],
            deps=["ROOT" if dep == "root" else dep for dep in deps],
            pos=tags,
            tags=[tag.lower() for tag in tags],
            morphs=["Number=Plur" if tag == "NOUN" else "" for tag in tags],
        )
        return Example(Doc(nlp.vocab, words=words), gold)

    examples = list(map(example, SENTENCES))
    optimizer = nlp.initialize(lambda: examples)
    for _ in range(25):
        nlp.update(examples, sgd=optimizer)
    folder = tmp_path_factory.mktemp("models") / "my model"
    nlp.meta.update(name="tiny", version="1.2.3")
    nlp.to_disk(folder)
    return folder


# A trained pipeline


@needs_spacy
@pytest.mark.slow
def test_a_trained_pipeline_parses_the_words_as_they_are(model) -> None:
    trees = parse_texts(io.StringIO("We eat  rice\nThey buy green apples\n"), f"spacy:{model}")
    assert [tree.words for tree in trees] == [
        ("We", "eat", "rice"),
        ("They", "buy", "green", "apples"),
    ]
    assert [tree.heads.tolist() for tree in trees] == [[1, -1, 1], [1, -1, 3, 1]]
    assert trees[1].deprels == ("nsubj", "root", "amod", "obj")
    assert trees[1].tags == ("PRON", "VERB", "ADJ", "NOUN")
    token = trees[0].tokens[2]
    assert (token.xpos, token.feats, token.misc) == ("noun", "Number=Plur", "_")


@needs_spacy
@pytest.mark.slow
def test_the_versions_are_in_the_signature_and_in_the_file(model) -> None:
    import spacy

    parser = SpacyParser(str(model))
    assert parser.signature == f"spacy-{spacy.__version__} en_tiny-1.2.3"
    first, second = parse_texts(io.StringIO("We eat rice\nYou sleep\n"), parser)
    assert first.comments == (f"# generator = {parser.signature}", "# sent_id = 1")
    assert second.comments == ("# sent_id = 2",)
    assert SpacyParser(str(model), raw=True).signature.endswith(" (raw text)")


@needs_spacy
@pytest.mark.slow
def test_a_line_is_a_tree_whatever_is_in_it(model) -> None:
    """Nothing splits a sentence: neither full stops, nor words nobody has ever seen."""
    lines = ["We eat rice . You drink tea . They sleep .", ". . ! ?", "\u3000 _ # 1-2 \x85 \u2028"]
    trees = parse_texts(io.StringIO("\n".join(lines)), SpacyParser(str(model)))
    assert [" ".join(tree.words) for tree in trees] == lines


@needs_spacy
@pytest.mark.slow
def test_raw_text_is_split_by_the_pipeline(model) -> None:
    [tree] = parse_texts(io.StringIO("We eat rice,  you don't.\n"), SpacyParser(str(model), True))
    assert tree.words == ("We", "eat", "rice", ",", "you", "do", "n't", ".")
    glued = [token.form for token in tree.tokens if token.misc == "SpaceAfter=No"]
    assert glued == ["rice", "do", "n't"]


@needs_spacy
@pytest.mark.slow
def test_a_pipeline_without_a_parser(tmp_path) -> None:
    import spacy

    spacy.blank("en").to_disk(tmp_path / "blank")
    with refused(InputError):
        parse_texts(io.StringIO("We eat\n"), f"spacy:{tmp_path / 'blank'}")


@needs_spacy
@pytest.mark.slow
def test_a_folder_that_is_no_pipeline(tmp_path) -> None:
    (tmp_path / "empty").mkdir()
    with refused(InputError):
        parse_texts(io.StringIO("We eat\n"), f"spacy:{tmp_path / 'empty'}")
    with refused(InputError):
        parse_texts(io.StringIO("We eat\n"), f"spacy:{tmp_path / 'nothing'}")


@needs_spacy
@pytest.mark.slow
def test_a_package_that_is_no_model() -> None:
    """Near-empty packages with the names of models exist, with a high version number."""
    with refused(InputError) as caught:
        parse_texts(io.StringIO("We eat\n"), "spacy:pytest")
    assert pytest.__version__ in str(caught.value)


@needs_spacy
@pytest.mark.slow
def test_a_model_that_is_not_installed() -> None:
    with refused(MissingExtraError):
        parse_texts(io.StringIO("We eat\n"), "spacy:en_core_web_no")


# Without spaCy


@pytest.mark.parametrize("name", ["spacy:en_core_web_sm", "ginza"])
def test_without_spacy_the_extra_is_named(monkeypatch, name: str) -> None:
    monkeypatch.setitem(sys.modules, "spacy", None)
    with refused(MissingExtraError):
        parse_texts(io.StringIO("We eat\n"), name)


def test_a_parser_needs_a_model() -> None:
    with refused(UsageError):
        parser_named("spacy:")


class Word:
    """As much of a token of spaCy as is written."""

    def __init__(self, i: int, text: str) -> None:
        self.i, self.text, self.dep_, self.morph = i, text, "dep", ""
        self.lemma_, self.pos_, self.tag_, self.whitespace_ = "a\tb\nc", "", "", " "
        self.head: Any = self


def test_several_roots_become_one_tree() -> None:
    words = [Word(n, text) for n, text in enumerate("abcd")]
    words[0].head = words[1]
    words[3].head = words[2]
    rows = [line.split("\t") for line in doc_conllu(words, 7, spaces=False).splitlines()]
    assert rows[0] == ["# sent_id = 7"]
    assert [row[6:8] for row in rows[1:5]] == [
        ["2", "dep"],
        ["0", "root"],
        ["2", "parataxis"],
        ["3", "dep"],
    ]
    assert rows[1][2:6] == ["a b c", "_", "_", "_"]


# GiNZA


@needs_ginza
@pytest.mark.slow
def test_ginza_splits_raw_japanese_into_words() -> None:
    text = "太郎は赤いりんごを花子にあげた。日本語は難しい。\n水を飲む\n"
    first, second = parse_texts(io.StringIO(text), parser_named("ginza", raw=True))
    assert first.words[:5] == ("太郎", "は", "赤い", "りんご", "を")
    assert first.deprels.count("root") == 1
    assert second.words == ("水", "を", "飲む")
    assert second.deprels == ("obj", "case", "root")
    assert second.tokens[0].xpos.startswith("名詞")
    assert "ja_ginza-" in first.comments[0]


@needs_ginza
@pytest.mark.slow
def test_ginza_keeps_the_words_of_tokenised_japanese() -> None:
    text = "太郎 は 赤い りんご を 花子 に あげ た 。\n日本 語 は 難しい\n"
    first, second = parse_texts(io.StringIO(text), "ginza")
    assert first.heads.tolist() == [7, 0, 3, 7, 3, 7, 5, -1, 7, 7]
    assert second.words == ("日本", "語", "は", "難しい")


@needs_ginza
@pytest.mark.slow
def test_a_line_that_is_too_long_for_ginza() -> None:
    with refused(InputError):
        parse_texts(io.StringIO("水\n" + "水" * 50_000), parser_named("ginza", raw=True))
