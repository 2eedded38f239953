"""Pages of the flags: what of the law has changed, and what is to become of each question that rests on it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.db import transaction
from django.db.models import Count, F, Max, Min, Q, QuerySet
from django.db.models.functions import Coalesce
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_POST

from accounts.rules import require, signed_in
from exams.bank.models import LawFlag
from exams.bank.presenting import asked, explained, given
from exams.bank.rules import OPEN, examined_bodies
from exams.bank.upkeep.changes import new_version
from exams.bank.upkeep.flags import FlagRefused, keep_unflipped, open_flags, settle_flags
from exams.bank.upkeep.flips import NO_RECORD, NOT_CONFIRMED, NOT_RULED
from exams.bank.upkeep.forms import FlagForm
from laws import keys, library
from laws.comparing.words import Piece, diff_words
from laws.models import Edition

PAGE = 25
TURN = (F("flips").desc(nulls_last=True), "pk")
"""Those first whose ruling flips, then those that stay, then those of which it is not known."""


@dataclass(frozen=True)
class Difference:
    """A flag with its two wordings, word by word; `tables` says whether the tables differ too."""

    flag: LawFlag
    heading: list[Piece]
    text: list[Piece]
    tables: bool


@dataclass(frozen=True)
class Compared:
    """What the engine rules on either side of a day; `why` says why that is not known, and is empty where it is.

    former: the engine still follows the former text.
    """

    flips: bool | None
    why: str
    before: list[dict[str, str]]
    after: list[dict[str, str]]
    former: bool = False


@require_GET
@login_required
def flags(request: HttpRequest) -> HttpResponse:
    """The changes of the law that wait for an examiner, those with rulings that flip first."""
    found = (
        _mine(request)
        .order_by()
        .values(
            "body__short_name",
            "provision",
            "before",
            "after",
            "version__edition",
            "after__effective",
            "before__kind",
            "after__kind",
        )
        .annotate(
            questions=Count("version", distinct=True),
            flipping=Count("pk", filter=Q(flips=True)),
            unknown=Count("pk", filter=Q(flips=None)),
            former=Count("pk", filter=Q(rulings__why=NOT_CONFIRMED)),
            day=Max("day"),
            first=Coalesce(Min("pk", filter=Q(flips=True)), Min("pk")),
            raised=Min("raised_at"),
        )
        .order_by("-flipping", "-raised", "provision", "first")
    )
    page = Paginator(found, PAGE).get_page(request.GET.get("page"))
    titles = dict(Edition.objects.values_list("slug", "title"))
    rows = [{**row, "edition": titles.get(row["version__edition"], row["version__edition"])} for row in page]
    return render(request, "bank/flags.html", {"page": page, "rows": rows, "today": library.today()})


# Not kept by the browser: it shows the key.
@require_GET
@login_required
@never_cache
def flag(request: HttpRequest, pk: int) -> HttpResponse:
    """One question beside what changed in the law, with what the engine rules on it by either text."""
    return _flag_page(request, _one(request, pk), FlagForm())


@require_POST
@login_required
def settle(request: HttpRequest, pk: int) -> HttpResponse:
    """Settle a flag and go on to the next of its change; what is refused comes back with what was typed."""
    shown = _one(request, pk)
    form = FlagForm(request.POST)
    if not form.is_valid():
        return _flag_page(request, shown, form, status=400)
    outcome, reply = LawFlag.Outcome(form.cleaned_data["outcome"]), form.cleaned_data["reply"]
    try:
        told = _settled(request, shown, form.cleaned_data["seen"], outcome, reply, form.cleaned_data["together"])
    except FlagRefused as refused:
        form.add_error(None, str(refused))
        return _flag_page(request, _one(request, pk), form, status=409)
    messages.success(request, told)
    following = _in_turn(_mine(request), shown).first() or _mine(request).order_by(*TURN).first()
    return redirect("bank:flag", following.pk) if following else redirect("bank:flags")


def _settled(
    request: HttpRequest, shown: LawFlag, seen: list[int], outcome: LawFlag.Outcome, reply: str, together: bool
) -> str:
    """Settle what was seen of the question, and what is to be kept together with it; what to tell the examiner."""
    examiner = signed_in(request)
    own = LawFlag.objects.filter(version=shown.version_id, pk__in={*seen, shown.pk})
    with transaction.atomic():
        settle_flags(flags=list(own.values_list("pk", flat=True)), examiner=examiner, outcome=outcome, reply=reply)
        if outcome != LawFlag.Outcome.KEPT or not together:
            return _("Noted: “%(outcome)s”.") % {"outcome": outcome.label}
        count = 1 + keep_unflipped(like=list(own), examiner=examiner, reply=reply)
    return ngettext("%(count)d question is kept.", "%(count)d questions are kept.", count) % {"count": count}


def _mine(request: HttpRequest) -> QuerySet[LawFlag]:
    """The open flags this examiner may settle; whoever examines nowhere is refused."""
    require(request.user, OPEN, None)
    return open_flags(examined_bodies(request.user))


def _one(request: HttpRequest, pk: int) -> LawFlag:
    """A flag of this examiner's bodies, settled or not."""
    require(request.user, OPEN, None)
    parts = ("version__question", "version__body", "body", "before", "after__amended_by", "settled_by")
    own = LawFlag.objects.select_related(*parts).defer("before__search", "after__search")
    return get_object_or_404(own, pk=pk, body__in=examined_bodies(request.user))


def _in_turn(mine: QuerySet[LawFlag], like: LawFlag) -> QuerySet[LawFlag]:
    """The other questions of the same change, those whose ruling flips first."""
    same = mine.filter(body=like.body_id, provision=like.provision, before=like.before_id, after=like.after_id)
    return same.exclude(pk=like.pk).order_by(*TURN)


def _flag_page(request: HttpRequest, shown: LawFlag, form: FlagForm, status: int = 200) -> HttpResponse:
    version = shown.version
    flags = _beside(shown)
    others = _in_turn(_mine(request), shown).exclude(version=version)
    context: dict[str, Any] = {
        "flag": shown,
        "differences": [_difference(one) for one in flags],
        "compared": _compared(flags),
        "version": version,
        "asked": asked(version),
        "given": given(version),
        "explained": explained(version),
        "form": form,
        "later": new_version(version),
        "others": others.count(),
        "unflipped": others.filter(flips=False).count() if any(one.flips is False for one in flags) else 0,
        "next": others.first(),
        "today": version.body.today(),
    }
    return render(request, "bank/flag.html", context, status=status)


def _beside(shown: LawFlag) -> list[LawFlag]:
    """The flag and what is settled, or was settled, together with it: all that changed for the question."""
    same = LawFlag.objects.filter(version=shown.version_id, settled_at=shown.settled_at)
    rest = (
        same.exclude(pk=shown.pk).select_related("before", "after__amended_by").defer("before__search", "after__search")
    )
    return sorted([shown, *rest], key=lambda one: keys.parse(one.provision).order)


def _difference(flag: LawFlag) -> Difference:
    before, after = flag.before, flag.after

    def words(name: str) -> list[Piece]:
        return diff_words(getattr(before, name, ""), getattr(after, name, ""))

    tables = (before.tables if before else []) != (after.tables if after else [])
    return Difference(flag=flag, heading=words("heading"), text=words("text"), tables=tables)


def _compared(flags: list[LawFlag]) -> list[Compared]:
    """What the engine rules, once for each day on which something changed."""
    found = []
    for flag in flags:
        ruled = flag.rulings
        former = ruled.get("why") == NOT_CONFIRMED
        one = Compared(flag.flips, _why(flag), ruled.get("before", []), ruled.get("after", []), former)
        if one not in found:
            found.append(one)
    return found


def _why(flag: LawFlag) -> str:
    """Why nothing is known of a flip; empty where it is."""
    if flag.flips is not None:
        return ""
    match flag.rulings.get("why"):
        case str(why) if why == NO_RECORD:
            return _("This question has no table that the engine can rule on.")
        case str(why) if why == NOT_RULED:
            return _("The engine has no complete ruling on this table for both days.")
        case str(why) if why == NOT_CONFIRMED and "day" not in flag.rulings:
            return _(
                "The correction also applies to the days the text was already in force, so there is only one law "
                "to rule by. The engine "
                "has not been confirmed under the corrected words."
            )
        case str(why) if why == NOT_CONFIRMED:
            return _(
                "So it cannot say whether the ruling at this table changes, and questions cannot be kept together."
            )
        case _:
            return _(
                "The correction also applies to the days the text was already in force, so there is only one law "
                "to rule by."
            )
