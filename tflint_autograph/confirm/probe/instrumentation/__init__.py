"""What a call does while it is made: output, traces, files, time. Chooses no call."""
