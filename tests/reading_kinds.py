"""Every kind of data that is read: rows of it, and what reading gives."""

from __future__ import annotations

import io
from dataclasses import dataclass
from itertools import chain
from typing import TYPE_CHECKING, Any

import numpy as np
import pyarrow as pa

import wordorder as wo
from wordorder.reorderings.inputs import read_text_lines
from wordorder.reorderings.sets import SetLabels
from wordorder.text import read_lines, read_word_counts, rereadable

if TYPE_CHECKING:
    from collections.abc import Callable


WORD = "{0}\t{1}\t_\tX\t_\t_\t{2}\t{3}\t_\t_\n"
SENTENCES = [
    "# text = a b\n" + WORD.format(1, "a", 0, "root") + WORD.format(2, "b", 1, "obj"),
    WORD.format(1, "c", 0, "root"),
    WORD.format(1, "é", 2, "det") + WORD.format(2, "d", 0, "root"),
    WORD.format(1, "e", 0, "root"),
]
LINKS = ["0-1 1-0 2-2", "", "0-0 1?1", "3-0 3-1"]
PAIRS = pa.struct([("source", pa.int32()), ("target", pa.int32())])


@dataclass(frozen=True)
class Kind:
    """One kind of data: its rows, and how to read and show it."""

    rows: list[str]
    read: Callable[[Any], object]
    end: str = "\n"  # of a row in a file

    @property
    def text(self) -> str:
        return "".join(f"{row}{self.end}" for row in self.rows)


def of_links(rows: Any, list_type: Any = pa.list_) -> pa.Array:
    """Links as an Arrow column of lists."""
    return pa.array(rows, list_type(PAIRS))


def lines(source: Any) -> object:
    return list(read_lines(source))


def words(source: Any) -> object:
    return [count for counts in read_word_counts(source) for count in counts.tolist()]


def alignments(form: str) -> Callable[[Any], object]:
    def read(source: Any) -> object:
        rows = [row for batch in wo.read_alignments(source, form) for row in batch]
        return [(str(row), row.source_length, row.target_length) for row in rows]

    return read


def lengths_from(source: Any) -> object:
    batches = wo.read_alignments(io.StringIO("0-0\n\n0-0\n\n"), source=source)
    return [length for batch in batches for length in batch.source_lengths.tolist()]


def orders(source: Any) -> object:
    batches = wo.permutation.alignment_permutations(source, "reference")
    return [str(batch[row]) for batch in batches for row in range(len(batch))]


def permutations(source: Any) -> object:
    batches = wo.read_permutations(source)
    return [str(batch[row]) for batch in batches for row in range(len(batch))]


def permutation_scores(source: Any) -> object:
    found = [
        scores.scores.at(metric="kendall")
        for scores in wo.ordering.score_permutations(source, "kendall")
    ]
    return repr(np.concatenate(found).tolist())  # with NaN, which equals nothing


def dependencies(source: Any) -> object:
    batches = list(wo.read_trees(source, "conllu"))
    pairs = [zip(b.deprels.tolist(), b.upos.tolist(), strict=True) for b in batches]
    names = [(batches[0].names[d], batches[0].names[u]) for d, u in chain(*pairs)]
    return [str(tree) for batch in batches for tree in batch], names


def constituents(source: Any) -> object:
    return [str(tree) for batch in wo.read_trees(source) for tree in batch]


def scored(source: Any) -> object:
    systems = {"A": ["a b c", "x", "d é", "e e"]}
    found = wo.score(source, systems, resampling=wo.Resampling(resamples=2))
    return repr(found.segment("kendall").tolist())


def labels(source: Any) -> object:
    found = SetLabels.read(source)
    return found.names, found.numbers.tolist()


def evaluated(source: Any) -> object:
    gold = io.StringIO("0-1\n\n0-0\n3-0\n")
    found = wo.alignment.evaluate_alignments(
        gold, {"A": source}, resampling=wo.Resampling(resamples=2)
    )
    return found.kept_sentences().records().columns


def analysed(source: Any) -> object:
    corpus = {"A": wo.reorderings.AlignedCorpus(source)}
    found = wo.analyze_reorderings(corpus, resampling=wo.Resampling(resamples=2))
    return found.to_dict()


def text_lines(source: Any) -> object:
    return [line for part in read_text_lines(source) for line in part.lines]


def again(source: Any) -> object:
    with rereadable(source) as twice:
        return list(read_lines(twice)), list(read_lines(twice))


def matched(source: Any) -> object:
    batches = wo.match_texts(source, io.StringIO("a c\n\né\ne e\n"), "en")
    return [str(row) for batch in batches for row in batch]


def aligned(source: Any) -> object:
    batches = wo.align_texts(source, io.StringIO("x y z\n\nu v\nw\n"))
    return [str(row) for batch in batches for row in batch]


def drawn(source: Any) -> object:
    return wo.alignment.draw_alignments(source).to_text("grid")


def comparisons(source: Any) -> object:
    (judged,) = wo.metaevaluation.read_judgements(source, pair="de-en").values()
    return judged.systems, [column.tolist() for column in judged.comparisons or ()]


TEXT = ["a b c", "", "d\u2028é  ", "e"]
KINDS = {
    "lines": Kind(TEXT, lines),
    "words": Kind(TEXT, words),
    "text of links": Kind(["a b c", "", "d é", "e"], lengths_from),
    "text lines": Kind(TEXT, text_lines),
    "read again": Kind(TEXT, again),
    "text to score": Kind(TEXT, scored),
    "text to match": Kind(TEXT, matched),
    "text to align": Kind(["a b c", "", "d é", "e"], aligned),
    "labels": Kind(["low", "outside", "high", "low"], labels),
    "pharaoh": Kind(LINKS, alignments("pharaoh")),
    "lader": Kind(["3-3 ||| 0-1", "0-0 |||", "1-2 |||", "2-2 ||| 1-1"], alignments("lader")),
    "talbot": Kind(["1,0_2,,3", "", "0", "1,0"], alignments("talbot")),
    "moses": Kind(["a |0-0| b c |1-2|", "", "d |0-0|", "e |1-1|"], alignments("moses")),
    "orders of links": Kind(LINKS, orders),
    "evaluated links": Kind(LINKS, evaluated),
    "drawn links": Kind(LINKS, drawn),
    "analysed links": Kind(LINKS, analysed),
    "permutations": Kind(["2 1 3", "", "1 2", "1"], permutations),
    "scored permutations": Kind(["2 1 3", "", "1 2", "1"], permutation_scores),
    "comparisons": Kind(["segment\tbetter\tworse", "1\tA\té", "2\té\tA", "2\tA\té"], comparisons),
    "conllu": Kind(SENTENCES, dependencies),
    "penn": Kind(["(S (A a) (B b))", "(D d)", "(S\n (C é))", "(A (B b))"], constituents),
}
