"""Your own problems: anything with states, actions and a goal."""

from __future__ import annotations

import inspect
import json
import sys
from collections.abc import Callable, Hashable, Iterable, Iterator
from typing import Any, NamedTuple

from . import _engine, _render
from ._answer import Answer, end
from ._held import Held, bare, held
from ._heuristic import HeuristicLike
from ._progress import Progress, Watching
from ._proofs import Proof, Proofs
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
    initial: Any
    #: Whether the heuristic is never above the true cost.
    admissible: bool = False
    #: Whether it never falls by more than a step costs, and is zero at goals.
    consistent: bool = False

    def actions(self, state: Any) -> Iterable[Any]:
        """What can be done in a state."""
        raise _unwritten(self, "actions")

    def result(self, state: Any, action: Any) -> Hashable:
        """The state that an action leads to."""
        raise _unwritten(self, "result")

    def is_goal(self, state: Any) -> bool:
        """Whether a state is a goal."""
        raise _unwritten(self, "is_goal")

    def cost(self, state: Any, action: Any, next_state: Any) -> Any:
        """What an action costs."""
        return 1

    def heuristic(self, state: Any) -> Any:
        """An estimate of what remains to be paid."""
        return 0


def _unwritten(problem: object, method: str) -> ProblemError:
    name = type(problem).__name__
    return ProblemError(f"{name} has no method `{method}`: expected one; see npuzzle.Problem")


class ProblemResult(Answer):
    """The answer to the question how your own problem is solved."""

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

    def to_json(self, indent: int | None = None) -> str:
        """The whole answer as JSON, with states and actions as texts."""
        states, actions = self._texts()
        named = dict(self._report)
        if states:
            named.update(start=states[0], goal=states[-1], goals=[], path=states, moves=actions)
        else:
            named.update(start=None, goal=None, goals=[])
        return json.dumps(named, indent=indent)

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


def _is_default(problem: object, method: str) -> bool:
    """Whether a method is the one of a library's base class: a cost of one, an estimate of nothing."""
    function = getattr(getattr(problem, method, None), "__func__", None)
    bases = [Problem]
    for module, name in (("simpleai.search.models", "SearchProblem"), ("aima3.search", "Problem")):
        bases.append(getattr(sys.modules.get(module), name, Problem))
    return any(function is getattr(base, method, problem) for base in bases)


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
        problem, step_cost, given = self.problem, self.step_cost, state
        state = bare(given)
        actions = problem.actions(state)
        if actions is None:
            raise ProblemError(
                "`actions` returned None: expected a list of actions; is a `return` missing?"
            )
        for action in actions:
            next_state = problem.result(state, action)
            cost = step_cost(state, action, next_state)
            if type(given) is Held:
                given.check("result")
            yield action, held(next_state), cost

    def is_goal(self, state: Any) -> Any:
        answer = self.goal_test(bare(state))
        if type(state) is Held:
            state.check("is_goal")
        return answer

    def estimate(self, state: Any) -> Any:
        answer = self.own_estimate(bare(state)) if self.own_estimate else 0
        if type(state) is Held:
            state.check("heuristic")
        return answer

    def _lacks(self, name: str, what: str) -> ProblemError:
        kind = type(self.problem).__name__
        return ProblemError(f"the problem {kind} has no `{name}`: expected {what}; see npuzzle.Problem")

    def _goal_test(self) -> Callable[[Any], Any]:
        for name in ("is_goal", "goal_test"):
            method = getattr(self.problem, name, None)
            if callable(method):
                return method  # type: ignore[no-any-return]
        raise self._lacks("is_goal", "a method that says whether a state is a goal")

    def _step_cost(self) -> tuple[Callable[[Any, Any, Any], Any], bool]:
        problem = self.problem
        for name in ("cost", "action_cost"):
            method = getattr(problem, name, None)
            if callable(method):
                return _three(method), _is_default(problem, name)
        path_cost = getattr(problem, "path_cost", None)
        if callable(path_cost):
            unit = _is_default(problem, "path_cost")
            return lambda state, action, after: path_cost(0, state, action, after), unit
        return lambda state, action, after: 1, True

    def _estimate(self) -> Callable[[Any], Any] | None:
        problem = self.problem
        method = getattr(problem, "heuristic", None)
        if callable(method):
            return None if _is_default(problem, "heuristic") else method
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
    evidence: _engine.Evidence | None
    refuted: bool


def _argument(problem: Any, adapter: _Adapter, unit_costs: bool, claims: Any) -> _Argument:
    known = problem_proofs(claims).get(None)
    admissible, consistent, evidence = known or (False, False, None)
    # What an audit has refuted is no claim any more.
    if known is None:
        consistent = bool(getattr(claims, "consistent", False))
        admissible = consistent or bool(getattr(claims, "admissible", False))
    name, refuted = type(problem).__name__, known is not None and not known.admissible
    return _Argument(adapter, name, unit_costs, admissible, consistent, evidence, refuted)


#: What audits have shown of the heuristics of problems.
PROOFS: Proofs[None] = Proofs()


def problem_proofs(problem: object) -> dict[None, Proof]:
    """What an audit has shown of the heuristic of a problem."""
    return PROOFS.of(problem)


def _is_silent(adapter: _Adapter) -> bool:
    return adapter.own_estimate is None


def search(
    problem: Any,
    algorithm: str | None,
    heuristic: HeuristicLike | Callable[[Any], Any] | None,
    limits: dict[str, Any],
    progress: Progress,
) -> ProblemResult:
    """Solve your own problem; see :func:`npuzzle.solve`."""
    if algorithm is not None and not isinstance(algorithm, str):
        raise RequestError(f"algorithm: {algorithm!r} is not a text: expected a name")
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
        raise RequestError(
            f"heuristic: {heuristic!r} is neither `zero` nor a function from a state to a number"
        )
    if name is None and _is_silent(adapter):
        name = "zero"

    argument = _argument(problem, adapter, adapter.unit_costs, claims)
    if limits.get("threads") is None:
        limits = {**limits, "threads": 1}
    with Watching(progress) as watch:
        (answer, raised), states, actions = _engine.search(
            argument, algorithm, name, limits, watch=watch
        )
    result = None
    if answer is not None:
        result = ProblemResult(json.loads(answer), [bare(state) for state in states], actions)
    if raised is not None:
        end(raised, result)
    assert result is not None
    if argument.refuted and name is None and result.proof == "found":
        result._report["reason"] = "an audit has shown that the heuristic is not admissible"
    return result


#: An audit of a problem ends at so many states unless a limit says otherwise: there may be no end.
USUAL_STATES = 1_000_000


def audit_problem(
    problem: Any, limits: dict[str, Any], progress: Progress
) -> tuple[dict[str, Any], list[Any], _engine.Evidence | None, BaseException | None]:
    """Test the heuristic of your own problem on all states that can be reached."""
    adapter = _Adapter(problem)
    if limits.get("node_limit") is None:
        limits = {**limits, "node_limit": USUAL_STATES}
    with Watching(progress) as watch:
        (answer, raised), states, evidence = _engine.audit_problem(
            _argument(problem, adapter, False, None), limits, watch=watch
        )
    report = {} if answer is None else json.loads(answer)
    return report, [bare(state) for state in states], evidence, raised
