"""Bootstrap, paired tests, Holm correction, clusters and inter-rater agreement.

Arrays in, arrays out; nothing here is specific to translation. What is counted over sentences is an
`Accumulator`, whose parts can be merged.
"""

from wordorder.statistics.accumulators import Accumulator
from wordorder.statistics.bootstrapping import BootstrapResult, bootstrap
from wordorder.statistics.bundles import Bundles
from wordorder.statistics.clusters import Clusters, find_clusters
from wordorder.statistics.cohen import (
    CohenTable,
    PairwiseKappa,
    PairwiseTable,
    cohen_kappa,
    pairwise_cohen_kappa,
)
from wordorder.statistics.corrections import holm
from wordorder.statistics.correlations import (
    average_ranks,
    moments,
    pearson_of,
    spearman_rho,
    tau_b,
)
from wordorder.statistics.exact_sums import ExactSums
from wordorder.statistics.fleiss import FleissTable, fleiss_kappa
from wordorder.statistics.kappa import Kappa, landis_koch
from wordorder.statistics.keyed_rows import KeyedRows, Rows, check_file
from wordorder.statistics.krippendorff import Alpha, AlphaTable, krippendorff_alpha
from wordorder.statistics.named_bundles import NamedBundles, NamedItems
from wordorder.statistics.options import Resampling, significance_level
from wordorder.statistics.paired_bootstrapping import (
    PairedBootstrapResult,
    compare_pairs,
    pair_tests,
    paired_bootstrap,
)
from wordorder.statistics.pairs import PairedResult, PairTests
from wordorder.statistics.proportions import wilson_interval
from wordorder.statistics.randomization import approximate_randomization
from wordorder.statistics.rank_differences import critical_difference
from wordorder.statistics.scores import Score, ratio
from wordorder.statistics.significance import excludes_zero
from wordorder.statistics.student import student_p, t_test
from wordorder.statistics.weighted_differences import WeightedDifferences, weighted_differences

__all__ = [
    "Accumulator",
    "Alpha",
    "AlphaTable",
    "BootstrapResult",
    "Bundles",
    "Clusters",
    "CohenTable",
    "ExactSums",
    "FleissTable",
    "Kappa",
    "KeyedRows",
    "NamedBundles",
    "NamedItems",
    "PairTests",
    "PairedBootstrapResult",
    "PairedResult",
    "PairwiseKappa",
    "PairwiseTable",
    "Resampling",
    "Rows",
    "Score",
    "WeightedDifferences",
    "approximate_randomization",
    "average_ranks",
    "bootstrap",
    "check_file",
    "cohen_kappa",
    "compare_pairs",
    "critical_difference",
    "excludes_zero",
    "find_clusters",
    "fleiss_kappa",
    "holm",
    "krippendorff_alpha",
    "landis_koch",
    "moments",
    "pair_tests",
    "paired_bootstrap",
    "pairwise_cohen_kappa",
    "pearson_of",
    "ratio",
    "significance_level",
    "spearman_rho",
    "student_p",
    "t_test",
    "tau_b",
    "weighted_differences",
    "wilson_interval",
]
