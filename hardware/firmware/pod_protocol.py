"""The pod's half of the line protocol, version 1 (docs/pods.md): lines with a checksum, in and out.

Pure, for MicroPython and CPython alike. A line is taken apart into words here; what they mean is for
pod_logic.
"""

VERSION = 1
LONGEST_LINE = 80  # bytes before the newline


def checksum(body: bytes) -> int:
    """CRC-16/IBM-3740: polynomial 1021, start FFFF; b"123456789" gives 29B1."""
    crc = 0xFFFF
    for byte in body:
        crc ^= byte << 8
        for _ in range(8):
            crc = (crc << 1) ^ 0x1021 if crc & 0x8000 else crc << 1
        crc &= 0xFFFF
    return crc


def pack(*words: object) -> bytes:
    """The line of these words, with its checksum and newline."""
    body = " ".join([str(word) for word in words]).encode()
    return body + b"*%04X\n" % checksum(body)


def unpack(line: bytes) -> list[str]:
    """The words of a line without its end; an empty list when it is damaged."""
    star = len(line) - 5
    if star < 1 or line[star] != 42:
        return []
    body = line[:star]
    for byte in body:
        if byte < 32 or byte > 126:
            return []
    if line[star + 1 :] != b"%04X" % checksum(body):
        return []
    return body.decode().split(" ")


class Lines:
    """Bytes in pieces of any size to whole lines. Keeps at most LONGEST_LINE bytes."""

    def __init__(self) -> None:
        self._start = b""
        self._skipping = False

    def feed(self, data: bytes) -> list[bytes]:
        """The lines that `data` completes, without their ends; too long ones are left out."""
        found = []
        pieces = data.split(b"\n")
        for piece in pieces[:-1]:
            whole = self._start + piece
            if whole[-1:] == b"\r":
                whole = whole[:-1]
            if whole and not self._skipping and len(whole) <= LONGEST_LINE:
                found.append(whole)
            self._start = b""
            self._skipping = False
        self._start += pieces[-1][: LONGEST_LINE + 2]
        if len(self._start) > LONGEST_LINE + 1 or self._skipping:
            self._start = b""
            self._skipping = True
        return found
