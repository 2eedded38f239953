"""What a club says of its directors: its contact confirms the sessions that they log, and enters a season for all of them."""
