"""`python -m wordorder.cli`, for where the `wordorder` script is not on the path."""

from wordorder.cli import main

main()
