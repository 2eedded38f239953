"""What an exam costs in processor time: of the web server and of the database, by what a candidate does.

`make load` prints it before the trial, and `make load OPTIONS=--cost` alone. Candidates come one after the other, so what is
counted is work and not waiting: on a busy machine it comes out much the same. Counted are the processes of the web server and
all of the database's, not those of whoever sends the requests.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

import psutil
import requests

from tests.load.candidate import Form, draft, read_question, read_token, sign_of_life, some_answer, way_to_result
from tests.load.installation import Installation

CANDIDATES = 94
# The first ones pay for what a process does once: templates, statements, questions.
WARMING = 6
QUESTIONS_A_SIGN = 3


@dataclass
class Cost:
    """Processor seconds of web server and database, over so many times that something was done."""

    web: float = 0
    database: float = 0
    times: int = 0

    @property
    def each(self) -> float:
        """Milliseconds for one time."""
        return 1000 * (self.web + self.database) / self.times if self.times else 0


@dataclass
class Meter:
    """Reads the processes of an installation before and after."""

    site: Installation
    costs: dict[str, Cost] = field(default_factory=dict)

    @contextmanager
    def counting(self, name: str, times: int = 1) -> Iterator[None]:
        """Count what is done inside under this name."""
        before = self._spent()
        yield
        cost = self.costs.setdefault(name, Cost())
        web, database = (after - earlier for after, earlier in zip(self._spent(), before, strict=True))
        cost.web, cost.database, cost.times = cost.web + web, cost.database + database, cost.times + times

    def _spent(self) -> tuple[float, float]:
        return tuple(sum(_seconds(one) for one in self.site.processes(name)) for name in ("web", "database"))  # type: ignore[return-value]


def _seconds(process: psutil.Process) -> float:
    """What a process has spent, with its children that have ended."""
    try:
        return float(sum(process.cpu_times()[:4]))
    except psutil.NoSuchProcess:
        return 0.0


def measured(site: Installation) -> dict[str, Cost]:
    """Hold a small exam, one candidate after the other, and return what each deed and a whole attempt cost."""
    # Marked as it is handed in, so that the result is part of what is measured.
    hall = json.loads(site.run("-m", "tests.load.hall", str(CANDIDATES + WARMING), "60", "at-once"))
    for number in range(WARMING):
        _Sitter(site, hall, number, Meter(site)).sit()
    meter = Meter(site)
    for number in range(WARMING, WARMING + CANDIDATES):
        _Sitter(site, hall, number, meter).sit()
    spent = meter.costs.values()
    whole = Cost(sum(one.web for one in spent), sum(one.database for one in spent), CANDIDATES * hall["questions"])
    return {**meter.costs, "whole attempt, a saved answer": whole}


class _Sitter:
    """One candidate, from the cover to the result, without thinking."""

    def __init__(self, site: Installation, hall: dict[str, Any], number: int, meter: Meter) -> None:
        self.hall, self.meter, self.address = hall, meter, site.address
        self.chance = random.Random(number)
        self.browser = requests.Session()
        self.browser.cookies.set(hall["cookie"], hall["candidates"][number])

    def sit(self) -> None:
        with self.meter.counting("cover, start and sheets"):
            cover = f"/sittings/{self.hall['sitting']}/"
            token = read_token(self._get(cover))
            form = read_question(self._post(f"{cover}start/", {"csrfmiddlewaretoken": token}))
            attempt = f"/sittings/attempt/{form.attempt}/"
            self._get(f"{attempt}paper/")
        numbers = range(1, self.hall["questions"] + 1)
        with self.meter.counting("question page", len(numbers)):
            forms = [read_question(self._get(f"{attempt}{number}/")) for number in numbers]
        with self.meter.counting("save", len(numbers)):
            for sequence, each in enumerate(forms, form.sequence + 1):
                self._send(each.save, draft(each, some_answer(each, self.chance), sequence), each)
        signs = forms[::QUESTIONS_A_SIGN]
        with self.meter.counting("sign of life", len(signs)):
            for each in signs:
                self._send(f"{attempt}alive/", sign_of_life(each), each)
        with self.meter.counting("look over the paper"):
            token = read_token(self._get(f"{attempt}submit/"))
        with self.meter.counting("hand-in, receipt and result"):
            receipt = self._post(f"{attempt}submit/", {"csrfmiddlewaretoken": token})
            self._get(way_to_result(receipt) or f"/results/attempt/{form.attempt}/")

    def _get(self, path: str) -> str:
        return _fine(self.browser.get(f"{self.address}{path}", timeout=30))

    def _post(self, path: str, data: dict[str, str]) -> str:
        return _fine(self.browser.post(f"{self.address}{path}", data, timeout=30))

    def _send(self, path: str, told: dict[str, Any], form: Form) -> None:
        headers = {"X-CSRFToken": form.token}
        _fine(self.browser.post(f"{self.address}{path}", json=told, headers=headers, timeout=30))


def _fine(response: requests.Response) -> str:
    response.raise_for_status()
    return response.text
