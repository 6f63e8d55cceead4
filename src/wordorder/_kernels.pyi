"""The compiled kernels. Written by tools/kernel_stub.py; do not edit."""

import enum
from collections.abc import Callable, Sequence
from typing import Any

import numpy
import numpy.typing

VERSION: str

def register_python(
    input_error: type[Exception], argument: type, as_readonly_contiguous: Callable[..., object]
) -> None:
    """Register the classes of errors and the function that checks arrays."""

class RowProblem:
    """The problem of a skipped row."""

    @property
    def row(self) -> int:
        """The row."""

    @property
    def parts(self) -> tuple[Any, ...]:
        """The parts of an error about the row, without its place."""

class Ragged:
    """Rows of numbers: row i is `values[offsets[i]:offsets[i + 1]]`.

    The memory of an Arrow list or large list, slices included. The arrays are
    checked once, here: values of int32 and ascending offsets of int32 or int64
    that lie within them. Arrays that could still be changed are copied.
    """

    def __init__(
        self,
        values: numpy.typing.NDArray[numpy.int32],
        offsets: numpy.typing.NDArray[numpy.int32] | numpy.typing.NDArray[numpy.int64],
    ) -> None:
        """Check and keep the arrays."""

    def __len__(self) -> int:
        """The number of rows."""

    @property
    def values(self) -> numpy.typing.NDArray[numpy.int32]:
        """The numbers of all rows, read-only."""

    @property
    def offsets(self) -> numpy.typing.NDArray[numpy.int32] | numpy.typing.NDArray[numpy.int64]:
        """The start and end of each row, read-only."""

    def __reduce__(self) -> tuple[object, ...]:
        """Pickle the arrays."""

    def rows(self, start: int, stop: int) -> Ragged:
        """Return consecutive rows; nothing is copied."""

class LinkRows:
    """The links of sentence pairs, sorted, unique and inside their sentences.

    They are checked once, here, or made by a kernel. Row i has the links
    `offsets[i]` to `offsets[i + 1]`. Arrays that could still be changed are
    copied.
    """

    def __init__(
        self,
        sources: numpy.typing.NDArray[numpy.int32],
        targets: numpy.typing.NDArray[numpy.int32],
        offsets: numpy.typing.NDArray[numpy.int32] | numpy.typing.NDArray[numpy.int64],
        source_lengths: numpy.typing.NDArray[numpy.int32],
        target_lengths: numpy.typing.NDArray[numpy.int32],
    ) -> None:
        """Check and keep the arrays."""

    def __len__(self) -> int:
        """The number of sentence pairs."""

    @property
    def sources(self) -> numpy.typing.NDArray[numpy.int32]:
        """The source word of each link."""

    @property
    def targets(self) -> numpy.typing.NDArray[numpy.int32]:
        """The target word of each link."""

    @property
    def offsets(self) -> numpy.typing.NDArray[numpy.int32] | numpy.typing.NDArray[numpy.int64]:
        """The start and end of each row."""

    @property
    def source_lengths(self) -> numpy.typing.NDArray[numpy.int32]:
        """The number of source words."""

    @property
    def target_lengths(self) -> numpy.typing.NDArray[numpy.int32]:
        """The number of target words."""

    def __reduce__(self) -> tuple[object, ...]:
        """Pickle the arrays."""

    def rows(self, start: int, stop: int) -> LinkRows:
        """Return consecutive rows; nothing is copied."""

    def kept(self, marks: numpy.typing.NDArray[numpy.uint8]) -> LinkRows:
        """Return the links with marks other than 0; there is a mark for each of `sources`."""

    def transposed(self) -> Transposed:
        """Swap source and target."""

class Transposed:
    """Links with source and target swapped."""

    @property
    def links(self) -> LinkRows:
        """The links."""

    @property
    def order(self) -> numpy.typing.NDArray[numpy.int64]:
        """The former place of each link."""

class OrderErrorCounts:
    """Errors of order in each row."""

    @property
    def breaks(self) -> numpy.typing.NDArray[numpy.int64]:
        """Maximal runs, less one."""

    @property
    def misplaced(self) -> numpy.typing.NDArray[numpy.int64]:
        """Words outside the longest increasing subsequence."""

class MendingMoves:
    """Block moves, in order within each row."""

    @property
    def offsets(self) -> numpy.typing.NDArray[numpy.int64]:
        """Where the moves of each row start and end."""

    @property
    def start(self) -> numpy.typing.NDArray[numpy.int32]:
        """The first word of each block."""

    @property
    def stop(self) -> numpy.typing.NDArray[numpy.int32]:
        """One past the last word of each block."""

    @property
    def to(self) -> numpy.typing.NDArray[numpy.int32]:
        """The word before which the block goes."""

    @property
    def pairs(self) -> numpy.typing.NDArray[numpy.int64]:
        """The number of pairs corrected."""

class TreeNodes:
    """The nodes of a tree in pre-order, leaves included."""

    @property
    def kind(self) -> numpy.typing.NDArray[numpy.int8]:
        """The kind of each node, as a number."""

    @property
    def start(self) -> numpy.typing.NDArray[numpy.int32]:
        """The first word of each node."""

    @property
    def end(self) -> numpy.typing.NDArray[numpy.int32]:
        """One past the last word of each node."""

    @property
    def low(self) -> numpy.typing.NDArray[numpy.int32]:
        """The least rank of the words of each node."""

    @property
    def skip(self) -> numpy.typing.NDArray[numpy.int32]:
        """For each node, the next one outside it."""

class ParsedPermutations:
    """Permutations read from text."""

    @property
    def rows(self) -> Ragged:
        """The ranks of each line."""

    @property
    def base(self) -> int:
        """The number of the first word, 0 or 1; -1 until a line settles it."""

    @property
    def base_line(self) -> int:
        """The line that settled it."""

    @property
    def problems(self) -> list[RowProblem]:
        """The problems of skipped lines."""

def metric_names(only_flat: bool = False) -> list[str]:
    """Return the names of all metrics, or of those that need no tree."""

def ordering_scores(
    rows: Ragged,
    metrics: Sequence[str],
    beta: float,
    monotone: float,
    inverted: float,
    simple: str | Callable[[tuple[int, ...]], float] | None,
    threads: int,
) -> numpy.typing.NDArray[numpy.float64]:
    """Score each row by each metric: an array of shape (metrics, rows).

    `monotone`, `inverted` and `simple` score the operators of trees; `simple` is the name
    of a flat metric, a function, or None for 0.
    """

def check_permutation(ranks: numpy.typing.NDArray[numpy.int32]) -> None:
    """Raise an error unless these are the ranks of a permutation."""

def check_permutations(
    rows: Ragged, group_starts: numpy.typing.NDArray[numpy.int32] | None
) -> None:
    """Raise an error if a row is no permutation, or its groups do not fit it."""

def order_errors(rows: Ragged, threads: int) -> OrderErrorCounts:
    """Count the errors of order in each row."""

def misplacements(rows: Ragged) -> numpy.typing.NDArray[numpy.int32]:
    """Return for each word the number of words in place that stand on its wrong side.

    It is 0 for a word in place, that is, in the longest increasing subsequence, negative if
    the word stands too far left.
    """

def mending_moves(rows: Ragged, most: int, threads: int) -> MendingMoves:
    """Return up to `most` block moves that best correct the order of each row."""

def counts(ranks: numpy.typing.NDArray[numpy.int32]) -> dict[str, int]:
    """Return the counts behind the metrics of one permutation."""

def flattened_tree(ranks: numpy.typing.NDArray[numpy.int32]) -> TreeNodes:
    """Return the nodes of the flattened permutation tree."""

def parse_permutations(
    text: bytes,
    name: str,
    first_line: int,
    base: int,
    base_line: int,
    orders: bool,
    skip_bad: bool = False,
) -> ParsedPermutations:
    """Read a permutation from each line; `base` and `base_line` are those of the text before.

    With `skip_bad`, each line stands alone; a bad one gets no words and a problem.
    """

def permutations_text(rows: Ragged) -> bytes:
    """Write each row as a line."""

def relative_permutations(
    systems: Ragged, group_starts: numpy.typing.NDArray[numpy.int32]
) -> numpy.typing.NDArray[numpy.int32]:
    """Return the ranks of each order relative to a reference.

    `group_starts` holds the start of each word's group in the reference, in the same rows.
    """

LARGEST_WORD: int = 1073741822

MOST_INFERRED_WORDS: int = 1000000

class Convention(enum.Enum):
    """Conventions that turn an alignment into a permutation."""

    lrscore = 0

    reference = 1

    matched = 2

class Symmetrization(enum.Enum):
    """Ways to merge the alignments of two directions."""

    intersection = 0

    union = 1

    grow_diag_final_and = 2

class ParsedLinks:
    """Links read from text."""

    @property
    def links(self) -> LinkRows:
        """The links of each line."""

    @property
    def sure(self) -> numpy.typing.NDArray[numpy.uint8]:
        """For each link, 1 if it is sure and 0 if possible."""

    @property
    def problems(self) -> list[RowProblem]:
        """The problems of skipped lines."""

class RankRows:
    """A permutation for each sentence pair."""

    @property
    def ranks(self) -> Ragged:
        """The ranks of each; none without links."""

    @property
    def group_starts(self) -> numpy.typing.NDArray[numpy.int32]:
        """The first rank of each word's group; only in the reference convention."""

class Crossings:
    """Counts of pairs of links, by sentence pair."""

    @property
    def crossing(self) -> numpy.typing.NDArray[numpy.int64]:
        """Pairs that cross."""

    @property
    def pairs(self) -> numpy.typing.NDArray[numpy.int64]:
        """Pairs that differ on both sides."""

class ComponentWords:
    """Linked words and their components."""

    @property
    def sources(self) -> numpy.typing.NDArray[numpy.int32]:
        """The linked source words."""

    @property
    def of_sources(self) -> numpy.typing.NDArray[numpy.int32]:
        """The component of each linked source word."""

    @property
    def targets(self) -> numpy.typing.NDArray[numpy.int32]:
        """The linked target words."""

    @property
    def of_targets(self) -> numpy.typing.NDArray[numpy.int32]:
        """The component of each linked target word."""

class BlockedCounts:
    """Counts of source words, by sentence pair."""

    @property
    def blocked(self) -> numpy.typing.NDArray[numpy.int64]:
        """Words that discontinuous components block."""

    @property
    def linked(self) -> numpy.typing.NDArray[numpy.int64]:
        """Words with links."""

class AgreementCounts:
    """Counts of links, by sentence pair."""

    @property
    def predicted(self) -> numpy.typing.NDArray[numpy.int64]:
        """Predicted links."""

    @property
    def sure(self) -> numpy.typing.NDArray[numpy.int64]:
        """Sure gold links."""

    @property
    def predicted_sure(self) -> numpy.typing.NDArray[numpy.int64]:
        """Sure gold links predicted."""

    @property
    def predicted_gold(self) -> numpy.typing.NDArray[numpy.int64]:
        """All gold links predicted."""

def count_words(text: bytes) -> numpy.typing.NDArray[numpy.int32]:
    """Count the words of each line."""

def parse_alignments(
    text: bytes,
    name: str,
    first_line: int,
    base: int,
    lengths_in_front: bool,
    source_lengths: numpy.typing.NDArray[numpy.int32] | None,
    target_lengths: numpy.typing.NDArray[numpy.int32] | None,
    skip_bad: bool = False,
) -> ParsedLinks:
    """Read the links of each line; lengths not given are the smallest possible.

    With `skip_bad`, a bad line gets no words and an entry in `problems`.
    """

def alignments_text(
    links: LinkRows,
    sure: numpy.typing.NDArray[numpy.uint8] | None,
    base: int,
    confidence: numpy.typing.NDArray[numpy.float64] | None = None,
) -> bytes:
    """Write each row as a line in Pharaoh's format."""

def permutations(links: LinkRows, convention: Convention) -> RankRows:
    """Turn each alignment into a permutation."""

def crossing_counts(links: LinkRows) -> Crossings:
    """Count the pairs of links that cross."""

def components(links: LinkRows) -> ComponentWords:
    """Find the components of one alignment."""

def blocked_words(links: LinkRows) -> Ragged:
    """Find the source words that discontinuous components block."""

def blocked_counts(links: LinkRows) -> BlockedCounts:
    """Count the source words that discontinuous components block."""

def blocking_links(links: LinkRows) -> numpy.typing.NDArray[numpy.uint8]:
    """Return 1 for each link of a discontinuous component, 0 for the other links."""

def symmetrize(forward: LinkRows, reverse: LinkRows, method: Symmetrization) -> LinkRows:
    """Merge the links of two directions, with the larger lengths."""

def agreement_counts(
    predicted: LinkRows, gold: LinkRows, gold_sure: numpy.typing.NDArray[numpy.uint8] | None
) -> AgreementCounts:
    """Count the links on which each two alignments agree."""

class Branching(enum.Enum):
    """The side whose block is as small as possible."""

    left = 0

    right = 1

class NodeRows:
    """The nodes of constituency trees, in pre-order."""

    def __init__(
        self,
        parents: numpy.typing.NDArray[numpy.int32],
        first: numpy.typing.NDArray[numpy.int32],
        last: numpy.typing.NDArray[numpy.int32],
        offsets: numpy.typing.NDArray[numpy.int32] | numpy.typing.NDArray[numpy.int64],
    ) -> None:
        """Check and keep the arrays: parents (-1 for the root), first and last words."""

    def __len__(self) -> int:
        """The number of trees."""

class Anticipation:
    """Counts of target words that come early."""

    @property
    def counts(self) -> numpy.typing.NDArray[numpy.int64]:
        """k-anticipated words: (rows, ks)."""

    @property
    def scaled(self) -> numpy.typing.NDArray[numpy.int64]:
        """Likewise, with the target scaled to the length of the source."""

    @property
    def linked(self) -> numpy.typing.NDArray[numpy.int64]:
        """The linked target words of each row."""

class SimpleNodes:
    """The simple nodes of permutation trees."""

    @property
    def operators(self) -> Ragged:
        """The distinct operators: ranks of children, from 0."""

    @property
    def of_nodes(self) -> numpy.typing.NDArray[numpy.int32]:
        """The operator of each node."""

    @property
    def counts(self) -> numpy.typing.NDArray[numpy.int64]:
        """The number of nodes of each sentence pair."""

class ReorderingColumns:
    """The reorderings of sentence pairs."""

    @property
    def spans(self) -> numpy.typing.NDArray[numpy.int32]:
        """First and last word of A and of B in the source, then in the target: (8, all)."""

    @property
    def offsets(self) -> numpy.typing.NDArray[numpy.int64]:
        """The start and end of each sentence pair."""

    @property
    def syntactic(self) -> numpy.typing.NDArray[numpy.uint8]:
        """For each reordering, 1 if it moves whole siblings."""

    @property
    def parents(self) -> numpy.typing.NDArray[numpy.int32]:
        """The parent of the siblings, -1 without syntax; empty without trees."""

    @property
    def units(self) -> Ragged:
        """The siblings of A, of B, of the next A, and so on; no rows without trees.

        A long run has only its ends, with -2 between them.
        """

def anticipation_counts(links: LinkRows, ks: numpy.typing.NDArray[numpy.int32]) -> Anticipation:
    """Count the k-anticipated target words of each row, for each k."""

def simple_operators(links: LinkRows) -> SimpleNodes:
    """Find the simple nodes in the tree of each `lrscore` permutation."""

def reorderings(
    links: LinkRows,
    heads: Ragged | None,
    nodes: NodeRows | None,
    branching: Branching,
    sibling_branching: Branching,
) -> ReorderingColumns:
    """Extract the reorderings of each row.

    `heads` has the head of each word (-1 for a root), `nodes` constituents; at most one
    of the two is given.
    """

def retention(
    reference: LinkRows,
    translation: LinkRows,
    blocks: Ragged,
    moved: Ragged,
    phrases: Ragged | None,
) -> numpy.typing.NDArray[numpy.int8]:
    """Judge each reordering of the reference: numbers of `Fate` (reordering/retention.hpp).

    `blocks` holds four source words for each reordering, `moved` and `phrases` two.
    """

class ConlluProblem:
    """The problem of a tree."""

    @property
    def row(self) -> int:
        """Its row."""

    @property
    def line(self) -> int:
        """The line of the problem."""

    @property
    def what(self) -> str:
        """A description."""

class ConlluRows:
    """The trees of a text."""

    @property
    def heads(self) -> numpy.typing.NDArray[numpy.int32]:
        """The head of each word; -1 for the root."""

    @property
    def deprels(self) -> numpy.typing.NDArray[numpy.int32]:
        """The number of each word's relation."""

    @property
    def upos(self) -> numpy.typing.NDArray[numpy.int32]:
        """The number of each word's part of speech."""

    @property
    def offsets(self) -> numpy.typing.NDArray[numpy.int64]:
        """Where the words of each row start and end."""

    @property
    def starts(self) -> numpy.typing.NDArray[numpy.int64]:
        """The first byte of each row."""

    @property
    def lines(self) -> numpy.typing.NDArray[numpy.int64]:
        """The first line of each row."""

    @property
    def problems(self) -> list[ConlluProblem]:
        """The problems of rows without words."""

class ConlluWords:
    """Further cells of words, as numbers."""

    @property
    def forms(self) -> numpy.typing.NDArray[numpy.int32]:
        """The words themselves."""

    @property
    def lemmas(self) -> numpy.typing.NDArray[numpy.int32]:
        """Their lemmas."""

    @property
    def xpos(self) -> numpy.typing.NDArray[numpy.int32]:
        """Their language-specific parts of speech."""

    @property
    def features(self) -> Ragged:
        """The features, a row for each word."""

    @property
    def names(self) -> list[str]:
        """The texts behind the numbers."""

class LiftedHeads:
    """The heads of projective trees."""

    @property
    def heads(self) -> numpy.typing.NDArray[numpy.int32]:
        """The head of each word."""

    @property
    def lifted(self) -> numpy.typing.NDArray[numpy.int32]:
        """The number of words with a new head, by row."""

def parse_conllu(
    names: Interner, text: bytes, first_line: int, limits: Sequence[int]
) -> ConlluRows:
    """Read trees; the limits are words and bytes of a sentence, names, and bytes of a name."""

def conllu_cells(
    text: bytes,
    starts: numpy.typing.NDArray[numpy.int64],
    offsets: numpy.typing.NDArray[numpy.int32] | numpy.typing.NDArray[numpy.int64],
) -> ConlluWords:
    """Read further cells of trees that `parse_conllu` has accepted.

    `starts` holds the first byte of each row and the end of the last; rows without words
    are skipped.
    """

def lift_heads(heads: Ragged, most_words: int) -> LiftedHeads:
    """Lift arcs, the shortest first, then the leftmost, until each tree is projective."""

class OracleMetric(enum.Enum):
    """What the best order of a tree maximises."""

    fuzzy = 0

    kendall = 1

class OracleRows:
    """The best orders of trees."""

    @property
    def ranks(self) -> Ragged:
        """The rank of each word in the order found."""

    @property
    def lost(self) -> numpy.typing.NDArray[numpy.int64]:
        """For each row, a lower bound on the neighbours or pairs that every order loses."""

def oracle_orders(heads: Ragged, places: Ragged, metric: OracleMetric) -> OracleRows:
    """Find the best order of each tree in which every subtree stays contiguous.

    Trees are made projective first. `places` holds the first place of each word's group in
    the reference, -1 for a word that does not count.
    """

class RuleTables:
    """Precedence rules as numbers."""

    def __init__(
        self,
        columns: numpy.typing.NDArray[numpy.int32],
        tests: Ragged,
        heads: numpy.typing.NDArray[numpy.int32],
        entries: Ragged,
        sides: numpy.typing.NDArray[numpy.int32],
        manners: numpy.typing.NDArray[numpy.int32],
        named: Ragged,
        labels: int,
    ) -> None:
        """Check the tables.

        `columns`: the subject of each condition: upos, deprel, xpos, lemma, marker or features,
        from 0. `tests`: the conditions of each test. `heads`: the test of each rule's head.
        `entries`: for each rule, the tests of its entries, whose sides (both, before, after)
        and manners (normal, reverse, fixed) follow. `named`: for each rule, the entries with
        each of the `labels`, of which 0 is for all others and 1 for the head.
        """

class ArrangedWords:
    """The words of sentences in another order."""

    @property
    def places(self) -> Ragged:
        """The place of each word."""

    @property
    def rules(self) -> numpy.typing.NDArray[numpy.int32]:
        """The rule for each word's dependents; -1 without dependents or a matching rule."""

    @property
    def entries(self) -> numpy.typing.NDArray[numpy.int32]:
        """Each word's entry in its head's rule; -1 without a rule."""

def arrange_words(
    tables: RuleTables,
    heads: Ragged,
    deprels: numpy.typing.NDArray[numpy.int32],
    upos: numpy.typing.NDArray[numpy.int32],
    xpos: numpy.typing.NDArray[numpy.int32] | None,
    lemmas: numpy.typing.NDArray[numpy.int32] | None,
    markers: Ragged | None,
    features: Ragged | None,
    allowed: Ragged,
    labels: numpy.typing.NDArray[numpy.int32],
    base_labels: numpy.typing.NDArray[numpy.int32],
) -> ArrangedWords:
    """Put the words of projective trees in the order of the rules.

    `markers` and `features` hold a row for each word. `allowed`: for each condition, in
    ascending order, the numbers that meet it. `labels` and `base_labels`: for each number of a
    relation, its label and that without its subtype, or 0 if no rule names it.
    """

class MoveGains:
    """Gains of moves, by group and place."""

    @property
    def all(self) -> numpy.typing.NDArray[numpy.float64]:
        """The gains over all words, summed over sentences."""

    @property
    def linked(self) -> numpy.typing.NDArray[numpy.float64]:
        """The gains over linked words, likewise."""

    @property
    def all_squares(self) -> numpy.typing.NDArray[numpy.float64]:
        """The sums of squared gains over all words."""

    @property
    def linked_squares(self) -> numpy.typing.NDArray[numpy.float64]:
        """The sums of squared gains over linked words."""

    @property
    def products(self) -> numpy.typing.NDArray[numpy.float64]:
        """The sums of products of both gains."""

class PrecedenceSearch:
    """Orders of many sentences, and their scores."""

    def __init__(
        self,
        heads: Ragged,
        group_starts: numpy.typing.NDArray[numpy.int32],
        linked_starts: numpy.typing.NDArray[numpy.int32],
        metric: str,
    ) -> None:
        """Start with all sentences in source order."""

    def arrange(
        self,
        heads: numpy.typing.NDArray[numpy.int64],
        places: numpy.typing.NDArray[numpy.int32],
        own_place: int,
    ) -> None:
        """Put units of some heads at their places."""

    def gains(
        self,
        heads: numpy.typing.NDArray[numpy.int64],
        rows: numpy.typing.NDArray[numpy.uint8],
        places: numpy.typing.NDArray[numpy.int32],
        own_place: int,
        kinds: numpy.typing.NDArray[numpy.int32],
        own_kind: int,
        groups_of_kind: Ragged,
        allowed: numpy.typing.NDArray[numpy.uint8],
        tried: numpy.typing.NDArray[numpy.int32],
    ) -> MoveGains:
        """Try each group of units at each place."""

    @property
    def scores(self) -> numpy.typing.NDArray[numpy.float64]:
        """The score of each sentence over all words, and over linked words."""

class WeightedPairCounts:
    """Counts of pairs of weighted points."""

    @property
    def counts(self) -> numpy.typing.NDArray[numpy.int64]:
        """C, D, T_h, T_m and T_hm in each row, for each row of weights."""

    @property
    def size(self) -> numpy.typing.NDArray[numpy.int64]:
        """The number of points, with repetitions."""

    @property
    def distinct(self) -> numpy.typing.NDArray[numpy.int64]:
        """The number of distinct values, on the side with fewer."""

class BestThresholds:
    """The threshold for ties that agrees best with people."""

    @property
    def threshold(self) -> float:
        """The smallest threshold that is best in the first column."""

    @property
    def gain(self) -> numpy.typing.NDArray[numpy.float64]:
        """The weight gained over the threshold 0, by column."""

def weighted_pairs(
    human: numpy.typing.NDArray[numpy.float64],
    metric: numpy.typing.NDArray[numpy.float64],
    item: numpy.typing.NDArray[numpy.int32],
    weights: numpy.typing.NDArray[numpy.int32],
    threads: int,
) -> WeightedPairCounts:
    """Count pairs of points that two values order alike, differently or not.

    A row of weights holds how often the points of each item occur.
    """

def weighted_spearman(
    human: numpy.typing.NDArray[numpy.float64],
    metric: numpy.typing.NDArray[numpy.float64],
    item: numpy.typing.NDArray[numpy.int32],
    weights: numpy.typing.NDArray[numpy.int32],
    threads: int,
) -> numpy.typing.NDArray[numpy.float64]:
    """Return Spearman's correlation of points, for each row of weights of items.

    It is NaN if either side has only one value.
    """

def best_tie_thresholds(
    human: numpy.typing.NDArray[numpy.float64],
    metric: numpy.typing.NDArray[numpy.float64],
    group: numpy.typing.NDArray[numpy.int32],
    first: numpy.typing.NDArray[numpy.float64],
    second: numpy.typing.NDArray[numpy.float64],
    first_row: numpy.typing.NDArray[numpy.int32],
    second_row: numpy.typing.NDArray[numpy.int32],
    threads: int,
) -> BestThresholds:
    """Find the threshold for ties that makes the most weight of pairs agree with people.

    Pairs join points of one group. In each column, the pair i < j has the weight
    first[first_row[i]]·second[second_row[j]].
    """

class MetricSwaps:
    """Scores of metrics by cell, and which cells two metrics exchange."""

    def __init__(
        self,
        scores: numpy.typing.NDArray[numpy.float64],
        pairs: numpy.typing.NDArray[numpy.int32],
        swaps: numpy.typing.NDArray[numpy.int64],
        threads: int,
    ) -> None:
        """Take scores (metrics, cells), pairs of metrics, and a row of bits per permutation."""

class JudgedPairs:
    """Pairs of cells compared by people."""

    def __init__(
        self,
        first: numpy.typing.NDArray[numpy.int32],
        second: numpy.typing.NDArray[numpy.int32],
        votes: numpy.typing.NDArray[numpy.int64],
        groups: numpy.typing.NDArray[numpy.int32] | numpy.typing.NDArray[numpy.int64],
    ) -> None:
        """Take cells, votes for the second, neither and the first, and the starts of groups."""

class PairTest(enum.Enum):
    """Ways to turn counts of pairs into a statistic."""

    POOLED = 0
    """Over all pairs together."""

    GROUPED = 1
    """The mean over groups."""

    BEST_THRESHOLD = 2
    """The mean over groups, with the best threshold for ties."""

def swapped_pair_differences(
    swaps: MetricSwaps,
    pairs: JudgedPairs,
    numerator: numpy.typing.NDArray[numpy.int64],
    denominator: numpy.typing.NDArray[numpy.int64],
    root: bool,
    test: PairTest,
) -> numpy.typing.NDArray[numpy.float64]:
    """Return differences of a statistic of counts, by pair of metrics and permutation."""

def swapped_correlation_differences(
    swaps: MetricSwaps, people: numpy.typing.NDArray[numpy.float64], groups: Ragged
) -> numpy.typing.NDArray[numpy.float64]:
    """Return differences of mean correlations with people, by pair of metrics and permutation."""

def tokenize_13a(lines: tuple[bytes, ...], threads: int) -> bytes:
    """Return each line of UTF-8 with blanks between its words and a line end."""

class Interner:
    """Numbers for words, in the order of first occurrence."""

    def __init__(self) -> None:
        """Start without words."""

    def __len__(self) -> int:
        """The number of different words."""

    def intern(self, text: bytes) -> Ragged:
        """Return the numbers of the words of each line."""

    def words(self, first: int) -> list[str]:
        """Return the words numbered `first` and up."""

class ParaphraseTable:
    """Paraphrases made of known words."""

    def __init__(self, words: Interner, name: str) -> None:
        """Start a table; `name` is the file's name in messages."""

    def __len__(self) -> int:
        """The number of pairs of phrases."""

    def add(self, text: bytes) -> None:
        """Read further lines of the file."""

    def finish(self) -> None:
        """Finish the table, which makes it usable."""

class WordNet:
    """The synsets of English words."""

    def __init__(self, table: bytes) -> None:
        """Read the table that comes with the package."""

    @property
    def synset_count(self) -> int:
        """The number of synsets."""

    def synsets(self, words: list[str]) -> Ragged:
        """Return the synsets of each word and of its possible base forms, ascending."""

class ConfidenceWeights:
    """The weights of the features of a match."""

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
    ) -> None:
        """Keep the weights."""

class LinkWeights:
    """The weights of the features of a link."""

    def __init__(
        self,
        *,
        exact: float,
        frequent_exact: float,
        stem: float,
        synonym: float,
        vectors: float,
        similarity: float,
        frequent_similarity: float,
        one_frequent: float,
        both_frequent: float,
        rival: float,
        unlinked: float,
        unlinked_frequent: float,
        jumps: Sequence[float],
    ) -> None:
        """Keep the weights; `jumps`: -8 and less, -7 to -4, -3, …, 3, 4 to 7, 8 and more."""

class FittedLinks:
    """Weights of links, and the frequent words."""

    def __init__(self, weights: LinkWeights, frequent: numpy.typing.NDArray[numpy.uint8]) -> None:
        """Keep both; `frequent` has 1 for each frequent word of the vocabulary."""

class TranslationTable:
    """p(target | source), the row of NULL first."""

    @property
    def targets(self) -> Ragged:
        """The target words that co-occur with each source word."""

    @property
    def probabilities(self) -> numpy.typing.NDArray[numpy.float64]:
        """The probability of each."""

def ibm1_table(
    source: Ragged,
    source_words: int,
    target: Ragged,
    target_words: int,
    iterations: int,
    prior: float,
    threads: int,
    report: Callable[[float], object],
) -> TranslationTable:
    """Train IBM Model 1 on numbered words.

    `report` gets the EM objective, at the start and after each iteration.
    """

def best_partners(
    words: Ragged,
    others: Ragged,
    partners: Ragged,
    probabilities: numpy.typing.NDArray[numpy.float32],
    threads: int,
) -> numpy.typing.NDArray[numpy.int32]:
    """Return the place of the partner of each word in the other sentence, -1 without one.

    Row w of `partners` holds the possible partners of word w, sorted.
    """

class VectorRows:
    """The vectors of words."""

    def __init__(
        self,
        row_of_word: numpy.typing.NDArray[numpy.int32],
        values: numpy.typing.NDArray[numpy.int16],
        only_in_references: numpy.typing.NDArray[numpy.uint8],
        letters: Ragged,
        least: float,
        least_beside: float,
    ) -> None:
        """Keep the row of each word (-1 without a vector), the rows, and the least cosines.

        The cosines are those of words that match anywhere and beside a match. Words whose
        vector counts only in references, or that have none, match by their letters.
        """

class WordKnowledge:
    """The stages' knowledge about numbered words."""

    def __init__(
        self,
        words: int,
        stems: numpy.typing.NDArray[numpy.int32] | None,
        synonyms: Ragged | None,
        paraphrases: ParaphraseTable | None,
        weights: Sequence[int],
        vectors: VectorRows | None = None,
    ) -> None:
        """Keep the stem of each word, its synonym classes, paraphrases and vectors.

        A weight of 0 switches a stage off.
        """

class MatchedWords:
    """Hypotheses matched with their references."""

    @property
    def links(self) -> LinkRows:
        """From hypothesis to reference."""

    @property
    def stages(self) -> numpy.typing.NDArray[numpy.uint8]:
        """The stage of each link."""

    @property
    def exact(self) -> numpy.typing.NDArray[numpy.uint8]:
        """For each sentence, 1 if its solution is known to be the best."""

    @property
    def covered(self) -> numpy.typing.NDArray[numpy.int64]:
        """For each sentence, the weight of the words covered."""

    @property
    def chunks(self) -> numpy.typing.NDArray[numpy.int64]:
        """For each sentence, the number of chunks."""

    @property
    def similarities(self) -> numpy.typing.NDArray[numpy.float64]:
        """The similarity of each link."""

def match_words(
    hypotheses: Ragged,
    references: Ragged,
    knowledge: WordKnowledge,
    threads: int,
    fitted: FittedLinks | None = None,
) -> MatchedWords:
    """Match the words of each hypothesis with those of its reference.

    With fitted weights of links, which need vectors, likely links replace unlikely matches.
    """

def link_confidence(
    hypotheses: Ragged,
    references: Ragged,
    links: LinkRows,
    stages: numpy.typing.NDArray[numpy.uint8],
    similarities: numpy.typing.NDArray[numpy.float64] | None,
    frequent: numpy.typing.NDArray[numpy.uint8],
    weights: ConfidenceWeights,
    threads: int,
) -> numpy.typing.NDArray[numpy.float64]:
    """Return the probability that each link is right.

    `frequent` has 1 for each frequent word of the vocabulary.
    """

def match_contexts(hypotheses: Ragged, references: Ragged) -> LinkRows:
    """Match equal words by the n-grams around them."""

class SharedCounts:
    """Pairs of systems compared on what they share."""

    @property
    def statistics(self) -> numpy.typing.NDArray[numpy.float64]:
        """Statistics of each sentence and pair."""

    @property
    def sums(self) -> numpy.typing.NDArray[numpy.float64]:
        """Sums of each pair, added to the given ones."""

    @property
    def reference_words(self) -> numpy.typing.NDArray[numpy.int64]:
        """The number of reference words for each pair."""

def shared_words(
    translations: Sequence[Ragged],
    references: Sequence[Ragged],
    pairs: numpy.typing.NDArray[numpy.int64],
    sums: numpy.typing.NDArray[numpy.float64],
    knowledge: WordKnowledge,
    metrics: Sequence[str],
    beta: float,
    gamma: float,
    threads: int,
) -> SharedCounts:
    """Compare pairs of systems on the words that both have.

    `pairs` holds the numbers of both systems of each pair.
    """

def shared_links(
    translations: Sequence[Sequence[Ragged]],
    references: Sequence[Ragged],
    pairs: numpy.typing.NDArray[numpy.int64],
    sums: numpy.typing.NDArray[numpy.float64],
    metrics: Sequence[str],
    beta: float,
    gamma: float,
    threads: int,
) -> SharedCounts:
    """Compare pairs of systems on the source words that both have.

    `translations` holds, for each reference, the places of the source words in each system.
    """

def bleu_statistics(
    hypotheses: Ragged, references: Sequence[Ragged], order: int
) -> numpy.typing.NDArray[numpy.int64]:
    """Count n-grams up to an order: a row of matches, totals and lengths for each hypothesis."""

def add_to_groups(
    columns: numpy.typing.NDArray[numpy.float64],
    groups: numpy.typing.NDArray[numpy.int64],
    whole: numpy.typing.NDArray[numpy.float64],
    fractions: numpy.typing.NDArray[numpy.uint64],
) -> None:
    """Add the numbers of each column to the sums of their groups, exactly.

    `columns` has the shape (columns, rows). `whole` and `fractions` (in units of 2**-64),
    of shape (columns, groups), are changed.
    """
