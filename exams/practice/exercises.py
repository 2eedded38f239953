"""Staging a table for a person, taking their answer, and what it tells their memory.

Practice never burns the exam: a table is staged afresh each time, none whose situation stands in a paper to come or is kept
for an assessment, and none that this person met in the last ninety days.
"""

from __future__ import annotations

import datetime as dt
import secrets
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any
from uuid import UUID, uuid4

from django.core.cache import cache
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from redis.exceptions import RedisError

from accounts.models import Body, User
from exams import scenarios
from exams.bank.former import Former
from exams.bank.kinds import Unreadable, kind_of
from exams.bank.models import Level, Problem, QuestionVersion
from exams.bank.services import stage_generated
from exams.bank.upkeep.problems import report_problem
from exams.practice import reviews
from exams.practice.memory import Grade, grade
from exams.practice.models import SEEN_FOR, Exercise, Learner, Run
from exams.practice.queue import GUESTS, Wanted, apart, counts, picked
from exams.practice.signals import reserved_asked
from exams.practice.units import catalogue, is_fact, kept, kinds_of, law_of, pairable, still_reads
from exams.scenarios.narration.paths import paths
from exams.sittings.exposure import still_to_sit
from laws.editing.regulations import told_in_a_record

KINDS = ("best_ruling", "judge_ruling", "choose_all", "whose_turn", "order_steps", "cite_law", "number", "book_fact")
"""The kinds that are marked at once, those first that are asked where nothing is picked."""
GUESTS_MOST = 3 * GUESTS
"""Tables that are staged for one guest, those beside the five questions counted; a day later they are deleted."""
REPORTS_A_DAY = 10
"""Problems that one person may report, so that nobody fills the bank's review with tables."""
OF_A_RUN = (Exercise.Purpose.REVIEW, Exercise.Purpose.EXTRA)
"""What a run asks of its units, each once; what a learner asks for beside it is not of the run."""
LOOKED_BACK = dt.timedelta(seconds=10)
"""How long after an answer the next table of its run is laid ready."""
READY_FOR = 180
"""Seconds for which it is kept: who reads on for longer has one staged when they go on."""
_AGAIN = 6
"""Seeds tried where a table shows a situation that must not come."""
_WORDS_A_SECOND = 4
_PAUSE = 6
"""Whoever answers in the time of reading the question and so many seconds more was quick."""


class NotPractised(ValueError):
    """Why nothing can be asked, in a sentence for the learner."""


@dataclass(frozen=True)
class Somebody:
    """Whoever practises: a person with an account, or a guest by the token of their session."""

    learner: Learner | None
    guest: str = ""

    @property
    def owner(self) -> dict[str, Any]:
        """By which their rows are theirs."""
        return {"learner": self.learner, "guest": self.guest}

    @property
    def body(self) -> Body | None:
        """Whose exam they prepare for."""
        return self.learner.body if self.learner else None


def learner_of(person: User) -> Learner:
    """How this person practises; made with the body they are a candidate of, if it is one, at the first time."""
    found = Learner.objects.select_related("person", "body").filter(person=person).first()
    if found is not None:
        return found
    body = Body.objects.filter(memberships__person=person, memberships__until=None).distinct()[:2]
    chosen = body[0] if len(body) == 1 else None
    zone = {"time_zone": chosen.time_zone} if chosen else {}
    made, _new = Learner.objects.get_or_create(person=person, defaults={"body": chosen, **zone})
    return made


def start(somebody: Somebody, wanted: Wanted, now: dt.datetime | None = None) -> Run:
    """Begin a run. Raises NotPractised where nothing fits what is wanted."""
    units = picked(somebody.learner, wanted, now)
    if somebody.learner is None:
        # A guest meets another five each time, of the simplest.
        simple = [path for path in units if _for_a_guest(path)] or units
        units = apart(secrets.SystemRandom().sample(simple, min(GUESTS, len(simple))))
    if not units:
        raise NotPractised(_nothing(wanted))
    return Run.objects.create(**somebody.owner, wanted=wanted.told, units=units)


def _for_a_guest(path: str) -> bool:
    return catalogue()[path].level == Level.CLUB and "best_ruling" in kinds_of(path)


def _nothing(wanted: Wanted) -> str:
    if wanted.deck == "due":
        return _("Nothing is due today. Choose a law or a topic below for extra practice.")
    if wanted.deck == "mistakes":
        return _("You have no mistakes to go over.")
    return _("No question fits all that you picked. Leave one of them open.")


def following(run: Run, now: dt.datetime | None = None) -> Exercise | None:
    """The question of a run that waits for an answer, else the next one, staged now; None at the end."""
    return next(iter(ahead(run, 1, now)), None)


def ahead(run: Run, count: int, now: dt.datetime | None = None) -> list[Exercise]:
    """The next questions of a run, at most so many, for a device that will be without a connection; none at the end.

    Those that wait for an answer come first, the others are staged now. Two phones at once get the same: the run's row is
    locked. A unit that can no longer be asked is passed over.
    """
    with transaction.atomic():
        return ahead_of(Run.objects.to_stage().get(pk=run.pk), count, now)


def ahead_of(run: Run, count: int = 1, now: dt.datetime | None = None) -> list[Exercise]:
    """The same for a run that the caller's transaction has read `to_stage`, and so locked."""
    # A unit is asked once in a run; what a learner asks for beside it, another like this, is not of the run.
    asked = run.exercises.filter(purpose__in=OF_A_RUN).order_by("shown_at")
    rows = list(asked.values_list("pk", "unit", "answered_at"))
    waiting = [pk for pk, _unit, answered_at in rows if answered_at is None][:count]
    found = list(asked.filter(pk__in=waiting)) if waiting else []
    done = {unit for _pk, unit, _answered_at in rows}
    wanted = Wanted(**run.wanted)
    somebody = Somebody(run.learner, run.guest)
    for unit in run.units:
        if len(found) == count:
            break
        if unit in done or unit not in catalogue():
            continue
        purpose = Exercise.Purpose.REVIEW if counts(run.learner, wanted, unit, now) else Exercise.Purpose.EXTRA
        try:
            found.append(stage(somebody, unit, purpose=purpose, run=run, kind=wanted.kind, now=now))
        except NotPractised:
            continue
    if not found:
        run.ended_at = run.ended_at or timezone.now()
        run.save(update_fields=["ended_at"])
    return found


def stage(
    somebody: Somebody,
    unit: str,
    *,
    purpose: Exercise.Purpose,
    run: Run | None = None,
    kind: str = "",
    now: dt.datetime | None = None,
) -> Exercise:
    """A new table on this path for this person, stored. Raises NotPractised where none can be staged."""
    now = now or timezone.now()
    if somebody.learner is None and Exercise.objects.filter(guest=somebody.guest).count() >= GUESTS_MOST:
        raise NotPractised(_("You have tried enough to see how it goes. Sign in to keep practising."))
    laid = _laid_ready(run, unit) if run and purpose in OF_A_RUN else None
    return _shown(somebody, unit, content_for(somebody, unit, kind, now, laid), purpose, run, now)


def content_for(
    somebody: Somebody, unit: str, kind: str, now: dt.datetime, laid: dict[str, Any] | None = None
) -> dict[str, Any]:
    """A table on this path that this person may be shown now. Raises NotPractised where there is none.

    laid: one that was staged for them a moment ago; it is taken if it may still be shown.
    """
    regulations = open_for(somebody.body, unit)
    avoided = _avoided(somebody, now)
    if laid is not None and not avoided(laid["fingerprint"]) and not kept_back([laid["fingerprint"]]):
        return laid
    if kind:
        kinds: tuple[str, ...] = (kind,)
    else:
        kinds = _kinds(unit) if somebody.learner else kinds_of(unit)
    for _try in range(_AGAIN):
        content = _staged(unit, kinds, regulations, avoided)
        if not kept_back([content["fingerprint"]]):
            return content
    raise NotPractised(_("Every table we could stage on this path is in a paper to come. Try another path."))


# --- the next table of a run, while the last is being explained -------------------------------------------------------


def lay_ready(now: dt.datetime | None = None) -> int:
    """Stage the next table of every run that was answered just now, so that it is there when they go on; how many.

    Some tables take long to stage, and whoever presses Next waits for theirs. It is done beside the pages, by the worker, and
    only kept, not stored: until it is asked it is no exercise, and whoever does not go on has seen nothing.
    """
    now = now or timezone.now()
    # The task itself may be late; what was laid ready before is not laid again.
    answered = Exercise.objects.filter(answered_at__gt=now - LOOKED_BACK, run__ended_at=None, purpose__in=OF_A_RUN)
    runs = Run.objects.asked().filter(pk__in=answered.values("run"), learner__isnull=False)
    count = 0
    for run in runs.select_related("learner__body"):
        unit = next((unit for unit in _to_ask(run) if unit in catalogue()), None)
        if unit is None or _laid_ready(run, unit) is not None:
            continue
        try:
            content = content_for(Somebody(run.learner), unit, Wanted(**run.wanted).kind, now)
        except NotPractised:
            continue
        cache.set(_ready(run), {"unit": unit, "content": content}, READY_FOR)
        count += 1
    return count


def _to_ask(run: Run) -> list[str]:
    """The units that are still to be asked in a run, in their order; none while a question waits for its answer."""
    rows = run.exercises.filter(purpose__in=OF_A_RUN).values_list("unit", "answered_at")
    done = {unit for unit, answered_at in rows if answered_at is not None}
    return [unit for unit in run.units if unit not in done] if len(done) == len(rows) else []


def _laid_ready(run: Run, unit: str) -> dict[str, Any] | None:
    try:
        laid = cache.get(_ready(run))
    except RedisError:
        return None  # nobody has to wait for the cache: the table is staged now
    return laid["content"] if laid and laid["unit"] == unit else None


def _ready(run: Run) -> str:
    return f"practice/ready/{run.pk}"


def stage_pair(somebody: Somebody, exercise: Exercise, now: dt.datetime | None = None) -> tuple[Exercise, Exercise]:
    """Two tables that differ in one fact, the first on the path of an exercise. Raises NotPractised where there are none."""
    now = now or timezone.now()
    regulations = open_for(somebody.body, exercise.unit)
    avoided = _avoided(somebody, now)
    if not pairable(exercise.unit):
        raise NotPractised(_("We have no table to set beside this one with one fact changed."))
    for _try in range(_AGAIN):
        try:
            first, second = scenarios.staged_pair(
                exercise.unit, seed=secrets.token_hex(8), regulations=regulations, refuses=avoided
            )
        except (scenarios.UnknownPathError, scenarios.NotStagedError) as error:
            raise NotPractised(_("We have no table to set beside this one with one fact changed.")) from error
        if kept_back([first["fingerprint"], second["fingerprint"]]):
            continue
        with transaction.atomic():
            made = [
                _shown(somebody, unit, content, Exercise.Purpose.CONTRAST, exercise.run, now)
                for unit, content in (
                    (exercise.unit, first),
                    (scenarios.way_of(second["receipt"]["path"]), second),
                )
            ]
            made[0].beside = made[1]
            made[0].save(update_fields=["beside"])
        return made[0], made[1]
    raise NotPractised(_("We have no table to set beside this one with one fact changed."))


def kept_back(fingerprints: list[str]) -> bool:
    """Whether one of these situations stands in a paper to come, or is kept for an assessment: it is practised by nobody."""
    if still_to_sit(fingerprints):
        return True
    return any(answer for _receiver, answer in reserved_asked.send(None, fingerprints=fingerprints))


def open_for(body: Body | None, unit: str) -> Mapping[str, Any] | None:
    """The regulations a table is staged under: those of the body today.

    Raises NotPractised for a path that is no longer in the law, or that is not confirmed under today's text, and for a fact
    that today's text does not say.
    """
    if unit not in catalogue():
        raise NotPractised(_("The laws have no such path any more, so it is not asked."))
    if is_fact(unit):
        day = _day_of(body)
        if not kept(f"reads/{unit}/{day}", lambda: still_reads(unit, day)):
            raise NotPractised(
                _("The text that this fact rests on has changed, so it is not asked until somebody has looked at it.")
            )
        return _laid_down(body, day)
    return open_path(body, unit)


def open_path(body: Body | None, path: str) -> Mapping[str, Any] | None:
    """The same for any path of the law, one too that practice makes no question of."""
    day, law = _day_of(body), law_of(path)
    edition = paths(law)[path].edition
    former = kept(f"former/{edition}/{day}", lambda: Former.on(day, edition))
    if former and former.refuses(paths(law)[path]):
        raise NotPractised(" ".join(former.sentences(law)))
    return _laid_down(body, day)


def _day_of(body: Body | None) -> dt.date:
    return body.today() if body else timezone.localdate()


def _laid_down(body: Body | None, day: dt.date) -> Mapping[str, Any] | None:
    return kept(f"regulations/{body.pk}/{day}", lambda: told_in_a_record(body, day)) if body else None


def _kinds(unit: str) -> tuple[str, ...]:
    """The kinds of a review: a best ruling half of the time, since it asks for the whole ruling; else any that the path has."""
    can = [kind for kind in KINDS if kind in kinds_of(unit)]
    others = [kind for kind in can if kind != "best_ruling"]
    if "best_ruling" in can and (not others or secrets.randbelow(2)):
        return ("best_ruling", *others)
    return tuple(secrets.SystemRandom().sample(others, len(others))) + (
        ("best_ruling",) if "best_ruling" in can else ()
    )


def _staged(
    unit: str, kinds: tuple[str, ...], regulations: Mapping[str, Any] | None, avoided: Callable[[str], bool]
) -> dict[str, Any]:
    try:
        if is_fact(unit):
            return scenarios.book.staged(unit, seed=secrets.token_hex(8), refuses=avoided)
        return scenarios.staged(unit, seed=secrets.token_hex(8), kinds=kinds, regulations=regulations, refuses=avoided)
    except (scenarios.UnknownPathError, scenarios.NotStagedError) as error:
        raise NotPractised(_("No new table could be staged on this path just now. Try another path.")) from error


def _avoided(somebody: Somebody, now: dt.datetime) -> Callable[[str], bool]:
    """Whether a situation has come to this person lately. One query, made at the first question."""
    seen: set[str] | None = None

    def met(fingerprint: str) -> bool:
        nonlocal seen
        if seen is None:
            mine = Exercise.objects.filter(**somebody.owner, shown_at__gt=now - SEEN_FOR)
            seen = set(mine.values_list("fingerprint", flat=True))
        return fingerprint in seen

    return met


def _shown(
    somebody: Somebody,
    unit: str,
    content: dict[str, Any],
    purpose: Exercise.Purpose,
    run: Run | None,
    now: dt.datetime,
) -> Exercise:
    return Exercise.objects.create(
        **somebody.owner,
        run=run,
        purpose=purpose,
        unit=unit,
        fingerprint=content["fingerprint"],
        kind=content["kind"],
        content=content,
        shown_at=now,
    )


def answer(
    exercise_id: UUID,
    typed: str,
    *,
    sure: bool,
    now: dt.datetime | None = None,
    at: dt.datetime | None = None,
    key: UUID | None = None,
) -> Exercise:
    """Take the answer to an exercise and mark it; what was answered before stays as it was answered first.

    at: when it was given, where a device sends it later; key: by which that device knows it. A clock that is behind, so that
    the answer would have been given before the question, has it given when the question was shown, and not quickly.

    Raises exams.bank.kinds' Unreadable and NotOffered for what is no answer, and exams.practice.reviews' ReviewRefused, with
    nothing written, for a clock that is ahead and for a key that another answer on the path has.
    """
    with transaction.atomic():
        return take(Exercise.objects.to_answer().get(pk=exercise_id), typed, sure=sure, now=now, at=at, key=key)


def take(
    exercise: Exercise,
    typed: str,
    *,
    sure: bool,
    now: dt.datetime | None = None,
    at: dt.datetime | None = None,
    key: UUID | None = None,
) -> Exercise:
    """The same for an exercise that the caller's transaction has read `to_answer`, and so locked."""
    now = now or timezone.now()
    if at is not None:
        reviews.check_clock(at, now)
    given_at = min(at or now, now)
    if exercise.answered_at is not None:
        return exercise
    kind = kind_of(exercise.content)
    read = kind.read(exercise.content, typed) if typed.strip() else None
    if read is None:
        raise Unreadable(_("Give an answer first."))
    exercise.answer = read
    exercise.right = kind.is_right(exercise.content, read)
    exercise.sure = sure
    exercise.answered_at = max(given_at, exercise.shown_at)
    exercise.seconds = (given_at - exercise.shown_at).total_seconds() if given_at >= exercise.shown_at else None
    exercise.save(update_fields=["answer", "right", "sure", "answered_at", "seconds"])
    # A path that has gone from the law since the table was shown is answered and explained, and remembered no more.
    remembered = exercise.purpose == Exercise.Purpose.REVIEW and exercise.unit in catalogue()
    if remembered and exercise.learner is not None:
        fresh = reviews.add(
            exercise.learner,
            exercise.unit,
            graded(exercise),
            key=key or uuid4(),
            at=exercise.answered_at,
            exercise=exercise,
        )
        if not fresh:
            raise reviews.ReviewRefused(_("Another answer was sent with this key. Give each answer a key of its own."))
    return exercise


def graded(exercise: Exercise) -> Grade:
    """How an answered exercise went."""
    in_time = exercise.seconds is not None and exercise.seconds <= quick(exercise)
    return grade(right=bool(exercise.right), sure=bool(exercise.sure), quick=in_time)


def sweep_guests(now: dt.datetime | None = None) -> int:
    """Delete what guests practised more than a day ago; how many tables that were."""
    before = (now or timezone.now()) - dt.timedelta(days=1)
    deleted, _of = Exercise.objects.filter(learner=None, shown_at__lt=before).delete()
    Run.objects.filter(learner=None, started_at__lt=before).delete()
    return deleted


def quick(exercise: Exercise) -> float:
    """Seconds within which an answer to this question is quick: reading it, and a little more."""
    content = exercise.content
    texts = [*content["stem"], content["question"], *(option["text"] for option in content["options"])]
    return _PAUSE + sum(len(text.split()) for text in texts) / _WORDS_A_SECOND


# --- what a learner finds wrong ---------------------------------------------------------------------------------------


def report(exercise: Exercise, text: str) -> Problem:
    """Take a learner's report to the desk where candidates' reports are read, with the table as a question in review.

    The examiners of the body that the learner trains for see the question and the words, not the person. Raises NotPractised
    where there is nobody to read it, and ProblemRefused for no words or too many; nothing is written then.
    """
    learner = exercise.learner
    if learner is None or learner.body is None:
        raise NotPractised(_("Choose under Practice settings whose exam you prepare for; its examiners read reports."))
    body, person = learner.body, learner.person
    since = timezone.now() - dt.timedelta(days=1)
    if Problem.objects.filter(person=person, at__gt=since).count() >= REPORTS_A_DAY:
        raise NotPractised(_("You have sent ten reports in a day. Send the next one tomorrow."))
    # The other of a pair was not reported, and a question in review stands by itself.
    content = {name: value for name, value in exercise.content.items() if name != "pair"}
    with transaction.atomic():
        stage_generated(body=body, contents=[content])
        known = QuestionVersion.objects.filter(question__body=body, question__fingerprint=content["fingerprint"])
        version = known.order_by("-created_at", "-pk").first()
        if version is None:
            raise NotPractised(_("This question cannot be sent to the examiners."))
        return report_problem(version=version, person=person, attempt=exercise.pk, text=text)
