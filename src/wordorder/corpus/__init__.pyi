from wordorder.corpus.batching import ENGINES as ENGINES, FORMS as FORMS, batch as batch
from wordorder.corpus.input_columns import CorpusColumns as CorpusColumns
from wordorder.corpus.outputs import Output as Output, known_outputs as known_outputs
from wordorder.corpus.plan import (
    CorpusPlan as CorpusPlan,
    PlanOptions as PlanOptions,
)
from wordorder.corpus.profile_result import (
    CorpusProfile as CorpusProfile,
    ProfiledCorpus as ProfiledCorpus,
)
from wordorder.corpus.profiling import profile as profile
from wordorder.corpus.where import Filter as Filter
