from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

def metric_names(only_flat: bool = ...) -> list[str]: ...
def ordering_scores(
    values: NDArray[np.int32],
    offsets: NDArray[np.int32] | NDArray[np.int64],
    metrics: Sequence[str],
    beta: float,
    monotone: float,
    inverted: float,
    simple: str | Callable[[tuple[int, ...]], Any] | None,
    threads: int,
) -> NDArray[np.float64]: ...
def check_permutation(ranks: NDArray[np.int32]) -> None: ...
def check_permutations(
    values: NDArray[np.int32], offsets: NDArray[np.int64], group_starts: NDArray[np.int32] | None
) -> None: ...
def order_errors(
    values: NDArray[np.int32], offsets: NDArray[np.int64], threads: int
) -> tuple[NDArray[np.int64], NDArray[np.int64]]: ...
def counts(ranks: NDArray[np.int32]) -> dict[str, int]: ...
def flattened_tree(
    ranks: NDArray[np.int32],
) -> tuple[
    NDArray[np.int8],
    NDArray[np.int32],
    NDArray[np.int32],
    NDArray[np.int32],
    NDArray[np.int32],
]: ...
def parse_permutations(
    text: bytes, name: str, first_line: int, base: int, base_line: int, orders: bool
) -> tuple[NDArray[np.int32], NDArray[np.int64], int, int]: ...
def permutations_text(values: NDArray[np.int32], offsets: NDArray[np.int64]) -> bytes: ...
def relative_permutations(
    systems: NDArray[np.int32], group_starts: NDArray[np.int32], offsets: NDArray[np.int64]
) -> NDArray[np.int32]: ...

LARGEST_WORD: int
MOST_INFERRED_WORDS: int
VERSION: str

# Sources, targets, offsets, source lengths, target lengths.
_Alignments = tuple[
    NDArray[np.int32], NDArray[np.int32], NDArray[np.int64], NDArray[np.int32], NDArray[np.int32]
]

def check_alignments(alignments: _Alignments, sure: NDArray[np.uint8] | None) -> None: ...
def count_words(text: bytes) -> NDArray[np.int32]: ...
def parse_alignments(
    text: bytes,
    name: str,
    first_line: int,
    base: int,
    lengths_in_front: bool,
    source_lengths: NDArray[np.int32] | None,
    target_lengths: NDArray[np.int32] | None,
) -> tuple[_Alignments, NDArray[np.uint8]]: ...
def alignments_text(
    alignments: _Alignments,
    sure: NDArray[np.uint8] | None,
    base: int,
    confidence: NDArray[np.float64] | None = None,
) -> bytes: ...
def permutations(
    alignments: _Alignments, convention: str
) -> tuple[NDArray[np.int32], NDArray[np.int64], NDArray[np.int32]]: ...
def crossing_counts(alignments: _Alignments) -> tuple[NDArray[np.int64], NDArray[np.int64]]: ...
def components(
    alignment: _Alignments,
) -> tuple[NDArray[np.int32], NDArray[np.int32], NDArray[np.int32], NDArray[np.int32]]: ...
def blocked_words(
    alignments: _Alignments,
) -> tuple[NDArray[np.int32], NDArray[np.int64], NDArray[np.int64]]: ...
def blocking_links(alignments: _Alignments) -> NDArray[np.uint8]: ...
def symmetrize(
    forward: _Alignments, reverse: _Alignments, method: str
) -> tuple[NDArray[np.int32], NDArray[np.int32], NDArray[np.int64]]: ...
def agreement_counts(
    predicted: _Alignments, gold: _Alignments, gold_sure: NDArray[np.uint8] | None
) -> NDArray[np.int64]: ...
def anticipation_counts(
    alignments: _Alignments, ks: NDArray[np.int32], to_scale: bool
) -> tuple[NDArray[np.int64], NDArray[np.int64]]: ...
def simple_operators(
    alignments: _Alignments,
) -> tuple[NDArray[np.int32], NDArray[np.int64], NDArray[np.int64]]: ...
def reorderings(
    alignments: _Alignments,
    heads: _RaggedIds | None,
    nodes: tuple[NDArray[np.int32], NDArray[np.int32], NDArray[np.int32], NDArray[np.int64]] | None,
    left_branching: bool,
    left_siblings: bool,
) -> tuple[
    tuple[NDArray[np.int32], ...],
    NDArray[np.int64],
    NDArray[np.uint8],
    NDArray[np.int32],
    NDArray[np.int32],
    NDArray[np.int64],
]: ...
def retention(
    reference: _Alignments,
    translation: _Alignments,
    blocks: _RaggedIds,
    moved: _RaggedIds,
    phrases: _RaggedIds | None,
) -> NDArray[np.int8]: ...

# The numbers of the words of all sentences, and where each sentence starts and ends.
_RaggedIds = tuple[NDArray[np.int32], NDArray[np.int64]]
_Vectors = tuple[
    NDArray[np.int32],
    NDArray[np.int16],
    NDArray[np.uint8],
    _RaggedIds,
    tuple[float, float],
]

def ibm1_table(
    source: _RaggedIds,
    source_words: int,
    target: _RaggedIds,
    target_words: int,
    iterations: int,
    prior: float,
    threads: int,
    report: Callable[[float], object],
) -> tuple[NDArray[np.int64], NDArray[np.int32], NDArray[np.float64]]: ...
def best_partners(
    words: _RaggedIds,
    others: _RaggedIds,
    partners: NDArray[np.int32],
    probabilities: NDArray[np.float32],
    offsets: NDArray[np.int64],
    threads: int,
) -> NDArray[np.int32]: ...

# The words of each line of UTF-8, with blanks between them and a line end behind.
def tokenize_13a(lines: tuple[bytes, ...], threads: int) -> bytes: ...

class Interner:
    def __len__(self) -> int: ...
    def intern(self, text: bytes) -> _RaggedIds: ...
    def words(self, first: int) -> list[str]: ...

# Heads, relations, tags, offsets, first bytes, first lines; row, line and message of problems.
def parse_conllu(
    names: Interner, text: bytes, first_line: int, limits: tuple[int, int, int, int]
) -> tuple[
    NDArray[np.int32],
    NDArray[np.int32],
    NDArray[np.int32],
    NDArray[np.int64],
    NDArray[np.int64],
    NDArray[np.int64],
    list[tuple[int, int, str]],
]: ...

class ParaphraseTable:
    def __init__(self, words: Interner, name: str) -> None: ...
    def __len__(self) -> int: ...
    def add(self, text: bytes) -> None: ...
    def finish(self) -> None: ...

def match_words(
    hypotheses: _RaggedIds,
    references: _RaggedIds,
    words: int,
    stems: NDArray[np.int32] | None,
    synonyms: _RaggedIds | None,
    paraphrases: ParaphraseTable | None,
    weights: Sequence[int],
    threads: int,
    vectors: _Vectors | None = None,
) -> tuple[
    NDArray[np.int32],
    NDArray[np.int32],
    NDArray[np.int64],
    NDArray[np.uint8],
    NDArray[np.uint8],
    NDArray[np.int64],
    NDArray[np.int64],
    NDArray[np.float64],
]: ...

# Pairs of systems compared on what they share: statistics of each sentence and pair, sums of each
# pair (added to those given), reference words of each pair.
def shared_words(
    translations: Sequence[_RaggedIds],
    references: Sequence[_RaggedIds],
    pairs: NDArray[np.int64],
    sums: NDArray[np.float64],
    words: int,
    stems: NDArray[np.int32] | None,
    synonyms: _RaggedIds | None,
    paraphrases: ParaphraseTable | None,
    weights: Sequence[int],
    vectors: _Vectors | None,
    metrics: Sequence[str],
    beta: float,
    gamma: float,
    threads: int,
) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.int64]]: ...
def shared_links(
    translations: Sequence[Sequence[_RaggedIds]],
    references: Sequence[_RaggedIds],
    pairs: NDArray[np.int64],
    sums: NDArray[np.float64],
    metrics: Sequence[str],
    beta: float,
    gamma: float,
    threads: int,
) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.int64]]: ...

class ConfidenceWeights:
    def __init__(
        self,
        *,
        constant: float,
        before: float,
        after: float,
        crossed: float,
        displacement: float,
        jump: float,
        frequent_jump: float,
        repeated: float,
        dissimilar: float,
        stages: Sequence[float],
    ) -> None: ...

def link_confidence(
    hypotheses: _RaggedIds,
    references: _RaggedIds,
    alignments: _Alignments,
    stages: NDArray[np.uint8],
    similarities: NDArray[np.float64] | None,
    frequent: NDArray[np.uint8],
    weights: ConfidenceWeights,
    threads: int,
) -> NDArray[np.float64]: ...
def match_contexts(
    hypotheses: _RaggedIds, references: _RaggedIds
) -> tuple[NDArray[np.int32], NDArray[np.int32], NDArray[np.int64]]: ...
def bleu_statistics(
    hypotheses: _RaggedIds, references: Sequence[_RaggedIds], order: int
) -> NDArray[np.int64]: ...
