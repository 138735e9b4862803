"""Runs in the user's process: records each trace TensorFlow makes. Needs the standard library alone, and judges nothing."""
