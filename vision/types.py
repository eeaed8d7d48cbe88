"""Array types shared by the vision modules.

`Image` is (H, W, 3) uint8 in B, G, R order (the only colour order inside `vision`) or (H, W) uint8 gray;
`Floats` is any float64 array; points are rows of (x, y), in pixels or in millimetres on the board's top face
(origin at the frame's outer north-west corner, x east, y south), as each docstring says.
"""

import numpy as np
import numpy.typing as npt

Image = npt.NDArray[np.uint8]
Floats = npt.NDArray[np.float64]
Mask = npt.NDArray[np.bool_]
