"""`make load OPTIONS=--sign-in`: a hall of a hundred signs in within a minute, each through the real form, from one address.

Nobody may be refused, and the median of a sign-in, from the press of the button to the answer, may be 300 ms.
"""

from __future__ import annotations

import re
import statistics
import subprocess
import sys
import threading
import time
from http import HTTPStatus

import requests

from tests.load.installation import ROOT, Installation

PEOPLE = 100
SECONDS = 60.0
MEDIAN = 300
PASSWORD = "a table of thirteen"
# Makes the people, in the environment of the installation.
MAKE = f"""
import django
django.setup()
from allauth.account.models import EmailAddress
from accounts.models import User
for number in range({PEOPLE}):
    user = User.objects.create_user(f"trial-{{number}}@example.org", "{PASSWORD}", name=f"Candidate {{number}}")
    EmailAddress.objects.create(user=user, email=user.email, verified=True, primary=True)
"""


def main(port: int) -> int:
    """Hold the trial; the exit code says whether everything asked for holds."""
    site = Installation(port)
    try:
        print("Preparing an installation ...", flush=True)
        site.prepare()
        subprocess.run([sys.executable, "-c", MAKE], cwd=ROOT, env=site.environment, check=True)
        site.start("web")
        print(f"{PEOPLE} sign in within {SECONDS:.0f} s ...", flush=True)
        return _tell(_signed_in(site.address))
    finally:
        site.stop()


def _signed_in(address: str) -> list[tuple[int, float]]:
    """What each was answered, and after how many milliseconds."""
    answers: list[tuple[int, float]] = []
    hall = [threading.Thread(target=_one, args=(address, number, answers)) for number in range(PEOPLE)]
    for each in hall:
        each.start()
        time.sleep(SECONDS / PEOPLE)
    for each in hall:
        each.join()
    return answers


def _one(address: str, number: int, answers: list[tuple[int, float]]) -> None:
    browser = requests.Session()
    page = browser.get(f"{address}/account/login/", timeout=60).text
    token = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', page)
    form = {
        "csrfmiddlewaretoken": token[1] if token else "",
        "login": f"trial-{number}@example.org",
        "password": PASSWORD,
    }
    start = time.perf_counter()
    answer = browser.post(f"{address}/account/login/", form, timeout=60, allow_redirects=False)
    answers.append((answer.status_code, (time.perf_counter() - start) * 1000))


def _tell(answers: list[tuple[int, float]]) -> int:
    refused = [status for status, _took in answers if status != HTTPStatus.FOUND]
    took = sorted(each for _status, each in answers)
    median, slow = statistics.median(took), took[int(len(took) * 0.95)]
    print(f"{len(answers)} sign-ins, {len(refused)} refused")
    print(f"median {median:.0f} ms, 95 % {slow:.0f} ms, longest {took[-1]:.0f} ms")
    return 0 if len(answers) == PEOPLE and not refused and median <= MEDIAN else 1
