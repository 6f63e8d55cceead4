"""How the names of judged systems meet the names of scored ones."""

from __future__ import annotations

import re
from contextlib import closing
from itertools import islice
from typing import TYPE_CHECKING

from wordorder.errors import Argument, InputError
from wordorder.output import counted, listed
from wordorder.text import quoted, read_cells

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from wordorder.text import Input

_ENDING = re.compile(r"(?:\.(?:txt|text|out|hyp))?(?:\.(?:gz|xz|zst))?$")
_MOST_PARTS = 50  # a name with more dots is damage


def read_names(source: Input) -> dict[str, str]:
    r"""Read which judged system is which scored one: two columns without a heading.

    Args:
        source: A file with the name in the judgements, a tab, and the name in the scores.

    Raises:
        InputError: It cannot be read, a line has not two names, or a name stands there twice.

    Examples:
        >>> import io
        >>> read_names(io.StringIO("online-A\tnewstest2013.ONLINE_A\n"))
        {'online-A': 'newstest2013.ONLINE_A'}
    """
    names: dict[str, str] = {}
    scored: set[str] = set()
    with closing(read_cells(source, "bare")) as rows:
        for place, cells in rows:
            if len(cells) != 2 or not all(cell.strip() for cell in cells):
                found = counted(len([cell for cell in cells if cell.strip()]), "name")
                what = f"{found}, expected two with a tab between: that in the judgements, that in"
                raise place.error(f"{what} the scores")
            judged, score = (cell.strip() for cell in cells)
            if judged in names or score in scored:
                twice = judged if judged in names else score
                raise place.error(f"'{quoted(twice)}' is there twice")
            names[judged] = score
            scored.add(score)
    return names


def meet(
    judged: Sequence[str], scored: Sequence[str], pair: str, names: Mapping[str, str] | None
) -> dict[str, str]:
    """Find the scored name of each judged name.

    `names` decides where it says something. Otherwise they meet if they are equal; or else if one
    is the end of the other, after a dot or after the language pair, and nothing else fits. The
    longer one may have the ending of a file, such as `.txt`.

    Args:
        judged: The names in the judgements.
        scored: The names in the scores.
        pair: The language pair.
        names: Scored names by judged ones.

    Returns:
        Scored names by judged ones, without those that meet none.

    Raises:
        InputError: A name fits several others.

    Examples:
        >>> meet(["CNGL_DCU.2703"], ["newstest2013.de-en.CNGL_DCU.2703"], "de-en", None)
        {'CNGL_DCU.2703': 'newstest2013.de-en.CNGL_DCU.2703'}
    """
    told = {one: names[one] for one in judged if one in names} if names else {}
    known = set(scored)
    found = {one: other for one, other in told.items() if other in known}
    rest = [one for one in judged if one not in told]
    taken = set(found.values())
    exact = {one: one for one in rest if one in known and one not in taken}
    found |= exact
    taken |= exact.keys()
    rest = [one for one in rest if one not in exact]
    free = [one for one in scored if one not in taken]
    fits = {one: [other] for one, other in found.items()} | _fits(rest, free, pair)
    _refuse_ambiguous(fits, "judged", "scored")
    backwards: dict[str, list[str]] = {}
    for one, others in fits.items():
        backwards.setdefault(others[0], []).append(one)
    _refuse_ambiguous(backwards, "scored", "judged")
    return {one: others[0] for one, others in fits.items()}


def _refuse_ambiguous(fits: Mapping[str, Sequence[str]], kind: str, other_kind: str) -> None:
    for one, others in fits.items():
        if len(others) > 1:
            shown = listed([f"'{quoted(other)}'" for other in others])
            raise InputError(
                f"the {kind} system '{quoted(one)}' may be any of the {other_kind} systems {shown}"
                "; say which with ",
                Argument("names"),
            )


def _fits(judged: Sequence[str], scored: Sequence[str], pair: str) -> dict[str, list[str]]:
    """The scored names that fit each judged name, without those that nothing fits."""
    whole = set(scored)
    by_tail: dict[str, list[str]] = {}
    for name in scored:
        for tail in _tails(name, pair):
            by_tail.setdefault(tail, []).append(name)
    fits = {}
    for name in judged:
        longer = [tail for tail in _tails(name, pair) if tail in whole]
        if found := list(dict.fromkeys([*by_tail.get(name, ()), *longer])):
            fits[name] = found
    return fits


def _tails(name: str, pair: str) -> list[str]:
    """What follows a dot, or the language pair, with and without the ending of a file."""
    tails = []
    for whole in (name, _ENDING.sub("", name)):
        dots = [found.end() for found in islice(re.finditer(r"\.", whole), _MOST_PARTS)]
        after = re.search(rf"(?:^|[._/-]){re.escape(pair)}[._/-]", whole)
        starts = [0, *dots, *([after.end()] if after else [])]
        tails += [whole[start:] for start in starts]
    return list(dict.fromkeys(filter(None, tails)))
