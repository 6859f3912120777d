"""Ray and Dask, each on a cluster of two workers: what ``clusters.py`` has checked."""

from __future__ import annotations

import importlib.util
import os
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

import clusters
import pytest
from elsewhere import PATIENCE

#: The library of each.
LIBRARIES = {"ray": "ray", "dask": "distributed"}
CHECKS = ["nothing_is_started", *(check.__name__ for check in clusters.CHECKS)]


#: What Ray says on a machine that is too busy to begin within the 30 seconds that it gives itself.
HAS_NOT_BEGUN = "timed out during startup"
#: So often a cluster is tried to begin.
MOST_BEGINNINGS = 10


@pytest.fixture(scope="module")
def said() -> dict[str, str]:
    """What the programs have printed."""
    waiting = {kind for kind, library in LIBRARIES.items() if importlib.util.find_spec(library)}
    told: dict[str, str] = {}
    for _ in range(MOST_BEGINNINGS):
        told |= told_by(waiting)
        waiting = {kind for kind in waiting if HAS_NOT_BEGUN in told[kind]}
        if not waiting:
            break
    return told


def told_by(kinds: Iterable[str]) -> dict[str, str]:
    """What the programs of these clusters print. They run at the same time."""
    running = {
        kind: subprocess.Popen(
            [sys.executable, "-X", "faulthandler", str(Path(clusters.__file__)), kind],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            env={**os.environ, "RAY_USAGE_STATS_ENABLED": "0"},
        )
        for kind in kinds
    }
    try:
        return {kind: program.communicate(timeout=PATIENCE)[0] for kind, program in running.items()}
    finally:
        for program in running.values():
            program.kill()
            program.wait()


@pytest.mark.skipif(sys.platform == "win32", reason="workers are killed by a signal")
@pytest.mark.parametrize("kind", LIBRARIES)
@pytest.mark.parametrize("check", CHECKS)
def test_on_a_cluster(kind: str, check: str, said: dict[str, str]) -> None:
    if kind not in said:
        reason = f"{LIBRARIES[kind]} is not installed"
        assert "CI" not in os.environ, reason
        pytest.skip(reason)
    assert f"ok {check}\n" in said[kind], said[kind]
