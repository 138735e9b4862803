"""One run: reads, traces, analyses, filters, and reports or fixes. Prints nothing."""
