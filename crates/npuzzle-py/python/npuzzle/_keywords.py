"""Functions whose keywords are the fields of a question."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable
from typing import Any, TypeVar

_Function = TypeVar("_Function", bound=Callable[..., Any])


def keywords(fields: type) -> Callable[[_Function], _Function]:
    """Shows the fields of a question in the signature and the documentation of a function that
    takes them as ``**fields``."""

    def decorate(function: _Function) -> _Function:
        signature = inspect.signature(function)
        own = [each for each in signature.parameters.values() if each.kind is not each.VAR_KEYWORD]
        asked = [
            inspect.Parameter(
                name, inspect.Parameter.KEYWORD_ONLY, default=None, annotation=_written(annotation)
            )
            for name, annotation in fields.__annotations__.items()
        ]
        # By position first, then the fields, then what only Python has.
        parameters = sorted([*asked, *own], key=lambda each: each.kind)
        function.__signature__ = signature.replace(parameters=parameters)  # type: ignore[attr-defined]
        documented = inspect.cleandoc(fields.__doc__ or "").partition("\n\n")[2]
        function.__doc__ = f"{inspect.cleandoc(function.__doc__ or '')}\n\nFields:\n\n{documented}\n"
        return function

    return decorate


def refuse_others(function: Callable[..., Any], fields: Iterable[str]) -> None:
    """Refuses keywords that a function does not have, with the nearest that it has."""
    known: list[str] = []
    for name in fields:
        known = known or list(inspect.signature(function).parameters)
        if name not in known:
            import difflib

            near = difflib.get_close_matches(name, known, n=1)
            hint = f"did you mean {near[0]!r}?" if near else f"expected {', '.join(known)}"
            raise TypeError(
                f"{function.__name__}() got an unexpected keyword argument {name!r}: {hint}"
            )


def _written(annotation: Any) -> str:
    """An annotation as it is written in the source."""
    return getattr(annotation, "__forward_arg__", None) or str(annotation)
