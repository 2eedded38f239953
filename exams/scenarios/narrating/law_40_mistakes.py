"""Law 40: wrong rulings of people about calls, explanations and methods."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from exams.scenarios.choices import Choice

Path = Mapping[str, Any]

_HAD_TO_DISCLOSE: Final = "{side} had to disclose what {partner} could expect."
_NOT_ALLOWED: Final = "{offender} was not allowed that call in this event."
_MUST_DISCLOSE: Final = "{side} must disclose what they play."
_WHOLE: Final = "{others} were entitled to the whole explanation."
_NO_METHOD: Final = "{side} may not use that method in this event."
_NO_ARRANGEMENT: Final = "{side} may not have such an agreement in this event."
_NONE: Final = "The score is not adjusted."
_ASSIGNED: Final = "You assign an adjusted score."
_LATER: Final = "After play you adjust the score if {others} were damaged."


def about_methods(path: Path) -> Iterator[Choice]:
    """Wrong rulings on calls, meanings and agreements."""
    match path["issue"]:
        case "deviation":
            yield from _deviation(path)
        case "not disclosed":
            yield from _not_disclosed(path)
        case "incomplete":
            yield from _incomplete(path)
        case "not permitted":
            yield from _not_permitted(path)
        case "differs by player":
            yield from _differs()
        case _:
            yield from _varies(path)


def _scores(right: str, path: Path, law: str) -> Iterator[Choice]:
    """The right finding with a wrong score, by what is known of the damage."""
    match path["damage"]:
        case "damaged":
            yield Choice(
                f"{right} {{others}} get average plus, {{side}} average minus.",
                f"the board has a result, so an assigned score takes its place, not an artificial one ({law}, 12C1(b))",
            )
            yield Choice(f"{right} {_NONE}", f"damage is made good by an adjusted score ({law})")
            yield Choice(
                f"{right} The board is cancelled.", f"the board has a result, and it is adjusted ({law}, 12C1(b))"
            )
            yield Choice(
                f"{right} {_NONE[:-1]}, but {{side}} are warned.", f"damage is made good by an adjusted score ({law})"
            )
        case "undamaged":
            yield Choice(f"{right} {_ASSIGNED}", f"without damage there is nothing to adjust ({law})")
            yield Choice(f"{right} The board is cancelled.", f"the board has a result, and it did no harm ({law})")
            yield Choice(_ASSIGNED, f"without damage there is nothing to adjust ({law})")
            yield Choice(
                f"{right} {{others}} get average plus, {{side}} average minus.",
                f"without damage there is nothing to adjust, and an average is no penalty ({law})",
            )
        case _:
            yield Choice(f"{right} {_ASSIGNED}", f"that presupposes damage, and the result is open ({law})")
            yield Choice(
                f"{right} The board is cancelled: average plus and average minus.",
                f"the board can be played, and the score adjusted afterwards ({law})",
            )
            yield Choice(
                f"{right} After play {{others}} may choose between the result and average plus.",
                f"no law gives such a choice; the Director looks at the result ({law})",
            )
            yield Choice(
                f"{right} {{others}} get average plus at once, {{side}} average minus, and the board is not played on.",
                f"the board can be played, and the score adjusted afterwards ({law})",
            )
            yield Choice(f"{right} {_NONE}", f"it will be, should {{others}} turn out to be damaged ({law})")


def _deviation(path: Path) -> Iterator[Choice]:
    if path["psyche_restricted"]:
        yield from _scores(_NOT_ALLOWED, path, "40B4")
        yield Choice(
            f"{{offender}} was free to make that call, since {{partner}} did not expect it. {_NONE}",
            "that freedom ends where regulations restrict artificial psychic calls (40B2(a)(v))",
        )
        return
    if path["partner_aware"]:
        yield from _scores(_HAD_TO_DISCLOSE, path, "40C1")
        return
    yield Choice(
        "{offender} had to own up before the lead. The score is adjusted if {others} were damaged.",
        "nobody has to reveal a departure from their methods (40C2)",
    )
    yield Choice(
        f"A call so far from the announced methods is an infraction. {_ASSIGNED}",
        "players may depart from their methods as long as partner knows no more than the opponents (40A3, 40C1)",
    )
    yield Choice(
        "{partner} should have alerted the call. The score is adjusted if {others} were damaged.",
        "there was nothing to alert: {partner} knew only what {others} knew (40C1)",
    )
    yield Choice("You assign an adjusted score.", "the call was lawful (40A3, 40C1)")
    yield Choice(
        "The result stands, but {side} are fined for the call.",
        "a lawful call is no offence (40A3)",
    )


def _not_disclosed(path: Path) -> Iterator[Choice]:
    if path["understanding"]:
        yield from _scores(_MUST_DISCLOSE, path, "40B3(a)")
        yield Choice(
            f"What has never been discussed is no agreement and need not be told. {_NONE}",
            "an understanding can be implicit, by shared experience or awareness (40A1(a))",
        )
        return
    yield Choice(
        f"{{explainer}} had to say so unasked. {_LATER}",
        "inferences from general knowledge of the game need not be told (40B5(a))",
    )
    yield Choice(
        f"{{explainer}} had to say so, being the more experienced player. {_ASSIGNED}",
        "the duty covers agreement and experience of the partnership, not of the player (40B5(a))",
    )
    yield Choice(
        "The answer was incomplete. The score stands, but {side} are fined.",
        "the answer held all that the pair had agreed; there is nothing to penalise (40B5(a))",
    )


def _incomplete(path: Path) -> Iterator[Choice]:
    if path["crucial"]:
        yield from _scores(_WHOLE, path, "40B5(b)")
        yield Choice(
            f"It was for {{asker}} to ask on. {_NONE}",
            "whoever explains gives all the special information at the first question (40B5(a), 20F1)",
        )
        return
    yield Choice(
        f"{_WHOLE} {_ASSIGNED}", "what was left out has to have been crucial, and to have done damage (40B5(b))"
    )
    yield Choice(
        f"{{explainer}} told what was asked, and no more was due. {_NONE}",
        "all special information is due, also what nobody asked for in so many words (40B5(a))",
    )
    yield Choice(
        f"{_WHOLE} {{others}} get average plus, {{side}} average minus.",
        "what was left out made no difference, so nothing is adjusted (40B5(b))",
    )
    yield Choice(
        f"It was for {{asker}} to ask on. {_NONE}",
        "whoever explains gives all the special information at the first question (40B5(a), 20F1)",
    )


def _not_permitted(path: Path) -> Iterator[Choice]:
    yield from _scores(_NO_METHOD, path, "40B4")
    yield Choice(
        f"{{side}} may use the method, for it was disclosed. {_NONE}",
        "the Authority may disallow special understandings, however well they are disclosed (40B2(a)(i))",
    )
    yield Choice(
        f"{{side}} may finish the session with it, as nobody told them before. {_NONE}",
        "regulations bind from the first board on (40B2(a)(i))",
    )


def _differs() -> Iterator[Choice]:
    judgement = "On a hand each may go by style and judgement."
    yield Choice(
        f"{{side}} may play it so, as both meanings are disclosed. {judgement}",
        "disclosure does not help: the meaning may not depend on who makes the call (40A4)",
    )
    yield Choice(
        "{side} must give the call one meaning for both. Each must then make it on every hand that fits.",
        "only the method must be the same; style and judgement stay free (40A4)",
    )
    yield Choice("{side} may play it so.", "the meaning may not depend on who makes the call (40A4)")
    yield Choice("{side} may play it so, as it is disclosed.", "disclosure does not help here (40A4)")
    yield Choice("{side} may play it so if no regulation forbids it.", "the law itself forbids it (40A4)")
    yield Choice(
        f"{{side}} may play it so unless a regulation forbids it. {judgement}",
        "no regulation is needed: the law itself forbids it (40A4)",
    )
    yield Choice(
        f"{{side}} may play it so if one of them is a beginner. {judgement}",
        "the law makes no exception for players of different strength (40A4)",
    )


def _varies(path: Path) -> Iterator[Choice]:
    if path["varies_after"] == "own question":
        yield Choice(
            "{side} may have such an agreement, as long as they disclose it.",
            "partner's question or irregularity would then tell something, which 73B forbids",
        )
        yield Choice(
            "{side} may have such an agreement.", "a question or irregularity of their own would inform partner (73B)"
        )
        yield Choice("{side} may have it if they alert it.", "disclosure does not make it lawful (73B)")
        yield Choice(
            "{side} may have such an agreement unless a regulation forbids it.",
            "so it is after an irregularity by the opponents only (40B2(a)(iv)); here 73B stands in the way",
        )
        yield Choice(
            "{side} may have such an agreement, since 2017 took the ban out of Law 40.",
            "partners still may not inform each other by questions or irregularities (73B, 16B1)",
        )
        yield Choice(
            "{side} may not have such an agreement without leave of the Regulating Authority.",
            "no Authority can allow what 73B forbids; its powers under 40B2(a)(iv) concern an opponents' irregularity",
        )
        yield Choice(
            "{side} may not have such an agreement unless it stands on their system card.",
            "disclosure does not make it lawful: the question or irregularity itself would inform partner (73B)",
        )
        return
    if path["variation_forbidden"]:
        yield from _scores(_NO_ARRANGEMENT, path, "40B4")
        yield Choice(
            f"{{side}} may have such an agreement, as it answers an opponent's irregularity. {_NONE}",
            "so it would be, but the Authority may forbid it, and has done so (40B2(a)(iv))",
        )
        return
    yield Choice(
        "{side} may have such an agreement. They need not disclose it beforehand.",
        "it is an understanding like any other and must be available to the opponents (40A1(b))",
    )
    yield Choice(
        "{side} may not have such an agreement without leave of the Regulating Authority.",
        "it is the other way round: the Authority may forbid it (40B2(a)(iv))",
    )
    yield Choice(
        "{side} may not have such an agreement, whatever the regulations say.",
        "the law leaves it free after an opponents' irregularity, unless the Authority forbids it (40B2(a)(iv))",
    )
    yield Choice(
        "{side} may have such an agreement for the auction, but not for the play.",
        "40B2(a)(iv) speaks of auction and play alike, and only lets the Authority forbid it",
    )
