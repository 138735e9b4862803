"""The program of `--run`: records its traced calls, and repeats them eagerly and as graphs."""
