"""`traces`: which functions TensorFlow traced, how often, why, and what to change. Only reports on code that ran."""
