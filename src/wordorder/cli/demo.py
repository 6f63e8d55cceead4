"""`wordorder demo`: the whole story on a small sample that comes with the package."""

from __future__ import annotations

from pathlib import Path

import click

from wordorder.cli.score_formats import Wanted, written
from wordorder.cli.score_sentences import worst_sentences
from wordorder.scoring import score

SAMPLE = Path(__file__).with_name("sample")
PAIRS = {"de-en": "German to English", "ja-en": "Japanese to English"}
SYSTEMS = {
    "monotone": "has the right words, but keeps the order of the source",
    "scrambled": "swaps neighbours and puts phrases in the wrong place",
    "paraphraser": "has good order, but other words than the reference",
}

EPILOG = """
\b
Examples:
  wordorder demo
  wordorder demo --files     where the sample is, to try other commands on it
"""


@click.command(epilog=EPILOG, short_help="Show what the program does, on a sample.")
@click.option("--files", is_flag=True, help="Only say where the sample is.")
def command(files: bool) -> None:
    """Score three made-up systems on a small sample, and say what to type next."""
    if files:
        click.echo(str(SAMPLE))
        return
    click.echo("Three systems, each with a fault of its own:\n")
    for name, fault in SYSTEMS.items():
        click.echo(f"  {name:<12} {fault}")
    for folder, title in PAIRS.items():
        paths = {name: SAMPLE / folder / f"{name}.en" for name in SYSTEMS}
        result = score(SAMPLE / folder / "reference.en", paths, lang="en")
        click.echo(f"\n{title}\n")
        nothing_more = Wanted(None, None, None, None, timing=False)
        click.echo(written(result, "table", nothing_more, on_screen=True), nl=False)
        if folder == "de-en":
            click.echo("\nWhere the order is worst:\n")
            click.echo(next(worst_sentences(result, 1, on_screen=True)), nl=False)
    click.echo(_next_steps())


def _next_steps() -> str:
    return """
Word choice (bleu1) ranks the systems one way, word order (kendall, fuzzy, pef)
the other way round. Now with texts of your own, one sentence per line:

  wordorder score reference.txt system-A.txt system-B.txt --lang en
  wordorder score reference.txt system-A.txt --lang en --worst 5
  wordorder score --help"""
