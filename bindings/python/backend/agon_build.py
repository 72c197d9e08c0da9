"""Builds the package with maturin, after a look whether there is a Rust to build it with.

Without it maturin would download a compiler into a temporary folder, or end in the middle of a build; here a sentence says
what is needed.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from typing import Any

import maturin

NEEDED = (1, 95)
"""The oldest Rust that compiles it."""


def require_rust() -> None:
    """Ends the build with a sentence if Rust is missing or too old."""
    needed = ".".join(map(str, NEEDED))
    how = "install it from https://rustup.rs, or install a wheel, which needs no Rust"
    if shutil.which("cargo") is None or shutil.which("rustc") is None:
        sys.exit(f"agon-games is compiled from Rust, and there is no Rust {needed} or newer here: {how}")
    told = subprocess.run(["rustc", "--version"], capture_output=True, text=True, check=False).stdout
    found = re.search(r"(\d+)\.(\d+)", told)
    if found and tuple(map(int, found.groups())) < NEEDED:
        sys.exit(f"agon-games needs Rust {needed} or newer, and here is {told.strip()}: {how}")


def get_requires_for_build_wheel(config_settings: Any = None) -> list[str]:
    """What a wheel is built with."""
    require_rust()
    return list(maturin.get_requires_for_build_wheel(config_settings))


get_requires_for_build_editable = get_requires_for_build_wheel
get_requires_for_build_sdist = maturin.get_requires_for_build_sdist
prepare_metadata_for_build_wheel = maturin.prepare_metadata_for_build_wheel
prepare_metadata_for_build_editable = maturin.prepare_metadata_for_build_editable
build_wheel = maturin.build_wheel
build_editable = maturin.build_editable
build_sdist = maturin.build_sdist
