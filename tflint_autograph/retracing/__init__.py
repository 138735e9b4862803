"""`traces`: which functions TensorFlow traced, how often, why, and what to change. Judges no code that was not run."""
