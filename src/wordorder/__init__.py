"""wordorder: evaluates word order in translations, separately from word choice.

The public API is available from here and imported lazily (PEP 562); `__init__.pyi` declares it for
type checkers. Only the kernels and the errors they raise are imported at once.
"""

from __future__ import annotations

from wordorder import kernel_setup as _kernel_setup  # noqa: F401

_ROOM_OF = {
    "AgreementResult": "reorderings",
    "AlignedCorpus": "reorderings",
    "Alignment": "alignment",
    "AlignmentBatch": "alignment",
    "AlignmentEvaluation": "alignment",
    "ArrowColumn": "text",
    "Comparison": "scoring",
    "ConstituencyTree": "syntax",
    "ContrastSet": "metaevaluation",
    "CorpusColumns": "corpus",
    "CorpusPlan": "corpus",
    "CorpusProfile": "corpus",
    "Correlations": "metaevaluation",
    "DependencyTree": "syntax",
    "Entry": "preordering",
    "ExternalAligner": "alignment",
    "ExternalParser": "syntax",
    "Extraction": "reorderings",
    "FittedPreset": "scoring",
    "FittedWeights": "metaevaluation",
    "Ibm1Model": "alignment",
    "InputError": "errors",
    "Judgements": "metaevaluation",
    "LearnedRules": "preordering",
    "LinkReading": "alignment",
    "Matcher": "alignment",
    "MetaEvaluation": "metaevaluation",
    "MetricScores": "metaevaluation",
    "MisplacedClasses": "scoring",
    "MissingExtraError": "errors",
    "OrderMetric": "scoring",
    "ParseSelection": "preordering",
    "Permutation": "permutation",
    "PermutationBatch": "permutation",
    "PermutationForest": "permutation",
    "PermutationScores": "ordering",
    "PermutationTree": "permutation",
    "PreorderingErrors": "preordering",
    "PreorderingEvaluation": "preordering",
    "Preset": "scoring",
    "RearrangedSource": "scoring",
    "ReorderingAnalysis": "reorderings",
    "ReorderingBatch": "reorderings",
    "ReorderingTestSets": "reorderings",
    "Report": "report",
    "Resampling": "statistics",
    "RetentionResult": "reorderings",
    "Rule": "preordering",
    "RuleCheck": "preordering",
    "RuleSet": "preordering",
    "ScoreResult": "scoring",
    "SourceLinks": "scoring",
    "SpacyParser": "syntax",
    "SystemFile": "reorderings",
    "TunedWeight": "metaevaluation",
    "UsageError": "errors",
    "WordTest": "preordering",
    "WordorderError": "errors",
    "WordorderWarning": "errors",
    "align_texts": "alignment",
    "alignment_permutations": "permutation",
    "analyze_preordering": "preordering",
    "analyze_reorderings": "reorderings",
    "analyze_retention": "reorderings",
    "annotator_agreement": "metaevaluation",
    "apply_rules": "preordering",
    "batch": "corpus",
    "build_testsets": "reorderings",
    "check_rules": "preordering",
    "compare_metrics": "metaevaluation",
    "compare_verdicts": "metaevaluation",
    "complexity": "permutation",
    "convert_alignments": "alignment",
    "count_wins": "metaevaluation",
    "correlate": "metaevaluation",
    "draw_alignments": "alignment",
    "draw_reordering": "preordering",
    "draw_reorderings": "preordering",
    "draw_sheet": "reorderings",
    "evaluate_alignments": "alignment",
    "evaluate_preordering": "preordering",
    "explain": "ordering",
    "extract_reorderings": "reorderings",
    "fit_preset": "metaevaluation",
    "judge_agreement": "reorderings",
    "learn_rules": "preordering",
    "load_preset": "scoring",
    "load_result": "report",
    "match_contexts": "alignment",
    "match_texts": "alignment",
    "mending_moves": "ordering",
    "meta_evaluate": "metaevaluation",
    "metric_names": "ordering",
    "misplaced_by_class": "scoring",
    "misplaced_words": "ordering",
    "ordering_scores": "ordering",
    "parse_texts": "syntax",
    "permutation_scores": "ordering",
    "permutation_test": "metaevaluation",
    "permutation_text": "permutation",
    "profile": "corpus",
    "rank_metrics": "metaevaluation",
    "rate_systems": "metaevaluation",
    "read_alignments": "alignment",
    "read_contrasts": "metaevaluation",
    "read_datasets": "metaevaluation",
    "read_judgements": "metaevaluation",
    "read_permutations": "permutation",
    "read_scores": "metaevaluation",
    "read_trees": "syntax",
    "reorder": "preordering",
    "reordering_sets": "reorderings",
    "report": "report",
    "retained_reorderings": "reorderings",
    "rule_set": "preordering",
    "score": "scoring",
    "score_permutations": "ordering",
    "score_systems": "metaevaluation",
    "select_parses": "preordering",
    "study_translations": "report",
    "symmetrize_files": "alignment",
    "train_ibm1": "alignment",
    "tune_preset": "metaevaluation",
    "tune_weight": "metaevaluation",
    "with_min_agreement": "metaevaluation",
    "write_alignments": "alignment",
    "write_permutation_scores": "ordering",
}

__all__ = ["__version__", *_ROOM_OF]  # noqa: PLE0604


def __getattr__(name: str) -> object:
    if name == "__version__":
        from wordorder._kernels import VERSION

        return VERSION
    if name not in _ROOM_OF:
        raise AttributeError(f"module 'wordorder' has no attribute {name!r}")
    from importlib import import_module

    room = import_module(f"wordorder.{_ROOM_OF[name]}")
    # The room `report` can itself be called, as importing it puts it here, whoever does so first.
    globals()[name] = room if name == _ROOM_OF[name] else getattr(room, name)
    return globals()[name]


def __dir__() -> list[str]:
    return sorted(__all__)
