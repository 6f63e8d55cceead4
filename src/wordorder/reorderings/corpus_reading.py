"""A common way to read corpora: files or links in memory, one or several."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import chain
from typing import TYPE_CHECKING, TypeAlias

from wordorder.errors import UsageError, expect
from wordorder.output import signature
from wordorder.reorderings.corpus import AlignedCorpus, CorpusBatch
from wordorder.reorderings.extraction import Extraction, as_batch
from wordorder.reorderings.left_out import LeftOut
from wordorder.text import names_of_files, refuse_reused

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator

    from wordorder.alignment import Alignment, AlignmentBatch
    from wordorder.reorderings.batch import ReorderingBatch, Side
    from wordorder.text import Input

    Corpus: TypeAlias = AlignedCorpus | AlignmentBatch | Iterable[Alignment]
    Readable: TypeAlias = AlignedCorpus | AlignmentBatch

# Defaults for corpora whose signature does not say.
_USUAL = {"trees": "none", "links": "all", "unaligned": "none", "target_lengths": "given"}


def as_readable(corpus: Corpus) -> Readable:
    """Turn links in memory into a batch.

    Raises:
        UsageError: It is something else.
    """
    return corpus if isinstance(corpus, AlignedCorpus) else as_batch(corpus)


def by_name(corpora: Corpus | Mapping[str, Corpus]) -> dict[str, Readable]:
    """Return corpora by name; a single one is named after its file.

    Examples:
        >>> list(by_name(AlignedCorpus("data/en-ja.align")))
        ['en-ja']
    """
    if isinstance(corpora, Mapping):
        if not corpora:
            raise UsageError("give at least one corpus")
        named = {name: as_readable(corpus) for name, corpus in corpora.items()}
        read = [one.inputs for one in named.values() if isinstance(one, AlignedCorpus)]
        refuse_reused(*chain.from_iterable(read))
        return named
    corpus = as_readable(corpora)
    names = names_of_files([corpus.links]) if isinstance(corpus, AlignedCorpus) else ["corpus"]
    return {names[0]: corpus}


def has_trees(corpus: Readable) -> bool:
    """Whether there are syntax trees."""
    return isinstance(corpus, AlignedCorpus) and corpus.trees is not None


def knows_lengths(corpus: Readable, side: Side) -> bool:
    """Whether the lengths of a side are known, as they always are for links in memory."""
    return not isinstance(corpus, AlignedCorpus) or corpus.knows_lengths(side)


def files_of(corpora: Iterable[Readable]) -> list[Input | None]:
    """The files whose bytes measure progress."""
    files = [corpus for corpus in corpora if isinstance(corpus, AlignedCorpus)]
    return [file for corpus in files for file in (corpus.links, corpus.trees)]


def signature_of(corpora: Collection[Readable], extraction: Extraction, *parts: str) -> str:
    """The signature of a result: extraction, how corpora are read, and further parts.

    Examples:
        >>> from wordorder.reorderings import Extraction
        >>> corpora = [AlignedCorpus("a", target="t"), AlignedCorpus("b", trees="b.conllu")]
        >>> signature_of(corpora, Extraction(), "seed:1").partition("|")[2]
        'branching:right|siblings:left|trees:none+source|target_lengths:given+inferred|seed:1'
    """
    read = [
        {**_USUAL, **dict(part.split(":") for part in corpus.signature)}
        if isinstance(corpus, AlignedCorpus)
        else _USUAL
        for corpus in corpora
    ]
    expect(extraction, Extraction, "extraction")
    values = {name: dict.fromkeys(one[name] for one in read) for name in _USUAL}
    told = [
        f"{name}:{'+'.join(those)}"
        for name, those in values.items()
        if name == "trees" or list(those) != [_USUAL[name]]
    ]
    return signature([*extraction.signature, *told, *parts])


def read_reorderings(
    corpus: Readable,
    extraction: Extraction,
    left_out: LeftOut,
    on_bytes: Callable[[int], None],
    *,
    with_words: bool = False,
) -> Iterator[tuple[CorpusBatch, ReorderingBatch]]:
    """Stream the usable sentence pairs of a corpus, with their reorderings.

    Args:
        corpus: The corpus.
        extraction: How to split nested reorderings.
        left_out: Counts the sentence pairs that cannot be used.
        on_bytes: Called with the number of bytes of links and trees read.
        with_words: Whether to include the sentences of the texts.

    Raises:
        InputError: A file cannot be read, or no sentence pair can be used.
    """
    if not isinstance(corpus, AlignedCorpus):
        yield CorpusBatch(corpus), extraction.find(corpus)
        return
    batches = corpus.read(with_words=with_words, on_bytes=on_bytes, on_bad=left_out.add)
    for batch in left_out.need_some(batches):
        yield batch, extraction.find(batch.alignments, batch.trees, corpus.over)


def left_out_of(corpus: Readable, name: str = "") -> LeftOut:
    """Return a counter of left-out sentence pairs, named if there are several corpora."""
    return LeftOut(corpus.links if isinstance(corpus, AlignedCorpus) else "", name)
