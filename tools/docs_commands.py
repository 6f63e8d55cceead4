"""Write docs/reference/command-line.md from what the commands say of themselves.

    python tools/docs_commands.py            write the page
    python tools/docs_commands.py --check    change nothing; exit 1 if it is out of date

`docs_figures.py` does this, too, together with all other pages.
"""

from __future__ import annotations

import argparse
import re
import sys
from inspect import cleandoc
from pathlib import Path
from typing import TYPE_CHECKING

import click

from wordorder.cli.program import cli

if TYPE_CHECKING:
    from collections.abc import Iterator

PAGE = Path(__file__).resolve().parent.parent / "docs" / "reference" / "command-line.md"

INTRODUCTION = """\
# Command line

<!-- Made by tools/docs_commands.py from the help of the commands: change that, not this page. -->

`wordorder COMMAND --help` shows the same text in the terminal. What files look like, what is
written, exit codes and errors are in [Input and output](input-output.md).
"""

# Where to read more about a command.
MORE = {
    "score": "[tutorial](../tutorials/scores.md), [how-to](../how-to/scores.md), "
    "[how scores are defined](../background/scores.md), "
    "[tables and JSON](input-output.md#system-scores)",
    "report": "[how-to](../how-to/report.md)",
    "demo": "[tutorial](../tutorials/scores.md)",
    "permutation": "[tutorial](../tutorials/permutations.md), "
    "[how-to](../how-to/permutations.md), [metrics](metrics.md), "
    "[input](input-output.md#permutations), [output](input-output.md#scores-of-permutations)",
    "align": "[how-to](../how-to/alignments.md), [formats](formats.md)",
    "align show": "[how to read the drawings](input-output.md#drawings-of-alignments)",
    "align match": "[which words belong together](../background/matching.md#the-direct-match)",
    "align train": "[from raw text to links and trees](../how-to/links-and-trees.md)",
    "align apply": "[from raw text to links and trees](../how-to/links-and-trees.md), "
    "[automatic alignment](../background/matching.md#automatic-alignment)",
    "align symmetrize": "[how-to](../how-to/alignments.md#symmetrise-two-directions)",
    "align evaluate": "[how-to](../how-to/alignments.md#evaluate-an-aligner-against-gold-links), "
    "[formulas and JSON](input-output.md#alignment-evaluation)",
    "align permutations": "[conventions](../background/conventions.md), "
    "[what is written](input-output.md#permutations-from-alignments)",
    "reorderings": "[tutorial](../tutorials/reorderings.md), "
    "[how-to](../how-to/reorderings.md), [definitions](../background/reorderings.md)",
    "reorderings analyze": "[files and JSON](input-output.md#reorderings)",
    "reorderings testset": "[test sets](../background/reorderings.md#test-sets)",
    "reorderings retained": "[what counts as retained]"
    "(../background/reorderings.md#retained-reorderings)",
    "meta": "[how-to](../how-to/metaevaluation.md), "
    "[the statistics](../background/metaevaluation.md), [results](../results.md), "
    "[judgements](judgements.md), [scores](metric-scores.md)",
    "tune": "[how-to](../how-to/metaevaluation.md#tune-a-combined-score), "
    "[tuning](../background/metaevaluation.md#tuning-without-fooling-yourself)",
}


def page() -> str:
    return "\n".join([INTRODUCTION, *sections(cli, ())])


def sections(command: click.Command, path: tuple[str, ...]) -> Iterator[str]:
    """One section for each command; groups come before what is in them."""
    context = click.Context(command, info_name=" ".join(("wordorder", *path)))
    yield section(command, context, " ".join(path))
    if isinstance(command, click.Group):
        for name in command.list_commands(context):
            found = command.get_command(context, name)
            assert found is not None
            yield from sections(found, (*path, name))


def section(command: click.Command, context: click.Context, name: str) -> str:
    usage = " ".join([context.info_name or "", *command.collect_usage_pieces(context)])
    parts = [f"## {context.info_name}", fenced(usage), prose(command.help or "")]
    if name in MORE:
        parts.append(f"See also: {MORE[name]}.")
    if isinstance(command, click.Group):
        parts.append(commands_table(command, context))
    parts += [option(parameter, context) for parameter in command.get_params(context)]
    parts += [fenced(text) for text in [epilog(command, context)] if text]
    return "\n\n".join(part for part in parts if part) + "\n"


def commands_table(group: click.Group, context: click.Context) -> str:
    """The commands of a group, each with the line that the help has for it."""
    formatter = click.HelpFormatter(width=1000)
    group.format_commands(context, formatter)
    listed = re.findall(r"^  (\S+)  +(.*)$", formatter.getvalue(), re.MULTILINE)
    rows = [
        f"| [`{name}`](#{anchor(f'{context.info_name} {name}')}) | {plain(text)} |"
        for name, text in listed
    ]
    return "\n".join(["| command | what it does |", "|---|---|", *rows])


def anchor(heading: str) -> str:
    return heading.replace(" ", "-")


def option(parameter: click.Parameter, context: click.Context) -> str:
    """A term with the spellings of an option, and its help below; nothing for an argument."""
    record = parameter.get_help_record(context)
    if not isinstance(parameter, click.Option) or record is None or "--help" in parameter.opts:
        return ""
    spellings, text = record
    *names, last = spellings.split(", ")
    name, _, value = last.partition(" ")
    kind = f" {choices(value)}" if value else ""
    term = ", ".join(f"`{spelling}{kind}`" for spelling in (*names, name))
    again = " May be given several times." if parameter.multiple else ""
    return f"{term}\n:   {sentences(text)}{again}"


def choices(value: str) -> str:
    """Write the kind of a value: `[a|b]` as a|b, and click's ranges as numbers."""
    return {"FLOAT RANGE": "NUMBER", "INTEGER RANGE": "N"}.get(value, value.strip("[]"))


FACTS = {
    r"default: (.*)": r"Default: `\1`",
    r"(\S+)<=x<=(\S+)": r"From \1 to \2",
    r"x>=(\S+)": r"At least \1",
}


def sentences(text: str) -> str:
    """Turn what click puts into square brackets, such as [default: 0.6; 0<=x<=1], into prose."""
    said, _, extra = re.fullmatch(r"(.*?)(\s\s\[(.*)\])?", text, re.DOTALL).groups()  # type: ignore[union-attr]
    said = re.sub(r"\.? \[default: ([^\]]+)\]\.?", r". Default: \1.", said)
    return code_options(plain(" ".join([said, *map(sentence, (extra or "").split("; "))]).rstrip()))


def sentence(fact: str) -> str:
    for written, words in FACTS.items():
        fact = re.sub(f"^{written}$", words, fact)
    return f"{fact[:1].upper()}{fact[1:]}." if fact else ""


def prose(text: str) -> str:
    """The help of a command: paragraphs, with options as code."""
    paragraphs = cleandoc(text).replace("\f", "").split("\n\n")
    return "\n\n".join(
        fenced(cleandoc(paragraph.removeprefix("\b\n")))
        if paragraph.startswith("\b")
        else code_options(plain(" ".join(paragraph.split())))
        for paragraph in paragraphs
    )


def plain(text: str) -> str:
    """Text as it is, also where Markdown would see marks in it."""
    return re.sub(r"([*_<>|])", r"\\\1", text)


def code_options(text: str) -> str:
    return re.sub(r"(?<![`\w])(--[a-z][a-z-]*)(?!`)", r"`\1`", text)


def epilog(command: click.Command, context: click.Context) -> str:
    formatter = click.HelpFormatter(width=80)
    command.format_epilog(context, formatter)
    lines = formatter.getvalue().rstrip().splitlines()
    return "\n".join(line.removeprefix("  ") for line in lines).strip("\n")


def fenced(text: str) -> str:
    return f"```text\n{text}\n```"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--check", action="store_true", help="only say whether it is out of date")
    check = parser.parse_args().check
    wanted = page()
    if PAGE.exists() and PAGE.read_text(encoding="utf-8") == wanted:
        return 0
    print(f"docs/reference/{PAGE.name} {'is out of date' if check else 'written'}")
    if not check:
        PAGE.write_text(wanted, encoding="utf-8")
    return int(check)


if __name__ == "__main__":
    sys.exit(main())
