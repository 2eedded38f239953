"""What an upload would bring to the bank of a body, and storing it as drafts."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from uuid import UUID

from django.db import transaction
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.audit.services import record
from accounts.models import Body, User
from accounts.rules import require
from exams.bank.content import columns
from exams.bank.difficulty import estimated
from exams.bank.editing.differences import differences
from exams.bank.interchange.contents import Defaults, content_of
from exams.bank.interchange.item import BrokenItem, Found
from exams.bank.interchange.uploads import items_in
from exams.bank.kinds import Content
from exams.bank.levels.held import asked_at
from exams.bank.models import Question, QuestionVersion, Status
from exams.bank.rules import IMPORT
from exams.bank.tells.told import key_stands_out
from laws.models import Edition, Provision


class Outcome(StrEnum):
    """What becomes of one question of a file."""

    NEW = "new"
    KNOWN = "known"
    DIFFERENT = "different"
    SUPERSEDED = "superseded"
    REFUSED = "refused"

    @property
    def words(self) -> str | Promise:
        """For a page."""
        return _WORDS[self]


_WORDS = {
    Outcome.NEW: gettext_lazy("New"),
    Outcome.KNOWN: gettext_lazy("In the bank already"),
    Outcome.DIFFERENT: gettext_lazy("Different in the bank"),
    Outcome.SUPERSEDED: gettext_lazy("A later version is in this file"),
    Outcome.REFUSED: gettext_lazy("Refused"),
}


@dataclass(frozen=True)
class Row:
    """One question of a file. reason: why it is refused, or what the bank says otherwise. notes: what an examiner should mend.

    version: its draft. there: the version of the bank that says the same, else the latest of the question. number: which
    version of its question it is, 0 where the file does not say.
    """

    file: str
    title: str
    outcome: Outcome
    reason: str = ""
    notes: tuple[str, ...] = ()
    content: Content | None = None
    version: UUID | None = None
    there: UUID | None = None
    number: int = 0

    @property
    def kind(self) -> str:
        """The kind in words; empty where it was refused."""
        return str(QuestionVersion.Kind(self.content["kind"]).label) if self.content else ""


@dataclass(frozen=True)
class Report:
    """Every question of a file, and what becomes of it. stored: whether it was more than a dry run."""

    format: str
    rows: tuple[Row, ...]
    stored: bool = False

    @property
    def to_read(self) -> list[Row]:
        """The rows as a person wants them: first what asks for a decision, then what is new; else as in the file."""
        order = (Outcome.REFUSED, Outcome.DIFFERENT, Outcome.NEW, Outcome.KNOWN, Outcome.SUPERSEDED)
        return sorted(self.rows, key=lambda row: order.index(row.outcome))

    def count(self, outcome: Outcome) -> int:
        """How many came out so."""
        return sum(row.outcome is outcome for row in self.rows)

    @property
    def new(self) -> int:
        """How many are new."""
        return self.count(Outcome.NEW)

    @property
    def known(self) -> int:
        """How many the bank has already."""
        return self.count(Outcome.KNOWN)

    @property
    def different(self) -> int:
        """How many the bank has in other words, with another key or otherwise not the same."""
        return self.count(Outcome.DIFFERENT)

    @property
    def superseded(self) -> int:
        """How many have a later version in the file."""
        return self.count(Outcome.SUPERSEDED)

    @property
    def refused(self) -> int:
        """How many were refused."""
        return self.count(Outcome.REFUSED)


def examine(*, body: Body, actor: User, data: bytes, name: str, defaults: Defaults) -> Report:
    """Import preview; nothing is written. Raises BrokenUpload where nothing of it can be read."""
    require(actor, IMPORT, body)
    report = _report(body, data, name, defaults)
    return replace(report, rows=tuple(_with_tell(row) for row in report.rows))


def _with_tell(row: Row) -> Row:
    """With a word about what gives its key away, where something does; that is known before the draft is stored."""
    if row.outcome is not Outcome.NEW or not row.content or not key_stands_out(row.content):
        return row
    return replace(row, notes=(*row.notes, _("The right option stands out from the others.")))


@transaction.atomic
def bring(*, body: Body, actor: User, data: bytes, name: str, defaults: Defaults) -> Report:
    """Store what is new as drafts that the actor has written, all or (on any fault of ours) nothing.

    The file is read again rather than trusted from a dry run, so what is stored is what the report says. What another
    person stores at the same moment is told as what the bank has.
    """
    require(actor, IMPORT, body)
    report = _report(body, data, name, defaults)
    new = [row.content for row in report.rows if row.outcome is Outcome.NEW and row.content]
    stored = _store(body, actor, new)
    rows = [_as_stored(row, stored) for row in report.rows]
    told = replace(report, rows=tuple(_against_bank(body, rows)), stored=True)
    record(
        actor=actor,
        verb="question.imported",
        target=body,
        body=body,
        data={
            "format": told.format,
            "file": name[:200],
            "stored": told.new,
            "known": told.known,
            "different": told.different,
            "superseded": told.superseded,
            "refused": told.refused,
        },
    )
    return told


def _report(body: Body, data: bytes, name: str, defaults: Defaults) -> Report:
    format_, found = items_in(data, name)
    rows = [_row(one, defaults) for one in found]
    return Report(format_, tuple(_against_bank(body, _latest(_against_laws(rows)))))


def _row(found: Found, defaults: Defaults) -> Row:
    if found.item is None:
        return Row(found.file, found.title, Outcome.REFUSED, found.fault)
    try:
        taken = content_of(found.item, defaults)
    except BrokenItem as error:
        return Row(found.file, found.title, Outcome.REFUSED, str(error))
    return Row(found.file, found.title, Outcome.NEW, notes=taken.notes, content=taken.content, number=found.item.number)


def _against_laws(rows: list[Row]) -> list[Row]:
    """Refuse what cites an edition that the library does not know, or a provision that the edition does not have.

    Of an edition whose text is not on the shelf no provision can be looked up; those are left to the examiners.
    """
    asked = {
        (row.content["edition"], key) for row in rows if row.content for key in row.content["explanation"]["cites"]
    }
    editions = set(Edition.objects.filter(slug__in={edition for edition, _key in asked}).values_list("slug", flat=True))
    held = set(
        Provision.objects.filter(edition__slug__in=editions, key__in={key for _edition, key in asked}).values_list(
            "edition__slug", "key"
        )
    )
    on_shelf = set(
        Provision.objects.filter(edition__slug__in=editions).values_list("edition__slug", flat=True).distinct()
    )
    return [_legal(row, editions, on_shelf, held) for row in rows]


def _legal(row: Row, editions: set[str], on_shelf: set[str], held: set[tuple[str, str]]) -> Row:
    if row.content is None:
        return row
    edition = row.content["edition"]
    if edition not in editions:
        return _refused(row, _("There is no edition “%s” in the law library.") % edition)
    missing = [key for key in row.content["explanation"]["cites"] if (edition, key) not in held]
    if edition in on_shelf and missing:
        return _refused(row, _("%(edition)s has no provision %(key)s.") % {"edition": edition, "key": missing[0]})
    return row


def _refused(row: Row, reason: str) -> Row:
    return replace(row, outcome=Outcome.REFUSED, reason=reason, content=None)


def _latest(rows: list[Row]) -> list[Row]:
    """Of several versions of one question in the file the latest alone counts, in whatever order they stand.

    Our own files number them. Where two have the same number or none, the one further down counts.
    """
    latest: dict[str, int] = {}
    for place in sorted(range(len(rows)), key=lambda place: (rows[place].number, place)):
        if content := rows[place].content:
            latest[content["fingerprint"]] = place
    return [
        replace(row, outcome=Outcome.SUPERSEDED) if row.content and latest[row.content["fingerprint"]] != place else row
        for place, row in enumerate(rows)
    ]


def _against_bank(body: Body, rows: list[Row]) -> list[Row]:
    """Tell the new from those that the body has already, in any version, and from those that it has otherwise.

    Nothing of what it has otherwise is stored: which wording holds is for an examiner to say, who compares the two and
    changes the bank's question in the editor. A draft made here would set aside one that a colleague is writing.
    """
    sent = [
        row.content["fingerprint"] for row in rows if row.outcome is Outcome.NEW and row.content and not row.version
    ]
    held: dict[str, list[QuestionVersion]] = defaultdict(list)
    versions = QuestionVersion.objects.filter(question__body=body, question__fingerprint__in=sent)
    for version in versions.only("number", "content").order_by("-number"):
        held[version.content["fingerprint"]].append(version)
    return [_compared(row, held) for row in rows]


def _compared(row: Row, held: Mapping[str, list[QuestionVersion]]) -> Row:
    """The row as the versions of the bank show it, the latest first."""
    if row.outcome is not Outcome.NEW or row.content is None or row.version:
        return row
    versions = held.get(row.content["fingerprint"])
    if not versions:
        return row
    same = next((one for one in versions if not differences(one.content, row.content)), None)
    if same:
        return replace(row, outcome=Outcome.KNOWN, there=same.pk)
    latest = versions[0]
    parts = ", ".join(one.heading for one in differences(latest.content, row.content))
    reason = _("Not the same: %(parts)s. If the file is right, change version %(number)d of the bank.")
    return replace(
        row,
        outcome=Outcome.DIFFERENT,
        reason=reason % {"parts": parts, "number": latest.number},
        there=latest.pk,
    )


def _store(body: Body, actor: User, contents: Iterable[Content]) -> dict[str, UUID]:
    """The versions stored, by fingerprint. The unique constraint decides what is new, as with generated questions."""
    level = asked_at(body.pk)
    new = sorted(contents, key=lambda content: str(content["fingerprint"]))
    questions = [
        Question(
            body=body,
            source=Question.Source.WRITTEN,
            procedure=_procedure(content),
            fingerprint=content["fingerprint"],
        )
        for content in new
    ]
    Question.objects.bulk_create(questions, ignore_conflicts=True)
    let_in = set(Question.objects.filter(pk__in=[one.pk for one in questions]).values_list("pk", flat=True))
    versions = QuestionVersion.objects.bulk_create(
        QuestionVersion(
            body=body,
            question=question,
            status=Status.DRAFT,
            difficulty=estimated(content),
            created_by=actor,
            authors=[actor.pk],
            **{**columns(content), "level": level(content)},
        )
        for question, content in zip(questions, new, strict=True)
        if question.pk in let_in
    )
    return {version.content["fingerprint"]: version.pk for version in versions}


def _as_stored(row: Row, stored: dict[str, UUID]) -> Row:
    """The row with its draft, if it is the one that was stored."""
    if row.outcome is not Outcome.NEW or row.content is None:
        return row
    return replace(row, version=stored.get(row.content["fingerprint"]))


def _procedure(content: Content) -> str:
    """The procedure of the engine that a question of its making is about; none of a written one."""
    path = str(content.get("receipt", {}).get("path", ""))
    return path.partition("/")[0][:20]
