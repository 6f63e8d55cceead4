"""Whose fault the errors are: the parser's, the rules' or the translation's."""

from __future__ import annotations

from typing import NamedTuple

from wordorder.output.codec import Finite


class Fault(NamedTuple):
    """One step from the score of the rules to a perfect one.

    Attributes:
        what: What is better than in the step before.
        score: The mean score then.
        loss: How much higher it is; what is lost otherwise.
        fault: Whose fault the loss is.
    """

    what: str
    score: Finite
    loss: Finite
    fault: str


class Ceilings(NamedTuple):
    """Mean scores over all sentences judged.

    Attributes:
        rules: The order of the rules on the parse.
        best: The best order of the parse: every subtree contiguous.
        gold_rules: The order of the rules on the gold parse; None if there is none.
        gold_best: The best order of the gold parse.
    """

    rules: Finite
    best: Finite
    gold_rules: Finite | None = None
    gold_best: Finite | None = None

    def faults(self) -> tuple[Fault, ...]:
        """Divide what is missing from a perfect score; the losses add up to it.

        With gold parses:

            1 − rules = (gold_rules − rules) + (gold_best − gold_rules) + (1 − gold_best)
                        parser                 rules                      translation

        without them:

            1 − rules = (best − rules) + (1 − best)
                        rules            parser or translation

        The last part is what no order with contiguous subtrees can reach: the translation takes
        phrases of the source apart, or the alignment is wrong. The parser's part is negative if the
        rules do better on its errors than on the gold parses.

        Examples:
            >>> for fault in Ceilings(0.5, 0.875, 0.625, 0.9375).faults():
            ...     print(fault.fault, fault.loss)
            parser 0.125
            rules 0.3125
            translation 0.0625
        """
        if self.gold_rules is None or self.gold_best is None:
            steps = {
                "best order of the parse": (self.best, "rules"),
                "perfect order": (1.0, "parser or translation"),
            }
        else:
            steps = {
                "rules on the gold parse": (self.gold_rules, "parser"),
                "best order of the gold parse": (self.gold_best, "rules"),
                "perfect order": (1.0, "translation"),
            }
        found, before = [], self.rules
        for what, (score, fault) in steps.items():
            found.append(Fault(what, score, score - before, fault))
            before = score
        return tuple(found)
