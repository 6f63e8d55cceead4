"""Two installed versions of `wordorder`: do all commands still give the same answers?

    python tools/same_answers.py OLD/bin/python NEW/bin/python [--data FOLDER] [--only NAME...]
        [--old-path SRC] [--new-path SRC] [--jobs N] [--list]

The safety net of a change that promises the same numbers. Every case is a few command lines that
run in a folder of their own, with the one version and then, in a folder of the same name, with the
other. Compared are exit codes, standard output, standard error and all files: byte for byte, except

- results as JSON: what all their views say when the version that wrote them loads them
  (`same_answers_probe.py`), as their layout may change;
- Parquet: columns, types and rows;
- pages and plots as HTML: the text, and the data inside, those of plots apart from their looks;
- summaries of batch runs: what `profile` says of them.

Timings and the version in signatures are left out. A difference that is meant to be stands in
EXPECTED, until it is gone. The exit code is 1 if anything else differs.
"""

from __future__ import annotations

import argparse
import base64
import json
import os
import random
import re
import shlex
import shutil
import subprocess
import sys
import zlib
from concurrent.futures import ThreadPoolExecutor
from fnmatch import fnmatchcase
from html.parser import HTMLParser
from itertools import islice, zip_longest
from pathlib import Path
from string import Template
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any, NamedTuple

from same_answers_probe import NOT_LOADED

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

DATA = Path(__file__).resolve().parents[1].parent / "shared" / "data"
PROBE = Path(__file__).with_name("same_answers_probe.py")
LINES = 200  # of the texts of WMT13
TREES = 150  # sentences with trees
SECONDS = 300  # a command that takes longer hangs


class Expected(NamedTuple):
    """Differences that are meant to be: patterns of the names of parts, and why."""

    parts: tuple[str, ...]
    reason: str


EXPECTED: dict[str, Expected] = {}
"""By name of the case."""


class Case(NamedTuple):
    """Command lines that run one after the other in one folder, whose `in` has the inputs.

    Attributes:
        name: For `--only` and EXPECTED.
        lines: The command lines without `wordorder`; what the first prints is in `1.stdout`.
        views: Views with arguments to ask of each result that is written, such as `diff A B`.
        code: The exit code of the last line; all others must succeed.
    """

    name: str
    lines: list[str]
    views: list[str]
    code: int


JUDGED = {
    "de-en": ("JHU.2887", "rbmt-1", "online-B", "uedin-syntax.2605", "cu-zeman.2720"),
    "fr-en": ("JHU.2684", "rbmt-1", "online-B", "uedin-wmt13.2838", "cu-zeman.2738"),
}
"""The systems that are kept of each language pair."""

SHORT = {
    "AB": "in/ref.en in/jhu.en in/rbmt.en",
    "ABC": "in/ref.en in/jhu.en in/rbmt.en in/online.en",
    "OUTPUTS": " ".join(f"in/out/de-en/newstest2013.de-en.{name}" for name in JUDGED["de-en"]),
    "GOLD": "in/gold/sure.align in/gold/forward.align in/gold/reverse.align "
    "--possible in/gold/all.align",
    "JA": "in/ja/ref.align -s in/ja/en.txt -t in/ja/ja.txt",
    "LINKED": "in/ja/ja.txt in/ja/A.txt in/ja/B.txt --src in/ja/en.txt --ref-align in/ja/ref.align "
    "--hyp-align in/ja/A.align --hyp-align in/ja/B.align --tokenize none",
    "TWO": "in/ja/ref.align in/zh/ref.align -s in/ja/en.txt -s in/zh/en.txt -t in/ja/ja.txt "
    "-t in/zh/zh.txt",
    "BOTH": "in/ja/ref.align in/ja/A.align in/ja/B.align -s in/ja/en.txt -r in/ja/ja.txt "
    "-t in/ja/A.txt -t in/ja/B.txt",
    "PARSED": "in/ja/en.conllu --align in/ja/ref.align",
    "DE_EN": "-j in/de-en.tsv --systems in/out/de-en -r in/ref.en --lang en",
    "PAIRS": "-j in/de-en.tsv -j in/fr-en.tsv --systems in/out/{pair} -r in/ref.en --lang en",
}
"""What $AB and so on stand for."""

# The name of a case, perhaps with its exit code; its command lines, which go on where a line is
# indented further, and may end in `< FILE`; and after `?` a view with its arguments.
COMMANDS = r"""
score-table
  score $ABC --lang en
  score $ABC --lang en --holm --format markdown -o scores.md
score-tsv
  score $ABC --lang en --metrics all --format tsv
score-json
  score $ABC --lang en --metrics all --by in/labels --chance --with-sentences --format json -o
      scores.json
  ? significance kendall
  ? significance bleu1
  ? worst 8
  ? diff jhu rbmt
  ? diff rbmt online 6
score-json-stdout
  score $AB --lang en --diff jhu rbmt --by coverage --format json
  ? diff jhu rbmt
score-sentences
  score $AB --lang en --worst 5 --min-words 6
  score $AB --lang en --diff jhu rbmt
  score $AB --lang en --diff jhu rbmt --worst 4 --format tsv
score-by
  score $ABC --lang en --by length --chance
  score $ABC --lang en --by coverage --format tsv
  score $ABC --lang en --by in/labels --format latex
score-segments
  score $AB --lang en --metrics all --segments one.tsv --shared-task . --timing
  score $AB --lang en --segments two.csv --spreadsheet-safe --quiet -o out.txt
  score $AB --lang en --segments three.jsonl --quiet -o out.txt
  score $AB --lang en --metrics all --segments four.parquet --quiet -o out.txt
score-plots
  score $ABC --lang en --by in/labels --plot a.html --plot-errors b.html --plot-distribution
      c.html --plot-length d.html --plot-coverage e.html --plot-label f.html --plot-distance
      g.html --plot-misplaced h.html --plot-scatter i.html --plot-differences j.html
score-plot-svg
  score $ABC --lang en --plot a.svg --plot-size 400x300
score-presets
  score $AB --lang en --preset ribes --test randomization --format tsv
  score $AB --lang en --preset meteor --resamples 200 --format tsv
  score $AB --lang en --preset fitted --seed 7
  score $AB --lang en --preset complexity --lexical chrf --lowercase --alpha 0.3 --format tsv
score-references
  score $AB -r in/jhu.en --lang en --names eins,zwei --preset lrscore --ordering ulam --format
      tsv
  score --tsv in/texts.tsv reference A B --lang en --beta 0.4 --gamma 0.2
score-matching
  score $AB --synonyms in/synonyms --paraphrases in/paraphrases --cased --stages
      exact,synonym,paraphrase --weights synonym=0.7 --min-confidence 0 --format tsv
  score $AB --lang en --vectors in/vectors.txt --min-similarity 0.5 --format tsv
score-vectors
  score $AB --lang en --vectors wordllama --with-sentences --format json
  ? diff jhu rbmt
score-source
  score $LINKED
  score $LINKED --metrics all --by length --with-sentences --format json -o scores.json
score-aligned
  score $AB --lang en --src in/src.de --align ibm1 --format tsv
score-surface
  preorder apply in/ja/en.conllu --rules sov -o sov.txt
  score in/ja/ja.txt sov.txt --src in/ja/en.txt --ref-align in/ja/ref.align --surface --preset
      frs --tokenize none
report-texts
  report $ABC --lang en -s in/src.de --align ibm1 -j in/de-en.tsv --names
      JHU.2887,rbmt-1,online-B --chance --title Three -o report.html
report-links
  report $LINKED --trees in/ja/en.conllu --ref-trees in/ja/ja.conllu -o report.html
report-results
  score $AB --lang en --by length --with-sentences --resamples 200 --format json -o 1.json
  align evaluate $GOLD --with-sentences --resamples 200 --format json -o 2.json
  reorderings analyze $JA --trees in/ja/en.conllu --resamples 200 --format json -o 3.json
  reorderings retained $BOTH --trees in/ja/en.conllu --by in/ja/labels --format json -o 4.json
  preorder evaluate $PARSED --rules none,sov --resamples 200 --format json -o 5.json
  preorder errors $PARSED --rules sov --gold in/ja/other.conllu --format json -o 6.json
  report 1.json 2.json 3.json 4.json 5.json 6.json -o report.html
permutation-table
  permutation in/orders
  permutation in/orders --format tsv -o out.tsv
permutation-jsonl
  permutation - --format jsonl < in/orders
permutation-trees
  permutation in/few --explain --tree --svg trees.svg
permutation-explained
  permutation in/few --explain --tree --format jsonl
  permutation in/few --tree --format tsv
permutation-options
  permutation in/orders --input order --metrics pet,pef,kendall --beta 0.3 --gamma 0.4
  permutation in/few --op-score kendall --metrics pet,pef --explain
demo
  demo
  demo --save examples
align-match
  align match in/ref.en in/jhu.en --lang en --tokenize 13a --scores
  align match in/ref.en in/jhu.en --lang en --vectors wordllama --min-confidence 0.3
  align match in/ref.en in/jhu.en --by-context
  align permutations 3.stdout --convention matched
align-train
  align train in/train.en in/train.ja -o model --iterations 4
  align apply in/gold/en.txt in/gold/ja.txt --model model --method union -o union.align
  align apply in/gold/en.txt in/gold/ja.txt --model model
  align evaluate in/gold/ja.align 3.stdout union.align
align-apply
  align apply in/src.de in/ref.en --align ibm1 --tokenize 13a --method intersection
  align apply in/ja/en.txt in/ja/ja.txt --align-cmd "sh -c 'cat in/ja/A.align' {source}
      {target}"
align-convert
  align convert in/gold/possible.align --to naacl -o gold.naacl
  align convert gold.naacl --from naacl --to talbot --sure-only -s in/gold/src.txt -t
      in/gold/tgt.txt -o gold.talbot
  align convert gold.talbot --from talbot --to-base 1 --transpose
  demo --save examples
  align convert examples/formats/giza.A3.final --from giza
  align convert examples/formats/moses.txt --from moses
  align convert in/penn/links --from lader
align-symmetrize
  align symmetrize in/gold/forward.align in/gold/reverse.align
  align symmetrize in/gold/forward.align in/gold/reverse.align --method union
  align symmetrize in/gold/forward.align in/gold/reverse.align --method intersection
align-evaluate
  align evaluate $GOLD --names eins,zwei --resamples 200
  align evaluate $GOLD --format tsv --resamples 100
align-permutations
  align permutations $JA
  align permutations $JA --convention reference --as order
  align permutations $JA --convention reference --as words
  permutation - --metrics all < 1.stdout
align-show
  align show $JA --lines 2,5-7 --svg links.svg
  align show $JA --draw grid
  align show --match --lang en -s in/jhu.en -t in/ref.en --tokenize 13a --lines 1-4 --svg
      match.svg --draw crossing
analyze-table
  reorderings analyze $JA --trees in/ja/en.conllu --by length --by width --by label --by pattern
      --by operator --top 7
  reorderings analyze $TWO --names ja,zh --by width --by in/ja/labels
analyze-formats
  reorderings analyze $JA --by operator --format tsv --sure-only
  reorderings analyze $JA --by length --format latex --resamples 100
analyze-json
  reorderings analyze $TWO --trees in/ja/en.conllu --trees in/zh/en.conllu --anticipation 1,2,4
      --format json
analyze-sets-json
  reorderings analyze $JA --by in/ja/labels --format json
analyze-files
  reorderings analyze $JA --trees in/ja/en.conllu --each each.tsv --sentences all.csv
  reorderings analyze $JA --each each.jsonl --sentences all.parquet --branching left
  reorderings analyze $JA --trees in/ja/ja.conllu --trees-over target --each each.parquet
analyze-penn
  reorderings analyze in/penn/links --from lader --trees in/penn/trees --by label --by pattern
      --unalign-blocking
analyze-plots
  reorderings analyze $JA --trees in/ja/en.conllu --plot-lengths a.html --plot-widths b.html
      --plot-labels c.html
testset
  reorderings testset $JA --labels sets.txt --sentences sets.tsv --plot-widths a.html
  reorderings testset $JA --shortest 10 --longest 60 --format json -o sets.json
testset-scores
  score in/ja/ja.txt in/ja/A.txt in/ja/B.txt --tokenize none --segments segments.tsv --quiet
  reorderings testset $JA --scores segments.tsv --measure kendall --plot-scores a.html --format
      latex
  reorderings testset $JA --scores segments.tsv --measure pef --format json
retained-table
  reorderings retained $BOTH --trees in/ja/en.conllu --by width --by label --by fate --by pairs
      --by in/ja/labels --holm
retained-files
  reorderings retained $BOTH --each each.tsv --plot-widths a.html --format tsv --resamples 100
  reorderings retained $BOTH --by pairs --each each.parquet --format markdown --resamples 100
  reorderings retained in/ja/ref.align --trace in/ja/trace -s in/ja/en.txt -r in/ja/ja.txt
sheet
  reorderings sheet in/ja/ref.align in/ja/A.align -s in/ja/en.txt -r in/ja/ja.txt -t in/ja/A.txt
      --count 10 --judges 2 --key key.tsv -o sheet.tsv
agreement
  demo --save s
  reorderings sheet s/reorderings/reference.align s/reorderings/local.align -s
      s/reorderings/english.txt -r s/reorderings/reference.txt -t s/reorderings/local.txt
      --trees s/reorderings/english.conllu --count 5 --key key.tsv -o sheet.tsv
  reorderings agreement key.tsv s/reorderings/judged.tsv --by pairs --by items
  reorderings agreement key.tsv s/reorderings/judged.tsv --format json
  reorderings agreement key.tsv s/reorderings/judged.tsv --by items --format tsv
batch
  batch links=in/ja/ref.align,source=in/ja/en.txt,target=in/ja/ja.txt -o ja --by shapes
      --resamples 100
  batch links=in/zh/ref.align,source=in/zh/en.txt,target=in/zh/zh.txt -o zh --quiet --resamples
      100
  batch links=in/zh/ref.align,source=in/zh/en.txt,target=in/zh/zh.txt -o zh --by counts
      --resamples 100
  profile ja zh --by quantiles --by differences --by distances --by shapes --by anticipation
      --by counts --holm --resamples 200
  profile ja zh --names eins,zwei --top 2 --by shapes --format markdown --resamples 100
      --plot-widths a.html
  profile ja zh --by differences --metrics kendall,rquantity --format tsv --resamples 100
  profile ja zh --resamples 100 --format json -o profile.json
  report profile.json -o report.html
batch-texts
  batch in/texts.jsonl -o out --lang en --keep reference --resamples 100 --format json
batch-rules
  batch in/trees.jsonl -o out --rules sov -m flat,preordered_kendall,coverage --resamples 100
      --by quantiles --format tsv
batch-chosen
  batch in/corpus.tsv -o one --keep source,target,links --where 'kendall > 0.5' -m
      kendall,rquantity,crossing
  batch one -o two -m pef,source_length
  batch in/corpus.tsv -o three --keep source --to text --where 'crossing < 0.2' -m crossing
  align train in/train.en in/train.ja -o model --quiet
  batch in/corpus.tsv -o four --align model -m kendall,coverage
preorder-apply
  preorder apply in/ja/en.conllu --rules sov
  preorder apply in/ja/en.conllu --rules head-final-after --to order
  preorder apply in/ja/en.conllu --rules reverse --to conllu -o new.conllu
  preorder apply in/ja/en.txt --rules sov --parser-cmd "sh -c 'cat > /dev/null; cat
      in/ja/en.conllu'"
preorder-check
  preorder check sov --parses in/ja/en.conllu --entries
  preorder check sov --parses in/ja/en.conllu --format json
  preorder check in/rules.toml --parses in/ja/en.conllu --format latex
preorder-errors
  preorder errors $PARSED --rules sov --gold in/ja/other.conllu --by words --by tags --by labels
      --by rules --by confusions --by worst --by differences --top 6
  preorder errors $PARSED --rules in/rules.toml --metric kendall --words all
  preorder errors $PARSED --rules sov --by labels --format tsv
preorder-evaluate-table
  preorder evaluate in/ja/en.conllu in/ja/other.conllu --align gold=in/ja/ref.align --align
      A=in/ja/A.align --rules none,sov,in/rules.toml --by pairs --by alignments --gold
      in/ja/en.conllu --holm --resamples 200
  preorder evaluate $PARSED --rules none,sov --compat lader --metrics all --by pairs --format
      latex --segments one.parquet --resamples 100
preorder-evaluate-json
  preorder evaluate in/ja/en.conllu in/ja/other.conllu --align gold=in/ja/ref.align --align
      A=in/ja/A.align --rules none,sov --gold in/ja/en.conllu --resamples 200 --with-sentences
      --format json
  ? pairs kendall
  ? alignments kendall
preorder-export
  preorder export
  preorder export sov -o sov.toml
preorder-learn
  preorder learn $PARSED -o learned.toml --folds 4
  preorder learn $PARSED --format table --by path --folds 4 --words linked
  preorder learn $PARSED --format json --folds 3 --most-rules 5 --metric kendall
preorder-select
  preorder select in/ja/en.conllu in/ja/other.conllu --align in/ja/ref.align --rules sov
      --summary summary.json -o chosen.conllu
preorder-show
  preorder show $PARSED --rules sov --lines 1-3,8 --svg trees.svg
meta-by
  meta $PAIRS -m kendall,fuzzy,pef,bleu1,chrf,pefscore:pef --by average --by pairs --by
      significance --by systems --by length --resamples 300 --holm
meta-formats
  meta $DE_EN --by pairs -m kendall,pef,bleu1 --format tsv --resamples 200
meta-json
  meta $PAIRS --resamples 200 --format json
  ? average consistency
  ? pairs consistency
  ? significance consistency
meta-rankings
  meta -j in/ranks.csv --systems in/out/fr-en -r in/ref.en --lang en --drop-unknown -m
      kendall,bleu1 --by judges --unit judgements --min-agreement 0.6
  meta -j in/ranks.csv --systems in/out/fr-en -r in/ref.en --lang en --drop-unknown -m
      kendall,bleu1 --format json
meta-mtme
  meta -j in/mtme --pair en-de --human mqm -m chrF,BLEU --resamples 20 --by label --by ratings
  meta -j in/mtme --pair en-de --human mqm -m chrF,BLEU --resamples 20 --test permutation
      --by label --by length --by ratings --format json
  meta -j in/mtme --pair en-de --human mqm -m chrF,kendall --resamples 50 --grouping system
      --statistics tau_b,pearson_r
  ? average tau_b
meta-ratings
  meta -j in/en-ja.esa.tsv --systems in/out/en-ja -r in/ref.ja --tokenize char --resamples 200
      --format json --drop-unknown
meta-contrasts
  meta -j in/demetr.tsv --lang en -m kendall,fuzzy,bleu1,chrf --by label --format markdown
meta-scores
  score in/ref.en $OUTPUTS --lang en --segments scores.tsv --quiet -o scores.txt
  meta -j in/de-en.tsv --scores scores.tsv -m kendall,fuzzy --statistics
      tau_wmt14,system_pearson_r
meta-plots
  meta $PAIRS -m kendall,fuzzy,bleu1 --resamples 200 --plot-agreement a.html --plot-sets b.html
      --plot-ranks c.html
tune-table
  tune $PAIRS --by ranges --by curve --by folds --by grid --by pairs --beta 0.4,0.6 --gamma
      0,0.5 --folds 3 --resamples 100
tune-files
  tune $PAIRS --preset lrscore --ordering pef --objective acc_23 --beta 0.4,0.6 --folds 3
      --resamples 100 --format json -o tuned.json --plot-alpha a.html --plot-beta b.html
  tune $DE_EN --by curve --objective consistency --folds 3 --resamples 100 --format tsv
  report tuned.json -o report.html
tune-fit
  tune $DE_EN --fit mine.toml --resamples 100
  tune $DE_EN --fit two.toml --features chrf,kendall,coverage --resamples 100 --format json -o
      fit.json
  score $AB --lang en --preset mine.toml
error-no-file (1)
  score in/ref.en in/missing.en
error-lines (1)
  score in/ref.en in/ja/ja.txt --lang en
error-metric (2)
  score in/ref.en in/jhu.en --metrics kendal
error-diff (2)
  score $AB --diff jhu nobody
error-option (2)
  reorderings analyze --treees x
error-permutation (1)
  permutation - < in/bad.orders
error-links (1)
  align permutations in/bad.align -s in/ja/en.txt
error-rules (1)
  preorder check in/bad.toml
error-plot (2)
  score $AB --plot x.txt
error-tsv (2)
  reorderings analyze $JA --by width --by length --format tsv
error-result (1)
  report in/old.json -o x.html
error-batch (1)
  batch in/corpus.tsv -o out --strict --links nothing
error-judgements (1)
  meta -j in/demetr.bad.tsv --lang en
"""


def cases() -> list[Case]:
    """All cases, as COMMANDS has them.

    Examples:
        >>> len({one.name for one in cases()}) == len(cases())
        True
    """
    found: list[Case] = []
    for row in Template(COMMANDS).substitute(SHORT).strip().split("\n"):
        if not row.startswith(" "):
            name, _, code = row.partition(" ")
            found.append(Case(name, [], [], int(code.strip("()") or 0)))
        elif row.startswith("  ? "):
            found[-1].views.append(row[4:])
        elif row.startswith("   "):
            found[-1].lines[-1] += f" {row.strip()}"
        else:
            found[-1].lines.append(row.strip())
    return found


def make_inputs(data: Path, folder: Path) -> None:
    """Cut what the cases read out of the data."""
    wmt = data / "wmt13"
    write(folder / "ref.en", head(wmt / "references" / "newstest2013-ref.en"))
    write(folder / "src.de", head(wmt / "sources" / "newstest2013-src.de"))
    for pair, systems in JUDGED.items():
        for system in systems:
            name = f"newstest2013.{pair}.{system}"
            lines = head(wmt / "system-outputs" / pair / name)
            write(folder / "out" / pair / name, lines)
        write(folder / f"{pair}.tsv", judged(wmt / "rankings-pairwise" / f"{pair}.tsv", systems))
    for short, system in zip(("jhu", "rbmt", "online"), JUDGED["de-en"], strict=False):
        lines = read(folder / "out" / "de-en" / f"newstest2013.de-en.{system}")
        write(folder / f"{short}.en", lines)
    ranks = read(wmt / "rankings-five-way" / "fr-en.csv")
    write(folder / "ranks.csv", [ranks[0], *(row for row in ranks if within(row.split(",")[2]))])
    write(folder / "labels", [("news", "talk", "web")[line % 3] for line in range(LINES)])
    make_ratings(data, folder)
    make_texts(folder)
    make_links(data, folder)
    for language, name in (("ja", "en-ja"), ("zh", "en-zh")):
        make_trees(data / "pud-aligned" / name, folder / language, language)
    make_corpora(folder)
    make_small_files(folder)


def judged(path: Path, systems: Sequence[str]) -> list[str]:
    """The comparisons of these systems on the lines that are kept."""
    head, *rows = read(path)
    kept = (row for row in rows if within(row.split("\t")[0]))
    return [head, *(row for row in kept if all(_ends(n, systems) for n in row.split("\t")[1:]))]


def _ends(name: str, systems: Sequence[str]) -> bool:
    return name.split(".", 2)[2] in systems


def within(segment: str) -> bool:
    return segment.isdigit() and 1 <= int(segment) <= LINES


def make_ratings(data: Path, folder: Path) -> None:
    """A folder of mt-metrics-eval, ratings of one language pair, and planted errors."""
    (folder / "mtme").symlink_to((data / "wmt23-mtme").resolve())
    esa = data / "wmt24-esa"
    write(folder / "ref.ja", head(esa / "references" / "en-ja.refA.txt"))
    texts = sorted((esa / "system-outputs" / "en-ja").iterdir())[:5]
    for text in texts:
        write(folder / "out" / "en-ja" / text.name, head(text))
    first, *rows = read(esa / "en-ja.esa.seg.tsv")
    systems = {text.name.removesuffix(".txt") for text in texts}
    kept = (row for row in rows if int(row.split("\t")[1]) < LINES)
    kept = (row for row in kept if row.split("\t")[0] in systems)
    write(folder / "en-ja.esa.tsv", [first, *kept])
    first, *rows = read(data / "demetr" / "items.tsv")
    write(folder / "demetr.tsv", [first, *rows[::15]])
    write(folder / "demetr.bad.tsv", [first, *rows[:3], "1\tword_swap"])


def make_texts(folder: Path) -> None:
    """Texts in columns, and what matching needs: synonyms, paraphrases, vectors."""
    columns = [read(folder / name) for name in ("ref.en", "jhu.en", "rbmt.en")]
    rows = ["\t".join(row) for row in zip(*columns, strict=True)]
    write(folder / "texts.tsv", ["reference\tA\tB", *rows])
    write(folder / "synonyms", ["big\tlarge\tgreat", "car\tautomobile", "say\ttell\tstate"])
    write(folder / "paraphrases", ["0.5", "of the", "from the", "0.3", "in order to", "to"])
    words = sorted({word for line in columns[0] for word in line.lower().split()})[:1500]
    rng = random.Random(2013)
    numbers = [" ".join(f"{rng.gauss(0, 1):.4f}" for _ in range(8)) for _ in words]
    vectors = [f"{word} {row}" for word, row in zip(words, numbers, strict=True)]
    write(folder / "vectors.txt", [f"{len(words)} 8", *vectors])


def make_links(data: Path, folder: Path) -> None:
    """Gold links, the same in both directions, and texts to train an aligner on."""
    gold, hansards = folder / "gold", data / "gold-alignments" / "hansards-en-fr"
    for name in ("sure.align", "all.align", "src.txt", "tgt.txt"):
        write(gold / name, read(hansards / name))
    sure, every = ([links(row) for row in read(gold / f"{name}.align")] for name in ("sure", "all"))
    forward = [sorted({t: (s, t) for s, t in reversed(row)}.values()) for row in every]
    reverse = [sorted({s: (s, t) for s, t in row}.values()) for row in every]
    write(gold / "forward.align", map(pharaoh, forward))
    write(gold / "reverse.align", map(pharaoh, reverse))
    marked = (
        " ".join(f"{s}{'-' if (s, t) in certain else '?'}{t}" for s, t in row)
        for row, certain in zip(every, sure, strict=True)
    )
    write(gold / "possible.align", marked)
    kftt = data / "gold-alignments" / "kftt-en-ja"
    for name, source in (("en.txt", "src.txt"), ("ja.txt", "tgt.txt"), ("ja.align", "all.align")):
        write(gold / name, head(kftt / source))
    for language in ("en", "ja"):
        write(folder / f"train.{language}", head(data / "kftt-30k" / f"train.{language}", 1000))
    lader = data / "lader-example"
    write(folder / "penn" / "links", read(lader / "train.en-ja.align"))
    write(folder / "penn" / "trees", read(lader / "train.en.parse"))


def make_trees(data: Path, folder: Path, language: str) -> None:
    """A corpus with trees, and two systems that order the target words in their own ways."""
    source, target = head(data / "src.txt", TREES), head(data / "tgt.txt", TREES)
    aligned = [links(row) for row in head(data / "content.align", TREES)]
    write(folder / "en.txt", source)
    write(folder / f"{language}.txt", target)
    write(folder / "ref.align", map(pharaoh, aligned))
    write(folder / "labels", [("easy", "hard")[line % 2] for line in range(TREES)])
    rng = random.Random(2009)
    for system, swaps in (("A", 2), ("B", 9)):
        orders = [shuffled(len(text.split()), swaps, rng) for text in target]
        texts = (
            " ".join(text.split()[word] for word in order)
            for text, order in zip(target, orders, strict=True)
        )
        write(folder / f"{system}.txt", texts)
        moved = (
            pharaoh(sorted((s, order.index(t)) for s, t in row))
            for row, order in zip(aligned, orders, strict=True)
        )
        write(folder / f"{system}.align", moved)
    write(folder / "trace", map(trace, source))
    for side, name in (("en", "en"), (language, "target")):
        trees = (data / f"{name}.conllu").read_text(encoding="utf-8").split("\n\n")[:TREES]
        write(folder / f"{side}.conllu", (f"{tree}\n" for tree in trees))
        if side == "en":
            write(folder / "other.conllu", (f"{other_parse(tree)}\n" for tree in trees))


def shuffled(length: int, swaps: int, rng: random.Random) -> list[int]:
    """The numbers from 0, some neighbours swapped."""
    order = list(range(length))
    for _ in range(swaps if length > 1 else 0):
        place = rng.randrange(length - 1)
        order[place : place + 2] = order[place + 1], order[place]
    return order


def trace(text: str) -> str:
    """A translation as Moses tells of it: phrases of two words, every other two of them swapped."""
    words = text.split()
    spans = [(start, min(start + 1, len(words) - 1)) for start in range(0, len(words), 2)]
    for place in range(0, len(spans) - 1, 4):
        spans[place : place + 2] = spans[place + 1], spans[place]
    return " ".join(f"{' '.join(words[a : b + 1])} |{a}-{b}|" for a, b in spans)


def other_parse(tree: str) -> str:
    """The tree with every other childless word below the root."""
    rows = [row.split("\t") for row in tree.splitlines()]
    words = [row for row in rows if row[0].isdigit()]
    heads = {row[6] for row in words}
    root = next(row[0] for row in words if row[6] == "0")
    for row in [row for row in words if row[0] not in heads and row[6] != "0"][::2]:
        row[6], row[7] = root, "dep"
    return "\n".join("\t".join(row) for row in rows)


def make_corpora(folder: Path) -> None:
    """Rows for batch runs: with links, some of them bad; with texts; with trees."""
    ja = folder / "ja"
    names = ("en.txt", "ja.txt", "ref.align")
    rows = list(zip(*(read(ja / name) for name in names), strict=True))
    bad = ("two words", "zwei Wörter", "0-7 x")
    lines = ("\t".join(row) for row in [*rows[:40], bad, *rows[40:]])
    write(folder / "corpus.tsv", ["source\ttarget\tlinks", *lines])
    texts = zip(read(folder / "ref.en"), read(folder / "jhu.en"), strict=True)
    write_rows(folder / "texts.jsonl", ({"reference": r, "hypothesis": h} for r, h in texts))
    trees = (ja / "en.conllu").read_text(encoding="utf-8").split("\n\n")[:TREES]
    with_trees = (
        {"tree": tree + "\n\n", "links": row[2], "source": row[0], "target": row[1]}
        for tree, row in zip(trees, rows, strict=True)
    )
    write_rows(folder / "trees.jsonl", with_trees)


def make_small_files(folder: Path) -> None:
    """Permutations, rules, and files that are wrong."""
    rng = random.Random(2016)
    orders = [shuffled(rng.randint(1, 30), rng.randint(0, 12), rng) for _ in range(400)]
    orders += [rng.sample(range(length), length) for length in range(1, 40)]
    texts = [" ".join(str(place + 1) for place in order) for order in orders]
    write(folder / "orders", [*texts[:9], "", *texts[9:]])
    write(folder / "few", ["2 4 1 3", "", "1", "2 4 5 6 1 3", *texts[-12:-4]])
    write(folder / "bad.orders", ["1 2 3", "1 3 3"])
    write(folder / "bad.align", ["0-0 1-1", "0-0 99-1"])
    rule = ["[[rule]]", 'head = { upos = ["VERB", "AUX"] }', 'order = ["nsubj", "*", "self"]', ""]
    noun = ["[[rule]]", 'head = { upos = "NOUN" }', 'order = ["nmod>", "*", "self", "fixed punct"]']
    write(folder / "rules.toml", rule + noun)
    write(folder / "bad.toml", [*rule, "[[rule]]", 'order = ["self", "self", "obj[", "*"]'])
    write(folder / "old.json", ['{"schema": "wordorder/score/0", "signature": ""}'])


def read(path: Path) -> list[str]:
    return path.read_text(encoding="utf-8").removesuffix("\n").split("\n")


def head(path: Path, lines: int = LINES) -> list[str]:
    with path.open(encoding="utf-8", newline="\n") as file:
        return [line.rstrip("\n") for line in islice(file, lines)]


def write(path: Path, lines: Iterable[str]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8", newline="\n")


def write_rows(path: Path, rows: Iterable[dict[str, str]]) -> None:
    write(path, (json.dumps(row, ensure_ascii=False) for row in rows))


def links(line: str) -> list[tuple[int, int]]:
    found = (link.split("-") for link in line.split())
    return sorted((int(source), int(target)) for source, target in found)


def pharaoh(row: Sequence[tuple[int, int]]) -> str:
    return " ".join(f"{source}-{target}" for source, target in row)


class Side(NamedTuple):
    """One version: its Python, and a folder that comes before what is installed there."""

    python: str
    path: str | None = None

    def environment(self, cache: Path) -> dict[str, str]:
        """The caller's, without what might change answers; the order of sets may differ."""
        dropped = ("PYTHON", "WORDORDER", "COLUMNS", "LINES")
        kept = {
            name: value
            for name, value in os.environ.items()
            if not name.startswith(dropped) or name == "PYTHONHASHSEED"
        }
        own = {} if self.path is None else {"PYTHONPATH": self.path}
        fixed = {"XDG_CACHE_HOME": str(cache), "PYTHONSAFEPATH": "1", "PYTHONUTF8": "1"}
        return {**kept, **own, **fixed, "NO_COLOR": "1"}

    def run(self, arguments: Sequence[str], cache: Path, **more: Any) -> Any:
        return subprocess.run(
            [self.python, *arguments],
            env=self.environment(cache),
            capture_output=True,
            timeout=SECONDS,
            check=False,
            **more,
        )


def side_of(python: str, path: str | None) -> Side:
    """A side by names that hold in every folder; links are kept, as environments need theirs."""
    return Side(str(Path(python).absolute()), None if path is None else str(Path(path).absolute()))


class Outcome(NamedTuple):
    """What a case gave: texts by name, and what was wrong with the case itself."""

    parts: dict[str, str]
    troubles: list[str]


def outcome(one: Case, side: Side, folder: Path, inputs: Path) -> Outcome:
    """Run a case in a new folder, which is removed afterwards."""
    folder.mkdir()
    (folder / "in").symlink_to(inputs)
    try:
        with TemporaryDirectory() as cache:
            troubles = run_lines(one, side, folder, Path(cache))
            parts = read_folder(one, side, folder, Path(cache))
    finally:
        shutil.rmtree(folder)
    unread = [f"{name}: {text}" for name, text in parts.items() if text.startswith(NOT_LOADED)]
    return Outcome(parts, troubles + unread)


def run_lines(one: Case, side: Side, folder: Path, cache: Path) -> list[str]:
    """Run the command lines, and write what they print beside the files that they write."""
    troubles = []
    for number, line in enumerate(one.lines, start=1):
        command, *stdin = re.split(r" < (?=[\w./-]+$)", line)
        given = (folder / stdin[0]).read_bytes() if stdin else b""
        arguments = ["-m", "wordorder", *shlex.split(command)]
        done = side.run(arguments, cache, cwd=folder, input=given)
        output = without_timings(done.stdout) if "--timing" in command else done.stdout
        (folder / f"{number}.stdout").write_bytes(output)
        (folder / f"{number}.stderr").write_bytes(done.stderr)
        (folder / f"{number}.exit-code").write_text(f"{done.returncode}\n")
        expected = one.code if number == len(one.lines) else 0
        if done.returncode != expected:
            said = done.stderr.decode(errors="replace").strip().splitlines() or [""]
            troubles.append(f"{command}: exit code {done.returncode}: {said[-1]}")
    return troubles


def without_timings(text: bytes) -> bytes:
    return re.sub(rb"\d+\.\d\d s\b", b"# s", text)


def read_folder(one: Case, side: Side, folder: Path, cache: Path) -> dict[str, str]:
    """What the files of a case say, in texts that can be compared."""
    files = [path for path in sorted(folder.rglob("*")) if path.is_file() and not path.is_symlink()]
    documents = {f"{number}.stdout" for number, line in enumerate(one.lines, 1) if shows_json(line)}
    views = [shlex.split(view) for view in one.views]
    asked: dict[str, Any] = {"documents": {}, "parquet": []}
    parts: dict[str, str] = {}
    for path in files:
        name = path.relative_to(folder).as_posix()
        if path.suffix == ".npz" or path.name == "_batch.json":
            parts[name] = "is there"
        elif path.suffix == ".json" or name in documents:
            asked["documents"][name] = views
        elif path.suffix == ".parquet":
            asked["parquet"].append(name)
        elif path.suffix == ".html":
            page = page_parts(path.read_text(encoding="utf-8"))
            parts |= {f"{name}, {part}": text for part, text in page.items()}
        else:
            parts[name] = path.read_bytes().decode(errors="surrogateescape")
    if any(asked.values()):
        parts |= probed(side, asked, folder, cache)
    return {name: without_version(text) for name, text in parts.items()}


def shows_json(line: str) -> bool:
    """Whether a command prints a result as JSON; `-o` of batch is not for what it prints."""
    words = shlex.split(line)
    return "json" in words and ("-o" not in words or words[0] == "batch")


def without_version(text: str) -> str:
    r"""The text without the program's version in signatures.

    Examples:
        >>> without_version("wordorder:1.2.0|refs:1")
        'wordorder:VERSION|refs:1'
    """
    return re.sub(r"\bwordorder:\d[\w.+-]*", "wordorder:VERSION", text)


def probed(side: Side, asked: Mapping[str, Any], folder: Path, cache: Path) -> dict[str, str]:
    done = side.run([str(PROBE)], cache, cwd=folder, input=json.dumps(asked).encode())
    if done.returncode:
        return {"probe": f"{NOT_LOADED}: {done.stderr.decode(errors='replace')}"}
    said: dict[str, str] = json.loads(done.stdout)
    return said


class Page(HTMLParser):
    """The visible text of a page, a line for each piece, and its data."""

    def __init__(self) -> None:
        super().__init__()
        self.lines: list[str] = []
        self.data: dict[str, str] = {}
        self._hidden: str | None = None
        self._name: str | None = None

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in ("script", "style"):
            self._hidden, self._name = tag, dict(attrs).get("id")

    def handle_endtag(self, tag: str) -> None:
        if tag == self._hidden:
            self._hidden = self._name = None

    def handle_data(self, data: str) -> None:
        if self._name is not None:
            self.data[self._name] = self.data.get(self._name, "") + data
        elif self._hidden is None and data.strip():
            self.lines.append(" ".join(data.split()))


def page_parts(html: str) -> dict[str, str]:
    """The text of a page, its data, and of each plot figures and looks."""
    page = Page()
    page.feed(html)
    parts = {"text": "\n".join(page.lines)}
    for name, data in page.data.items():
        value = unpacked(data)
        plots = value.pop("plots", {}) if isinstance(value, dict) else {}
        parts[f"data {name}"] = as_text(value)
        for plot, spec in plots.items():
            parts[f"plot {plot}, figures"] = as_text(list(figures(spec)))
            parts[f"plot {plot}, looks"] = as_text(looks(spec))
    return parts


def unpacked(data: str) -> Any:
    """JSON, or compressed JSON in Base64."""
    if data.lstrip().startswith(("{", "[")):
        return json.loads(data)
    return json.loads(zlib.decompress(base64.b64decode(data), -zlib.MAX_WBITS))


FIGURES = ("data", "datasets", "encoding")


def figures(spec: Any) -> Iterator[Any]:
    """The data and encodings in a Vega-Lite specification, from the outside to the inside.

    Examples:
        >>> list(figures({"mark": "bar", "layer": [{"encoding": {"x": {"field": "n"}}}]}))
        [{'encoding': {'x': {'field': 'n'}}}]
    """
    if isinstance(spec, dict):
        own = {key: spec[key] for key in FIGURES if key in spec}
        if own:
            yield own
        for key in sorted(spec.keys() - own.keys()):
            yield from figures(spec[key])
    elif isinstance(spec, list):
        for part in spec:
            yield from figures(part)


def looks(spec: Any) -> Any:
    """The rest of it."""
    if isinstance(spec, dict):
        return {key: looks(value) for key, value in spec.items() if key not in FIGURES}
    return [looks(part) for part in spec] if isinstance(spec, list) else spec


def as_text(value: Any) -> str:
    return json.dumps(value, indent=0, sort_keys=True, ensure_ascii=False)


def differences(old: Mapping[str, str], new: Mapping[str, str]) -> dict[str, list[str]]:
    """The parts that differ, each with its first differing lines."""
    found = {}
    for name in sorted(old.keys() | new.keys()):
        if name not in new:
            found[name] = ["only in OLD"]
        elif name not in old:
            found[name] = ["only in NEW"]
        elif old[name] != new[name]:
            found[name] = differing_lines(old[name], new[name])
    return found


def differing_lines(old: str, new: str, most: int = 3) -> list[str]:
    r"""The first lines that differ, from shortly before the place where they do.

    Examples:
        >>> differing_lines("a\nb\n", "a\nc\n")
        ["line 2: - 'b'", "        + 'c'"]
    """
    shown = []
    pairs = zip_longest(old.split("\n"), new.split("\n"))
    numbered = ((n, one, other) for n, (one, other) in enumerate(pairs, 1) if one != other)
    for number, one, other in islice(numbered, most):
        label, start = f"line {number}: ", max(first_difference(one or "", other or "") - 40, 0)
        shown.append(f"{label}- {excerpt(one, start)}")
        shown.append(f"{' ' * len(label)}+ {excerpt(other, start)}")
    return shown


def first_difference(one: str, other: str) -> int:
    pairs = zip(one, other, strict=False)
    return next((at for at, (a, b) in enumerate(pairs) if a != b), min(len(one), len(other)))


def excerpt(line: str | None, start: int) -> str:
    return "nothing" if line is None else f"{'…' if start else ''}{line[start : start + 120]!r}"


VERDICTS = {
    "same": "same",
    "expected": "expected to differ",
    "DIFFERS": "different",
    "BROKEN": "failed in both versions",
}


class Verdict(NamedTuple):
    """What is said of a case, of VERDICTS, and the lines that explain it."""

    word: str
    lines: list[str]


def verdict(old: Outcome, new: Outcome, expected: Expected | None) -> Verdict:
    """Compare the outcomes of a case, in the light of the differences that are meant to be."""
    found = differences(old.parts, new.parts)
    patterns = () if expected is None else expected.parts
    said = [f"in OLD: {trouble}" for trouble in old.troubles]
    said += [f"in NEW: {trouble}" for trouble in new.troubles]
    for name, lines in found.items():
        if not any(fnmatchcase(name, pattern) for pattern in patterns):
            said += [name, *(f"  {line}" for line in lines)]
    gone = [p for p in patterns if not any(fnmatchcase(name, p) for name in found)]
    said += [f"{pattern}: expected to differ, but does not" for pattern in gone]
    if said:
        return Verdict("DIFFERS" if found or gone else "BROKEN", said)
    if expected is not None:
        return Verdict("expected", [f"{', '.join(patterns)}: {expected.reason}"])
    return Verdict("same", [])


def compared(one: Case, old: Side, new: Side, folder: Path, inputs: Path) -> Verdict:
    """Run a case with both versions, in folders of the same name one after the other."""
    place = folder / one.name
    before = outcome(one, old, place, inputs)
    after = outcome(one, new, place, inputs)
    return verdict(before, after, EXPECTED.get(one.name))


def main() -> None:
    given = arguments()
    chosen = chosen_cases(given.only)
    if given.list:
        for one in chosen:
            print(one.name, *(f"    wordorder {line}" for line in one.lines), sep="\n")
        return
    if not given.data.is_dir():
        sys.exit(f"{given.data} is not a folder; name that of the data with --data")
    old, new = side_of(given.old, given.old_path), side_of(given.new, given.new_path)
    with TemporaryDirectory(prefix="same_answers_") as name:
        folder = Path(name).resolve()
        for label, side in (("OLD", old), ("NEW", new)):
            print(f"{label} is {place_of(side, folder)}")
        inputs = folder / "inputs"
        make_inputs(given.data, inputs)
        sys.exit(0 if all_fine(chosen, old, new, folder, inputs, given.jobs) else 1)


def all_fine(
    chosen: Sequence[Case], old: Side, new: Side, folder: Path, inputs: Path, jobs: int
) -> bool:
    """Compare the cases, print a line or more for each, and a last one for all."""
    words: list[str] = []
    with ThreadPoolExecutor(jobs) as pool:
        verdicts = pool.map(lambda one: compared(one, old, new, folder, inputs), chosen)
        for one, found in zip(chosen, verdicts, strict=True):
            print(f"{found.word:<8}  {one.name}", *found.lines, sep="\n    ", flush=True)
            words.append(found.word)
    commands = sum(len(one.lines) for one in chosen)
    print(
        f"{commands} commands in {len(chosen)} cases: "
        + ", ".join(f"{words.count(word)} {what}" for word, what in VERDICTS.items())
    )
    return set(words) <= {"same", "expected"}


def place_of(side: Side, folder: Path) -> str:
    """Where the version of a side is, and whether that is where it should be."""
    done = side.run(["-c", "import wordorder; print(wordorder.__file__)"], folder)
    if done.returncode:
        sys.exit(f"{side.python}: {done.stderr.decode(errors='replace').strip()}")
    place = Path(done.stdout.decode().strip())
    if side.path is not None and Path(side.path).resolve() not in place.resolve().parents:
        sys.exit(f"{side.python} imports wordorder from {place}, not from {side.path}")
    return str(place.parent)


def chosen_cases(patterns: Sequence[str]) -> list[Case]:
    """The cases with these names or patterns of names; by default all."""
    every = cases()
    known = [one.name for one in every]
    unknown = EXPECTED.keys() - set(known)
    unknown |= {p for p in patterns if not any(fnmatchcase(name, p) for name in known)}
    if unknown:
        sys.exit(f"no such case: {', '.join(sorted(unknown))}; see --list")
    wanted = patterns or ["*"]
    return [one for one in every if any(fnmatchcase(one.name, p) for p in wanted)]


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("old", metavar="OLD", help="Python of the version to compare with")
    parser.add_argument("new", metavar="NEW", help="Python of the version to check")
    parser.add_argument("--data", type=Path, default=DATA, metavar="FOLDER")
    parser.add_argument("--old-path", metavar="SRC", help="PYTHONPATH of OLD")
    parser.add_argument("--new-path", metavar="SRC", help="PYTHONPATH of NEW")
    parser.add_argument("--only", nargs="+", default=[], metavar="NAME", help="name, or pattern")
    parser.add_argument("--list", action="store_true", help="show the commands, run nothing")
    parser.add_argument("--jobs", type=int, default=2, metavar="N", help="cases at a time")
    return parser.parse_args()


if __name__ == "__main__":
    main()
