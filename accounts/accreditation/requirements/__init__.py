"""What a level asks for, as a small language of rules that people read: its words, its faults, and who meets it.

A rule is a tree. Its leaves ask for one kind of thing (a paper passed, sessions directed, a reference, ...); `all_of`, `any_of`
and `n_of` combine them. It is stored as JSON, each node an object with one key that names its kind:

    {"all_of": [{"paper": {"codes": ["club-auction"], "mark": "65"}},
                {"sessions": {"number": 3, "role": "assisted", "within_months": 24}}]}

`read` makes a tree of that or says what is wrong and where; `Rule.written()` is its inverse. `judge` holds a tree against what
is on record of a person. Plain values only: this knows no tables, no forms and no pages, and a new kind of requirement is a
class here and nothing elsewhere.
"""

from accounts.accreditation.requirements.kinds import (
    Age,
    Assessment,
    Course,
    Fee,
    GoodStanding,
    LevelHeld,
    Paper,
    Recognition,
    Reference,
    Sessions,
    listed,
)
from accounts.accreditation.requirements.language import (
    AllOf,
    AnyOf,
    Asked,
    BadRule,
    Counted,
    Fault,
    Group,
    Held,
    Item,
    Judged,
    Known,
    Leaf,
    NOf,
    Record,
    Rule,
    Standing,
    Step,
    Use,
)
from accounts.accreditation.requirements.reader import (
    DEEPEST,
    GROUPS,
    LEAVES,
    MOST,
    NOTHING,
    items_needed,
    items_spent,
    items_used,
    judge,
    lines,
    missing,
    missing_in_short,
    paper_codes,
    read,
)

__all__ = [
    "DEEPEST",
    "GROUPS",
    "LEAVES",
    "MOST",
    "NOTHING",
    "Age",
    "AllOf",
    "AnyOf",
    "Asked",
    "Assessment",
    "BadRule",
    "Counted",
    "Course",
    "Fault",
    "Fee",
    "GoodStanding",
    "Group",
    "Held",
    "Item",
    "Judged",
    "Known",
    "Leaf",
    "LevelHeld",
    "NOf",
    "Paper",
    "Recognition",
    "Record",
    "Reference",
    "Rule",
    "Sessions",
    "Standing",
    "Step",
    "Use",
    "items_needed",
    "items_spent",
    "items_used",
    "judge",
    "lines",
    "listed",
    "missing",
    "missing_in_short",
    "paper_codes",
    "read",
]
