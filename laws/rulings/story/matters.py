"""What happens at a table beside calls and cards, and the laws whose matter it is.

A law says so beside its procedure, with `matter`: for which verbs of a story it looks, and what the record of such a case
holds. The engine asks every law that looks for a verb; none is named here.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, TypeVar

from laws.rulings.seats import Seat
from laws.rulings.story.form import Happening, Story
from laws.rulings.story.play import Play


@dataclass(frozen=True)
class Told:
    """A happening within its story, as a law looks at it.

    since: what happened after it, as far as the story is told. before: the legal auction when it happened; auction: when the
    Director came, or now.
    ended_before: the auction was over when it happened. declarer: if there is a contract; play: once a card has been played.
    """

    story: Story
    happening: Happening
    since: Sequence[Happening]
    before: Sequence[Any]
    auction: Sequence[Any]
    ended_before: bool
    declarer: Seat | None
    play: Play | None

    @property
    def by(self) -> Seat:
        """Who did it."""
        if self.happening.by is None:
            raise ValueError("it was not done by any particular player")
        return self.happening.by

    @property
    def raised(self) -> bool:
        """Somebody has drawn attention to it, or the Director has found out about it."""
        return any(
            one.what in ("notices", "objects", "found")
            and one.details.get("about", one.place - 1) == self.happening.place
            for one in self.since
        )

    @property
    def in_play(self) -> bool:
        """It happened when a card had been played."""
        return any(one.what == "card" for one in self.story.happenings if one.place < self.happening.place)

    @property
    def director_since(self) -> bool:
        """The Director has come since."""
        return any(one.what == "director" for one in self.since)

    @property
    def about(self) -> Happening | None:
        """What it is about: the entry that it names, else the last call before it."""
        place = self.happening.details.get("about")
        earlier = [one for one in self.story.happenings if one.place < self.happening.place]
        if place is not None:
            return next((one for one in earlier if one.place == place), None)
        return next((one for one in reversed(earlier) if one.what == "call"), None)

    @property
    def card_about(self) -> Happening | None:
        """The player's own card that it is about, or one of dummy's for declarer: the entry that it names, else the last."""
        if self.play is None:
            return None
        place, play = self.happening.details.get("about"), self.play
        return next(
            (
                one
                for one in reversed(self.story.happenings)
                if one.what == "card"
                and one.place < self.happening.place
                and place in (None, one.place)
                and one.by is not None
                and play.player_of(one.by) is self.by
            ),
            None,
        )

    def called_since(self, seat: Seat) -> bool:
        """Whether a player has called or played since."""
        return any(one.by is seat and one.what in ("call", "card") for one in self.since)


Look = Callable[[Told], Mapping[str, Any] | None]
"""What the record of a case says beside the board and its auction; None when it is none of this law's business."""
L = TypeVar("L", bound=Look)
_MATTERS: Final[dict[tuple[str, str], list[tuple[str, Look]]]] = {}


def matter(law: str, *verbs: str, editions: Sequence[str] = ("duplicate-2017",)) -> Callable[[L], L]:
    """Decorator of the look that a law takes at happenings of these verbs."""

    def register(look: L) -> L:
        for edition in editions:
            for verb in verbs:
                _MATTERS.setdefault((edition, verb), []).append((law, look))
        return look

    return register


def matter_of(edition: str, verb: str) -> Sequence[tuple[str, Look]]:
    """The laws of an edition that look at such a happening, by number, with their looks."""
    return sorted(_MATTERS.get((edition, verb), ()), key=lambda found: found[0])


COUNTS_UNTIL_NOW: Final = "counts until now"
"""A look says this of a card where the law counts what was played until attention was drawn, and nothing that came later."""
Remark = Callable[[Told, Seat, str], Mapping[str, Any] | None]
"""What the record of an irregular card says besides: for what was said, who played the card and what is wrong with it."""
R = TypeVar("R", bound=Remark)
_REMARKS: Final[dict[tuple[str, str], list[Remark]]] = {}


def remark(*verbs: str, editions: Sequence[str] = ("duplicate-2017",)) -> Callable[[R], R]:
    """Decorator of the look that a law takes at the first words about an irregular card, where it matters whose they are."""

    def register(look: R) -> R:
        for edition in editions:
            for verb in verbs:
                _REMARKS.setdefault((edition, verb), []).append(look)
        return look

    return register


def remarks_of(edition: str, verb: str) -> Sequence[Remark]:
    """The looks of an edition at such words."""
    return _REMARKS.get((edition, verb), ())
