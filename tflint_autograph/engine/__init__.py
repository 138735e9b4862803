"""One run: read, trace, analyse, filter and report, or fix. Prints nothing."""
