"""`wordorder demo`: a tour on a small sample that comes with the package."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

import click

from wordorder.cli import commands
from wordorder.errors import InputError
from wordorder.output.console import screen_of
from wordorder.output.results import show
from wordorder.output.temporary import temporary_folder
from wordorder.scoring.scorer import score

SAMPLE = Path(__file__).with_name("sample")
PAIRS = {"de-en": "German to English", "ja-en": "Japanese to English"}
SYSTEMS = {
    "monotone": "has the right words, but in the order of the source",
    "scrambled": "swaps neighbouring words and misplaces phrases",
    "paraphraser": "orders words well, but chooses other words than the reference",
}

EPILOG = """
\b
Examples:
  wordorder demo
  wordorder demo --save examples     copy the files of the tutorials there
"""

NEXT_STEPS = """
Word choice (bleu1) ranks the systems one way, word order (kendall, fuzzy, pef)
the other way round. Now try your own texts, one sentence per line:

  wordorder score reference.txt system-A.txt system-B.txt --lang en
  wordorder score reference.txt system-A.txt --lang en --worst 5
  wordorder score --help"""


@commands.command(epilog=EPILOG)
@click.option(
    "--save",
    metavar="FOLDER",
    help="Only copy the example files of the documentation into a new FOLDER.",
)
def demo_command(save: str | None) -> None:
    """Score three made-up systems on a small sample, and show what to try next."""
    if save is not None:
        save_sample(Path(save))
        return
    click.echo("Three systems, each with a fault of its own:\n")
    for name, fault in SYSTEMS.items():
        click.echo(f"  {name:<12} {fault}")
    screen = screen_of(sys.stdout)
    for folder, title in PAIRS.items():
        paths = {name: SAMPLE / folder / f"{name}.en" for name in SYSTEMS}
        result = score(SAMPLE / folder / "reference.en", paths, lang="en")
        click.echo(f"\n{title}\n")
        click.echo(show(result, screen=screen), nl=False)
        if folder == "de-en":
            click.echo("\nWhere the order is worst:\n")
            click.echo(result.worst(top=1)[0].to_text(**screen._asdict()), nl=False)
    click.echo(NEXT_STEPS)


def save_sample(folder: Path) -> None:
    """Copy the sample completely or not at all; never overwrite anything."""
    if folder.exists() or folder.is_symlink():
        raise InputError(f"{folder} already exists; choose a new folder for the example files")
    try:
        with temporary_folder(folder.parent) as beside:
            whole = beside / "sample"
            shutil.copytree(SAMPLE, whole, copy_function=shutil.copyfile)
            whole.rename(folder)
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise InputError(f"{folder}: cannot write the example files: {reason}") from None
