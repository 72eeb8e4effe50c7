"""What the program writes as JSON, held against its schemas by a complete validator (jsonschema)."""

import json
import subprocess
import sys

from jsonschema import Draft202012Validator

PROGRAM = sys.argv[1]
GAMES = b'[Event "1"]\n{first} 1. 32-28 {a} 19-23! (1... 18-22 $5) 2. 28x19 1-1\n1. 31-26 99-1 0-2\n'


def written(*arguments):
    run = subprocess.run([PROGRAM, *arguments], input=GAMES, stdout=subprocess.PIPE)
    return run.stdout.decode()


def check(schema, *commands):
    schema = json.loads(schema)
    Draft202012Validator.check_schema(schema)
    validator = Draft202012Validator(schema)
    for command in commands:
        records = [json.loads(line) for line in written(*command).splitlines()]
        assert records, command
        for record in records:
            validator.validate(record)
            assert not validator.is_valid({**record, "schema": 2}), record
        print(f"{len(records)} records of {' '.join(command)} keep to their schema")


check(
    written("pdn", "schema"),
    ["pdn", "check", "--json", "-"],
    ["pdn", "convert", "--to=json", "-"],
    ["pdn", "stats", "--json", "-"],
)
quick = ["--json", "--depth=2", "--tt-size=12"]
check(
    written("analyze", "--json-schema"),
    ["analyze", "start", *quick],
    ["analyze", "-", "--as=games", *quick],
)
