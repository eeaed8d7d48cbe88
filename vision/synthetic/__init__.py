"""Generated photographs of a table with the board on it, with their truth: seeded, drawn with OpenCV alone.

They train the reader's networks and test it by the thousand. One scene goes through four rooms:
`scene` draws lots (what lies where, camera, light), `art` prints the board and the table, `draw` projects and
shades everything, `sensor` does what a lens and a sensor do. `sample` is the whole chain.
"""
