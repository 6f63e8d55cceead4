"""What to compute for each row of a corpus, and from which columns."""

from __future__ import annotations

from dataclasses import dataclass, fields
from functools import cached_property
from typing import TYPE_CHECKING, Any, TypedDict, Unpack
from urllib.parse import quote

from wordorder.alignment.link_reading import PHARAOH, LinkReading
from wordorder.corpus import outputs
from wordorder.corpus.input_columns import ROLES, CorpusColumns, order_source
from wordorder.corpus.outputs import Output
from wordorder.errors import Argument, UsageError, expect
from wordorder.output.wording import signature

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable
    from os import PathLike

    from wordorder.preordering.rules.compiled import CompiledRules
    from wordorder.preordering.rules.rules import RuleSet
    from wordorder.scoring.fitted_presets import FittedPreset
    from wordorder.scoring.measures import Measure
    from wordorder.scoring.plan import ScorePlan
    from wordorder.scoring.presets import Preset

_CELL_FORMATS = ("pharaoh", "lader")
_TEXTS = ("reference", "hypothesis")


class PlanOptions(TypedDict, total=False):
    """What to compute, and from which columns; every option may be left out.

    A role without a given column takes the column of its own name, if there is one; the empty name
    stands for no column.

    Attributes:
        metrics: Outputs and groups of outputs (flat, tree, ordering, reordering, preordering, all),
            as a list or with commas between them; by default the ordering metrics, the reordering
            figures of links, and scores of pre-ordering if there are rules.
        links: The column of links; for this and the other roles, see `CorpusColumns`.
        source: The column of source sentences.
        target: The column of target sentences.
        permutation: The column of permutations.
        tree: The column of dependency trees.
        reference: The column of references.
        hypothesis: The column of hypotheses.
        aligner: The file of a saved aligner (`Ibm1Model.save`), which links source and target.
        rules: Rules for pre-ordering, whose orders are scored: a built-in set, or a file.
        lang: The language of reference and hypothesis.
        tokenize: The tokeniser; by default that of the language for reference and hypothesis, and
            none for source and target.
        preset: The combined score of reference and hypothesis.
        reading: The format of links, and which of them to use.
    """

    metrics: str | Iterable[str] | None
    links: str | None
    source: str | None
    target: str | None
    permutation: str | None
    tree: str | None
    reference: str | None
    hypothesis: str | None
    aligner: str | PathLike[str] | None
    rules: RuleSet | str | PathLike[str] | None
    lang: str | None
    tokenize: str | None
    preset: str | PathLike[str] | Preset | FittedPreset | None
    reading: LinkReading


@dataclass(frozen=True, kw_only=True)
class CorpusPlan:
    """The columns to evaluate, and the outputs; a picklable function of record batches.

    Called with a `pyarrow.RecordBatch`, a plan returns another with a row for each row: a column
    for each output, null where undefined, and `problem`, which says why a row cannot be used. A
    null in a column that is needed gives nulls. Rows do not depend on each other.

    Attributes:
        columns: The columns by role.
        outputs: The names of the outputs; if empty, the default outputs.
        aligner: A saved `Ibm1Model` that links source and target; None if there are links.
        aligner_digest: The hash of the aligner's file.
        rules: Rules that put the source in a new order.
        lang: The language of reference and hypothesis, as in `score`.
        tokenize: The tokeniser; by default that of the language for reference and hypothesis, and
            none for source and target.
        preset: The combined score of reference and hypothesis, as in `score`.
        reading: The format of links, and which of them to use.

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
            UsageError: The columns do not fit together, or an output or option is unknown.
        """
        for name in options:
            if name not in PlanOptions.__annotations__:
                raise UsageError.unknown("option", name, PlanOptions.__annotations__)
        roles: dict[str, Any] = {role: options.get(role) for role in ROLES}
        columns = CorpusColumns(**roles)
        aligner, rules = options.get("aligner"), options.get("rules")
        order = order_source(columns, names, aligner)
        columns = columns.completed(names, order, with_rules=rules is not None)
        metrics, preset = options.get("metrics"), options.get("preset")
        loaded: dict[str, Any] = {"outputs": () if metrics is None else outputs.named(metrics)}
        if aligner is not None:
            from wordorder.corpus.rows import aligner_digest

            loaded |= {"aligner": str(aligner), "aligner_digest": aligner_digest(aligner)}
        if rules is not None:
            from wordorder.preordering.rules.files import rule_set

            loaded["rules"] = rule_set(rules)
        if preset is not None:
            from wordorder.scoring.presets import as_preset

            loaded["preset"] = as_preset(preset)
        return cls(
            columns=columns,
            lang=options.get("lang"),
            tokenize=options.get("tokenize"),
            reading=options.get("reading", PHARAOH),
            **loaded,
        )

    def __post_init__(self) -> None:
        expect(self.columns, CorpusColumns, "columns")
        self._check_options()
        known = self._known(self.ks)
        if self.outputs:
            chosen = outputs.select_outputs(self.outputs, known, lambda: _every_output(self.ks))
        else:
            preset = "" if self.score_plan is None else self.score_plan.preset.name
            chosen = outputs.usual_outputs(self.order, known, preset)
        object.__setattr__(self, "outputs", chosen)

    def _check_options(self) -> None:
        order_source(self.columns, (), self.aligner)
        expect(self.reading, LinkReading, "reading")
        if self.reading.file_format not in _CELL_FORMATS:
            raise UsageError.unknown("format of links", self.reading.file_format, _CELL_FORMATS)
        if self.rules is not None:
            from wordorder.preordering.rules.rules import RuleSet

            expect(self.rules, RuleSet, "rules")
        if self.tokenize is not None:
            from wordorder.text.tokenizers import tokenizer

            tokenizer(self.tokenize)
        for option, is_used, roles in (
            ("aligner", self.aligner is not None, ("source", "target")),
            ("rules", self.rules is not None, ("tree",)),
            *(
                (field.name, True, ("links",))
                for field in fields(self.reading)
                if getattr(self.reading, field.name) != getattr(PHARAOH, field.name)
            ),
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

    def __getstate__(self) -> dict[str, object]:
        """Return the fields alone, without cached properties."""
        return {field.name: getattr(self, field.name) for field in fields(self)}

    @property
    def order(self) -> str:
        """The source of the order: permutation, links (also those of an aligner) or texts."""
        if self.columns.permutation is not None:
            return "permutation"
        return "texts" if self.columns.reference is not None else "links"

    @cached_property
    def score_plan(self) -> ScorePlan | None:
        """The plan for scoring hypothesis against reference; None if the order is not of texts."""
        if self.order != "texts":
            return None
        from wordorder.scoring.plan import ScoreOptions, ScorePlan

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
    def text_measures(self) -> dict[str, Measure]:
        """All measures of the score plan, by name, the same as in `score`."""
        plan = self.score_plan
        if plan is None:
            return {}
        return plan.every_measure() | {measure.name: measure for measure in plan.measures}

    @cached_property
    def compiled_rules(self) -> CompiledRules:
        """The rules, compiled for the kernel."""
        from wordorder.preordering.rules.compiled import CompiledRules

        assert self.rules is not None
        return CompiledRules(self.rules)

    @cached_property
    def ks(self) -> tuple[int, ...]:
        """The values of k for anticipation."""
        return outputs.asked_ks(self.outputs)

    def knows_length(self, side: str) -> bool:
        """Return whether the length of a side is known, not inferred from its last link."""
        if side == "source" and self.columns.tree is not None:
            return True
        return self.reading.knows_lengths(side, getattr(self.columns, side))

    def _known(self, ks: tuple[int, ...]) -> dict[str, Output]:
        fitted = None
        if self.score_plan is not None:
            from wordorder.scoring.fitted_presets import FittedPreset

            preset = self.score_plan.preset
            fitted = preset if isinstance(preset, FittedPreset) else None
        return outputs.known_outputs(
            self.order,
            ks=ks,
            known_lengths=self.knows_length("source") and self.knows_length("target"),
            with_rules=self.rules is not None,
            measures=self.text_measures,
            fitted=fitted,
        )

    def computes(self, name: str) -> bool:
        """Return whether an output of this name can be computed from these columns.

        Examples:
            >>> plan = CorpusPlan.of(["links"], metrics="kendall")
            >>> plan.computes("anticipation@7"), plan.computes("pefscore")
            (True, False)
        """
        return name in self._known(outputs.asked_ks((*self.outputs, name)))

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
            from wordorder.text.tokenizers import tokenizer

            parts.append(f"tok:{tokenizer(self.tokenize).signature}")
        if self.rules is not None:
            parts.append(f"rules:{self.rules.signature}")
        return signature(parts)

    def _signature_of_links(self) -> list[str]:
        from wordorder.reorderings.extraction import RIGHT_AND_LEFT

        if self.aligner is None:
            made = [f"links:{self.reading.file_format}", f"base:{self.reading.base}"]
        else:
            made = [f"aligner:ibm1-{self.aligner_digest}", "symmetrized:grow-diag-final-and"]
        return [*made, *self.reading.signature, "order:lrscore", *RIGHT_AND_LEFT.signature]

    def check(self, schema: Any, name: str) -> None:
        """Check that an input has the columns, of the right types.

        Args:
            schema: Its `pyarrow.Schema`.
            name: Its name in errors.

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
        self.columns.check(schema, name, only_text=only_text)

    def __call__(self, batch: Any) -> Any:
        """Evaluate a record batch."""
        from wordorder.corpus.evaluating import evaluate, result_batch

        return result_batch(self, evaluate(self, batch))


def _every_output(ks: tuple[int, ...]) -> dict[str, Output]:
    """Return all outputs, whatever the columns."""
    from wordorder.scoring.features import FEATURES
    from wordorder.scoring.presets import PRESETS

    texts = outputs.known_outputs("texts", measures=(*PRESETS, *FEATURES))
    return texts | outputs.known_outputs("links", ks=ks, with_rules=True)
