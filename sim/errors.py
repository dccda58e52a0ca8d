"""The one kind of error that a user's input can cause."""


class InputError(ValueError):
    """Bad input: one sentence that names the thing, the place and what would be right.

    The command line prints the sentence on standard error and exits with code 2.
    """
