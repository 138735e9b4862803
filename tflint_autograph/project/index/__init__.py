"""The files of a project and their contents: modules, texts, classes. Reads files on demand, and runs nothing."""
