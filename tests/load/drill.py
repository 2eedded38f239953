"""`make drill`: kill web, worker and database again and again while a hundred candidates answer, and see what is lost.

1. An installation of its own; a hundred candidates start an attempt that ends at the sitting's close.
2. Each answers a question every second or so. Like the page's outbox, a candidate sends a draft again until the server has
   answered, and writes down what was acknowledged.
3. Meanwhile the web server, the worker and the database are killed outright (SIGKILL), one after the other and then all at
   once, and started again after a moment.
4. Nobody hands in; some are cut off before the end. The sweeper has to close every attempt at its deadline.
5. Every acknowledged answer must be in the database, every chain must hold, every attempt be closed at its deadline.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import threading
import time
from typing import Any

import requests

from tests.load.candidate import Acknowledged, Form, draft, read_question, read_token, some_answer
from tests.load.installation import Installation
from tests.load.verdict import all_kept

VICTIMS = (("web",), ("worker",), ("database",), ("database",), ("web",), ("web", "worker", "database"))
# How long a killed process stays away.
DOWN_SECONDS = 2
# A sweep comes every quarter of a minute; a worker that was killed needs some seconds to be back.
SWEEP_SECONDS = 60
# For so long a candidate may be without an answer when the time is up: what was killed last has to be back by then.
AWAY_SECONDS = 60


class TimeUp(Exception):
    """The end came before the site answered again; what it had acknowledged until then still counts."""


class Candidate(threading.Thread):
    """One candidate, answering until the time is up or the machine is cut off."""

    def __init__(self, number: int, address: str, hall: dict[str, Any], ends: float) -> None:
        super().__init__(daemon=True)
        self.chance = random.Random(number)
        self.address, self.hall, self.ends = address, hall, ends
        self.told = Acknowledged()
        self.trouble: list[str] = []
        self.repeats = 0
        self.session = requests.Session()
        self.session.cookies.set(hall["cookie"], hall["candidates"][number])

    def run(self) -> None:
        """Start, then answer questions in any order, until the end; anything but the end is trouble."""
        try:
            self._work()
        except TimeUp:
            return
        except Exception as error:
            self.trouble.append(f"{type(error).__name__}: {error}")

    def _work(self) -> None:
        cover = f"{self.address}/sittings/{self.hall['sitting']}/"
        page = self._ask("get", cover)
        form = read_question(
            self._ask("post", f"{cover}start/", data={"csrfmiddlewaretoken": read_token(page.text)}).text
        )
        self.told.attempt, self.told.sequence = form.attempt, form.sequence
        while time.time() < self.ends:
            self._save(form, some_answer(form, self.chance))
            time.sleep(self.chance.uniform(0.3, 1.5))
            number = self.chance.randint(1, self.hall["questions"])
            if time.time() >= self.ends:
                return
            page = self._ask("get", f"{self.address}/sittings/attempt/{form.attempt}/{number}/")
            # Asked for at the last moment, a question comes back as the receipt.
            if "/receipt/" in page.url and time.time() >= self.ends:
                return
            form = read_question(page.text)

    def _save(self, form: Form, answer: str) -> None:
        sent = draft(form, answer, max(self.told.sequence, form.sequence) + 1)
        since = time.time()
        while True:
            try:
                reply = self.session.post(
                    f"{self.address}{form.save}",
                    json=sent,
                    headers={"X-CSRFToken": form.token, "Referer": self.address},
                    timeout=10,
                )
            except requests.RequestException:
                reply = None
            if reply is not None and reply.status_code == 200:
                self.told.sequence = reply.json()["sequence"]
                self.told.answers[form.question] = (self.told.sequence, reply.json()["option"])
                return
            if reply is not None and reply.status_code in {400, 409, 422}:
                # One that was on its way as the sitting closed is refused rightly.
                if time.time() < self.hall["closes_at"]:
                    self.trouble.append(f"refused: {reply.status_code} {reply.text[:200]}")
                return
            self._wait(form.save, since)

    def _ask(self, method: str, url: str, **sent: object) -> requests.Response:
        """Ask until there is an answer, as a person reloads a page."""
        since = time.time()
        while True:
            try:
                reply = self.session.request(method, url, timeout=10, **sent)  # type: ignore[arg-type]
                if reply.status_code == 200:
                    return reply
            except requests.RequestException:
                pass
            self._wait(url, since)

    def _wait(self, asked: str, since: float) -> None:
        """Wait a moment before asking again; since: when it was asked first."""
        if time.time() >= self.ends:
            if self.ends - since > AWAY_SECONDS:
                raise TimeoutError(f"no answer for {asked} in the last {self.ends - since:.0f} seconds")
            raise TimeUp
        self.repeats += 1
        time.sleep(self.chance.uniform(0.3, 1.0))


def main() -> int:
    """Hold the drill; the exit code says whether nothing was lost."""
    parser = argparse.ArgumentParser(description="Kill the processes of running attempts.")
    parser.add_argument("--candidates", type=int, default=100)
    parser.add_argument("--minutes", type=float, default=3)
    parser.add_argument("--port", type=int, default=8898)
    options = parser.parse_args()
    site = Installation(options.port)
    try:
        print("Preparing an installation ...", flush=True)
        site.prepare()
        site.start("web")
        site.start("worker")
        hall = json.loads(site.run("-m", "tests.load.hall", str(options.candidates), str(options.minutes)))
        candidates = [
            # Every fifth is cut off half a minute before the end.
            Candidate(number, site.address, hall, hall["closes_at"] - (30 if number % 5 == 0 else 0))
            for number in range(options.candidates)
        ]
        for candidate in candidates:
            candidate.start()
        _strike(site, candidates, hall["closes_at"])
        for candidate in candidates:
            candidate.join()
        return _tell(site, candidates, hall["closes_at"])
    finally:
        site.stop()


def _strike(site: Installation, candidates: list[Candidate], ends: float) -> None:
    while not all(candidate.told.answers for candidate in candidates) and time.time() < ends:
        time.sleep(0.5)
    print(f"All {len(candidates)} attempts are running.", flush=True)
    pause = (ends - time.time() - 20) / len(VICTIMS)
    for victims in VICTIMS:
        time.sleep(max(0.0, pause - DOWN_SECONDS))
        for name in victims:
            site.kill(name)
        print(f"  killed {', '.join(victims)}", flush=True)
        time.sleep(DOWN_SECONDS)
        for name in sorted(victims, key=("database", "web", "worker").index):
            site.start(name)


def _tell(site: Installation, candidates: list[Candidate], ends: float) -> int:
    told = {one.told.attempt: one.told.answers for one in candidates if one.told.attempt}
    file = site.state / "told.json"
    file.write_text(json.dumps(told))
    deadline = ends + SWEEP_SECONDS
    while True:
        found = json.loads(site.run("-m", "tests.load.check", str(file)))
        if found["closed"] == len(candidates) or time.time() > deadline:
            break
        time.sleep(5)
    found["closed so many seconds after the deadline, at most"] = round(time.time() - ends)
    found["requests sent again"] = sum(one.repeats for one in candidates)
    found["trouble"] = [each for one in candidates for each in one.trouble]
    print(json.dumps(found, indent=2))
    fine = all_kept(found, len(candidates)) and not found["trouble"]
    print("Nothing was lost." if fine else "The drill failed.")
    return 0 if fine else 1


if __name__ == "__main__":
    sys.exit(main())
