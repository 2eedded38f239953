"""How the looser facts of a case are read, by the topic that it is about.

Facts that bear the name of one of the engine's own facts need no entry anywhere: they are findings as they stand.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Final

from laws.cases.loose import boards, information, lines
from laws.cases.loose.words import WHOLE, Facts, Reader, Table, found
from laws.rulings.facts import FACTS, Fact

_BY_NAME: Final[tuple[tuple[str, Reader], ...]] = (
    ("drawing_attention", lines.draws_attention),
    ("extraneous_information", lines.from_elsewhere),
    ("end_of_auction passed_in_board double_superseded", boards.ended),
    ("review_of_auction review_after_final_pass", information.asks("a review")),
    ("asking_for_explanations", information.asks("an explanation")),
    ("lead_out_of_turn_question", information.asks("whose lead")),
    ("own_misunderstanding", lines.misunderstood),
    ("comparable_call_effect", boards.first_lead),
    ("special_understanding", lines.not_permitted),
    ("communication", lines.communicates),
    ("dummy_prevents_irregularity", lines.dummy_prevents),
    ("own_side_irregularity", lines.own_side),
    ("summoning_director", lines.summons),
    ("players_waive_rectification", lines.waived),
    ("explain_options", lines.options_left_out),
    ("choice_without_consulting", lines.chooses),
    ("profiting_after_rectification", lines.profits),
    ("forfeited_rectification", lines.forfeits),
    ("estimate_of_own_score", information.sources),
    ("reserving_rights", lines.reserves),
    ("logical_alternative_poll unauthorised_information_tempo unauthorised_information_no_la", information.polled),
    ("unauthorised_information_not_suggesting", information.polled),
    ("auction_period_end", boards.moments),
    ("sufficient_bid", boards.pairs),
    ("misstated_double", boards.misstated),
    ("improper_questions", lines.line("20", **lines.BOTH)),
    ("uncertain_agreement", lines.line("20F", **lines.BOTH)),
    ("protect_oneself mistaken_call_or_explanation misinformation_after_final_pass", lines.line("21", **lines.BOTH)),
    ("thinking_is_no_infraction logical_alternative_actual_call", lines.line("16B", **lines.BOTH)),
    ("own_misexplanation", lines.own_explanation),
    ("partner_misexplanation", information.partners_explanation),
    ("no_agreement", lines.no_agreement),
    ("misinformation_too_late misinformation_change_of_call", information.misinformed),
    ("card_exposed_during_auction card_exposed_before_auction opening_lead_by_declaring_side", boards.exposed),
    ("enforced_pass_damage", boards.enforced_pass),
    ("unintended_call unintended_call_after_auction unintended_call_information", boards.unintended),
    ("unintended_call_too_late unintended_call_lho unintended_call_insufficient_intention", boards.unintended),
    ("changed_call_not_accepted", lines.changed),
    ("pass_of_artificial_call_out_of_rotation", lines.artificial_pass),
    ("lead_restrictions", boards.leads),
    ("comparable_call", boards.replacements),
    ("partnership_understanding varying_understandings", information.agreements),
    ("psychic_call", lines.psyched),
    ("concealed_understanding", lines.aware),
    ("disclosure", lines.left_out),
    ("memory_aids", lines.aid),
    ("system_card", information.looks_at_card),
    ("intentional_infraction", lines.on_purpose),
    ("own_infraction", boards.own_infraction),
    ("could_have_known", lines.could_have_known),
    ("tempo_variation", boards.tempo),
    ("deceptive_tempo", lines.deceived),
    ("deception_by_play", lines.deceptive_play),
)
READERS: Final[Mapping[str, Reader]] = {topic: reader for names, reader in _BY_NAME for topic in names.split()}
"""How to read a case, by its topic."""
FAMILIES: Final[tuple[tuple[str, Reader], ...]] = (
    (r"^dummy\w*_(prevent|warn)", lines.dummy_prevents),
    (r"attention", lines.draws_attention),
    (r"summon|calling_the_director", lines.summons),
    (r"waive", lines.waived),
    (r"forfeit", lines.forfeits),
    (r"extraneous|overheard|other_sources|accidental_information", lines.from_elsewhere),
    (r"reserv\w*_rights", lines.reserves),
    (r"unauthorised_information|logical_alternative", information.polled),
    (r"auction_period", boards.moments),
    (r"end_of_(the_)?auction|passed_(in|out)|superseded", boards.ended),
    (r"^sufficient", boards.pairs),
    (r"^misstated", boards.misstated),
    (r"review|restatement", information.asks("a review")),
    (r"own_(mis)?explanation|own_misinformation", lines.own_explanation),
    (r"partners?_(mis)?explanation", information.partners_explanation),
    (r"own_misunderstanding", lines.misunderstood),
    (r"misinformation|failure_to_alert|missing_alert", information.misinformed),
    (r"question|explanation|supplementary", information.asks("an explanation")),
    (r"^card_(exposed|led|shown|dropped)|^exposed_card|opening_lead_by_declar", boards.exposed),
    (r"^unintended_call", boards.unintended),
    (r"psych", lines.psyched),
    (r"deviation|concealed_understanding|implicit_understanding", lines.aware),
    (r"disclos", lines.left_out),
    (r"not_permitted|special_\w*understanding|illegal_(agreement|convention|method)", lines.not_permitted),
    (r"memory|aids?_to", lines.aid),
    (r"(system|convention)_card", information.looks_at_card),
    (r"understanding|agreement", information.agreements),
    (r"intention", lines.on_purpose),
    (r"own_infraction|concealed_infraction", boards.own_infraction),
    (r"could_have|foresee|awareness_of", lines.could_have_known),
    (r"enforced_pass", boards.enforced_pass),
    (r"tempo", boards.tempo),
    (r"decepti|deceiv", lines.deceptive_play),
    (r"communication|signal", lines.communicates),
)
"""How to read a case whose topic goes by another name, tried in this order."""


def tables_from_facts(facts: Facts, topic: str) -> dict[str, Table]:
    """What the facts of a case about findings add to its records, by the labels of its parts; empty when it is no such case.

    Each value holds fields of a record (`laws/rulings/record.py`); what is told by the auction is not repeated in it.
    """
    reader = READERS.get(topic)
    # A family reads only where no irregular call in the auction shows what is asked.
    if reader is None and not any(
        isinstance(made, Mapping) and made.get("irregular") for made in facts.get("auction") or ()
    ):
        reader = next((reader for pattern, reader in FAMILIES if re.search(pattern, topic)), None)
    if reader is None:
        return {}
    read = reader(facts)
    whole = {WHOLE: read} if "procedure" in read else read
    return {label: _with_what_stands(facts, table) for label, table in whole.items()}


def _with_what_stands(facts: Facts, table: Table) -> dict[str, Any]:
    """The table, and with it what the case tells by the names of the engine's own facts."""
    stands = {name: value for name, value in facts.items() if name in FACTS and _answers(FACTS[name], value)}
    return found(
        **{**table, "procedure": table.get("procedure") or None, "findings": {**stands, **table.get("findings", {})}}
    )


def _answers(fact: Fact, value: Any) -> bool:
    return any(type(value) is type(answer) and value == answer for answer in fact.values)
