"""Your own problems: anything with states, actions and a goal."""

from __future__ import annotations

import inspect
import json
import sys
from collections.abc import Callable, Hashable, Iterable, Iterator
from typing import Any, NamedTuple

from . import _engine, _render
from ._answer import Answer, end
from ._ask import given
from ._fingerprint import fingerprint
from ._held import Held, bare, held
from ._heuristic import HeuristicLike
from ._page import Card
from ._progress import Progress, Watching
from ._proofs import Proof, Proofs
from ._warn import warn_caller
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


class ProblemResult(Answer, Card):
    """The answer to the question how a problem is solved.

    >>> import npuzzle
    >>> result = npuzzle.problem("hanoi(3,2)").solve("bfs")
    >>> result
    ProblemResult(steps=3, cost=3, proof='optimal')
    >>> result.actions
    ['disk 1 to peg 2', 'disk 2 to peg 3', 'disk 1 to peg 3']
    """

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
    if isinstance(thing, (type, str, list, tuple, _engine.Board)):
        return False
    if getattr(thing, "is_named_problem", False) is True:
        return True
    methods = ("result", "is_goal", "goal_test")
    return callable(getattr(thing, "actions", None)) and any(
        callable(getattr(thing, method, None)) for method in methods
    )


class _Adapter:
    """A problem in the words of the engine, whatever library it was written for."""

    def __init__(self, problem: Any, heuristic: Callable[[Any], Any] | None = None) -> None:
        self.problem = problem
        if not callable(getattr(problem, "result", None)):
            raise self._lacks("result", "a method that gives the state an action leads to")
        _warn_of_misspelt(problem)
        self.remark: str | None = None
        self.is_first = True
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
            if self.is_first:
                self.is_first = False
                self._compare(next_state, state, action)
            cost = step_cost(state, action, next_state)
            if type(given) is Held:
                given.check("result")
            yield action, held(next_state), cost

    def _compare(self, once: Any, state: Any, action: Any) -> None:
        """States that are equal only to themselves are never met again: searches do not end."""
        kind: Any = type(once)
        if kind.__eq__ is not object.__eq__ or self.problem.result(state, action) is once:
            return
        self.remark = (
            f"two states of the class {kind.__name__} are never equal, so the search cannot see that it "
            "was in a state before: give the class `__eq__` and `__hash__`, or make it a frozen dataclass"
        )
        warn_caller(self.remark)

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
        for name in self._written_first("is_goal", "goal_test"):
            return getattr(self.problem, name)  # type: ignore[no-any-return]
        raise self._lacks("is_goal", "a method that says whether a state is a goal")

    def _step_cost(self) -> tuple[Callable[[Any, Any, Any], Any], bool]:
        problem = self.problem
        for name in self._written_first("cost", "action_cost", "path_cost"):
            method, unit = getattr(problem, name), _is_default(problem, name)
            if name == "path_cost":
                return lambda state, action, after: method(0, state, action, after), unit
            return _three(method), unit
        return lambda state, action, after: 1, True

    def _estimate(self) -> Callable[[Any], Any] | None:
        problem = self.problem
        for name in self._written_first("heuristic", "h"):
            method = getattr(problem, name)
            if _is_default(problem, name):
                return None
            return (lambda state: method(_Node(state))) if name == "h" else method
        return None

    def _written_first(self, *names: str) -> list[str]:
        """The methods that the problem has, those that its author has written before those of a base
        class: a subclass may use the words of another library."""
        there = [name for name in names if callable(getattr(self.problem, name, None))]
        return sorted(there, key=lambda name: _is_default(self.problem, name))


#: The methods that a problem may leave out, so that a misspelt one is not missed.
_OPTIONAL = {"cost": ("cost", "action_cost", "path_cost"), "heuristic": ("heuristic", "h")}


def _warn_of_misspelt(problem: object) -> None:
    """A method that is nearly called like one that searches call is never called."""
    import difflib

    kind = type(problem)
    own = {name for base in kind.__mro__ if base not in (object, Problem) for name in vars(base)}
    for method, names in _OPTIONAL.items():
        if any(name in own for name in names):
            continue
        public = [name for name in own if not name.startswith("_") and callable(getattr(kind, name))]
        for near in difflib.get_close_matches(method, public, n=1, cutoff=0.85):
            warn_caller(f"{kind.__name__}.{near} is never called: did you mean `{method}`?")


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
    #: Why the heuristic proves nothing, as far as audits tell.
    doubt: str | None


def _argument(problem: Any, adapter: _Adapter, unit_costs: bool, claims: Any) -> _Argument:
    proofs, known, doubt = problem_proofs(claims), None, None
    if proofs:
        now = fingerprint((problem, claims))
        known = None if now is None else proofs.get(now)
        if known is None:
            doubt = _CHANGED if claims is problem else _AUDITED_ELSEWHERE
    if known is None:
        consistent = bool(getattr(claims, "consistent", False))
        admissible, evidence = consistent or bool(getattr(claims, "admissible", False)), None
    else:
        # An audit has refuted the claim.
        admissible, consistent, evidence = known
        if not admissible:
            doubt = "an audit has shown that the heuristic is not admissible"
    return _Argument(
        adapter, type(problem).__name__, unit_costs, admissible, consistent, evidence, doubt
    )


_CHANGED = "the problem has changed since its audit, or holds too much to be compared: audit it again"
_AUDITED_ELSEWHERE = (
    "the heuristic was audited on another problem, or one of the two has changed since: audit them again"
)

#: What audits have shown of the heuristics of problems, by what both were made of.
PROOFS: Proofs[int | None] = Proofs()


def problem_proofs(claims: object) -> dict[int | None, Proof]:
    """What audits have shown of a function on problems, or of a problem with a heuristic of its own."""
    return PROOFS.of(claims)


def _is_silent(adapter: _Adapter) -> bool:
    return adapter.own_estimate is None


def search(
    problem: Any,
    algorithm: str | None,
    heuristic: HeuristicLike | Callable[[Any], Any] | None,
    limits: dict[str, Any],
    progress: Progress,
    token: _engine.Token | None = None,
) -> ProblemResult:
    """Solve your own problem; see :func:`npuzzle.solve`."""
    argument, algorithm, name = _asked(problem, algorithm, heuristic)
    with Watching(progress) as watch:
        (answer, raised), states, actions = _engine.search(
            argument, algorithm, name, _alone(limits), watch=watch, token=given(token)
        )
    result = None
    if answer is not None:
        result = ProblemResult(json.loads(answer), [bare(state) for state in states], actions)
        _remark(result, argument, name)
    if raised is not None:
        end(raised, result)
    assert result is not None
    return result


class TracedProblem(NamedTuple):
    """A trace of your own problem as the engine tells it, with what it calls by numbers."""

    report: dict[str, Any]
    result: ProblemResult
    states: list[Any]
    actions: list[list[Any]]


def trace_problem(
    problem: Any,
    algorithm: str | None,
    heuristic: HeuristicLike | Callable[[Any], Any] | None,
    limits: dict[str, Any],
    events: int,
    progress: Progress,
    token: _engine.Token | None,
) -> tuple[TracedProblem | None, BaseException | None]:
    """Solve your own problem step by step; see :func:`npuzzle.trace`."""
    argument, algorithm, name = _asked(problem, algorithm, heuristic)
    with Watching(progress) as watch:
        (answer, raised), path, steps, states, actions = _engine.trace_problem(
            argument,
            (algorithm, name),
            _alone(limits),
            events=events,
            watch=watch,
            token=given(token),
        )
    if answer is None:
        return None, raised
    report = json.loads(answer)
    result = ProblemResult(report["report"], [bare(state) for state in path], steps)
    _remark(result, argument, name)
    return TracedProblem(report, result, [bare(state) for state in states], actions), raised


def _alone(limits: dict[str, Any]) -> dict[str, Any]:
    """Functions of Python run one at a time: other threads would wait for them."""
    return {**limits, "threads": 1} if limits.get("threads") is None else limits


def _remark(result: ProblemResult, argument: _Argument, name: str | None) -> None:
    """Adds what only Python knows of the answer."""
    remark = argument.adapter.remark
    if remark is not None:
        result._report["notes"] = [*result.notes, remark]
        if result.status == "stopped":
            result._report["reason"] = f"{result.reason}; {remark}" if result.reason else remark
    if argument.doubt is not None and name is None and result.proof == "found":
        result._report["reason"] = argument.doubt


def _asked(
    problem: Any, algorithm: str | None, heuristic: HeuristicLike | Callable[[Any], Any] | None
) -> tuple[_Argument, str | None, str | None]:
    """The problem, the search and the heuristic, as the engine takes them."""
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

    return _argument(problem, adapter, adapter.unit_costs, claims), algorithm, name


#: An audit of a problem ends at so many states unless a limit says otherwise: there may be no end.
USUAL_STATES = 1_000_000


def audit_problem(
    problem: Any,
    heuristic: Callable[[Any], Any] | None,
    limits: dict[str, Any],
    progress: Progress,
    token: _engine.Token | None = None,
) -> tuple[dict[str, Any], list[Any]]:
    """Test the heuristic of your own problem, or another one, on all states that can be reached."""
    adapter = _Adapter(problem, heuristic)
    claims = problem if heuristic is None else heuristic
    if limits.get("node_limit") is None:
        limits = {**limits, "node_limit": USUAL_STATES}
    before = fingerprint((problem, claims))
    with Watching(progress) as watch:
        (answer, raised), states, evidence = _engine.audit_problem(
            _argument(problem, adapter, False, None), limits, watch=watch, token=given(token)
        )
    if raised is not None:
        end(raised, None)
    report: dict[str, Any] = json.loads(answer) if answer is not None else {}
    (verdict,) = report["heuristics"]
    # Where costs had to be rounded, small errors are not seen.
    if not any("rounded" in note for note in report["notes"]):
        proof = Proof(verdict["admissible"], verdict["consistent"], evidence)
        after = fingerprint((problem, claims))
        problem_proofs(claims)[after if after == before else None] = proof
    return report, [bare(state) for state in states]
