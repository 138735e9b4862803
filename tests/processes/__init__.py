"""Tests of the end of processes."""
