"""Every threshold of the vision pipeline in one frozen, typed place.

In: nothing. Out: `Config` and the ready-made `DEFAULT`. Lengths end in `_mm` (on the board) or `_px`;
scores are 0..1. Each value says where it came from: the box (measured pieces), optics, or tuning on
labelled photographs.
"""

from dataclasses import dataclass


@dataclass(frozen=True)
class Config:
    """Thresholds, all read-only; make a variant with `dataclasses.replace`."""

    # photo files
    max_file_bytes: int = 60 * 2**20  # a 64 megapixel JPEG is about 25 MB
    max_side_px: int = 12_000  # the largest camera for a Pi has 9152
    max_pixels: int = 70_000_000  # that camera's 64 megapixels; unpacked they take 200 MB
    min_side_px: int = 320  # below this a cell is under 10 px: nothing can be told apart
    work_side_px: int = 1600  # larger photos are shrunk: more pixels cost time and show no more

    # markers (the printed cards)
    marker_mm: float = 40.0
    card_mm: float = 50.0  # its white card: a quiet edge of 5 mm
    card_gap_mm: float = 4.0  # from the frame to the card, along both sides
    min_markers: int = 3  # two would leave the far side of the board to chance

    # registration on the frame
    fit_search_mm: tuple[float, ...] = (12.0, 4.0)  # reach of each pass; cards are laid to +-5 mm
    fit_final_mm: float = 3.5  # reach of the edge points for the camera: the bow of an uncorrected lens
    edge_close_mm: float = 1.5  # an edge point this near to its side's middle agrees
    edge_clear: float = 0.12  # clearness of a step of 5 grey levels, twice the grain of a dark photo
    min_registration_quality: float = 0.35  # tuned: true boards score above .6, other squares below .2

    nudge_mm: float = 1.2  # the frame's outer edge seen further off than this: the board was moved

    # camera
    usual_focal_diagonals: float = 0.75  # f / diagonal: a Pi camera 3 has .62, phones .7 to .9
    focal_range_diagonals: tuple[float, float] = (0.5, 1.6)
    min_camera_height_mm: float = 200.0  # nearer than this no lens sees the whole board
    focal_prior_weight: float = 1e-4  # with half a degree of corner noise the constraints are worth this much

    # city
    least_city_fit: float = 1.1  # true cities fit by 1.3 and more, others and mirrored ones by up to 0.9
    least_city_lead: float = 90.0  # true cities lead by 140 and more even under a hand, others by up to 63
    hand_share: float = 0.35  # a cell this likely to lie under a hand; without one few drawn boards reach it
    hand_cells: int = 2

    # watching
    motion_grey: float = 5.0  # a block of the small copy that changes by more has moved; noise stays under 2
    still_frames: int = 3
    read_again_frames: int = 25  # at rest the pieces are read again after so many frames: 5 s at 5 a second

    # decision
    temperature: float = 1.0  # of the cell network's log probabilities; 1 leaves them as trained
    standing_weight: float = 0.5  # of "something stands here", told apart from "whose is it?"
    sure_confidence: float = 0.90
    clear_confidence: float = 0.97  # what a first look gives less than this is looked at again
    doubt_cap: float = 0.5  # where a second look says another cell
    least_chroma: float = 3.0  # mean of (largest - smallest of B, G, R); the palest photo of a board has 9
    sure_standing: float = 0.75  # something stands on a cell and is none of the eight: nothing is sure then
    sure_target: float = 0.5
    change_clear_lab: float = 10.0  # against the empty board: noise stays under 4
    change_radius_mm: float = 7.0
    change_half: float = 0.35  # share of a cell's middle changed at which it may or may not be occupied
    change_log_odds: float = 6.0
    round_start_log_odds: float = 6.0
    likely_log_odds: float = 2.0  # seven to one: a foot on the line falls to the legal cell, no more

    # counting a heap
    heap_nearly: float = 0.3  # of the network's marks below this one in a hundred is a piece
    heap_counts: float = 0.4  # from here on more marks are pieces than not
    heap_sure: float = 0.6  # from here on 99 of 100 are, in the right colour

    @property
    def marker_offset_mm(self) -> float:
        """Centre of a card from the frame's corner along both sides; negative: outside the frame."""
        return -(self.card_mm / 2 + self.card_gap_mm)


DEFAULT = Config()
