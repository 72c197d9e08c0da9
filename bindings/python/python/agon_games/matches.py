"""Matches for programs that use asyncio.

>>> import asyncio
>>> import agon_games as agon
>>> async def first(position):
...     await asyncio.sleep(0)
...     return position.legal_moves[0]
>>> asyncio.run(agon.match_async(first, "random", game="four-in-a-row", games=2)).games
2
"""

from __future__ import annotations

import asyncio
import concurrent.futures
import inspect
from collections.abc import Awaitable, Callable
from typing import Any, Union

from ._agon import Engine, MatchResult, Position, Report, StopSignal, match

Move = Union[str, int, Report]
Player = Union[str, Engine, Callable[[Position], Move]]
AsyncPlayer = Union[Player, Callable[[Position], Awaitable[Move]]]


async def match_async(player: AsyncPlayer, opponent: AsyncPlayer, **options: Any) -> MatchResult:
    """Plays a match as ``match`` does, while the event loop goes on. Players may be coroutines, which run in the loop;
    other players in Python are called in a thread. Cancelling it ends the match.

    >>> import asyncio
    >>> import agon_games as agon
    >>> async def both():
    ...     game = {"game": "four-in-a-row", "games": 2}
    ...     return await asyncio.gather(
    ...         agon.match_async("engine:level=2", "random", **game), agon.match_async("random", "random", **game)
    ...     )
    >>> [result.games for result in asyncio.run(both())]
    [2, 2]
    """
    loop = asyncio.get_running_loop()
    stop = options.pop("stop", None) or StopSignal()
    asked: set[concurrent.futures.Future[Move]] = set()

    def callable_here(player: AsyncPlayer) -> Any:
        if isinstance(player, (str, Engine)) or not _is_coroutine(player):
            return player

        async def think(position: Position) -> Move:
            chosen: Move = await player(position)  # type: ignore[misc]
            return chosen

        def ask(position: Position) -> Move:
            future = asyncio.run_coroutine_threadsafe(think(position), loop)
            asked.add(future)
            try:
                return future.result()
            finally:
                asked.discard(future)

        ask.__name__ = getattr(player, "__name__", type(player).__name__)
        return ask

    def play() -> MatchResult:
        return match(callable_here(player), callable_here(opponent), stop=stop, **options)

    playing = loop.run_in_executor(None, play)
    try:
        return await asyncio.shield(playing)
    except asyncio.CancelledError:
        stop.set()
        for future in list(asked):
            future.cancel()
        # The games under way end before anybody is told that the match has ended.
        await asyncio.wait([playing])
        if not playing.cancelled():
            playing.exception()
        raise


def _is_coroutine(player: Any) -> bool:
    return inspect.iscoroutinefunction(player) or inspect.iscoroutinefunction(getattr(player, "__call__", None))
