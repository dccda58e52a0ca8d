"""Measure everything in the README's table: ``python -m benchmarks [--quick] [--write] [NAME]``.

Needs gostop installed in this Python, and a C compiler for the yardstick.
"""

import argparse
import datetime
import os
import platform
import sys
from collections.abc import Sequence
from pathlib import Path

from benchmarks.measures import MEASURES, Row, Scale, rewrite

README = Path(__file__).parent.parent / "README.md"


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the measures named, all by default, and print the table."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help=", ".join(MEASURES))
    parser.add_argument("--quick", action="store_true", help="a tenth of the games, two pairs")
    parser.add_argument("--write", action="store_true", help="rewrite the README's table")
    given = parser.parse_args(arguments)
    if unknown := [name for name in given.names if name not in MEASURES]:
        parser.error(f"there is no measure {unknown[0]}: choose from {', '.join(MEASURES)}")
    rows: list[Row] = []
    for name in given.names or MEASURES:
        for row in MEASURES[name](Scale(given.quick)):
            print(f"{row.what}: {row.measured} {row.ratio}".rstrip(), file=sys.stderr, flush=True)
            rows.append(row)
    table = markdown(rows)
    if given.write:
        README.write_text(rewrite(README.read_text(encoding="utf-8"), table), encoding="utf-8")
    else:
        print(table, end="")


def markdown(rows: Sequence[Row]) -> str:
    """Return the table with where and when it was measured."""
    lines = [f"{machine()}:", "", "| what | measured | |", "|---|---|---|"]
    lines += [f"| {row.what} | {row.measured} | {row.ratio} |" for row in rows]
    return "\n".join([*lines, ""])


def machine() -> str:
    """Name the machine, the versions and the day."""
    import llvmlite
    import numba
    import numpy

    import gostop

    return (
        f"gostop {gostop.__version__}, {_processor()}, {os.cpu_count()} processors, "
        f"{platform.system()}; Python {platform.python_version()}, Numba {numba.__version__}, "
        f"llvmlite {llvmlite.__version__}, NumPy {numpy.__version__}; "
        f"{datetime.date.today():%d %B %Y}"
    )


def _processor() -> str:
    """Name the processor as the system does."""
    try:
        told = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        return platform.processor() or platform.machine()
    names = [line.split(":", 1)[1].strip() for line in told if line.startswith("model name")]
    return names[0] if names else platform.machine()


if __name__ == "__main__":
    main()
