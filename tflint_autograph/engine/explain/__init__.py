"""Queries about single functions: why they are traced, and how `confirm` can call them."""
