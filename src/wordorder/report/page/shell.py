"""The frame of every page: its head, and a policy that runs our own scripts and loads nothing."""

from __future__ import annotations

import base64
import hashlib
import re
from typing import TYPE_CHECKING

from wordorder.output.html import html_text

if TYPE_CHECKING:
    from collections.abc import Sequence

# Would end a script or style early, or hide its end.
_LEAVES = re.compile(r"</(?:script|style)|<!--|<script", re.IGNORECASE)


def shell(title: str, style: str, body: str, scripts: Sequence[str]) -> str:
    """A page.

    Args:
        title: Text of the title.
        style: The style sheet.
        body: HTML of the body.
        scripts: Scripts to run, in this order, once the body is there.

    Raises:
        ValueError: A script or the style sheet contains text that HTML would take for its end.
    """
    for text in (style, *scripts):
        if found := _LEAVES.search(text):
            raise ValueError(f"a script or style may not contain {found[0]!r}")
    run = "".join(f"<script>{script}</script>\n" for script in scripts)
    return f"""<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{_policy(style, scripts)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>{html_text(title)}</title>
<style>{style}</style>
</head>
<body>
{body}
{run}</body>
</html>
"""


def _policy(style: str, scripts: Sequence[str]) -> str:
    """Nothing may be loaded, not even by mistake, and only these scripts may run."""
    allowed = " ".join(map(_hash, scripts)) or "'none'"
    return (
        f"default-src 'none'; script-src {allowed}; style-src {_hash(style)}; "
        "img-src data: blob:; base-uri 'none'; form-action 'none'"
    )


def _hash(text: str) -> str:
    digest = hashlib.sha256(text.encode()).digest()
    return f"'sha256-{base64.b64encode(digest).decode('ascii')}'"
