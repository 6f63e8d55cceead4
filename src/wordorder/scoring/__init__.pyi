from wordorder.scoring.cards import SentenceCard as SentenceCard
from wordorder.scoring.detailed_tables import (
    checked_folder as checked_folder,
    shared_task_files as shared_task_files,
)
from wordorder.scoring.features import FEATURES as FEATURES
from wordorder.scoring.fitted_presets import (
    FittedPreset as FittedPreset,
    load_preset as load_preset,
)
from wordorder.scoring.harness import OrderMetric as OrderMetric
from wordorder.scoring.input_checks import Doubt as Doubt
from wordorder.scoring.lexical import (
    brevity_penalty as brevity_penalty,
    corpus_bleu as corpus_bleu,
    sentence_bleu as sentence_bleu,
    unigram_f1 as unigram_f1,
)
from wordorder.scoring.linked_order import (
    RearrangedSource as RearrangedSource,
    SourceLinks as SourceLinks,
)
from wordorder.scoring.misplaced import (
    MisplacedClasses as MisplacedClasses,
    misplaced_by_class as misplaced_by_class,
)
from wordorder.scoring.pair_comparison import (
    Difference as Difference,
    PairComparison as PairComparison,
)
from wordorder.scoring.plan import (
    DEFAULT_METRICS as DEFAULT_METRICS,
    TESTS as TESTS,
    Comparison as Comparison,
    ScoreOptions as ScoreOptions,
    usual_preset as usual_preset,
)
from wordorder.scoring.presets import (
    LEXICAL as LEXICAL,
    PRESETS as PRESETS,
    SHIPPED as SHIPPED,
    Preset as Preset,
    as_preset as as_preset,
)
from wordorder.scoring.result import ScoreResult as ScoreResult
from wordorder.scoring.score_sums import Buckets as Buckets
from wordorder.scoring.scorer import score as score, score_with as score_with
from wordorder.scoring.sentences import (
    LEAST_MATCHED as LEAST_MATCHED,
    ScoredSentence as ScoredSentence,
    ScoredTranslation as ScoredTranslation,
    SharedDifference as SharedDifference,
)
from wordorder.scoring.shared_words import SharedOrder as SharedOrder
from wordorder.scoring.texts import Text as Text
from wordorder.scoring.word_order import ALIGNERS as ALIGNERS
