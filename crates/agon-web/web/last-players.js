/** Who played last, to play the next game too. */

/** @typedef {import("./types.js").Game} Game */

/** Who plays if nobody said so. */
export const USUAL_PLAYERS = ["human", "engine:level=4"];

/** The players of the last game, whatever has become of where they are kept. @returns {string[]} */
export function remembered() {
  try {
    const players = JSON.parse(localStorage.getItem("players") ?? "null");
    if (Array.isArray(players) && players.length === 2) return players.map(String);
  } catch {
    // Somebody else wrote there.
  }
  return USUAL_PLAYERS;
}

/** The same players in a game: a computer stays one, though perhaps another. @param {string[]} players @param {Game} game */
export function fitting(players, game) {
  const known = new Set(["human", "random", ...game.levels.map(({ name }) => `engine:level=${name}`)]);
  return players.map((player) => (known.has(player) ? player : player.startsWith("engine") ? USUAL_PLAYERS[1] : "human"));
}
