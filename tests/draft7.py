"""A small judge of JSON Schema, draft 7, for the tests of the schemas that editors use."""

import re

ANNOTATIONS = {"$schema", "title", "description", "default", "definitions"}
TYPES = {"object": dict, "array": list, "string": str, "boolean": bool, "null": type(None)}
SIZES = {"Length": str, "Items": list}


class Draft7:
    """The part of JSON Schema, draft 7, that the file uses; any other keyword is an error of the file."""

    def __init__(self, root):
        self.root = root

    def fits(self, schema, value):
        """Whether a value fits; by draft 7 whatever stands beside a $ref is passed over."""
        if "$ref" in schema:
            assert set(schema) == {"$ref"}
            return self.fits(self.at(schema["$ref"]), value)
        return all(self.word(schema, word, value) for word in schema if word not in ANNOTATIONS)

    def at(self, reference):
        found = self.root
        for key in reference.removeprefix("#/").split("/"):
            found = found[key]
        return found

    def word(self, schema, word, value):
        said = schema[word]
        number = isinstance(value, int | float) and not isinstance(value, bool)
        match word:
            case "type" if said in ("number", "integer"):
                return number and (said == "number" or value == int(value))
            case "type":
                return isinstance(value, TYPES[said])
            case "const":
                return value == said
            case "enum":
                return value in said
            case "pattern":
                return not isinstance(value, str) or re.search(said, value) is not None
            case "minimum" | "maximum" | "exclusiveMinimum":
                less = {"minimum": said <= value, "maximum": value <= said} if number else {}
                return not number or less.get(word, said < value)
            case "minLength" | "maxLength" | "minItems" | "maxItems":
                if not isinstance(value, SIZES[word[3:]]):
                    return True
                return said <= len(value) if word.startswith("min") else len(value) <= said
            case "required":
                return not isinstance(value, dict) or set(said) <= set(value)
            case "allOf" | "anyOf" | "oneOf":
                fitting = sum(self.fits(part, value) for part in said)
                return {"allOf": fitting == len(said), "anyOf": fitting > 0, "oneOf": fitting == 1}[word]
            case "items":
                entries = value if isinstance(value, list) else []
                parts = said if isinstance(said, list) else [said] * len(entries)
                return all(self.fits(*pair) for pair in zip(parts, entries, strict=False))
            case "properties":
                inner = [
                    (part, value[key])
                    for key, part in said.items()
                    if isinstance(value, dict) and key in value
                ]
                return all(self.fits(*pair) for pair in inner)
            case "propertyNames":
                return all(self.fits(said, key) for key in value) if isinstance(value, dict) else True
            case "additionalProperties":
                others = set(value) - set(schema.get("properties", {})) if isinstance(value, dict) else set()
                return not others if said is False else all(self.fits(said, value[key]) for key in others)
        raise AssertionError(f"{word} is no keyword of draft 7 that this test knows")
