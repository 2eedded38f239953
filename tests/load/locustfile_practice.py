"""People who practise, for locust; `make load-practice` starts it (see `tests.load.practice`).

Each picks a law, reads a question, answers it, reads why, and goes on, one answer in twenty seconds or so. The forms are sent
as the page's own script sends them, which takes what comes next in the page's place.

A quick client, since the machine is the site's too: the browsers of five hundred people would not run on it.
"""

from __future__ import annotations

import itertools
import json
import os
import random
import re
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import gevent
from locust import FastHttpUser, constant, task
from requests.cookies import create_cookie

PEOPLE: dict[str, Any] = json.loads(Path(os.environ["TRIAL_PEOPLE"]).read_text())
PACE = float(os.environ["TRIAL_PACE"])
LAWS = ("15", "16B", "25", "27", "30", "31", "32", "36")

_TOKEN = re.compile(r'name="csrfmiddlewaretoken" value="([^"]+)"')
_RUN = re.compile(r'action="(/training/run/[^"]+)"')
_IN_PLACE = {"HX-Request": "true", "HX-Target": "main"}

_numbers = itertools.count()


class Learner(FastHttpUser):
    """One person at their phone."""

    wait_time = constant(0)
    fixed_count = len(PEOPLE["sessions"])

    def on_start(self) -> None:
        """Sign in, and open the training room."""
        number = next(_numbers)
        self.chance = random.Random(number)
        self.client.cookiejar.set_cookie(
            create_cookie(PEOPLE["cookie"], PEOPLE["sessions"][number], domain="127.0.0.1")
        )
        gevent.sleep(self.chance.uniform(0, PACE))

    @task
    def practise(self) -> None:
        """One run, question by question, to its end."""
        home = self.client.get("/training/", name="training").text or ""
        data = {"csrfmiddlewaretoken": _token(home), "law": self.chance.choice(LAWS), "kind": "best_ruling"}
        page = self.client.post("/training/start/", data, name="first question")
        address = urlsplit(page.url or "").path
        while address.startswith("/training/table/"):
            gevent.sleep(PACE * self.chance.uniform(0.4, 0.8))
            fields = self._answer(page.text or "")
            explained = self.client.post(address, fields, headers=_IN_PLACE, name="answer and why")
            gevent.sleep(PACE * self.chance.uniform(0.2, 0.6))
            told = explained.text or ""
            onward = _RUN.search(told)
            if onward is None:
                break
            fields = {"csrfmiddlewaretoken": _token(told)}
            page = self.client.post(onward[1], fields, headers=_IN_PLACE, name="next question")
            address = str(page.headers.get("HX-Push-Url", "")) if page.headers else ""

    def _answer(self, page: str) -> dict[str, str]:
        return {
            "csrfmiddlewaretoken": _token(page),
            "option": self.chance.choice("abcd"),
            "sure": self.chance.choice(("sure", "guessing")),
        }


def _token(page: str) -> str:
    found = _TOKEN.search(page)
    return found[1] if found else ""
