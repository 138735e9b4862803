"""The child process of `confirm`: runs under the user's Python and is the only code that imports TensorFlow."""
