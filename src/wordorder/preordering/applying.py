"""Application of rules to parses: the order of each sentence, or the reordered sentences."""

from __future__ import annotations

import io
import re
from collections.abc import Callable, Iterator
from contextlib import closing
from itertools import pairwise
from typing import Literal, get_args

from wordorder.errors import UsageError, expect
from wordorder.output.progress import Meter, as_meter
from wordorder.permutation.batch import PermutationBatch
from wordorder.preordering.inputs import parse_batches
from wordorder.preordering.rules.compiled import CompiledRules
from wordorder.preordering.rules.files import rule_set
from wordorder.preordering.rules.label_schemes import RelationCount
from wordorder.preordering.rules.rules import RuleSet
from wordorder.syntax.dependency import DependencyBatch
from wordorder.syntax.parsing import Parser, parse_texts
from wordorder.text.source import Input

ArrangedAs = Literal["text", "order", "conllu"]
ARRANGED_AS: tuple[ArrangedAs, ...] = get_args(ArrangedAs)

_WORD_LINE = re.compile(r"^([0-9]+\t.*\t)([^\t\n]*)$", re.MULTILINE)


def reorder(trees: DependencyBatch, rules: RuleSet) -> PermutationBatch:
    r"""Put the words of each sentence in the order of the rules.

    The first rule that matches a head orders the head and its children, each child with its whole
    subtree. A head that no rule matches keeps the order of the source.
    Arcs of non-projective trees are lifted first, so every subtree that is contiguous in the source
    stays contiguous.

    Args:
        trees: The parses.
        rules: The rules.

    Returns:
        The rank of each word in the new order.

    Raises:
        UsageError: An argument has the wrong type.

    Examples:
        >>> import io
        >>> from wordorder.preordering import read_parses
        >>> parses = io.StringIO(
        ...     "1\tWe\t_\tPRON\t_\t_\t2\tnsubj\t_\t_\n"
        ...     "2\teat\t_\tVERB\t_\t_\t0\troot\t_\t_\n"
        ...     "3\trice\t_\tNOUN\t_\t_\t2\tobj\t_\t_\n"
        ... )
        >>> reorder(read_parses(parses), rule_set("sov"))[0].ranks.tolist()
        [0, 2, 1]

    References:
        Peng Xu, Jaeho Kang, Michael Ringgaard and Franz Och. 2009. Using a Dependency Parser to
        Improve SMT for Subject-Object-Verb Languages. NAACL-HLT 2009.
    """
    expect(trees, DependencyBatch, "trees")
    expect(rules, RuleSet, "rules")
    return CompiledRules(rules).arrange(trees).orders


def apply_rules(
    parses: Input,
    rules: RuleSet | Input,
    to: ArrangedAs = "text",
    *,
    parser: str | Parser | None = None,
    progress: bool | Meter = False,
) -> Iterator[str]:
    r"""Put the words of parsed sentences in the order of the rules, as text in pieces.

    Memory is bounded, whatever the size of the file. At the end there is a warning if the rules are
    for other labels than those of the parses, or name relations that do not exist.

    Args:
        parses: Dependency trees in CoNLL-U.
        rules: The rules, the name of a built-in set, or a file.
        to: text, the words of each sentence in their new order, separated by spaces (a space
            within a word becomes `_`); order, the word at each place, from 0, as `wordorder
            permutation` and other commands read it; or conllu, the unchanged parses with the new
            place of each word in the last column, counted from 1 like the ids: `Order=3`. Words of
            multiword tokens move one by one, so the text has the words, not the tokens; conllu
            keeps the lines of such tokens and of empty nodes, which have no place.
        parser: The parser for `parses`, which is then a text, as in `parse_texts`; all trees are
            in memory at once.
        progress: Whether to show progress.

    Raises:
        InputError: A file cannot be read, has a bad tree or rule, or has no sentences.
        UsageError: Unknown form of output.

    Examples:
        >>> import io
        >>> parses = io.StringIO(
        ...     "1\tI\t_\tPRON\t_\t_\t2\tnsubj\t_\t_\n"
        ...     "2\tsaw\t_\tVERB\t_\t_\t0\troot\t_\t_\n"
        ...     "3\tyou\t_\tPRON\t_\t_\t2\tobj\t_\t_\n"
        ... )
        >>> "".join(apply_rules(parses, "sov"))
        'I you saw\n'
    """
    if to not in ARRANGED_AS:
        raise UsageError.unknown("form of output", to, ARRANGED_AS)
    chosen = rule_set(rules)
    write = {"text": _text, "order": _order, "conllu": _conllu}[to]
    if parser is not None:
        trees = parse_texts(parses, parser, progress=progress)
        parses = io.BytesIO(trees.text)
    return _arranged(parses, chosen, write, as_meter(progress))


def _arranged(
    parses: Input,
    rules: RuleSet,
    write: Callable[[DependencyBatch, PermutationBatch], str],
    meter: Meter,
) -> Iterator[str]:
    compiled, relations = CompiledRules(rules), RelationCount()
    with closing(parse_batches(parses, "reordering", meter)) as batches:
        for trees in batches:
            relations.add(trees)
            yield write(trees, compiled.arrange(trees).orders)
    relations.warn(rules)


def _text(trees: DependencyBatch, orders: PermutationBatch) -> str:
    words = trees.morphology()
    names = [name.replace(" ", "_") for name in words.names]
    forms = [names[number] for number in words.forms[orders.words_by_place].tolist()]
    rows = pairwise(orders.offsets.tolist())
    return "".join(f"{' '.join(forms[begin:end])}\n" for begin, end in rows)


def _order(trees: DependencyBatch, orders: PermutationBatch) -> str:  # noqa: ARG001
    return orders.to_text(order=True)


def _conllu(trees: DependencyBatch, orders: PermutationBatch) -> str:
    places = iter((orders.values + 1).tolist())

    def placed(line: re.Match[str]) -> str:
        cells = line[2].split("|")
        others = [cell for cell in cells if cell != "_" and not cell.startswith("Order=")]
        return line[1] + "|".join([*others, f"Order={next(places)}"])

    text = trees.text[trees.starts[0] : trees.starts[-1]].decode()
    return _WORD_LINE.sub(placed, text.rstrip("\n")) + "\n\n"
