"""The work of taking the assertions of the tests apart, shared among the processes of a run.

Every process collects every test, and in a clean clone each of them would compile every module for itself, at the same moments
as the others: that is two thirds of what collecting costs. So each begins at another place of the list. What one has compiled
lies on the disk when the next comes to it, and a module once imported is not imported again when pytest collects it.
"""

from __future__ import annotations

import importlib
import os
from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent


def share() -> tuple[int, int] | None:
    """Which process this is of how many that collect the same; none where it is alone."""
    worker, count = os.environ.get("PYTEST_XDIST_WORKER", ""), os.environ.get("PYTEST_XDIST_WORKER_COUNT", "")
    return (int(worker.removeprefix("gw")), int(count)) if worker and count else None


def modules(folders: Iterable[Path]) -> list[str]:
    """The test modules below these folders, and those named themselves, by the names under which pytest imports them."""
    paths: set[Path] = set()
    for folder in folders:
        paths |= set(folder.rglob("test_*.py")) if folder.is_dir() else {folder}
    return [".".join(path.relative_to(ROOT).with_suffix("").parts) for path in sorted(paths) if ROOT in path.parents]


def from_its_place(names: list[str], number: int, of: int) -> Iterator[str]:
    """All of them, from the place at which the process with this number begins."""
    start = len(names) * number // of
    yield from names[start:]
    yield from names[:start]


def import_beginning_elsewhere(arguments: Iterable[str]) -> None:
    """Import the test modules of this run. What cannot be imported is left for the collecting to tell."""
    if (place := share()) is None:
        return
    named = (Path(argument.partition("::")[0]).resolve() for argument in arguments)
    for name in from_its_place(modules(path for path in named if path.exists()), *place):
        with suppress(Exception, pytest.skip.Exception):
            importlib.import_module(name)
