"""Values packed into a page."""

from __future__ import annotations

import base64
import json
import zlib

from hypothesis import given
from hypothesis import strategies as st

from wordorder.report.page.embedding import data_element, packed

TEXT = st.text(st.characters(), max_size=20)  # lone surrogates included
VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | TEXT,
    lambda inner: st.lists(inner) | st.dictionaries(TEXT, inner),
    max_leaves=10,
)


@given(VALUES)
def test_a_value_comes_back(value) -> None:
    raw = zlib.decompress(base64.b64decode(packed(value)), -zlib.MAX_WBITS)
    assert json.loads(raw.decode()) == value


@given(VALUES)
def test_a_value_cannot_leave_its_element(value) -> None:
    assert data_element("a", value).count("<") == 2
