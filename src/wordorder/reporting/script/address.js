const ACTIONS = ["wheel", "touchstart", "keydown", "pointerdown"];
const SECONDS = 5;

/** Scrolls to a part of the page and keeps it in sight while others are drawn, until the reader does something. */
export function keepInSight(part) {
  const watch = new ResizeObserver(() => part.scrollIntoView({ behavior: "instant" }));
  const leave = () => watch.disconnect();
  watch.observe(document.body);
  ACTIONS.forEach((action) => addEventListener(action, leave, { once: true, passive: true }));
  setTimeout(leave, SECONDS * 1000);
}
