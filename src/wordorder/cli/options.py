"""Options that several commands have, so that they have the same names and meaning everywhere."""

from __future__ import annotations

import click

output = click.option(
    "-o",
    "--output",
    metavar="FILE",
    help="Write there instead of standard output; the file appears whole or not at all.",
)
threads = click.option(
    "--threads",
    type=click.IntRange(min=1),
    metavar="N",
    help="Number of threads [default: all processors]. The result is the same.",
)
quiet = click.option("--quiet", is_flag=True, help="No progress bar.")
seed = click.option(
    "--seed",
    type=click.IntRange(min=0),
    default=12345,
    show_default=True,
    metavar="N",
    help="Where the random draws start.",
)
resamples = click.option(
    "--resamples",
    type=click.IntRange(min=1),
    default=1000,
    show_default=True,
    metavar="N",
    help="How many times to draw for the intervals.",
)
beta = click.option(
    "--beta",
    type=click.FloatRange(0, 1),
    default=0.6,
    show_default=True,
    help="Weight of a node's own operator in pet and pef.",
)
gamma = click.option(
    "--gamma",
    type=click.FloatRange(0, 1),
    default=0.0,
    show_default=True,
    help="Worth of the inverted operator ⟨2,1⟩ in pet and pef.",
)
