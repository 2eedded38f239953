"""Calls that can be taken in two ways: what the natural system means by them, and what other pairs do."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from exams.scenarios.bidding.system import Option


@dataclass(frozen=True)
class Convention:
    """A call that can be taken in two ways.

    - rule: the situation of the system it is made in; nothing for any. calls: its texts; nothing for any. say: how the
      system's words for it begin.
    - meant: what the system means by it. other: what others mean by it. left_out: what a short answer forgets to say.
    - hidden: it is artificial and sounds natural, so that nobody is warned when it is not alerted.
    """

    rule: str
    calls: tuple[str, ...]
    say: str
    meant: str
    other: tuple[str, ...]
    left_out: str
    hidden: bool = False

    def fits(self, option: Option) -> bool:
        """The call is this one."""
        return (
            option.meaning is not None
            and (not self.rule or option.rule == self.rule)
            and (not self.calls or option.call.text in self.calls)
            and option.words.startswith(self.say)
        )


_HONOURS: Final = "it promises two of the three top honours in the suit"
_NO_OTHER_MAJOR: Final = "it denies four cards in the other major"
_MINOR_RAISE: Final = "it denies a four-card major"
_NO_ACE: Final = "it denies an ace or a king in another suit"
_NATURAL: Final = "natural, to play in {suit}"
_PENALTIES: Final = "for penalties"
_STRONG_CUE: Final = "any strong hand, forcing"
_NEVER_BETWEEN: Final = "it is weak or very strong, never 11 to 14 points"

CONVENTIONS: Final = (
    Convention(
        "opening",
        ("1NT",),
        "",
        "balanced, 15 to 17 points",
        ("balanced, 12 to 14 points",),
        "it may be made on a five-card major",
    ),
    Convention(
        "opening",
        ("2C",),
        "",
        "strong and artificial",
        ("natural with six clubs, 11 to 15 points",),
        "it promises two aces",
        hidden=True,
    ),
    Convention(
        "opening",
        ("2D",),
        "",
        "weak with six diamonds",
        ("weak with six cards in hearts or in spades", "strong, any suit"),
        _HONOURS,
    ),
    Convention(
        "opening",
        ("2H", "2S"),
        "",
        "weak with six {suit}",
        ("weak with five {suit} and a five-card minor", "six {suit}, 11 to 15 points"),
        _HONOURS,
    ),
    Convention(
        "opening",
        ("2NT",),
        "",
        "balanced, 20 or 21 points",
        ("weak with both minors",),
        "it may be made on a five-card major",
    ),
    Convention(
        "opening", ("3C", "3D", "3H"), "", "pre-emptive with seven {suit}", ("pre-emptive with seven {above}",), _NO_ACE
    ),
    Convention("opening", ("3S",), "", "pre-emptive with seven spades", ("a solid minor suit, unspecified",), _NO_ACE),
    Convention(
        "response to one of a major",
        ("2NT",),
        "forcing raise",
        "a raise, forcing to game",
        ("natural, 11 or 12 points",),
        "it denies a singleton or a void",
        hidden=True,
    ),
    Convention(
        "response to one of a major",
        (),
        "splinter",
        "a raise to game with at most one card in {suit}",
        ("natural with long {suit}",),
        "it denies a void",
        hidden=True,
    ),
    Convention(
        "response to one of a major",
        (),
        "limit raise",
        "an invitational raise, 10 to 12 points",
        ("a weak pre-emptive raise",),
        "it denies a singleton",
    ),
    Convention(
        "response to one of a major",
        ("1NT",),
        "",
        "6 to 9 points, not forcing",
        ("up to 12 points, forcing for one round",),
        "it may be made with three-card support",
    ),
    Convention(
        "response to one of a minor",
        (),
        "limit raise",
        "an invitational raise, 10 to 12 points",
        ("a weak pre-emptive raise",),
        _MINOR_RAISE,
    ),
    Convention(
        "response to one of a minor",
        ("2C", "2D"),
        "5+",
        "a raise, 6 to 9 points",
        ("a raise, 10 or more points, forcing",),
        _MINOR_RAISE,
    ),
    Convention(
        "response to one of a minor",
        ("2NT",),
        "",
        "natural, 10 to 12 points",
        ("a raise, forcing to game",),
        "it denies a four-card major",
    ),
    Convention(
        "rebid after one over one",
        ("1NT",),
        "",
        "balanced, 12 to 14 points",
        ("balanced, 15 to 17 points",),
        "it may be made on four spades",
    ),
    Convention(
        "", ("2D", "2H", "3D", "3H"), "transfer", "a transfer to {above}", (_NATURAL,), _NO_OTHER_MAJOR, hidden=True
    ),
    Convention(
        "",
        ("2C", "3C"),
        "Stayman",
        "asking for a four-card major",
        (_NATURAL,),
        "it may be bid without a four-card major",
        hidden=True,
    ),
    Convention(
        "response to a weak two",
        ("2NT",),
        "",
        "forcing, asking for strength",
        ("natural, inviting game",),
        "it promises support for the suit opened",
        hidden=True,
    ),
    Convention("", ("X",), "negative", "for takeout", (_PENALTIES,), "it denies five cards in an unbid major"),
    Convention(
        "over a weak two", ("X",), "takeout", "for takeout", (_PENALTIES,), "it promises an opening bid and more"
    ),
    Convention("over a pre-empt", ("X",), "takeout", "for takeout", (_PENALTIES,), "it promises two aces"),
    Convention("over one of a minor", (), "Michaels", "both majors", (_STRONG_CUE,), _NEVER_BETWEEN),
    Convention("over one of a major", (), "Michaels", "the other major and a minor", (_STRONG_CUE,), _NEVER_BETWEEN),
    Convention(
        "",
        ("2NT",),
        "unusual",
        "the two lowest unbid suits",
        ("balanced, 20 or 21 points",),
        _NEVER_BETWEEN,
        hidden=True,
    ),
    Convention(
        "over one of a minor",
        ("1NT",),
        "",
        "balanced, 15 to 18 points",
        ("the other suits, for takeout",),
        "it need not have a stopper",
    ),
    Convention(
        "over one of a major",
        ("1NT",),
        "",
        "balanced, 15 to 18 points",
        ("the other suits, for takeout",),
        "it need not have a stopper",
    ),
    Convention("over one of a minor", (), "weak", "weak with six {suit}", ("six {suit}, 11 to 15 points",), _HONOURS),
    Convention("over one of a major", (), "weak", "weak with six {suit}", ("six {suit}, 11 to 15 points",), _HONOURS),
    Convention(
        "over one notrump",
        ("2C",),
        "",
        "natural with six clubs",
        ("both majors",),
        "it denies a four-card major",
    ),
    Convention(
        "over one notrump",
        ("2D",),
        "",
        "natural with six diamonds",
        ("six cards in hearts or in spades",),
        "it denies a four-card major",
    ),
    Convention(
        "over one notrump",
        ("2H", "2S"),
        "",
        "natural with six {suit}",
        ("five {suit} and a five-card minor",),
        _NO_OTHER_MAJOR,
    ),
)
