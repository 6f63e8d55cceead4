import { make } from "./elements.js";

const SECONDS_SHOWN = 4;

/** Shows a message in the corner of the page, which screen readers announce. */
export function say(text) {
  const corner = messageCorner();
  const message = make("p", {}, text);
  corner.replaceChildren(message);
  setTimeout(() => message.remove(), SECONDS_SHOWN * 1000);
}

function messageCorner() {
  const present = document.getElementById("messages");
  if (present !== null) {
    return present;
  }
  const corner = make("div", { id: "messages", role: "status" });
  document.body.append(corner);
  return corner;
}
