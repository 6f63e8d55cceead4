"""Files of rules: what they may hold, what is wrong in them, and writing them back."""

from __future__ import annotations

import contextlib
import gzip
import io
import pickle
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, strategies as st

from messages import refused
from rule_strategies import rule_sets
from wordorder import InputError
from wordorder.errors import UsageError
from wordorder.preordering import RULE_SETS, Entry, Rule, RuleSet, WordTest, rule_set, rule_set_text
from wordorder.preordering.rules.rules import COLUMNS

if TYPE_CHECKING:
    from pathlib import Path

GOOD = """\
name = "mine"
labels = "ud"

[[rule]]
name = "verbs"
head = { upos = ["VERB", "AUX"], VerbForm = "Fin" }
order = [
  "nsubj|csubj", "reverse *<", "*", "advmod[lemma=not|never, Polarity=Neg]>", "self", "fixed punct",
  "obl[marker=of|such_as]"
]

[[rule]]
order = ["*|self"]
"""


def test_what_a_file_may_hold() -> None:
    found = RuleSet.parse(GOOD)
    verbs, other = found.rules
    assert (found.name, found.labels) == ("mine", "ud")
    assert (verbs.name, verbs.line, other.name, other.line) == ("verbs", 4, "rule 2", 12)
    assert verbs.head == WordTest(upos=("VERB", "AUX"), features=(("VerbForm", ("Fin",)),))
    assert verbs.order == (
        Entry(("nsubj", "csubj")),
        Entry(("*",), "before", manner="reverse"),
        Entry(("*",)),
        Entry(
            ("advmod",),
            "after",
            WordTest(lemma=("not", "never"), features=(("Polarity", ("Neg",)),)),
        ),
        Entry(("self",)),
        Entry(("punct",), manner="fixed"),
        Entry(("obl",), test=WordTest(marker=("of", "such_as"))),
    )
    assert other.order == (Entry(("*", "self")),)


def one(order: str, head: str = "") -> str:
    return f"[[rule]]\n{head}\norder = [\n{order}\n]\n"


WRONG = [
    "",
    "# nothing\n",
    "name = ",
    "name = 1\n\n[[rule",
    "\nname = 3",
    "name = ''",
    "labels = 'sd'",
    "foo = 1",
    "rules = []",
    "rule = 1",
    "[rule]",
    "rule = [1]",
    "[[rule]]\nname='x'",
    "[[rule]]\nordre=[]",
    "[[rule]]\norder='*'",
    one("'*',\n'self',\n1"),
    one("'*'"),
    one("'*', 'self', 'self'"),
    one("'self'"),
    one("'self', '*<'"),
    one("'self', '*[lemma=a]'"),
    one("'*',\n'revers self'"),
    one("'*',\n'a b c'"),
    one("''"),
    one("'|'"),
    one("'a[]'"),
    one("'a[b]'"),
    one("'a[upos=b'"),
    one("'a<>'"),
    one("'a<[upos=b]'"),
    one("'a[upos=b,upos=c]'"),
    one("'a[tag=b]'"),
    one('"a[upos=\'b]"'),
    one("'self<', '*'"),
    one("'self', '*'", "head = 'VERB'"),
    one("'self', '*'", "head = {upos = 1}"),
    one("'self', '*'", "head = {upos = []}"),
    one("'self', '*'", "head = {pos = 'X'}"),
    "[[rule]]\nname='a'\norder=['*|self']\n" * 2,
    "This is a text with more words than a key may have parts, that is, sixteen or so; is it not",
    "a\0b",
    "x = " + "[" * 5000 + "]" * 5000,
    "x = " + "1" * 3990,
    "\n" + "x." * 20 + "y = 1",
    "\n".join(f"[[rule]]\norder=['*|self', 'a{n}']" for n in range(1001)),
    "d = 2024-01-01",
    "name = 2024-01-01",
]


@pytest.mark.parametrize("text", WRONG, ids=lambda text: text[:80])
def test_what_is_wrong_is_told_with_its_line(text: str) -> None:
    with refused(InputError) as caught:
        RuleSet.parse(text, "f")
    assert "\n" not in str(caught.value)


def test_a_file_is_read_however_it_is_stored(tmp_path: Path) -> None:
    expected = RuleSet.parse(GOOD)
    for number, data in enumerate(
        (
            GOOD.encode(),
            GOOD.replace("\n", "\r\n").encode(),
            b"\xef\xbb\xbf" + GOOD.encode(),
            gzip.compress(GOOD.encode()),
        )
    ):
        file = tmp_path / f"{number}.toml"
        file.write_bytes(data)
        assert RuleSet.load(file) == rule_set(file) == rule_set(str(file)) == expected
    unnamed = tmp_path / "my rules.toml"
    unnamed.write_text("rule = []")
    assert (RuleSet.load(unnamed).name, RuleSet.load(unnamed).rules) == ("my rules", ())


BAD_FILES = [b"\xff\xfe\x00", bytes(range(256)), b"#" * 3999 + b"\n" + b"# x\n" * 300_000, b""]


@pytest.mark.parametrize("data", BAD_FILES, ids=["UTF-16", "any bytes", "long", "empty"])
def test_files_that_are_no_rules(data: bytes, tmp_path: Path) -> None:
    file = tmp_path / "bad.toml"
    file.write_bytes(data)
    with refused(InputError):
        RuleSet.load(file)
    with pytest.raises(InputError):
        RuleSet.load(tmp_path / "absent.toml")
    with pytest.raises(InputError):
        RuleSet.load(tmp_path)


@given(st.text(max_size=40))
def test_any_text_is_rules_or_an_error(text: str) -> None:
    for whole in (text, GOOD + text, one(f"'self', '*', {text!r}"), GOOD.replace("Fin", text)):
        with contextlib.suppress(InputError):
            RuleSet.parse(whole)


ANY_TEXT = st.text(
    st.characters(exclude_characters="\0\t\n\r", exclude_categories=["Cs"]), min_size=1, max_size=5
)


@st.composite
def odd_rule_sets(draw: st.DrawFn) -> RuleSet:
    """Sets with any text in names, labels and values."""
    texts = st.lists(ANY_TEXT, min_size=1, max_size=3).map(tuple)
    values = draw(texts.filter(lambda found: not any("," in one for one in found)))
    columns = {name: draw(texts) for name in COLUMNS}
    test = WordTest(**columns, features=(("Number[psor]", values),))
    labels = draw(texts.filter(lambda found: "self" not in found))
    order = Entry(labels, "after", test, "fixed"), Entry(("self",)), Entry(("*",))
    comment = draw(st.text())
    return RuleSet(
        draw(ANY_TEXT), (Rule(test, order, draw(ANY_TEXT), comment=comment),), "stanford"
    )


def check_round_trip(rules: RuleSet) -> None:
    text = rules.to_toml()
    again = RuleSet.parse(text)
    assert again == rules
    assert again.to_toml() == replace(rules, rules=again.rules, comment="").to_toml()
    assert again.signature == rules.signature
    assert pickle.loads(pickle.dumps(rules)) == rules


@given(rule_sets())
def test_what_is_written_can_be_read(rules: RuleSet) -> None:
    check_round_trip(rules)


@given(odd_rule_sets())
def test_names_and_values_may_be_any_text(rules: RuleSet) -> None:
    name = rules.name.strip()
    if name and rules.rules[0].name.strip():
        check_round_trip(rules)


def test_comments_stand_above_their_rules() -> None:
    rule = Rule(WordTest(), (Entry(("*", "self")),), "all", comment="12 heads\n\nan example")
    text = RuleSet("x", (rule,), comment="Learned.").to_toml()
    assert text == (
        '# Learned.\nname = "x"\n\n# 12 heads\n#\n# an example\n'
        '[[rule]]\nname = "all"\norder = ["*|self"]\n'
    )


def test_the_digest_knows_rules_but_not_their_names() -> None:
    rules = RuleSet.parse(GOOD)
    first, second = rules.rules
    renamed = replace(rules, rules=(replace(first, name="x"), replace(second, comment="y")))
    assert renamed.signature == rules.signature
    assert replace(rules, name="y").signature == rules.signature.replace("mine", "y")
    assert rules.without("verbs").signature.split("#")[1] != rules.signature.split("#")[1]


@pytest.mark.parametrize("name", RULE_SETS)
def test_built_in_sets_are_commented_files(name: str) -> None:
    text = rule_set_text(name)
    assert text.startswith("# ")
    assert RuleSet.parse(text) == rule_set(name)
    assert rule_set(name).name == name
    assert rule_set(rule_set(name)) is not None
    check_round_trip(rule_set(name))


def test_sets_that_do_not_exist() -> None:
    with refused(UsageError):
        rule_set_text("svo")
    with refused(InputError):
        rule_set("svo")


def test_a_stream_can_be_read() -> None:
    assert rule_set(io.BytesIO(GOOD.encode())) == RuleSet.parse(GOOD)


def test_values_that_are_no_rules() -> None:
    everything = (Entry(("*", "self")),)
    with refused(InputError):
        Entry(())
    with refused(UsageError):
        Entry(("a",), "left")  # type: ignore[arg-type]
    with refused(UsageError):
        Entry(("a",), manner="backwards")  # type: ignore[arg-type]
    with refused(InputError):
        RuleSet("x", (Rule(WordTest(), everything, "a"),) * 2)
    with refused(UsageError):
        RuleSet("x", (), "sd")  # type: ignore[arg-type]
    with refused(InputError):
        WordTest(features=(("Case", ("Acc,Dat",)),))
    with refused(InputError):
        WordTest(features=(("Case", ("Acc",)), ("Case", ("Dat",))))
    with refused(InputError):
        WordTest(lemma=("a\tb",))
    many = Rule(WordTest(), (*everything, *(Entry((f"a{n}",)) for n in range(999))), "a")
    with refused(InputError):
        RuleSet("x", (many,))
