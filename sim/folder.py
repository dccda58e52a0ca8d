"""A run's folder: which files it has, and how they come to be there whole.

==================== ==============================================================================
plan.json            the plan; written first, never changed
games-000000.parquet games 0 to 999,999, and so on; not with detail "summary"
games-000000.json    the same games' summary; its presence says that the shard is complete
sessions.json        where, when and how fast it was run: nothing that results depend on
.lock                held while a process writes
==================== ==============================================================================

Every file is written beside its place and renamed when it is whole, so a run can be killed at any
instant. Where a shard was being replaced by a longer one, there may then be more rows than its
summary counts; readers take as many as it counts, and the next `simulate` writes both anew.
"""

import json
import os
import re
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Any

from gostop.errors import InputError
from gostop.plan import Plan
from gostop.summary import Summary

SHARD_GAMES = 1_000_000
"""Games a shard: fixed, since it decides which games lie in which file."""

ROW_GROUP_GAMES = 250_000
"""Games a row group of a file: what is read at once where a run is gone through."""


def shard_range(shard: int, games: int) -> tuple[int, int]:
    """First game of a shard, and how many it has in a run of `games` games."""
    first = shard * SHARD_GAMES
    return first, min(games - first, SHARD_GAMES)


def shard_count(games: int) -> int:
    """Number of shards of a run of `games` games."""
    return -(-games // SHARD_GAMES)


_SUMMARY_NAME = re.compile(r"games-(\d{6,})\.json")
_PART_NAME = re.compile(r"(games-\d{6,}|plan|sessions)\.(json|parquet)\.part")


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
        if not os.path.exists(self.path):
            raise InputError(f"run '{self.path}' does not exist: name a folder made by --out")
        if not os.path.isfile(self.plan_path):
            raise InputError(f"'{self.path}' holds no run of gostop: it has no plan.json")
        try:
            return Plan.from_dict(_read_json(self.plan_path), str(self.plan_path))
        except _UnreadableError as error:
            raise InputError(
                f"'{self.plan_path}' cannot be read ({error}): simulate into another folder"
            ) from None

    @contextmanager
    def writing(self, plan: Plan) -> Iterator[None]:
        """Hold the folder for `plan`: made, locked, cleared of what a killed process left.

        Raises
        ------
        InputError
            If it holds anything but a run of this plan, another process is writing there, or
            nothing can be written. A folder that was not there before is not there after.
        """
        with ExitStack() as held:
            with _explained(self.path, "name a folder that can be written"):
                self._check_usable(plan)
                held.enter_context(self._made())
                lock = held.enter_context(open(self.path / ".lock", "w"))
                if not _lock(lock.fileno()):
                    raise InputError(
                        f"out '{self.path}' is being written by another gostop: "
                        "wait for it, or name another folder"
                    )
                self._check_usable(plan)
                self._begin(plan)
            yield

    def _begin(self, plan: Plan) -> None:
        for name in os.listdir(self.path):
            if _PART_NAME.fullmatch(name):
                (self.path / name).unlink()
        if not self.plan_path.exists():
            write_text(self.plan_path, plan.json)

    def _check_usable(self, plan: Plan) -> None:
        if os.path.isfile(self.plan_path):
            self._check_same(plan)
        elif self.path.is_dir():
            # A hidden file, like our lock or a file browser's notes, is nobody's work.
            if any(not (n[0] == "." or _PART_NAME.fullmatch(n)) for n in os.listdir(self.path)):
                raise InputError(
                    f"out '{self.path}' holds other files and no run: name a new or empty folder"
                )
        elif self.path.exists():
            raise InputError(f"out '{self.path}' is a file: name a folder that is new or empty")

    def _check_same(self, plan: Plan) -> None:
        there = self.read_plan()
        differences = plan.differences(there)
        if differences:
            raise InputError(
                f"out '{self.path}' holds a run of another plan ({'; '.join(differences)}): "
                "name another folder, or repeat the plan that is there"
            )

    @contextmanager
    def _made(self) -> Iterator[None]:
        """Make the folder and those above it; take them away again if no plan came into it."""
        made = [one for one in (self.path, *self.path.parents) if not one.exists()]
        try:
            self.path.mkdir(parents=True, exist_ok=True)
            yield
        finally:
            if made and not os.path.exists(self.plan_path):
                with suppress(OSError):
                    (self.path / ".lock").unlink()
                for folder in made:
                    with suppress(OSError):
                        folder.rmdir()

    def shards(self) -> list[int]:
        """Numbers of the shards that were declared complete, in order."""
        names = map(_SUMMARY_NAME.fullmatch, os.listdir(self.path))
        return sorted(int(name[1]) for name in names if name)

    def read_summary(self, shard: int) -> Summary:
        """Summary of a complete shard.

        Raises
        ------
        InputError
            If its file is damaged.
        """
        path = self.summary_path(shard)
        try:
            data = _read_json(path)
            summary = Summary.from_dict(data["summary"])
            if data["games"] == summary.games and 1 <= summary.games <= SHARD_GAMES:
                return summary
        except _UnreadableError as error:
            raise damaged(path, error) from None
        except (KeyError, TypeError, ValueError, IndexError, OverflowError):
            pass
        raise damaged(path, "it is no summary of games")

    def write_summary(self, shard: int, summary: Summary) -> None:
        """Declare a shard complete."""
        first = shard * SHARD_GAMES
        data = {"first_game": first, "games": summary.games, "summary": summary.to_dict()}
        write_text(self.summary_path(shard), json.dumps(data))

    def add_session(self, session: dict[str, Any]) -> None:
        """Note where, when and how fast a part of the run was played."""
        path = self.path / "sessions.json"
        try:
            sessions = list(_read_json(path)["sessions"])
        except (
            _UnreadableError,
            KeyError,
            TypeError,
        ):  # absent or damaged: no result depends on it
            sessions = []
        write_text(path, json.dumps({"sessions": [*sessions, session]}, indent=2))


def damaged(path: Path, why: object) -> InputError:
    """The error that a file of a shard cannot be read, with what mends it."""
    return InputError(
        f"'{path}' cannot be read ({why}): repeat the simulate command of this run, "
        "which plays the games of damaged and lost files again"
    )


class _UnreadableError(Exception):
    """Why a file cannot be read."""


def _read_json(path: Path) -> Any:
    try:
        return json.loads(path.read_bytes())
    except OSError as error:
        raise _UnreadableError(error.strerror) from None
    except (ValueError, RecursionError):
        raise _UnreadableError("it is not JSON") from None


def write_whole(path: Path, write: Callable[[Path], None]) -> None:
    """Let `write` make a file beside `path`, and put it there when it is whole and on the disk.

    Raises
    ------
    InputError
        If it cannot be written.
    """
    part = path.with_name(path.name + ".part")
    with _explained(path, "mend that and repeat the command, which goes on from what is complete"):
        try:
            write(part)
            with open(part, "rb+") as file:
                os.fsync(file.fileno())
            os.replace(part, path)
        except BaseException:
            with suppress(OSError):
                part.unlink(missing_ok=True)
            raise


def write_text(path: Path, text: str) -> None:
    """Write a text file, whole or not at all."""

    def write(part: Path) -> None:
        part.write_text(text + "\n", encoding="utf-8")

    write_whole(path, write)


@contextmanager
def _explained(path: Path, remedy: str) -> Iterator[None]:
    """Turn the system's refusal to write `path` into a sentence."""
    try:
        yield
    except OSError as error:
        reason = os.strerror(error.errno) if error.errno else error
        raise InputError(f"'{path}' cannot be written ({reason}): {remedy}") from error


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
