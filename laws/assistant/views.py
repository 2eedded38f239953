"""Pages of the ruling assistant. Anybody may ask what the law rules; nothing is stored."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import wraps
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from laws import library
from laws.assistant import charts, receipts
from laws.assistant.addresses import Address, Refused, answers_to, edition_of, read, rule_of, spoken
from laws.assistant.arranging import arrange
from laws.assistant.drawing import WIDTHS, draw
from laws.assistant.happenings import happenings, top
from laws.assistant.interviews import Interview, about, conduct
from laws.assistant.svg import drawn, in_words
from laws.assistant.telling import Told, leads_to, tell, untaken, who
from laws.models import Edition
from laws.rulings.editions import DUPLICATE_2017, EDITIONS, Rule
from laws.rulings.facts import FACTS, Fact, Source
from laws.rulings.ruling import Ruling
from laws.rulings.seats import Seat
from laws.rulings.words import names_at

View = Callable[..., HttpResponse]


def sentence_if_refused(view: View) -> View:
    """Answer for the view with the sentence of what it refuses."""

    @require_safe
    @wraps(view)
    def answered(request: HttpRequest, **names: str) -> HttpResponse:
        try:
            return view(request, **names)
        except Refused as refused:
            context = {"sentence": str(refused), "path": request.path}
            return render(request, "laws/assistant/refused.html", context, status=refused.status)

    return answered


@sentence_if_refused
def start(request: HttpRequest, edition: str = DUPLICATE_2017.slug) -> HttpResponse:
    """What happened? Every procedure of an edition, in the words of the table."""
    chosen = edition_of(edition)
    shelf = {one.slug: one for one in library.shelf()}
    book = library.contents(shelf[edition], library.today()) if edition in shelf else []
    context = {
        "edition": edition,
        "title": _title(edition, shelf),
        "groups": happenings(chosen, [(part.title, [law.number for law in laws]) for part, laws in book]),
        "editions": [(slug, _title(slug, shelf)) for slug, one in EDITIONS.items() if one.procedures],
    }
    return render(request, "laws/assistant/start.html", context)


@sentence_if_refused
def interview(request: HttpRequest, edition: str, procedure: str) -> HttpResponse:
    """The next question, or the ruling; the answers are in the address."""
    chosen = edition_of(edition)
    address = read(chosen, rule_of(chosen, procedure), request.GET)
    held = conduct(address)
    here = reverse("laws:interview", args=[edition, procedure])
    context = _of_interview(held, here)
    if address.change:
        context |= _changing(held, here)
    elif held.ruling.pending:
        context |= _asking(held, held.ruling.pending.fact, held.ruling.pending.provision)
    else:
        address_of = reverse("laws:receipt", args=[edition, procedure])
        context |= _ruled(held) | {"receipt_address": address_of + receipts.query_of(held)}
    return render(request, "laws/assistant/interview.html", context)


@sentence_if_refused
def receipt(request: HttpRequest, edition: str, procedure: str) -> HttpResponse:
    """A ruling as it was given on a day, verified against what the engine rules now."""
    chosen = edition_of(edition)
    address = read(chosen, rule_of(chosen, procedure), request.GET, receipts.NAMES)
    given = receipts.stated(request.GET)
    held = conduct(address)
    if not held.ruling.complete:
        raise Refused(_("This receipt is of no complete ruling: Law %(law)s asks further.") % {"law": procedure})
    context = _of_interview(held, reverse("laws:interview", args=[edition, procedure])) | _ruled(held)
    context |= {
        "verdict": receipts.verify(given, held.ruling),
        "given": given,
        "now": receipts.receipt_for(held.ruling),
        "whole_address": request.build_absolute_uri(),
        "resume": address.query(held.used),
    }
    return render(request, "laws/assistant/receipt.html", context)


@sentence_if_refused
def chart(request: HttpRequest, edition: str, number: str) -> HttpResponse:
    """The flow charts of the procedures that begin with a law."""
    chosen = edition_of(edition)
    found = charts.charts(edition, number)
    if not found:
        rule_of(chosen, number)
    known = library.known_keys(edition)
    shown = []
    for one in found:
        arrangement = arrange(one.root)
        drawings = [draw(arrangement, kind, f"{kind}-{one.procedure}") for kind in WIDTHS]
        shown.append(
            {
                "chart": one,
                "drawings": [drawn(drawing, one, edition, known) for drawing in drawings],
                "words": in_words(one, arrangement, edition, known),
            }
        )
    context = {
        "edition": edition,
        "title": _title(edition),
        "number": number,
        "charts": shown,
        "known": known,
    }
    return render(request, "laws/assistant/chart.html", context)


def _onward(told: Told, address: Address) -> list[tuple[Rule, str]]:
    """Where a ruling refers the director to: the procedures, each with the address where it begins."""
    procedures = EDITIONS[address.rule.edition].procedures
    return [
        (procedures[number], reverse("laws:interview", args=[address.rule.edition, number]) + address.query({}))
        for number in told.onward
    ]


def _title(slug: str, shelf: Mapping[str, Edition] | None = None) -> str:
    """What an edition is called; by its short name when its text is not on the shelf."""
    editions = {one.slug: one for one in library.shelf()} if shelf is None else shelf
    return editions[slug].title if slug in editions else slug


def _of_interview(held: Interview, here: str) -> dict[str, Any]:
    """What every page of an interview tells its template."""
    address, ruling = held.address, held.ruling
    before = [{"step": step, **_question(ruling, step.fact), "answer": spoken(step.value)} for step in held.asked]
    for one in before:
        fact = one["step"].fact.id
        one["change"] = here + address.query(held.kept, change=fact)
        one["without"] = here + address.query(held.without(fact), changed=fact) if one["step"].noted else ""
    last = held.asked[-1].fact.id if held.asked else ""
    return {
        "address": address,
        "edition": address.rule.edition,
        "rule": address.rule,
        "law": top(address.rule.id),
        "title": _title(address.rule.edition),
        "on": address.asked_on,
        "here": here,
        "held": held,
        "ruling": ruling,
        "answered": before,
        "back": here + address.query(held.without(last), changed=last) if last else "",
        "dropped": [ruling.words(fact.question) for fact in held.dropped],
        "changed": ruling.words(FACTS[address.changed].question) if held.dropped else "",
        "waiting": len(held.waiting),
        "asides": [
            {**_question(ruling, one.fact), "provision": one.provision, "ways": _aside_ways(held, one.fact, here)}
            for one in held.asides
        ],
        "seats": [*Seat],
        "about": names_at(None)[about(address.rule)],
        "seat_fields": [pair for pair in address.pairs(held.kept) if pair[0] != "seat"],
    }


def _question(ruling: Ruling, fact: Fact) -> dict[str, Any]:
    return {
        "question": ruling.words(fact.question),
        "source": fact.source.value,
        "who": who(fact.who, ruling) if fact.who else "",
        "find_out": ruling.words(fact.find_out) if fact.find_out else "",
    }


def _asking(held: Interview, fact: Fact, provision: str) -> dict[str, Any]:
    """The question that is open, with its answers; for a player's choice also what each would lead to."""
    tells = fact.source is Source.ELECTION and not held.address.change
    answers = [
        {"word": word, "label": spoken(value), "leads": leads_to(held.ruling, fact, value, held.used) if tells else ()}
        for word, value in answers_to(fact).items()
    ]
    asked = {**_question(held.ruling, fact), "fact": fact.id, "provision": provision, "answers": answers}
    return {"asked": asked, "fields": held.address.pairs(held.without(fact.id)), "told": tell(held.ruling)}


def _changing(held: Interview, here: str) -> dict[str, Any]:
    """The same for a question that has been answered, and is asked again."""
    step = next((one for one in held.asked if one.fact.id == held.address.change), None)
    if step is None:
        raise Refused(_("There is no answer to “%(fact)s” to change.") % {"fact": held.address.change})
    again = _asking(held, step.fact, step.provision)
    fields = [*again["fields"], ("changed", step.fact.id)]
    return again | {"chosen": spoken(step.value), "fields": fields, "cancel": here + held.address.query(held.kept)}


def _ruled(held: Interview) -> dict[str, Any]:
    """A complete ruling."""
    ruling, address = held.ruling, held.address
    texts = library.texts(ruling.edition, ruling.citations, address.on)
    told = tell(ruling)
    return {
        "told": told,
        "onward": _onward(told, address),
        "untaken": untaken(ruling),
        "laws": [(key, texts.get(key)) for key in ruling.citations],
    }


def _aside_ways(held: Interview, fact: Fact, here: str) -> list[tuple[str, str]]:
    """Answers of an incidental fact that depart from what is usual, each with the address that gives it."""
    return [
        (spoken(value), here + held.address.query({**held.kept, fact.id: value}, changed=fact.id))
        for value in answers_to(fact).values()
        if value != fact.default
    ]
