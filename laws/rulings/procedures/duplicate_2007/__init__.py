"""The procedures of the Laws of Duplicate Bridge 2007, as far as the sources tell the old rule.

The text of 2007 is not on the shelf. What is written here rests on three things, and each module says on which:

- the study notes on the 2017 Laws. They mark what is new and say in places what was there before (our remarks of kind
  `change`); what they leave unmarked is taken to have stood in 2007 too;
- the concordance of the two codes (fixtures/laws/concordance.yaml);
- the rubber code of 2014, which has kept some of the old distinctions. Where a ruling leans on it alone, the trace shows
  a doubt.

Where none of them tells the rule, no procedure is written, and asking for one raises UnknownProcedure.
"""
