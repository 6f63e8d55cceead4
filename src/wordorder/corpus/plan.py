"""What to compute for each row of a corpus, and from which columns."""

from __future__ import annotations

from dataclasses import dataclass, fields
from functools import cached_property
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from wordorder.alignment import PHARAOH, LinkReading
from wordorder.corpus.column_types import check_columns
from wordorder.corpus.families.aligning import aligner_digest
from wordorder.corpus.families.texts import measures_by_name
from wordorder.corpus.outputs import (
    Output,
    asked_ks,
    known_outputs,
    named,
    select_outputs,
    usual_outputs,
)
from wordorder.corpus.plan_options import refuse_unknown_options
from wordorder.corpus.roles import ROLES, CorpusColumns, order_source
from wordorder.errors import Argument, UsageError, expect
from wordorder.output import signature
from wordorder.preordering import RuleSet, rule_set
from wordorder.preordering.rules.compiled import CompiledRules
from wordorder.reorderings.extraction import RIGHT_AND_LEFT
from wordorder.scoring import FEATURES, PRESETS, Preset
from wordorder.scoring.plan import ScoreOptions, ScorePlan
from wordorder.scoring.preset_files import as_preset
from wordorder.text import tokenizer

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator
    from typing import Unpack

    from wordorder.corpus.plan_options import PlanOptions
    from wordorder.scoring import FittedPreset

_CELL_FORMATS = ("pharaoh", "lader")
_TEXTS = ("reference", "hypothesis")


@dataclass(frozen=True, kw_only=True)
class CorpusPlan:
    """Which columns to evaluate, and the outputs; a function of record batches that pickles.

    Called with a `pyarrow.RecordBatch`, it returns one with a row for each row: a column for each
    output, null where undefined, and `problem`, which says what is wrong with a row that cannot be
    used. A null in a column that is needed gives nulls. Rows do not depend on each other.

    Attributes:
        columns: The columns by role.
        outputs: The names of the outputs.
        aligner: A saved `Ibm1Model` that links source and target; None if there are links.
        aligner_digest: The hash of its content.
        rules: Rules that put the source in a new order.
        lang: The language of reference and hypothesis, as in `score`.
        tokenize: The tokeniser; by default that of the language for reference and hypothesis, and
            none for source and target.
        preset: The combined score of reference and hypothesis, as in `score`.
        reading: How links are written, and which of them to use.

    Examples:
        >>> import pyarrow as pa
        >>> batch = pa.record_batch({"links": ["0-1 1-0", None, "0-0 1-1"]})
        >>> plan = CorpusPlan.of(batch.schema.names, metrics="kendall,reorderings")
        >>> plan(batch).to_pydict()
        {'kendall': [0.0, None, 1.0], 'reorderings': [1, None, 0], 'problem': [None, None, None]}
    """

    columns: CorpusColumns
    outputs: tuple[str, ...]
    aligner: str | None = None
    aligner_digest: str = ""
    rules: RuleSet | None = None
    lang: str | None = None
    tokenize: str | None = None
    preset: Preset | FittedPreset | None = None
    reading: LinkReading = PHARAOH

    @classmethod
    def of(cls, names: Collection[str], **options: Unpack[PlanOptions]) -> CorpusPlan:
        """Make a plan for an input with these columns.

        Args:
            names: The names of the columns of the input.
            **options: What to compute, and from which columns; see `PlanOptions`.

        Raises:
            InputError: The aligner or the rules cannot be read.
            UsageError: The columns do not go together, an output is unknown, or an option.
        """
        refuse_unknown_options(options)
        columns: dict[str, Any] = {role: options.get(role) for role in ROLES}
        given = CorpusColumns(**columns)
        aligner, rules = options.get("aligner"), options.get("rules")
        order = order_source(given, names, aligner)
        metrics, preset = options.get("metrics"), options.get("preset")
        return cls(
            columns=given.completed(names, order, with_rules=rules is not None),
            outputs=() if metrics is None else named(metrics),
            aligner=None if aligner is None else str(aligner),
            aligner_digest="" if aligner is None else aligner_digest(aligner),
            rules=None if rules is None else rule_set(rules),
            lang=options.get("lang"),
            tokenize=options.get("tokenize"),
            preset=None if preset is None else as_preset(preset),
            reading=options.get("reading", PHARAOH),
        )

    def __post_init__(self) -> None:
        expect(self.columns, CorpusColumns, "columns")
        self._check_options()
        ks = asked_ks(self.outputs)
        known, others = self._known(ks), known_outputs("texts", measures=(*PRESETS, *FEATURES))
        others |= known_outputs("links", ks=ks, with_rules=True)
        if not self.outputs:
            preset = "" if self.score_plan is None else self.score_plan.preset.name
            chosen = usual_outputs(self.order, known, preset)
        else:
            chosen = select_outputs(self.outputs, known, others)
        object.__setattr__(self, "outputs", chosen)

    def _check_options(self) -> None:
        order_source(self.columns, (), self.aligner)
        expect(self.reading, LinkReading, "reading")
        if self.reading.file_format not in _CELL_FORMATS:
            raise UsageError.unknown("format of links", self.reading.file_format, _CELL_FORMATS)
        if self.rules is not None:
            expect(self.rules, RuleSet, "rules")
        if self.tokenize is not None:
            tokenizer(self.tokenize)
        for option, is_used, roles in (
            ("aligner", self.aligner is not None, ("source", "target")),
            ("rules", self.rules is not None, ("tree",)),
            *((name, True, ("links",)) for name in _unusual(self.reading)),
            ("lang", self.lang is not None, _TEXTS),
            ("preset", self.preset is not None, _TEXTS),
            ("reference", self.columns.reference is not None, _TEXTS),
            ("hypothesis", self.columns.hypothesis is not None, _TEXTS),
        ):
            for role in roles if is_used else ():
                if getattr(self.columns, role) is None:
                    raise UsageError(Argument(option), " needs ", Argument(role))
        texts = {"source", "target", *_TEXTS} & set(self.columns.named())
        if self.tokenize is not None and not texts:
            raise UsageError(Argument("tokenize"), " needs ", Argument("source"), ", or other text")

    def __reduce__(self) -> tuple[object, ...]:
        # Not what was loaded for it.
        return _plan, tuple(getattr(self, field.name) for field in fields(self))

    @property
    def order(self) -> str:
        """Where the order comes from: permutation, links (also those of an aligner) or texts."""
        if self.columns.permutation is not None:
            return "permutation"
        return "texts" if self.columns.reference is not None else "links"

    @cached_property
    def score_plan(self) -> ScorePlan | None:
        """How reference and hypothesis are scored; None if the order comes from elsewhere."""
        if self.order != "texts":
            return None
        return ScorePlan.of(
            ScoreOptions(
                lang=self.lang,
                tokenize=self.tokenize,
                metrics="all",
                preset=self.preset,
                threads=1,
            )
        )

    @cached_property
    def compiled_rules(self) -> CompiledRules:
        """The rules as the kernel applies them."""
        assert self.rules is not None
        return CompiledRules(self.rules)

    @cached_property
    def ks(self) -> tuple[int, ...]:
        """The values of k to count anticipation for."""
        return asked_ks(self.outputs)

    def knows_length(self, side: str) -> bool:
        """Whether the length of a side does not come from its last link."""
        if side == "source" and self.columns.tree is not None:
            return True
        return self.reading.knows_lengths(side, getattr(self.columns, side))

    def _known(self, ks: tuple[int, ...]) -> dict[str, Output]:
        plan = self.score_plan
        return known_outputs(
            self.order,
            ks=ks,
            known_lengths=self.knows_length("source") and self.knows_length("target"),
            with_rules=self.rules is not None,
            measures=() if plan is None else measures_by_name(plan),
            fitted=None if plan is None or isinstance(plan.preset, Preset) else plan.preset,
        )

    def computes(self, name: str) -> bool:
        """Whether there is an output of this name for these columns.

        Examples:
            >>> plan = CorpusPlan.of(["links"], metrics="kendall")
            >>> plan.computes("anticipation@7"), plan.computes("pefscore")
            (True, False)
        """
        return name in self._known(asked_ks((*self.outputs, name)))

    @cached_property
    def described(self) -> tuple[Output, ...]:
        """The outputs in their order."""
        known = self._known(self.ks)
        return tuple(known[name] for name in self.outputs)

    @property
    def inputs(self) -> tuple[str, ...]:
        """The columns to read, each once."""
        return tuple(dict.fromkeys(self.columns.named().values()))

    @property
    def signature(self) -> str:
        """Everything that determines the figures of a row.

        Examples:
            >>> CorpusPlan.of(["links"], metrics="kendall").signature.split("|")[1:]
            ['columns:links=links', 'outputs:kendall', 'links:pharaoh', 'base:0', 'order:lrscore', \
'branching:right', 'siblings:left']
        """
        columns = (f"{role}={quote(name)}" for role, name in self.columns.named().items())
        parts = [f"columns:{'+'.join(columns)}", f"outputs:{'+'.join(self.outputs)}"]
        if self.order == "links":
            parts += self._signature_of_links()
        if self.score_plan is not None:
            parts += self.score_plan.signature_of_scores(1)
        elif self.tokenize is not None:
            parts.append(f"tok:{tokenizer(self.tokenize).signature}")
        if self.rules is not None:
            parts.append(f"rules:{self.rules.signature}")
        return signature(parts)

    def _signature_of_links(self) -> list[str]:
        if self.aligner is None:
            made = [f"links:{self.reading.file_format}", f"base:{self.reading.base}"]
        else:
            made = [f"aligner:ibm1-{self.aligner_digest}", "symmetrized:grow-diag-final-and"]
        return [*made, *self.reading.signature, "order:lrscore", *RIGHT_AND_LEFT.signature]

    def check(self, schema: Any, name: str) -> None:
        """Check that an input has the columns, of the right types.

        Args:
            schema: Its `pyarrow.Schema`.
            name: What to call it in errors.

        Raises:
            InputError: A column is missing, or of another type.

        Examples:
            >>> import pyarrow as pa
            >>> plan = CorpusPlan.of(["links"], metrics="kendall")
            >>> plan.check(pa.schema({"links": pa.int64()}), "train.parquet")
            Traceback (most recent call last):
            wordorder.errors.InputError: train.parquet: column 'links' is int64, expected ...
        """
        only_text = self.reading.file_format != PHARAOH.file_format
        check_columns(self.columns.named(), schema, name, only_text=only_text)

    def __call__(self, batch: Any) -> Any:
        """Evaluate a record batch."""
        from wordorder.corpus.evaluating import evaluate, result_batch

        return result_batch(self, evaluate(self, batch))


def _unusual(reading: LinkReading) -> Iterator[str]:
    """The options that say how links are read, if they are not the usual ones."""
    for field in fields(reading):
        if getattr(reading, field.name) != getattr(PHARAOH, field.name):
            yield field.name


def _plan(*values: Any) -> CorpusPlan:
    names = (field.name for field in fields(CorpusPlan))
    return CorpusPlan(**dict(zip(names, values, strict=True)))
