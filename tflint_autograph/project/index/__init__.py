"""The files of a project and their contents: modules, words, scopes, classes. Reads files on demand, and runs nothing."""
