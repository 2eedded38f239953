"""Hands, auctions and plays laid out for print, from the plain data of a question or a record: the one place where it is done.

`happened` tells what became of each call, `auctions` puts the calls into rows and columns, `hands` lays out the cards,
`plays` the tricks, and `moments` the table at one moment of the play.
No markup and no words here: pages, papers and exports draw what is laid out, and `laws.auction_words` puts it into words.
"""

from laws.diagrams.auctions import Auction, Call, Cell, Row, auction
from laws.diagrams.hands import SUITS, Deal, Hand, deal, hand
from laws.diagrams.happened import SEATS, as_it_happened
from laws.diagrams.moments import Moment, moment
from laws.diagrams.plays import Card, Play, play

__all__ = [
    "SEATS",
    "SUITS",
    "Auction",
    "Call",
    "Card",
    "Cell",
    "Deal",
    "Hand",
    "Moment",
    "Play",
    "Row",
    "as_it_happened",
    "auction",
    "deal",
    "hand",
    "moment",
    "play",
]
