"""The document of a pre-ordering evaluation, written and read."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from wordorder.output import Estimate
from wordorder.output.documents import (
    estimate_content,
    figure_content,
    read_bool,
    read_count,
    read_estimate,
    read_figure,
    read_number,
    read_optional,
    read_text,
)
from wordorder.preordering.evaluation.parse_accuracy import ACCURACIES
from wordorder.preordering.evaluation.parts import (
    TEST_FIGURES,
    AlignmentData,
    ParserData,
    PeerFigures,
    System,
)
from wordorder.preordering.peers import PEERS
from wordorder.statistics import PairTests

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from wordorder.arrays import Floats, Integers
    from wordorder.preordering.evaluation.result import PreorderingEvaluation


def document_content(
    result: PreorderingEvaluation, sentences: bool | Collection[int]
) -> dict[str, Any]:
    """The document's content apart from schema and signature."""
    made: dict[str, Any] = {
        "sentence_count": result.sentence_count,
        "confidence": result.confidence,
        "holm": result.holm,
        "measures": list(result.measures),
        "parsers": [_parser_content(parser) for parser in result.parsers],
        "alignments": [
            {
                "name": one.name,
                "words": one.words,
                "linked": one.linked,
                "coverage": one.coverage,
                "undefined": one.undefined,
            }
            for one in result.alignments
        ],
        "systems": [
            {"name": one.name, "parser": one.parser, "rules": one.rules} for one in result.systems
        ],
        "scores": _score_content(result),
        "pairs": _pair_content(result),
        "agreement": _agreements_content(result),
    }
    if result.peer is not None:
        made["peer"] = _peer_content(result, result.peer)
    if sentences:
        made["sentences"] = _sentence_content(result, sentences)
    return made


def _score_content(result: PreorderingEvaluation) -> list[dict[str, Any]]:
    return [
        {
            "alignment": alignment.name,
            "system": system.name,
            "measures": {
                measure: estimate_content(Estimate(*result.scores[a, s, m].tolist()))
                for m, measure in enumerate(result.measures)
            },
        }
        for a, alignment in enumerate(result.alignments)
        for s, system in enumerate(result.systems)
    ]


def _pair_content(result: PreorderingEvaluation) -> list[dict[str, Any]]:
    if result.tests is None:
        return []
    return [
        {
            "alignment": alignment.name,
            "first": result.systems[first].name,
            "second": result.systems[second].name,
            "measures": {
                measure: {
                    name: figure_content(getattr(result.tests, attribute)[pair, a, m])
                    for name, attribute in TEST_FIGURES.items()
                }
                for m, measure in enumerate(result.measures)
            },
        }
        for a, alignment in enumerate(result.alignments)
        for pair, (first, second) in enumerate(result.tests.pairs.tolist())
    ]


def _agreements_content(result: PreorderingEvaluation) -> list[dict[str, Any]]:
    pairs = enumerate(combinations(range(len(result.alignments)), 2))
    return [
        {
            "first": result.alignments[first].name,
            "second": result.alignments[second].name,
            "measures": {
                measure: _agreement_content(result, pair, first, second, m)
                for m, measure in enumerate(result.measures)
            },
        }
        for pair, (first, second) in pairs
    ]


def _agreement_content(
    result: PreorderingEvaluation, pair: int, first: int, second: int, measure: int
) -> dict[str, Any]:
    *pearson, spearman = result.correlations[pair, measure].tolist()
    tau, rho = result.ranking_correlations(first, second, measure)
    return {
        "tau_b": figure_content(tau),
        "spearman_rho": figure_content(rho),
        "sentence_pearson_r": estimate_content(Estimate(*pearson)),
        "sentence_spearman_rho": figure_content(spearman),
    }


def _peer_content(result: PreorderingEvaluation, peer: PeerFigures) -> dict[str, Any]:
    return {
        "tool": peer.tool,
        "scores": [
            {
                "alignment": alignment.name,
                "system": system.name,
                "figures": dict(zip(peer.names, map(figure_content, row), strict=True)),
            }
            for alignment, rows in zip(result.alignments, peer.values.tolist(), strict=True)
            for system, row in zip(result.judged, rows, strict=True)
        ],
    }


def _sentence_content(
    result: PreorderingEvaluation, wanted: bool | Collection[int]
) -> list[dict[str, Any]]:
    numbers, scores = result.kept_sentences()
    return [
        {
            "sentence": number,
            "scores": [
                {
                    "alignment": alignment.name,
                    "system": system.name,
                    "measures": dict(zip(result.measures, map(figure_content, row), strict=True)),
                }
                for alignment, rows in zip(result.alignments, scores[:, :, place], strict=True)
                for system, row in zip(result.systems, rows.tolist(), strict=True)
            ],
        }
        for place, number in enumerate(numbers.tolist())
        if wanted is True or (not isinstance(wanted, bool) and number in wanted)
    ]


class _Shape(NamedTuple):
    """What all figures of a document are about."""

    alignments: tuple[AlignmentData, ...]
    systems: tuple[System, ...]
    measures: tuple[str, ...]

    @classmethod
    def of(cls, content: Mapping[str, Any]) -> _Shape:
        found = cls(
            tuple(_alignment_of(one) for one in content["alignments"]),
            tuple(_system_of(one) for one in content["systems"]),
            tuple(read_text(name) for name in content["measures"]),
        )
        names = [one.name for one in found.alignments], [one.name for one in found.systems]
        if any(not group or len({*group}) < len(group) for group in (*names, found.measures)):
            raise ValueError("expected at least one measure, alignment and system, all named apart")
        is_oracle = [system.rules is None for system in found.systems]
        if is_oracle[0] or is_oracle != sorted(is_oracle):
            raise ValueError("expected oracles after all other systems")
        return found

    @property
    def judged(self) -> list[str]:
        """The names of all systems but the oracles."""
        return [system.name for system in self.systems if system.rules is not None]

    def rows(
        self, rows: Sequence[Mapping[str, Any]], systems: Sequence[str] | None = None
    ) -> Sequence[Mapping[str, Any]]:
        """Check that there is a row for each alignment and system, in their order."""
        names = [system.name for system in self.systems] if systems is None else systems
        expected = [(one.name, other) for one in self.alignments for other in names]
        if [(row["alignment"], row["system"]) for row in rows] != expected:
            raise ValueError("there must be a row for each alignment and system, in their order")
        return rows


def document_fields(content: Mapping[str, Any]) -> dict[str, Any]:
    """Read the fields of a result out of its document."""
    shape = _Shape.of(content)
    scores = [
        [[*read_estimate(row["measures"][name])] for name in shape.measures]
        for row in shape.rows(content["scores"])
    ]
    numbers, sentences = _sentences_of(content.get("sentences"), shape)
    return {
        "signature": read_text(content["signature"]),
        "sentence_count": read_count(content["sentence_count"]),
        "confidence": read_number(content["confidence"]),
        "holm": read_bool(content["holm"]),
        "parsers": tuple(_parser_of(one) for one in content["parsers"]),
        **shape._asdict(),
        "scores": np.array(scores).reshape(*map(len, shape), 3),
        "tests": _tests_of(content["pairs"], shape),
        "correlations": _correlations_of(content["agreement"], shape),
        "peer": None if "peer" not in content else _peer_of(content["peer"], shape),
        "numbers": numbers,
        "sentences": sentences,
    }


def _parser_content(parser: ParserData) -> dict[str, Any]:
    known = {str(name): estimate_content(one) for name, one in parser.accuracy.items()}
    return {"name": parser.name, "non_projective": parser.non_projective, **known}


def _parser_of(found: Mapping[str, Any]) -> ParserData:
    accuracy = {name: read_estimate(found[name]) for name in ACCURACIES if name in found}
    return ParserData(read_text(found["name"]), read_count(found["non_projective"]), accuracy)


def _alignment_of(found: Mapping[str, Any]) -> AlignmentData:
    words, linked, undefined = (read_count(found[n]) for n in ("words", "linked", "undefined"))
    if not words:
        raise ValueError("an alignment has no words")
    return AlignmentData(read_text(found["name"]), words, linked, undefined)


def _system_of(found: Mapping[str, Any]) -> System:
    return System(
        read_text(found["name"]),
        read_text(found["parser"]),
        read_optional(read_text, found["rules"]),
    )


def _correlations_of(rows: Sequence[Mapping[str, Any]], shape: _Shape) -> Floats:
    names = [one.name for one in shape.alignments]
    pairs = list(combinations(names, 2))
    if [(row["first"], row["second"]) for row in rows] != pairs:
        raise ValueError("there must be a row for each pair of alignments, in their order")
    found = [
        [
            *read_estimate(row["measures"][name]["sentence_pearson_r"]),
            read_figure(row["measures"][name]["sentence_spearman_rho"]),
        ]
        for row in rows
        for name in shape.measures
    ]
    return np.array(found).reshape(len(pairs), len(shape.measures), 4)


def _tests_of(rows: Sequence[Mapping[str, Any]], shape: _Shape) -> PairTests | None:
    judged = shape.judged
    pairs = list(combinations(range(len(judged)), 2))
    expected = [
        (one.name, judged[first], judged[second])
        for one in shape.alignments
        for first, second in pairs
    ]
    if [(row["alignment"], row["first"], row["second"]) for row in rows] != expected:
        raise ValueError("there must be a row for each alignment and pair of systems")
    if not pairs:
        return None
    figures = [
        [[read_figure(row["measures"][m][name]) for name in TEST_FIGURES] for m in shape.measures]
        for row in rows
    ]
    shaped = np.reshape(figures, (len(shape.alignments), len(pairs), -1, len(TEST_FIGURES)))
    by_figure = np.moveaxis(shaped.swapaxes(0, 1), -1, 0)
    return PairTests(np.array(pairs), *(np.ascontiguousarray(one) for one in by_figure))


def _peer_of(found: Mapping[str, Any], shape: _Shape) -> PeerFigures:
    rows = shape.rows(found["scores"], shape.judged)
    names = tuple(read_text(name) for name in rows[0]["figures"])
    values = [[read_figure(row["figures"][name]) for name in names] for row in rows]
    shaped = np.reshape(values, (len(shape.alignments), len(shape.judged), len(names)))
    tool = read_text(found["tool"])
    if tool not in PEERS:
        raise ValueError(f"there is no tool {tool!r:.40}")
    return PeerFigures(tool, names, shaped)


def _sentences_of(
    found: Sequence[Mapping[str, Any]] | None, shape: _Shape
) -> tuple[Integers | None, Floats | None]:
    if found is None:
        return None, None
    numbers = np.array([read_count(sentence["sentence"]) for sentence in found], np.int64)
    figures = [
        [[read_figure(row["measures"][name]) for name in shape.measures] for row in rows]
        for rows in (shape.rows(sentence["scores"]) for sentence in found)
    ]
    scores = np.array(figures, np.float64).reshape(len(found), *map(len, shape))
    return numbers, np.ascontiguousarray(np.moveaxis(scores, 0, 2))
