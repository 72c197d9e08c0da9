"""What is installed, and what is said where it cannot be."""

import os
import pathlib
import shutil
import subprocess
import sys
from importlib import metadata

import agon_games as agon
import pytest

FOLDER = pathlib.Path(__file__).parents[1]


def required(path):
    """What the build says with another PATH."""
    script = "import agon_build; agon_build.get_requires_for_build_wheel()"
    environment = {**os.environ, "PATH": str(path), "PYTHONPATH": str(FOLDER / "backend")}
    return subprocess.run([sys.executable, "-c", script], env=environment, capture_output=True, text=True, check=False)


def test_a_build_without_rust_says_that_it_is_needed(tmp_path):
    pytest.importorskip("maturin")
    done = required(tmp_path)
    assert done.returncode == 1
    assert done.stderr.startswith("agon-games is compiled from Rust, and there is no Rust 1.95 or newer here")
    assert "https://rustup.rs" in done.stderr


def test_a_build_with_an_old_rust_says_which_is_needed(tmp_path):
    pytest.importorskip("maturin")
    for name, told in (("rustc", "rustc 1.70.0 (90c541806 2023-05-31)"), ("cargo", "cargo 1.70.0")):
        program = tmp_path / name
        program.write_text(f"#!/bin/sh\necho '{told}'\n")
        program.chmod(0o755)
    done = required(tmp_path)
    assert done.returncode == 1 and "needs Rust 1.95 or newer, and here is rustc 1.70.0" in done.stderr


def test_the_version_is_that_of_the_distribution():
    assert agon.__version__ == metadata.version("agon-games")


def test_there_is_a_console_script():
    script = shutil.which("agon-games", path=str(pathlib.Path(sys.executable).parent))
    done = subprocess.run([script, "games"], capture_output=True, text=True, check=True)
    assert "hexthello" in done.stdout


def test_nothing_of_another_project_is_taken():
    names = {name.split("/")[0] for name in map(str, metadata.files("agon-games")) if ".." not in name}
    assert names == {"agon_games", f"agon_games-{agon.__version__}.dist-info"}
