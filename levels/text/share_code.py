"""A level's text as a short code to send to somebody, and back: version mark, then zlib in base64.

Letters, digits, - and _ alone, so it survives mail, chat and addresses. The checksum is zlib's own. A code is
foreign text: reading it is bounded in both sizes, and what comes out is read as any level file is.
"""

import base64
import binascii
import re
import zlib

from levels.files.problems import UserError
from levels.files.text import plain_lines

MARK = "SC1_"
"""Begins every code; the digit is the version of the format."""
MOST_CODE = 2_000
"""Characters of a code at most."""
MOST_TEXT = 1_000_000
"""Bytes of the text in it at most."""
MARKED = re.compile(r"\s*SC(\d{1,3})_")
SIGNS = re.compile(r"[A-Za-z0-9_-]+")
DAMAGED = "This code is damaged or incomplete; copy all of it, from “SC1_” to its end"


class ShareCodeError(UserError):
    """A text that has no code, or a code without a text; the message is a sentence without full stop."""


def is_share_code(text: str) -> bool:
    """Whether a text is meant as a code, whole or not."""
    return MARKED.match(text) is not None


def share_code(text: str) -> str:
    """The code of a level's text.

    Raises:
        ShareCodeError: the level is too long for one.
    """
    data = text.encode()
    code = MARK + base64.urlsafe_b64encode(zlib.compress(data, 9)).decode().rstrip("=")
    if len(code) > MOST_CODE or len(data) > MOST_TEXT:
        raise ShareCodeError(
            f"This level is too long for a code: it would have {len(code):,} characters, at most "
            f"{MOST_CODE:,} are allowed. Save it, and send the file"
        )
    return code


def text_of_code(code: str) -> str:
    """The level's text in a code; spaces and line breaks, which mail adds, are left out.

    Raises:
        ShareCodeError: it is no code, of a later version, too long, damaged, or holds too much.
    """
    marked = MARKED.match(code)
    if marked is None:
        raise ShareCodeError(f"This is not the code of a level; one begins with “{MARK}”")
    if marked[1] != "1":
        raise ShareCodeError("This code was made by a later version of Safe Crossing")
    if len(code) > 2 * MOST_CODE or len(bare := "".join(code.split())) > MOST_CODE:
        raise ShareCodeError(f"This code is too long: at most {MOST_CODE:,} characters are allowed")
    body = bare.removeprefix(MARK)
    if not SIGNS.fullmatch(body):
        raise ShareCodeError(DAMAGED)
    unpacking = zlib.decompressobj()
    try:
        data = unpacking.decompress(base64.urlsafe_b64decode(body + "=" * (-len(body) % 4)), MOST_TEXT + 1)
        if len(data) > MOST_TEXT:
            raise ShareCodeError(f"This code holds more than {MOST_TEXT:,} bytes, which no level has")
        if not unpacking.eof or unpacking.unused_data:
            raise ShareCodeError(DAMAGED)
        return plain_lines(data.decode())
    except (zlib.error, binascii.Error, UnicodeDecodeError):
        raise ShareCodeError(DAMAGED) from None
