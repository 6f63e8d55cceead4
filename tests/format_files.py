"""Small files of links with their texts, and bad ones."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from hypothesis import HealthCheck, settings

from wordorder.alignment import read_alignments

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from wordorder.alignment import Alignment

IN_ONE_FOLDER = settings(suppress_health_check=[HealthCheck.function_scoped_fixture])


class Case(NamedTuple):
    """A file that is refused, and the texts beside it."""

    links: str
    source: str | None = None
    target: str | None = None


def reader(form: str) -> Callable[..., list[Alignment]]:
    """Reads what it writes into the current folder: links, and perhaps texts."""

    def read(
        folder: Path, links: str | bytes, source: str | None = None, target: str | None = None
    ) -> list[Alignment]:
        files = {"links": links, "source": source, "target": target}
        given = {name: text for name, text in files.items() if text is not None}
        for name, text in given.items():
            folder.joinpath(name).write_bytes(text.encode() if isinstance(text, str) else text)
        texts = {name: name for name in given if name != "links"}
        return [row for batch in read_alignments("links", form, **texts) for row in batch]

    return read


def text_of(lengths: list[int]) -> str:
    return "".join("w " * length + "\n" for length in lengths)
