"""The eight meeples by colour, in the order in which every array of the package has them.

In: nothing. Out: `COLOURS`. The shipped networks were trained in this order: it must not change.
"""

COLOURS = ("green", "gray", "blue", "brown", "red", "white", "yellow", "black")
