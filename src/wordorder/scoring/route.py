"""The route by way of the source: what the user gave, checked, and the evidence from it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from wordorder.errors import InputError, UsageError
from wordorder.scoring.source import make_source_alignments, read_source_alignments
from wordorder.scoring.source_evidence import SourceEvidence
from wordorder.scoring.surface_evidence import SurfaceEvidence
from wordorder.scoring.texts import read_text
from wordorder.text import tokenizer

if TYPE_CHECKING:
    import os
    from collections.abc import Sequence

    from wordorder.scoring.texts import Text, Texts


@dataclass(frozen=True, slots=True)
class SourceRoute:
    """Links from the source to references and systems; the attributes are arguments of `score`."""

    source: Text
    ref_align: Sequence[str | os.PathLike[str]]
    hyp_align: Sequence[str | os.PathLike[str]]
    align: str | None
    surface: bool
    src_tokenize: str | None

    def __post_init__(self) -> None:
        if self.surface:
            if self.align is not None or self.hyp_align or not self.ref_align:
                raise UsageError("--surface needs --ref-align, without --hyp-align and --align")
        elif (bool(self.ref_align) or bool(self.hyp_align)) == (self.align is not None):
            raise UsageError("with --src give --ref-align and --hyp-align, or --align")

    @property
    def tokenizer(self) -> str:
        """The name of the tokeniser of the source: links that are given tell what words are."""
        return self.src_tokenize or ("none" if self.align is None else "13a")

    @property
    def signature(self) -> str:
        """What decides the order of source words."""
        links = self.align or ("surface" if self.surface else "given")
        return f"align:{links}|src_tok:{tokenizer(self.tokenizer).signature}"

    def evidence(self, texts: Texts, **options: Any) -> SourceEvidence:
        """Read or make the links of tokenised texts."""
        words = tokenizer(self.tokenizer)
        lines = [" ".join(words(line)) for line in read_text(self.source)]
        if len(lines) != texts.lines:
            raise InputError(f"the source has {len(lines):,} lines, the others {texts.lines:,}")
        if self.align is not None:
            links = make_source_alignments(lines, texts, self.align)
            return SourceEvidence(texts, links.systems, links.references, **options)
        self._check_counts(texts)
        links = read_source_alignments(lines, self.hyp_align, self.ref_align)
        if self.surface:
            return SurfaceEvidence(texts, lines, links.references, **options)
        return SourceEvidence(texts, links.systems, links.references, **options)

    def _check_counts(self, texts: Texts) -> None:
        systems = 0 if self.surface else len(texts.systems)
        for what, files, wanted in (
            ("--ref-align", self.ref_align, len(texts.references)),
            ("--hyp-align", self.hyp_align, systems),
        ):
            if len(files) != wanted:
                raise UsageError(
                    f"{what} is given {len(files)} times, but there are {wanted} texts"
                )
