"""A cache of tokenised and matched texts.

Showing the worst sentences after the scores, or trying another preset, does not tokenise or match
again.
"""

from __future__ import annotations

import io
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from wordorder import _kernels
from wordorder.alignment import AlignmentBatch, MatchBatch

if TYPE_CHECKING:
    from collections.abc import Sequence

    from wordorder.alignment import Matcher
    from wordorder.output import Cache
    from wordorder.text import Tokenizer


def split_lines(
    lines: Sequence[str], words: Tokenizer, threads: int, cache: Cache | None
) -> tuple[str, ...]:
    """Tokenise lines; words are separated by spaces."""
    if cache is None or words.name in ("none", "13a"):  # faster than the cache
        return words.lines(lines, threads=threads)
    key = cache.key(f"tok:{words.signature}", *as_bytes(lines))
    found = cache.get_or_make(key, lambda: "\n".join(words.lines(lines)).encode(*_ENCODING))
    return tuple(found.decode(*_ENCODING).split("\n")) if lines else ()


def match_rows(
    matcher: Matcher,
    hypotheses: Sequence[str],
    references: Sequence[str],
    threads: int,
    cache: Cache | None,
) -> MatchBatch:
    """Match tokenised sentences."""
    if cache is None:
        return matcher.match(hypotheses, references, threads=threads)
    decides = f"{matcher.signature}|{kernels_built()}"
    key = cache.key(decides, *as_bytes(hypotheses), *as_bytes(references))
    found = cache.get(key)
    if found is not None:
        return _loaded(found)
    made = matcher.match(hypotheses, references, threads=threads)
    cache.put(key, _stored(made))
    return made


def kernels_built() -> str:
    """Which kernels these are: the version alone is not enough, their sources may be modified."""
    built = Path(_kernels.__file__).stat()
    return f"kernels:{built.st_size}-{built.st_mtime_ns}"


_ENCODING = ("utf-8", "surrogatepass")


def as_bytes(lines: Sequence[str]) -> tuple[bytes, bytes]:
    """The lines and their lengths: a sentence in a list may contain newlines."""
    lengths = np.fromiter(map(len, lines), np.int64, len(lines))
    return "\n".join(lines).encode(*_ENCODING), lengths.tobytes()


def _stored(matches: MatchBatch) -> bytes:
    links = matches.alignments
    # None is left out.
    confidence = {} if matches.confidence is None else {"confidence": matches.confidence}
    stream = io.BytesIO()
    np.savez(
        stream,
        allow_pickle=False,
        sources=links.sources,
        targets=links.targets,
        offsets=links.offsets,
        source_lengths=links.source_lengths,
        target_lengths=links.target_lengths,
        stages=matches.stages,
        exact=matches.exact,
        covered=matches.covered,
        chunks=matches.chunks,
        similarity=matches.similarity,
        min_confidence=matches.min_confidence,
        **confidence,
    )
    return stream.getvalue()


def _loaded(stored: bytes) -> MatchBatch:
    with np.load(io.BytesIO(stored), allow_pickle=False) as arrays:
        links = AlignmentBatch(
            arrays["sources"],
            arrays["targets"],
            arrays["offsets"],
            arrays["source_lengths"],
            arrays["target_lengths"],
        )
        return MatchBatch(
            links,
            stages=arrays["stages"],
            exact=arrays["exact"],
            covered=arrays["covered"],
            chunks=arrays["chunks"],
            similarity=arrays["similarity"],
            confidence=arrays.get("confidence"),
            min_confidence=float(arrays["min_confidence"]),
        )
