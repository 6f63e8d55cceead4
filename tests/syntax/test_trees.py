"""What both kinds of tree, and of batch, answer alike."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from hypothesis import given

from messages import refused
from oracles import lifting as oracle
from syntax_strategies import heads, nodes, sentences
from wordorder import _kernels
from wordorder.errors import InputError, UsageError
from wordorder.syntax import ConstituencyTree, DependencyBatch, DependencyTree, Tree, read_trees

if TYPE_CHECKING:
    from pathlib import Path

NEGATED = """\
# text = She doesn't know
1\tShe\tshe\tPRON\tPRP\tCase=Nom|Person=3\t4\tnsubj\t_\t_
2-3\tdoesn't\t_\t_\t_\t_\t_\t_\t_\t_
2\tdoes\tdo\tAUX\tVBZ\tPerson=3\t4\taux\t_\t_
3\tn't\tnot\tPART\tRB\tPolarity=Neg\t4\tadvmod\t_\t_
3.1\tx\tx\tX\tX\tPolarity=Neg\t_\t_\t_\t_
4\tknow\tknow\tVERB\tVB\t_\t0\troot\t_\t_

"""
BAD = "1\tx\n\n"


def sentence(found: list[int]) -> DependencyTree:
    line = "{}\tw{}\t_\tX\t_\t_\t{}\tdep\t_\t_\n"
    return DependencyTree.parse("".join(line.format(n, n, h + 1) for n, h in enumerate(found, 1)))


def bracketed(node: object) -> str:
    label, below = node  # type: ignore[misc]
    return f"({label} {below if isinstance(below, str) else ' '.join(map(bracketed, below))})"


@given(heads())
def test_dependency_trees_are_what_the_definitions_say(found: list[int]) -> None:
    tree = sentence(found)
    assert tree.parents.tolist() == found
    assert tree.root == found.index(-1)
    for word, head in enumerate(found):
        assert tree.parent(word) == (None if head < 0 else head)
        assert tree.children(word) == tuple(n for n, h in enumerate(found) if h == word)
        assert tree.span(word) == oracle.span(found, word)
        assert tree.is_contiguous(word) == oracle.is_contiguous(found, word)
    assert tree.is_projective == oracle.is_projective(found)


@given(nodes)
def test_constituency_trees_are_what_the_brackets_say(node: object) -> None:
    try:
        tree = ConstituencyTree.parse(bracketed(node))
    except InputError:  # only traces
        return
    parents = tree.parents.tolist()
    for number, parent in enumerate(parents):
        assert tree.parent(number) == (None if number == 0 else parent)
        below = tree.children(number)
        assert below == tuple(n for n, p in enumerate(parents) if p == number)
        covered = [word for child in below for word in tree.span(child)]
        assert list(tree.span(number)) == (covered or [tree.span(number).start])
        assert tree.is_contiguous(number)
    assert tree.root == 0
    assert tree.is_projective
    assert len(tree.tags) == len(tree.words) == len(tree)


def test_both_kinds_are_walked_by_the_same_code() -> None:
    def outline(tree: Tree, node: int) -> list[object]:
        words = " ".join(tree.words[word] for word in tree.span(node))
        return [words, *(outline(tree, child) for child in tree.children(node))]

    dependencies = DependencyTree.parse(NEGATED)
    assert outline(dependencies, dependencies.root) == [
        *("She does n't know", ["She"], ["does"], ["n't"])
    ]
    constituents = ConstituencyTree.parse("(S (NP We) (VP (V eat) (NP rice)))")
    assert outline(constituents, constituents.root) == [
        *("We eat rice", ["We"], ["eat rice", ["eat"], ["rice"]])
    ]
    assert dependencies.tags == ("PRON", "AUX", "PART", "VERB")
    assert constituents.tags == ("NP", "V", "NP")


@pytest.mark.parametrize(
    "tree", [DependencyTree.parse(NEGATED), ConstituencyTree.parse("(S (A a))")]
)
@pytest.mark.parametrize("node", [-1, 4])
def test_nodes_that_do_not_exist(tree: Tree, node: int) -> None:
    for ask in (tree.parent, tree.children, tree.span, tree.is_contiguous):
        with pytest.raises(IndexError):
            ask(node)


def test_a_tree_without_words_has_no_root() -> None:
    with refused(InputError):
        _ = ConstituencyTree.parse("").root


def test_trees_of_any_depth() -> None:
    chain = sentence([-1, *range(3999)])
    assert chain.is_projective
    assert chain.span(1) == range(1, 4000)
    deep = ConstituencyTree.parse("(S " * 3000 + "a" + ")" * 3000)
    assert deep.span(0) == range(1)


def read(folder: Path, text: str) -> DependencyBatch:
    file = folder / "a.conllu"
    file.write_text(text, encoding="utf-8", newline="\n")
    (batch,) = read_trees(file, skip_bad=True)
    assert isinstance(batch, DependencyBatch)
    return batch


def test_labels_of_both_kinds(tmp_path: Path) -> None:
    batch = read(tmp_path, NEGATED)
    assert [batch.names[k] for k in batch.parent_labels] == ["PRON", "AUX", "PART", "VERB"]
    assert [batch.names[k] for k in batch.child_labels] == ["nsubj", "aux", "advmod", "root"]
    (tmp_path / "penn").write_text("\n(S (A a))\n(S (A a) (B b))\n")
    (nodes_of,) = read_trees(tmp_path / "penn")
    for labels in (nodes_of.parent_labels, nodes_of.child_labels):
        assert [nodes_of.names[k] for k in labels] == ["S", "A", "S", "A", "B"]
    assert nodes_of.lengths.tolist() == [1, 2]
    assert nodes_of.rows(1, 2).lengths.tolist() == [2]
    assert nodes_of.rows(1, 2).offsets.tolist() == [0, 3]


def test_morphology_of_a_batch(tmp_path: Path) -> None:
    batch = read(tmp_path, NEGATED + BAD + NEGATED.replace("know", "see"))
    found = batch.morphology()
    assert [found.names[k] for k in found.forms] == [
        *("She", "does", "n't", "know", "She", "does", "n't", "see")
    ]
    assert [found.names[k] for k in found.lemmas[:4]] == ["she", "do", "not", "know"]
    assert [found.names[k] for k in found.xpos[:4]] == ["PRP", "VBZ", "RB", "VB"]
    assert found.feature_offsets.tolist() == [0, 2, 3, 4, 4, 6, 7, 8, 8]
    assert [found.names[k] for k in found.features[:4]] == [
        *("Case=Nom", "Person=3", "Person=3", "Polarity=Neg")
    ]
    assert np.flatnonzero(found.has_feature("Polarity=Neg")).tolist() == [2, 6]
    assert np.flatnonzero(found.has_feature("Person=3")).tolist() == [0, 1, 4, 5]
    assert not found.has_feature("Polarity=Pos").any()
    assert found.number("know") == found.lemmas[3] == found.forms[3]
    assert found.number("nowhere") == -1
    part = batch.rows(1, 3).morphology()
    assert [part.names[k] for k in part.lemmas] == ["she", "do", "not", "see"]
    lifted = batch.projective().trees.morphology()
    assert lifted.names == found.names


@given(sentences())
def test_morphology_is_what_single_trees_say(text: str) -> None:
    tree = DependencyTree.parse(text)
    data = text.encode()
    found = _kernels.conllu_cells(data, np.array([0, len(data)]), np.array([0, len(tree)]))
    names, features = found.names, found.features
    for column, ids in (("form", found.forms), ("lemma", found.lemmas), ("xpos", found.xpos)):
        assert [names[k] for k in ids] == [getattr(token, column) for token in tree.tokens]
    assert [
        [names[k] for k in features.values[features.offsets[n] : features.offsets[n + 1]]]
        for n in range(len(tree))
    ] == [
        [] if token.feats == "_" else [part for part in token.feats.split("|") if part]
        for token in tree.tokens
    ]


def test_the_kernel_refuses_places_outside_the_text() -> None:
    data = NEGATED.encode()
    for starts, offsets in (
        ([0, len(data) + 1], [0, 4]),
        ([-1, 5], [0, 4]),
        ([5, 0], [0, 4]),
        ([0, len(data)], [0, 5]),
        ([0, len(data)], [0]),
        ([0, len(data)], [4, 0]),
        ([0, len(data)], [-(2**63), 2**63 - 1]),
    ):
        with pytest.raises(InputError):
            _kernels.conllu_cells(data, np.array(starts), np.array(offsets))


def test_a_lifted_batch_gives_lifted_trees(tmp_path: Path) -> None:
    crossing = str(sentence([2, -1, 1]))
    batch = read(tmp_path, NEGATED + crossing + BAD)
    trees, lifted = batch.projective()
    assert lifted.tolist() == [0, 1, 0]
    assert str(trees[0]) == NEGATED
    assert str(trees[1]) == crossing.replace("\t3\tdep", "\t2\tdep")
    assert trees.problems == batch.problems
    assert batch[1].parents.tolist() == [2, -1, 1]


def test_a_batch_shows_itself_in_a_line(tmp_path: Path) -> None:
    batch = read(tmp_path, NEGATED + NEGATED)
    assert repr(batch) == "<DependencyBatch: 2 trees>"


@pytest.mark.parametrize("feature", ["Polarity", "", "Number=Plur|Case=Nom"])
def test_a_feature_is_one_name_and_value(tmp_path: Path, feature: str) -> None:
    words = read(tmp_path, NEGATED).morphology()
    with refused(UsageError):
        words.has_feature(feature)


def test_the_format_of_an_unnamed_stream_is_asked_for() -> None:
    with refused(InputError):
        list(read_trees(io.BytesIO(NEGATED.encode())))
    (batch,) = read_trees(io.BytesIO(NEGATED.encode()), "conllu")
    assert str(batch[0]) == NEGATED


def test_rows_have_the_ends_of_a_slice(tmp_path: Path) -> None:
    (tmp_path / "penn").write_text("(S (A a))\n(S (A b) (B b))\n(S (A c))\n")
    (nodes_of,) = read_trees(tmp_path / "penn")
    words_of = read(tmp_path, NEGATED + NEGATED.replace("know", "see") + NEGATED)
    for batch in (nodes_of, words_of):
        trees = list(map(str, batch))
        for start in range(-4, 6):
            for stop in range(-4, 6):
                part = batch.rows(start, stop)
                assert list(map(str, part)) == trees[start:stop]
                assert part.lines.tolist() == batch.lines[start:stop].tolist()
        assert batch.rows(-1, 99).first_sentence == 3


@pytest.mark.parametrize("kind", [DependencyTree, ConstituencyTree])
@pytest.mark.parametrize("text", [5, None, b"(S (A a))"])
def test_only_texts_are_parsed(kind: Any, text: Any) -> None:
    with refused(UsageError):
        kind.parse(text)


@pytest.mark.parametrize("tree", [DependencyTree.parse(NEGATED), ConstituencyTree.parse("(A a)")])
def test_widths_and_nodes_are_numbers(tree: Any) -> None:
    for width in ("a", None, 0.5):
        with refused(UsageError):
            tree.to_text(width=width)
    for width in (0, -1):
        with refused(UsageError):
            tree.to_text(width=width)
    asks = (tree.children, tree.parent, tree.span, tree.is_contiguous)
    for node, kind in (("a", UsageError), (-1, IndexError), (999, IndexError)):
        for ask in asks:
            with refused(kind):
                ask(node)
    for ask in asks:
        ask(np.int32(0))


# Trees show themselves.

RICE = ConstituencyTree.parse("(S (NP-SBJ (PRP We)) (VP (VBP eat) (NP (NN ご飯))))")
LINE = "{}\t{}\t_\tX\t_\t_\t{}\tdep\t_\t_\n"


def chain(words: int) -> DependencyTree:
    return DependencyTree.parse("".join(LINE.format(n, "w", n - 1) for n in range(1, words + 1)))


def test_a_constituency_tree_with_its_words() -> None:
    assert RICE.to_text().split("\n") == [
        "      S",
        "  ┌───┴────┐",
        "NP-SBJ     VP",
        "  │      ┌─┴──┐",
        " PRP    VBP   NP",
        "  │      │    │",
        "  We    eat   NN",
        "              │",
        "             ご飯",
    ]
    assert RICE.to_text(width=10).split("\n")[:4] == [
        *("S", "├─ NP-SBJ", "│  └─ PRP", "│     └─ We")
    ]


def test_brackets_from_right_to_left() -> None:
    tree = ConstituencyTree.parse("(S (N הילדה) (V קראה))")
    assert tree.layout().from_right
    assert tree.to_text().startswith("S\n├─ N\n")
    svg = tree.to_svg()
    assert svg.index("הילדה") < svg.index("קראה")
    first, last = (svg[: svg.index(word)].rsplit(' x="', 1)[1] for word in tree.words)
    assert int(first.partition('"')[0]) > int(last.partition('"')[0])


@pytest.mark.parametrize("tree", [RICE, chain(3)])
def test_notebooks_show_a_picture(tree: Tree) -> None:
    assert tree._repr_svg_() == tree.to_svg() == tree.layout().to_svg()
    assert tree.to_svg().startswith("<svg")


def test_control_characters_are_made_visible() -> None:
    tree = DependencyTree.parse(LINE.format(1, "\x1b[31m", 0))
    assert "\\x1b[31m" in tree.to_text()
    assert "\x1b" not in tree.to_text() + tree.to_svg()
    hostile = ConstituencyTree.parse("(\x1b[1m \x1b[31m)")
    assert "\x1b" not in hostile.to_text() + hostile.to_svg()


def test_large_trees_are_refused() -> None:
    large = chain(1001)
    assert large._repr_svg_() is None
    with refused(InputError):
        large.to_text()
    assert chain(1000).to_text().count("\n") == 999
    deep = ConstituencyTree.parse("(S " * 1001 + "a" + ")" * 1001)
    with refused(InputError):
        deep.to_svg()


def test_a_tree_without_words_has_no_picture() -> None:
    nothing = ConstituencyTree.parse("")
    assert nothing._repr_svg_() is None
    with refused(InputError):
        nothing.to_text()
