"""One test that walks many cases: each fault is told with the case it was found in, and none hides the next.

A test of its own for each path of the law costs more than what it checks: thousands of them are collected by every process
and reported one by one. Walked in one test they cost nothing beside the work, and `pytest --only TEXT` walks those whose
name has the text.
"""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest

WHOLE = 20
"""How many faults are shown with the lines they were found at; of the others there is the case and the last line."""


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


def walks(
    names: str | tuple[str, ...],
    cases: Iterable[Any] | Callable[[], Iterable[Any]],
    ids: Callable[[Any], object] = repr,
) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Like pytest's parametrize, but one test walks all cases; for tests that leave nothing behind for the next case.

    Cases that are dear to make are given as a function, which runs with the test and not when tests are collected.
    """
    wanted = (names,) if isinstance(names, str) else names

    def decorate(test: Callable[..., None]) -> Callable[..., None]:
        signature = inspect.signature(test)

        @functools.wraps(test)
        def walked(**fixtures: Any) -> None:
            with faults() as found:
                for case in cases() if callable(cases) else cases:
                    name = str(ids(case))
                    if ONLY.text in name:
                        values = (case,) if isinstance(names, str) else case
                        with found.at(name):
                            test(**fixtures, **dict(zip(wanted, values, strict=True)))

        others = [parameter for name, parameter in signature.parameters.items() if name not in wanted]
        walked.__signature__ = signature.replace(parameters=others)  # type: ignore[attr-defined]
        return walked

    return decorate
