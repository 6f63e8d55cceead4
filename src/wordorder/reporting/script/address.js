const ACTIONS = ["wheel", "touchstart", "keydown", "pointerdown"];
const SECONDS = 5;

/** Scrolls to a part and keeps it in view while others are drawn, for some seconds or until the reader acts. */
export function keepInSight(part) {
  const watch = new ResizeObserver(() => part.scrollIntoView({ behavior: "instant" }));
  const leave = () => watch.disconnect();
  watch.observe(document.body);
  ACTIONS.forEach((action) => addEventListener(action, leave, { once: true, passive: true }));
  setTimeout(leave, SECONDS * 1000);
}
