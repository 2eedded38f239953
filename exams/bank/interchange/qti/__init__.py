"""QTI 3.0 (1EdTech Question and Test Interoperability), as content packages of single items."""

from typing import Final

NAME: Final = "QTI 3.0"
QTI: Final = "http://www.imsglobal.org/xsd/imsqtiasi_v3p0"
"""The namespace of items."""
PACKAGE: Final = "http://www.imsglobal.org/xsd/qti/qtiv3p0/imscp_v1p1"
"""The namespace of a package's manifest."""
LOM: Final = "http://ltsc.ieee.org/xsd/LOM"
ITEM: Final = "imsqti_item_xmlv3p0"
"""The type of a resource that is an item."""
CARRIED: Final = "webcontent"
"""The type of the resource that keeps our own content."""
MANIFEST: Final = "imsmanifest.xml"
KEYWORD: Final = "rectify:"
"""Before a keyword of ours in the metadata: `rectify:level=club`."""
