"""Translations of the same source, read in parallel with source and reference."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import KW_ONLY, dataclass, field, replace
from itertools import islice
from typing import Any, NamedTuple

import numpy as np

from wordorder.alignment.batch import AlignmentBatch
from wordorder.alignment.link_reading import LinkReading, in_lockstep
from wordorder.errors import InputError
from wordorder.reorderings import inputs
from wordorder.reorderings.inputs import AlignedCorpus, CheckedBatch, CorpusBatch, TextLines
from wordorder.text.reader import rereadable
from wordorder.text.source import Input, refuse_reused, visible_name

_TRACES_AT_ONCE = 1000


@dataclass(frozen=True, slots=True)
class PhraseRows:
    """The source words of the decoder's phrases, for consecutive sentences."""

    phrases: tuple[tuple[range, ...], ...]

    def __len__(self) -> int:
        return len(self.phrases)

    def rows(self, start: int, stop: int) -> PhraseRows:
        """Return consecutive rows."""
        return PhraseRows(self.phrases[start:stop])


@dataclass(frozen=True, slots=True)
class SystemBatch:
    """Consecutive translations of a system.

    Attributes:
        alignments: Links from the source to the translation.
        phrases: The decoder's phrases, if there is a trace.
        target: The translations, if there is a text.
    """

    alignments: AlignmentBatch
    phrases: PhraseRows | None = None
    target: TextLines | None = None

    def __len__(self) -> int:
        return len(self.alignments)

    def rows(self, start: int, stop: int) -> SystemBatch:
        """Return consecutive rows."""
        return SystemBatch(
            self.alignments.rows(start, stop),
            None if self.phrases is None else self.phrases.rows(start, stop),
            None if self.target is None else self.target.rows(start, stop),
        )


@dataclass(frozen=True, slots=True)
class SystemFile:
    """The files of a system's translations, or other inputs, as in `AlignedCorpus`.

    Attributes:
        links: Links from the source to the translations, or a decoder trace.
        source: The source text.
        target: The translations.
        reading: The format of the links, and which of them count; traces have the format `moses`.
    """

    links: Input
    _: KW_ONLY
    source: Input | None = None
    target: Input | None = None
    reading: LinkReading = field(default_factory=LinkReading)

    def __post_init__(self) -> None:
        inputs.settle_inputs(self, "links", "source", "target")

    @property
    def knows_lengths(self) -> bool:
        """Whether the lengths of the translations are known, not inferred from the links."""
        return self.reading.knows_lengths("target", self.target)

    def read(
        self,
        *,
        with_words: bool = False,
        on_bytes: Callable[[int], None] | None = None,
        missing: dict[int, str] | None = None,
    ) -> Iterator[SystemBatch]:
        """Stream the translations; `missing` is as in `read_alignments`."""
        has_phrases = self.reading.file_format == "moses"
        with ExitStack() as stack:
            links, target = self.links, self.target
            if has_phrases:
                links = stack.enter_context(rereadable(links))
            if with_words and target is not None:
                target = stack.enter_context(rereadable(target))
            streams: dict[str, Iterator[Any]] = {
                "alignments": self.reading.read(
                    links, source=self.source, target=target, on_bytes=on_bytes, missing=missing
                )
            }
            if has_phrases:
                streams["phrases"] = _phrases(links, missing)
            if with_words and target is not None:
                streams["target"] = inputs.read_text_lines(target, missing=missing)
            names = [visible_name(self.links)] * len(streams)
            for parts in in_lockstep(names, streams.values()):
                batch = SystemBatch(**dict(zip(streams, parts, strict=True)))
                # An empty translation has no links, so nothing moves.
                lengths = np.maximum(batch.alignments.target_lengths, 1)
                yield replace(batch, alignments=replace(batch.alignments, target_lengths=lengths))


def _phrases(path: Input, missing: dict[int, str] | None) -> Iterator[PhraseRows]:
    from wordorder.alignment.formats.moses import read_traces

    traces = read_traces(path, missing=missing)
    while part := tuple(islice(traces, _TRACES_AT_ONCE)):
        yield PhraseRows(tuple(tuple(phrase.source for phrase in trace.phrases) for trace in part))


class Translations(NamedTuple):
    """Consecutive sentences of the reference corpus, with each system's translations."""

    reference: CorpusBatch
    systems: Sequence[SystemBatch]


def read_translations(
    reference: AlignedCorpus,
    systems: Sequence[SystemFile],
    *,
    with_words: bool = False,
    on_bytes: Callable[[int], None] | None = None,
    on_bad: Callable[[int, InputError], None] | None = None,
) -> Iterator[Translations]:
    """Stream a corpus in parallel with the translations of systems.

    Args:
        reference: Source and reference.
        systems: The systems.
        with_words: Whether to include the sentences of the texts.
        on_bytes: Called with the number of bytes of links and trees read.
        on_bad: Called with line and error of each sentence that is left out.

    Raises:
        InputError: A file cannot be read, the files do not match, or, without `skip_bad` of the
            reference, a sentence cannot be used.
    """
    refuse_reused(
        *reference.inputs,
        *(file for system in systems for file in (system.links, system.source, system.target)),
    )
    missing: dict[int, str] | None = {} if reference.skip_bad else None
    links = [reference.links, *(system.links for system in systems)]
    names = [visible_name(file) for file in links]
    streams: list[Iterator[Any]] = [
        reference.read_checked(with_words=with_words, on_bytes=on_bytes),
        *(
            system.read(with_words=with_words, on_bytes=on_bytes, missing=missing)
            for system in systems
        ),
    ]
    for checked, *translated in in_lockstep(names, streams):
        nulls = inputs.take_missing(missing, checked.batch.alignments.first_line, len(checked))
        known = replace(checked, problems={**checked.problems, **nulls})
        fitted, batches = _with_common_source(known, translated, systems)
        for start, stop in fitted.good_stretches(skip_bad=reference.skip_bad, on_bad=on_bad):
            yield Translations(
                fitted.batch.rows(start, stop), [batch.rows(start, stop) for batch in batches]
            )


def _with_common_source(
    checked: CheckedBatch, translated: Sequence[SystemBatch], systems: Sequence[SystemFile]
) -> tuple[CheckedBatch, list[SystemBatch]]:
    """Unify source lengths that are inferred from links, and check the systems."""
    batch, problems = checked.batch, dict(checked.problems)
    known = batch.alignments.source_lengths
    if batch.trees is not None:
        for translations, system in zip(translated, systems, strict=True):
            own, first_line = (
                translations.alignments.source_lengths,
                translations.alignments.first_line,
            )
            for row in np.flatnonzero(own > known).tolist():
                where = f"{visible_name(system.links)}:{first_line + row}"
                problem = f"the links need {own[row]} source words, but the tree has {known[row]}"
                problems.setdefault(row, InputError(f"{where}: {problem}"))
    batches = [batch.alignments, *(translations.alignments for translations in translated)]
    lengths = np.maximum.reduce([alignments.source_lengths for alignments in batches])
    reference, *others = (replace(alignments, source_lengths=lengths) for alignments in batches)
    return (
        CheckedBatch(replace(batch, alignments=reference), problems),
        [
            replace(translations, alignments=alignments)
            for translations, alignments in zip(translated, others, strict=True)
        ],
    )
