"""Files and text: read with a bound, decoded, parsed strictly, written atomically, printed safely."""
