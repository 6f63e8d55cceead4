"""`python -m wordorder`, for when the `wordorder` script is not on the path."""

from wordorder.cli.commands import AS_MODULE
from wordorder.cli.program import main

main(AS_MODULE)
