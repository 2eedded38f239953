"""Facts of the book among what is practised: asked, explained and remembered as paths are, and never by a paper."""

from __future__ import annotations

import datetime as dt
import io

import pytest
from django.db.backends.postgresql.psycopg_any import DateRange
from django.test import Client
from django.utils import timezone
from pypdf import PdfReader

from accounts.models import User
from exams import scenarios
from exams.bank.kinds import kind_of
from exams.bank.models import Problem, QuestionVersion
from exams.papers.models import Quota
from exams.practice import anki, exercises, mocks, sheets
from exams.practice.exercises import NotPractised, Somebody
from exams.practice.forms import PickForm
from exams.practice.models import Exercise, Learner
from exams.practice.queue import NEW_A_DAY, Wanted, due, in_order, picked
from exams.practice.slots import drawn_by, in_use
from exams.practice.units import catalogue, is_fact, kinds_of, law_of, pairable, still_reads, title_of
from exams.practice.what_if import charted, steps_of, what_ifs
from laws.models import Origin, Provision, ProvisionVersion, TextKind
from tests import factories
from tests.exams.practice.conftest import right_answer, shown_to

pytestmark = pytest.mark.django_db

FACT = "book/64/won_by_the_revoker"
UNSTAGED = "book/66/seeing_the_trick"
"""Of a law that is asked by facts alone."""
FACTS = [unit for unit in catalogue().values() if unit.is_fact]


def asked(learner: Learner, unit: str = FACT, purpose: Exercise.Purpose = Exercise.Purpose.REVIEW) -> Exercise:
    return exercises.stage(Somebody(learner), unit, purpose=purpose)


def test_what_a_fact_is_follows_from_its_name() -> None:
    unit = catalogue()[FACT]
    assert (unit.law, unit.cites, unit.is_fact) == ("64", ("64A1",), True)
    assert (law_of(FACT), law_of("16B/anything"), kinds_of(FACT)) == ("64", "16B", (scenarios.BOOK_FACT,))
    assert title_of("book/64/gone") == "Law 64"
    assert not pairable(FACT)
    assert {unit.path for unit in FACTS} == {*scenarios.book.facts()}


def test_it_is_explained_without_a_table_and_remembered(client: Client, ruth: User, learner: Learner) -> None:
    client.force_login(ruth)
    exercise = asked(learner)
    address = f"/training/table/{exercise.pk}/"
    page = client.get(address).content.decode()
    assert exercise.content["question"] in page and exercise.content["explanation"]["say"] not in page

    told = client.post(address, right_answer(exercise) | {"sure": "sure"}, follow=True).content.decode()

    assert "How to say it" in told and "What you say" not in told
    assert "Law 64 · " in told and "This fact comes back on" in told
    for gone in ("One fact changed", "Go through the steps", "Flow chart", "What if one fact were different?"):
        assert gone not in told
    assert (what_ifs(exercise), steps_of(exercise), charted(exercise)) == ([], "", "")
    memory = learner.memories.get()
    assert (memory.unit, memory.reviews, memory.mistaken) == (FACT, 1, False)
    again = shown_to(client, client.post(f"{address}another/", follow=True))
    assert again.unit == FACT and again.fingerprint != exercise.fingerprint


def test_no_question_of_a_fact_comes_twice_in_ninety_days(learner: Learner) -> None:
    seen = [asked(learner, purpose=Exercise.Purpose.DRILL).fingerprint for _ in range(12)]
    assert len(set(seen)) == len(seen)


def test_a_fact_is_asked_as_long_as_the_law_says_it(client: Client, learner: Learner, real_shelf: None) -> None:
    today = timezone.localdate()
    assert [unit.path for unit in FACTS if not still_reads(unit.path, today)] == []
    page = client.get("/laws/duplicate-2017/64/").content.decode()
    assert "?law=64#pick" in page and "Practise this law" in page

    place = Provision.objects.get(edition__slug="duplicate-2017", key=scenarios.book.facts()[FACT].provision)
    was = ProvisionVersion.objects.current().get(provision=place, kind=TextKind.DIGEST)
    ProvisionVersion.objects.filter(pk=was.pk).update(superseded_at=timezone.now())
    for number, text, days in (
        (2, was.text, DateRange(was.effective.lower, today)),
        (3, "Three tricks are transferred.", DateRange(today, None)),
    ):
        ProvisionVersion.objects.create(
            provision=place, revision=was.revision + number, text=text, effective=days, origin=Origin.EDITED
        )

    assert still_reads(FACT, today - dt.timedelta(days=1))
    with pytest.raises(NotPractised, match="has changed"):
        asked(learner)
    assert asked(learner, "book/64/too_late").unit == "book/64/too_late"


def test_no_day_is_all_facts_and_a_paper_asks_them_only_by_name(learner: Learner) -> None:
    today = [is_fact(path) for path in due(learner).new]
    assert len(today) == NEW_A_DAY and 0 < sum(today) < NEW_A_DAY
    laws = [unit.law for unit in in_order(learner) if unit.is_fact and unit.law.isdigit()]
    assert laws == sorted(laws, key=int)
    topic = factories.topic("tricks")
    blueprint = factories.blueprint(quotas={"tricks": 3})
    assert not drawn_by(blueprint, learner).paths
    Quota.objects.create(blueprint=blueprint, topic=topic, level="club", kind=scenarios.BOOK_FACT, count=2)
    [found] = in_use(blueprint.body)
    assert UNSTAGED in drawn_by(found, learner).paths
    asked = [one.exercise for one in mocks.begin(learner, found).questions.select_related("exercise")]
    topics = [(one.kind, catalogue()[one.unit].topic) for one in asked]
    assert topics == [(scenarios.BOOK_FACT, "tricks")] * 2


def test_it_is_picked_by_law_topic_level_and_kind(learner: Learner) -> None:
    for wanted in (Wanted(law="66"), Wanted(kind=scenarios.BOOK_FACT), Wanted(topic="tricks")):
        found = picked(learner, wanted)
        assert UNSTAGED in found and all(map(is_fact, found)), wanted
    assert picked(learner, Wanted(law="66", kind="best_ruling")) == []
    form = PickForm({"law": "64", "kind": scenarios.BOOK_FACT}, learner=learner)
    assert form.is_valid(), form.errors
    assert ("64", "Law 64") in form.fields["law"].choices  # type: ignore[attr-defined]


def test_a_guest_begins_with_tables_and_may_pick_the_facts_of_a_law(client: Client) -> None:
    def begun(**picked: str) -> Exercise:
        return shown_to(client, client.post("/training/start/", picked, follow=True))

    assert {begun().kind for _ in range(3)} == {"best_ruling"}
    assert begun(law="66").kind == scenarios.BOOK_FACT


def test_it_goes_onto_cards_and_sheets(learner: Learner) -> None:
    package = anki.package(learner, [asked(learner)], "https://rectify.example")
    assert package.startswith(b"PK")
    sheet = sheets.make(learner, Wanted(law="64"), 3, "Revokes")
    made = [PdfReader(io.BytesIO(one)) for one in (sheets.questions_pdf(sheet), sheets.rulings_pdf(sheet))]
    told = [" ".join(page.extract_text() for page in one.pages) for one in made]
    assert "Law 64" in told[1] and "tricks" in told[0]


def test_a_report_brings_it_to_the_desk_as_a_question_of_its_kind(learner: Learner) -> None:
    learner.body = factories.body()
    learner.save()
    exercise = asked(learner)
    exercises.answer(exercise.pk, kind_of(exercise.content).right(exercise.content), sure=True)
    exercise.refresh_from_db()

    exercises.report(exercise, "The second trick is unclear.")

    version = QuestionVersion.objects.get(kind=scenarios.BOOK_FACT)
    assert version.content == exercise.content and version.question.procedure == ""
    assert Problem.objects.get().version == version
