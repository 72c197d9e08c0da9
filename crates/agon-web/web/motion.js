/** Short animations of moves; none when the system asks for reduced motion. */

const calm = matchMedia("(prefers-reduced-motion: reduce)");

/** @param {Element} element @param {Keyframe[]} frames @param {KeyframeAnimationOptions} options */
function run(element, frames, options) {
  if (calm.matches || document.hidden) return null;
  return element.animate(frames, { easing: "cubic-bezier(.3,.7,.3,1)", ...options });
}

/** A disc falls from above the board. @param {Element} piece @param {number} height in cells */
export function drop(piece, height) {
  run(piece, [{ transform: `translateY(${-height}px)` }, { transform: "none" }], {
    duration: 130 + 45 * height,
    easing: "cubic-bezier(.5,0,.9,.6)",
  });
}

/** A piece appears. @param {Element} piece */
export function appear(piece) {
  run(piece, [{ transform: "scale(.55)", opacity: 0.3 }, { transform: "none", opacity: 1 }], { duration: 160 });
}

/** A disc turns over. @param {Element} piece @param {Element} before @param {number} delay */
export function turn(piece, before, delay) {
  const half = 110;
  const gone = run(before, [{ transform: "none" }, { transform: "scaleX(.04)" }], {
    duration: half,
    delay,
    fill: "both",
    easing: "ease-in",
  });
  if (!gone) {
    before.remove();
    return;
  }
  gone.onfinish = gone.oncancel = () => before.remove();
  run(piece, [{ transform: "scaleX(.04)" }, { transform: "none" }], {
    duration: half,
    delay: delay + half,
    fill: "backwards",
    easing: "ease-out",
  });
  run(piece, [{ visibility: "hidden" }, { visibility: "hidden" }], { duration: delay + half });
}

/** A piece walks along points, relative to where it stands. @param {Element} piece @param {{x: number, y: number}[]} path */
export function walk(piece, path) {
  const frames = path.map(({ x, y }) => ({ transform: `translate(${x}px, ${y}px)` }));
  run(piece, frames, { duration: 190 * (path.length - 1), easing: "ease-in-out" });
}

/** A captured piece fades away. @param {Element} piece @param {number} delay */
export function vanish(piece, delay) {
  const gone = run(piece, [{ opacity: 1 }, { opacity: 0, transform: "scale(.6)" }], {
    duration: 160,
    delay,
    fill: "both",
  });
  if (!gone) piece.remove();
  else gone.onfinish = gone.oncancel = () => piece.remove();
}
