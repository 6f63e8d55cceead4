const ACTIONS = ["wheel", "touchstart", "keydown", "pointerdown"];
const SECONDS = 5;

/** Keeps the part that the address names in sight while others are drawn, until the reader does something. */
export function keepAddressed() {
  const part = document.getElementById(location.hash.slice(1));
  if (part === null) {
    return;
  }
  const watch = new ResizeObserver(() => part.scrollIntoView({ behavior: "instant" }));
  const leave = () => watch.disconnect();
  watch.observe(document.body);
  ACTIONS.forEach((action) => addEventListener(action, leave, { once: true, passive: true }));
  setTimeout(leave, SECONDS * 1000);
}
