"""What TensorFlow, Keras and NumPy do, as data with typed look-ups; nothing here imports any of the three."""
