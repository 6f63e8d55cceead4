"""`python -m wordorder.cli`, if the `wordorder` script is not on the path."""

from wordorder.cli.program import main

main()
