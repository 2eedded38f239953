"""A body with something of everything that can be asked for by its id, made through the product's own services.

Each thing bears the body's mark wherever a person may write words, so that a page that shows a stranger's thing gives
itself away by the word.
"""

from __future__ import annotations

import datetime as dt
import uuid
from dataclasses import dataclass
from typing import Any

from allauth.account.models import EmailAddress
from allauth.usersessions.models import UserSession
from django.db.models import F

from accounts import services as people
from accounts.accreditation import appeals, deeds, dispensations, documents, evidencing, rulebook
from accounts.accreditation.clubs import season
from accounts.accreditation.clubs import sessions as club_sessions
from accounts.accreditation.credentials import archives, certificates, designs, status_lists
from accounts.accreditation.desk import circulars, clubs, merges
from accounts.accreditation.desk import people as desk_people
from accounts.accreditation.intake import services as intake
from accounts.accreditation.models import Award, Evidence, Level
from accounts.accreditation.register import listings
from accounts.accreditation.requirements import AllOf, Fee
from accounts.accreditation.scope import EventKind
from accounts.accreditation.services import apply_for_pass, decline, grant, raise_doubt
from accounts.accreditation.webhooks import services as webhooks
from accounts.letters.models import TRIES
from accounts.letters.services import deliver_due
from accounts.models import Body, Club, Role, User
from accounts.privacy import deletions, retention
from exams.assessment import services as assessments
from exams.assessment.grades import CRITERIA
from exams.bank import generation
from exams.bank.editing import saving
from exams.bank.kinds import kind_of
from exams.bank.levels.moves import move
from exams.bank.models import LawFlag, QuestionVersion, Review
from exams.bank.services import decide
from exams.bank.upkeep.problems import report_problem
from exams.calls import evenings
from exams.courses import services as courses
from exams.courses.models import Assignment, CourseInvitation
from exams.marking import release
from exams.marking.appeals.proceedings import make
from exams.marking.models import Result, Script
from exams.marking.regrades.decisions import approve
from exams.marking.regrades.proposals import drafted, propose
from exams.marking.statistics import computation
from exams.marking.written import third_markers
from exams.marking.written.allocation import choose_markers
from exams.marking.written.script_marks import give
from exams.papers.models import Paper
from exams.practice import exercises, lessons, mocks, sheets
from exams.practice.lessons import walk_of
from exams.practice.models import Lesson
from exams.practice.queue import Wanted
from exams.practice.slots import in_use
from exams.samples import choices as samples
from exams.sittings import breaks, invigilation, services
from exams.sittings.models import Release, Sitting
from exams.sittings.saving import Draft, save
from laws.editing import confirming, drafting, publishing, subjects
from laws.editing.models import Proposal, Stewardship
from laws.editing.regulations.laying_down import lay_down
from laws.models import Edition, Provision
from tests import factories
from tests.asking import ask_paper
from tests.exams.marking.conftest import Clock
from tests.exams.marking.rooms import FULL, hand_in, paper_with, points, sitting_of

MOVED = "27/out_of_rotation=no/lho_called=yes"
"""A path that each body moves to another level."""
A_DAY = dt.timedelta(days=1)


@dataclass
class House:
    """A body, its mark, and its people by what they are: a role, `owner` (every role), `alice`, `bob`, `mary`, `guest`."""

    body: Body
    mark: str
    edition: str
    people: dict[str, User]

    def person(self, name: str, *roles: Role) -> User:
        """Somebody of this body, named after it."""
        return self.people.setdefault(name, factories.person(f"{self.mark} {name}", *roles, at=self.body))


def furnished(name: str, mark: str, edition: str, clock: Clock, guest: User) -> House:
    """A body with people of every role and everything that they can have made. `guest` examines elsewhere."""
    body = factories.body(name)
    # Without the mark: the clubs of all bodies stand in the form by which one joins.
    Club.objects.create(body=body, name=f"{name} Club")
    house = House(body, mark, edition, {})
    _in_dispute(house, clock, guest)
    for role in Role:
        house.person(role.value, role)
    house.person("owner", *(role for role in Role if role != Role.CANDIDATE))
    told = _told(house, clock)
    _rooms(house, clock)
    _bank(house)
    _accreditation(house, told)
    _law(house)
    _assessment(house)
    _documents(house)
    _practice(house)
    _course(house)
    UserSession.objects.create(
        user=house.people["alice"], session_key=f"{mark}-session", ip="192.0.2.1", user_agent=mark
    )
    bob = house.people["bob"]
    EmailAddress.objects.create(user=bob, email=bob.email, verified=True, primary=True)
    _course_invitations(house)
    people.invite(
        actor=house.people["administrator"],
        body=body,
        email=bob.email,
        role=Role.EXAMINER,
        reason=f"{mark} grows.",
    )
    retention.set_times(body=body, actor=house.people["administrator"], months={"letters": 24})
    deletions.ask(person=house.people["mike"])
    return house


def _paper(house: House, *kinds: str, **terms: Any) -> Paper:
    """A paper whose questions, topic and title bear the mark."""
    content = {"stem": [*factories.CONTENT["stem"], f"{house.mark} asks you to rule."]}
    return paper_with(*kinds, at=house.body, title=f"{house.mark} paper", content=content, **terms)


def _in_dispute(house: House, clock: Clock, guest: User) -> None:
    """Two scripts: on one the two markers differ, so that the body has lent it to the guest; the other waits to be marked.

    For that nobody else may be left who examines; they come back afterwards.
    """
    alice, bob = house.person("alice", Role.CANDIDATE), house.person("bob", Role.CANDIDATE)
    mary, mike = house.person("mary", Role.EXAMINER), house.person("mike", Role.EXAMINER)
    factories.topic(at=house.body, title=f"{house.mark} topic")
    sitting = sitting_of(
        _paper(house, "best_ruling", "written", marks=[1, 6]), clock.now, title=f"{house.mark} written"
    )
    ruling = f"{house.mark}: West may accept it."
    attempts = [hand_in(sitting, one, ["c", ruling]) for one in (alice, bob)]
    drawer = User.objects.get(name=f"Drawer {house.body.short_name}")
    choose_markers(sitting=sitting, people=[mary, mike], actor=drawer)
    script = Script.objects.get(attempt=attempts[0])
    give(script=script, person=mary, points=points(0, 0), comment=f"{house.mark} says no.")
    give(script=script, person=mike, points=FULL)
    others = house.body.memberships.filter(role=Role.EXAMINER).exclude(person__in=[mary, mike])
    others.update(until=F("since"))
    mary = house.people["mary"] = User.objects.get(pk=mary.pk)
    asked = third_markers.ask(sitting=sitting, email=guest.email, actor=mary, reason=f"{house.mark} has but two.")
    third_markers.answer(asked_id=asked.pk, person=guest, accept=True)
    third_markers.ask(
        sitting=sitting, email=f"{house.mark.lower()}.third@example.org", actor=mary, reason="And another."
    )
    others.update(until=None)


def _told(house: House, clock: Clock) -> Result:
    """A sitting whose results are told, with regrades, appeals and problems; that of Alice."""
    alice, bob, erin, mary = (house.people[name] for name in ("alice", "bob", "examiner", "mary"))
    sitting = sitting_of(_paper(house, "best_ruling", "best_ruling"), clock.now, title=f"{house.mark} told")
    worked = [hand_in(sitting, one, answers) for one, answers in ((alice, ["b", "b"]), (bob, ["c", "c"]))]
    results = [Result.objects.with_sitting().get(attempt=one) for one in worked]
    versions = [one.version for one in sitting.paper.questions.select_related("version").order_by("position")]
    about: dict[str, Any] = {
        "sitting": sitting,
        "remedy": "accept",
        "answer": "b",
        "reason": f"{house.mark} can be defended.",
    }
    done = propose(drafted(actor=erin, version=versions[1], **about))
    approve(regrade=done, actor=mary, seen=1)
    propose(drafted(actor=erin, version=versions[0], **about))
    result = Result.objects.current().with_sitting().get(attempt=results[0].attempt_id)
    question = sitting.paper.questions.select_related("version").get(position=1)
    make(result=result, person=alice, grounds=f"{house.mark} was right.", question=question)
    report_problem(version=versions[0], person=alice, attempt=worked[0].pk, text=f"{house.mark}: is this right?")
    computation.compute(computation.ask(actor=erin, about=sitting).pk)
    computation.compute(computation.ask(actor=erin, about=house.body).pk)
    return result


def _rooms(house: House, clock: Clock) -> None:
    """Sittings that wait, go on, stand still, have ended, have been released and were void."""
    alice, bob, erin, mary = (house.people[name] for name in ("alice", "bob", "examiner", "mary"))

    def sitting(what: str, **arrangement: Any) -> Sitting:
        paper = _paper(house, "best_ruling", "whose_turn")
        opens = arrangement.pop("opens_at", clock.now)
        return sitting_of(paper, opens, title=f"{house.mark} {what}", exposed_reason="Training.", **arrangement)

    waiting = sitting("to come", opens_at=clock.now + A_DAY, approval=True, invigilators=[house.people["invigilator"]])
    services.enter(sitting=waiting, person=bob)
    running = sitting("going on", code="4711")
    for one in (alice, bob):
        services.enter(sitting=running, person=one)
        attempt = services.start(sitting=running, person=one, code="4711")
        save(attempt_id=attempt.pk, person=one, draft=Draft(1, "c", False, 1))
    invigilation.write_down(sitting=running, actor=erin, text=f"{house.mark} opened a window.", attempt=attempt)
    invigilation.pause_one(attempt=attempt, actor=erin, reason=f"{house.mark} is unwell.")
    ended = sitting("ended", release=Release.TOGETHER)
    hand_in(ended, alice, ["c", "b"])
    clock.forward(minutes=1)
    services.end(sitting=ended, actor=erin, reason=f"{house.mark} has handed in.")
    released = sitting("released", release=Release.TOGETHER)
    hand_in(released, alice, ["c", "b"])
    clock.forward(minutes=1)
    services.end(sitting=released, actor=erin, reason=f"{house.mark} has handed in.")
    release.moderate(sitting=released, actor=erin, note=f"{house.mark} looked at it.")
    release.release(sitting=released, actor=mary)
    void = sitting("void")
    hand_in(void, bob, ["c", None])
    services.void_sitting(sitting=void, actor=erin, reason=f"{house.mark} had a fire.")
    rest = sitting_of(_paper(house, "best_ruling"), clock.now, title=f"{house.mark} with a break")
    entry = services.enter(sitting=rest, person=alice)
    services.set_time(entry=entry, minutes=5, breaks=5, actor=erin, reason=f"{house.mark} needs it.")
    breaks.take(attempt_id=services.start(sitting=rest, person=alice).pk, person=alice)
    letter = alice.letters.filter(body=house.body).latest("made_at")
    type(letter).objects.filter(pk=letter.pk).update(failures=TRIES, error="No such address", sent_at=None)
    deliver_due()


def _bank(house: House) -> None:
    """A question in each status, runs of the generator, flags, and a path at another level."""
    erin, mary = house.people["examiner"], house.people["mary"]
    content = {"stem": [*factories.CONTENT["stem"], f"{house.mark} asks you to rule."]}

    def version() -> QuestionVersion:
        return factories.version(at=house.body, **content)

    approved = factories.approved_version(at=house.body, **content)
    changed = {**approved.content, "question": f"What does {house.mark} rule?"}
    saving.change(version_id=approved.pk, author=erin, content=changed, difficulty=2, what="Reworded.", seen=1)
    saving.comment(version_id=approved.pk, author=erin, text=f"{house.mark} wonders.")
    version()
    decide(version_id=version().pk, examiner=mary, decision=Review.Decision.REJECT, reason=f"{house.mark} says no.")
    retired = factories.approved_version(at=house.body, **content)
    decide(
        version_id=retired.pk, examiner=mary, decision=Review.Decision.RETIRE, reason=f"{house.mark} is tired of it."
    )
    LawFlag.objects.create(body=house.body, version=approved, provision="27A1")
    for _number in range(2):
        run = generation.start(body=house.body, actor=erin, procedure="27", count=1, seed=1)
    generation.cancel(job_id=run.pk, actor=erin)
    move(body=house.body, path=MOVED, actor=house.people["owner"], reason=f"{house.mark} seldom sees it.")


def _accreditation(house: House, told: Result) -> None:
    """A level with a draft, an application in doubt, one that waits, one granted, one that was refused and is appealed."""
    level = Level.objects.create(
        body=house.body, code="club", name=f"{house.mark} Director", validity_months=36, order=0
    )
    ask_paper(level, "club-auction", "Pass the paper")
    evidence = {
        "kind": "paper",
        "percent": "82.00",
        "sitting": house.mark,
        "date": "2026-11-14",
    }
    results = {
        "candidate": str(told.pk),
        "bob": f"{house.mark} result of bob",
        "alice": f"{house.mark} result of alice",
    }
    doubted, plain, third = (
        apply_for_pass(
            person=house.people[name],
            body=house.body,
            blueprint_code="club-auction",
            evidence=evidence | {"result": result},
        )
        for name, result in results.items()
    )
    assert doubted and plain and third
    raise_doubt(application=doubted, about="regrade:1", why=f"{house.mark} was marked again.")
    granted = grant(application=plain, actor=house.people["registrar"])
    _certificates(house, granted)
    deeds.propose(award=granted, actor=house.people["registrar"], reason=f"{house.mark} has doubts about bob.")
    bob = house.people["bob"]
    agreed = listings.Shown(is_found=True, shows_club=True, takes_letters=True)
    listings.decide(person=bob, body=house.body, actor=bob, shown=agreed)
    refused = apply_for_pass(
        person=house.people["candidate"],
        body=house.body,
        blueprint_code="club-auction",
        evidence=evidence | {"result": f"{house.mark} result of a friend"},
    )
    assert refused
    decline(application=refused, actor=house.people["registrar"], reason=f"{house.mark} sat it in company.")
    appeals.make(application=refused, person=house.people["candidate"], grounds=f"{house.mark} sat it alone.")
    _dispensations(house, level)
    _registers(house)
    _desk(house)
    hook, _secret = webhooks.register(
        body=house.body,
        actor=house.people["administrator"],
        url=f"https://{house.mark.lower()}.example.org/awards",
        events=["award.granted"],
        reference=uuid.uuid4(),
    )
    webhooks.send_test(webhook=hook, actor=house.people["administrator"])
    draft = rulebook.begin_draft(level=level, actor=house.people["registrar"])
    fee = Fee(amount=f"{house.mark} dollars")
    rulebook.change_draft(
        draft=draft, actor=house.people["registrar"], revision=draft.revision, change=lambda _asked: AllOf(of=(fee,))
    )

    evidencing.log_session(
        body=house.body,
        person=house.people["alice"],
        day=house.body.today(),
        details={"role": "directed", "event": "club", "club": f"{house.mark} Club", "words": f"{house.mark} was full."},
        reference=f"sessions:{house.mark}",
    )
    evidencing.enter(
        body=house.body,
        person=house.people["bob"],
        actor=house.people["registrar"],
        kind="reference",
        day=house.body.today(),
        details={"of": "club", "by": f"{house.mark} Club"},
        reference=f"reference:{house.mark}",
    )
    _clubs(house)


def _certificates(house: House, award: Award) -> None:
    """A design, an award's certificate and badge, the lists, and an archive that was made."""
    actor = house.people["registrar"]
    texts = dict.fromkeys(designs.TEXTS, f"{house.mark} signs")
    design = designs.Design(texts, dict.fromkeys(designs.PICTURES, b""))
    designs.settle(body=house.body, actor=actor, design=design, reason=f"{house.mark} wants it.")
    certificates.issue(award)
    status_lists.sign_all(house.body)
    made = archives.ask(body=house.body, actor=actor, awards=[award.pk], reference=uuid.uuid4())
    archives.run(made.pk)


def _clubs(house: House) -> None:
    """The body lets clubs confirm: its contact has a session to confirm, and has entered one."""
    club_sessions.settle_how(
        body=house.body,
        actor=house.people["registrar"],
        confirmer="club",
        days=28,
        reason=f"{house.mark} asked for it.",
    )
    club = Club.objects.filter(body=house.body).order_by("name")[0]
    evidencing.log_session(
        body=house.body,
        person=house.people["bob"],
        day=house.body.today(),
        details={"role": "directed", "event": "club", "club": club.name, "words": f"{house.mark} at home."},
        reference=f"sessions:{house.mark} at home",
    )
    contact = house.people[Role.CLUB_CONTACT.value]
    cells = {"date": house.body.today().isoformat(), "director": house.people["alice"].name, "event": house.mark}
    rows = [season.Row(1, cells)]
    shown = season.digest(season.plan(club, contact, rows))
    season.enter(club=club, actor=contact, rows=rows, shown=shown, reference=uuid.uuid4())


def _dispensations(house: House, level: Level) -> None:
    """What the level covers; permission for two events that it does not, one of them withdrawn."""
    registrar = house.people["registrar"]
    fields = {"event_kinds": [EventKind.CLUB.value], "most_tables": 20}
    rulebook.change_level(level=level, actor=registrar, fields=fields, reason=f"{house.mark} said so.")
    today = house.body.today()
    event = {"place": house.mark, "first_day": today, "last_day": today + A_DAY, "kind": EventKind.STATE.value}
    coming, off = (
        dispensations.give(
            body=house.body,
            person=house.people["bob"],
            actor=registrar,
            event=event | {"event": f"{house.mark} {name}", "tables": 40, "screens": True},
            why=f"{house.mark} has nobody else.",
            reference=uuid.uuid4(),
        )
        for name in ("Teams", "Pairs")
    )
    dispensations.withdraw(dispensation=off, actor=registrar, reason=f"{house.mark} is flooded.")
    assert coming.withdrawn is None


def _desk(house: House) -> None:
    """A region, a phone, a letter to the holders of awards, and an entry that became part of another record."""
    body, actor = house.body, house.people["registrar"]
    clubs.make_region(body=body, actor=actor, fields={"name": f"{house.mark} Region", "order": 1})
    bob, candidate = house.people["bob"], house.people["candidate"]
    told = {"number": f"{house.mark} 7", "phone": "07 3855 1234", "reason": f"{house.mark} rang."}
    desk_people.correct_entry(body=body, person=bob, actor=actor, **told)
    awards = Award.objects.filter(body=body)
    letter = {"subject": f"{house.mark} refresher", "text": f"{house.mark} meets in May, {{{{ name }}}}."}
    seen = circulars.preview(body=body, actor=actor, awards=awards, **letter).seen
    circulars.send(body=body, actor=actor, awards=awards, narrowed=[], seen=seen, reference=uuid.uuid4(), **letter)
    line = f"{house.mark} Moved,{house.mark.lower()}.moved@example.org,club,2026-01-01,2029-12-31"
    data = f"Name,Email,Level,From,Until\n{line}\n".encode()
    made = intake.upload(body=body, actor=actor, name=f"{house.mark} Moved.csv", data=data)
    intake.match(intake=made, actor=actor, columns=made.columns)
    intake.apply(intake=made, actor=actor)
    gone = User.objects.get(name=f"{house.mark} Moved")
    found = merges.preview(body=body, kept=candidate, gone=gone, actor=actor)
    merges.merge(body=body, kept=candidate, gone=gone, actor=actor, reason=f"{house.mark} knows them.", seen=found.seen)


def _registers(house: House) -> None:
    """A register that was imported, with an entry nobody has claimed, and a file that is still open."""
    actor = house.people["registrar"]
    for name, stays_open in (("Imported", False), ("Waiting", True)):
        line = f"{house.mark} {name},{house.mark.lower()}.{name.lower()}@example.org,club,2026-01-01,2029-12-31"
        data = f"Name,Email,Level,From,Until\n{line}\n{line.replace(name, f'{name} & more')}\n".encode()
        made = intake.upload(body=house.body, actor=actor, name=f"{house.mark} {name}.csv", data=data)
        intake.match(intake=made, actor=actor, columns=made.columns)
        if not stays_open:
            intake.apply(intake=made, actor=actor)


def _documents(house: House) -> None:
    """Two scans that are attached to a session that waits."""
    evidence = Evidence.objects.filter(body=house.body, standing=Evidence.Standing.WAITING).exclude(kind="paper")[0]
    files = [documents.checked(f"{house.mark} {n}.pdf", b"%PDF-1.7\n" + b"%" * n + b"%%EOF") for n in (1, 2)]
    documents.attach(evidence=evidence, actor=house.people["registrar"], files=files)


def _assessment(house: House) -> None:
    """A practical assessment that is arranged, and one on which the assessors differ; of Alice and of Bob."""
    level = Level.objects.get(body=house.body, code="club")
    assessors = [house.people["examiner"], house.people["mary"]]
    made = [
        assessments.arrange(
            level=level,
            person=house.people[name],
            assessors=assessors,
            day=house.body.today(),
            place=f"{house.mark} hall",
            count=3,
            laws=["27"],
            reference=uuid.uuid4(),
            actor=house.people["registrar"],
        )
        for name in ("alice", "bob")
    ]
    one = {**dict.fromkeys(CRITERIA, "mostly"), "grade": "passed", "note": f"{house.mark} was calm."}
    marks = {str(call.number): one for call in made[1].calls.all()}
    for person, overall in zip(assessors, ("passed", "failed"), strict=True):
        assessments.send(
            assessment=made[1],
            actor=person,
            key=uuid.uuid4(),
            after=0,
            marks=marks,
            overall=overall,
            note=f"{house.mark} ruled.",
        )


def _practice(house: House) -> None:
    """An examiner who keeps sharp: a question answered, the next one shown, and a mock exam sat."""
    learner = exercises.learner_of(house.people["mary"])
    factories.blueprint(at=house.body, code="for-mocks", quotas={"insufficient-bid": 2})
    paper = next(one for one in in_use(house.body) if one.code == "for-mocks")
    sat = mocks.begin(learner, paper)
    table = sat.questions.select_related("exercise").get(number=1).exercise
    mocks.save(sat.pk, 1, kind_of(table.content).right(table.content), flagged=False)
    mocks.finish(sat.pk)
    sheets.make(learner, Wanted(law="27"), 2, f"{house.mark} sheet")
    evenings.begin(learner, reference=uuid.uuid4(), law="30")
    level = Level.objects.get(body=house.body, code="club")
    samples.show(level=level, blueprint=paper, actor=house.people["mary"], seen=0)
    run = exercises.start(exercises.Somebody(learner), Wanted(deck="due"))
    first = exercises.following(run)
    assert first is not None
    exercises.answer(first.pk, kind_of(first.content).right(first.content), sure=True)
    exercises.following(run)
    lesson = walk_of("27")
    assert lesson is not None
    lessons.table_of(lesson, 1)
    Lesson.objects.create(learner=learner, law="27", step=lesson.last, answers={"1": 1})
    lessons.begin_questions(house.people["mary"], lesson)


def _course(house: House) -> None:
    """A course that the owner organises and the examiner teaches; Mary takes part and shows how she gets on.

    Nobody of them sits a paper, for whom courses would be closed.
    """
    body, owner = house.body, house.people["owner"]
    today = body.today()
    made = courses.make(
        body=body,
        club=None,
        actor=owner,
        name=f"{house.mark} course",
        first_day=today,
        last_day=today + A_DAY * 30,
        about=f"{house.mark} meets on Thursdays.",
        teaches=False,
        reference=uuid.uuid4(),
    )
    for name, to_be in (("examiner", CourseInvitation.To.TUTOR), ("mary", CourseInvitation.To.LEARNER)):
        somebody = house.people[name]
        EmailAddress.objects.get_or_create(
            user=somebody, email=somebody.email, defaults={"verified": True, "primary": True}
        )
        asked = courses.invite(course=made, actor=owner, people=[(somebody.email, "")], to_be=to_be).made[0]
        courses.answer(invitation=asked, person=somebody, accepted=True, agreed=True)
    courses.assign(
        course=made,
        actor=owner,
        kind=Assignment.Kind.LAW,
        law="27",
        title=f"{house.mark} law",
        count=5,
        from_day=today,
        due_day=today + A_DAY,
        reference=uuid.uuid4(),
    )


def _course_invitations(house: House) -> None:
    """The law editor is invited to the course, and has not answered."""
    course, nora = house.body.courses.get(), house.people["law_editor"]
    EmailAddress.objects.create(user=nora, email=nora.email, verified=True, primary=True)
    courses.invite(course=course, actor=house.people["owner"], people=[(nora.email, nora.name)])


def _law(house: House) -> None:
    """The body keeps an edition: a draft, a proposal that was submitted, one published, a wording to confirm, a regulation."""
    nora, walter = house.people["law_editor"], house.people["owner"]
    edition = Edition.objects.get(slug=house.edition)
    Stewardship.objects.create(edition=edition, body=house.body)
    places = [
        one for one in Provision.objects.filter(edition=edition).order_by("pk")[:40] if subjects.shown_to_editor(one)
    ]

    def proposal(place: Provision) -> Proposal:
        shown = subjects.shown_to_editor(place)
        made = Proposal(body=house.body, edition=edition, subject="provision", act="amend", provision=place)
        made.text, made.heading, made.first_day = (
            f"{house.mark} says so.",
            subjects.heading_of(shown),
            dt.date(2030, 1, 1),
        )
        made.instrument, made.reason = "Minute", f"{house.mark} decided."
        return drafting.save(actor=nora, proposal=made)

    proposal(places[0])
    drafting.submit(actor=nora, proposal_id=proposal(places[1]).pk)
    rested = Provision.objects.get(edition=edition, key={"duplicate-2017": "27A1", "rubber-2014": "27A"}[edition.slug])
    submitted = drafting.submit(actor=nora, proposal_id=proposal(rested).pk)
    entered = publishing.publish(actor=walter, proposal_id=submitted.pk).entered_id
    assert entered is not None
    confirming.ask(actor=nora, edition=edition, version=entered, reason=f"{house.mark} changed words alone.")
    lay_down(
        actor=nora, body=house.body, matter="logical_alternative", value="1/4", since=dt.date(2024, 7, 1), source="4.2"
    )
