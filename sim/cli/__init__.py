"""The command line: `gostop`.

Only Typer is loaded to print a help text; what computes is loaded by the command that needs it.
"""

import sys
from io import TextIOWrapper
from typing import Annotated

import typer

from gostop import __version__
from gostop.cli import rules as rules_commands
from gostop.errors import InputError

BAD_INPUT, INTERRUPTED = 2, 130
OPPONENT = "heuristic"
"""Whom `gostop play` seats where nobody is named."""

app = typer.Typer(
    help="Go-Stop (고스톱, 맞고): play seeded games by the million and study them.",
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    no_args_is_help=True,
    add_completion=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
app.add_typer(rules_commands.app, name="rules", help="Show, list and check rule sets.")

RulesOption = Annotated[
    str, typer.Option("--rules", metavar="NAME|FILE", help="A preset or a rule file.")
]
SetOption = Annotated[
    list[str],
    typer.Option("--set", metavar="FIELD=VALUE", help="Change one field of the rules; repeatable."),
]
PolicyOption = Annotated[
    str,
    typer.Option(
        "--policy", metavar="P[,Q,R]", help="Players: random, greedy, heuristic, FILE.py:NAME."
    ),
]
ThreadsOption = Annotated[
    str | None,
    typer.Option("--threads", metavar="N", help="Default: one for each processor."),
]
PictureOption = Annotated[
    str | None,
    typer.Option("--picture", metavar="FILE", help="Draw it, too: .png, .svg or .pdf."),
]
JsonOption = Annotated[bool, typer.Option("--json", help="Print one JSON document instead.")]


AsciiOption = Annotated[
    bool, typer.Option("--ascii", help="Print no Korean: cards as 8G, terms in Latin letters.")
]
RecordArgument = Annotated[
    str, typer.Argument(metavar="FILE", help="A game record, or the name of an example: tan.")
]


def _print_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"gostop {__version__}")
        raise typer.Exit


@app.callback()
def root(
    version: Annotated[
        bool, typer.Option("--version", callback=_print_version, is_eager=True, help="Print it.")
    ] = False,
) -> None:
    """Take the options that belong to no command."""


@app.command(short_help="Play seeded games, in memory or into a folder.")
def simulate(
    rules: RulesOption = "arcade3",
    set_: SetOption = [],  # noqa: B006 - Typer reads the default and never changes it
    policy: PolicyOption = "random",
    games: Annotated[
        str, typer.Option("--games", metavar="N", help="How many: 1_000_000, 1M, 1e6.")
    ] = "1M",
    seed: Annotated[str, typer.Option("--seed", metavar="N", help="0 to 2**64 - 1.")] = "0",
    out: Annotated[
        str | None,
        typer.Option("--out", metavar="FOLDER", help="Write Parquet there; default: only report."),
    ] = None,
    rotate: Annotated[
        bool, typer.Option("--rotate", help="Move every player one seat on from game to game.")
    ] = False,
    detail: Annotated[
        str,
        typer.Option("--detail", metavar="LEVEL", help="Columns in FOLDER: default, seats, full."),
    ] = "default",
    summary_only: Annotated[
        bool, typer.Option("--summary-only", help="Keep counts and histograms, no rows.")
    ] = False,
    threads: ThreadsOption = None,
) -> None:
    """Play seeded games; the same command finishes a broken run, a larger --games extends it."""
    from gostop.cli.simulate import simulate_command

    simulate_command(
        rules=rules,
        settings=set_,
        policy=policy,
        games=games,
        seed=seed,
        out=out,
        rotate=rotate,
        detail=detail,
        summary_only=summary_only,
        threads=threads,
    )


@app.command()
def report(
    run: Annotated[str, typer.Argument(metavar="RUN", help="Folder made by simulate --out.")],
    where: Annotated[
        str | None,
        typer.Option("--where", metavar="EXPR", help='Only such games, as "goes >= 3"; from rows.'),
    ] = None,
    rows: Annotated[
        bool, typer.Option("--rows", help="Count all rows anew, not the totals kept beside them.")
    ] = False,
    as_json: JsonOption = False,
) -> None:
    """Tell how a run's games went, or some of them, with 95 % intervals."""
    from gostop.cli.report import report_command

    report_command(run, where, rows, as_json)


@app.command()
def replay(
    file: RecordArgument,
    as_json: JsonOption = False,
    ascii: AsciiOption = False,
) -> None:
    """Play a game record and print it turn by turn; exits with 1 where it expects otherwise."""
    from gostop.cli.replay import replay_command

    replay_command(file, as_json, ascii)


@app.command()
def settle(
    file: RecordArgument,
    as_json: JsonOption = False,
    ascii: AsciiOption = False,
) -> None:
    """Work out who pays whom in a finished position: a record with its winner at the top."""
    from gostop.cli.replay import settle_command

    settle_command(file, as_json, ascii)


@app.command()
def score(
    cards: Annotated[str, typer.Argument(metavar='"CARDS"', help="Captured cards: 1광 3광 8광.")],
    rules: RulesOption = "arcade3",
    set_: SetOption = [],  # noqa: B006
    as_json: JsonOption = False,
    ascii: AsciiOption = False,
) -> None:
    """Count the points of captured cards, part by part."""
    from gostop.cli.replay import score_command

    score_command(cards, rules, set_, as_json, ascii)


@app.command()
def show(
    run: Annotated[
        str | None, typer.Argument(metavar="[RUN]", help="Folder made by simulate --out.")
    ] = None,
    game: Annotated[str, typer.Option("--game", metavar="N", help="Which game, from 0.")] = "0",
    rules: Annotated[
        str | None,
        typer.Option("--rules", metavar="NAME|FILE", help="Without a run: a preset or rule file."),
    ] = None,
    set_: SetOption = [],  # noqa: B006
    seed: Annotated[str, typer.Option("--seed", metavar="N", help="Without a run.")] = "0",
    policy: PolicyOption = "random",
    rotate: Annotated[
        bool, typer.Option("--rotate", help="Without a run: players move on from game to game.")
    ] = False,
    record: Annotated[
        bool, typer.Option("--record", help="Print a game record that replay reads.")
    ] = False,
    as_json: JsonOption = False,
    ascii: AsciiOption = False,
) -> None:
    """Play one game of a run again, or of a seed, and print it move by move."""
    from gostop.cli.replay import show_command

    show_command(
        run=run,
        game=game,
        rules=rules,
        settings=set_,
        seed=seed,
        policy=policy,
        rotate=rotate,
        record=record,
        as_json=as_json,
        ascii=ascii,
    )


@app.command()
def match(
    rules: RulesOption = "arcade3",
    set_: SetOption = [],  # noqa: B006
    a: Annotated[str | None, typer.Option("--a", metavar="P", help="Has one seat.")] = None,
    b: Annotated[str | None, typer.Option("--b", metavar="Q", help="Has the others.")] = None,
    field: Annotated[
        str | None,
        typer.Option("--field", metavar="P,Q,...", help="Instead: every one against every other."),
    ] = None,
    deals: Annotated[
        str, typer.Option("--deals", metavar="N", help="Each is played from every seat.")
    ] = "100k",
    seed: Annotated[str, typer.Option("--seed", metavar="N", help="0 to 2**64 - 1.")] = "0",
    threads: ThreadsOption = None,
    as_json: JsonOption = False,
) -> None:
    """Compare players on the same deals, from every seat: wins and payments with 95 % intervals."""
    from gostop.cli.match import match_command

    match_command(
        rules=rules,
        settings=set_,
        a=a,
        b=b,
        field=field,
        deals=deals,
        seed=seed,
        threads=threads,
        as_json=as_json,
    )


@app.command()
def compare(
    rules: RulesOption = "arcade3",
    set_: SetOption = [],  # noqa: B006
    to: Annotated[
        str | None, typer.Option("--to", metavar="NAME|FILE", help="Compare to these rules.")
    ] = None,
    sweep: Annotated[
        str | None,
        typer.Option("--sweep", metavar="FIELD=A,B,C", help="Values compared to the rules' own."),
    ] = None,
    policy: PolicyOption = "random",
    games: Annotated[str, typer.Option("--games", metavar="N", help="Deals.")] = "1M",
    seed: Annotated[str, typer.Option("--seed", metavar="N", help="0 to 2**64 - 1.")] = "0",
    threads: ThreadsOption = None,
    picture: PictureOption = None,
    as_json: JsonOption = False,
) -> None:
    """Tell what --set changes, on the same deals: wins, payments, length, ends, with intervals."""
    from gostop.cli.compare import compare_command

    compare_command(
        rules=rules,
        to=to,
        settings=set_,
        swept=sweep,
        policy=policy,
        games=games,
        seed=seed,
        threads=threads,
        picture=picture,
        as_json=as_json,
    )


@app.command(name="go-stop")
def go_stop(
    rules: RulesOption = "arcade3",
    set_: SetOption = [],  # noqa: B006
    policy: PolicyOption = "greedy",
    games: Annotated[str, typer.Option("--games", metavar="N", help="Deals.")] = "100k",
    seed: Annotated[str, typer.Option("--seed", metavar="N", help="0 to 2**64 - 1.")] = "0",
    along: Annotated[
        str,
        typer.Option("--along", metavar="go|policy", help="How choices before a choice went."),
    ] = "go",
    threads: ThreadsOption = None,
    picture: PictureOption = None,
    as_json: JsonOption = False,
) -> None:
    """Play every go-or-stop choice both ways, on the same cards, and tell when go pays."""
    from gostop.cli.go_stop import go_stop_command

    go_stop_command(
        rules=rules,
        settings=set_,
        policy=policy,
        games=games,
        seed=seed,
        along=along,
        threads=threads,
        picture=picture,
        as_json=as_json,
    )


@app.command()
def play(
    rules: RulesOption = "arcade2",
    set_: SetOption = [],  # noqa: B006
    against: Annotated[
        str,
        typer.Option(
            "--against", metavar="P[,Q]", help="Your opponents: heuristic, greedy, random."
        ),
    ] = OPPONENT,
    seed: Annotated[
        str | None, typer.Option("--seed", metavar="N", help="Default: drawn, and shown.")
    ] = None,
    game: Annotated[str, typer.Option("--game", metavar="N", help="Which game, from 0.")] = "0",
    seat: Annotated[
        str, typer.Option("--seat", metavar="S", help="Where you sit; seat 0 plays first.")
    ] = "0",
    ascii: AsciiOption = False,
) -> None:
    """Sit down and play against policies in this terminal."""
    from gostop.cli.play import play_command

    play_command(
        rules=rules,
        settings=set_,
        against=against,
        seed=seed,
        game=game,
        seat=seat,
        ascii=ascii,
    )


@app.command()
def bench(
    rules: RulesOption = "arcade3",
    set_: SetOption = [],  # noqa: B006
    policy: PolicyOption = "random",
    games: Annotated[str, typer.Option("--games", metavar="N", help="Games to time.")] = "4M",
    threads: ThreadsOption = None,
    as_json: JsonOption = False,
) -> None:
    """Time the kernels, with nothing written."""
    from gostop.cli.bench import bench_command

    bench_command(rules, set_, policy, games, threads, as_json)


@app.command()
def warm() -> None:
    """Compile the kernels ahead of the first run."""
    from gostop.cli.bench import warm_command

    warm_command()


def main() -> None:
    """Run the command line, and turn what can go wrong into a sentence and an exit code."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):  # a terminal without Korean still gets all else
            stream.reconfigure(errors="backslashreplace")
    try:
        app()
    except InputError as error:
        print(f"gostop: {error}", file=sys.stderr)
        sys.exit(BAD_INPUT)
    except KeyboardInterrupt:
        print("gostop: interrupted", file=sys.stderr)
        sys.exit(INTERRUPTED)
