"""What TensorFlow, Keras and NumPy do, as tables with typed look-ups. Imports none of the three."""
