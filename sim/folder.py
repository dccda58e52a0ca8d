"""A run's folder: which files it has, and how they come to be there whole.

==================== ==============================================================================
plan.json            the plan; written first, never changed
games-000000.parquet games 0 to 999,999, and so on; not with detail "summary"
games-000000.json    the same games' summary; its presence says that the shard is complete
sessions.json        where, when and how fast it was run: nothing that results depend on
.lock                held while a process writes
==================== ==============================================================================

Every file is written beside its place and renamed when it is whole, so a run can be killed at any
instant.
"""

import contextlib
import json
import os
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from gostop.errors import InputError
from gostop.plan import Plan
from gostop.summary import Summary

SHARD_GAMES = 1_000_000
"""Games a shard: fixed, since it decides which games lie in which file."""

_SUMMARY_NAME = re.compile(r"games-(\d{6,})\.json")


class RunFolder:
    """The files of one run.

    Parameters
    ----------
    path : str or Path
    """

    def __init__(self, path: str | os.PathLike[str]) -> None:
        self.path = Path(path)

    @property
    def plan_path(self) -> Path:
        """File of the plan."""
        return self.path / "plan.json"

    def rows_path(self, shard: int) -> Path:
        """File of a shard's rows."""
        return self.path / f"games-{shard:06d}.parquet"

    def summary_path(self, shard: int) -> Path:
        """File of a shard's summary."""
        return self.path / f"games-{shard:06d}.json"

    def read_plan(self) -> Plan:
        """The plan of the run that lies here.

        Raises
        ------
        InputError
            If there is no run here, or one of another version.
        """
        if not self.path.exists():
            raise InputError(f"run '{self.path}' does not exist: name a folder made by --out")
        if not self.plan_path.is_file():
            raise InputError(f"'{self.path}' holds no run of gostop: it has no plan.json")
        return Plan.from_dict(_read_json(self.plan_path), str(self.plan_path))

    def prepare(self, plan: Plan) -> None:
        """Make the folder, or check that the run in it has the same plan.

        Raises
        ------
        InputError
            If the folder cannot be used.
        """
        if self.plan_path.is_file():
            self._check_same(plan)
            return
        if self.path.exists() and not self.path.is_dir():
            raise InputError(f"out '{self.path}' is a file: name a folder that is new or empty")
        with _explained(self.path):
            if self.path.exists() and any(self.path.iterdir()):
                raise InputError(
                    f"out '{self.path}' holds other files and no run: name a new or empty folder"
                )
            made = [one for one in (self.path, *self.path.parents) if not one.exists()]
            try:
                self.path.mkdir(parents=True, exist_ok=True)
                write_text(self.plan_path, plan.json)
            except OSError:
                for folder in made:
                    with contextlib.suppress(OSError):
                        folder.rmdir()
                raise

    def _check_same(self, plan: Plan) -> None:
        there = self.read_plan()
        differences = plan.differences(there)
        if differences:
            raise InputError(
                f"out '{self.path}' holds a run of another plan ({'; '.join(differences)}): "
                "name another folder, or repeat the plan that is there"
            )

    @contextmanager
    def writing(self) -> Iterator[None]:
        """Hold the folder's lock, having cleared away what a killed process left.

        Raises
        ------
        InputError
            If another process is writing here, or nothing can be written.
        """
        with _explained(self.path), open(self.path / ".lock", "w") as lock:
            if not _lock(lock.fileno()):
                raise InputError(f"out '{self.path}' is being written by another gostop: wait")
            for left in self.path.glob("*.part"):
                left.unlink()
            yield

    def complete_shards(self) -> dict[int, int]:
        """Number of games in each complete shard, by shard."""
        found = {}
        for path in sorted(self.path.glob("games-*.json")):
            name = _SUMMARY_NAME.fullmatch(path.name)
            if name:
                found[int(name[1])] = int(_read_json(path)["games"])
        return found

    def read_summary(self, shard: int) -> Summary:
        """Summary of a complete shard."""
        data = _read_json(self.summary_path(shard))
        try:
            return Summary.from_dict(data["summary"])
        except (KeyError, TypeError, ValueError, IndexError):
            raise InputError(f"'{self.summary_path(shard)}' is damaged: delete it and run again") from None

    def write_summary(self, shard: int, games: int, summary: Summary) -> None:
        """Declare a shard complete."""
        data = {"first_game": shard * SHARD_GAMES, "games": games, "summary": summary.to_dict()}
        write_text(self.summary_path(shard), json.dumps(data))

    def add_session(self, session: dict[str, Any]) -> None:
        """Note where, when and how fast a part of the run was played."""
        path = self.path / "sessions.json"
        sessions = _read_json(path)["sessions"] if path.exists() else []
        write_text(path, json.dumps({"sessions": [*sessions, session]}, indent=2))


def _read_json(path: Path) -> Any:
    try:
        return json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise InputError(f"'{path}' cannot be read: {error.strerror}") from None
    except ValueError:
        raise InputError(f"'{path}' is damaged: it is not JSON") from None


def write_whole(path: Path, write: Callable[[Path], None]) -> None:
    """Let `write` make a file beside `path`, and put it there when it is whole."""
    part = path.with_name(path.name + ".part")
    try:
        write(part)
        os.replace(part, path)
    except BaseException:
        part.unlink(missing_ok=True)
        raise


def write_text(path: Path, text: str) -> None:
    """Write a text file, whole or not at all."""
    write_whole(path, lambda part: part.write_text(text + "\n", encoding="utf-8") and None)


@contextmanager
def _explained(path: Path) -> Iterator[None]:
    """Turn the system's refusal to write under `path` into a sentence."""
    try:
        yield
    except OSError as error:
        raise InputError(
            f"out '{path}' cannot be written: {error.strerror or error}; "
            "what is complete stays, and the same command goes on from there"
        ) from error


def _lock(descriptor: int) -> bool:
    """Lock a file for this process until it is closed; False where another holds it."""
    try:
        import fcntl
    except ImportError:  # Windows: two processes at once are the user's own affair there
        return True
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True
