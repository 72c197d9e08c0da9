"""``python -m agon_games`` is the command line."""

import json
import subprocess
import sys


def run(*arguments, **options):
    command = [sys.executable, "-m", "agon_games", *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False, **options)


def test_commands_run():
    done = run("games", "--json")
    assert done.returncode == 0
    assert "hexthello" in done.stdout and json.loads(done.stdout)
    assert run("perft", "reversi", "6").stdout.split()[0].isdigit()
    assert run("--version").stdout.startswith("agon ")


def test_exit_codes_and_messages_are_those_of_the_program():
    done = run("perft", "chess", "3")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("agon: there is no game called 'chess'")
    assert run("frobnicate").returncode == 2


def test_it_reads_its_standard_input():
    done = run("player", "four-in-a-row", "--protocol", "ugi", input="ugi\nquit\n")
    assert done.returncode == 0 and "ugiok" in done.stdout
