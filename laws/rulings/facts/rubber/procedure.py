"""What players do when they notice an irregularity (13 to 15)."""

from __future__ import annotations

from typing import Literal, get_args

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
SpeakerDoes = Literal["points it out", "calls on", "corrects early"]
SPEAKER_DOES = Fact[SpeakerDoes]("speaker_does", "What does {speaker} do?", get_args(SpeakerDoes))
ClubSpeakerDoes = Literal["points it out", "calls the Arbiter", "calls on", "corrects early"]
CLUB_SPEAKER_DOES = Fact[ClubSpeakerDoes](
    "club_speaker_does",
    "What does {speaker} do?",
    get_args(ClubSpeakerDoes),
)
Stage = Literal["in the auction", "while cards are played", "when play has ended"]
STAGE = Fact[Stage]("stage", "How far has the deal come?", get_args(Stage))
DUMMY_FORFEITED = Fact(
    "dummy_forfeited",
    "Had {speaker}, as dummy, looked into a hand of a defender or declarer's play, and so lost dummy's rights?",
    default=False,
)
PenaltyIs = Literal["to be imposed", "paid"]
PENALTY_IS = Fact[PenaltyIs]("penalty_is", "How far has the penalty come?", get_args(PenaltyIs))
STATED = Fact("penalty_stated", "Is it clear what is penalized, and has the penalty been clearly stated?")
ALL_AGREE = Fact("all_agree", "Do all four players agree to correct it?", source=Source.ELECTION, who="table")
Waives = Literal["neither of them", "one", "both"]
WAIVES = Fact[Waives](
    "waives",
    "Who of {others} waives the penalty?",
    get_args(Waives),
    source=Source.ELECTION,
    who="others",
)
ACTED_AFTER_RHO = Fact(
    "acted_after_rho",
    "Did {lho}, whose right-hand opponent offended, call or play after it?",
    observe=lambda at: by_lho(at) if at.irregularity is not None else None,
)
