"""Who read what: whatever page shows a key notes who opened it, and nothing private is kept by a browser.

The addresses are walked with real records, so that a new page is looked at here without anybody having to think of it.
"""

from __future__ import annotations

import io
import re
import uuid
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.urls import reverse
from pypdf import PdfReader

from accounts.audit.models import AuditEntry
from accounts.audit.services import note_once
from accounts.models import Role, User
from config.read_log import APART, KIND, NOTED, OPEN, VERB
from exams.bank.models import LawFlag, QuestionVersion
from exams.bank.upkeep.problems import report_problem
from exams.marking.appeals.proceedings import make
from exams.marking.models import Result, Script
from exams.marking.regrades.proposals import drafted, propose
from exams.marking.written.allocation import choose_markers
from tests import factories
from tests.config.routes import addresses, answer_of, routes
from tests.exams.marking.conftest import Clock, clock
from tests.exams.marking.rooms import hand_in, paper_with, sitting_of
from tests.walking import faults

__all__ = ["clock"]

# Words of the explanation that stand in no question, of what a candidate reads only once it is told.
KEY = re.compile(r"shows hearts at the lowest level|Does West accept it\?|2♦ is insufficient over 2♠")
STEM = "transfer that shows five or more hearts"
RULING = "West may accept it; he has not, so South makes it good."


def told(response: Any) -> str:
    """The words of an answer, whatever it is written in."""
    body = b"".join(response.streaming_content) if response.streaming else response.content
    if response.headers.get("Content-Type", "").startswith("application/pdf"):
        body = " ".join(page.extract_text() for page in PdfReader(io.BytesIO(body)).pages).encode()
    text = body.decode(errors="replace")
    if "json" in response.headers.get("Content-Type", ""):
        text = text.encode().decode("unicode_escape", errors="replace") if "\\u" in text else text
    return " ".join(re.sub(r"<[^>]+>", "", text).split())


@pytest.fixture
def house(db: None, clock: Clock) -> dict[str, list[Any]]:
    """A paper that was sat, with everything that comes of it, by the parameters of addresses."""
    alice, mary, mike = (factories.person("Alice", Role.CANDIDATE), *map(examiner, ("Mary", "Mike")))
    erin = examiner("Erin")
    sitting = sitting_of(paper_with("best_ruling", "written", marks=[1, 6]), clock.now)
    attempt = hand_in(sitting, alice, ["a", RULING])
    choose_markers(sitting=sitting, people=[mary, mike], actor=erin)
    keyed = sitting_of(paper_with("best_ruling", "whose_turn"), clock.now)
    worked = hand_in(keyed, alice, ["b", "a"])
    result = Result.objects.with_sitting().get(attempt=worked)
    version = keyed.paper.questions.select_related("version").get(position=1).version
    regrade = propose(
        drafted(actor=erin, sitting=keyed, version=version, remedy="accept", answer="b", reason="Both can be defended.")
    )
    asked = keyed.paper.questions.select_related("version").get(position=2)
    appeal = make(result=result, person=alice, grounds="I was right.", question=asked)
    problem = report_problem(version=version, person=alice, attempt=worked.pk, text="Is this right?")
    waiting = factories.version()
    things = {
        "version": [version.pk, waiting.pk],
        "paper": [keyed.paper.pk],
        "problem": [problem.pk],
    }
    return {
        "pk": [*things["version"], *things["paper"], *things["problem"]],
        "id": [version.pk, keyed.paper.pk, result.pk, keyed.pk, regrade.pk, appeal.pk],
        "slug": [version.body.slug],
        "body": [version.body.slug],
        "code": [keyed.paper.blueprint.code],
        "form": ["qti", "moodle"],
        "part": ["topics"],
        "version_id": [version.pk],
        "paper_id": [keyed.paper.pk],
        "sitting_id": [keyed.pk, sitting.pk],
        "entry_id": [worked.entry.pk],
        "attempt_id": [worked.pk, attempt.pk],
        "number": [1],
        "position": [1],
        "result_id": [result.pk],
        "script_id": list(Script.objects.values_list("pk", flat=True)),
        "regrade_id": [regrade.pk],
        "appeal_id": [appeal.pk],
    }


def examiner(name: str) -> User:
    return factories.person(name, Role.EXAMINER)


def somebody(name: str) -> User:
    """The people whose eyes the walk borrows."""
    match name:
        case "Root":
            return User.objects.create_superuser("root@example.org", name="Root")
        case "Adam":
            return factories.person("Adam", Role.ADMINISTRATOR, Role.REGISTRAR, Role.INVIGILATOR)
        case _:
            return User.objects.get(name=name)


def opened_by(person: User) -> set[tuple[str, str]]:
    rows = AuditEntry.objects.filter(actor=person, verb=VERB).values_list("data__page", "target_id")
    return {(page, thing) for page, thing in rows}


def test_every_room_is_noted_or_open() -> None:
    """A new room has to be put into one of the two lists."""
    rooms = {spaces[0] for spaces, _name, _address in routes() if spaces}
    assert rooms == NOTED | OPEN
    assert not NOTED & OPEN
    names = {":".join([*spaces, name]) for spaces, name, _address in routes()}
    assert set(APART) <= names


@pytest.mark.parametrize("who", ["Erin", "Mary", "Alice", "Adam", "Root"])
def test_whoever_is_shown_a_key_is_noted(house: dict[str, list[Any]], who: str) -> None:
    person = somebody(who)
    browser = factories.browser(person)
    shown = walked = 0
    with faults() as found:
        for spaces, _name, address in addresses(house):
            if address.startswith(("/account/logout", "/laws/", "/api/v1/laws/", "/api/schema", "/admin/jsi18n")):
                continue
            before = AuditEntry.objects.filter(verb=VERB).count()
            response = answer_of(browser, address)
            walked += 1
            if response.status_code in (301, 302, 404, 405):
                continue
            with found.at(f"{address} as {who}"):
                assert response.status_code < 500
                assert "no-store" in response.headers.get("Cache-Control", ""), "a browser would keep it"
                words = told(response)
                if KEY.search(words) or (spaces and spaces[0] in NOTED and STEM in words):
                    shown += 1
                    match = response.resolver_match
                    opened = {page for page, _thing in opened_by(person)}
                    assert match.view_name in opened, "a key was shown and nobody noted"
                    assert AuditEntry.objects.filter(verb=VERB).count() <= before + 1
    assert walked > 150
    assert shown >= {"Erin": 12, "Mary": 12, "Alice": 2, "Adam": 0, "Root": 0}[who], shown


def test_the_same_page_again_within_the_hour_is_one_entry(house: dict[str, list[Any]], clock: Clock) -> None:
    erin = somebody("Erin")
    browser, page = factories.browser(erin), reverse("bank:version", args=[house["version_id"][0]])
    for _time in range(10):
        assert browser.get(page).status_code == 200
    entry = AuditEntry.objects.get(verb=VERB)
    assert (entry.actor, entry.target_type, entry.target_id) == (erin, KIND, str(house["version_id"][0]))
    assert entry.data == {"page": "bank:version", "pk": str(house["version_id"][0])}
    assert entry.is_genuine
    clock.forward(hours=1)
    factories.browser(erin).get(page)
    factories.browser(examiner("Mary")).get(page)
    assert AuditEntry.objects.filter(verb=VERB).count() == 3


def test_who_is_refused_has_opened_nothing(house: dict[str, list[Any]]) -> None:
    browser = factories.browser(somebody("Alice"))
    for name, pk in (("bank:version", house["version_id"][0]), ("papers:guide", house["paper_id"][0])):
        assert browser.get(reverse(name, args=[pk])).status_code in (403, 404)
    assert not AuditEntry.objects.filter(verb=VERB).exists()


def test_nobody_notes_what_was_not_opened(db: None) -> None:
    """Whatever a stranger sends about ids that he makes up leaves no entry that names one."""
    oscar = factories.person("Oscar", Role.CANDIDATE, at=factories.body("Northern Rivers Bridge"))
    browser, nothing = factories.browser(oscar), str(uuid.uuid4())
    ids: dict[str, list[Any]] = {"uuid": [nothing], "slug": ["nowhere"], "str": ["nowhere"], "int": [987654]}
    walked = 0
    with faults() as found:
        for spaces, _name, address in addresses(ids):
            if not spaces or spaces[0] not in NOTED or spaces[0] == "admin":
                continue
            for method in ("GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE"):
                walked += 1
                with found.at(f"{method} {address}"):
                    response = browser.generic(method, address, "{}", "application/json")
                    assert response.status_code < 500
                    noted = AuditEntry.objects.filter(verb=VERB, data__page=response.resolver_match.view_name)
                    assert not noted.exclude(target_id="").exists(), "noted, though there is no such thing"
    assert walked > 700


@pytest.mark.django_db(transaction=True)
def test_ten_requests_at_once_leave_one_entry() -> None:
    erin = examiner("Erin")

    def note(_number: int) -> None:
        try:
            note_once(actor=erin, verb=VERB, thing=(KIND, "7"), data={"page": "bank:version"})
        finally:
            connection.close()

    with ThreadPoolExecutor(10) as pool:
        list(pool.map(note, range(10)))
    assert AuditEntry.objects.filter(verb=VERB).count() == 1


# --- the page of it -------------------------------------------------------------------------------------------------------


def asked(who: str, thing: object) -> Any:
    address = reverse("opened", args=[factories.body().slug])
    return factories.browser(somebody(who)).get(address, {"thing": str(thing)})


def test_an_administrator_sees_who_had_a_question_open_and_where(house: dict[str, list[Any]]) -> None:
    version, paper = house["version_id"][0], house["paper_id"][0]
    erin = factories.browser(somebody("Erin"))
    erin.get(reverse("bank:version", args=[version]))
    erin.get(reverse("papers:guide", args=[paper]))
    factories.browser(somebody("Alice")).get(reverse("marking:result", args=[house["result_id"][0]]))
    page = told(asked("Adam", f"https://rectify.example/bank/{version}/?on=2024-01-01"))
    assert "Opened 3 times" in page
    for words in ("Erin the question with its key", "the marking guide as PDF", "Alice a result, with the questions"):
        assert words in page, words
    assert STEM not in page
    assert "Opened once" in told(asked("Adam", house["result_id"][0]))


def test_whatever_page_showed_a_question_is_found_by_it(house: dict[str, list[Any]]) -> None:
    """Who is noted with a key of a question is found by whoever asks about that question, whatever the page was about."""
    version = QuestionVersion.objects.get(pk=house["version_id"][0])
    flag = LawFlag.objects.create(version=version, body=version.body, provision="27B1")
    erin = somebody("Erin")
    browser = factories.browser(erin)
    opened = {
        "a reported problem": reverse("bank:problem", args=[house["pk"][-1]]),
        "a regrade": reverse("marking:regrade", args=house["regrade_id"]),
        "an appeal": reverse("marking:appeal", args=house["appeal_id"]),
        "a changed law": reverse("bank:flag", args=[flag.pk]),
        "the history": reverse("bank:history", args=[version.pk]),
        "the results": reverse("marking:of_sitting", args=[house["sitting_id"][0]]),
    }
    with faults() as found:
        for words, address in opened.items():
            with found.at(address):
                assert browser.get(address).status_code == 200
                assert f"Erin {words}" in told(asked("Adam", version.pk)), "opened, and not told"
    assert f"Opened {len(opened)} times" in told(asked("Adam", version.pk))
    # A number is one of a flag on the pages of flags alone.
    note_once(actor=erin, verb=VERB, thing=(KIND, str(flag.pk)), data={"page": "admin:bank_topic_change"})
    assert f"Opened {len(opened)} times" in told(asked("Adam", version.pk))


def test_files_that_may_have_held_it_are_told_as_well(house: dict[str, list[Any]]) -> None:
    factories.browser(somebody("Erin")).post(reverse("bank:export"))
    page = told(asked("Adam", house["version_id"][0]))
    assert "Files from the bank" in page
    assert "Erin: one question" in page


@pytest.mark.parametrize("who", ["Erin", "Alice", "Root"])
def test_nobody_else_does(house: dict[str, list[Any]], who: str) -> None:
    assert asked(who, house["version_id"][0]).status_code == 403


def test_what_another_body_has_is_not_there(house: dict[str, list[Any]]) -> None:
    other = factories.version(at=factories.body("Northern Rivers Bridge"))
    for thing in (other.pk, factories.body().pk):
        response = asked("Adam", thing)
        assert (response.status_code, "Your body has nothing with this id" in told(response)) == (422, True)
    assert "There is no id in this" in told(asked("Adam", "the third question"))


# --- what may be kept -----------------------------------------------------------------------------------------------------


def test_what_is_open_to_all_may_be_kept_by_those_who_bring_no_session(client: Client, db: None) -> None:
    for address in ("/", "/levels/", "/laws/"):
        assert "no-store" not in client.get(address).headers.get("Cache-Control", ""), address
    client.force_login(factories.person("Alice", Role.CANDIDATE))
    for address in ("/", "/levels/", "/laws/", "/nowhere/"):
        assert "no-store" in client.get(address).headers["Cache-Control"], address


def test_signing_in_and_out_is_not_kept(client: Client, db: None) -> None:
    erin = examiner("Erin")
    response = client.post(reverse("account_login"), {"login": erin.email, "password": "a table of thirteen"})
    assert "no-store" in response.headers["Cache-Control"]
    assert "no-store" in client.post(reverse("account_logout")).headers["Cache-Control"]
