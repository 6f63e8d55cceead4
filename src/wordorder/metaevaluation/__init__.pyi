from wordorder.metaevaluation.agreement import (
    AnnotatorAgreement as AnnotatorAgreement,
    HumanCeiling as HumanCeiling,
    RatingAlphas as RatingAlphas,
    WmtKappas as WmtKappas,
    annotator_agreement as annotator_agreement,
    human_ceiling as human_ceiling,
    with_min_agreement as with_min_agreement,
)
from wordorder.metaevaluation.contrast_sets import (
    ContrastSet as ContrastSet,
    read_contrasts as read_contrasts,
)
from wordorder.metaevaluation.correlation import (
    GROUPINGS as GROUPINGS,
    STATISTICS as STATISTICS,
    UNITS as UNITS,
    Correlations as Correlations,
    correlate as correlate,
    find_statistic as find_statistic,
    with_chance as with_chance,
)
from wordorder.metaevaluation.datasets import (
    DatasetSource as DatasetSource,
    read_datasets as read_datasets,
)
from wordorder.metaevaluation.evaluation import meta_evaluate as meta_evaluate
from wordorder.metaevaluation.joining import (
    Dataset as Dataset,
    LeftOut as LeftOut,
    join as join,
    read_names as read_names,
)
from wordorder.metaevaluation.judgement_files import read_judgements as read_judgements
from wordorder.metaevaluation.judgements import (
    Comparisons as Comparisons,
    HumanPairs as HumanPairs,
    Judgements as Judgements,
    Ratings as Ratings,
)
from wordorder.metaevaluation.metric_scores import MetricScores as MetricScores
from wordorder.metaevaluation.permutation_testing import permutation_test as permutation_test
from wordorder.metaevaluation.ranks_and_wins import (
    MetricRanks as MetricRanks,
    WinTable as WinTable,
    count_wins as count_wins,
    rank_metrics as rank_metrics,
)
from wordorder.metaevaluation.ratings import (
    SystemRatings as SystemRatings,
    VerdictAgreement as VerdictAgreement,
    compare_verdicts as compare_verdicts,
    rate_systems as rate_systems,
)
from wordorder.metaevaluation.results import (
    JudgeAgreement as JudgeAgreement,
    MetaEvaluation as MetaEvaluation,
    PartFigures as PartFigures,
    SetFigures as SetFigures,
)
from wordorder.metaevaluation.score_formats import read_scores as read_scores
from wordorder.metaevaluation.significance import (
    LineTests as LineTests,
    MetricComparisons as MetricComparisons,
    compare_metrics as compare_metrics,
)
from wordorder.metaevaluation.statistic import Statistic as Statistic
from wordorder.metaevaluation.text_scores import score_systems as score_systems
from wordorder.metaevaluation.tuning.fit import (
    USUAL_FEATURES as USUAL_FEATURES,
    fit_preset as fit_preset,
)
from wordorder.metaevaluation.tuning.presets import tune_preset as tune_preset
from wordorder.metaevaluation.tuning.results import (
    FittedWeights as FittedWeights,
    FoldTuning as FoldTuning,
    GridPoint as GridPoint,
    HeldOut as HeldOut,
    Operators as Operators,
    PairTuning as PairTuning,
    TunedWeight as TunedWeight,
)
from wordorder.metaevaluation.tuning.sweep import (
    Climbed as Climbed,
    Optimum as Optimum,
    WeightRange as WeightRange,
)
from wordorder.metaevaluation.tuning.tuner import tune_weight as tune_weight
