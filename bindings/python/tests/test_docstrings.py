"""The examples of all docstrings run as they are written, messages of errors included."""

import doctest
import importlib
import inspect

import agon_games as agon
import pytest

MODULES = [
    "agon_games",
    "agon_games._agon",
    "agon_games.four_in_a_row",
    "agon_games.openspiel",
    "agon_games.pettingzoo",
]
FLAGS = doctest.ELLIPSIS


def documented():
    """Everything with a docstring, compiled or not, by its name."""
    found = {}
    for name in MODULES:
        module = importlib.import_module(name)
        found[name] = module
        for part, thing in vars(module).items():
            ours = str(getattr(thing, "__module__", "")).startswith("agon")
            if ours and (inspect.isclass(thing) or inspect.isroutine(thing)):
                found[f"{name}.{part}"] = thing
                if inspect.isclass(thing):
                    found.update({f"{name}.{part}.{member}": value for member, value in vars(thing).items()})
    return {name: thing.__doc__ for name, thing in found.items() if isinstance(thing.__doc__, str)}


DOCUMENTED = documented()
EXAMPLES = {name: text for name, text in DOCUMENTED.items() if ">>>" in text}


@pytest.mark.parametrize("name", EXAMPLES)
def test_example(name):
    test = doctest.DocTestParser().get_doctest(EXAMPLES[name], {}, name, None, 0)
    told = []
    runner = doctest.DocTestRunner(optionflags=FLAGS)
    runner.run(test, out=told.append)
    assert not told, "".join(told)


def test_the_main_things_have_examples():
    for name in ("Game", "Position", "Positions", "Engine", "Solver", "Record", "engine", "game", "self_play"):
        assert f"agon_games.{name}" in EXAMPLES, name


def test_everything_public_has_a_docstring():
    for name in agon.__all__:
        thing = getattr(agon, name)
        assert thing.__doc__, name
        if inspect.isclass(thing):
            for member, value in vars(thing).items():
                if not member.startswith("_"):
                    assert value.__doc__, f"{name}.{member}"
