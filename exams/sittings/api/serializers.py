"""How sittings, entries and the board of a room look outside."""

from __future__ import annotations

from typing import Any

from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from exams.sittings.board import Board, Line, State
from exams.sittings.models import Entry, Release, Sitting
from laws.api.serializers.links import Link

SHOWN = ("coming", "open", "over", "void")
STATES = [state.value for state in State]


class EntrySerializer(serializers.Serializer[Entry]):
    """Your place in a sitting, and how far your attempt is."""

    id = serializers.UUIDField(help_text=_("Of the entry."))
    sitting = serializers.UUIDField(source="sitting_id", help_text=_("The sitting."))
    standing = serializers.ChoiceField(
        Entry.Standing.choices, help_text=_("Only a candidate with an approved entry may start.")
    )
    reason = serializers.SerializerMethodField(help_text=_("Why it was refused; empty otherwise."))
    number = serializers.IntegerField(allow_null=True, help_text=_("Your candidate number; null if you have none."))
    extra_minutes = serializers.IntegerField(help_text=_("Minutes added to the paper’s."))
    break_minutes = serializers.IntegerField(help_text=_("Minutes of breaks you may take."))
    entered_at = serializers.DateTimeField(help_text=_("When you entered."))
    attempt = serializers.UUIDField(
        source="started.pk", allow_null=True, default=None, help_text=_("Your attempt; null before the start.")
    )
    started_at = serializers.DateTimeField(
        source="started.started_at", allow_null=True, default=None, help_text=_("When it was started.")
    )
    deadline = serializers.DateTimeField(
        source="started.deadline",
        allow_null=True,
        default=None,
        help_text=_("When its time is up, unless its clock is stopped."),
    )
    submitted_at = serializers.DateTimeField(
        source="started.submitted_at",
        allow_null=True,
        default=None,
        help_text=_("When it was closed; null while it runs."),
    )
    closed_how = serializers.CharField(
        source="started.closed_how",
        default="",
        help_text=_("What closed it: candidate, deadline or void; empty while it runs."),
    )

    def get_reason(self, entry: Entry) -> str:
        """Of a refusal alone: what staff wrote at an approval, or what keeps an entry waiting, is theirs."""
        return entry.reason if entry.standing == Entry.Standing.REFUSED else ""


class SittingLinksSerializer(serializers.Serializer[Sitting]):
    """Where a sitting is, and its page for people."""

    self = Link("sittings-api:sitting", "pk")
    page = Link("sittings:cover", "pk")


class SittingSerializer(serializers.Serializer[Sitting]):
    """An occasion on which candidates may work a paper."""

    id = serializers.UUIDField(help_text=_("Of the sitting."))
    body = serializers.SlugField(source="body.slug", help_text=_("The body that runs it, by its short name."))
    title = serializers.CharField(help_text=_("What it is called."))
    place = serializers.CharField(help_text=_("Where it is held; empty if online."))
    paper = serializers.CharField(source="paper.title", help_text=_("The title of the paper."))
    minutes = serializers.IntegerField(source="paper.minutes", help_text=_("The minutes of the paper."))
    pass_mark = serializers.IntegerField(source="paper.pass_mark", help_text=_("The pass mark in percent."))
    open_book = serializers.BooleanField(source="paper.open_book", help_text=_("Whether the law library may be used."))
    assistant = serializers.BooleanField(
        source="paper.assistant", help_text=_("Whether the ruling assistant may be asked.")
    )
    opens_at = serializers.DateTimeField(help_text=_("When starting opens."))
    closes_at = serializers.DateTimeField(help_text=_("When starting closes."))
    together = serializers.BooleanField(help_text=_("Whether everyone is on one clock from the opening."))
    entry_opens_at = serializers.DateTimeField(
        allow_null=True, help_text=_("When entries open; null if they are open already.")
    )
    entry_closes_at = serializers.DateTimeField(
        allow_null=True, help_text=_("When entries close; null if they close with the sitting.")
    )
    approval = serializers.BooleanField(help_text=_("Whether each entry has to be approved."))
    places = serializers.IntegerField(allow_null=True, help_text=_("How many places there are; null: any number."))
    release = serializers.ChoiceField(Release.choices, help_text=_("When candidates learn their results."))
    state = serializers.SerializerMethodField(help_text=_("Its current state."))
    entry = serializers.SerializerMethodField(help_text=_("Your own place in it; null if you have none."))
    links = SittingLinksSerializer(source="*")

    def get_state(self, sitting: Sitting) -> str:
        """coming, open, over or void."""
        now = timezone.now()
        if sitting.is_void:
            return "void"
        return "coming" if sitting.is_coming(now) else "over" if sitting.is_done(now) else "open"

    def get_entry(self, sitting: Sitting) -> dict[str, Any] | None:
        """The person's own, read ahead by the view."""
        own = list(getattr(sitting, "own", ()))
        return dict(EntrySerializer(own[0], context=self.context).data) if own else None


class LineSerializer(serializers.Serializer[Line]):
    """One candidate on the board."""

    entry = serializers.UUIDField(help_text=_("The entry."))
    attempt = serializers.UUIDField(allow_null=True, help_text=_("The attempt; null before the start."))
    name = serializers.CharField(help_text=_("Who it is."))
    number = serializers.IntegerField(allow_null=True, help_text=_("The candidate number; null without one."))
    state = serializers.ChoiceField(STATES, help_text=_("The candidate’s current state."))
    deadline = serializers.DateTimeField(
        source="ends_at",
        allow_null=True,
        help_text=_("When time will be up if the clock restarts now; null before the start and after the end."),
    )
    stands = serializers.BooleanField(help_text=_("Whether the clock is stopped."))
    left = serializers.IntegerField(
        source="seconds",
        help_text=_(
            "Seconds left, which do not run down while the clock is stopped; 0 before the start and after the end."
        ),
    )
    answered = serializers.IntegerField(help_text=_("How many questions have an answer."))
    question = serializers.IntegerField(allow_null=True, help_text=_("The question the candidate last had open."))
    seen_at = serializers.DateTimeField(
        source="heard_at",
        allow_null=True,
        help_text=_("When the candidate’s page last made contact; null if it never has."),
    )
    connected = serializers.BooleanField(help_text=_("Whether the page made contact within the last half minute."))
    waiting = serializers.IntegerField(
        help_text=_("Answers kept on the candidate’s machine because they could not be sent yet.")
    )
    extra_minutes = serializers.IntegerField(help_text=_("Minutes added to the paper’s."))
    closed_at = serializers.DateTimeField(allow_null=True, help_text=_("When the attempt was closed."))


class BoardSerializer(serializers.Serializer[Board]):
    """A room at one moment."""

    now = serializers.DateTimeField(help_text=_("The moment, by the server’s clock."))
    questions = serializers.IntegerField(help_text=_("How many questions the paper has."))
    requested = serializers.IntegerField(help_text=_("Entries waiting for approval."))
    lines = LineSerializer(many=True, help_text=_("The candidates, by name."))
