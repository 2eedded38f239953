"""What players do when they notice an irregularity (13 to 15)."""

from __future__ import annotations

from laws.rulings.facts.base import Fact, Source, name_answers
from laws.rulings.facts.rubber.over import by_lho

name_answers(
    {
        "points it out": "draws attention to an irregularity, or speaks about the law on it",
        "calls on": "calls or plays on, though attention has been drawn and nothing is settled",
        "corrects early": "corrects the player's own irregularity before anything is settled",
        "calls the Arbiter": "calls the Arbiter",
        "in the auction": "during the auction",
        "while cards are played": "during the play",
        "when play has ended": "when play has ended",
        "to be imposed": "a penalty is about to be imposed",
        "paid": "a penalty was paid, or all agreed on something and acted on it",
        "both": "both of them",
        "one": "only one of them",
        "neither of them": "neither",
    }
)
SPEAKER_DOES = Fact("speaker_does", "What does {speaker} do?", ("points it out", "calls on", "corrects early"))
CLUB_SPEAKER_DOES = Fact(
    "club_speaker_does",
    "What does {speaker} do?",
    ("points it out", "calls the Arbiter", "calls on", "corrects early"),
)
STAGE = Fact("stage", "How far has the deal come?", ("in the auction", "while cards are played", "when play has ended"))
DUMMY_FORFEITED = Fact(
    "dummy_forfeited",
    "Had {speaker}, as dummy, looked into a hand of a defender or declarer's play, and so lost dummy's rights?",
    default=False,
)
PENALTY_IS = Fact("penalty_is", "How far has the penalty come?", ("to be imposed", "paid"))
STATED = Fact("penalty_stated", "Is it clear what is penalized, and has the penalty been clearly stated?")
ALL_AGREE = Fact("all_agree", "Do all four players agree to correct it?", source=Source.ELECTION, who="table")
WAIVES = Fact(
    "waives",
    "Who of {others} waives the penalty?",
    ("neither of them", "one", "both"),
    source=Source.ELECTION,
    who="others",
)
ACTED_AFTER_RHO = Fact(
    "acted_after_rho",
    "Did {lho}, whose right-hand opponent offended, call or play after it?",
    observe=lambda at: by_lho(at) if at.irregularity is not None else None,
)
