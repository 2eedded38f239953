"""Law 9: who may prevent, point out and report an irregularity, and what happens until the Director has ruled."""

from __future__ import annotations

from typing import Final

from exams.scenarios.narrating.law_09_mistakes import case, mistakes
from exams.scenarios.narrating.law_09_settings import stage
from exams.scenarios.narrating.narrative import Narrative

_HARD: Final = frozenset({"dummy prevents", "dummy draws", "dummy summons", "acts, own", "acts, other", "corrects"})

ATTENTION: Final = Narrative(
    procedure="9",
    topic="attention",
    stage=stage,
    tells={
        ("does", "prevents"): (),
        ("does", "draws attention"): (),
        ("does", "summons"): (),
        ("does", "acts"): (),
        ("does", "corrects"): (),
        ("how_far", "auction period"): (),
        ("how_far", "play"): (),
        ("how_far", "after play"): (),
        ("is_dummy", True): (),
        ("is_dummy", False): (),
        ("own_side", True): (),
        ("own_side", False): (),
        ("attention_drawn", True): (),
        ("attention_drawn", False): (),
    },
    conditions={
        ("does", "prevents"): "{speaker} had spoken before the irregularity happened",
        ("does", "draws attention"): "{speaker} had pointed out an irregularity",
        ("does", "summons"): "{speaker} had summoned you",
        ("does", "acts"): "{speaker} had gone on before you came",
        ("does", "corrects"): "{speaker} had corrected an irregularity of {speaker}'s own",
        ("how_far", "auction period"): "the auction period were not over",
        ("how_far", "play"): "the play were still going on",
        ("how_far", "after play"): "the play were over",
        ("is_dummy", True): "{speaker} were dummy",
        ("is_dummy", False): "{speaker} were not dummy",
        ("own_side", True): "{speaker}'s own side had offended",
        ("own_side", False): "the other side had offended",
        ("attention_drawn", True): "somebody else had drawn attention to it before",
        ("attention_drawn", False): "nobody else had drawn attention to it",
    },
    phrases={
        "right:prevent": "{speaker} was entitled to try to prevent it",
        "no_further_rectification": "There is nothing to rectify",
        "right:draw_attention": "{speaker} was entitled to draw attention to it",
        "no_right:draw_attention": "As dummy {speaker} may not draw attention to it before the play is over",
        "right:summon": "{speaker} was entitled to summon you",
        "right:keep_rights": "Calling you costs {speaker}'s side no right",
        "no_right:act": "Nobody may act before you have explained what follows",
        "no_right:summon_first": "As dummy {speaker} may not be the first to summon you during the play",
        "director_action:rule_under_11": "You find out whether {others} forfeited the right to rectification by acting first",
        "director_action:rule_on_irregularity": "You rule on the irregularity under its own law. {others} have lost nothing",
        "director_action:rule_on_premature_correction": "You rule under the law of that irregularity. The correction may "
        "cost {side} more",
    },
    silent=frozenset({"duty:summon_at_once", "right:say_nothing", "no_duty:own_infraction", "no_right:conceal"}),
    aloud=frozenset({"procedural_penalty:possible"}),
    # 9A4 speaks of dummy; that the others may speak after play follows from it.
    uncited=frozenset(
        {"no_further_rectification", "right:draw_attention@9A4", *(f"right:summon@9A{limb}" for limb in (1, 2, 4))}
    ),
    plain=frozenset({"does", "how_far", "is_dummy", "own_side", "attention_drawn"}),
    mistakes=mistakes,
    hard=lambda facts: case(facts) in _HARD,
    question="What do you tell the table?",
)
