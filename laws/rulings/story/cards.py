"""One irregular card of a story, and what was played and chosen until it is dealt with: its record, and what its ruling does.

The players go on as they do at a table (`Position.follow`) until the Director comes. Then the ruling is given on all that was
played since the beginning of the card's trick, and before the next card its effects are applied to the table in play, each by
itself (`Effect.on_table`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import Any, Final, TypeVar

from laws.rulings.play.position import LeadRule, Position
from laws.rulings.play.told import Played, told_of
from laws.rulings.record import BadRecord
from laws.rulings.ruling import Ruling
from laws.rulings.seats import Seat
from laws.rulings.story.auction import board_record, ruled_on, with_findings
from laws.rulings.story.form import Story
from laws.rulings.story.matters import COUNTS_UNTIL_NOW
from laws.rulings.story.standing import Data
from laws.rulings.unused import findings_used

P = TypeVar("P", bound=Position)


def in_rotation(first: Seat) -> list[Seat]:
    """The four seats from one on, clockwise."""
    return [first, first.lho, first.partner, first.rho]


class IrregularCard:
    """An irregular card.

    card: which; at: its entry; player: who played it, declarer for dummy's cards; start: the table before its trick; cards:
    those played since, each with the number of its trick; told: what was chosen, as fields of a record; limits: what declarer
    has chosen for a lead, as a record writes it; came_at: the entry at which the Director came; settled: its ruling has been
    applied; ruled_with_another: the ruling on something else says what becomes of it; left_as_it_was: its ruling has changed no
    card, so that it still belongs to what later rulings look at; spoken_of: somebody has drawn attention to it or asked about
    it; closed: what is played from now on does not count for it.
    """

    def __init__(
        self, story: Story, at: int, player: Seat, start: Position, cards: Sequence[tuple[int, Played]]
    ) -> None:
        self.at = at
        self.player = player
        self.start = start
        self.cards = list(cards)
        self.told: Data = {}
        self.limits: list[Data] = []
        self.came_at: int | None = None
        self.settled = False
        self.left_as_it_was = False
        self.ruled_with_another = False
        self.kind = ""
        self.card = ""
        self._mended: set[int] = set()  # the tricks of which a card has been taken back and another played
        self.spoken_of = False
        self.closed = False
        self._later: list[tuple[int, Played]] = []
        self._story = story

    def record(self, auction: Sequence[Any], findings: Mapping[str, Any]) -> Data:
        """What a procedure reads. auction: the legal auction; findings: what the Director has found out about the card."""
        record = {**board_record(self._story, None, auction), **_of_play(self.start, self._tricks()), **self.told}
        if self.limits:
            record["play"]["restrictions"] = [*record["play"].get("restrictions", ()), *self.limits]
        if findings:
            record = with_findings(record, ruled_on(record, self.at).procedure, self._story.edition, findings)
        return self._without_idle_words(record, findings)

    def _without_idle_words(self, record: Data, findings: Mapping[str, Any]) -> Data:
        """The record without what was said of the card and its ruling has no use for, where something else that was said has
        taken it another way.
        """
        said = set(self.told.get("findings", ())) - set(findings)
        if len(said) == 1 or not said or not (ruling := ruled_on(record, self.at)).complete:
            return record
        idle = said - findings_used(ruling)
        return {**record, "findings": {name: value for name, value in record["findings"].items() if name not in idle}}

    def _tricks(self) -> list[list[Played]]:
        tricks = []
        for number, cards in groupby(self.cards, key=lambda one: one[0]):
            trick = [card for _, card in cards]
            if number in self._mended:
                order = in_rotation(trick[0][0])
                trick.sort(key=lambda played: order.index(played[0]))
            tricks.append(trick)
        return tricks

    def mends(self, play: Position) -> None:
        """Rulings have changed cards of the table. What is told of this one leaves out what was taken back, and the card that
        takes its place is told in its turn; if this card itself was taken back, later rulings do not look at it.
        """
        lying = play.cards_on_table
        if self.settled and self.card not in lying:
            self.left_as_it_was = False
        if not self.belongs_to_the_play or self.card not in lying:
            return
        self._mended |= {number for number, (_, card) in self.cards if card not in lying}
        self.cards = [one for one in self.cards if one[1][1] in lying]

    @property
    def belongs_to_the_play(self) -> bool:
        """What is played goes on from it: it has not been dealt with, or has been left as it was."""
        return self.left_as_it_was or not self.settled

    def goes_on(self, number: int, played: Played) -> None:
        """Another card has been played, to the trick of that number."""
        if self.belongs_to_the_play:
            (self._later if self.closed else self.cards).append((number, played))

    def is_left(self, *, as_it_was: bool) -> None:
        """Its ruling has been applied. as_it_was: no card was changed, so that all of the play counts for what it costs."""
        self.left_as_it_was = as_it_was
        if as_it_was:
            self.cards += self._later
            self._later, self.closed = [], False

    def names(self, card: str, earlier: IrregularCard) -> None:
        """It is ruled on beside an earlier one, from whose trick on the play is told; the record names it by its card."""
        self.start, self.cards = earlier.start, list(earlier.cards)
        self.told |= {"offender": self.player.value, "cards": [card]}

    def chooses(self, by: Seat, path: str, *, accepts: bool) -> None:
        """A player accepts the card or does not. Raises BadRecord for one of the side that played it."""
        if by.side is self.player.side:
            raise BadRecord(
                path,
                f"{by.full_name} is on {self.player.full_name}'s side, which played the card; expected an opponent to choose",
            )
        self.told["accepted"] = accepts

    def hears(self, fields: Mapping[str, Any]) -> None:
        """What was said of it first, as fields of its record, and whether that ends what the law counts."""
        self.closed = self.closed or COUNTS_UNTIL_NOW in fields
        fields = {name: value for name, value in fields.items() if name != COUNTS_UNTIL_NOW}
        findings = {**self.told.get("findings", {}), **fields.get("findings", {})}
        self.told |= {**fields, **({"findings": findings} if findings else {})}

    @property
    def limited(self) -> Seat | None:
        """Whose card declarer may have a say in because of this one: that of a defender's partner, or where declarer has led
        and the wrong defender has played to it, of the other one.
        """
        if self.start.defends(self.player):
            return self.player.partner
        played = [one for _, one in self.cards]
        place = next((place for place, (_, card) in enumerate(played) if card == self.card), len(played))
        hand, since = self.player, played[place + 1 : place + 2]
        if place < len(played):
            hand = played[place][0]
        return hand.lho if since and since[0][0] is hand.rho else None

    def limits_lead(self, kind: str, suit: str) -> None:
        """Declarer requires or forbids a suit, or leaves the lead free, while the card is dealt with."""
        if self.limited is not None:
            limit = {"player": self.limited.value, "kind": kind}
            self.limits.append(limit | ({"suit": suit} if suit else {}))


def _of_play(start: Position, tricks: Sequence[Sequence[Played]]) -> Data:
    """Fields of a record that tell the play from a table on."""
    contract = {"contract": start.contract.text} if start.contract is not None else {}
    return {**contract, "declarer": start.declarer.value, "play": told_of(start, tricks)}


def record_before_lead(
    story: Story, auction: Sequence[Any], table: Position, law: str, fields: Mapping[str, Any]
) -> Data:
    """The record of the moment before a lead, for a law that asks something there."""
    return {**board_record(story, None, auction), **_of_play(table, []), "procedure": law, **fields}


def applied(ruling: Ruling, table: Position) -> None:
    """What a ruling does to the table in play, effect by effect in the order in which it decides them."""
    if ruling.situation is None:
        return
    for effect in ruling.effects:
        effect.on_table(table, ruling.situation)


def lets_withdraw(ruling: Ruling, by: Seat, card: str, *, changed: bool) -> bool:
    """A ruling lets a player take a card back. changed: another has been taken back, for a right that waits for that."""
    for effect in ruling.effects:
        outcome = effect.outcome(ruling.situation) if effect.name == _MAY_WITHDRAW else {}
        if outcome.get("player") not in (by.value, by.side.value) or (outcome.get("when") and not changed):
            continue
        cards = outcome.get("card", card)
        if card in ([cards] if isinstance(cards, str) else cards):
            return True
    return False


def of_other_cards(ruling: Ruling) -> dict[str, Mapping[str, Any] | None]:
    """What a ruling says of cards played since that look irregular by themselves (`Effect.of_other_cards`)."""
    if ruling.situation is None or not ruling.complete:
        return {}
    return {card: said for effect in ruling.effects for card, said in effect.of_other_cards(ruling.situation).items()}


_MAY_WITHDRAW: Final = "may_withdraw"
"""How every effect is called that gives a player that right."""


def before_trick(table: P) -> P:
    """The table before the trick in progress, for the record of something irregular later in it.

    What has been ruled on in the trick is over: who led to it was free to.
    """
    start = table.copy()
    for card in [*(card for _, card in reversed(table.trick.cards)), *(one.card for one in table.aside)]:
        start.take_back(card)
    start.trick.leader, start.trick.gaps = table.trick.leader, []
    if table.trick.cards:
        start.restrict(LeadRule(table.trick.leader, "free", lasts=False))
    return start
