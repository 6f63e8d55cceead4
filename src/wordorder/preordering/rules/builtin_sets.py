"""The rule sets that come with the package, each a commented file to copy and change."""

from __future__ import annotations

from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING

from wordorder.errors import InputError, UsageError
from wordorder.preordering.rules.rules import RuleSet
from wordorder.text import quoted

if TYPE_CHECKING:
    from wordorder.text import Input

RULE_SETS = {
    "none": "the order of the source",
    "reverse": "its mirror",
    "head-final-before": "heads last; children before the head reversed, then those after it",
    "head-final-after": "heads last; children before the head, then those after it reversed",
    "sov": "English to verb-final languages, for Universal Dependencies",
    "sov-stanford": "the same for Stanford dependencies, which spaCy's English models write",
}
"""What the sets do, by name."""


def rule_set(name_or_path: Input | RuleSet) -> RuleSet:
    """Return a built-in set of rules by its name, or read one from a file.

    Args:
        name_or_path: One of the names in `RULE_SETS`, or a file; a set of rules is returned as is.

    Raises:
        InputError: The file cannot be read, or is not a file of rules.

    Examples:
        >>> [str(entry) for entry in rule_set("reverse").rules[0].order]
        ['reverse *>', 'self', 'reverse *<']
    """
    if isinstance(name_or_path, RuleSet):
        return name_or_path
    if isinstance(name_or_path, str) and name_or_path in RULE_SETS:
        return RuleSet.parse(rule_set_text(name_or_path), name_or_path)
    if isinstance(name_or_path, str) and name_or_path != "-" and not Path(name_or_path).exists():
        raise InputError(
            f"there is no file of rules '{quoted(name_or_path)}'; built-in sets are "
            f"{', '.join(RULE_SETS)}"
        )
    return RuleSet.load(name_or_path)


def rule_set_text(name: str) -> str:
    """Return the file of a built-in set, with its comments.

    Raises:
        UsageError: There is no such set.

    Examples:
        >>> print(rule_set_text("none"))
        # The order of the source, whatever the tree.
        <BLANKLINE>
        name = "none"
        <BLANKLINE>
        [[rule]]
        name = "all"
        order = ["*<", "self", "*>"]
        <BLANKLINE>
    """
    if name not in RULE_SETS:
        raise UsageError.unknown("rule set", name, RULE_SETS)
    folder = resources.files("wordorder.preordering.rules") / "rulesets"
    return (folder / f"{name}.toml").read_text(encoding="utf-8")
