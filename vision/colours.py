"""Meeples by colour, in the orders in which every array of the package has them.

In: nothing. Out: `COLOURS`, the eight on the board, and `HEAP_COLOURS`, the six that are counted loose. The
shipped networks were trained in these orders: they must not change.
"""

COLOURS = ("green", "gray", "blue", "brown", "red", "white", "yellow", "black")
HEAP_COLOURS = ("black", "gray", "red", "blue", "green", "yellow")
