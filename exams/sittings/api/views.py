"""Sittings as the person who asks may see them; entering and withdrawing; the board for those who watch."""

from __future__ import annotations

from uuid import UUID

import django_filters
from django.db.models import Prefetch, QuerySet
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django_filters.rest_framework import DjangoFilterBackend
from drf_spectacular.utils import OpenApiResponse, extend_schema, extend_schema_view
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.models import User
from exams.bank.api.base import Private, PrivateList, id_of, one_of, refusals
from exams.sittings import board, entries
from exams.sittings.api.serializers import SHOWN, BoardSerializer, EntrySerializer, SittingSerializer
from exams.sittings.models import Entry, Sitting, SittingQuerySet
from exams.sittings.rules import ENTER, SEE, WATCH, NotPossible, sittings_of
from laws.api.filters import SlugFilter

TAGS = ["Sittings"]
SITTING = id_of("The sitting's id.")


class SittingFilters(django_filters.FilterSet):
    """Sittings."""

    body = SlugFilter("body__slug", help_text=_("Of this body, by its short name."))
    state = django_filters.ChoiceFilter(
        method="standing", choices=[(one, one) for one in SHOWN], help_text=_("Only those in this state now.")
    )

    def standing(self, sittings: SittingQuerySet, _name: str, state: str) -> SittingQuerySet:
        """Those that are coming, open, over or void."""
        now = timezone.now()
        if state == "void":
            return sittings.filter(voided_at__isnull=False)
        sound = sittings.filter(voided_at=None)
        return {"coming": sound.coming, "open": sound.open, "over": sound.done}[state](now)


def told(sittings: QuerySet[Sitting], person: User) -> QuerySet[Sitting]:
    """Sittings with everything that is told of them, in a fixed number of queries."""
    own = Entry.objects.filter(person=person).select_related("attempt")
    return sittings.select_related("body", "paper").prefetch_related(Prefetch("entries", queryset=own, to_attr="own"))


class OfSitting(Private):
    """Something about one sitting, which the person must be allowed to see."""

    def sitting(self, permission: str = SEE) -> Sitting:
        """The sitting of the address."""
        return self.visible(told(Sitting.objects.all(), self.person), permission, pk=self.kwargs["id"])


@extend_schema_view(
    get=extend_schema(
        operation_id="list_sittings",
        tags=TAGS,
        summary="Sittings",
        description="The sittings listed on your page of sittings, latest opening first, each with your own entry.",
    )
)
class SittingList(PrivateList):
    """Sittings."""

    serializer_class = SittingSerializer
    filter_backends = (DjangoFilterBackend,)
    filterset_class = SittingFilters
    queryset = Sitting.objects.none()

    def get_queryset(self) -> QuerySet[Sitting]:
        """Those of the person."""
        return told(sittings_of(self.person, timezone.now()), self.person).order_by("-opens_at", "pk")


@extend_schema_view(
    get=extend_schema(
        operation_id="get_sitting",
        tags=TAGS,
        summary="One sitting",
        description="With your own entry and the progress of your attempt.",
        parameters=[SITTING],
    )
)
class SittingDetail(OfSitting):
    """A sitting."""

    serializer_class = SittingSerializer

    def get(self, request: Request, id: UUID) -> Response:
        """All that is told of it."""
        return Response(self.get_serializer(self.sitting()).data)


@extend_schema_view(
    get=extend_schema(
        operation_id="list_entries",
        tags=TAGS,
        summary="Your entries",
        description="Every sitting you have entered, latest first, with the progress of your attempt.",
    )
)
class EntryList(PrivateList):
    """The person's own entries."""

    serializer_class = EntrySerializer
    queryset = Entry.objects.none()

    def get_queryset(self) -> QuerySet[Entry]:
        """The person's own."""
        own = Entry.objects.filter(person=self.person).select_related("attempt")
        return own.order_by("-entered_at", "pk")


_ENTRY = {200: OpenApiResponse(EntrySerializer, "Your entry afterwards.")}


class Enter(OfSitting):
    """Entering."""

    serializer_class = EntrySerializer

    @extend_schema(
        operation_id="enter",
        tags=TAGS,
        summary="Enter a sitting",
        description=(
            "For candidates of the body, while entries are open. If you have already entered, the answer is that place."
        ),
        parameters=[SITTING],
        request=None,
        responses=_ENTRY,
    )
    def post(self, request: Request, id: UUID) -> Response:
        """Take a place."""
        sitting = self.sitting(ENTER)
        with refusals(NotPossible):
            entry = entries.enter(sitting=sitting, person=self.person)
        return Response(self.get_serializer(entry).data)


class Withdraw(OfSitting):
    """Withdrawing."""

    serializer_class = EntrySerializer

    @extend_schema(
        operation_id="withdraw",
        tags=TAGS,
        summary="Withdraw from a sitting",
        description="Only before you have started. Your place becomes free for somebody else.",
        parameters=[SITTING],
        request=None,
        responses=_ENTRY,
    )
    def post(self, request: Request, id: UUID) -> Response:
        """Give the place back."""
        entry = one_of(self.sitting().entries.filter(person=self.person))
        with refusals(NotPossible):
            entry = entries.withdraw(entry=entry, person=self.person)
        return Response(self.get_serializer(entry).data)


@extend_schema_view(
    get=extend_schema(
        operation_id="get_board",
        tags=TAGS,
        summary="The room now",
        description="For the sitting’s invigilators: the current state of each candidate. Meant to be asked every few seconds.",
        parameters=[SITTING],
    )
)
class BoardDetail(OfSitting):
    """The board of an invigilator."""

    serializer_class = BoardSerializer

    def get(self, request: Request, id: UUID) -> Response:
        """The room at this moment."""
        return Response(self.get_serializer(board.board(self.sitting(WATCH), timezone.now())).data)
