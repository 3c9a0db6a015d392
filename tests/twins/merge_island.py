#!/usr/bin/env python3
"""merge-island in Python: plays the reference run and prints the summary after every tick.

Usage: merge_island.py [CONFIG]

CONFIG is merge-island.json, by default the repository's. Exit code 0: played. 2: the config cannot
be read or is not exactly what the rules allow; the message names file and field.
"""

import json
import os
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
DEFAULT = os.path.join(HERE, "..", "..", "games", "mergeisland", "merge-island.json")
FILE_MAX = 64 << 10  # bytes
WORD = 2**32 - 1

# The numbers of the file in its order, each with the least and the greatest that is allowed.
NUMBERS = {
    "seed": (0, WORD),
    "stepMs": (1, 1000),
    "accel": (1, 10_000),
    "frictionNum": (0, 1_000_000),
    "frictionDen": (1, 1_000_000),
    "maxStepsPerFrame": (1, 10_000),
    "rngMultiplier": (0, WORD),
    "rngIncrement": (0, WORD),
}


class ConfigError(Exception):
    """Says which field is wrong, what it is and what is allowed."""

    def __init__(self, field, value, want):
        super().__init__(f"{field} is {value}: want {want}")


class Fields(list):
    """A JSON object as a list of (name, value), so that doubles are seen."""


def want(name):
    """Says what a field may be."""
    if name == "version":
        return "1"
    if name == "game":
        return '"merge-island"'
    if name == "note":
        return "a text"
    low, high = NUMBERS[name]
    return f"a whole number from {low} to {high}"


def allowed(name, value):
    """Reports whether a field may have the value. True is an int for Python and none for JSON."""
    if name == "version":
        return type(value) is int and value == 1
    if name == "game":
        return value == "merge-island"
    if name == "note":
        return type(value) is str
    low, high = NUMBERS[name]
    return type(value) is int and low <= value <= high


def no_constant(text):
    """Refuses NaN and Infinity, which Python reads and JSON does not have."""
    raise ValueError(text)


def parse(data):
    """Returns the fields of a config file as a dict, or raises ConfigError."""
    if len(data) > FILE_MAX:
        raise ConfigError("the file", f"{len(data)} bytes long", f"at most {FILE_MAX}")
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        raise ConfigError("the file", "not UTF-8", "one JSON object") from None
    try:
        fields = json.loads(text, object_pairs_hook=Fields, parse_constant=no_constant)
    except (ValueError, RecursionError):
        raise ConfigError("the file", "not JSON", "one JSON object") from None
    if not isinstance(fields, Fields):
        raise ConfigError("the file", text.strip()[:40], "one JSON object")
    required = ["version", "game", *NUMBERS]
    config = {}
    for name, value in fields:
        if name in config:
            raise ConfigError(name[:40], "given twice", "it once")
        if name not in required and name != "note":
            raise ConfigError(name[:40], "unknown", "one of " + ", ".join([*required, "note"]))
        if not allowed(name, value):
            raise ConfigError(name, json.dumps(value, ensure_ascii=False)[:40], want(name))
        config[name] = value
    for name in required:
        if name not in config:
            raise ConfigError(name, "missing", want(name))
    num, den = config["frictionNum"], config["frictionDen"]
    if num > den:
        raise ConfigError("frictionNum", num, f"at most frictionDen, {den}")
    return config


def play(config, ticks, move):
    """Yields the summary after every tick; move(tick) is the input. Nothing is dropped."""
    pos_x = pos_y = vel_x = vel_y = score = 0
    rng = config["seed"]
    for tick in range(ticks):
        vel_x += move(tick) * config["accel"]
        # Python's // rounds down, also below zero.
        vel_x = vel_x * config["frictionNum"] // config["frictionDen"]
        pos_x += vel_x
        vel_y += 1
        pos_y += vel_y
        rng = (rng * config["rngMultiplier"] + config["rngIncrement"]) % 2**32
        score += rng % 7
        yield f"{tick + 1}|{pos_x}|{pos_y}|{vel_x}|{vel_y}|{score}|{rng}|0"


def main(argv):
    if len(argv) > 2:
        print("usage: merge_island.py [CONFIG]", file=sys.stderr)
        return 2
    file = argv[1] if len(argv) == 2 else DEFAULT
    try:
        with open(file, "rb") as f:
            config = parse(f.read(FILE_MAX + 1))
    except (OSError, ConfigError) as error:
        print(f"merge_island.py: {os.path.basename(file)}: {error}", file=sys.stderr)
        return 2
    for line in play(config, 100, lambda tick: 1 if tick // 20 % 2 == 0 else -1):
        print(line)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv))
