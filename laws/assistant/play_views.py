"""Where the play of the cards is entered: pressed card by card, written down, or read from a bridge program's file."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from laws import diagrams, keys
from laws.assistant import plays
from laws.assistant.addresses import Refused, edition_of
from laws.assistant.auctions import Auction, BadAuction, from_address
from laws.assistant.bridge_files import BadFile, Board, read_board, write_lin, write_pbn
from laws.assistant.happenings import title_of
from laws.assistant.plays import Play, WrongPlay
from laws.assistant.views import edition_titles, sentence_if_refused
from laws.rulings.calls import DENOMINATIONS, SUITS
from laws.rulings.cards import RANKS, card_words
from laws.rulings.editions import Edition as EngineEdition
from laws.rulings.penalty_cards import is_choice
from laws.rulings.play.irregular import PlayKind, PlaySeen
from laws.rulings.play.legal import bars_of
from laws.rulings.play.position import LeadRule, Position
from laws.rulings.seats import Seat


@sentence_if_refused
def play(request: HttpRequest, edition: str) -> HttpResponse:
    """The cards as they were played, pressed one by one or written down, and what is wrong with them.

    The form sends everything it holds, perhaps with one more card; the answer is the address of the play itself. An auction
    that was entered before it goes along.
    """
    chosen = edition_of(edition)
    said = request.GET.dict()
    here = reverse("laws:ruling_play", args=[edition])
    called = _called(said.get("auction", ""))
    carried = {"auction": called.text} if called else {}
    fault = ""
    made = (plays.of_auction(called) if called else None) or Play()
    try:
        if "declarer" in said:
            made = plays.filled_in(said)
            made.seen(chosen)
            return redirect(f"{here}?{urlencode({**carried, 'play': made.text})}")
        if said.get("play"):
            made = plays.from_address(said["play"])
        seen = made.seen(chosen)
    except WrongPlay as error:
        fault = str(error)
        made = _before_the_fault(said, made)
        seen = made.seen(chosen)
    context = {
        "edition": edition,
        "book": chosen.book,
        "title": title_of(edition, edition_titles()),
        "here": here,
        "made": made,
        "fault": fault,
        "called": called,
        "said": said if fault else {},
        "seats": [*Seat],
        "strains": [*zip(DENOMINATIONS, [*plays.STRAINS], strict=True)],
        "levels": [str(level) for level in range(1, 8)],
        "numbers": [*range(1, 14)],
        "holds": [
            (seat, (said.get(f"holds_{seat.value}") if fault else None) or made.held.get(seat, ""))
            for seat in (made.declarer.partner, *(one for one in Seat if one is not made.declarer.partner))
        ],
        "limits": _limit_rows(made, said if fault else {}) if bars_of(chosen.slug) else [],
        "origins": _origins(chosen),
        "suits": [(suit, sign) for suit, sign in zip(SUITS, ("♠", "♥", "♦", "♣"), strict=True)],
        "pack": _pack(made),
        "undo": f"{here}?{urlencode({**carried, 'play': made.shorter.text})}" if made.cards else "",
        "diagram": made.diagram(chosen) if made.cards else None,
        "moment": diagrams.moment(seen.position),
        "found": _found_in_play(made, seen, chosen, called),
        "before": _before_lead(made, seen, chosen, called),
        "files": _files(called, made) if made.cards and not fault else [],
        "begun": bool(made.cards or made.penalty_cards or made.held or made.rules),
    }
    return render(request, "laws/assistant/play.html", context, status=400 if fault else 200)


def _called(text: str) -> Auction | None:
    """The auction that goes along with a play."""
    try:
        return from_address(text) if text else None
    except BadAuction as error:
        raise Refused(str(error)) from error


def _before_the_fault(said: dict[str, str], usual: Play) -> Play:
    """What was entered before the card that cannot be: the page goes on from it."""
    for without in (("add",), ("add", "cards"), ("add", "cards", "penalty", *(f"holds_{seat.value}" for seat in Seat))):
        told_beside = len(without) <= 2
        kept = {
            name: value
            for name, value in said.items()
            if name not in without and (told_beside or not name.startswith("limit_"))
        }
        try:
            made = plays.filled_in(kept) if "declarer" in said else usual
            made.told  # noqa: B018 - raises where the cards cannot have been played
        except WrongPlay:
            continue
        return made
    return usual if not usual.cards else Play()


def _origins(edition: EngineEdition) -> list[tuple[str, str]]:
    """What a lead can have been restricted for, beside a penalty card: the provision, and what its law is called."""
    found = [one.provision for one in bars_of(edition.slug) if one.kind == PlayKind.FORBIDDEN_LEAD]
    others = [one for one in found if not is_choice(LeadRule(Seat.N, "free", law=one))]
    return [(one, rule.title) for one in others if (rule := edition.procedures.get(str(keys.parse(one).law)))]


def _limit_rows(made: Play, said: dict[str, str]) -> list[dict[str, str]]:
    """The restrictions as the form shows them, with an empty row behind; what was refused stays as it was sent."""
    names = ("player", "kind", "suit", "lasts", "law")
    sent = [{name: said.get(f"limit_{row}_{name}", "") for name in names} for row in range(plays.MOST_LIMITS)]
    rows = [row for row in sent if row["player"]] or [
        {
            "player": one.player.value,
            "kind": one.kind,
            "suit": one.suit,
            "lasts": plays.lasts_text(one),
            "law": one.law,
        }
        for one in made.rules
    ]
    return [*rows, dict.fromkeys(names, "")][: plays.MOST_LIMITS]


def _before_lead(made: Play, seen: PlaySeen, edition: EngineEdition, called: Auction | None) -> dict[str, Any] | None:
    """The laws that ask something before the hand on lead may lead; None where none does, or a card is irregular.

    They are found with what declarer has chosen, and while declarer has still to choose.
    """
    table = seen.position
    leader = table.on_lead
    if leader is None or seen.irregular or not table.defends(leader):
        return None
    chosen = edition.before_lead(table, leader)
    asked = chosen or edition.before_lead(_left_free(table, leader), leader)
    carried = {"auction": called.text} if called else {}
    laws = [
        {
            "rule": edition.procedures[law],
            "address": f"{reverse('laws:interview', args=[edition.slug, law])}?"
            + urlencode({**carried, "play": made.text, "seat": fields["offender"]}),
        }
        for law, fields in asked.items()
    ]
    return {"who": leader.full_name, "chosen": bool(chosen), "laws": laws} if laws else None


def _left_free(table: Position, leader: Seat) -> Position:
    """The table as it would be if declarer had left the lead free."""
    free = table.copy()
    free.rules = [*free.rules, LeadRule(leader, "free", lasts=False)]
    return free


def _pack(made: Play) -> list[list[dict[str, Any]]]:
    """Every card by suits, high card first, and who has played it."""
    gone = {card: by.full_name for by, card in made.cards}
    return [
        [{"card": suit + rank, "words": card_words(suit + rank), "gone": gone.get(suit + rank, "")} for rank in RANKS]
        for suit in SUITS
    ]


def _found_in_play(made: Play, seen: PlaySeen, edition: EngineEdition, called: Auction | None) -> list[dict[str, Any]]:
    """Every irregular card with the law that deals with it, and where that begins if it is written."""
    carried = {"auction": called.text} if called else {}
    found = []
    for at, one in enumerate(seen.irregular):
        law = edition.law_of_play(one)
        rule = edition.procedures.get(law)
        query = {**carried, "play": (made.ruling_on(one.card) if at else made.ruling_on("")).text}
        found.append(
            {
                "who": one.player.full_name,
                "from_dummy": one.hand is not one.player,
                "card": card_words(one.card),
                "trick": one.trick,
                "turn": one.turn.full_name if one.turn is not one.hand else "",
                "kind": one.kind,
                "provision": one.provision,
                "law": law,
                "rule": rule,
                "address": f"{reverse('laws:interview', args=[edition.slug, law])}?{urlencode(query)}" if rule else "",
            }
        )
    return found


@require_http_methods(["GET", "HEAD", "POST"])
def board(request: HttpRequest, edition: str) -> HttpResponse:
    """A board as a bridge program keeps it, pasted: the answer is the page of its play, or of its auction. Nothing is kept."""
    fault = ""
    pasted = request.POST.get("board", "")
    try:
        chosen = edition_of(edition)
        if request.method == "POST":
            return redirect(_page_of(read_board(pasted), chosen))
    except Refused as refused:
        context = {"sentence": str(refused), "path": request.path}
        return render(request, "laws/assistant/refused.html", context, status=refused.status)
    except BadFile as error:
        fault = str(error)
    context = {"edition": edition, "title": title_of(edition, edition_titles()), "fault": fault, "pasted": pasted}
    return render(request, "laws/assistant/board.html", context, status=400 if fault else 200)


def _page_of(found: Board, edition: EngineEdition) -> str:
    """Where a board goes on: at its play, unless something was irregular in the auction, or that is all there is."""
    called = found.auction
    if called is not None and (found.play is None or called.irregularities(edition)):
        return f"{reverse('laws:ruling_auction', args=[edition.slug])}?{urlencode({'auction': called.text})}"
    if found.play is None:
        raise BadFile(_("This board has neither an auction nor a contract with a declarer."))
    carried = {"auction": called.text} if called else {}
    return f"{reverse('laws:ruling_play', args=[edition.slug])}?{urlencode({**carried, 'play': found.play.text})}"


def _files(called: Auction | None, made: Play) -> list[tuple[str, str, str]]:
    """The board as bridge programs write it: the format, the text, or the sentence that says why there is none."""
    found = []
    for name, write in (("PBN", write_pbn), ("LIN", write_lin)):
        try:
            found.append((name, write(called, made), ""))
        except BadFile as error:
            found.append((name, "", str(error)))
    return found
