import { make } from "./elements.js";

/** A menu that opens below its label; items are pairs of text and action, or null for a line between groups. */
export function menu(label, items) {
  const summary = make("summary", {}, label);
  const details = make("details", { class: "menu" }, summary);
  const list = make("div", { class: "items" });
  for (const item of items) {
    list.append(item === null ? make("hr") : itemButton(item, details, summary));
  }
  details.append(list);
  details.addEventListener("keydown", (event) => moveWithin(event, details, summary));
  return details;
}

/** Closes open menus when the reader clicks or focuses anything else. */
export function startMenus() {
  const closeOthers = (event) => {
    for (const open of document.querySelectorAll("details.menu[open]")) {
      open.open = open.contains(event.target);
    }
  };
  document.addEventListener("click", closeOthers);
  document.addEventListener("focusin", closeOthers);
}

function itemButton([text, action], details, summary) {
  const choose = () => {
    details.open = false;
    summary.focus();
    action();
  };
  return make("button", { type: "button", onclick: choose }, text);
}

/** Escape closes the menu; the arrow keys move within it. */
function moveWithin(event, details, summary) {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (event.key === "Escape" && details.open) {
    details.open = false;
    summary.focus();
  } else if (step !== undefined) {
    details.open = true;
    const stops = [summary, ...details.querySelectorAll("button")];
    const place = stops.indexOf(document.activeElement);
    stops[(place + step + stops.length) % stops.length].focus();
  } else {
    return;
  }
  event.preventDefault();
}
