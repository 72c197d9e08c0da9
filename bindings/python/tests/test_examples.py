"""The examples do what they say."""

import importlib.util
import json
import pathlib
import subprocess
import sys

import pytest

EXAMPLES = pathlib.Path(__file__).parent.parent / "examples"


def example(name):
    spec = importlib.util.spec_from_file_location(name, EXAMPLES / f"{name}.py")
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


def test_a_tiny_evaluation_learns_to_beat_level_3():
    won, drawn, lost = example("train_evaluation").main(
        ["--rounds", "3", "--self-play", "100", "--games", "20"]
    )
    assert won + drawn + lost == 20
    assert won > lost


@pytest.mark.parametrize("game", ["reversi", "four-in-a-row"])
def test_the_ablation_table_is_that_of_the_command_line(game):
    rows = example("ablation").main([game, "--positions", "2", "--depth", "4"])
    command = [sys.executable, "-m", "agon_games", "ablate", game, "--games", "0", "--json"]
    told = subprocess.run(
        [*command, "--positions", "2", "--depth", "4"], capture_output=True, text=True, check=True
    )
    theirs = [(row["technique"], row["depth"], row["nodes"]) for row in json.loads(told.stdout)]
    assert [(row.technique, row.depth, row.nodes) for row in rows] == theirs
    ratios = [row["node_ratio"] for row in json.loads(told.stdout)][1:]
    assert [row.node_ratio for row in rows][1:] == pytest.approx(ratios)
