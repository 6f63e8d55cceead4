"""Rules in a signature."""

from __future__ import annotations

import re
from hashlib import sha256
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from wordorder.preordering.rules import RuleSet


def rule_signature(rules: RuleSet) -> str:
    """Return the name of a set of rules, and a few digits that change with what the rules do.

    Examples:
        >>> from wordorder.preordering import RuleSet
        >>> rule_signature(RuleSet("my rules", ()))
        'my_rules@4f53cda1'
    """
    does = repr([(rule.head, rule.order) for rule in rules.rules])
    name = re.sub(r"[^\w.-]+", "_", rules.name)
    return f"{name}@{sha256(does.encode()).hexdigest()[:8]}"
