"""Learned rules, and their scores on sentences that they were not learned from."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import ClassVar, NamedTuple

from wordorder.output.codec import Count, Finite, derived
from wordorder.output.console import visible
from wordorder.output.results import Result
from wordorder.output.tables import Cell
from wordorder.output.views import View, fields, row_view
from wordorder.output.wording import counted
from wordorder.preordering.rules.rules import RuleSet


class Example(NamedTuple):
    """A phrase of the corpus, before and after a rule.

    Attributes:
        sentence: The number of the sentence, counting from 1.
        before: The words below a head in source order.
        after: The same words, with the head and its children in the order of the rule.
    """

    sentence: Count
    before: str
    after: str


@dataclass(frozen=True, slots=True)
class LearnedRule:
    """A rule, and its effect when it was added to those learned before it.

    Attributes:
        name: The name of the rule.
        heads: The number of its heads.
        helped: The number of sentences that it made better.
        hurt: The number of sentences that it made worse.
        all: The gain in the mean score over all words, in the sentences learned from.
        linked: The gain over linked words.
        example: A short phrase that it changes in a sentence that it helps, if there is one.
    """

    name: str
    heads: Count
    helped: Count
    hurt: Count
    all: Finite
    linked: Finite
    example: Example | None = None


@dataclass(frozen=True, slots=True)
class PathPoint:
    """Cross-validated scores with a number of rules.

    Attributes:
        rules: The number of rules.
        score: The mean score of sentences that the rules were not learned from, over the words
            chosen for learning.
        all: The mean score over all words.
        linked: The mean score over linked words.
        standard_error: The standard error of the difference from the best score.
    """

    rules: Count
    score: Finite
    all: Finite
    linked: Finite
    standard_error: Finite


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class LearnedRules(Result):
    """Learned rules, with the evidence for each and for their number.

    Attributes:
        signature: The settings, for a paper or a log.
        sentence_count: The number of sentences learned from.
        without_links: The number of sentences left out because they have no links.
        rules: The rules, in documents as a file of rules.
        learned: The effect of each rule, in the order of the rules.
        path: The cross-validated scores with 0, 1, … rules.
    """

    SCHEMA: ClassVar[str] = "preorder-learned/2"

    signature: str
    sentence_count: Count
    without_links: Count
    rules: RuleSet
    learned: tuple[LearnedRule, ...]
    path: tuple[PathPoint, ...]

    def __post_init__(self) -> None:
        if [rule.name for rule in self.rules.rules] != [rule.name for rule in self.learned]:
            raise ValueError("the rules differ from their descriptions")
        counts = [point.rules for point in self.path]
        if counts != [*range(len(counts))] or len(counts) <= len(self.learned):
            raise ValueError("the path must count rules from 0")

    @derived
    def orders(self) -> dict[str, tuple[str, ...]]:
        """The entries of each rule, by its name."""
        return {rule.name: tuple(map(str, rule.order)) for rule in self.rules.rules}

    @classmethod
    def views(cls) -> Mapping[str, View]:
        """Offer the rules, and the scores by number of rules."""
        return {"rules": row_view(_RULES, _rule_rows), "path": row_view(_PATH, _path_rows)}

    def summary(self) -> str:
        """Return one line with the cross-validated score."""
        point = self.path[len(self.rules.rules)]
        sentences = counted(self.sentence_count, "sentence")
        scores = f"{point.score:.3f} (no rules {self.path[0].score:.3f})"
        return f"{counted(point.rules, 'rule')} from {sentences}, cross-validated score {scores}"

    def to_toml(self) -> str:
        """Write the rules as a file of rules, with counts and examples in comments."""
        rules = tuple(
            replace(rule, comment=_comment(learned))
            for rule, learned in zip(self.rules.rules, self.learned, strict=True)
        )
        comment = f"Learned: {self.summary()}.\n{self.signature}"
        return replace(self.rules, rules=rules, comment=comment).to_toml()


def _comment(learned: LearnedRule) -> str:
    heads, helped = counted(learned.heads, "head"), counted(learned.helped, "sentence")
    gains = f"{learned.all:+.4f} over all words, {learned.linked:+.4f} over linked words"
    comment = f"{heads}; helped {helped}, hurt {learned.hurt:,}; {gains}"
    if learned.example is None:
        return comment
    sentence, before, after = learned.example
    return f"{comment}\nsentence {sentence}: {visible(before)}\n→ {visible(after)}"


_RULES = [
    *fields(str, "rule", "order"),
    *fields(int, "heads", "helped", "hurt"),
    *fields(float, "all", "linked", digits=4),
    *fields(str, "before", "after"),
]
_PATH = [
    *fields(int, "rules"),
    *fields(float, "score", "all", "linked", "standard_error", digits=4),
    *fields(str, "chosen"),
]


def _rule_rows(result: LearnedRules, *, top: int | None) -> Iterator[tuple[Cell, ...]]:
    for rule, learned in zip(result.rules.rules[:top], result.learned[:top], strict=True):
        before, after = ("", "") if learned.example is None else learned.example[1:]
        figures = learned.heads, learned.helped, learned.hurt, learned.all, learned.linked
        yield rule.name, ", ".join(map(str, rule.order)), *figures, before, after


def _path_rows(result: LearnedRules, *, top: int | None) -> Iterator[tuple[Cell, ...]]:
    for point in result.path[:top]:
        chosen = "*" if point.rules == len(result.rules.rules) else ""
        yield point.rules, point.score, point.all, point.linked, point.standard_error, chosen
