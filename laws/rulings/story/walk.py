"""Walking a story: the state of the table while it is told, and what each thing that happens does to it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import groupby
from typing import Any, Final

from laws.rulings.calls import PASS, BadCall, Call, parse_call
from laws.rulings.editions import EDITIONS
from laws.rulings.play.irregular import PlayKind, fault_of, fifth
from laws.rulings.play.position import LeadRule, Limit, Position
from laws.rulings.play.told import Played
from laws.rulings.readers import check_findings
from laws.rulings.record import BadRecord, parse_record, read_seat
from laws.rulings.replay import Situation, Standing
from laws.rulings.ruling import Ruling
from laws.rulings.seats import Seat
from laws.rulings.story.auction import IrregularCall, board_record, irregular_at, ruled_on, with_findings
from laws.rulings.story.cards import (
    IrregularCard,
    applied,
    before_trick,
    lets_withdraw,
    of_other_cards,
    record_before_lead,
)
from laws.rulings.story.course import Course, Ruled
from laws.rulings.story.form import ABOUT, CALL, CARD, UNTOLD, VERBS, Happening, Story
from laws.rulings.story.found import shared_out
from laws.rulings.story.leads import WaitingLead, limited_by
from laws.rulings.story.matters import Told, matter_of, remarks_of
from laws.rulings.story.play import Play
from laws.rulings.story.standing import (
    ENTRY,
    Data,
    as_data,
    begun,
    bound_by,
    contract_of,
    flat,
    joined,
    plain,
    replayed,
    standing_of,
)


def course(story: Story, *, at: int | None = None) -> Course:
    """Walk a story and rule on it.

    at: as it stood before that entry; None for all of it. Raises BadRecord naming the entry that cannot be: a card of a
    player who cannot play it, a choice where there is nothing to choose.
    """
    entries = max((happening.place for happening in story.happenings), default=-1) + 1
    if at is not None and not 0 <= at <= entries:
        raise BadRecord("at", f"the story has {entries} entries; expected a number up to that, not {at}")
    for happening in story.happenings:
        if happening.what == "found":
            check_findings(happening.details["found"], f"{happening.path}.found")
    until = entries if at is None else at
    about: dict[int, int] = {}
    while True:
        found = Walk(story, until, about).course()
        shared = shared_out(story, found, until, about)
        if not shared:
            return found
        about |= shared


class Walk:
    """The state of the table while a story is told."""

    def __init__(self, story: Story, until: int, about: Mapping[int, int]) -> None:
        self._story = story
        self._about = about  # of findings that name no entry, as far as it has been worked out
        self._until = until
        self._legal: list[Any] = []
        self._owed: dict[str, Any] = {}
        self._open: IrregularCall | None = None
        self._calls: list[IrregularCall] = []
        self._outer: list[IrregularCall] = []  # irregularities that wait until one inside them is dealt with
        self._unseen: list[IrregularCall] = []  # settled by what the players did, and the Director does not know yet
        self._directors: list[Happening] = []
        self._seen = 0  # how long the legal auction was when the Director last came
        self._gap = False
        self._matters: list[Happening] = []
        # the legal auction when the Director came, by the entry of a matter before it
        self._heard: dict[int, list[Any]] = {}
        self._carried: set[int] = set()
        self._asked_for: list[tuple[Happening, Data]] = []
        self._leads: list[WaitingLead] = []
        self._ruled: list[Ruled] = []
        self._play: Play | None = None
        self._cards: list[IrregularCard] = []
        self._trick: Position | None = None  # the table before the trick in progress
        self._since: list[tuple[int, Played]] = []  # the cards of it
        self._tables: dict[int, Play] = {}  # as it was when something happened that is no card
        self._applied: list[Ruling] = []  # what has been carried out at the table
        self._withdrawn: list[Happening] = []  # of cards, for which a ruling waits that may allow it
        self._changed = False  # a card has been taken back because a ruling let its player do so
        self._contract: tuple[Call, Seat] | None = None
        self._lengths: dict[int, int] = {}  # how long the legal auction was at each entry
        self._stopped = False
        self._forbidden: str | None = None
        self._now = 0
        for place, moment in groupby(story.happenings, key=lambda happening: happening.place):
            if place >= until or self._stopped:
                break
            self._now = place
            self._lengths[place] = len(self._legal)
            self._take_moment(list(moment))
        self._now = until

    # -- what happens --------------------------------------------------------------------------------------------------

    def _take_moment(self, moment: Sequence[Happening]) -> None:
        calls = [as_data(self._story, happening) for happening in moment if happening.what == CALL]
        if len(calls) > 1 and len(calls) == len(moment) and self._open is None:
            self._add(calls)
            return
        for happening in moment:
            self._take(happening)

    def _take(self, happening: Happening) -> None:
        if happening.what == CALL:
            made = as_data(self._story, happening)
            for found in self._unseen:
                found.auction.append(made)
            if self._goes_on(made):
                if self._gap and self._standing().turn is not happening.by:
                    made["stands"] = True  # nobody has told the calls before it, so it is taken to be in turn
                self._add(made)
            self._gap = False
        elif happening.what == CARD:
            self._card(happening)
        else:
            _HANDLERS.get(happening.what, Walk._aside)(self, happening)

    def _goes_on(self, made: Data | None) -> bool:
        """Whether the table is free for a call or a card: no irregularity is open, or the one that was is dealt with."""
        found = self._open
        if found is None:
            return True
        if made is not None:
            findings = self._findings(found.at)
            inside = None if self._gap else found.goes_wrong(made, findings)
            if inside is not None:
                self._outer.append(found)
                self._opens(made, *inside)
                return False
            if found.takes(made, findings):
                self._close_if_over()
                return False
        self._close_if_over(nothing_more=made is None)
        if self._open not in (None, found):
            return self._goes_on(made)  # it happened inside another, which goes on now
        self._stopped = self._open is not None
        return not self._stopped

    def _close_if_over(self, *, nothing_more: bool = False) -> None:
        found = self._open
        if found is None:
            return
        ruling = found.ruling(self._findings(found.at))
        left = found.legal(ruling)
        if left is None or not found.is_over(ruling, nothing_more=nothing_more):
            return
        self._open = None
        legal, since = left
        found.legal_length = len(legal)
        self._carry(ruling, found, legal)
        if self._outer:
            self._open = self._outer.pop()
            since = [*self._open.goes_on_with(legal, self._findings(self._open.at)), *since]
        else:
            self._legal = legal
            if not found.came:
                self._unseen.append(found)
        for made in sorted([*since, *found.aside], key=lambda made: int(made[ENTRY])):
            if self._goes_on(made):
                self._add(made, found.owed if made in found.aside else None)

    def _carry(self, ruling: Ruling, found: IrregularCall | None, legal: Sequence[Any]) -> None:
        """What a ruling leaves for the rest of the board, from the end of this legal auction on."""
        calls = flat(legal)
        bound = bound_by(ruling, len(calls))
        own = found.offender.value if found is not None else None
        if own in bound and calls and (calls[-1]["by"], calls[-1]["call"]) == (own, PASS.text):
            bound[own] = {**bound[own], "from": len(calls) - 1}  # the pass that the offender has made since counts
        self._owed = joined(self._owed, bound)
        for item in ruling.obligations:
            if item.kind == "lead_restriction" and item.player in Seat.__members__ and found is not None:
                self._leads.append(WaitingLead(Seat(item.player), found))

    def _add(self, made: Data | list[Data], owed: Mapping[str, Any] | None = None) -> None:
        """A call on the legal auction, or several of one moment: it joins it, or is irregular and waits to be dealt with.

        owed: who had to pass when it was made, if that was before now.
        """
        self._carry_matters()
        auction = [*self._legal, made if isinstance(made, dict) else self._in_order(made)]
        owed = self._owed if owed is None else owed
        if irregular_at(self._story, auction, owed) is None:
            self._legal = auction
            return
        self._opens(made if isinstance(made, dict) else made[0], auction, owed)

    def _opens(self, made: Data, auction: list[Any], owed: Mapping[str, Any]) -> None:
        """An irregular call, or one that is said to be a slip, waits to be dealt with."""
        self._open = IrregularCall(self._story, made[ENTRY], auction, owed)
        self._calls.append(self._open)
        came = next((one for one in self._directors if one.place > made[ENTRY]), None)
        if came is not None:
            self._comes(self._open, came)

    def _in_order(self, calls: list[Data]) -> list[Data]:
        """Calls of one moment in the order in which they count (Law 33)."""
        try:
            read = parse_record(board_record(self._story, None, [*self._legal, calls])).auction[-len(calls) :]
        except BadRecord as error:
            raise BadRecord(f"story[{self._now}]", str(error).removeprefix(f"{error.path}: ")) from error
        return sorted(calls, key=lambda made: [one.by.value for one in read].index(made["by"]))

    def _card(self, happening: Happening) -> None:
        if not self._goes_on(None) or happening.by is None:
            return
        play = self._table(happening)
        lying = set(play.played)
        if not self._settles(play):
            self._stopped = True
            return
        if play.played.get(happening.card) is happening.by and happening.card not in lying:
            return  # a ruling has just said that it is played, and now it is put on the table
        if not self._may_lead(play, happening):
            self._stopped = True
            return
        for lead in self._leads:
            if (fields := lead.at_turn(play, self._forbidden)) is not None:
                ruled = self._rule_on_call(lead.call, **fields)
                self._ruled.append(ruled)
                limited_by(ruled.ruling, lead, play)
        self._put(play, happening.by, happening)
        self._forbidden = None

    def _put(self, play: Play, by: Seat, happening: Happening) -> None:
        """A card is played; one that is irregular is kept until the Director comes, and the players go on."""
        extra = bool(happening.details.get("fifth"))
        if extra and (play.trick.cards or not play.quitted or self._trick is None):
            raise BadRecord(happening.path, f"{happening.card} is a fifth card, but no trick has just been completed")
        if self._trick is None or (
            not extra and (play.number != self._trick.number or not (play.trick.cards or play.aside))
        ):
            self._trick, self._since = play.copy(), []
        fault = fifth(by, play.turn) if extra else fault_of(play, by, happening.card, self._story.edition)
        number = play.number - extra
        play.made(by, happening.card, happening.path, extra=extra)
        for found in self._cards:
            found.goes_on(number, (by, happening.card))
        self._since.append((number, (by, happening.card)))
        if fault is not None:
            player = play.player_of(by)
            found = IrregularCard(self._story, happening.place, player, self._trick, self._since)
            earlier = next((one for one in self._cards if one.belongs_to_the_play), None)
            if fault.kind == PlayKind.REVOKE and earlier is not None and earlier.kind == fault.kind:
                found.names(happening.card, earlier)
            found.kind, found.card = fault.kind, happening.card
            self._cards.append(found)

    def _settles(self, play: Play) -> bool:
        """Whether play goes on: what the Director was called to is ruled on, and the rulings are applied to the table."""
        self._settles_cards_of_matters(play)
        if not self._settles_cards(play):
            return False
        for matter in self._matters:
            if matter.place not in self._tables or matter.place in self._carried:
                continue
            for ruled in self._rule_on_matter(matter):
                if not ruled.ruling.complete:
                    return False
                self._carried.add(matter.place)
                self._apply(ruled.ruling, play)
        withdrawn, self._withdrawn = self._withdrawn, []
        for happening in withdrawn:
            if not self._takes_back(happening, play):
                card = self._told(happening).card_about
                named = card.card if card is not None else "a card"
                raise BadRecord(
                    happening.path, f"withdraws {named}, but no ruling on this board lets the player do that"
                )
        return True

    def _settles_cards_of_matters(self, play: Play) -> None:
        """A card that goes back because of what was said or done about it, or of which that ruling says what becomes of it, is
        no irregular card any more; of others it can say something that their own rulings need.
        """
        for matter in self._matters:
            if matter.place not in self._tables or matter.place in self._carried:
                continue
            for ruled in self._rule_on_matter(matter):
                waiting = {one.card: one for one in self._cards if one.came_at is not None and not one.settled}
                said = of_other_cards(ruled.ruling)
                for card, findings in said.items():
                    if card in waiting and findings is not None:
                        waiting[card].hears({"findings": findings})
                if not ruled.ruling.complete:
                    continue
                after = play.copy()
                applied(ruled.ruling, after)
                gone = play.cards_on_table - after.cards_on_table
                freed = gone | {card for card, findings in said.items() if findings is None}
                if waiting.keys() & {*ruled.record.get("cards", ()), *freed}:
                    self._carried.add(matter.place)
                    self._apply(ruled.ruling, play)
                    for card, found in waiting.items():
                        found.settled = found.ruled_with_another = card in freed

    def _settles_cards(self, play: Play) -> bool:
        """The same for irregular cards, each ruled on as it was before anything was put right."""
        rulings = []
        for found in self._cards:
            if found.came_at is None or found.settled:
                continue
            ruling = ruled_on(found.record(self._legal, self._findings(found.at)), found.at)
            if self._is_about_another(found, ruling):
                found.settled = found.ruled_with_another = True
                continue
            if not ruling.complete:
                return False
            rulings.append((found, ruling))
        for found, ruling in rulings:
            found.settled = True
            before = play.copy()
            self._apply(ruling, play)
            found.is_left(as_it_was=play.same_cards_as(before))
            if not found.left_as_it_was:
                for other in self._cards:
                    other.mends(play)
        for found, _ in rulings:
            found.mends(play)
        return True

    def _is_about_another(self, found: IrregularCard, ruling: Ruling) -> bool:
        """The card was played because of an irregular one before it in the trick, whose ruling says what becomes of both."""
        seen = ruling.situation.irregular_play if ruling.situation is not None else None
        others = {other.card for other in self._cards if other is not found}
        return found.ruled_with_another or (seen is not None and seen.card != found.card and seen.card in others)

    def _apply(self, ruling: Ruling, play: Play) -> None:
        applied(ruling, play)
        self._applied.append(ruling)
        self._goes_on_from(play)

    def _goes_on_from(self, play: Play) -> None:
        """Cards of the trick in progress may have been changed: what is played next is told from here."""
        self._trick = None if not play.trick.cards else self._trick
        self._since = [(play.number, played) for played in play.trick.cards]
        if self._trick is not None:  # the trick goes on from a card that stands
            self._trick = before_trick(play)

    def _may_lead(self, play: Play, happening: Happening) -> bool:
        """Before a lead the laws ask what they have to ask; a ruling that waits for an answer stops the play."""
        if play.on_lead is None or happening.by is not play.on_lead or happening.details.get("fifth"):
            return True
        for law, fields in EDITIONS[self._story.edition].before_lead(play, play.on_lead).items():
            record = record_before_lead(self._story, self._legal, play, law, fields)
            record = with_findings(record, law, self._story.edition, self._findings(happening.place))
            ruled = Ruled(happening.place, self._now, record, ruled_on(record, happening.place))
            self._ruled.append(ruled)
            if not ruled.ruling.complete:
                return False
            applied(ruled.ruling, play)
        return True

    def _table(self, happening: Happening) -> Play:
        """The play, from the end of the auction on. Raises BadRecord naming the entry that comes before it."""
        if self._play is None:
            contract = self._ended_in()
            if contract is None:
                what = f"{happening.card} is played" if happening.card else happening.what
                raise BadRecord(happening.path, f"{what}, but the auction has not ended in a contract")
            self._play = Play(*contract, self._story.hands)
        return self._play

    # -- words without a call ------------------------------------------------------------------------------------------

    def _untold(self, happening: Happening) -> None:
        self._gap = True

    def _aside(self, happening: Happening) -> None:
        """Something that may matter later: it is kept, and the laws say whether it is theirs."""
        self._of_a_card(happening)
        if matter_of(self._story.edition, happening.what):
            self._matters.append(happening)
            if self._play is not None and self._play.begun:
                self._settles(self._play)  # it happens on a table on which what was ruled before has been carried out
                self._tables[happening.place] = self._play.copy()

    def _of_a_card(self, happening: Happening) -> None:
        """The first words about an irregular card can matter by whose they are."""
        looks = remarks_of(self._story.edition, happening.what)
        if ABOUT not in VERBS.get(happening.what, ()):
            self._of_cards(happening)
            return
        about = happening.details.get(ABOUT)
        found = self._card_open() if about is None else next((one for one in self._cards if one.at == about), None)
        if not looks or found is None or found.settled or found.spoken_of:
            return
        found.spoken_of = True
        for look in looks:
            if (fields := look(self._told(happening), found.player, found.kind)) is not None:
                found.hears(fields)

    def _of_cards(self, happening: Happening) -> None:
        """What is said or done without being about one card can matter to each that waits for its ruling."""
        told = self._told(happening)
        for found in self._cards:
            if found.settled or found.closed:
                continue
            for look in remarks_of(self._story.edition, happening.what):
                if (fields := look(told, found.player, found.kind)) is not None:
                    found.hears(fields)

    def _director(self, happening: Happening) -> None:
        if happening.details["director"] != "comes":
            return
        self._directors.append(happening)
        for found in self._unseen:
            self._comes(found, happening)
            found.legal_length = len(self._legal)
        if self._open is not None and not self._open.came:
            self._comes(self._open, happening)
        for card in self._cards:
            card.came_at = happening.place if card.came_at is None else card.came_at
        self._unseen = []
        for matter in self._matters:
            self._heard.setdefault(matter.place, list(self._legal))
        if self._open is None:
            self._considered()

    def _comes(self, found: IrregularCall, director: Happening) -> None:
        """The Director comes to an irregular call: when that was, where the law asks."""
        found.came_at = director.place
        noticed = director.details.get("noticed")
        if noticed is None and self._standing_of(found).ended:
            noticed = "play" if self._play is not None and self._play.begun else "clarification"
        if noticed not in (None, UNTOLD):
            found.told["noticed"] = noticed

    def _considered(self) -> None:
        """A call that a Director is asked about although it is in order: at the turn of a player who must pass (28A), or at
        the moment of another (33).
        """
        new = self._legal[self._seen :]
        record = {**board_record(self._story, None, self._legal), "must_pass": begun(self._owed, self._legal)}
        at = Situation(parse_record(record))
        if new and at.irregularity is not None and at.irregularity.index >= self._seen:
            found = IrregularCall(self._story, self._now, list(self._legal), self._owed)
            found.came_at, found.legal_length = self._now, len(self._legal)
            self._calls.append(found)
        self._seen = len(self._legal)

    def _withdraws(self, happening: Happening) -> None:
        """A player takes back a card that was played, because a ruling allows it or because the player would like to."""
        told = self._told(happening)
        card, play = told.card_about, self._play
        if card is None or play is None:
            named = told.about
            if named is not None and named.what == CARD:
                raise BadRecord(
                    f"{happening.path}.about", f"withdraws {named.card}; expected a card of the player's own"
                )
            self._aside(happening)
            return
        for found in self._cards:
            if found.came_at is not None and not found.settled:
                for look in remarks_of(self._story.edition, happening.what):
                    if (fields := look(told, found.player, found.kind)) is not None:
                        found.hears(fields)
        if not self._settles(play):
            self._withdrawn.append(happening)
        elif not self._takes_back(happening, play):
            self._aside(happening)

    def _takes_back(self, happening: Happening, play: Play) -> bool:
        """The card is out of its trick, where a ruling lets the player change it; False where none does."""
        card = self._told(happening).card_about
        if card is None or happening.by is None:
            return False
        by, changed = happening.by, self._changed
        if not any(lets_withdraw(ruling, by, card.card, changed=changed) for ruling in self._applied):
            return False
        self._changed = True
        if play.take_back(card.card) is None and card.card in play.played:
            raise BadRecord(happening.path, f"{card.card} cannot be taken back: its trick has been followed by another")
        for found in self._cards:
            found.mends(play)
        self._goes_on_from(play)
        return True

    def _chooses(self, happening: Happening) -> None:
        if happening.by is not None and self._chooses_in_play(happening, happening.by):
            return
        if self._open is not None and happening.by is not self._open.offender.lho:
            self._close_if_over()  # somebody else may have to choose now, about a call that waited for the first choice
        found = self._open or (self._calls[-1] if self._calls else None)
        if found is None or happening.by is None:
            raise BadRecord(happening.path, f"{happening.what}, but there is no irregular call to choose about")
        accepts = happening.what == "accepts"
        if found.came and not accepts and happening.by is not found.offender.lho:
            whose = found.offender.lho.full_name
            raise BadRecord(happening.path, f"declines, but the choice is {whose}'s; expected {whose} to choose")
        if not found.came or (happening.by is not found.offender.lho and accepts):
            if accepts:
                found.told.setdefault("says_accept", []).append(happening.by.value)
            return
        name = "attempt_accepted" if "replacement" in found.told or _about_attempt(found, happening) else "accepted"
        found.told[name] = accepts

    def _chooses_in_play(self, happening: Happening, by: Seat) -> bool:
        """A choice about an irregular card, or before a lead that declarer may restrict."""
        found = self._card_open()
        accepts = happening.what == "accepts"
        if found is not None:
            found.chooses(by, happening.path, accepts=accepts)
            return True
        if self._play is None or not self._play.begun or accepts:
            return False
        return self._limits(happening, by, "free")

    def _card_open(self) -> IrregularCard | None:
        """The irregular card that is still to be dealt with, the last one first."""
        return next((card for card in reversed(self._cards) if not card.settled), None)

    def _limits(self, happening: Happening, by: Seat, kind: Limit) -> bool:
        """Declarer requires or forbids a suit, or leaves the lead free, where a card in play gives that choice."""
        suit = happening.details.get("suit", "")
        play = self._play
        if play is None or by is not play.declarer:
            return False
        self._settles(play)  # a ruling that leaves nothing to choose comes before the choice for the next lead
        found = self._card_open()
        if found is not None and found.limited is not None:
            found.limits_lead(kind, suit)
            return True
        answered = next((card for card in reversed(self._cards) if self._waits_for_a_suit(card, play)), None)
        if answered is not None and answered.limited is not None and suit:
            answered.limits_lead(kind, suit)
            of_play: Limit = "played" if kind == "required" else "not played"
            play.restrict(LeadRule(answered.limited, of_play, suit, lasts=False))
            return True
        leader = play.on_lead
        if leader is None or not play.lying(leader.partner) or not play.defends(leader):
            return False
        suits = list(dict.fromkeys(lying.card[0] for lying in play.lying(leader.partner)))
        if kind != "free" and suit not in suits:
            raise BadRecord(
                f"{happening.path}.suit",
                f"{happening.what} {suit or 'no suit'}; expected the suit of a penalty card of {leader.partner.full_name}'s: "
                f"{', '.join(suits)}",
            )
        play.restrict(LeadRule(leader, kind, suit, lasts=kind == "forbidden"))
        return True

    def _waits_for_a_suit(self, card: IrregularCard, play: Play) -> bool:
        """Declarer has led this card, the wrong defender has played to it, and the other one is to play."""
        last = [played for _, played in play.trick.cards[-1:]]
        own = not play.defends(card.player)
        return own and card.settled and not card.limits and last == [card.card] and card.limited is play.turn

    def _forbids(self, happening: Happening) -> None:
        if not self._goes_on(None) or (happening.by is not None and self._limits(happening, happening.by, "forbidden")):
            return
        if not self._leads:
            raise BadRecord(happening.path, "forbids a suit, but no lead may be restricted")
        play = self._table(happening)
        due = [lead for lead in self._leads if lead.trick is None and lead.player is play.on_lead]
        if happening.by is not play.declarer:
            raise BadRecord(
                happening.path, f"forbids a suit, but the choice is {play.declarer.full_name}'s, who declares"
            )
        if not due:
            players = " or ".join(dict.fromkeys(lead.player.full_name for lead in self._leads))
            raise BadRecord(
                happening.path, f"forbids a suit; expected that just before the first card that {players} leads"
            )
        if "suit" not in happening.details:
            raise BadRecord(f"{happening.path}.suit", "expected the suit that may not be led: S, H, D or C")
        self._forbidden = happening.details["suit"]
        for lead in due:
            lead.call.forbidden_at = happening.place

    def _requires(self, happening: Happening) -> None:
        if happening.by is not None and self._limits(happening, happening.by, "required"):
            return
        raise BadRecord(
            happening.path, "requires a suit, but no ruling on this board gives that choice; expected forbids"
        )

    def _means(self, happening: Happening) -> None:
        """25A: a player says that another call was meant."""
        meant = happening.details.get("meant" if happening.what == "tells" else "to")
        try:
            call = parse_call(str(meant))
        except BadCall:
            return  # words, not a call
        if happening.what == "changes" and self._changed_by_right(happening, call):
            return
        again = next((found for found in self._unseen if found.offender is happening.by), None)
        if again is not None:
            self._unseen.remove(again)
            self._open, self._legal = again, again.before()
        if self._open is None and happening.by is not None:
            self._open = IrregularCall(self._story, self._now, list(self._legal), self._owed)
            self._open.told["offender"] = happening.by.value
            self._calls.append(self._open)
        if self._open is not None:
            self._open.told["intended"] = call.text

    def _changed_by_right(self, happening: Happening, call: Call) -> bool:
        """A player to whom a ruling gives the right changes the last call made (21B1, 21B2)."""
        rulings = [ruled.ruling for matter in self._matters for ruled in self._rule_on_matter(matter)]
        who = happening.by.value if happening.by is not None else ""
        if not any(
            outcome["outcome"] == "right" and outcome.get("who") == who and outcome.get("to") in _CHANGES
            for ruling in rulings
            for outcome in ruling.outcomes
        ):
            return False
        place = max(
            (i for i, made in enumerate(self._legal) if isinstance(made, dict) and made["by"] == who), default=None
        )
        if place is None:
            return False
        self._legal[place] = {ENTRY: happening.place, "by": who, "call": call.text, "stands": True}
        return True

    def _speaks(self, happening: Happening) -> None:
        found = self._open
        if found is not None and happening.by is found.offender:
            found.told["remark"] = happening.details.get("words", "words")
        else:
            self._aside(happening)

    def _earlier(self, happening: Happening) -> None:
        for seat, duty in happening.details["ruled"].items():
            self._owed[seat.value] = {"from": len(self._legal), **duty}

    def _asked(self, happening: Happening) -> None:
        """A ruling that is asked for by name; without one, what a short record says beside its irregular call."""
        fields, law = happening.details.get("record", {}), happening.details["asked"]
        if law == UNTOLD and self._calls:
            self._calls[-1].told.update(fields)
            return
        call = next(iter(self._unseen), self._open)  # of the table as it is, if nothing has been ruled on yet
        auction, owed = (call.auction, call.owed) if call is not None else (self._legal, self._owed)
        record: Data = {**board_record(self._story, None, auction), **fields}
        if law != UNTOLD:
            record["procedure"] = law
        if owed := begun(owed, auction):
            record["must_pass"] = owed
        self._asked_for.append((happening, record))

    def _ends_in(self, happening: Happening) -> None:
        self._contract = (
            parse_call(happening.details["contract"]),
            read_seat(happening.details.get("declarer"), f"{happening.path}.declarer"),
        )

    # -- rulings -------------------------------------------------------------------------------------------------------

    def _told_about(self, at: int) -> list[Happening]:
        """What the Director found out about what happened at an entry: said to be about it, or just told after it."""
        told = [one for one in self._story.happenings if one.what == "found" and one.place < self._until]
        return [
            one
            for one in told
            if one.details.get(ABOUT, self._about.get(one.place, at if one.place > at else None)) == at
        ]

    def _findings(self, at: int) -> dict[str, Any]:
        return {fact: value for one in self._told_about(at) for fact, value in one.details["found"].items()}

    def _polled(self, at: int) -> dict[str, Any]:
        """The poll among what was found out about an entry, as a field of a record."""
        polls = [
            one.details["poll"]
            for one in self._told_about(at)
            if "poll" in one.details and one.details.get(ABOUT) == at
        ]
        return {"poll": polls[-1]} if polls else {}

    def _rule_on_call(self, found: IrregularCall, **more: Any) -> Ruled:
        after = self._legal[found.legal_length :] if found.legal_length is not None else []
        record = found.record(self._findings(found.at), after=_unmarked(after), **more)
        return Ruled(found.at, self._now, record, found.ruled(record))

    def _rule_on_matter(self, happening: Happening) -> list[Ruled]:
        ruled = []
        for law, look in matter_of(self._story.edition, happening.what):
            fields = look(self._told(happening))
            if fields is None:
                continue
            auction = self._heard.get(happening.place, self._legal)
            record = {
                **board_record(self._story, None, auction),
                "procedure": law,
                **fields,
                **self._polled(happening.place),
            }
            record = with_findings(record, law, self._story.edition, self._findings(happening.place))
            ruled.append(Ruled(happening.place, self._now, record, ruled_on(record, happening.place)))
        return ruled

    def _carry_matters(self) -> None:
        """Who has to pass because of something else than a call (24B, 24C) has to from now on."""
        for happening in self._matters:
            for ruled in self._rule_on_matter(happening) if happening.place not in self._carried else ():
                if ruled.ruling.complete:
                    self._carried.add(happening.place)
                    self._carry(ruled.ruling, None, self._legal)

    def _told(self, happening: Happening) -> Told:
        told = [one for one in self._story.happenings if one.place < self._now]
        before = self._legal[: self._lengths.get(happening.place, 0)]
        return Told(
            story=self._story,
            happening=happening,
            since=[one for one in told if one.place > happening.place],
            before=before,
            auction=self._heard.get(happening.place, self._legal),
            ended_before=standing_of(self._story.dealer, before, self._owed).ended,
            declarer=self._declarer(),
            play=self._tables.get(happening.place, self._play),
        )

    def _declarer(self) -> Seat | None:
        contract = self._ended_in()
        return contract[1] if contract is not None else None

    def _ended_in(self) -> tuple[Call, Seat] | None:
        return self._contract or contract_of(self._standing(), self._legal)

    def course(self) -> Course:
        """The rulings, and the table as it stands once they have been carried out."""
        if self._play is not None and not self._stopped:
            self._settles(self._play)
        ruled = list(self._ruled)
        due = {id(lead.call) for lead in self._leads if lead.trick is not None}
        for found in self._calls:
            if id(found) not in due:
                ruled.append(self._rule_on_call(found))
        for card in self._cards:
            record = card.record(self._legal, self._findings(card.at))
            ruling = ruled_on(record, card.at)
            if not self._is_about_another(card, ruling):
                ruled.append(Ruled(card.at, self._now, record, ruling))
        for happening in self._matters:
            ruled += self._rule_on_matter(happening)
        for happening, record in self._asked_for:
            findings, law = self._findings(happening.place), record.get("procedure")
            if law is not None:
                record = with_findings(record, law, self._story.edition, findings)
            elif findings:
                record = {**record, "findings": findings}
            ruled.append(Ruled(happening.place, self._now, record, ruled_on(record, happening.place)))
        self._close_if_over()
        return Course(
            rulings=sorted(ruled, key=lambda one: (one.at, one.given)),
            auction=plain(self._legal),
            standing=self._standing(),
            must_pass=replayed(self._story.dealer, self._legal, self._owed)[1],
            leads={lead.player: lead.call.at for lead in self._leads if lead.trick is None},
            play=self._play,
        )

    def _standing(self) -> Standing:
        return standing_of(self._story.dealer, self._legal, self._owed)

    def _standing_of(self, found: IrregularCall) -> Standing:
        return standing_of(self._story.dealer, found.auction, found.owed)


def _about_attempt(found: IrregularCall, happening: Happening) -> bool:
    about = happening.details.get(ABOUT)
    return found.situation.substituted is not None and about is not None and about > found.at


def _unmarked(auction: Sequence[Any]) -> list[Any]:
    """Calls as a record tells those that came later: there nothing is said of earlier rulings."""
    return [{name: value for name, value in made.items() if name != "stands"} for made in plain(auction)]


_CHANGES: Final = frozenset({"change_call", "change_subsequent"})
"""The rights by which a ruling lets a player change a call that has been made."""
_HANDLERS: Final[Mapping[str, Callable[[Walk, Happening], None]]] = {
    "director": Walk._director,
    "accepts": Walk._chooses,
    "declines": Walk._chooses,
    "forbids": Walk._forbids,
    "requires": Walk._requires,
    "tells": Walk._means,
    "changes": Walk._means,
    "remarks": Walk._speaks,
    "withdraws": Walk._withdraws,
    "...": Walk._untold,
    "ruled": Walk._earlier,
    "asked": Walk._asked,
    "contract": Walk._ends_in,
    "found": lambda walk, happening: None,
}
