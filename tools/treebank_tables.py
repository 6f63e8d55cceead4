"""The tables of docs/background/reorderings-of-treebanks.md, made from PUD and KFTT."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from docs_figures import markdown

import wordorder as wo
from wordorder.output import Column
from wordorder.reorderings import SETS
from wordorder.text import read_lines, split_words

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from pathlib import Path

    from wordorder import ReorderingAnalysis
    from wordorder.output import Cell, Estimate
    from wordorder.reorderings import CorpusReorderings, Pattern, Reordering

LANGUAGES = {"Japanese": "en-ja", "Chinese": "en-zh", "French": "en-fr"}

MEASURES = {
    "rquantity": "RQuantity",
    "reorderings": "reorderings in a sentence",
    "width": "mean width, source words",
    "short": "… short, 2–4 words",
    "medium": "… medium, 5–8 words",
    "long": "… long, 9 words or more",
    "crossing": "link pairs that cross",
    "non_itg": "sentences that are not ITG",
    "blocked": "source words that are blocked",
    "anticipation@1": "target words 1 or more early",
    "anticipation@5": "target words 5 or more early",
}

LINKED = {
    "nouns": "NOUN",
    "verbs": "VERB",
    "adpositions": "ADP",
    "auxiliaries": "AUX",
    "determiners": "DET",
}
FUNCTION_WORDS = {"ADP", "AUX", "CCONJ", "DET", "PART", "PUNCT", "SCONJ"}

# What a block must contain, A first; the first kind that fits counts. Subtypes do not matter.
KINDS: dict[str, tuple[set[str], set[str]]] = {
    "verb · object": ({"self"}, {"obj"}),
    "verb · oblique": ({"self"}, {"obl"}),
    "verb · complement clause": ({"self"}, {"ccomp", "xcomp"}),
    "verb · adverbial clause": ({"self"}, {"advcl"}),
    "noun · modifier": ({"self"}, {"nmod"}),
    "noun · clause": ({"self"}, {"acl"}),
    "adposition · noun": ({"case"}, {"self"}),
    "subordinator · clause": ({"mark"}, {"self"}),
    "auxiliary, copula · predicate": ({"aux", "cop"}, {"self"}),
    "subject · verb": ({"nsubj"}, {"self"}),
    "adverb · verb": ({"advmod"}, {"self"}),
    "adjective · noun": ({"amod"}, {"self"}),
    "compound · noun": ({"compound"}, {"self"}),
    "possessor · noun": ({"nmod"}, {"self"}),
    "determiner · noun": ({"det"}, {"self"}),
}
OTHER = "other siblings"
NON_SYNTACTIC = "not syntactic"

# Lines of PUD, with the pattern to look for there: examples that need little context.
EXAMPLES = {
    "en-ja": (
        (11, "VERB", "self", "obj"),
        (56, "VERB", "self", "obl"),
        (213, "VERB", "self+obj", "obl"),
        (31, "VERB", "self", "ccomp"),
        (45, "NOUN", "self", "nmod"),
        (253, "NOUN", "self", "acl:relcl"),
        (49, "NOUN", "self", "acl"),
        (50, "NOUN", "case", "amod+self"),
        (764, "VERB", "mark", "nsubj+self"),
        (85, "VERB", "aux", "self"),
    ),
    "en-zh": (
        (45, "NOUN", "self", "nmod"),
        (1, "NOUN", "amod+self", "nmod"),
        (762, "NOUN", "self", "acl:relcl"),
        (50, "VERB", "self", "obl"),
        (71, "VERB", "self+obj", "obl"),
    ),
    "en-fr": (
        (11, "NOUN", "amod", "self"),
        (15, "NOUN", "compound", "self"),
        (224, "NOUN", "nmod:poss", "self"),
        (195, "VERB", "self", "obj"),
        (203, "VERB", "advmod", "self"),
        (60, "VERB", "nsubj", "self"),
    ),
}


@dataclass(frozen=True, slots=True)
class Study:
    """What was found in the corpora, and where they are."""

    pud: Path
    plain: ReorderingAnalysis
    parsed: ReorderingAnalysis


def corpus(
    folder: Path, links: str = "content.align", trees: str | None = None
) -> wo.reorderings.AlignedCorpus:
    return wo.reorderings.AlignedCorpus(
        folder / links,
        source=folder / "src.txt",
        target=folder / "tgt.txt",
        trees=None if trees is None else folder / trees,
    )


def study(pud: Path, kftt: Path) -> Study:
    plain = {name: corpus(pud / name) for name in LANGUAGES.values()}
    parsed = {name: corpus(pud / name, trees="en.conllu") for name in LANGUAGES.values()}
    return Study(
        pud,
        wo.analyze_reorderings({**plain, "KFTT en-ja": corpus(kftt, "sure.align")}),
        wo.analyze_reorderings(parsed),
    )


# How much


def amounts(study: Study) -> str:
    columns = [Column("without trees", "left"), *(Column(name, "left") for name in LANGUAGES)]
    rows = [
        (
            shown,
            *(estimate(study.plain.corpora[name].measures[measure]) for name in LANGUAGES.values()),
        )
        for measure, shown in MEASURES.items()
    ]
    return markdown(columns, rows)


def estimate(value: Estimate) -> str:
    """A figure with its interval, which narrow screens must not break at the dash."""
    dash = "\N{WORD JOINER}–\N{WORD JOINER}"
    return f"{value.value:.2f} ({value.low:.2f}{dash}{value.high:.2f})"


def syntax(study: Study) -> str:
    columns = [Column("", "left"), *(Column(name, "left") for name in LANGUAGES)]
    rows: list[list[Cell]] = []
    for shown, results, measure in (
        ("RQuantity without trees", study.plain, "rquantity"),
        ("RQuantity with trees", study.parsed, "rquantity"),
        ("share of syntactic reorderings", study.parsed, "syntactic"),
    ):
        found = (results.corpora[name].measures[measure] for name in LANGUAGES.values())
        rows.append([shown, *map(estimate, found)])
    return markdown(columns, rows)


def links(study: Study) -> str:
    """Which English words the annotators linked, and what is left without function words."""
    columns = [Column("", "left"), *(Column(name, digits=2) for name in LANGUAGES)]
    shares = [linked_shares(study.pud / name) for name in LANGUAGES.values()]
    rows: list[list[Cell]] = [
        [f"linked {shown}", *(share[tag] for share in shares)] for shown, tag in LINKED.items()
    ]
    quantity = (
        float(
            wo.reorderings.extract_reorderings(list(content_links(study.pud / name)))
            .rquantity()
            .mean()
        )
        for name in LANGUAGES.values()
    )
    rows.append(["RQuantity of links of content words alone", *quantity])
    return markdown(columns, rows)


def tagged_alignments(folder: Path) -> Iterator[tuple[wo.Alignment, tuple[str, ...]]]:
    for batch in corpus(folder, trees="en.conllu").read():
        assert batch.trees is not None
        for alignment, tree in zip(batch.alignments, batch.trees, strict=True):
            yield alignment, tree.tags


def linked_shares(folder: Path) -> dict[str, float]:
    """For each part of speech the share of English words with a link."""
    all_words: dict[str, int] = {}
    linked: dict[str, int] = {}
    for alignment, tags in tagged_alignments(folder):
        sources = {source for source, _ in alignment.links}
        for word, tag in enumerate(tags):
            all_words[tag] = all_words.get(tag, 0) + 1
            linked[tag] = linked.get(tag, 0) + (word in sources)
    return {tag: linked[tag] / count for tag, count in all_words.items()}


def content_links(folder: Path) -> Iterator[wo.Alignment]:
    for alignment, tags in tagged_alignments(folder):
        kept = [link for link in alignment.links if tags[link[0]] not in FUNCTION_WORDS]
        yield wo.Alignment(
            kept, source_length=alignment.source_length, target_length=alignment.target_length
        )


# What


def kinds(study: Study) -> str:
    columns = [Column("English order", "left"), Column("in English", digits=1)]
    for name in LANGUAGES:
        columns += [Column(name, digits=1), Column("width", digits=1)]
    found = [counts_by_kind(study.parsed.corpora[name]) for name in LANGUAGES.values()]
    english = dependents(study.pud / "en-ja")
    rows: list[list[Cell]] = []
    for kind in (*KINDS, OTHER, NON_SYNTACTIC):
        row: list[Cell] = [kind, chances(kind, english)]
        for counts, name in zip(found, LANGUAGES.values(), strict=True):
            count, width = counts[kind]
            row += [
                100 * count / study.parsed.corpora[name].sentence_count,
                width if count >= 10 else "–",
            ]
        rows.append(row)
    return markdown(columns, rows)


def dependents(folder: Path) -> Counter[tuple[str, bool]]:
    """Count English dependents by relation, those before and those behind their head, per 100."""
    counts: Counter[tuple[str, bool]] = Counter()
    sentences = 0
    for batch in corpus(folder, trees="en.conllu").read():
        assert batch.trees is not None
        for tree in batch.trees:
            assert isinstance(tree, wo.syntax.DependencyTree)
            sentences += 1
            for place, token in enumerate(tree.tokens):
                counts[token.deprel.partition(":")[0], place > token.head] += 1
    return Counter({key: 100 * count / sentences for key, count in counts.items()})


def chances(kind: str, english: Counter[tuple[str, bool]]) -> Cell:
    """How many dependents of a kind there are in 100 English sentences."""
    if kind not in KINDS:
        return "–"
    in_a, in_b = KINDS[kind]
    behind = "self" in in_a
    return sum(english[relation, behind] for relation in (in_b if behind else in_a))


def counts_by_kind(result: CorpusReorderings) -> dict[str, tuple[int, float]]:
    """For each kind the number of its reorderings and their mean width."""
    counts = dict.fromkeys((*KINDS, OTHER), (0, 0.0))
    for pattern in result.patterns:
        count, width = counts[kind := kind_of(pattern)]
        together = count + pattern.count
        mean = (count * width + pattern.count * pattern.width) / together
        counts[kind] = (together, mean)
    total, mean = result.reorderings, result.measures["width"].value
    rest = total - sum(count for count, _ in counts.values())
    width = total * mean - sum(count * width for count, width in counts.values())
    return {**counts, NON_SYNTACTIC: (rest, width / rest)}


def kind_of(pattern: Pattern) -> str:
    a, b = (
        {unit.partition(":")[0] for unit in block.split("+")} for block in (pattern.a, pattern.b)
    )
    fitting = (kind for kind, (in_a, in_b) in KINDS.items() if a & in_a and b & in_b)
    return next(fitting, OTHER)


def frequent(study: Study, name: str, count: int) -> str:
    return patterns(study.parsed.corpora[name].patterns[:count])


def farthest(study: Study) -> str:
    seen_often = [one for one in study.parsed.corpora["en-ja"].patterns if one.count >= 20]
    return patterns(sorted(seen_often, key=lambda one: -one.width)[:10])


def patterns(rows: Sequence[Pattern]) -> str:
    columns = [Column(name, "left") for name in ("head", "A", "B")]
    columns += [Column("reorderings"), Column("width", digits=1)]
    columns += [Column(name) for name in ("short", "medium", "long")]
    cells: list[list[Cell]] = []
    for one in rows:
        classes = (one.short, one.medium, one.long)
        cells.append([one.parent, code(one.a), code(one.b), one.count, one.width, *classes])
    return markdown(columns, cells)


def code(text: str) -> str:
    return f"`{text}`"


def examples(study: Study, name: str) -> str:
    columns = [Column(head, "left") for head in ("pattern", "English", "translation")]
    columns.append(Column("line"))
    english, foreign = (
        [split_words(text) for _, text in read_lines(study.pud / name / file)]
        for file in ("src.txt", "tgt.txt")
    )
    seen: dict[tuple[int | str | None, ...], Reordering] = {}
    for one in reorderings(study.pud / name):
        seen.setdefault((one.line, one.parent, one.a.label, one.b.label), one)
    rows = []
    for line, parent, label_a, label_b in EXAMPLES[name]:
        one = seen[line, parent, label_a, label_b]
        a, b = (cut(english[line - 1], block.source) for block in (one.a, one.b))
        target = range(one.b.target.start, one.a.target.stop)
        shown = f"{parent}: {code(label_a)} ↔ {code(label_b)}"
        rows.append((shown, f"{a} ↔ {b}", cut(foreign[line - 1], target), line))
    return markdown(columns, rows)


def reorderings(folder: Path) -> Iterator[Reordering]:
    for batch in corpus(folder, trees="en.conllu").read():
        yield from wo.reorderings.extract_reorderings(batch.alignments, batch.trees)


def cut(words: Sequence[str], span: range) -> str:
    return " ".join(words[span.start : span.stop])


# Test sets, and another corpus


def testsets(study: Study) -> str:
    columns = [Column("", "left"), *(Column(name, digits=2) for name in SETS)]
    rows: list[list[Cell]] = []
    for shown, name in LANGUAGES.items():
        sets = wo.reorderings.build_testsets(corpus(study.pud / name)).sets
        rows.append([f"{shown}: RQuantity", *(sets[one].rquantity for one in SETS)])
        rows.append([f"{shown}: sentences", *(len(sets[one].lines) for one in SETS)])
    return markdown(columns, rows)


def kftt(study: Study) -> str:
    names = {"PUD": "en-ja", "KFTT": "KFTT en-ja"}
    columns = [Column("English–Japanese", "left"), *(Column(name, "left") for name in names)]
    rows = [
        (shown, *(estimate(study.plain.corpora[name].measures[measure]) for name in names.values()))
        for measure, shown in MEASURES.items()
    ]
    return markdown(columns, rows)


TABLES: dict[str, Callable[[Study], str]] = {
    "amounts": amounts,
    "links": links,
    "syntax": syntax,
    "kinds": kinds,
    "frequent-ja": lambda study: frequent(study, "en-ja", 12),
    "farthest-ja": farthest,
    "frequent-zh": lambda study: frequent(study, "en-zh", 6),
    "frequent-fr": lambda study: frequent(study, "en-fr", 6),
    "examples-ja": lambda study: examples(study, "en-ja"),
    "examples-zh": lambda study: examples(study, "en-zh"),
    "examples-fr": lambda study: examples(study, "en-fr"),
    "testsets": testsets,
    "kftt": kftt,
}
