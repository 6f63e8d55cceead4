"""The summaries in the output folder of `wordorder batch`, put together."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from wordorder.corpus import summary_files
from wordorder.corpus.folder import SETTINGS, SUMMARIES
from wordorder.corpus.inputs.storage import is_url
from wordorder.corpus.stores import store_at
from wordorder.errors import InputError, UsageError
from wordorder.output import visible
from wordorder.statistics.states import is_count

if TYPE_CHECKING:
    from collections.abc import Callable

    from wordorder.corpus.stores import Store
    from wordorder.corpus.summary import Summary
    from wordorder.corpus.summary_files import SummaryFile

_SUMMARY = re.compile(r".+-\d{5,9}\.npz")


class SummarizedFolder(NamedTuple):
    """What the summaries in a folder tell.

    Attributes:
        summary: All of them together.
        fragments: Their number.
        missing: How many more the run has.
        signature: Everything that determines the figures of a row.
    """

    summary: Summary
    fragments: int
    missing: int
    signature: str


class FolderOfSummaries:
    """An output folder whose summaries have been found but not yet read.

    Args:
        place: A path or a URL.

    Raises:
        InputError: It cannot be read, is not such a folder, or no fragment is finished.
    """

    def __init__(self, place: str) -> None:
        self.place = visible(place)
        if not is_url(place) and not Path(place).is_dir():
            found = "a file, expected a folder" if Path(place).exists() else "no such folder"
            raise InputError(f"{self.place}: {found}; name one that wordorder batch has written")
        self._store: Store = store_at(place)
        with self._store.told("read"):
            self.names = [name for name in self._store.names(SUMMARIES) if _SUMMARY.fullmatch(name)]
            has_settings = SETTINGS in self._store.names()
        if not self.names and has_settings:
            raise InputError(f"{self.place}: no fragment is finished yet: run the batch again")
        if not self.names:
            raise InputError(
                f"{self.place}: not a folder that wordorder batch has written: "
                f"it has no files {SUMMARIES}/*.npz"
            )

    def read(self, advance: Callable[[int], None]) -> SummarizedFolder:
        """Read all summaries.

        Args:
            advance: Called with 1 for each of them.

        Raises:
            InputError: One of them cannot be read, or is of another run.
        """
        total: Summary | None = None
        names: dict[str, str] = {}  # by fingerprint
        for name in self.names:
            found = self._read(name)
            other = names.setdefault(found.fingerprint, name)
            if other != name:
                raise self._refusal(name, f"it is of the same rows as {visible(other)}; remove one")
            if total is None:
                total = found.summary
            else:
                self._merge(total, found.summary, name)
            advance(1)
        assert total is not None
        settings, count = self._settings(), len(self.names)
        expected, signature = settings.get("fragments"), settings.get("signature")
        return SummarizedFolder(
            total,
            count,
            max(0, int(expected or 0) - count) if is_count(expected) else 0,
            signature if isinstance(signature, str) else "",
        )

    def _read(self, name: str) -> SummaryFile:
        with self._store.told("read"):
            content = self._store.read(f"{SUMMARIES}/{name}")
        return summary_files.read(content, f"{self.place}/{SUMMARIES}/{visible(name)}")

    def _merge(self, total: Summary, summary: Summary, name: str) -> None:
        try:
            total.merge(summary)
        except UsageError as error:
            other = visible(self.names[0])
            raise self._refusal(name, f"it is of another run than {other}: {error}") from error

    def _refusal(self, name: str, reason: str) -> InputError:
        return InputError(f"{self.place}/{SUMMARIES}/{visible(name)}: {reason}")

    def _settings(self) -> dict[str, Any]:
        """What is known of the run; nothing if the folder does not tell."""
        with self._store.told("read"):
            try:
                settings = json.loads(self._store.read(SETTINGS))
            except (FileNotFoundError, ValueError, RecursionError):
                return {}
        return settings if isinstance(settings, dict) else {}
