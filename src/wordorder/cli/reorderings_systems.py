"""What `retained` and `sheet` share: a reference and systems, read side by side."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from wordorder.cli.files import refuse_standard_input, refuse_two_standard_inputs
from wordorder.reorderings import AlignedCorpus, SystemFile

if TYPE_CHECKING:
    from collections.abc import Sequence

src = click.option("-s", "--src", metavar="FILE", help="The source text.")
trees = click.option(
    "--trees", metavar="FILE", help="Syntax trees of the source, CoNLL-U or Penn brackets."
)


def files_of(
    reference: str,
    systems: Sequence[str],
    traces: Sequence[str],
    *,
    src: str | None,
    ref: str | None,
    texts: Sequence[str | None],
    trees: str | None,
    tree_form: Any,
    form: str,
    base: int,
    sure_only: bool,
    unalign_blocking: bool,
    skip_bad: bool,
) -> tuple[AlignedCorpus, list[SystemFile]]:
    """Put together what to read; traces are further systems."""
    refuse_two_standard_inputs([reference, *systems, *traces, src, ref, *texts, trees])
    refuse_standard_input({"--src": src, "--ref": ref})
    for trace in traces:
        refuse_standard_input({"--trace": trace})  # for links and for phrases
    for text in texts:
        refuse_standard_input({"--tgt": text})
    how: dict[str, Any] = {"sure_only": sure_only, "unalign_blocking": unalign_blocking}
    corpus = AlignedCorpus(
        reference, form, base, src, ref, trees, tree_form, skip_bad=skip_bad, **how
    )
    formats = [form] * len(systems) + ["moses"] * len(traces)
    return corpus, [
        SystemFile(file, own_form, base, src, text, **how)
        for file, own_form, text in zip((*systems, *traces), formats, texts, strict=True)
    ]
