"""Runs programs one after the other, and prints what each comes to: a JSON line each."""

import json
import sys
import traceback

from plumbline_sdk import program as programs
from plumbline_sdk.run import run_file

for file in sys.argv[1:]:
    try:
        with programs.running(programs.Program()) as program:
            run_file(file)
            print(json.dumps({"declaration": program.result().declaration}))
    except Exception:
        print(json.dumps({"failed": traceback.format_exc()}))
