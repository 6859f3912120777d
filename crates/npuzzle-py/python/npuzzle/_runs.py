"""Searches with heuristics on the same problems, one run after the other."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from ._engine import Token
from ._fields import LimitFields
from ._progress import Progress
from ._spread import Outcomes, alone_among_others, counted, in_order, is_over, spread, threads_of
from .errors import Error, RequestError

if TYPE_CHECKING:
    from ._executors import ExecutorLike

#: What is averaged over the runs of a pair.
_EFFORTS = ("expanded", "generated", "evaluated", "reopened", "max_open", "max_stored")
_MORE = ("peak_bytes", "seconds", "effective_branching_factor")


def compare_problems(
    problems: list[Any],
    algorithms: list[str],
    heuristics: Any,
    functions: Mapping[str, Callable[..., Any]] | None,
    fields: dict[str, Any],
    progress: Progress,
    token: Token | None,
    executor: ExecutorLike = None,
) -> tuple[dict[str, Any], BaseException | None]:
    """The report of a comparison, with the fields of one of boards, and what ended it early."""
    if functions is not None:
        raise RequestError("functions: this is for boards; name the functions in heuristics=")
    for name in fields:
        if name not in LimitFields.__annotations__:
            raise RequestError(f"{name}: this is for boards, not for problems")
    runs: list[dict[str, Any]] = []
    raised: BaseException | None = None
    pairs = [(problem, algorithm) for problem in problems for algorithm in algorithms]
    question = (_named(heuristics), fields)
    try:
        if executor is None:
            for pair in pairs:
                runs.extend(_runs_of(pair, question, progress, token))
        else:
            from ._executors import pool_of

            pool = pool_of(executor, threads_of(fields))
            sent = (*question, pool.token)
            outcomes = spread(pool, run_pairs, sent, pairs, is_over(token))
            for number, found, error in in_order(counted(outcomes, len(pairs), progress), {}):
                problem, algorithm = pairs[number]
                runs.extend(found if error is None else [_failed(problem, algorithm, None, error)])
    except KeyboardInterrupt as interrupt:
        raised = interrupt.__cause__ or KeyboardInterrupt()
    for number, run in enumerate(runs, 1):
        run["id"] = number
    report = {
        "complete": raised is None,
        "runs": runs,
        "summary": _summary(runs),
        "seed": None,
    }
    return report, raised


def _named(heuristics: Any) -> list[tuple[str | None, Any]]:
    """The heuristics with the names they are listed by."""
    if heuristics is None:
        return [(None, None)]
    if isinstance(heuristics, Mapping):
        return list(heuristics.items())
    several = [heuristics] if isinstance(heuristics, str) or callable(heuristics) else heuristics
    return [(_name_of(each), each) for each in several]


def _name_of(heuristic: Any) -> str:
    return heuristic if isinstance(heuristic, str) else getattr(heuristic, "__name__", "heuristic")


def run_pairs(
    question: tuple[list[Any], dict[str, Any], Token | None], pairs: Sequence[tuple[Any, str]]
) -> Outcomes:
    """What a worker does with some problems and searches."""
    heuristics, fields, token = question
    fields = alone_among_others(fields)
    return [(list(_runs_of(pair, (heuristics, fields), False, token)), None) for pair in pairs]


def _runs_of(
    pair: tuple[Any, str],
    question: tuple[list[tuple[str | None, Any]], dict[str, Any]],
    progress: Progress,
    token: Token | None,
) -> Iterator[dict[str, Any]]:
    """All runs of a search on a problem; one that uses no heuristic runs once."""
    heuristics, fields = question
    for heuristic in heuristics:
        run = _run(*pair, heuristic, fields, progress, token)
        yield run
        if run["heuristic"] is None and run["status"] != "error":
            return


def _run(
    problem: Any,
    algorithm: str,
    heuristic: tuple[str | None, Any],
    fields: dict[str, Any],
    progress: Progress,
    token: Token | None,
) -> dict[str, Any]:
    from ._solve import solve

    try:
        result = solve(problem, algorithm, heuristic[1], progress=progress, token=token, **fields)
    except Error as error:
        return _failed(problem, algorithm, heuristic[0], error)
    common = _common(problem, algorithm)
    report = result.to_dict()
    if result.states:
        common["start"], common["goal"] = str(result.states[0]), str(result.states[-1])
    used = report["heuristic"]
    return {
        **common,
        "status": report["status"],
        "engine": report["engine"],
        "heuristic": None if used is None else heuristic[0] or used,
        "cost": report["cost"],
        "depth": len(result.actions) if result.solved else None,
        "proof": report["proof"],
        "within": report["within"],
        "lower_bound": report["lower_bound"],
        "reason": report["reason"],
        "stats": {name: value for name, value in report["stats"].items() if name != "phases"},
        "repeat": _once(report["stats"]["seconds"]),
    }


def _common(problem: Any, algorithm: str) -> dict[str, Any]:
    name = getattr(problem, "name", None) or type(problem).__name__
    return {"board": name, "set": name, "start": None, "goal": None, "algorithm": algorithm}


def _failed(
    problem: Any, algorithm: str, heuristic: str | None, error: BaseException
) -> dict[str, Any]:
    """The record of a run that could not be made."""
    empty = dict.fromkeys(("cost", "depth", "within", "lower_bound", "engine"))
    stats: dict[str, Any] = dict.fromkeys((*_EFFORTS, *_MORE), 0)
    stats["h_start"] = None
    failed = {"status": "error", "proof": "none", "reason": str(error) or type(error).__name__}
    used = {"heuristic": heuristic, "stats": stats, "repeat": None}
    return {**_common(problem, algorithm), **empty, **failed, **used}


def _once(seconds: float) -> dict[str, Any]:
    return {
        "runs": 1,
        "mean_seconds": seconds,
        "deviation_seconds": None,
        "median_seconds": seconds,
    }


def _summary(runs: list[dict[str, Any]]) -> dict[str, Any]:
    """What the runs come to, pair by pair."""
    pairs: dict[tuple[str, str | None], list[dict[str, Any]]] = {}
    for run in runs:
        pairs.setdefault((run["algorithm"], run["heuristic"]), []).append(run)
    solved = [{run["board"] for run in of if run["cost"] is not None} for of in pairs.values()]
    common = set.intersection(*solved) if solved else set()
    best: dict[str, float] = {}
    for run in runs:
        if run["proof"] == "optimal":
            best[run["board"]] = run["cost"]
    return {
        "common_boards": len(common),
        "same_boards": all(each == common for each in solved),
        "pairs": [_pair(key, of, common, best) for key, of in pairs.items()],
        "optima": sorted(best.values()),
        "contradictions": [],
    }


def _pair(
    key: tuple[str, str | None],
    runs: list[dict[str, Any]],
    common: set[str],
    best: dict[str, float],
) -> dict[str, Any]:
    solved = [run for run in runs if run["cost"] is not None]
    return {
        "algorithm": key[0],
        "heuristic": key[1],
        "runs": len(runs),
        "solved": len(solved),
        "optimal": sum(run["proof"] == "optimal" for run in solved),
        "stopped": sum(run["status"] == "stopped" for run in runs),
        "unsolvable": sum(run["status"] == "unsolvable" for run in runs),
        "errors": sum(run["status"] == "error" for run in runs),
        "own": _effort(solved, best),
        "common": _effort([run for run in solved if run["board"] in common], best),
        "left_out": not solved,
    }


def _effort(runs: list[dict[str, Any]], best: dict[str, float]) -> dict[str, Any]:
    gaps = [run["cost"] / best[run["board"]] - 1 for run in runs if best.get(run["board"])]
    effort: dict[str, Any] = {"boards": len(runs), "gap_is_exact": True}
    effort["cost"] = _mean([run["cost"] for run in runs])
    effort["depth"] = _mean([run["depth"] for run in runs])
    effort["gap"] = _mean(gaps)
    for name in (*_EFFORTS, *_MORE):
        effort[name] = _mean([run["stats"][name] for run in runs if run["stats"].get(name) is not None])
    return effort


def _mean(values: list[Any]) -> dict[str, float | None]:
    if not values:
        return {"mean": None, "median": None}
    ordered, half = sorted(values), len(values) // 2
    median = ordered[half] if len(values) % 2 else (ordered[half - 1] + ordered[half]) / 2
    return {"mean": float(sum(values) / len(values)), "median": float(median)}
