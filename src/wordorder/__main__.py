"""`python -m wordorder`, for when the `wordorder` script is not on the path."""

from wordorder.cli import main
from wordorder.cli.shared.usage import AS_MODULE

main(AS_MODULE)
