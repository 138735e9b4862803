"""Which of the findings a report has: comments, baselines, changed lines. Finds none."""
