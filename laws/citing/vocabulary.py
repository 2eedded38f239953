"""The words by which the grammar knows a citation from the rest of a bridge text."""

from __future__ import annotations

import itertools

from laws import keys

ABOVE = {"above", "preceding", "earlier"}
BELOW = {"below", "hereunder", "hereafter", "following"}
# “(d) following” is a direction before the end of a clause only: “passes after A following the rules” is not.
AFTER_FOLLOWING = {"then", "applies", "apply", "and", "or"}

# The words in front of a path, the last of which stands right before it. Whatever is cited after these is the law.
LEADS = {"see", "per", "under", "notwithstanding"}
LEADS_TWO = {
    *itertools.product(
        ("as", "listed", "provided", "prescribed", "described", "specified", "stated", "defined", "out"), ("in",)
    ),
    *itertools.product(
        ("application", "provisions", "terms", "purposes", "requirements", "violation", "regardless"), ("of",)
    ),
    *itertools.product(("subject", "pursuant", "according", "referring", "refer", "apply", "applies"), ("to",)),
    ("accordance", "with"),
    ("see", "also"),
    ("that", "follow"),
    ("as", "per"),
}
# May stand between a lead and the path: “under either (a) or (b)”.
FILLERS = {"either", "both", "also"}
# “as A1 allows”: the verb does what a direction does.
VERBS = {"allows", "allow", "provides", "provide", "requires", "require", "specifies", "prescribes"}

LEVELS = {
    "law": 1,
    "section": 2,
    "subsection": 3,
    "sub-section": 3,
    "paragraph": 3,
    "subparagraph": 4,
    "sub-paragraph": 4,
    "clause": keys.DEEPEST,
    "provision": keys.DEEPEST,
}

JOINS = {",", "and", "or", "&", "/"}
RANGES = {"to", "through", "–", "-", "‐", "‑"}
# After one of these numbers counts something and is no law: “Law 26B and 13 cards”.
COUNTED = frozenset(
    """
    am board boards card cards club clubs deal deals defender defenders diamond diamonds director directors
    hcp heart hearts honour honours hour hours imp imps level matchpoint matchpoints minute minutes more nt
    odd other others overtrick overtricks pair pairs penalty per percent player players pm point points round
    rounds second seconds session sessions side sides spade spades suit suits table tables team teams time
    times tp trick tricks undertrick undertricks vp vps year years january february march april june july
    august september october november december
    """.split()  # noqa: SIM905 - a hundred quotation marks are no help to the reader
)
# What a number and a letter mean after these is a place in the room or the book.
ROOM = {
    "board",
    "boards",
    "table",
    "room",
    "pair",
    "page",
    "group",
    "flight",
    "zone",
    "stage",
    "round",
    "match",
    "team",
}
SUITS = "CDHS"
SEATS = "NSW"
HIGHEST_BID = 7
# No section of a law has more paragraphs than this; a higher number in a list is a law.
MOST_PARAGRAPHS = 12

# What announces the numbers of a series, whether it announces more than one; the longer before its own beginning.
HEADS: tuple[tuple[tuple[str, ...], str, bool], ...] = (
    (("Club", "Laws"), "Club", True),
    (("Club", "Law"), "Club", False),
    (("Club", "Appeals", "Committee"), "Appeals", False),
    (("Club", "Procedure"), "Procedure", False),
    (("Scope", "of", "the", "Laws"), "Scope", False),
    (("Laws",), "", True),
    (("Law",), "", False),
    (("L",), "", False),
    (("Club",), "Club", False),
    (("Proprieties",), "Proprieties", True),
    (("Propriety",), "Proprieties", False),
    (("Appendices",), "Appendix", True),
    (("Appendix",), "Appendix", False),
    (("Introduction",), "Intro", False),
)
# Those that are heads only right in front of a number: L27, Club69B2.
GLUED = {"L", "Club"}
WHOLE = {"Proprieties": "Proprieties", "Appendices": "Appendix", "Introduction": "Intro"}

# All words with which a mention may begin, in small letters.
BEGINNINGS = frozenset(
    {words[0].lower() for words, _, _ in HEADS}
    | {form for level in LEVELS for form in (level, f"{level}s")}
    | {"this", "footnote", "footnotes"}
)
