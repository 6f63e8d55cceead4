"""Commands load only what they need: no drawings, writers or formats that nobody asked for."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

from wordorder.cli.demo import SAMPLE

# What a command that writes to a pipe never needs.
ELSEWHERE = (
    "altair",
    "dask",
    "matplotlib",
    "rich",
    "scipy",
    "wordorder.drawing",
    "wordorder.output.markup",
    "wordorder.reporting",
)
DE_EN = SAMPLE / "de-en"
LINKS = SAMPLE / "gold.align"
SCORE = ["score", DE_EN / "reference.en", DE_EN / "monotone.en", "--no-cache"]
EVALUATE = ["align", "evaluate", LINKS, SAMPLE / "ours.align"]
META = [
    *("meta", "-j", SAMPLE / "judgements/de-en.tsv", "--systems", DE_EN / "[mps]*.en"),
    *("--ref", DE_EN / "reference.en", "--lang", "en", "-m", "kendall,bleu1", "--no-cache"),
]

# What only scores through the source, or of parses, corpora and judgements, need.
NOT_FOR_TEXTS = (
    "pyarrow",
    "wordorder.alignment.bilingual",
    "wordorder.alignment.formats",
    "wordorder.corpus",
    "wordorder.metaevaluation",
    "wordorder.preordering",
    "wordorder.reorderings",
    "wordorder.scoring.linked_order",
    "wordorder.syntax",
)

COMMANDS: dict[str, tuple[list[object], tuple[str, ...]]] = {
    "score": (SCORE, (*NOT_FOR_TEXTS, "tomllib")),
    # The weights that were fitted for English are in TOML.
    "score --lang en": ([*SCORE, "--lang", "en"], (*NOT_FOR_TEXTS, "wordorder.text.toml_files")),
    "align evaluate": (
        EVALUATE,
        (
            "pyarrow",
            "tomllib",
            "wordorder.alignment.bilingual",
            "wordorder.alignment.formats.giza",
            "wordorder.alignment.formats.moses",
            "wordorder.alignment.matching",
            "wordorder.permutation",
            "wordorder.scoring",
            "wordorder.syntax",
            "wordorder.text.arrow",
        ),
    ),
    "reorderings analyze": (
        ["reorderings", "analyze", LINKS],
        (
            "pyarrow",
            "wordorder.alignment.bilingual",
            "wordorder.alignment.matching",
            "wordorder.permutation",
            "wordorder.reorderings.retention",
            "wordorder.reorderings.sets",
            "wordorder.scoring",
            "wordorder.syntax",
            "wordorder.text.arrow",
        ),
    ),
    "align match": (
        ["align", "match", DE_EN / "reference.en", DE_EN / "monotone.en", "--lang", "en"],
        ("pyarrow", "wordorder.alignment.bilingual", "wordorder.scoring", "wordorder.statistics"),
    ),
    "permutation": (
        ["permutation", SAMPLE / "permutations.txt"],
        (
            "pyarrow",
            "tomllib",
            "wordorder.alignment",
            "wordorder.ordering.explanation",
            "wordorder.permutation.tree",
            "wordorder.scoring",
            "wordorder.statistics",
            "wordorder.text.arrow",
            "wordorder.text.tokenizers",
        ),
    ),
    "meta": (
        META,
        (
            "pyarrow",
            "wordorder.alignment.bilingual.ibm1",
            "wordorder.alignment.formats",
            "wordorder.corpus",
            "wordorder.metaevaluation.contrast_sets",
            "wordorder.metaevaluation.permutation_testing",
            "wordorder.metaevaluation.ranks_and_wins",
            "wordorder.metaevaluation.rating_files",
            "wordorder.metaevaluation.ratings",
            "wordorder.metaevaluation.score_formats",
            "wordorder.metaevaluation.tuning",
            "wordorder.metaevaluation.wmt_rankings",
            "wordorder.preordering",
            "wordorder.scoring.linked_order",
            "wordorder.scoring.result",
            "wordorder.scoring.scorer",
            "wordorder.statistics.alphas",
            "wordorder.syntax",
        ),
    ),
    "batch": (
        ["batch", "{folder}/in.jsonl", "-o", "{folder}/out"],
        (
            "distributed",
            "wordorder.corpus.dask_engine",
            "wordorder.metaevaluation",
            "wordorder.scoring",
            "wordorder.syntax",
        ),
    ),
    "profile": (
        ["profile", "{folder}/out"],
        (
            "distributed",
            "wordorder.corpus.dask_engine",
            "wordorder.metaevaluation",
            "wordorder.preordering",
            "wordorder.scoring",
            "wordorder.syntax",
        ),
    ),
}


def loaded_by(*arguments: object) -> set[str]:
    """The modules that are loaded at the end of a command in a new interpreter."""
    typed = ["wordorder", *map(str, arguments)]
    script = f"""
import atexit, sys
atexit.register(lambda: print(*sys.modules, file=sys.stderr))
sys.argv = {typed!r}
from wordorder.cli import main
main()
"""
    done = subprocess.run(
        [sys.executable, "-c", script],
        check=False,
        capture_output=True,
        text=True,
        encoding="utf-8",
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout
    return set(done.stderr.splitlines()[-1].split())


def within(loaded: set[str], packages: tuple[str, ...]) -> list[str]:
    """The modules that are one of these packages, or inside."""
    return sorted(
        module
        for module in loaded
        if any(module == package or module.startswith(f"{package}.") for package in packages)
    )


@pytest.fixture(params=COMMANDS)
def command(request, tmp_path) -> tuple[str, set[str]]:
    """A command, and the modules that it loads."""

    def loaded(name: str) -> set[str]:
        return loaded_by(*(str(part).format(folder=tmp_path) for part in COMMANDS[name][0]))

    if request.param in ("batch", "profile"):
        pytest.importorskip("pyarrow")
        pair = {"source": "a b c", "target": "x y z", "links": "0-1 1-0 2-2"}
        (tmp_path / "in.jsonl").write_text(f"{json.dumps(pair)}\n" * 3)
    if request.param == "profile":
        loaded("batch")
    return request.param, loaded(request.param)


def test_a_command_loads_only_what_it_needs(command) -> None:
    name, loaded = command
    assert within(loaded, (*ELSEWHERE, *COMMANDS[name][1])) == []
