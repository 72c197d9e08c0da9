"""The lines of Python in the README and in the documentation work as they stand."""

import pathlib
import re

import pytest

ROOT = pathlib.Path(__file__).parents[3]
PAGES = ["README.md", "docs/python.md", "bindings/python/README.md"]
BLOCKS = [
    pytest.param(block, id=f"{page}, {number}")
    for page in PAGES
    for number, block in enumerate(re.findall(r"```python\n(.*?)```", (ROOT / page).read_text(), re.DOTALL), 1)
]


@pytest.mark.parametrize("block", BLOCKS)
def test_the_lines_work(block):
    exec(compile(block, "document", "exec"), {})


def test_every_page_has_lines():
    assert len(BLOCKS) >= len(PAGES)


def test_the_readme_shows_five_lines():
    lines = [line for line in BLOCKS[0].values[0].splitlines() if line]
    assert lines[0] == "import agon_games as agon" and len(lines) <= 5
