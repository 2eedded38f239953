"""One test that walks many cases: each fault is told with the case it was found in, and none hides the next.

A test of its own for each path of the law costs more than what it checks: thousands of them are collected by every process
and reported one by one. Walked in one test they cost nothing beside the work, and `pytest --only TEXT` walks those whose
name has the text.
"""

from __future__ import annotations

import copy
import functools
import inspect
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import is_dataclass
from http.cookies import SimpleCookie
from typing import Any

import pytest
from django.core import mail
from django.db import connection, models, transaction
from django.test import Client

WHOLE = 20
"""How many faults are shown with the lines they were found at; of the others there is the case and the last line."""


LINE = 200
"""How much is told of a case whose name is what it says."""


class _Only:
    """What `--only` was given."""

    text = ""


ONLY = _Only()


class Faults:
    """What was found wrong so far, by case."""

    def __init__(self) -> None:
        self.found: list[str] = []
        self.walked = 0

    @contextmanager
    def at(self, case: object) -> Iterator[None]:
        """Check one case; what fails in here is noted, and the walk goes on."""
        self.walked += 1
        try:
            yield
        except (Exception, pytest.fail.Exception) as error:
            told = pytest.ExceptionInfo.from_exception(error)
            shown = str(told.getrepr(style="short")) if len(self.found) < WHOLE else told.exconly(tryshort=True)
            self.found.append(f"at {case}\n{shown}")

    def tell(self) -> None:
        """Fail with everything that was found, and fail when nothing was walked."""
        if self.found:
            told = "\n\n".join(self.found)
            pytest.fail(f"{len(self.found)} of {self.walked} cases are wrong\n\n{told}", pytrace=False)
        if not self.walked and not ONLY.text:
            pytest.fail("there was nothing to walk", pytrace=False)


@contextmanager
def faults() -> Iterator[Faults]:
    """Collect the faults of a walk: `with found.at(name): assert ...` for each case."""
    found = Faults()
    yield found
    found.tell()


def named(case: Any) -> str:
    """How a case is called that has no name of its own: by what it says, as far as a line holds that."""
    if isinstance(case, tuple):
        said = f"({', '.join(map(named, case))})"
    else:
        said = case.__name__ if inspect.isroutine(case) else repr(case)
    return said if len(said) <= LINE else f"{said[:LINE]}…"


def walks(
    names: str | tuple[str, ...],
    cases: Iterable[Any] | Callable[[], Iterable[Any]],
    ids: Callable[[Any], object] = named,
    *,
    apart: bool = False,
) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Like pytest's parametrize, but one test walks all cases; for tests that leave nothing behind for the next case.

    apart: what a case leaves behind in the database, in the records, lists and browsers the test was given, and in its
    mailbox is undone before the next. What it changes elsewhere is not, nor may it ask for further fixtures.

    Cases that are dear to make are given as a function, which runs with the test and not when tests are collected.
    """
    wanted = (names,) if isinstance(names, str) else names

    def decorate(test: Callable[..., None]) -> Callable[..., None]:
        signature = inspect.signature(test)

        @functools.wraps(test)
        def walked(**fixtures: Any) -> None:
            put_back = _remembered(fixtures.values()) if apart else None
            with faults() as found:
                for case in cases() if callable(cases) else cases:
                    name = str(ids(case))
                    if ONLY.text in name:
                        values = (case,) if isinstance(names, str) else case
                        with found.at(name), undone(put_back):
                            test(**fixtures, **dict(zip(wanted, values, strict=True)))

        others = [parameter for name, parameter in signature.parameters.items() if name not in wanted]
        walked.__signature__ = signature.replace(parameters=others)  # type: ignore[attr-defined]
        return walked

    return decorate


@contextmanager
def undone(put_back: Callable[[], None] | None) -> Iterator[None]:
    """Let nothing that is done in here last, if there is something that puts it back."""
    if put_back is None:
        yield
        return
    sent = len(getattr(mail, "outbox", ()))
    try:
        with transaction.atomic():
            yield
            # As at the end of a test: what the database checks last of all is checked too, unless it has refused something.
            if not connection.needs_rollback:
                connection.check_constraints()
            transaction.set_rollback(True)
    finally:
        del mail.outbox[sent:]
        put_back()


def _remembered(given: Iterable[Any]) -> Callable[[], None]:
    """What puts the records, the browsers and the like that a test was given back into the state they are in now."""
    held = list(_with_state(given))
    # One record may point to another of them; what it points to besides is copied with it.
    themselves = {id(one): one for one in held}
    states = [_copied(_state(one), themselves) for one in held]

    def put_back() -> None:
        for one, state in zip(held, states, strict=True):
            again = _copied(state, themselves)
            match one:
                case Client():
                    one.cookies = again
                case list():
                    one[:] = again
                case dict():
                    one.clear()
                    one.update(again)
                case _:
                    vars(one).clear()
                    vars(one).update(again)

    return put_back


def _with_state(given: Iterable[Any]) -> Iterator[Any]:
    for one in given:
        if isinstance(one, (list, tuple, dict)):
            yield from _with_state(one.values() if isinstance(one, dict) else one)
        if isinstance(one, (list, dict, models.Model, Client)) or (is_dataclass(one) and not isinstance(one, type)):
            yield one


def _state(one: Any) -> Any:
    return one if isinstance(one, (list, dict)) else one.cookies if isinstance(one, Client) else vars(one)


def _copied(state: Any, themselves: dict[int, Any]) -> Any:
    """A copy of a state, where what is put back itself is that itself."""
    memo = dict(themselves)
    if isinstance(state, list):
        return [copy.deepcopy(one, memo) for one in state]
    if isinstance(state, dict) and not isinstance(state, SimpleCookie):
        return {name: copy.deepcopy(value, memo) for name, value in state.items()}
    return copy.deepcopy(state)
