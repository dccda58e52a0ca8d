"""Commands as whole processes: how long they take, and how much memory."""

import json
import os
import subprocess
import sys
import time
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

GOSTOP = Path(sys.executable).parent / "gostop"


@dataclass(frozen=True)
class Cost:
    """What a process took: seconds on the clock, and megabytes at most."""

    seconds: float
    megabytes: float
    output: str


def run(*command: str | Path, environment: Mapping[str, str] | None = None) -> Cost:
    """Run a command to its end; raises RuntimeError with what it said if it fails."""
    began = time.perf_counter()
    with subprocess.Popen(
        command,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, **(environment or {})},
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        output, errors = process.stdout.read(), process.stderr.read()
        # The usage of this child alone; communicate() would reap it without telling.
        _, status, usage = os.wait4(process.pid, 0)
        seconds = time.perf_counter() - began
        process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise RuntimeError(f"{' '.join(map(str, command))} failed: {errors.strip()[-500:]}")
    unit = 1 if sys.platform == "darwin" else 1024
    return Cost(seconds, usage.ru_maxrss * unit / 1e6, output)


def gostop(*arguments: str | Path, environment: Mapping[str, str] | None = None) -> Cost:
    """Run a command of gostop."""
    return run(GOSTOP, *arguments, environment=environment)


def bench(*arguments: str) -> dict[str, Any]:
    """Run ``gostop bench`` in a process of its own, and read its figures."""
    told: dict[str, Any] = json.loads(gostop("bench", *arguments, "--json").output)
    return told
