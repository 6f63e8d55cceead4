"""What can go wrong, as one small hierarchy.

::

    WordorderError
    ├── InputError (also a ValueError)   the data is wrong: exit code 1
    └── UsageError (also a ValueError)   an argument is wrong: exit code 2

Every message is one line that names what was found, what was expected and, for files, the
file and the line, so that the command line can print it as it stands.
"""

from __future__ import annotations


class WordorderError(Exception):
    """Base of every error that this package raises on purpose."""

    exit_code = 1


class InputError(WordorderError, ValueError):
    """The data cannot be used: a broken file, a line that is not a permutation, ..."""


class UsageError(WordorderError, ValueError):
    """An argument cannot be used: an unknown metric, a weight outside [0, 1], ..."""

    exit_code = 2
