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


FORM = "expected [normal|reverse|fixed] LABEL|LABEL [NAME=VALUE|VALUE, …] and then < or >"
WRONG = {
    "": "f: there are no rules; begin each with [[rule]], or use the set 'none', which leaves all "
    "words where they are",
    "# nothing\n": "f: there are no rules",
    "name = ": "f:1: this is not TOML: Invalid value",
    "name = 1\n\n[[rule": "f:3: this is not TOML",
    "\nname = 3": "f:2: name must be a text, not a number",
    "name = ''": "f:1: name must be a text, not empty",
    "labels = 'sd'": "f:1: unknown scheme of labels 'sd'; choose from ud, stanford",
    "foo = 1": "f:1: unknown key 'foo'; choose from name, labels, rule",
    "rules = []": "f:1: unknown key 'rules': did you mean 'rule'? (keys: name, labels, rule)",
    "rule = 1": "f:1: rules are written as [[rule]], each with its own header",
    "[rule]": "f:1: rules are written as [[rule]], each with its own header",
    "rule = [1]": "f:1: a rule is a table that begins with [[rule]]",
    "[[rule]]\nname='x'": 'f:1: the rule \'x\' has no order, such as order = ["*", "self"]',
    "[[rule]]\nordre=[]": "f:2: unknown key 'ordre': did you mean 'order'? (keys: name, head",
    "[[rule]]\norder='*'": "f:2: order must be a list of texts, not a text",
    one("'*',\n'self',\n1"): 'f:6: an entry must be a text, such as "nsubj", not a number',
    one("'*'"): "f:3: the rule 'rule 1': there is no entry 'self' for the head",
    one("'*', 'self', 'self'"): "f:3: the rule 'rule 1': 2 entries are 'self', the head",
    one("'self'"): "f:3: the rule 'rule 1': there is no entry '*' or '*<' for all other children "
    "before the head",
    one("'self', '*<'"): "f:3: the rule 'rule 1': there is no entry '*' or '*>' for all other "
    "children after the head",
    one("'self', '*[lemma=a]'"): "f:3: the rule 'rule 1': there is no entry '*' or '*<'",
    one("'*',\n'revers self'"): "f:5: entry 'revers self': unknown manner 'revers': did you mean "
    "'reverse'?",
    one(
        "'*',\n'a b c'"
    ): "f:5: entry 'a b c': unknown manner 'a'; choose from normal, reverse, fixed",
    one("''"): f"f:4: entry '': it ends too early; {FORM}",
    one("'|'"): f"f:4: entry '|': '|' is out of place; {FORM}",
    one("'a[]'"): "f:4: entry 'a[]': ']' is out of place",
    one("'a[b]'"): "f:4: entry 'a[b]': '=' is missing: ']' is out of place",
    one("'a[upos=b'"): "f:4: entry 'a[upos=b': ']' is missing: it ends too early",
    one("'a<>'"): "f:4: entry 'a<>': '>' is out of place",
    one("'a<[upos=b]'"): "f:4: entry 'a<[upos=b]': '[' is out of place",
    one("'a[upos=b,upos=c]'"): "f:4: entry 'a[upos=b,upos=c]': there are two conditions on upos",
    one(
        "'a[tag=b]'"
    ): "f:4: 'tag' is not the name of a feature, such as Polarity; other conditions "
    "are upos, xpos, lemma, deprel, marker",
    one('"a[upos=\'b]"'): "f:4: entry 'a[upos='b]': a quote is not closed",
    one(
        "'self<', '*'"
    ): "f:4: 'self' is the head itself, which has no side and is tested by `head`",
    one("'self', '*'", "head = 'VERB'"): "f:2: head must be a table, such as head = { upos = "
    '"VERB" }',
    one("'self', '*'", "head = {upos = 1}"): "f:2: upos must be a text or a list of texts, not a "
    "number",
    one(
        "'self', '*'", "head = {upos = []}"
    ): "f:2: upos must be a text or a list of texts, not empty",
    one("'self', '*'", "head = {pos = 'X'}"): "f:2: head: 'pos' is not the name of a feature",
    "[[rule]]\nname='a'\norder=['*|self']\n" * 2: "f:5: the rule in line 1 is called 'a', too; "
    "rename one",
    "This is a text with more words than a key may have parts, that is, sixteen or so; is it not": (
        "f:1: this is not TOML"
    ),
    "a\0b": "f:1: this is not TOML",
    "x = " + "[" * 5000 + "]" * 5000: "f: values are nested too deeply",
    "x = " + "1" * 3990: "f:1: unknown key 'x'",
    "\n" + "x." * 20 + "y = 1": "f:2: the key has too many dots",
    "\n".join(f"[[rule]]\norder=['*|self', 'a{n}']" for n in range(1001)): "f: there are 1,001 "
    "rules; a set has at most 1,000",
    "d = 2024-01-01": "f:1: unknown key 'd'",
    "name = 2024-01-01": "f:1: name must be a text, not a date",
}


@pytest.mark.parametrize("text", WRONG, ids=range(len(WRONG)))
def test_what_is_wrong_is_told_with_its_line(text: str) -> None:
    with pytest.raises(InputError) as caught:
        RuleSet.parse(text, "f")
    assert str(caught.value).startswith(WRONG[text])
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


BAD_FILES = {
    b"\xff\xfe\x00": "looks like UTF-16",
    bytes(range(256)): "UTF-8",
    b"#" * 3999 + b"\n" + b"# x\n" * 300_000: "a file of rules has at most 1,048,576 bytes",
    b"": "there are no rules",
}


@pytest.mark.parametrize("data", BAD_FILES, ids=range(len(BAD_FILES)))
def test_files_that_are_no_rules(data: bytes, tmp_path: Path) -> None:
    file = tmp_path / "bad.toml"
    file.write_bytes(data)
    with pytest.raises(InputError, match=BAD_FILES[data]):
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
    with pytest.raises(UsageError, match="unknown rule set 'svo': did you mean 'sov'"):
        rule_set_text("svo")
    with pytest.raises(
        InputError, match="no file of rules 'svo'; built-in sets are none, reverse, "
    ):
        rule_set("svo")


def test_a_stream_can_be_read() -> None:
    assert rule_set(io.BytesIO(GOOD.encode())) == RuleSet.parse(GOOD)


def test_values_that_are_no_rules() -> None:
    everything = (Entry(("*", "self")),)
    with pytest.raises(InputError, match="an entry needs a label"):
        Entry(())
    with pytest.raises(UsageError, match="unknown side 'left'"):
        Entry(("a",), "left")  # type: ignore[arg-type]
    with pytest.raises(UsageError, match="unknown manner 'backwards'"):
        Entry(("a",), manner="backwards")  # type: ignore[arg-type]
    with pytest.raises(InputError, match="two rules are called 'a'"):
        RuleSet("x", (Rule(WordTest(), everything, "a"),) * 2)
    with pytest.raises(UsageError, match="unknown scheme of labels 'sd'"):
        RuleSet("x", (), "sd")  # type: ignore[arg-type]
    with pytest.raises(InputError, match="without commas"):
        WordTest(features=(("Case", ("Acc,Dat",)),))
    with pytest.raises(InputError, match="two conditions on the feature Case"):
        WordTest(features=(("Case", ("Acc",)), ("Case", ("Dat",))))
    with pytest.raises(InputError, match="texts without tabs"):
        WordTest(lemma=("a\tb",))
    many = Rule(WordTest(), (*everything, *(Entry((f"a{n}",)) for n in range(999))), "a")
    with pytest.raises(InputError, match="1,001 labels; a set has at most 1,000"):
        RuleSet("x", (many,))
