"""The ruling assistant: the engine's procedures asked one question at a time, and drawn as flow charts.

A package inside the laws app and no app of its own, because it stores nothing: the whole state of an interview is in its
address, a receipt is an address that the engine verifies, and a chart is drawn from the procedure itself. It knows
`laws.rulings` (what the law decides) and `laws.library` (what the law says), nobody's sittings and nobody's account.
"""
