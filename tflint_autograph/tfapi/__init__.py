"""Tables of what TensorFlow, Keras and NumPy do, with typed look-ups. Imports none of the three."""
