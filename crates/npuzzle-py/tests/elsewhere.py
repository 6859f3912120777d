"""Python in a process of its own: for whatever could take this one down."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import textwrap

#: A guard against waiting without end, on the busiest machine: no test depends on how long it is.
PATIENCE = 300.0


def run(program: str, *, patience: float = PATIENCE) -> subprocess.CompletedProcess[str]:
    """The program's end. A program that does not end fails the test."""
    return subprocess.run(
        [sys.executable, "-X", "faulthandler", "-c", textwrap.dedent(program)],
        capture_output=True,
        text=True,
        timeout=patience,
        env={**os.environ, "PYTHONIOENCODING": "utf-8"},
        check=False,
    )


def output(program: str, *, patience: float = PATIENCE) -> str:
    """What the program prints; it must end well and say nothing on the side."""
    done = run(program, patience=patience)
    assert done.returncode == 0 and not done.stderr, (done.returncode, done.stdout, done.stderr)
    return done.stdout


def interrupted(program: str) -> str:
    """What a program prints after Ctrl-C, which comes when it has printed the line ``ready``."""
    running = subprocess.Popen(
        [sys.executable, "-X", "faulthandler", "-c", textwrap.dedent(program)],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    try:
        assert running.stdout is not None
        assert running.stdout.readline().strip() == "ready"
        running.send_signal(signal.SIGINT)
        return running.communicate(timeout=PATIENCE)[0]
    finally:
        running.kill()
        running.wait()
