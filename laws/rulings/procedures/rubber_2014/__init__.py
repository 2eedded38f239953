"""The procedures of the Laws of Rubber Bridge 2014, and of its alternative club laws (`club`).

Importing this registers them all. They are written from the rubber text and share no procedure with the duplicate code,
whose provisions have the same numbers and say other things; facts and effects that mean the same are shared.
"""

from __future__ import annotations

from laws.rulings.editions import RUBBER_2014, RUBBER_2014_CLUB
from laws.rulings.procedures.rubber_2014 import (  # noqa: F401 - imported to be registered
    club,
    law_13,
    law_16,
    law_20,
    law_21,
    law_22,
    law_23,
    law_24,
    law_25,
    law_26,
    law_27,
    law_28,
    law_30,
    law_31,
    law_32,
    law_33,
    law_34,
    law_36,
    law_37,
    law_38,
    law_39,
    law_40,
)
from laws.rulings.procedures.rubber_2014.checking import check_record

RUBBER_2014.check_record = check_record
RUBBER_2014_CLUB.check_record = check_record
