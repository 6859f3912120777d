"""Problems of one's own: anything with states, actions and a goal."""

from __future__ import annotations

import inspect
import json
from collections.abc import Callable, Hashable, Iterable, Iterator
from typing import Any, NamedTuple
from weakref import WeakKeyDictionary

from . import _engine, _render
from ._answer import Answer, Count, Size, Time, end
from ._held import bare, held
from ._heuristic import HeuristicLike
from ._progress import Progress, Watching
from .errors import ProblemError, RequestError


class Problem:
    """A problem of your own. Every search of the catalogue that is not for boards alone runs on it.

    States can be any hashable objects; lists, sets, dictionaries and arrays are known by what is in them.
    ``cost`` is one unless you say otherwise, and ``heuristic`` is zero.
    ``admissible = True`` or ``consistent = True`` in the class says what your heuristic promises.

    >>> import npuzzle
    >>> class Count(npuzzle.Problem):
    ...     "From one number to another, by doubling it or adding one."
    ...     def __init__(self, start, goal):
    ...         self.initial, self.goal = start, goal
    ...     def actions(self, state):
    ...         return ["double", "add one"] if state < self.goal else []
    ...     def result(self, state, action):
    ...         return state * 2 if action == "double" else state + 1
    ...     def is_goal(self, state):
    ...         return state == self.goal
    >>> result = npuzzle.solve(Count(1, 10), "bfs")
    >>> result.actions
    ['double', 'double', 'add one', 'double']
    >>> result.states, result.cost, result.proof
    ([1, 2, 4, 5, 10], 4, 'optimal')
    """

    #: Where to start.
    initial: Any = None
    #: Whether the heuristic is never above the true cost.
    admissible: bool = False
    #: Whether it never falls by more than a step costs, and is zero at goals.
    consistent: bool = False

    def actions(self, state: Any) -> Iterable[Any]:
        """What can be done in a state."""
        raise NotImplementedError

    def result(self, state: Any, action: Any) -> Hashable:
        """The state that an action leads to."""
        raise NotImplementedError

    def is_goal(self, state: Any) -> bool:
        """Whether a state is a goal."""
        raise NotImplementedError

    def cost(self, state: Any, action: Any, next_state: Any) -> Any:
        """What an action costs."""
        return 1

    def heuristic(self, state: Any) -> Any:
        """An estimate of what remains to be paid."""
        return 0


class ProblemResult(Answer):
    """The answer to the question how a problem of one's own is solved."""

    def __init__(self, report: dict[str, Any], states: list[Any], actions: list[Any]) -> None:
        self._report = report
        self._states = states
        self._actions = actions

    @property
    def problem(self) -> str:
        """The name of the problem's class."""
        return self._report["problem"]  # type: ignore[no-any-return]

    @property
    def cost(self) -> Any:
        """What the solution costs."""
        return self._report["cost"]

    @property
    def lower_bound(self) -> Any:
        """No solution is cheaper than this; ``None`` where there is none at all."""
        return self._report["lower_bound"]

    @property
    def states(self) -> list[Any]:
        """The states on the way, from the start to the goal; none without a solution."""
        return list(self._states)

    @property
    def actions(self) -> list[Any]:
        """The actions that lead from one to the next."""
        return list(self._actions)

    @property
    def moves(self) -> list[Any]:
        """The same as :attr:`actions`."""
        return self.actions

    def path(self) -> list[tuple[Any, Any]]:
        """Pairs of an action and the state it leads to; the first action is ``None``."""
        return list(zip([None, *self._actions], self._states, strict=False))

    def __repr__(self) -> str:
        if self.cost is None:
            return f"ProblemResult(status={self.status!r}, reason={self.reason!r})"
        return f"ProblemResult(steps={len(self._actions)}, cost={self.cost}, proof={self.proof!r})"

    def _texts(self) -> tuple[list[str], list[str]]:
        return [str(state) for state in self._states], [str(action) for action in self._actions]

    def __str__(self) -> str:
        return _render.problem_result_text(self._report, *self._texts())

    def _repr_html_(self) -> str:
        return _render.problem_result_html(self._report, *self._texts())


class _Node(NamedTuple):
    """As much of a search node as heuristics written for aima look at."""

    state: Any
    parent: None = None
    action: None = None
    path_cost: int = 0
    depth: int = 0


class _CostsDiffer(Exception):
    """A problem that seemed to have unit costs has others."""


#: Methods that say that every step costs one, and heuristics that say nothing, by their modules.
_LIBRARIES = ("npuzzle", "simpleai", "aima", "search")


def _is_default(problem: object, method: str, owner: str) -> bool:
    """Whether a method is the one of a library's base class."""
    function = getattr(type(problem), method, None)
    module = getattr(function, "__module__", "") or ""
    known = module.startswith(_LIBRARIES[:3]) or module == _LIBRARIES[3]
    return known and getattr(function, "__qualname__", "") == f"{owner}.{method}"


def is_problem(thing: object) -> bool:
    """Whether something is a problem and no board."""
    return (
        not isinstance(thing, (type, _engine.Board))
        and callable(getattr(thing, "actions", None))
        and callable(getattr(thing, "result", None))
    )


class _Adapter:
    """A problem in the words of the engine, whatever library it was written for."""

    def __init__(self, problem: Any, heuristic: Callable[[Any], Any] | None = None) -> None:
        self.problem = problem
        self.goal_test = self._goal_test()
        self.step_cost, self.unit_costs = self._step_cost()
        self.own_estimate = heuristic or self._estimate()

    def start(self) -> Any:
        for name in ("initial", "initial_state"):
            if hasattr(self.problem, name):
                initial = getattr(self.problem, name)
                return held(initial() if inspect.ismethod(initial) else initial)
        raise self._lacks("initial", "the state to start from")

    def steps(self, state: Any) -> Iterator[tuple[Any, Any, Any]]:
        problem, step_cost, unit_costs = self.problem, self.step_cost, self.unit_costs
        state = bare(state)
        for action in problem.actions(state):
            next_state = problem.result(state, action)
            cost = step_cost(state, action, next_state)
            if unit_costs and cost != 1:
                raise _CostsDiffer
            yield action, held(next_state), cost

    def is_goal(self, state: Any) -> Any:
        return self.goal_test(bare(state))

    def estimate(self, state: Any) -> Any:
        return self.own_estimate(bare(state)) if self.own_estimate else 0

    def _lacks(self, name: str, what: str) -> ProblemError:
        kind = type(self.problem).__name__
        return ProblemError(f"the problem {kind} has no `{name}`: expected {what}; see npuzzle.Problem")

    def _goal_test(self) -> Callable[[Any], Any]:
        for name in ("is_goal", "goal_test"):
            method = getattr(self.problem, name, None)
            if callable(method):
                return method  # type: ignore[no-any-return]
        raise self._lacks("is_goal", "a method that tells whether a state is a goal")

    def _step_cost(self) -> tuple[Callable[[Any, Any, Any], Any], bool]:
        problem = self.problem
        for name, owners in (("cost", ("Problem", "SearchProblem")), ("action_cost", ("Problem",))):
            method = getattr(problem, name, None)
            if callable(method):
                unit = any(_is_default(problem, name, owner) for owner in owners)
                return _three(method), unit
        path_cost = getattr(problem, "path_cost", None)
        if callable(path_cost):
            unit = _is_default(problem, "path_cost", "Problem")
            return lambda state, action, after: path_cost(0, state, action, after), unit
        return lambda state, action, after: 1, True

    def _estimate(self) -> Callable[[Any], Any] | None:
        problem = self.problem
        method = getattr(problem, "heuristic", None)
        if callable(method):
            silent = any(_is_default(problem, "heuristic", owner) for owner in ("Problem", "SearchProblem"))
            return None if silent else method
        method = getattr(problem, "h", None)
        if callable(method):
            return lambda state: method(_Node(state))
        return None


def _three(method: Callable[..., Any]) -> Callable[[Any, Any, Any], Any]:
    """A cost function that may leave the last argument out."""
    try:
        inspect.signature(method).bind(None, None, None)
    except TypeError:
        return lambda state, action, _: method(state, action)
    except ValueError:
        pass
    return method


class _Argument(NamedTuple):
    """A problem as the engine takes it."""

    adapter: _Adapter
    name: str
    unit_costs: bool
    admissible: bool
    consistent: bool
    proved: bool


def _argument(problem: Any, adapter: _Adapter, unit_costs: bool, claims: Any) -> _Argument:
    admissible, consistent = problem_proofs(claims).get("claims", (False, False))
    proved = admissible or consistent
    if not proved:
        consistent = bool(getattr(claims, "consistent", False))
        admissible = consistent or bool(getattr(claims, "admissible", False))
    return _Argument(adapter, type(problem).__name__, unit_costs, admissible, consistent, proved)


#: What audits have shown of the heuristics of problems: whether they are admissible and consistent.
_PROOFS: WeakKeyDictionary[Any, dict[str, tuple[bool, bool]]] = WeakKeyDictionary()


def problem_proofs(problem: object) -> dict[str, tuple[bool, bool]]:
    """What an audit has shown of a problem. One that cannot be remembered has no proofs."""
    try:
        return _PROOFS.setdefault(problem, {})
    except TypeError:
        return {}


def _is_silent(adapter: _Adapter) -> bool:
    return adapter.own_estimate is None


def search(
    problem: Any,
    algorithm: str | None,
    heuristic: HeuristicLike | Callable[[Any], Any] | None,
    *,
    time_limit: Time | None,
    node_limit: Count | None,
    memory_limit: Size | None,
    threads: int | None,
    progress: Progress,
) -> ProblemResult:
    """Solve a problem of one's own; see :func:`npuzzle.solve`."""
    if algorithm is not None and not isinstance(algorithm, str):
        raise RequestError(f"algorithm: {algorithm!r} is no text: expected a name")
    if algorithm == "auto":
        algorithm = None
    name = None
    adapter = _Adapter(problem)
    claims = problem
    if isinstance(heuristic, str):
        name = None if heuristic == "heuristic" else heuristic
    elif callable(heuristic):
        adapter, claims = _Adapter(problem, heuristic), heuristic
    elif heuristic is not None:
        raise RequestError(f"heuristic: {heuristic!r} is neither `zero` nor a function from a state to a number")
    if name is None and _is_silent(adapter):
        name = "zero"

    def ask(unit_costs: bool) -> Any:
        adapter.unit_costs = unit_costs
        with Watching(progress) as watch:
            return _engine.search(
                _argument(problem, adapter, unit_costs, claims),
                algorithm,
                name,
                time_limit=time_limit,
                node_limit=node_limit,
                memory_limit=memory_limit,
                threads=1 if threads is None else threads,
                watch=watch,
            )

    (answer, raised), states, actions = ask(adapter.unit_costs)
    if isinstance(raised, _CostsDiffer):
        (answer, raised), states, actions = ask(False)
    states = [bare(state) for state in states]
    result = None if answer is None else ProblemResult(json.loads(answer), states, actions)
    if raised is not None:
        end(raised, result)
    assert result is not None
    return result


def audit_problem(
    problem: Any,
    *,
    time_limit: Time | None,
    node_limit: Count | None,
    memory_limit: Size | None,
    progress: Progress,
) -> tuple[dict[str, Any], list[Any], BaseException | None]:
    """Judge the heuristic of a problem of one's own on all states that can be reached."""
    adapter = _Adapter(problem)
    adapter.unit_costs = False
    with Watching(progress) as watch:
        (answer, raised), states = _engine.audit_problem(
            _argument(problem, adapter, False, None),
            time_limit=time_limit,
            node_limit=node_limit,
            memory_limit=memory_limit,
            watch=watch,
        )
    report = {} if answer is None else json.loads(answer)
    return report, [bare(state) for state in states], raised
