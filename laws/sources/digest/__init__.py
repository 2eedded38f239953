"""Reader of the digest: the folder of YAML files in which this project states the laws in its own words.

    codes.yaml                                the codes, for each its editions, the earliest first; source documents
    concordance.yaml                          how the laws of different editions belong together
    <edition>/edition.yaml                    the edition's parts and amendments
    <edition>/law-NN.yaml, intro.yaml, …      one law: its provisions in the order of the law book, its footnotes
    <edition>/law-NN.until-YYYY-MM-DD.yaml    the same law as it stood before an amendment
    <edition>/definitions.yaml                the defined terms
    <edition>/commentary/*.yaml               commentary

Everything is checked here, before anybody stores it: unknown or missing fields, keys out of order or twice, children
without a parent, empty texts, citations of provisions that the code does not have. All faults are reported together,
each with its file and line.
"""

from laws.sources.digest.folder import read_shelf
from laws.sources.digest.records import (
    DigestAmendment,
    DigestCode,
    DigestConcordance,
    DigestDefinition,
    DigestDocument,
    DigestEdition,
    DigestError,
    DigestFootnote,
    DigestLaw,
    DigestPart,
    DigestProvision,
    DigestRemark,
    Shelf,
)

__all__ = [
    "DigestAmendment",
    "DigestCode",
    "DigestConcordance",
    "DigestDefinition",
    "DigestDocument",
    "DigestEdition",
    "DigestError",
    "DigestFootnote",
    "DigestLaw",
    "DigestPart",
    "DigestProvision",
    "DigestRemark",
    "Shelf",
    "read_shelf",
]
