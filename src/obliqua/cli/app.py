"""The commands, and what becomes of whatever goes wrong in them."""

from __future__ import annotations

import inspect
import os
import sys
import traceback
from collections.abc import Callable
from typing import Annotated, Any

import typer

from obliqua.cli.compare import compare
from obliqua.cli.data_command import COMMANDS as DATA_COMMANDS
from obliqua.cli.data_command import data_app
from obliqua.cli.demo import demo
from obliqua.cli.explore import explore
from obliqua.cli.export import export
from obliqua.cli.forget import forget
from obliqua.cli.learn import learn
from obliqua.cli.plot import plot
from obliqua.cli.predict import predict
from obliqua.cli.problems import (
    EXIT_INPUT,
    EXIT_INTERRUPTED,
    EXIT_OK,
    EXIT_UNEXPECTED,
    ReaderLeft,
    one_line,
)
from obliqua.cli.reproduce import reproduce
from obliqua.cli.show import show
from obliqua.cli.train import train
from obliqua.cli.verify import verify

HELP = """
Grow small decision trees that a person can read.

Start with [bold]obliqua demo[/bold], or with a table of your own:

  obliqua train patients.csv --target diagnosis -o model.json
  obliqua show model.json
  obliqua explore model.json -o tree.html
  obliqua predict model.json new-patients.csv -o answers.csv

[bold]obliqua COMMAND --help[/bold] explains a command and its options.
"""
# Typer brings its own click or uses the one installed, depending on its release.
ClickException: Any = typer.BadParameter.__mro__[2]
EPILOG = (
    "Exit codes: 0 done; 2 something in the command or its files is wrong; "
    "130 interrupted; 1 an error in Obliqua itself."
)


def unwrapped(text: str) -> str:
    """Join the lines of each paragraph, as the terminal breaks them anew; examples stay."""
    paragraphs = inspect.cleandoc(text).split("\n\n")
    return "\n\n".join(p if p.startswith(" ") else " ".join(p.split()) for p in paragraphs)


app = typer.Typer(
    name="obliqua",
    help=HELP,
    epilog=EPILOG,
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode="rich",
    pretty_exceptions_enable=False,
)
COMMANDS: tuple[Callable[..., None], ...] = (
    train,
    predict,
    show,
    plot,
    explore,
    compare,
    export,
    reproduce,
    learn,
    forget,
    verify,
    demo,
)
for main_command in COMMANDS:
    app.command(help=unwrapped(main_command.__doc__ or ""))(main_command)
for name, subcommand in DATA_COMMANDS.items():
    data_app.command(name, help=unwrapped(subcommand.__doc__ or ""))(subcommand)
app.add_typer(data_app, name="data", help="Make, read and describe the papers' data sets.")


def _version(wanted: bool) -> None:
    if wanted:
        from importlib.metadata import version

        typer.echo(f"obliqua {version('obliqua')}")
        raise typer.Exit


@app.callback()
def _root(
    version: Annotated[
        bool,
        typer.Option(
            "--version", metavar="", callback=_version, is_eager=True, help="Say which version."
        ),
    ] = False,
    debug: Annotated[
        bool, typer.Option("--debug", metavar="", help="Show the whole traceback of an error.")
    ] = False,
) -> None:
    # `run` has taken --debug out of the arguments, wherever it was; it is here for the help.
    del version, debug


def run(arguments: list[str]) -> int:
    """Run one command; return its exit code.

    Parameters
    ----------
    arguments : list of str
        What stands behind ``obliqua`` on the command line.
    """
    debug = "--debug" in arguments
    arguments = [argument for argument in arguments if argument != "--debug"]
    try:
        code = app(arguments, prog_name="obliqua", standalone_mode=False)
    except (KeyboardInterrupt, typer.Abort):
        code = EXIT_INTERRUPTED
    except ReaderLeft:
        # What is still buffered must not fail when Python flushes it at the end.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return EXIT_OK
    except Exception as error:
        return _report(error, debug)
    if code == EXIT_INTERRUPTED:
        _say("interrupted")
    return code if isinstance(code, int) else EXIT_OK


def _report(error: Exception, debug: bool) -> int:
    """Say what went wrong; return the exit code."""
    if isinstance(error, ClickException):
        error.show()
        return EXIT_INPUT
    if debug:
        traceback.print_exc()
    if isinstance(error, (ValueError, OSError, MemoryError)):
        _say(one_line(error))
        return EXIT_INPUT
    _say(f"unexpected {type(error).__name__}: {error}")
    if not debug:
        _say("this is an error in Obliqua; --debug shows where")
    return EXIT_UNEXPECTED


def _say(message: str) -> None:
    print(f"obliqua: {message}", file=sys.stderr)
