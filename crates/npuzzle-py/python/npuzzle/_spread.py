"""Work on many items, spread over the workers of an executor.

Items travel in chunks. How many make up a chunk follows from what they take: tens of milliseconds are
long beside what it costs to send them, and short beside what there is to do. At first a few chunks are
on their way, and with each that comes back one more, until there are enough for a large cluster.

A worker may be lost, with what it was at. Its items are sent again, each by itself, so that one that
takes its worker down does not take others with it; after a few times it is given up.
"""

from __future__ import annotations

import itertools
import os
import time
from collections import Counter, deque
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, TypeAlias

from . import _engine
from ._progress import Progress, Watching
from .errors import RequestError

if TYPE_CHECKING:
    import queue

    from ._engine import Token
    from ._executors import Future, Pool

#: The number of an item, and what came of it or what went wrong.
Numbered: TypeAlias = "tuple[int, Any, BaseException | None]"
#: The same of the items of a chunk, in order.
Outcomes: TypeAlias = "list[tuple[Any, BaseException | None]]"
#: What is done with the items of a chunk.
Work: TypeAlias = Callable[[Any, Sequence[Any]], Outcomes]

#: What a chunk is to take, in seconds.
CHUNK_SECONDS = 0.05
#: A chunk has so many items at first, and at most; it grows by so much at a time.
FIRST_ITEMS, MOST_ITEMS, MOST_GROWTH = 1, 1024, 4
#: Chunks that are on their way, at first and at most.
FIRST_WINDOW, LARGEST_WINDOW = 16, 1024
#: How often one looks up from waiting, in seconds, and how often watchers are told.
INTERVAL = TELLING_INTERVAL = 0.1


def run_chunk(work: Work, question: Any, items: Sequence[Any]) -> tuple[float, Outcomes]:
    """What a worker does, and how long it took."""
    began = time.perf_counter()
    outcomes = [(value, error and portable(error)) for value, error in work(question, items)]
    return time.perf_counter() - began, outcomes


def portable(error: BaseException) -> BaseException:
    """An exception that can be sent: itself, or its words."""
    import pickle

    try:
        pickle.loads(pickle.dumps(error))
    except Exception:
        return RuntimeError(f"{type(error).__name__}: {error}")
    return error


def spread(
    pool: Pool, work: Work, question: Any, items: Sequence[Any], is_over: Callable[[], bool]
) -> Iterator[Numbered]:
    """What comes of the items, as they are done. When it ends, so does all work."""
    sender = _Sender(pool, work, question, items)
    try:
        while sender.is_busy:
            sender.send()
            if is_over():
                return
            yield from sender.receive()
    finally:
        sender.close()


def in_order(
    outcomes: Iterator[Numbered], held: dict[int, tuple[Any, BaseException | None]]
) -> Iterator[Numbered]:
    """The outcomes by their numbers. Those that are done too early are in ``held`` meanwhile."""
    expected = 0
    for number, value, error in outcomes:
        held[number] = (value, error)
        while expected in held:
            yield expected, *held.pop(expected)
            expected += 1
    # Ended early: what is done is given all the same.
    for number in sorted(held):
        yield number, *held.pop(number)


def counted(
    outcomes: Iterator[Numbered], total: int, progress: Progress
) -> Generator[Numbered, None, None]:
    """The same outcomes, while watchers are told how many there are, and once when all are there."""
    told = time.monotonic()
    with Watching(progress) as watch:
        for done, outcome in enumerate(outcomes, 1):
            is_due = done == total or time.monotonic() - told >= TELLING_INTERVAL
            if watch is not None and is_due:
                told = time.monotonic()
                watch(done, total, "boards")
            yield outcome


def is_over(token: Token | None) -> Callable[[], bool]:
    """Asks whether a token was cancelled."""
    return lambda: token is not None and token.cancelled


def alone_among_others(fields: Mapping[str, Any]) -> dict[str, Any]:
    """The fields for a worker on a machine with as many workers as there is room for: one thread
    each, and its share of the memory, unless they say otherwise."""
    threads = threads_of(fields)
    share = _engine.usual_memory() * threads // max(os.cpu_count() or 1, threads)
    memory = fields.get("memory_limit")
    return {**fields, "threads": threads, "memory_limit": share if memory is None else memory}


def threads_of(fields: Mapping[str, Any]) -> int:
    """How many threads a search uses on a worker: one unless the question says otherwise."""
    asked = fields.get("threads")
    try:
        return 1 if asked is None else int(asked)
    except (TypeError, ValueError):
        raise RequestError(f"threads: {asked!r} is not a number of threads") from None


class _Sender:
    """Sends chunks and hears of them."""

    def __init__(self, pool: Pool, work: Work, question: Any, items: Sequence[Any]) -> None:
        # Only those who spread work pay for this.
        import queue

        self.pool, self.work, self.items = pool, work, items
        self.question = pool.share(question)
        self.unsent = iter(range(len(items)))
        self.left = len(items)
        #: Items whose worker was lost.
        self.again: deque[int] = deque()
        self.losses: Counter[int] = Counter()
        self.pending: dict[Future, list[int]] = {}
        self.arrived: queue.SimpleQueue[Future] = queue.SimpleQueue()
        self.window = FIRST_WINDOW
        self.size = FIRST_ITEMS
        self.has_sent = False
        #: Why nothing more can be sent.
        self.broken: BaseException | None = None

    @property
    def is_busy(self) -> bool:
        return bool(self.left or self.again or self.pending)

    def send(self) -> None:
        """Sends as much as may be on its way."""
        while (self.left or self.again) and len(self.pending) < self.window and not self.broken:
            numbers = self._next_chunk()
            chunk = [self.items[number] for number in numbers]
            try:
                future = self.pool.submit(run_chunk, self.work, self.question, chunk)
            except RuntimeError as error:
                # The executor was shut down, or has broken with a worker.
                if not self.has_sent:
                    raise
                self.broken = error
                self.again.extend(numbers)
                return
            self.has_sent = True
            self.pending[future] = numbers
            future.add_done_callback(self.arrived.put)

    def _next_chunk(self) -> list[int]:
        if self.again:
            return [self.again.popleft()]
        numbers = list(itertools.islice(self.unsent, self.size))
        self.left -= len(numbers)
        return numbers

    def receive(self) -> Iterator[Numbered]:
        """Waits a while for a chunk, and gives what came of its items."""
        if self.broken and not self.pending:
            lost = [*self.again, *self.unsent]
            self.again.clear()
            self.left = 0
            yield from ((number, None, self.broken) for number in lost)
            return
        future = self._arrival()
        if future is None:
            return
        numbers = self.pending.pop(future)
        try:
            seconds, outcomes = future.result()
        except Exception as error:
            if not self.pool.is_loss(error):
                raise
            yield from self._lost(numbers, error)
            return
        self._learn(seconds, len(numbers))
        for number, outcome in zip(numbers, outcomes, strict=True):
            yield number, *outcome

    def _arrival(self) -> Future | None:
        """A chunk that has come back; ``None`` if none has for a while."""
        import queue

        try:
            return self.arrived.get(timeout=INTERVAL)
        except queue.Empty:
            return None

    def _lost(self, numbers: list[int], error: BaseException) -> Iterator[Numbered]:
        if len(numbers) > 1:
            # It may be one of them that took the worker down: the next time each goes alone.
            self.again.extend(numbers)
            return
        (number,) = numbers
        self.losses[number] += 1
        if self.losses[number] > self.pool.retries:
            yield number, None, error
        else:
            self.again.append(number)

    def _learn(self, seconds: float, count: int) -> None:
        self.window = min(self.window + 1, LARGEST_WINDOW)
        wanted = int(CHUNK_SECONDS * count / max(seconds, 1e-6))
        self.size = max(1, min(wanted, self.size * MOST_GROWTH, MOST_ITEMS))

    def close(self) -> None:
        for future in self.pending:
            self.pool.cancel(future)
