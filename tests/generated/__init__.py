"""Programs composed at random, run under TensorFlow and checked by the linter, to see where the two disagree."""
