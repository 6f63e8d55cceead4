"""Parsers and rules judged by the orders of aligned translations."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, TypeVar

from wordorder.alignment import PHARAOH, AlignmentBatch, LinkReading
from wordorder.errors import Argument, UsageError, expect
from wordorder.output import as_meter
from wordorder.preordering.evaluation.inputs import EvaluationInputs
from wordorder.preordering.evaluation.plan import EvaluationPlan
from wordorder.statistics import Resampling
from wordorder.syntax import DependencyBatch
from wordorder.text import names_of_files

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from wordorder.output import Meter
    from wordorder.preordering.evaluation.plan import Rules
    from wordorder.preordering.evaluation.result import PreorderingEvaluation
    from wordorder.preordering.inputs import Links, Parses
    from wordorder.preordering.peers import Peer
    from wordorder.syntax import Parser
    from wordorder.text import Input

_USUAL = Resampling()
_DEFAULT_METRICS = ("fuzzy", "kendall")
_Given = TypeVar("_Given")


def evaluate_preordering(
    parses: Mapping[str, Parses] | Parses,
    alignments: Mapping[str, Links] | Links,
    rules: Sequence[Rules] | Rules,
    *,
    metrics: str | Iterable[str] = _DEFAULT_METRICS,
    gold: Parses | None = None,
    source: Input | None = None,
    parser: str | Parser | None = None,
    reading: LinkReading = PHARAOH,
    resampling: Resampling = _USUAL,
    holm: bool = False,
    compat: Peer | None = None,
    progress: bool | Meter = False,
) -> PreorderingEvaluation:
    r"""Judge parsers and rules by the order of the source words in aligned translations.

    Nothing is translated: each set of rules puts the words of each parse in a new order, which is
    compared with the order of the same words in the translation. A score is the mean over the
    sentences that have links, of a metric over all words and over the words with links. Intervals
    and tests of all pairs of systems come from a bootstrap over sentences.

    Args:
        parses: The dependency parses of the source, by the name of the parser, or those of a
            single one: files in CoNLL-U, streams, columns of Arrow, or batches of trees.
        alignments: The links of the source with its translation, by name, or those of a single
            alignment, such as a manual and an automatic one.
        rules: The sets of rules: names of built-in ones, files, or sets already read.
        metrics: Ordering metrics; the first leads.
        gold: Gold parses of the same sentences, to report attachment and tagging accuracy as well.
        source: The source text, tokenised, to check that the parses have the same words.
        parser: Parses `parses`, which are then texts; as in `parse_texts`.
        reading: The format of the alignments, and which links to use.
        resampling: Options of the bootstrap.
        holm: Whether to correct p-values for the number of pairs.
        compat: `lader` or `topdown-btg`, to give the figures that these tools print as well.
        progress: Whether to show progress.

    Raises:
        InputError: A file cannot be read, or files do not belong together.
        UsageError: An argument is invalid.

    Examples:
        >>> import io
        >>> from wordorder.preordering import Entry, Rule, RuleSet, WordTest
        >>> row = "{0}\t{1}\t_\t_\t_\t_\t{2}\t{3}\t_\t_\n"
        >>> words = ("we", 2, "nsubj"), ("see", 0, "root"), ("it", 2, "obj")
        >>> parse = "".join(row.format(n, *word) for n, word in enumerate(words, start=1))
        >>> last = Rule(WordTest(), (Entry(("*",)), Entry(("self",))), "heads last")
        >>> sets = [RuleSet("none", ()), RuleSet("head-final", (last,))]
        >>> links = io.StringIO("0-0 1-2 2-1\n")
        >>> result = evaluate_preordering(io.StringIO(parse), links, sets)
        >>> round(result.value("none", "kendall"), 3), result.value("head-final", "kendall")
        (0.667, 1.0)

    References:
        David Talbot, Hideto Kazawa, Hiroshi Ichikawa, Jason Katz-Brown, Masakazu Seno and Franz
        Och. 2011. A Lightweight Evaluation Framework for Machine Translation Reordering. WMT 2011.
    """
    plan = EvaluationPlan.of(rules, metrics, reading, resampling, holm=holm, compat=compat)
    meter = as_meter(progress)
    inputs = EvaluationInputs.read(
        _named(parses, "parses", DependencyBatch, "parser"),
        _named(alignments, "alignments", AlignmentBatch, "alignment"),
        gold,
        source,
        reading,
        parser,
        meter,
    )
    return plan.run(inputs, meter)


def _named(
    given: Mapping[str, _Given] | _Given, name: str, batch: type, alone: str
) -> Mapping[str, _Given]:
    if isinstance(given, Mapping):
        if not given:
            raise UsageError(Argument(name), " is empty: give at least one file")
        for one in given:
            expect(one, str, name)
        return given
    if isinstance(given, batch):
        return {alone: given}
    return {names_of_files([given])[0]: given}  # type: ignore[list-item]
