"""Precedence rules: the order of a head and its children."""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from typing import ClassVar, Literal, get_args

from wordorder.errors import Argument, InputError, UsageError, expect
from wordorder.text.source import Input, quoted

SELF = "self"
"""The label that stands for the head itself."""
OTHERS = "*"
"""The label that stands for all children that no other entry names."""

HeadSide = Literal["before", "after"]
Manner = Literal["normal", "reverse", "fixed"]
Scheme = Literal["ud", "stanford"]
SIDES: tuple[HeadSide | None, ...] = (None, *get_args(HeadSide))
MANNERS: tuple[Manner, ...] = get_args(Manner)
SCHEMES: tuple[Scheme, ...] = get_args(Scheme)

# More than anybody writes or can read; these limits bound the memory for hostile files.
MOST_RULES = 1000
MOST_ENTRIES = 1000
MOST_LABELS = 1000

_NO_TEXT = re.compile(r"[\t\n\r\0\ud800-\udfff]")
_FEATURE = re.compile(r"[A-Z][A-Za-z0-9]*(\[[a-z0-9]+\])?")


@dataclass(frozen=True, slots=True)
class WordTest:
    """Conditions on a word, all of which must hold; an empty test always passes.

    Attributes:
        upos: Universal parts of speech, one of which it must have.
        xpos: Language-specific parts of speech.
        lemma: Lemmas.
        deprel: Relations to the head; one without a subtype covers its subtypes.
        marker: Lemmas of its adposition or subordinator, that is, of a child with relation `case`
            or `mark`. A marker of several words, joined by `fixed`, is written `such_as`. A word
            may have several markers.
        features: Features such as `Polarity=Neg`, by name: the values one of which it must have. A
            word with `Case=Acc,Dat` has both values.

    Raises:
        InputError: A value is not a plain text, or a feature has an invalid name.
    """

    upos: tuple[str, ...] = ()
    xpos: tuple[str, ...] = ()
    lemma: tuple[str, ...] = ()
    deprel: tuple[str, ...] = ()
    marker: tuple[str, ...] = ()
    features: tuple[tuple[str, tuple[str, ...]], ...] = ()

    def __post_init__(self) -> None:
        for name in COLUMNS:
            _check_texts(getattr(self, name), name)
        expect(self.features, tuple, "features")
        for feature in self.features:
            if not isinstance(feature, tuple) or len(feature) != 2:
                raise UsageError(Argument("features"), " must be pairs of a name and its values")
        names = [name for name, _ in self.features]
        for name, values in self.features:
            if not isinstance(name, str) or not _FEATURE.fullmatch(name):
                raise InputError(
                    f"'{quoted(str(name))}' is not the name of a feature, such as Polarity; other "
                    f"conditions are {', '.join(COLUMNS)}"
                )
            if names.count(name) > 1:
                raise InputError(f"there are two conditions on the feature {quoted(name)}")
            _check_texts(values, name)
            if not values or any("," in value for value in values):
                raise InputError(f"the feature {name} needs one or more values without commas")

    @property
    def conditions(self) -> dict[str, tuple[str, ...]]:
        """The values allowed, by column or feature, for those with a condition."""
        columns = {name: getattr(self, name) for name in COLUMNS}
        return {name: values for name, values in columns.items() if values} | dict(self.features)


COLUMNS = tuple(column.name for column in fields(WordTest) if column.name != "features")
"""The columns that conditions can test, besides features."""


def can_be_tested(value: object) -> bool:
    """Return whether a condition can test for this value; parses may have other values."""
    return isinstance(value, str) and bool(value) and not _NO_TEXT.search(value)


def _check_texts(values: tuple[str, ...], name: str) -> None:
    expect(values, tuple, name)
    for value in values:
        if not can_be_tested(value):
            raise InputError(
                f"{name} must be non-empty strings without tabs or line ends, not "
                f"{quoted(repr(value))}"
            )


@dataclass(frozen=True, slots=True)
class Entry:
    """Some units of a head: children with one of the labels, or the head itself.

    Attributes:
        labels: Relations of the children; `self` for the head; `*` for all others.
        side: Only children before the head in the source, or only those after it; None for both.
        test: What else must hold for the child.
        manner: Whether the units keep their source order, reverse it, or each stay where they are
            among the units of the head (`fixed`).

    Raises:
        InputError: There is no label, or the entry of the head has a side or a test.
        UsageError: Unknown side or manner.

    Examples:
        >>> entry = Entry.parse("reverse advmod|obl[lemma=not|never]<")
        >>> entry.labels, entry.side, entry.manner, entry.test.lemma
        (('advmod', 'obl'), 'before', 'reverse', ('not', 'never'))
        >>> print(entry)
        reverse advmod|obl[lemma=not|never]<
    """

    labels: tuple[str, ...]
    side: HeadSide | None = None
    test: WordTest = WordTest()
    manner: Manner = "normal"

    def __post_init__(self) -> None:
        _check_texts(self.labels, "labels")
        if not self.labels:
            raise InputError("an entry needs a label, such as nsubj, self or *")
        expect(self.test, WordTest, "test")
        if self.side not in SIDES:
            raise UsageError.unknown("side", self.side, get_args(HeadSide))
        if self.manner not in MANNERS:
            raise UsageError.unknown("manner", self.manner, MANNERS)
        if self.labels == (SELF,) and (self.side is not None or self.test.conditions):
            raise InputError(
                f"'{SELF}' is the head itself, which has no side and is tested by `head`"
            )

    @classmethod
    def parse(cls, text: str) -> Entry:
        """Read an entry as it is written in a file of rules.

        Raises:
            InputError: The text is not an entry.
        """
        from wordorder.preordering.rules.files import EntryParser

        return EntryParser(text).parse()

    def __str__(self) -> str:
        from wordorder.preordering.rules.files import entry_text

        return entry_text(self)

    def takes_all(self, side: HeadSide) -> bool:
        """Return whether the entry is for all children on a side that no other entry names."""
        return OTHERS in self.labels and self.side in (None, side) and not self.test.conditions


@dataclass(frozen=True, slots=True)
class Rule:
    """The order of the units of all heads of some category.

    Attributes:
        head: The test for the heads that the rule orders.
        order: The entries from first to last.
        name: The name of the rule in tables.
        line: The line of the rule in its file; 0 if it has none.
        comment: The comment above the rule in a file.

    Raises:
        InputError: Not exactly one entry is for the head itself, or none is for all other children.
    """

    head: WordTest
    order: tuple[Entry, ...]
    name: str
    line: int = field(default=0, compare=False)
    comment: str = field(default="", compare=False)

    def __post_init__(self) -> None:
        expect(self.head, WordTest, "head")
        expect(self.order, tuple, "order")
        for entry in self.order:
            expect(entry, Entry, "order")
        _check_texts((self.name,), "name")
        expect(self.line, int, "line")
        expect(self.comment, str, "comment")
        _refuse_too_many(len(self.order), MOST_ENTRIES, "entries", "rule")
        selves = sum(entry.labels.count(SELF) for entry in self.order)
        if selves == 0:
            raise InputError(f"there is no entry '{SELF}' for the head")
        if selves > 1:
            raise InputError(f"{selves} entries are '{SELF}', the head; expected one")
        for side, mark in {"before": "<", "after": ">"}.items():
            if not any(entry.takes_all(side) for entry in self.order):  # type: ignore[arg-type]
                raise InputError(
                    f"there is no entry '{OTHERS}' or '{OTHERS}{mark}' for all other children "
                    f"{side} the head"
                )

    @property
    def relations(self) -> tuple[str, ...]:
        """The relations that the entries name, each once."""
        labels = dict.fromkeys(label for entry in self.order for label in entry.labels)
        return tuple(label for label in labels if label not in (SELF, OTHERS))


@dataclass(frozen=True, slots=True)
class RuleSet:
    """Rules in the order in which they are tried: the first that matches a head wins.

    The units of a head that no rule matches keep their source order.

    Attributes:
        name: The name of the set in tables.
        rules: The rules.
        labels: The label scheme of the rules, if known: Universal Dependencies or Stanford
            dependencies.
        comment: The comment at the top of a file.

    Raises:
        InputError: Two rules have the same name, or there are too many rules or labels.

    Examples:
        >>> rules = RuleSet.parse('''
        ... [[rule]]
        ... name = "verbs"
        ... head = { upos = "VERB" }
        ... order = ["nsubj", "*", "obj", "self", "fixed punct"]
        ... ''', name="verb-final")
        >>> rules
        <RuleSet verb-final: verbs>
        >>> rules.rules[0].head.upos, rules.rules[0].order[-1].manner
        (('VERB',), 'fixed')
        >>> RuleSet.parse(rules.to_toml()) == rules
        True
    """

    PLAIN: ClassVar[type[str]] = str

    name: str
    rules: tuple[Rule, ...]
    labels: Scheme | None = None
    comment: str = field(default="", compare=False)

    def __post_init__(self) -> None:
        _check_texts((self.name,), "name")
        expect(self.rules, tuple, "rules")
        for rule in self.rules:
            expect(rule, Rule, "rules")
        expect(self.comment, str, "comment")
        if self.labels not in (None, *SCHEMES):
            raise UsageError.unknown("scheme of labels", self.labels, SCHEMES)
        _refuse_too_many(len(self.rules), MOST_RULES, "rules", "set")
        named = {label for rule in self.rules for entry in rule.order for label in entry.labels}
        _refuse_too_many(len(named), MOST_LABELS, "labels", "set")
        seen: set[str] = set()
        for rule in self.rules:
            if rule.name in seen:
                raise InputError(f"two rules are called '{quoted(rule.name)}'; rename one")
            seen.add(rule.name)

    def __repr__(self) -> str:
        return f"<RuleSet {self.name}: {', '.join(rule.name for rule in self.rules) or 'no rules'}>"

    @classmethod
    def parse(cls, text: str, name: str = "rules") -> RuleSet:
        """Read a set of rules from TOML.

        The text may give `name` and `labels` (`"ud"` or `"stanford"`). Each rule begins with
        `[[rule]]` and has

        - `order`, a list of entries: `"nsubj"`, a relation, which covers its subtypes unless they
          have entries of their own; `"nsubj|csubj"`, several; `"self"`, the head; `"*"`, all other
          children. `"obl<"` and `"obl>"` are only those before or after the head;
          `"advmod[lemma=not|never, Polarity=Neg]"` only those that meet conditions; `"reverse *"`
          writes them in reverse order, and `"fixed punct"` leaves each at its place among the head
          and its children. A text with spaces or marks stands in single quotes.
        - `head`, a table of conditions on the head: `{ upos = ["VERB", "AUX"], VerbForm = "Fin" }`,
          where keys are upos, xpos, lemma, deprel, marker (the lemma of the adposition or
          subordinator) or the names of features. Without it the rule is for every head.
        - `name`, by default `rule 1` and so on.

        Args:
            text: The text.
            name: The name of the set if the text has none, and that of the file in errors.

        Raises:
            InputError: The text is not TOML, or has other content than rules.
            UsageError: `text` is not a string.
        """
        from wordorder.preordering.rules.files import RuleReader
        from wordorder.text.toml_files import TomlFile

        expect(text, str, "text")
        return RuleReader(TomlFile(text, name), name).rule_set()

    @classmethod
    def load(cls, path: Input) -> RuleSet:
        """Read a file of rules; the set is named after the file unless the file gives a name.

        Raises:
            InputError: The file cannot be read, or is not a file of rules.
        """
        from wordorder.preordering.rules.files import RuleReader
        from wordorder.text.toml_files import TomlFile

        file = TomlFile.read(path, "a file of rules")
        stem = Path(file.name).name.removesuffix(".gz").removesuffix(".toml")
        return RuleReader(file, stem or file.name).rule_set()

    def to_toml(self) -> str:
        """Write the set as `parse` reads it, comments included."""
        from wordorder.preordering.rules.files import rules_text

        return rules_text(self)

    def to_plain(self) -> str:
        """Return the text that stands for the set in documents."""
        return self.to_toml()

    @classmethod
    def from_plain(cls, plain: str) -> RuleSet:
        """Read the set from a document."""
        return cls.parse(plain)

    @property
    def signature(self) -> str:
        r"""The name of the set, in characters that signatures allow, and a digest of its rules.

        Examples:
            >>> none = RuleSet.parse('[[rule]]\norder = ["*<", "self", "*>"]', name="none")
            >>> none.signature
            'none#779c4d95'
            >>> replace(none, name="a|b c").signature
            'a_b_c#779c4d95'
        """
        bare = tuple(replace(rule, name=str(n), comment="") for n, rule in enumerate(self.rules))
        text = RuleSet("_", bare).to_toml()
        name = re.sub(r"[^\w.-]+", "_", self.name)
        return f"{name}#{hashlib.sha256(text.encode()).hexdigest()[:8]}"

    def without(self, name: str) -> RuleSet:
        """Return the set without one rule; the next that matches gets its heads."""
        left = tuple(rule for rule in self.rules if rule.name != name)
        return replace(self, name=f"{self.name} without {name}", rules=left)


def _refuse_too_many(number: int, most: int, items: str, where: str) -> None:
    if number > most:
        raise InputError(f"there are {number:,} {items}; a {where} may have at most {most:,}")
