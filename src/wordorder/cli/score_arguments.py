"""The options of `wordorder score` as arguments of `score`."""

from __future__ import annotations

from difflib import get_close_matches
from pathlib import Path
from typing import TYPE_CHECKING, Any

from wordorder.cli.shared.match_options import make_matcher
from wordorder.errors import Argument, UsageError, joined
from wordorder.scoring import (
    Comparison,
    Preset,
    RearrangedSource,
    SourceLinks,
    as_preset,
    usual_preset,
)
from wordorder.statistics import Resampling
from wordorder.text import names_of_files, natural_order, read_columns

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from wordorder.alignment.matching import Matcher
    from wordorder.errors import Part
    from wordorder.scoring import FittedPreset, Text

    OrderFrom = Matcher | SourceLinks | RearrangedSource


FEW_SENTENCES = 10  # default of --diff

_PARTS = ("ordering", "lexical", "alpha", "lowercase", "beta", "gamma")

_FILES = ("source", "reference_links", "system_links", "synonyms", "paraphrases", "vectors")

_MATCHING = (
    "stages",
    "weights",
    "synonyms",
    "paraphrases",
    "vectors",
    "min_similarity",
    "min_confidence",
    "cased",
)


def files(
    reference: str,
    more_references: tuple[str, ...],
    systems: tuple[str, ...],
    tsv: str | None,
    by: str | None,
    **given: Any,
) -> dict[str, Any]:
    """All input files, by argument."""
    texts = {"reference": reference, "more_references": more_references, "systems": systems}
    read = texts if tsv is None else {"tsv": tsv}
    return {**read, "labels": _labels(by), **{name: given[name] for name in _FILES}}


def arguments(
    reference: str,
    more_references: tuple[str, ...],
    systems: tuple[str, ...],
    tsv: str | None,
    names: list[str] | None,
    by: str | None,
    **given: Any,
) -> dict[str, Any]:
    """The arguments of `score`."""
    order = _order_from(**given)
    if tsv is None and names is None and not given["system_links"]:
        systems = tuple(natural_order(systems))
    references, named = _named_texts([reference, *more_references], systems, tsv, names)
    return {
        "reference": references,
        "systems": named,
        **{name: given[name] for name in ("lang", "tokenize", "metrics", "chance", "threads")},
        "preset": _preset(order, **given),
        "order_from": order,
        "resampling": Resampling(given["resamples"], given["seed"]),
        "comparison": Comparison(given["test"], given["holm"]),
        "labels": _labels(by),
    }


def views(
    named: Collection[str],
    by: str | None,
    worst: int | None,
    diff: tuple[str, str] | None,
    min_words: int,
    timing: bool,
    **given: Any,
) -> tuple[list[tuple[str, ...]], int | None]:
    """The views besides the scores, and their size.

    Unknown systems are reported before the work starts.
    """
    if given["source"] is not None and (worst or diff):
        raise UsageError(
            Argument("worst"),
            " and ",
            Argument("diff"),
            " show matched words: leave out ",
            Argument("source"),
        )
    for name in diff or ():
        if name not in named:
            raise UsageError.unknown("system", name, named)
    chosen: list[tuple[str, ...]] = []
    if by is not None:
        chosen.append(("label" if _labels(by) else by,))
    if diff:
        chosen.append(("diff", *diff, str(min_words)))
    elif worst is not None:
        chosen.append(("worst", str(min_words)))
    if timing:
        chosen.append(("timing",))
    return chosen, worst or (FEW_SENTENCES if diff else None)


def refuse_plots(
    plots: Mapping[str, str | None],
    systems: tuple[str, ...],
    by: str | None,
    source: str | None,
    **_: Any,
) -> None:
    """Refuse plots that lack their data, before the work starts."""
    matched = "matched words: leave out ", Argument("source")
    needs: dict[str, tuple[Sequence[Part], bool]] = {
        "plot_label": (("labels: give a file of them with --by",), _labels(by) is not None),
        "plot_scatter": (("two systems",), len(systems) > 1),
        "plot_differences": (("two systems",), len(systems) > 1),
        "plot_distance": (matched, source is None),
        "plot_misplaced": (matched, source is None),
    }
    for name, (need, has_it) in needs.items():
        if plots[name] is not None and not has_it:
            raise UsageError(Argument(name), " needs ", *need)


def _labels(by: str | None) -> str | None:
    """The file of labels, if `--by` names one."""
    groups = ("length", "coverage")
    if by in groups:
        return None
    if by is not None and get_close_matches(by, groups) and not Path(by).exists():
        raise UsageError.unknown("group or file", by, groups)
    return by


def _order_from(
    lang: str | None,
    source: str | None,
    reference_links: tuple[str, ...],
    system_links: tuple[str, ...],
    aligner: str | None,
    surface: bool,
    source_tokenize: str | None,
    **options: Any,
) -> OrderFrom:
    """Where the word order comes from."""
    matching = {name: options[name] for name in _MATCHING}
    if source is None:
        if reference_links or system_links or aligner is not None or surface:
            raise UsageError("alignments need the source: give it with ", Argument("source"))
        return make_matcher(lang, **matching)
    if any(value is not None and value is not False for value in matching.values()):
        names = joined(map(Argument, matching))
        raise UsageError(*names, " need a direct match: leave out ", Argument("source"))
    if not surface:
        return SourceLinks(source, reference_links, system_links, aligner, source_tokenize)
    if aligner is not None or system_links or not reference_links:
        raise UsageError(
            Argument("surface"),
            " needs ",
            Argument("reference_links"),
            ", without ",
            Argument("system_links"),
            " and ",
            Argument("aligner"),
        )
    return RearrangedSource(source, reference_links, source_tokenize)


def _preset(
    source_of_order: OrderFrom,
    preset: str | None,
    ordering: str | None,
    lexical: str | None,
    alpha: float | None,
    beta: float,
    gamma: float,
    lowercase: bool,
    **_: Any,
) -> Preset | FittedPreset:
    """The combined score, with its parts."""
    whole = as_preset(preset or usual_preset(source_of_order))
    if isinstance(whole, Preset):
        return Preset(whole.name, ordering, lexical, alpha, beta, gamma, lowercase)
    weights = (beta, gamma) == (whole.beta, whole.gamma)
    if any((ordering, lexical, alpha is not None, lowercase, not weights)):
        names = joined(map(Argument, _PARTS))
        raise UsageError(f"{whole.name} has fixed parts: leave out ", *names)
    return whole


def _named_texts(
    references: Sequence[str], systems: Sequence[str], tsv: str | None, names: list[str] | None
) -> tuple[list[Text], dict[str, Text]]:
    """The references, and the systems by name: files, or columns of one."""
    if tsv is None:
        files: list[Text] = [Path(file) for file in references]
        return files, dict(zip(names_of_files(systems, names), map(Path, systems), strict=True))
    if len(set(systems)) < len(systems):
        raise UsageError("a column is given twice; leave it out")
    columns = read_columns(tsv, [*references, *systems])
    named = systems if names is None else names_of_files(systems, names)
    count = len(references)
    return [*columns[:count]], dict(zip(named, columns[count:], strict=True))
