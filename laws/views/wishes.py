"""What a reader wishes to see of the law besides its date: whose words, which commentary."""

from __future__ import annotations

import datetime
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import wraps
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from laws.forms import TEXTS, Shown
from laws.remarks import KINDS, Remark


@dataclass(frozen=True, slots=True)
class Wishes:
    """`text` is digest, official or both, empty without a choice; `shown` are the kinds of commentary to show.

    `kept` is what the forms of a page send along, so that none forgets what another was told: names and values.
    """

    text: str
    shown: frozenset[str]
    chosen: bool
    unfold: bool
    kept: tuple[tuple[str, str], ...]

    @property
    def query(self) -> str:
        """The same for a link to another page of the law, with its question mark."""
        return f"?{urlencode(self.kept)}" if self.kept else ""

    @property
    def hidden(self) -> frozenset[str]:
        """The kinds of commentary not to show. Our own remarks are never among them: these are only folded."""
        return frozenset(map(str, KINDS)) - self.shown

    @property
    def texts(self) -> list[tuple[str, str, str]]:
        """The kinds of words that can be chosen: name, what it is called, and the link that chooses it."""
        others = [one for one in self.kept if one[0] != "text"]
        return [(name, str(label), f"?{urlencode([*others, ('text', name)])}") for name, label in TEXTS]


def of_wishes(
    *, unasked: Iterable[str] = tuple(KINDS)
) -> Callable[[Callable[..., HttpResponse]], Callable[..., HttpResponse]]:
    """Hand the view what the reader wishes; answer for it when that makes no sense. It goes inside `of_a_date`.

    `unasked` are the kinds of commentary for readers who have chosen none.
    """

    def decorate(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
        @wraps(view)
        def wished(
            request: HttpRequest, *names: object, asked_on: datetime.date | None, **more: object
        ) -> HttpResponse:
            form = Shown(request.GET)
            if not form.is_valid():
                return render(request, "laws/bad_wish.html", {"form": form}, status=400)
            asked = form.cleaned_data
            kept = [("on", asked_on.isoformat())] if asked_on else []
            if asked["text"]:
                kept.append(("text", asked["text"]))
            kept += [("show", kind) for kind in asked["show"]]
            shown = asked["show"] or unasked
            wishes = Wishes(
                asked["text"], frozenset(map(str, shown)), bool(asked["show"]), asked["unfold"], tuple(kept)
            )
            return view(request, *names, asked_on=asked_on, wishes=wishes, **more)

        return wished

    return decorate


def kinds_of(hung: Iterable[Remark]) -> list[tuple[str, str]]:
    """The kinds of commentary on a page that can be shown or hidden, with their names. What is ours cannot."""
    there = {one.group for one in hung}
    return [(kind, str(name)) for kind, name in KINDS.items() if kind in there]
