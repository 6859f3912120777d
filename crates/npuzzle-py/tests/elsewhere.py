"""Python in a process of its own: for whatever could take this one down."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import textwrap
import time

#: Far more than any of these programs needs, and less than anybody waits for.
PATIENCE = 60.0
#: The same for a program that was told to end.
LITTLE_PATIENCE = 10.0


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


def interrupted(program: str, *, after: float = 0.3) -> tuple[float, str]:
    """How long a program goes on once it is sent Ctrl-C, and what it prints.

    The program prints a first line when it begins; Ctrl-C comes ``after`` seconds later.
    """
    running = subprocess.Popen(
        [sys.executable, "-X", "faulthandler", "-c", textwrap.dedent(program)],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    try:
        assert running.stdout is not None
        assert running.stdout.readline().strip() == "ready"
        time.sleep(after)
        running.send_signal(signal.SIGINT)
        sent = time.monotonic()
        printed, _ = running.communicate(timeout=LITTLE_PATIENCE)
        return time.monotonic() - sent, printed
    finally:
        running.kill()
        running.wait()
