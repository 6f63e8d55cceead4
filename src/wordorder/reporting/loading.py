"""Load a saved result of any kind."""

from __future__ import annotations

import os
from importlib import import_module

from wordorder.errors import InputError
from wordorder.output.results import Result, read_result

# The class of each schema, as "module.class".
_CLASSES = {
    "align-evaluation": "alignment.evaluation.AlignmentEvaluation",
    "permutation-scores": "ordering.results.PermutationScores",
    "score": "scoring.result.ScoreResult",
    "misplaced-classes": "scoring.misplaced.MisplacedClasses",
    "reorderings-analysis": "reorderings.analysis_result.ReorderingAnalysis",
    "reorderings-retained": "reorderings.retention_result.RetentionResult",
    "reorderings-testset": "reorderings.testsets.ReorderingTestSets",
    "reorderings-agreement": "reorderings.agreement.AgreementResult",
    "preorder-evaluation": "preordering.evaluation_result.PreorderingEvaluation",
    "preorder-errors": "preordering.error_result.PreorderingErrors",
    "preorder-check": "preordering.rules.checking.RuleCheck",
    "preorder-learned": "preordering.learned_rules.LearnedRules",
    "preorder-selection": "preordering.selection.ParseSelection",
    "corpus-profile": "corpus.profile_result.CorpusProfile",
    "meta": "metaevaluation.results.MetaEvaluation",
    "tuned-weight": "metaevaluation.tuning.results.TunedWeight",
    "fitted-weights": "metaevaluation.tuning.results.FittedWeights",
}


def load(path: str | os.PathLike[str]) -> Result:
    """Read a result that a command wrote with `--format json`, or `Result.save`.

    Raises:
        InputError: The file cannot be read, or is not the document of a result.

    Examples:
        >>> from pathlib import Path
        >>> from tempfile import TemporaryDirectory
        >>> from wordorder import Alignment, analyze_reorderings
        >>> with TemporaryDirectory() as folder:
        ...     file = Path(folder, "result.json")
        ...     analyze_reorderings([Alignment.parse("0-1 1-0")]).save(file)
        ...     load(file)
        <ReorderingAnalysis: corpus: 1 sentence pair, 1 reordering, rquantity 1.000>
    """
    return read_result(path, _class_of_schema)


def _class_of_schema(schema: object) -> type[Result]:
    """Return the result class of a schema, such as `wordorder/score/4`.

    Raises:
        InputError: The schema is unknown or of another version.
    """
    package, _, kind = str(schema).rpartition("/")[0].partition("/")
    expected = ""
    if package == "wordorder" and kind in _CLASSES:
        result_class = _result_class(kind)
        expected = f"wordorder/{result_class.SCHEMA}"
        if schema == expected:
            return result_class
    raise InputError(
        f"not a result of this version of wordorder: its schema is {schema!r:.60}"
        f"{expected and f', expected {expected}'}; recreate it with --format json"
    )


def _result_class(kind: str) -> type[Result]:
    module, _, name = _CLASSES[kind].rpartition(".")
    result_class: type[Result] = getattr(import_module(f"wordorder.{module}"), name)
    return result_class


def result_classes() -> list[type[Result]]:
    """Return the classes of all results that can be saved."""
    return [_result_class(kind) for kind in _CLASSES]
