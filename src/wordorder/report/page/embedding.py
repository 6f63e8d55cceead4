"""Data inside the page, compressed."""

from __future__ import annotations

import base64
import json
import zlib


def packed(value: object) -> str:
    """JSON, compressed (raw deflate) and in Base64; `unpacked` of data.js reads it.

    Lone surrogates become escapes, as UTF-8 has no form for them.

    Examples:
        >>> squeezed = base64.b64decode(packed({"plots": {}}))
        >>> zlib.decompress(squeezed, -zlib.MAX_WBITS)
        b'{"plots":{}}'
    """
    text = json.dumps(value, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    squeezer = zlib.compressobj(9, zlib.DEFLATED, -zlib.MAX_WBITS)
    squeezed = squeezer.compress(text.encode("utf-8", "backslashreplace")) + squeezer.flush()
    return base64.b64encode(squeezed).decode("ascii")


def data_element(name: str, value: object) -> str:
    """The value as an element that the browser neither shows nor runs."""
    return f'<script type="text/plain" id="{name}">{packed(value)}</script>'
