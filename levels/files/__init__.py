"""Files and text: read with a bound, decoded, parsed strictly, written whole, told safely on a terminal."""
