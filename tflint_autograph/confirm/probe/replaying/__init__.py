"""The user's own program: its traced calls recorded and made again, eagerly and as graphs. Judges nothing."""
