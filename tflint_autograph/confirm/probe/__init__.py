"""The side of `confirm` that runs under the user's Python: the only place that imports TensorFlow. Judges nothing."""
