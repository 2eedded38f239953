"""The procedures of the law, one module a law or a group of laws that belong together.

Importing this registers them all.
"""

from __future__ import annotations

from laws.rulings.procedures import (  # noqa: F401 - imported to be registered
    director,
    duplicate_2007,
    law_09,
    law_15,
    law_16,
    law_17,
    law_18_19,
    law_20,
    law_20f,
    law_21,
    law_22,
    law_23,
    law_24,
    law_25,
    law_26,
    law_27,
    law_28_29,
    law_29,
    law_30,
    law_31,
    law_32,
    law_33,
    law_34,
    law_35,
    law_36,
    law_37,
    law_38,
    law_39,
    law_40,
    law_72,
    law_73,
    rubber_2014,
)
