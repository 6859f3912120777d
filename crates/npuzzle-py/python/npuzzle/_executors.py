"""Where work is done besides this process: Ray, Dask, or any executor of ``concurrent.futures``.

None of them is started here, and none is imported before it is asked for.
"""

from __future__ import annotations

import concurrent.futures
import pickle
from collections.abc import Callable
from typing import Any, Protocol, TypeAlias

from ._engine import Token
from ._optional import needed
from .errors import RequestError

#: ``None`` (this process), ``"ray"``, ``"dask"``, or an executor.
ExecutorLike: TypeAlias = "str | concurrent.futures.Executor | None"

Future: TypeAlias = "concurrent.futures.Future[Any]"

#: An item whose worker was lost is sent again so often, unless the executor does so itself.
RETRIES = 3


class Pool(Protocol):
    """Takes work, and gives futures for it."""

    #: Ends work that goes on in threads of this process.
    token: Token | None
    #: So often an item is sent again whose worker was lost.
    retries: int

    def share(self, question: Any) -> Any:
        """The part that all work has in common, as :meth:`submit` takes it."""

    def submit(self, work: Callable[..., Any], *arguments: Any) -> Future:
        """Has work done."""

    def cancel(self, future: Future) -> None:
        """Ends work that is not wanted any more, as far as that is possible."""

    def is_loss(self, error: BaseException) -> bool:
        """Whether this says that a worker was lost, and not what its work has raised."""


class _Executor:
    """An executor of ``concurrent.futures``."""

    def __init__(
        self, executor: concurrent.futures.Executor, losses: tuple[type, ...], retries: int
    ) -> None:
        self.executor = executor
        self.losses = losses
        self.retries = retries
        in_threads = isinstance(executor, concurrent.futures.ThreadPoolExecutor)
        self.token = Token() if in_threads else None

    def share(self, question: Any) -> Any:
        if isinstance(self.executor, concurrent.futures.ProcessPoolExecutor):
            try:
                pickle.dumps(question)
            except Exception as error:
                raise RequestError(
                    f"executor: this cannot be sent to other processes ({error}): define functions and problems in "
                    "a module, or use Ray or Dask, which also send those of a notebook"
                ) from error
        return question

    def submit(self, work: Callable[..., Any], *arguments: Any) -> Future:
        return self.executor.submit(work, *arguments)

    def cancel(self, future: Future) -> None:
        future.cancel()
        if self.token is not None:
            self.token.cancel()

    def is_loss(self, error: BaseException) -> bool:
        return isinstance(error, self.losses)


class _Ray:
    """The session of Ray that this process is connected to."""

    token: Token | None = None
    retries = RETRIES

    def __init__(self, threads: int) -> None:
        self.ray = needed("ray", 'executor="ray"')
        self.check_session()
        # Lost work is sent anew here, board by board, and not as it was.
        self.options = {"num_cpus": threads, "max_retries": 0}
        self.remote: dict[Any, Any] = {}
        self.running: dict[Future, Any] = {}

    def check_session(self) -> None:
        """Asked before every call: most of them would start Ray on this machine."""
        if not self.ray.is_initialized():
            raise RequestError(
                "executor: this process is not connected to Ray: call ray.init() to use this machine, or "
                'ray.init(address="auto") to use the cluster it is in'
            )

    def share(self, question: Any) -> Any:
        self.check_session()
        return self.ray.put(question)

    def submit(self, work: Callable[..., Any], *arguments: Any) -> Future:
        self.check_session()
        if work not in self.remote:
            self.remote[work] = self.ray.remote(**self.options)(work)
        running = self.remote[work].remote(*arguments)
        future: Future = running.future()
        self.running[future] = running
        future.add_done_callback(lambda done: self.running.pop(done, None))
        return future

    def cancel(self, future: Future) -> None:
        running = self.running.pop(future, None)
        if running is not None and self.ray.is_initialized():
            self.ray.cancel(running)

    def is_loss(self, error: BaseException) -> bool:
        errors = self.ray.exceptions
        return isinstance(error, errors.RayError) and not isinstance(error, errors.RayTaskError)


def pool_of(executor: Any, threads: int) -> Pool:
    """The place for work that uses so many threads at a time."""
    if executor == "ray":
        return _Ray(threads)
    if executor == "dask":
        distributed = needed("distributed", 'executor="dask"', "dask")
        try:
            executor = distributed.get_client()
        except ValueError:
            raise RequestError(
                "executor: there is no client of Dask: make one, as in "
                'dask.distributed.Client("tcp://scheduler:8786"), or Client() to use this machine'
            ) from None
    losses: tuple[type, ...] = (concurrent.futures.BrokenExecutor,)
    retries = RETRIES
    if hasattr(executor, "get_executor"):
        distributed = needed("distributed", 'executor="dask"', "dask")
        losses = (*losses, distributed.KilledWorker, distributed.CancelledError, OSError)
        executor = executor.get_executor(pure=False)
        # It sends lost work again itself, before it gives up.
        retries = 0
    if isinstance(executor, concurrent.futures.Executor):
        return _Executor(executor, losses, retries)
    raise RequestError(
        f"executor: {executor!r} is not known: expected 'ray', 'dask' or an executor of concurrent.futures"
    )
