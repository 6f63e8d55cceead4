"""Folders of mt-metrics-eval: where the texts and scores of a test set are."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from wordorder.errors import Argument, UsageError
from wordorder.metaevaluation.language_pair_paths import system_files
from wordorder.output import listed, visible

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping
    from pathlib import Path

_USUAL_REFERENCE = "refA"


@dataclass(frozen=True, slots=True)
class EvaluationFolder:
    """The part of one language pair in a folder of mt-metrics-eval.

    Attributes:
        folder: The folder.
        pair: The language pair.
    """

    folder: Path
    pair: str

    @property
    def metric_scores(self) -> Path | None:
        """The folder with the scores of metrics, if there is one."""
        found = self.folder / "metric-scores" / self.pair
        return found if any(found.glob("*.score")) else None

    def references(self) -> dict[str, Path]:
        """The references by name, such as refA."""
        files = sorted((self.folder / "references").glob(f"{self.pair}.*.txt"))
        return {
            file.name.removeprefix(f"{self.pair}.").removesuffix(".txt"): file for file in files
        }

    def usual_reference(self) -> str | None:
        """The name of the reference that systems are scored with: refA, or the only one.

        Raises:
            UsageError: There are several others.
        """
        known = list(self.references())
        if _USUAL_REFERENCE in known:
            return _USUAL_REFERENCE
        if len(known) > 1:
            raise UsageError(
                f"{visible(str(self.folder))}: several references of {self.pair}: {listed(known)}; "
                "choose with ",
                Argument("reference"),
            )
        return known[0] if known else None

    def systems(self, left_out: Collection[str]) -> Mapping[str, Path] | None:
        """The outputs of systems by name, without some; None if there are none."""
        folder = self.folder / "system-outputs" / self.pair
        if not any(folder.glob("*.txt")):
            return None
        return {name: file for name, file in system_files(folder).items() if name not in left_out}
