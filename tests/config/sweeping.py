"""The addresses of a body's things, the forms that its own people are shown there, and what a stranger's request leaves."""

from __future__ import annotations

import itertools
from collections import deque
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from html.parser import HTMLParser
from typing import Any
from urllib.parse import urljoin, urlsplit

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.apps import apps
from django.db import connection
from django.db.models import Model, QuerySet
from django.db.models.expressions import RawSQL

from accounts.accreditation.life import Deed
from accounts.accreditation.models import Appeal as AwardAppeal
from accounts.accreditation.models import (
    Application,
    Award,
    CertificateArchive,
    Circular,
    Delivery,
    Dispensation,
    Document,
    Doubt,
    Evidence,
    Intake,
    IssuedCertificate,
    Level,
    Listing,
    RegisterEntry,
    Revocation,
    Webhook,
)
from accounts.letters.models import Letter
from accounts.models import Body, Club, Invitation, Membership, Region, User
from exams.assessment.models import Assessment
from exams.bank.levels.told import named
from exams.bank.models import GenerationJob, LawFlag, LevelMove, Problem, QuestionVersion
from exams.calls.models import Call, Evening
from exams.courses.models import Assignment, Course, CourseInvitation, Member, Tutor
from exams.marking.models import Appeal, Regrade, Result, Script, ThirdMarker
from exams.papers.models import Blueprint, Paper, Topic
from exams.practice.models import Exercise, Mock, Run
from exams.samples.models import Sample
from exams.sittings.models import Attempt, Entry, Sitting
from exams.sittings.script_views import watch_url
from laws.editing.models import BodyRegulation, Confirmation, Proposal
from laws.models import Commentary, Definition, Edition, Footnote
from tests.config.houses import MOVED, House
from tests.config.routes import NAMED, routes

# What a parameter of an address names; `pk` and `id` by the room they are in, or by the page.
THINGS: dict[str, type[Model]] = {
    "appeal_id": Appeal,
    "asked_id": ThirdMarker,
    "assessment_id": Assessment,
    "assignment_id": Assignment,
    "attempt_id": Attempt,
    "call_id": Call,
    "course_id": Course,
    "document_id": Document,
    "doubt_id": Doubt,
    "entry_id": Entry,
    "evening_id": Evening,
    "exercise_id": Exercise,
    "invitation_id": CourseInvitation,
    "issued_id": IssuedCertificate,
    "letter_id": Letter,
    "member_id": Member,
    "mock_id": Mock,
    "move": LevelMove,
    "paper_id": Paper,
    "person_id": User,
    "regrade_id": Regrade,
    "result_id": Result,
    "run_id": Run,
    "sample_id": Sample,
    "script_id": Script,
    "sealed": Attempt,
    "sheet_id": Run,
    "sitting_id": Sitting,
    "topic": Topic,
    "tutor_id": Tutor,
}
ROOMS: dict[str, type[Model]] = {
    "accreditation": Application,
    "appeals-api": Appeal,
    "bank": QuestionVersion,
    "bank-api": QuestionVersion,
    "calls-api": Call,
    "courses-api": Course,
    "law_editing": Proposal,
    "papers": Paper,
    "practice-api": Exercise,
    "regrades-api": Regrade,
    "results-api": Sitting,
    "sittings-api": Sitting,
}
LEVEL_PAGES = (
    "level",
    "level_settings",
    "level_version",
    "draft",
    "draft_begin",
    "draft_discard",
    "draft_act",
    "draft_add",
    "draft_change",
    "draft_publish",
)
INTAKE_PAGES = (
    "intake",
    "intake_apply",
    "intake_columns",
    "intake_discard",
    "intake_line",
    "intake_passed_over",
    "intake_preview",
    "intake_settle",
    "intake_undo",
)
IMPORT_DEEDS = (
    "",
    "-columns",
    "-terms",
    "-preview",
    "-application",
    "-undoing",
    "-discarding",
    "-lines",
    "-line",
)
AWARD_DEEDS = ("renewal", "extension", "suspension", "reinstatement", "revocation", "surrender", "death")
ASSESSMENT_PAGES = (
    "assessment",
    "assessment-sheet",
    "assessment-decision",
    "assessment-move",
    "assessment-calling-off",
)
PAGES: dict[str, type[Model]] = {
    "accreditation:answer_appeal": AwardAppeal,
    "accreditation:apply": Level,
    "accreditation:ask_renewal": Award,
    "accreditation:award": Award,
    "accreditation:certificate": Award,
    **{f"accreditation:badge_{form}": Award for form in ("png", "svg", "json")},
    "accreditation:archive": CertificateArchive,
    "accreditation:archive_file": CertificateArchive,
    "accreditation:dispensation": Dispensation,
    "accreditation:withdraw_dispensation": Dispensation,
    "accreditation:attach_documents": Evidence,
    "accreditation:club_sessions": Club,
    "accreditation:session_entry": Club,
    "accreditation:session_entry_shown": Club,
    "accreditation:dispute_session": Evidence,
    "accreditation:piece": Evidence,
    "accreditation:settle": Evidence,
    "accreditation:withdraw_evidence": Evidence,
    "accreditation:entry": RegisterEntry,
    "accreditation:circular": Circular,
    "accreditation:club": Club,
    "accreditation:merge_club": Club,
    "accreditation:region": Region,
    "accreditation:remove_region": Region,
    "accreditation:webhook": Webhook,
    "accreditation:webhook_test": Webhook,
    "accreditation:webhook_stop": Webhook,
    "accreditation:delivery_again": Delivery,
    **{f"accreditation:{page}": Intake for page in INTAKE_PAGES},
    **{f"accreditation:{deed.value}": Award for deed in Deed},
    **{f"accreditation:{page}": Level for page in LEVEL_PAGES},
    **dict.fromkeys(("accreditation-api:certificate", "accreditation-api:code-check"), Award),
    **{f"accreditation-api:application-{deed}": Application for deed in ("grant", "refusal", "appeals")},
    "accreditation-api:application": Application,
    "accreditation-api:appeal-answer": AwardAppeal,
    "accreditation-api:doubt-settlement": Doubt,
    "accreditation-api:piece": Evidence,
    **{f"accreditation-api:evidence-{deed}": Evidence for deed in ("acceptance", "refusal", "withdrawal")},
    **dict.fromkeys(("accreditation-api:renewal-application", "accreditation-api:revocation-proposal"), Award),
    **dict.fromkeys(("accreditation-api:countersignature", "accreditation-api:revocation-withdrawal"), Revocation),
    "accreditation-api:award": Award,
    **{f"accreditation-api:award-{what}": Award for what in ("certificates", "certificate", "badge")},
    **{f"accreditation-api:{what}": CertificateArchive for what in ("archive", "archive-file")},
    **{f"accreditation-api:award-{deed}": Award for deed in AWARD_DEEDS},
    **{f"accreditation-api:{page}": Assessment for page in ASSESSMENT_PAGES},
    **{f"accreditation-api:club{page}": Club for page in ("", "-contacts", "-sessions", "-season", "-season-entry")},
    **{f"accreditation-api:session-{deed}": Evidence for deed in ("confirmation", "dispute")},
    **{f"accreditation-api:import{page}": Intake for page in IMPORT_DEEDS},
    **dict.fromkeys(("accreditation-api:documents", "accreditation-api:document"), Evidence),
    "accreditation-api:circular": Circular,
    "accreditation-api:dispensation": Dispensation,
    "accreditation-api:dispensation-withdrawal": Dispensation,
    "bank:flag": LawFlag,
    "bank:job": GenerationJob,
    "bank:job_again": GenerationJob,
    "bank:job_cancel": GenerationJob,
    "bank:problem": Problem,
    "bank:settle_flag": LawFlag,
    "bank:settle_problem": Problem,
    "bank-api:run": GenerationJob,
    "bank-api:run-cancel": GenerationJob,
    "bank-api:run-resume": GenerationJob,
    "calls-api:evening": Evening,
    **{f"courses-api:invitation{deed}": CourseInvitation for deed in ("", "-answer", "-withdrawal")},
    "courses-api:assignment-withdrawal": Assignment,
    **{f"courses-api:learner{deed}": Member for deed in ("", "-removal")},
    "courses-api:tutor-end": Tutor,
    "law_editing:engine-answer": Confirmation,
    "law_editing:propose-definition": Definition,
    "law_editing:propose-footnote": Footnote,
    "papers-api:paper": Paper,
    "practice-api:mock": Mock,
    "practice-api:mock-give-up": Mock,
    "practice-api:mock-hand-in": Mock,
    "practice-api:mock-question": Mock,
    "practice-api:next": Run,
    "practice-api:run": Run,
    "practice-api:sheet": Run,
    "people:answer-invitation": Invitation,
    "people:end-role": Membership,
    "people:end-session": UserSession,
    "people:withdraw-invitation": Invitation,
    "register:achievement": Level,
    "register:verify": Award,
    **{f"register:{page}": Listing for page in ("entry", "write", "challenge")},
    "regulations:correct": BodyRegulation,
    "results-api:result": Result,
}
# Parameters that name nothing of a body: each is asked for with these.
WORDS: dict[str, tuple[Any, ...]] = {
    "at": (2,),
    "deed": ("take-back", "decline", "confirm", "submit", "renew", "withdraw", "publish"),
    "form": ("qti", "moodle"),
    "kind": ("fee",),
    "law": ("27",),
    "matter": ("logical_alternative",),
    "name": (named(MOVED),),
    "number": (1,),
    "part": ("topics",),
    "position": (1,),
    "step": ("granted",),
    "purpose": ("suspension",),
}
# Of the law, which is everybody's.
LAW: dict[str, Any] = {
    "edition": "duplicate-2017",
    "id": 1,
    "key": "27A1",
    "number": "27",
    "procedure": "27",
    "slug": "duplicate-2017",
    "typed": "27b1a",
}
# What an address has to be asked, to answer at all.
QUERIES = {
    **dict.fromkeys(("accreditation-api:may-direct", "accreditation-api:certificate"), "?kind=club&tables=12"),
    "accreditation-api:register": "?q=director",
}
# What stands on a page of another thing, whose id the address begins with.
UNDER: dict[type[Model], str] = {Document: "evidence_id", Doubt: "application_id", IssuedCertificate: "award_id"}
STANDING = ("standing", "status", "stage")


def path_to(model: type[Model], aim: type[Model]) -> str | None:
    """The shortest way over foreign keys from a table to another, as a lookup; None if there is none."""
    ways, seen = deque([("", model)]), {model}
    while ways:
        way, here = ways.popleft()
        if here is aim:
            return way
        for one in here._meta.fields:
            # Over people it would lead from one body into another.
            there: Any = one.related_model
            if one.is_relation and there not in seen and there is not User:
                seen.add(there)
                ways.append((f"{way}__{one.name}".lstrip("_"), there))
    return None


def rows_of(model: type[Model], house: House) -> QuerySet[Any]:
    """What of a table is a body's: by way of it, of its edition of the law, or of its people; nothing of the others."""
    rows = model._default_manager.order_by("pk")
    if model is User:
        return rows.filter(pk__in=house.body.memberships.values("person"))
    if model in (EmailAddress, UserSession, Authenticator):
        return rows.filter(user__in=house.body.memberships.values("person"))
    if (way := path_to(model, Body)) is not None:
        return rows.filter(**{way or "pk": house.body.pk})
    if (way := path_to(model, Edition)) is not None:
        return rows.filter(**{f"{way}__slug".lstrip("_"): house.edition})
    return rows.none()


def samples(model: type[Model], house: House) -> list[Any]:
    """The rows to ask for: of a table with a standing one of each, of others a few; of sittings and attempts all."""
    # In the order in which they were written, as ids are drawn at random.
    rows = list(rows_of(model, house).order_by(RawSQL(f'"{model._meta.db_table}".ctid', ())))  # noqa: S611
    if model is Letter:
        # The one that could not be delivered, which alone can be sent again; where it lies in the table is chance.
        rows.sort(key=lambda row: row.sent_at is not None)
    marks = [name for name in STANDING if hasattr(model, name) and name in {one.name for one in model._meta.fields}]
    if model in (Sitting, Attempt, Paper):
        return rows
    if marks:
        return list({getattr(row, marks[0]): row for row in rows}.values())
    return rows[:2]


@dataclass(frozen=True)
class Address:
    """One address of a route, filled in."""

    view: str
    path: str
    named: Mapping[str, Any] = field(hash=False)


def view_of(spaces: tuple[str, ...], name: str) -> str:
    """The name of a route with its rooms."""
    return ":".join([*spaces, name])


def thing_of(view: str, names: list[str]) -> tuple[str, type[Model]] | None:
    """The parameter that says what the address is about, and its table."""
    room = view.split(":", maxsplit=1)[0]
    for name in reversed(names):
        if name in THINGS:
            return name, THINGS[name]
        if name == "code" and room in ("papers", "papers-api"):
            return name, Blueprint
        if name in ("pk", "id", "code") and (model := PAGES.get(view) or ROOMS.get(room)):
            return name, model
    return None


def named_by(view: str, names: list[str], house: House) -> Iterator[dict[str, Any]]:
    """Every choice of a body's things for the parameters of a route; nothing where it has none, which is a gap."""
    about = thing_of(view, names)
    words = [name for name in names if name in WORDS]
    rows = [row for row in samples(about[1], house) if _is_of(view, row)] if about else [None]
    for row in rows:
        known: dict[str, Any] = {"slug": house.body.slug, "body": house.body.slug, "edition": house.edition}
        known["key"] = "27A1" if house.edition == "duplicate-2017" else "27A"
        if about and row is not None:
            name, model = about
            known |= {"sitting_id": getattr(row, "sitting_id", None) or row.pk}
            above = getattr(row, UNDER.get(model, "pk"))
            known |= {"pk": above, "id": above}
            if model in (Blueprint, Award, Level) and name == "code":
                known["code"] = getattr(row, "verification_code", None) or row.code
            elif model is Topic:
                known["topic"] = row.slug
            elif name == "sealed":
                known["sealed"] = watch_url(row).rstrip("/").rsplit("/", 1)[1]
            else:
                known[name] = row.pk
            if "version_id" in names and model is Sitting:
                known["version_id"] = row.paper.questions.get(position=1).version_id
        if "version" in names:
            known["version"] = rows_of(Confirmation, house).get().wording_id
        if view == "law_editing:propose-comment":
            known |= rows_of(Commentary, house).values("code").first() or {}
        for chosen in itertools.product(*(WORDS[name] for name in words)):
            filled = known | dict(zip(words, chosen, strict=True))
            if all(name in filled for name in names):
                yield {name: filled[name] for name in names}


def _is_of(view: str, row: Any) -> bool:
    """Whether a row is of the sort that a route is about: a practice sheet is a run whose questions are on paper."""
    return not isinstance(row, Run) or ("sheet" in row.wanted) == ("sheet" in view)


def filled_in(pattern: str, named: Mapping[str, Any]) -> str:
    """The address of a route with these for its parameters."""
    return "/" + NAMED.sub(lambda found: str(named[found["name"]]), pattern).lstrip("^")


@dataclass
class Map:
    """The site's addresses: of a body's things, of the law, of nothing; and the routes for which there is no thing."""

    things: list[Address] = field(default_factory=list)
    mixed: list[Address] = field(default_factory=list)
    law: list[Address] = field(default_factory=list)
    plain: list[Address] = field(default_factory=list)
    admin: list[Address] = field(default_factory=list)
    gaps: list[str] = field(default_factory=list)


LAW_ROOMS = frozenset({"laws", "laws-api", "rulings-api"})


def mapped(house: House, other: House, apart: frozenset[str]) -> Map:
    """Every route of the site with the things of `house`; `mixed` with one parameter of the other body's."""
    found = Map()
    for spaces, name, pattern in routes():
        view = view_of(spaces, name)
        names = [one["name"] for one in NAMED.finditer(pattern)]
        if view in apart:
            continue
        if spaces and spaces[0] == "admin":
            _of_admin(found, view, pattern, names, house)
        elif "(?P" in pattern:
            found.gaps.append(view)
        elif (spaces and spaces[0] in LAW_ROOMS) or view == "api-schema":
            named = {**LAW, **_of_law(view)}
            found.law.append(Address(view, filled_in(pattern, named), {}))
        elif set(names) <= WORDS.keys():
            words = {name: WORDS[name][0] for name in names}
            found.plain.append(Address(view, filled_in(pattern, words).removesuffix("$"), {}))
        else:
            asked = QUERIES.get(view, "")
            own = [Address(view, filled_in(pattern, one) + asked, one) for one in named_by(view, names, house)]
            found.things += own
            if not own:
                found.gaps.append(view)
            elif len(names) > 1 and (theirs := list(named_by(view, names, other))):
                last, mine, his = names[-1], own[0].named, theirs[0]
                for mixed in ({**mine, last: his[last]}, {**his, last: mine[last]}):
                    if mixed not in [one.named for one in own] and mixed not in theirs:
                        found.mixed.append(Address(view, filled_in(pattern, mixed), mixed))
    return found


def _of_law(view: str) -> dict[str, Any]:
    match view:
        case "laws-api:code":
            return {"code": "duplicate"}
        case "laws:term":
            return {"slug": "auction"}
        case _:
            return {"code": Commentary.objects.order_by("pk")[0].code}


def _of_admin(found: Map, view: str, pattern: str, names: list[str], house: House) -> None:
    if not names and "(?P" not in pattern:
        found.admin.append(Address(view, "/" + pattern, {}))
        return
    parts = pattern.split("/")
    try:
        model = apps.get_model(parts[1], parts[2])
    except (LookupError, IndexError):
        found.gaps.append(view)
        return
    rows = list(rows_of(model, house)[:1]) or list(model._default_manager.all()[:1])
    found.admin += [Address(view, filled_in(pattern, {"object_id": row.pk}), {"object_id": row.pk}) for row in rows]


# --- forms --------------------------------------------------------------------------------------------------------------

Fields = dict[str, Any]


class Forms(HTMLParser):
    """The forms of a page that are sent by POST, filled in as somebody in a hurry would: (address, what is sent)."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.page = page
        self.found: list[tuple[str, Fields]] = []
        self.open: tuple[str, Fields, list[tuple[str, str]]] | None = None
        self.select = self.textarea = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """A form opens, or a field of it."""
        told = {name: value or "" for name, value in attrs}
        if tag == "form" and told.get("method", "get").lower() == "post":
            self.open = (urlsplit(urljoin(self.page, told.get("action") or self.page)).path, {}, [])
        elif "hx-post" in told and self.open is None:
            self.found.append((urlsplit(urljoin(self.page, told["hx-post"])).path, {}))
        if self.open is None:
            return
        _address, fields, buttons = self.open
        name = told.get("name", "")
        if tag == "option" and self.select:
            if told.get("value") and (not fields.get(self.select) or "selected" in told):
                fields[self.select] = told["value"]
        elif not name:
            return
        elif tag == "select":
            self.select = name
            fields.setdefault(name, "")
        elif tag == "textarea":
            self.textarea = name
            fields[name] = ""
        elif tag == "button" or told.get("type") == "submit":
            buttons.append((name, told.get("value", "")))
        elif tag == "input":
            self._input(fields, name, told)

    def _input(self, fields: Fields, name: str, told: Mapping[str, str]) -> None:
        kind, value = told.get("type", "text"), told.get("value", "")
        if kind == "file":
            return
        if kind in ("checkbox", "radio"):
            if name not in fields or "checked" in told:
                fields[name] = value or "on"
        else:
            blank = {"number": "1", "email": "somebody@example.org", "date": "2030-01-01"}
            fields[name] = value or ("" if kind == "hidden" else blank.get(kind, "Because it was so."))

    def handle_data(self, data: str) -> None:
        """What stands in a large field already."""
        if self.textarea and self.open:
            self.open[1][self.textarea] += data

    def handle_endtag(self, tag: str) -> None:
        """The form is whole: once for each of its buttons."""
        if tag == "select":
            self.select = ""
        elif tag == "textarea" and self.textarea and self.open:
            fields = self.open[1]
            fields[self.textarea] = fields[self.textarea].strip() or "Because it was so."
            self.textarea = ""
        elif tag == "form" and self.open:
            address, fields, buttons = self.open
            fields.pop("csrfmiddlewaretoken", None)
            self.found += [(address, {**fields, name: value}) for name, value in buttons] or [(address, fields)]
            self.open = None


# --- what is a body's -----------------------------------------------------------------------------------------------------


class Belongings:
    """The rows of a body as they are now, table by table."""

    # What any visit writes, and says nothing of the body.
    PASSING = frozenset({"sessions", "contenttypes", "auth", "admin"})

    def __init__(self, house: House) -> None:
        self.rows = {
            model._meta.db_table: rows_of(model, house)
            for model in apps.get_models()
            if model._meta.app_label not in self.PASSING and not rows_of(model, house).query.is_empty()
        }
        self.then = {table: self._digest(table) for table in self.rows}
        self.ids = {
            str(pk) for rows in self.rows.values() for pk in rows.values_list("pk", flat=True)
            if rows.model not in (Body,) and len(str(pk)) == 36
        }  # fmt: skip

    def _digest(self, table: str) -> str:
        query, params = self.rows[table].order_by().query.sql_with_params()
        with connection.cursor() as cursor:
            cursor.execute(f"SELECT md5(string_agg(t::text, '|' ORDER BY t::text)) FROM ({query}) t", params)  # noqa: S608
            return str(cursor.fetchone()[0])

    def changed(self, tables: set[str]) -> list[str]:
        """Of these tables, those that are not as they were."""
        return sorted(table for table in tables & self.then.keys() if self._digest(table) != self.then[table])
