"""Load a saved result of any kind."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from wordorder.errors import InputError
from wordorder.output import read_result

if TYPE_CHECKING:
    import os
    from collections.abc import Iterable

    from wordorder.output import Result

_CLASSES = {
    "alignment": ("AlignmentEvaluation",),
    "ordering": ("PermutationScores",),
    "scoring": ("ScoreResult", "MisplacedClasses"),
    "reorderings": (
        "ReorderingAnalysis",
        "RetentionResult",
        "ReorderingTestSets",
        "AgreementResult",
    ),
    "preordering": (
        "PreorderingEvaluation",
        "PreorderingErrors",
        "RuleCheck",
        "LearnedRules",
        "ParseSelection",
    ),
    "corpus": ("CorpusProfile",),
    "metaevaluation": ("MetaEvaluation", "TunedWeight", "FittedWeights"),
}


def load_result(path: str | os.PathLike[str]) -> Result:
    """Read a result that a command wrote with `--format json`, or `Result.save`.

    Raises:
        InputError: The file cannot be read, or is not such a document.

    Examples:
        >>> from pathlib import Path
        >>> from tempfile import TemporaryDirectory
        >>> from wordorder import Alignment, analyze_reorderings
        >>> with TemporaryDirectory() as folder:
        ...     file = Path(folder, "result.json")
        ...     analyze_reorderings([Alignment.parse("0-1 1-0")]).save(file)
        ...     load_result(file)
        <ReorderingAnalysis: corpus: 1 sentence pair, 1 reordering, rquantity 1.000>
    """
    known = {f"wordorder/{kind.SCHEMA}": kind for kind in result_classes()}

    def kind_of(schema: object) -> type[Result]:
        if not isinstance(schema, str) or schema not in known:
            raise InputError(
                f"not a result of this version of wordorder: its schema is {schema!r:.60}"
                f"{_expected(schema, known)}; make it again with --format json"
            )
        return known[schema]

    return read_result(path, kind_of)


def _expected(schema: object, known: Iterable[str]) -> str:
    """The version of the same kind of result that can be read, if there is one."""
    kind = str(schema).rpartition("/")[0]
    same = [one for one in known if one.rpartition("/")[0] == kind]
    return f", expected {same[0]}" if same else ""


def result_classes() -> list[type[Result]]:
    """All kinds of results that can be saved."""
    return [
        getattr(import_module(f"wordorder.{room}"), name)
        for room, names in _CLASSES.items()
        for name in names
    ]
