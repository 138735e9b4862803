"""Answers kept once they are worked out, and what they were worked out from. Knows nothing of code."""
