"""Candidates at exam pace, for locust; `make load` starts it (see `tests.load.exam`).

Each candidate opens the cover, starts, reads each question, answers it, changes some answers, gives signs of life in between,
looks into the law now and then, and hands in. An examiner's board asks for itself all the while. What the server
acknowledged is written down at the end and held against the database.

Where there is a rush, so many of them hand in within half a minute, early and with most questions open; how long a save of the
others takes in that time is told apart.
"""

from __future__ import annotations

import itertools
import json
import logging
import os
import random
import time
from pathlib import Path
from typing import Any

import gevent
from locust import HttpUser, constant, events, task
from locust.exception import StopUser

from tests.load.candidate import (
    Acknowledged,
    Form,
    Unexpected,
    draft,
    read_question,
    read_token,
    sign_of_life,
    some_answer,
    way_to_result,
)

HALL: dict[str, Any] = json.loads(Path(os.environ["TRIAL_HALL"]).read_text())
# Seconds a candidate spends on a question, on average.
PACE = float(os.environ["TRIAL_PACE"])
LAWS = ("16", "27", "64", "26", "50", "12")
# So many hand in together, from this second on, within that many.
RUSH = int(os.environ["TRIAL_RUSH"])
RUSH_AT, RUSH_SECONDS = 100, 30
ALIVE_SECONDS = 15
BOARD_SECONDS = 4

_log = logging.getLogger(__name__)
_begun = time.monotonic()
_numbers = itertools.count()
_told: list[Acknowledged] = []


class Candidate(HttpUser):
    """One candidate, from the cover to the result."""

    wait_time = constant(0)
    fixed_count = len(HALL["candidates"])

    def on_start(self) -> None:
        """Sign in."""
        number = next(_numbers)
        self.chance = random.Random(number)
        self.leaves_at = RUSH_AT + self.chance.uniform(0, RUSH_SECONDS) if number < RUSH else None
        self.client.cookies.set(HALL["cookie"], HALL["candidates"][number])
        self.told = Acknowledged()
        _told.append(self.told)

    @task
    def sit(self) -> None:
        """The whole paper once. Who gets a page that is none of the exam's leaves; his attempt is missed at the end."""
        try:
            self._sit()
        except Unexpected:
            _log.exception("A candidate could not go on.")
        raise StopUser

    def _sit(self) -> None:
        page = self._start()
        form = read_question(page)
        self.told.attempt = form.attempt
        # Kept by the page, so that the paper goes on without a network.
        self.client.get(f"/sittings/attempt/{form.attempt}/paper/", name="page: sheets of the paper")
        for question in range(1, HALL["questions"] + 1):
            if self.leaves_at is not None and _elapsed() + PACE * 1.5 + 4 > self.leaves_at:
                break
            if question > 1:
                page = self.client.get(f"/sittings/attempt/{form.attempt}/{question}/", name="page: question").text
                form = read_question(page)
            self._think(form, PACE * self.chance.uniform(0.5, 1.5))
            self._save(form, some_answer(form, self.chance))
            if self.chance.random() < 0.3:
                gevent.sleep(self.chance.uniform(1, 4))
                self._save(form, some_answer(form, self.chance))
        if self.leaves_at is not None:
            self._wait(form, max(0, self.leaves_at - _elapsed()))
        page = self.client.get(f"/sittings/attempt/{form.attempt}/submit/", name="page: hand in").text
        receipt = self.client.post(
            f"/sittings/attempt/{form.attempt}/submit/", {"csrfmiddlewaretoken": read_token(page)}, name="page: receipt"
        ).text
        self.told.submitted = True
        self.client.get(way_to_result(receipt) or f"/results/attempt/{form.attempt}/", name="page: result")

    def _start(self) -> str:
        cover = f"/sittings/{HALL['sitting']}/"
        page = self.client.get(cover, name="page: cover").text
        started = self.client.post(
            f"{cover}start/", {"csrfmiddlewaretoken": read_token(page)}, name="page: start and first question"
        )
        return str(started.text)

    def _think(self, form: Form, seconds: float) -> None:
        """Read and think; the page gives signs of life, and one in eight looks into the law."""
        if self.chance.random() < 1 / 8:
            self.client.get(f"/laws/duplicate-2017/{self.chance.choice(LAWS)}/", name="page: law")
        self._wait(form, seconds)

    def _wait(self, form: Form, seconds: float) -> None:
        while seconds > ALIVE_SECONDS:
            gevent.sleep(ALIVE_SECONDS)
            seconds -= ALIVE_SECONDS
            self._alive(form)
        gevent.sleep(seconds)

    def _alive(self, form: Form) -> None:
        self.client.post(
            f"/sittings/attempt/{form.attempt}/alive/",
            json=sign_of_life(form),
            headers={"X-CSRFToken": form.token},
            name="sign of life",
        )

    def _save(self, form: Form, answer: str) -> None:
        sequence = max(self.told.sequence, form.sequence) + 1
        with self.client.post(
            form.save,
            json=draft(form, answer, sequence),
            headers={"X-CSRFToken": form.token},
            name="autosave while others hand in" if RUSH and 0 <= _elapsed() - RUSH_AT <= RUSH_SECONDS else "autosave",
            catch_response=True,
        ) as reply:
            if reply.status_code != 200:
                reply.failure(f"{reply.status_code}: {reply.text[:200]}")
                return
            self.told.sequence = reply.json()["sequence"]
            self.told.answers[form.question] = (self.told.sequence, reply.json()["option"])


def _elapsed() -> float:
    return time.monotonic() - _begun


class Board(HttpUser):
    """An examiner who watches the room."""

    wait_time = constant(BOARD_SECONDS)
    fixed_count = 1

    def on_start(self) -> None:
        """Sign in."""
        self.client.cookies.set(HALL["cookie"], HALL["examiner"])

    @task
    def watch(self) -> None:
        """The table asks for itself, until the last candidate has handed in."""
        if len(_told) == len(HALL["candidates"]) and all(told.submitted for told in _told):
            self.environment.runner.quit()
            return
        path = f"/sittings/{HALL['sitting']}/room/"
        self.client.get(path, headers={"HX-Request": "true"}, name="page: board")


@events.quitting.add_listener
def write_down(**_: Any) -> None:
    """What was acknowledged, for the check."""
    told = {each.attempt: each.answers for each in _told if each.attempt}
    Path(os.environ["TRIAL_TOLD"]).write_text(json.dumps(told))
