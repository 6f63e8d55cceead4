"""The EM objective during training."""

from __future__ import annotations

from typing import NamedTuple

from wordorder.output import Column, Table


class LearningCurve(NamedTuple):
    """The EM objective after each iteration: the log-likelihood plus the log prior.

    Attributes:
        forward: Values in the forward direction, starting before the first iteration.
        reverse: Values in the reverse direction.
        prior: Added to every expected count.
    """

    forward: tuple[float, ...]
    reverse: tuple[float, ...]
    prior: float

    def table(self) -> Table:
        """Put both directions side by side, one row per iteration.

        Examples:
            >>> from wordorder.output import render
            >>> curve = LearningCurve((-9.5, -7.25), (-9.0, -8.0), prior=0)
            >>> print(render(curve.table(), "plain"), end="")
            log-likelihood
            <BLANKLINE>
            iteration  forward  reverse
                    0     -9.5     -9.0
                    1     -7.2     -8.0
        """
        columns = [Column("iteration"), Column("forward", digits=1), Column("reverse", digits=1)]
        rows = zip(range(len(self.forward)), self.forward, self.reverse, strict=True)
        return Table(columns, list(rows), title="log-posterior" if self.prior else "log-likelihood")
