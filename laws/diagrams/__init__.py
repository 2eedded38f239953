"""Hands and auctions laid out for print, from the plain data of a question or a record: the one place where it is done.

`happened` tells what became of each call, `auctions` puts the calls into rows and columns, `hands` lays out the cards.
No markup and no words here: pages, papers and exports draw what is laid out, and `laws.auction_words` puts it into words.
"""

from laws.diagrams.auctions import Auction, Call, Cell, Row, auction
from laws.diagrams.hands import SUITS, Deal, Hand, deal, hand
from laws.diagrams.happened import SEATS, as_it_happened

__all__ = [
    "SEATS",
    "SUITS",
    "Auction",
    "Call",
    "Cell",
    "Deal",
    "Hand",
    "Row",
    "as_it_happened",
    "auction",
    "deal",
    "hand",
]
