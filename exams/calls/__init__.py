"""Called to the table: simulated director calls, one by one or as an evening of six, judged as an assessor would."""
