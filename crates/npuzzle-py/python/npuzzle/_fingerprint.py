"""What an object computes with, as one number: its code, what it holds, and what its code names.

A proof of a problem says something of all its states, and a search asks for some of them only. So a
problem whose costs or goals have changed since its audit need not show it in what it says. It shows in
what it holds: a search compares this number before it rests on the proof.

What cannot be looked into (an open file, an object of another language) counts as unchanged for as
long as it is the same object.
"""

from __future__ import annotations

import types
from collections.abc import Iterator
from typing import Any

#: So many parts of an object are looked at; with more there is no number.
MOST_PARTS = 1_000_000


class _TooMany(Exception):
    """There is more than anybody should wait for."""


def fingerprint(thing: object) -> int | None:
    """A number that changes when what an object computes with does; ``None`` if that is too much."""
    try:
        return hash(tuple(_parts(thing)))
    except (_TooMany, RecursionError):
        return None


def _parts(thing: object) -> Iterator[Any]:
    """Everything that an object is made of, in an order that does not depend on chance."""
    numbers: dict[int, int] = {}
    # Objects that are made here must not give their places to others.
    kept: list[object] = []
    stack: list[Any] = [thing]
    count = 0
    while stack:
        part = stack.pop()
        count += 1
        if count > MOST_PARTS:
            raise _TooMany
        if part is None or isinstance(part, (bool, int, float, complex, str, bytes)):
            yield type(part).__name__, repr(part) if isinstance(part, float) else part
            continue
        known = numbers.get(id(part))
        if known is not None:
            yield "again", known
            continue
        numbers[id(part)] = len(numbers)
        kept.append(part)
        yield type(part).__qualname__
        stack.extend(reversed(list(_inside(part))))


def _inside(thing: Any) -> Iterator[Any]:
    """The parts of an object that has some, one level down."""
    if isinstance(thing, (list, tuple)):
        yield len(thing)
        yield from thing
    elif isinstance(thing, (dict, types.MappingProxyType)):
        yield len(thing)
        for key, value in thing.items():
            yield key
            yield value
    elif isinstance(thing, (set, frozenset)):
        # Their order is not theirs.
        yield len(thing)
        yield from sorted(thing, key=lambda item: (type(item).__qualname__, repr(item)))
    elif isinstance(thing, bytearray):
        yield bytes(thing)
    elif isinstance(thing, types.ModuleType):
        yield thing.__name__
    elif isinstance(thing, types.CodeType):
        yield thing.co_code
        yield from thing.co_names
        yield from thing.co_consts
    elif isinstance(thing, types.MethodType):
        yield thing.__func__
        yield thing.__self__
    elif isinstance(thing, types.FunctionType):
        yield from _of_function(thing)
    elif isinstance(thing, type):
        yield from _of_class(thing)
    elif callable(getattr(thing, "tobytes", None)):
        # Arrays of numpy and of the standard library.
        yield str(getattr(thing, "shape", ""))
        yield thing.tobytes()
    else:
        yield from _of_object(thing)


def _of_function(function: types.FunctionType) -> Iterator[Any]:
    yield function.__code__
    yield function.__defaults__
    yield function.__kwdefaults__
    for cell in function.__closure__ or ():
        try:
            yield cell.cell_contents
        except ValueError:
            yield None
    yield from _globals_of(function.__code__, function.__globals__)


def _globals_of(code: types.CodeType, names: dict[str, Any]) -> Iterator[Any]:
    """What a piece of code finds outside, with the functions inside it."""
    for name in code.co_names:
        if name in names:
            yield name
            yield names[name]
    for constant in code.co_consts:
        if isinstance(constant, types.CodeType):
            yield from _globals_of(constant, names)


#: Classes of these modules are what they are.
_FIXED = frozenset(["builtins", "npuzzle", "typing", "abc", "enum", "dataclasses", "collections"])


def _of_class(kind: type) -> Iterator[Any]:
    yield kind.__qualname__
    if kind.__module__.split(".")[0] in _FIXED:
        return
    for name, value in vars(kind).items():
        if name in ("__dict__", "__weakref__", "__doc__", "__module__"):
            continue
        if isinstance(value, (staticmethod, classmethod)):
            value = value.__func__
        elif isinstance(value, property):
            value = (value.fget, value.fset)
        yield name
        yield value
    yield kind.__bases__


#: What holds for all states does not depend on where a search begins.
_STARTS = frozenset(["initial", "initial_state"])


def _of_object(thing: object) -> Iterator[Any]:
    held = getattr(thing, "__dict__", None)
    slots = [name for kind in type(thing).__mro__ for name in _slots_of(kind) if hasattr(thing, name)]
    if not isinstance(held, dict) and not slots:
        yield id(thing)
        return
    yield type(thing)
    if isinstance(held, dict):
        yield {name: value for name, value in held.items() if name not in _STARTS}
    for name in slots:
        yield name
        yield getattr(thing, name)


def _slots_of(kind: type) -> list[str]:
    slots = vars(kind).get("__slots__", ())
    return [name for name in ([slots] if isinstance(slots, str) else slots) if name != "__weakref__"]
