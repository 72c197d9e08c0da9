"""What all tests rely on."""

import signal

import pytest


@pytest.fixture(autouse=True, scope="session")
def _ctrl_c_is_heard():
    # Whoever starts the tests in the background of a script has Ctrl-C ignored, and Python leaves it at that.
    signal.signal(signal.SIGINT, signal.default_int_handler)
