"""Pictures that commands write to a file."""

import sys
import warnings
from pathlib import Path
from typing import Any

from gostop.errors import InputError

SUFFIXES = (".png", ".svg", ".pdf")


def check_picture(path: str | None) -> None:
    """Refuse, before anything is played, a file that no picture can be written to.

    Raises
    ------
    InputError
        If its kind is unknown, its folder is not there, or Matplotlib is not installed.
    """
    if path is None:
        return
    file = Path(path)
    if file.suffix.lower() not in SUFFIXES:
        raise InputError(f"--picture '{path}' must end in {', '.join(SUFFIXES)}")
    if not file.absolute().parent.is_dir():
        raise InputError(f"--picture '{path}': there is no folder '{file.parent}'")
    from gostop.analysis.plots import check_matplotlib

    check_matplotlib()


def save_picture(name: str, told: Any, path: str) -> None:
    """Draw `told` with the function of that name in `gostop.analysis.plots`, into a file."""
    from gostop.analysis import plots

    with warnings.catch_warnings(record=True) as notices:
        try:
            getattr(plots, name)(told).savefig(path)
        except OSError as error:
            raise InputError(f"--picture '{path}' cannot be written: {error.strerror}") from None
    for notice in notices:
        print(f"gostop: {notice.message}", file=sys.stderr)
