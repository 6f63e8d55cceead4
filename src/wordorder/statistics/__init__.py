"""Bootstrap, paired tests, Holm correction, clusters and inter-rater agreement.

Arrays in, arrays out; nothing here is specific to translation.
"""

from wordorder.statistics.bootstrapping import BootstrapResult, bootstrap
from wordorder.statistics.clusters import Clusters, find_clusters
from wordorder.statistics.cohen import PairwiseKappa, cohen_kappa, pairwise_cohen_kappa
from wordorder.statistics.corrections import holm
from wordorder.statistics.fleiss import fleiss_kappa
from wordorder.statistics.kappa import Kappa, landis_koch
from wordorder.statistics.krippendorff import Alpha, krippendorff_alpha
from wordorder.statistics.options import Resampling
from wordorder.statistics.paired_bootstrapping import (
    PairedBootstrapResult,
    compare_pairs,
    paired_bootstrap,
)
from wordorder.statistics.pairs import PairedResult
from wordorder.statistics.randomization import approximate_randomization
from wordorder.statistics.scores import Score, ratio
from wordorder.statistics.weighted_differences import WeightedDifferences, weighted_differences

__all__ = [
    "Alpha",
    "BootstrapResult",
    "Clusters",
    "Kappa",
    "PairedBootstrapResult",
    "PairedResult",
    "PairwiseKappa",
    "Resampling",
    "Score",
    "WeightedDifferences",
    "approximate_randomization",
    "bootstrap",
    "cohen_kappa",
    "compare_pairs",
    "find_clusters",
    "fleiss_kappa",
    "holm",
    "krippendorff_alpha",
    "landis_koch",
    "paired_bootstrap",
    "pairwise_cohen_kappa",
    "ratio",
    "weighted_differences",
]
