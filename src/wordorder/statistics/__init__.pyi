from wordorder.statistics.accumulators import Accumulator as Accumulator
from wordorder.statistics.alphas import (
    Alpha as Alpha,
    AlphaTable as AlphaTable,
    krippendorff_alpha as krippendorff_alpha,
)
from wordorder.statistics.bootstrapping import (
    BootstrapResult as BootstrapResult,
    bootstrap as bootstrap,
)
from wordorder.statistics.bundles import (
    Bundles as Bundles,
    KeyedRows as KeyedRows,
    NamedBundles as NamedBundles,
    NamedItems as NamedItems,
    Rows as Rows,
    check_file as check_file,
)
from wordorder.statistics.correlations import (
    average_ranks as average_ranks,
    moments as moments,
    pearson_of as pearson_of,
    spearman_rho as spearman_rho,
    tau_b as tau_b,
)
from wordorder.statistics.exact_sums import ExactSums as ExactSums
from wordorder.statistics.intervals import (
    Score as Score,
    ratio as ratio,
    wilson_interval as wilson_interval,
)
from wordorder.statistics.kappas import (
    CohenTable as CohenTable,
    FleissTable as FleissTable,
    Kappa as Kappa,
    PairwiseKappa as PairwiseKappa,
    PairwiseTable as PairwiseTable,
    cohen_kappa as cohen_kappa,
    fleiss_kappa as fleiss_kappa,
    landis_koch as landis_koch,
    pairwise_cohen_kappa as pairwise_cohen_kappa,
)
from wordorder.statistics.paired_tests import (
    PairedBootstrapResult as PairedBootstrapResult,
    PairedResult as PairedResult,
    PairTests as PairTests,
    WeightedDifferences as WeightedDifferences,
    approximate_randomization as approximate_randomization,
    compare_pairs as compare_pairs,
    pair_tests as pair_tests,
    paired_bootstrap as paired_bootstrap,
    weighted_differences as weighted_differences,
)
from wordorder.statistics.resampling import (
    Resampling as Resampling,
    significance_level as significance_level,
)
from wordorder.statistics.significance import (
    Clusters as Clusters,
    critical_difference as critical_difference,
    excludes_zero as excludes_zero,
    find_clusters as find_clusters,
    holm as holm,
    student_p as student_p,
    t_test as t_test,
)
