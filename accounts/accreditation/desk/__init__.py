"""The registrar's desk: what waits, deeds for many, clubs and regions, numbers, statistics, histories and merged records."""
