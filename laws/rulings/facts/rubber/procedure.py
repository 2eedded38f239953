"""What players do when they notice an irregularity (13 to 15)."""

from __future__ import annotations

from typing import Literal, get_args

from laws.rulings.facts.base import Fact, Source, name_answers

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
    }
)
ClubSpeakerDoes = Literal["points it out", "calls the Arbiter", "calls on", "corrects early"]
CLUB_SPEAKER_DOES = Fact[ClubSpeakerDoes](
    "club_speaker_does",
    "What does {speaker} do?",
    get_args(ClubSpeakerDoes),
)
Stage = Literal["in the auction", "while cards are played", "when play has ended"]
STAGE = Fact[Stage]("stage", "How far has the deal progressed?", get_args(Stage))
DUMMY_FORFEITED = Fact(
    "dummy_forfeited",
    "Had {speaker}, as dummy, lost dummy's rights by looking at a defender's hand or at declarer's hand?",
    default=False,
)
PenaltyIs = Literal["to be imposed", "paid"]
PENALTY_IS = Fact[PenaltyIs]("penalty_is", "What has happened about the penalty?", get_args(PenaltyIs))
ALL_AGREE = Fact("all_agree", "Do all four players agree to correct it?", source=Source.ELECTION, who="table")
