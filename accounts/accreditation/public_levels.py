"""How one becomes a director, open to everybody: a body's levels, what each asks for, papers, dates, and how long it holds.

Only what is there is shown. Of sittings a stranger is told the day, the place and until when one can enter; the rest is for
who signs in.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from itertools import groupby
from typing import NamedTuple

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_safe

from accounts.accreditation import renewal_rules, rule_tree, standing
from accounts.accreditation.level_views import renewal_lines, with_standing
from accounts.accreditation.models import Level, Purpose, RequirementsVersion
from accounts.accreditation.papers import Chance, ExamDate, PaperOnOffer, SampleOnShow, dates_of, papers_of, samples_of
from accounts.accreditation.requirements import Fee, Known, Rule, paper_codes, read
from accounts.models import Body, User


class Offer(NamedTuple):
    """A level as a stranger reads it. renewal: what a renewal asks for; None: a registrar decides. coming: versions that begin
    later, with what they will ask for.
    """

    level: Level
    asks: rule_tree.Line
    papers: list[PaperOnOffer]
    fees: list[str]
    coming: list[tuple[RequirementsVersion, rule_tree.Line]]
    renewal: rule_tree.Line | None


@require_safe
def bodies(request: HttpRequest) -> HttpResponse:
    """The bodies that have levels; where there is one, its page at once."""
    found = list(Body.objects.filter(levels__isnull=False).distinct().order_by("name"))
    if len(found) == 1:
        return redirect("register:levels_of", found[0].slug)
    return render(request, "accreditation/levels/bodies.html", {"bodies": found})


@require_safe
def levels_of(request: HttpRequest, slug: str) -> HttpResponse:
    """The levels of a body from the lowest up."""
    body = get_object_or_404(Body, slug=slug)
    person = request.user if isinstance(request.user, User) else None
    offers = offers_of(body, person, () if person else dates_of([body]))
    return render(request, "accreditation/levels/public.html", {"body": body, "offers": offers})


def offers_of(body: Body, person: User | None = None, dates: Iterable[ExamDate] = ()) -> list[Offer]:
    """The levels of a body from the lowest up, as this person reads them (None: anybody, who is told of these dates)."""
    rules, offered = standing.rules_of(body), papers_of(body, person)
    known = standing.known_from(offered, rules)
    papers = _with_dates({paper.code: paper for paper in offered}, (one for one in dates if one.body == body))
    coming, renewals, samples = _coming(body), renewal_rules.rules_of(body), samples_of(body)
    return [
        _offer(level, rule, renewals.get(level.pk), papers, known, coming, samples) for level, rule in rules.items()
    ]


def _with_dates(papers: Mapping[str, PaperOnOffer], dates: Iterable[ExamDate]) -> dict[str, PaperOnOffer]:
    """The papers with the occasions that anybody may know of."""
    when: dict[str, list[Chance]] = defaultdict(list)
    for one in dates:
        when[one.code].append(one.chance)
    return {code: replace(paper, next=paper.next or tuple(when[code])) for code, paper in papers.items()}


def _offer(
    level: Level,
    rule: Rule,
    renewal: Rule | None,
    papers: Mapping[str, PaperOnOffer],
    known: Known,
    coming: Mapping[int, list[RequirementsVersion]],
    samples: Iterable[SampleOnShow],
) -> Offer:
    shown = {one.code: one.address for one in samples if one.level == level.pk}
    return Offer(
        level,
        rule_tree.lines(rule, known),
        [replace(papers[code], sample=shown.get(code, "")) for code in paper_codes(rule) if code in papers],
        list(_fees(rule)),
        [(one, rule_tree.lines(read(one.written), known)) for one in coming.get(level.pk, [])],
        renewal_lines(renewal, known),
    )


def _fees(rule: Rule) -> Iterator[str]:
    """What each fee comes to, as the body writes it."""
    return (leaf.amount for leaf in rule.leaves() if isinstance(leaf, Fee) and leaf.amount)


def _coming(body: Body) -> dict[int, list[RequirementsVersion]]:
    """The versions that begin after today and that none replaces before, by level, in the order of their days."""
    versions = RequirementsVersion.objects.filter(level__body=body, purpose=Purpose.GRANT).order_by(
        "level_id", "-number"
    )
    return {
        level: [one.version for one in reversed(with_standing(list(those), body.today())) if one.stands == "coming"]
        for level, those in groupby(versions, key=lambda one: one.level_id)
    }
