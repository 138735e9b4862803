"""Records each trace that TensorFlow makes, in the user's process. Standard library only."""
