"""The language server: requests of an editor and their answers. The analysis is in `engine`."""
