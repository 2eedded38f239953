"""Papers on paper: the question paper for the hall, and the marking guide that stays with the examiners."""

from exams.papers.printing.pdf import guide_pdf, paper_pdf

__all__ = ["guide_pdf", "paper_pdf"]
