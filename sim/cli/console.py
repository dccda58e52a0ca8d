"""The console that results are printed on; Rich is loaded when it is made."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.console import Console

__all__ = ["plain_console"]


def plain_console() -> "Console":
    """Return a console on standard output that prints texts as they are.

    A value such as ["jjok"] must not be taken for markup, nor ":name:" for a picture.
    """
    from rich.console import Console

    return Console(markup=False, emoji=False, highlight=False)
