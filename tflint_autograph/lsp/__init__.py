"""The language server: requests of an editor and their answers. The analysis is that of `engine`."""
