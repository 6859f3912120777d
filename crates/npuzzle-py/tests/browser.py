"""A browser without a screen, for the scripts of cards and widgets."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
from elsewhere import PATIENCE

_PROGRAMS = ["chromium-headless-shell", "chromium", "chromium-browser", "google-chrome"]
_BROWSER = next(filter(None, map(shutil.which, _PROGRAMS)), None)

#: For tests that need it.
needs_browser = pytest.mark.skipif(_BROWSER is None, reason="no browser")

#: What a script calls at its end, with what it has seen.
TELL = """
function tell(seen) {
  const out = document.createElement("script");
  out.type = "application/json";
  out.textContent = JSON.stringify(seen);
  document.body.replaceChildren(out);
}
"""


def told_by_page(folder: Path, page: str) -> Any:
    """What the scripts of a page tell. Time passes there as fast as they wait for it."""
    assert _BROWSER is not None
    file = folder / "page.html"
    file.write_text(f"<!doctype html><meta charset=utf-8><script>{TELL}</script>{page}", "utf-8")
    options = ["--headless", "--no-sandbox", "--disable-gpu", "--virtual-time-budget=60000", "--dump-dom"]
    shown = subprocess.run(
        [_BROWSER, *options, f"--user-data-dir={folder / 'profile'}", file.as_uri()],
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    found = re.search(r'<script type="application/json">(.*?)</script>', shown.stdout, re.DOTALL)
    assert found is not None, shown.stderr
    return json.loads(found[1])
