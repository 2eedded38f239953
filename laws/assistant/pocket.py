"""The bundle that a phone keeps for a hall without a network: the graphs of the assistant, and the menu that leads into them.

It is served as JSON. Its version, which is its ETag too, changes whenever anything in it does: a procedure, a sentence, the
title of a law, a word of the page. The graphs take a few seconds to make, which each web process spends once, on the first
request that wants them; the menu, whose titles come from the database, is put to them at each request.
"""

from __future__ import annotations

import gzip
import hashlib
import json
from functools import cache
from typing import Any, Final, NamedTuple

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.cache import get_conditional_response, patch_vary_headers
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from laws import confirming, keys, library
from laws.assistant.addresses import last_day
from laws.assistant.graphs import Graphs
from laws.assistant.happenings import (
    LONGEST_ENDING,
    MOST_FOUND,
    SAYS_NOTHING,
    SHORTEST_STEM,
    common,
    happenings,
    place,
    said_of,
    title_of,
    uncovered,
)
from laws.assistant.interviews import about
from laws.models import Edition
from laws.rulings.citing import cited_in
from laws.rulings.editions import DUPLICATE_2017, EDITIONS
from laws.rulings.editions import Edition as EngineEdition
from laws.rulings.ruling import ENGINE_VERSION
from laws.rulings.words import names_at

FORMAT: Final = 2
"""Raised whenever a script for one of two formats could not read the other."""
NOBODY_ACTS: Final = {"outcome": "no_right", "who": "table", "to": "act"}
"""What an effect says that has the table wait until the Director has explained its options."""


@require_safe
def rulings(request: HttpRequest) -> HttpResponse:
    """The whole bundle, for anybody; 304 for whoever has it already."""
    menu = _menu()
    etag = f'W/"{_version(menu)}"'  # weak, as it comes compressed and not
    response = get_conditional_response(request, etag=etag)
    if response is None:
        text = bundle_text(menu).encode()
        zips = "gzip" in request.headers.get("Accept-Encoding", "")
        response = HttpResponse(gzip.compress(text, mtime=0) if zips else text, content_type="application/json")
        if zips:  # there is nothing secret in it, and it is the longest answer of the whole site
            response["Content-Encoding"] = "gzip"
    response["ETag"] = etag
    response["Cache-Control"] = "no-cache"
    patch_vary_headers(response, ["Accept-Encoding", "Accept-Language"])
    return response


def bundle() -> dict[str, Any]:
    """The bundle as plain data; `bundle_text` says what is in it."""
    found: dict[str, Any] = json.loads(bundle_text(_menu()))
    return found


def bundle_text(menu: dict[str, Any] | None = None) -> str:
    """The bundle as JSON.

    format, version, engine (its version); `usual`, the edition to begin with; `day`, that of the law, in words; `page`, the
    words of the page; `finding`, how ways in are found by words; `editions`, each with its menu and with the node where each
    procedure begins; `names`, what people call provisions whose key they do not say; and the tables of
    `laws.assistant.graphs.Graphs` by their names.
    """
    menu = _menu() if menu is None else menu
    head = {"format": FORMAT, "version": _version(menu), "engine": ENGINE_VERSION, **menu}
    return f"{_json(head)[:-1]},{_compiled().tables[1:]}"


def _version(menu: dict[str, Any]) -> str:
    """What tells two bundles apart. The day alone makes no other bundle: it says when this one was fetched."""
    told = {name: value for name, value in menu.items() if name != "day"}
    return hashlib.sha256(f"{_compiled().digest} {_json(told)}".encode()).hexdigest()[:16]


class _Compiled(NamedTuple):
    """The graphs as they are sent: their tables as JSON, where each procedure begins, and what tells them apart.

    waiting: by edition the provision that has the table wait until the options have been explained, where there is one.
    """

    tables: str
    roots: dict[str, dict[str, int]]
    besides: dict[str, dict[str, dict[str, int]]]
    waiting: dict[str, str]
    digest: str


@cache
def _compiled() -> _Compiled:
    """Made once, as the procedures do not change while the program runs."""
    graphs = Graphs()
    names = {key: name for key in graphs.provisions if (name := _law(key)) != key}
    tables = _json({"names": names, **graphs.tables})
    besides = {
        slug: {number: found for number, found in some.items() if found} for slug, some in graphs.besides.items()
    }
    told = f"{FORMAT} {ENGINE_VERSION} {tables} {_json(graphs.roots)} {_json(besides)}"
    return _Compiled(tables, graphs.roots, besides, _waiting(graphs), hashlib.sha256(told.encode()).hexdigest())


def _waiting(graphs: Graphs) -> dict[str, str]:
    """By edition the provision that has the table wait for the Director; no entry where none has that."""
    effects, steps, nodes = graphs.effects.rows, graphs.steps.rows, graphs.nodes.rows
    says_so = {at for at, one in enumerate(steps) if one[0] == 1 and NOBODY_ACTS.items() <= effects[one[1]][5].items()}
    found = {}
    for slug, roots in graphs.roots.items():
        ahead, seen = [*roots.values()], set[int]()
        while ahead:
            at = ahead.pop()
            if at not in seen:
                seen.add(at)
                ahead += nodes[at][7] if nodes[at][0] == 0 else ()
        said = sorted({steps[step][2] for at in seen for step in nodes[at][1] if step in says_so})
        if said:
            found[slug] = said[0]
    return found


def _json(data: Any) -> str:
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))


def _menu() -> dict[str, Any]:
    """What changes with the titles in the database, and with the language."""
    shelf = {one.slug: one for one in library.shelf()}
    titles = dict(Edition.objects.values_list("slug", "title"))
    today = library.today()
    editions = []
    for slug, edition in EDITIONS.items():
        if edition.procedures:
            book = library.contents(shelf[edition.book], today) if edition.book in shelf else []
            parts = [(part.title, [law.number for law in laws]) for part, laws in book]
            editions.append(_edition(edition, title_of(slug, titles), parts))
    finding = {
        "says_nothing": sorted(SAYS_NOTHING),
        "stem": SHORTEST_STEM,
        "ending": LONGEST_ENDING,
        "most": MOST_FOUND,
    }
    return {
        "usual": DUPLICATE_2017.slug,
        "day": date_format(today, "j F Y"),
        "finding": finding,
        "page": page_words(),
        "editions": editions,
    }


def _edition(edition: EngineEdition, title: str, parts: list[tuple[str, list[str]]]) -> dict[str, Any]:
    """One edition: its ways in, which of them are called about most, and all by the parts of the book.

    A way in is id, law as people call it, title, words, `asks` whether a procedure is written, rank among the commonest or
    null, place in the book, and all by which it is found. That of a procedure also has whom it is `about`, and the wordings
    that it was not written from: first day, first day on which that is over or "", and a sentence.
    """
    wordings = confirming.moved(edition.book)
    cited = cited_in(edition.book) if wordings else {}

    def changed(number: str) -> list[list[str]]:
        found = [one for one in wordings if confirming.concerned(cited[number], [one])]
        return [[one.first_day.isoformat(), one.until.isoformat() if one.until else "", one.sentence] for one in found]

    said = said_of(edition)
    ranks = {number: one.rank for number, one in edition.common}
    without = uncovered(edition, parts)
    numbers = sorted(
        {*said, *(one.number for _title, some in without for one in some)}, key=lambda one: (place(one), one)
    )
    at = {number: nth for nth, number in enumerate(numbers)}
    ways = []
    for number in numbers:
        rule = edition.procedures.get(number)
        words, others = said.get(number, (edition.laws.get(number, number), []))
        ways.append(
            {
                "id": number,
                "law": _law(number),
                "title": rule.title if rule else edition.laws[number],
                "words": words,
                "asks": rule is not None,
                "rank": ranks.get(number),
                "place": at[number],
                "said": [words, *others] if number in said else [],
                **({"about": names_at(None)[about(rule)], "changed": changed(number)} if rule else {}),
            }
        )
    ended = last_day(edition) if edition.until else None
    return {
        "slug": edition.slug,
        "book": edition.book,
        "title": title,
        "ended": date_format(ended, "j F Y") if ended else "",
        "incomplete": bool(edition.gaps),
        "waiting": _compiled().waiting.get(edition.slug, ""),
        "online": reverse("laws:ruling_edition", args=[edition.slug]),
        "ways": ways,
        "common": [at[one.law] for one in common(edition)],
        "parts": [[group.title, [at[one.rule.id] for one in group.happenings]] for group in happenings(edition, parts)],
        "uncovered": [[part, [at[one.number] for one in laws]] for part, laws in without],
        "roots": _compiled().roots[edition.slug],
        "besides": _compiled().besides[edition.slug],
    }


def _law(number: str) -> str:
    try:
        return keys.name(number)
    except ValueError:
        return number


def page_words() -> dict[str, str]:
    """The words of the page itself, which a script shows."""
    return {
        "what_happened": _("What happened?"),
        "own_words": _("Say it in a few words"),
        "example": _("In your words: wrong card from dummy"),
        "find": _("Find"),
        "found_for": _("Found for “%s”"),
        "nothing_found": _("Nothing was found. Try other words, such as “led out of turn”, or choose below."),
        "most_often": _("The commonest calls"),
        "all_calls": _("All calls, by law"),
        "not_confirmed": _("Not confirmed. The engine still follows the former text of the law here:"),
        "comes": _(
            "The law changes here. From that day on this is not confirmed, because the engine follows today’s text:"
        ),
        "which_laws": _("Which laws apply?"),
        "ended": _("This edition was in force until %s."),
        "incomplete": _("Its text is not in the library, so only what is known of it can be ruled on."),
        "not_covered": _("Not covered yet"),
        "not_covered_why": _(
            "The assistant does not cover this law yet: it cannot ask the questions for you. Read what the law says and the "
            "choices it gives; you make the ruling."
        ),
        "not_covered_laws": _(
            "The assistant does not cover these laws yet. You can read what each law says and the choices it gives."
        ),
        "read_law": _("Read %s"),
        "something_else": _("Something else happened"),
        "procedures": _("Procedures"),
        "laws": _("Laws"),
        "ask": _("Ask %s"),
        "you_judge": _("You judge"),
        "establish": _("Establish what happened"),
        "find_out": _("Find out:"),
        "then": _("then"),
        "still_playing": _("Play is still going on"),
        "play_finished": _("Play has finished: judge it now"),
        "so_far": _("So far"),
        "your_finding": _("(your finding)"),
        "change": _("Change"),
        "back": _("Back one step"),
        "the_ruling": _("The ruling"),
        "say_this": _("Say this"),
        "for_you": _("For you"),
        "play_over": _("When play is over:"),
        "read_differently": _("The law can be read differently:"),
        "the_steps": _("The steps"),
        "press_to_change": _("Wrong answer? Press it to change it. Later answers are kept where they still apply."),
        "each_part": _("Each part, with its law"),
        "rectification": _("Rectification"),
        "who_may": _("Who may do what"),
        "before_choice": _("Before the choice"),
        "follows": _("What follows on this board"),
        "information": _("Information"),
        "you_do": _("What you do"),
        "would_change": _("What would change the ruling"),
        "assumed": _("Did one of these happen too?"),
        "assumed_why": _(
            "The ruling assumes that none of them did. If one did, open the full assistant, which asks about it."
        ),
        "full": _("Open this in the full assistant"),
        "full_why": _("It asks what else happened and takes the auction and the play. It needs a connection."),
        "who_is": _("Who is %s?"),
        "names_seats": _("The ruling will then name seats."),
        "roles_again": _("Use roles again"),
        "north": _("North"),
        "east": _("East"),
        "south": _("South"),
        "west": _("West"),
        "continue": _("Continue: %s"),
        "table": _("Table"),
        "board": _("Board"),
        "where": _("Where was it? You may leave this out."),
        "save": _("Save the ruling"),
        "save_again": _("Save the change"),
        "is_saved": _("Saved"),
        "saved": _("Saved on this phone."),
        "no_room": _(
            "This phone has no room left, so the ruling is kept in this window only. Note it down before you close it."
        ),
        "tonight": _("Your rulings tonight"),
        "at_table": _("Table %s"),
        "at_board": _("Board %s"),
        "at_both": _("Table %(table)s, board %(board)s"),
        "ruled": _("ruled"),
        "look_again": _("look again after play"),
        "here_only": _(
            "These rulings are on this phone only and are never sent to anybody. Each is deleted after %s hours, and all of "
            "them when you sign out."
        ),
        "remove": _("Remove"),
        "removed": _("The ruling was removed."),
        "put_back": _("Put it back"),
        "remove_all": _("Remove all"),
        "removed_all": _("All rulings were removed."),
        "otherwise": _(
            "You gave this ruling as “%s”. The law or the app has changed since, so check what follows before you rely on it."
        ),
        "not_again": _("The law or the app has changed since, so this ruling cannot be opened step by step any more."),
        "given_at": _("Given %s"),
        "start_here": _("Start here"),
        "start_with": _(
            "Who called you? What has happened, and what has happened since? Then choose the call. Nobody at the table does "
            "anything until you have explained the options."
        ),
        "as_of": _("%(title)s, as of %(day)s."),
        "unreadable": _(
            "The rulings on this phone cannot be read. Open this page once while you are online to load them again."
        ),
        "spade": _("spade"),
        "spades": _("spades"),
        "heart": _("heart"),
        "hearts": _("hearts"),
        "diamond": _("diamond"),
        "diamonds": _("diamonds"),
        "club": _("club"),
        "clubs": _("clubs"),
    }
