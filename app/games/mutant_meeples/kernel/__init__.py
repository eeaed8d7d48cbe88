"""The solver's loops: plain functions on arrays that numba compiles when it is there.

    arrays     the numbers and arrays that the loops agree on       (numpy)
    city       board + switches -> tables of single moves           (numpy)
    compiling  compiled, or the same functions as they stand
    moves      single moves, with blockers and with those who may have gone
    series     all that one meeple can reach in its series
    tails      how far it is to the goal when nobody who has moved is met
    contacts   what another meeple's move could change for a mover
    passes     every plan of up to so many moves, and who profits
    ways       in how many ways a plan can be carried out
    entries    what Python calls

Nothing is checked here: `search` prepares the arrays and `verifier` replays what comes out.
"""
