"""Markup in an imported question is text wherever it is shown: in the bank, to the candidate, in reports, results, files and
the API. One question of each kind is brought in, asked, answered and explained, and every address that shows it is read.
"""

from __future__ import annotations

import datetime as dt
import json
from collections.abc import Iterator
from html.parser import HTMLParser
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import Role, User
from exams.bank.editing.saving import send_to_review
from exams.bank.interchange import imports
from exams.bank.interchange.item import item_of
from exams.bank.interchange.qti.package import package
from exams.bank.models import QuestionVersion, Review
from exams.bank.services import decide
from exams.bank.upkeep.problems import report_problem
from exams.marking.models import Result
from exams.papers.draws import draw
from exams.sittings import closure, services
from laws.models import Code, Edition
from tests import factories
from tests.config.routes import addresses
from tests.exams.bank.interchange.conftest import DEFAULTS, by_hand
from tests.walking import faults

# Everything that could do something says so by this name.
SPELL = "sprung"
MARKUP = (
    f"<script>{SPELL}()</script><img src=x onerror={SPELL}()><svg onload={SPELL}()><style>.{SPELL}{{}}</style>"
    f'<a href="javascript:{SPELL}()">x</a>"\' onmouseover={SPELL}() '
    f"{{{{ {SPELL} }}}}{{% {SPELL} %}}]]>&lt;b&gt;\u202e{SPELL}\u202c"
)
KINDS = ("best_ruling", "whose_turn", "choose_all", "order_steps", "cite_law")
ROOMS = frozenset(
    {"bank", "bank-api", "papers", "papers-api", "sittings", "sittings-api", "marking", "results-api", "appeals-api"}
)
# Texts that are no text of a question: what they may be is listed.
FIXED = frozenset(
    {"format", "kind", "level", "topic", "edition", "id", "key", "provision", "cites", "fingerprint", "part", "marks", "by"}
    | {"call", "card", "dealer", "vulnerability", "board", "show", "leader", "contract", "declarer", "bad", "note"}
)  # fmt: skip


def bewitched(value: Any) -> Any:
    """The same content with markup behind every text."""
    if isinstance(value, dict):
        return {name: one if name in FIXED else bewitched(one) for name, one in value.items()}
    if isinstance(value, list):
        return [bewitched(one) for one in value]
    return f"{value} {MARKUP}" if isinstance(value, str) and value.strip() else value


class Reader(HTMLParser):
    """Reads a page as a browser does, and notes where a text has become more than text."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.inside = ""
        self.sprung: list[str] = []
        self.shown = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        kept = dict(attrs)
        # Data for our scripts is no script.
        self.inside = tag if tag in {"script", "style"} and "json" not in (kept.get("type") or "") else ""
        for name, value in attrs:
            text = (value or "").strip().lower()
            if SPELL in name or (name.startswith("on") and SPELL in text) or text.startswith("javascript:"):
                self.sprung.append(f"<{tag} {name}={text[:60]}>")
        if SPELL in tag:
            self.sprung.append(f"<{tag}>")

    def handle_endtag(self, tag: str) -> None:
        if tag == self.inside:
            self.inside = ""

    def handle_data(self, data: str) -> None:
        if SPELL in data:
            self.shown = True
            if self.inside:
                self.sprung.append(f"in <{self.inside}>: {data[:60]}")


def read(html: str) -> Reader:
    reader = Reader()
    reader.feed(html)
    reader.close()
    return reader


def texts(value: Any) -> Iterator[str]:
    """Every text in what JSON holds."""
    if isinstance(value, dict):
        for one in value.values():
            yield from texts(one)
    elif isinstance(value, list):
        for one in value:
            yield from texts(one)
    elif isinstance(value, str):
        yield value


def harmless(client: Client, address: str) -> bool:
    """Fail where the markup works; whether it was shown, as text."""
    response = client.get(address)
    body = b"".join(response) if response.streaming else response.content
    kind = response.headers.get("Content-Type", "")
    assert response.headers.get("X-Content-Type-Options") == "nosniff"
    if kind.startswith("text/html"):
        reader = read(body.decode())
        assert not reader.sprung, reader.sprung
        return reader.shown
    if "json" in kind and body[:1] in b"{[":
        told = list(texts(json.loads(body)))
        # What a page puts into itself as HTML.
        if "/paper/" in address:
            for one in told:
                assert not read(one).sprung
        return any(SPELL in one for one in told)
    if body[:1] == b"<":
        assert "attachment" in response.headers.get("Content-Disposition", "")
    return False


@pytest.fixture
def edition(db: None) -> Edition:
    """An edition known by name; nothing of its text is on the shelf."""
    code = Code.objects.create(slug="duplicate", title="Laws of Duplicate Bridge")
    return Edition.objects.create(code=code, slug="duplicate-2017", title="Laws 2017", year=2017, in_force="2017-08-01")


@pytest.fixture
def asked(db: None, edition: Edition) -> tuple[User, User, Any]:
    """Questions with markup, brought in from a file, approved, drawn and being worked."""
    anna, erin, ruth = (
        factories.person("Anna", Role.EXAMINER),
        factories.person("Erin", Role.EXAMINER),
        factories.person("Ruth", Role.CANDIDATE),
    )
    made = [bewitched(by_hand(kind)) for kind in KINDS]
    report = imports.bring(
        body=factories.body(),
        actor=anna,
        data=package([item_of(one) for one in made]),
        name=f"bank<{SPELL}>.zip",
        defaults=DEFAULTS,
    )
    assert report.new == len(KINDS), [row.reason for row in report.rows]
    for version in QuestionVersion.objects.all():
        send_to_review(version_id=version.pk, author=anna)
        decide(version_id=version.pk, examiner=erin, decision=Review.Decision.APPROVE)
    blueprint = factories.blueprint(quotas={"insufficient-bid": len(KINDS)}, title=f"Paper {MARKUP}"[:200])
    paper = draw(blueprint=blueprint, actor=erin, seed=1)
    now = timezone.now()
    sitting = services.schedule(
        paper=paper,
        title=f"Sitting {MARKUP}"[:120],
        place=MARKUP[:120],
        opens_at=now,
        closes_at=now + dt.timedelta(hours=2),
        actor=erin,
        release="at_once",
    )
    services.enter(sitting=sitting, person=ruth)
    return erin, ruth, services.start(sitting=sitting, person=ruth)


def test_it_is_text_wherever_it_is_shown(asked: tuple[User, User, Any]) -> None:
    erin, ruth, attempt = asked
    paper, sitting = attempt.paper, attempt.sitting
    versions = [one.version for one in paper.questions.select_related("version")]
    ids: dict[str, list[Any]] = {
        "attempt_id": [attempt.pk],
        "sitting_id": [sitting.pk],
        "paper_id": [paper.pk],
        "number": list(range(1, len(KINDS) + 1)),
        "slug": [attempt.body.slug],
        "code": [paper.blueprint.code],
        "int": [1],
    }
    problem = report_problem(version=versions[0], person=ruth, attempt=attempt.pk, text=f"Wrong. {MARKUP}")
    ids["uuid"] = [versions[0].pk, paper.pk, problem.pk, attempt.entry.pk]
    shown: set[str] = set()

    def walk(person: User) -> None:
        client = factories.browser(person)
        with faults() as fault:
            for spaces, name, address in addresses(ids):
                if {*spaces} & ROOMS:
                    with fault.at(address):
                        if harmless(client, address):
                            shown.add(f"{spaces[0]}:{name}")

    walk(ruth)
    assert {"sittings:question", "sittings:sheets"} <= shown
    closure.submit(attempt_id=attempt.pk, person=ruth)
    ids["uuid"].append(Result.objects.get(attempt=attempt).pk)
    ids["id"] = ids["result_id"] = ids["pk"] = ids["uuid"]
    walk(ruth)
    walk(erin)
    assert {"marking:result", "sittings:reports", "bank:version", "papers:paper"} <= shown, shown
