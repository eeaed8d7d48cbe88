"""Judge the reader on photographs whose truth is known; `vision.evaluate` is the program."""
