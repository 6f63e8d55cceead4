import { make } from "./elements.js";
import { say } from "./messages.js";

/** Copies a text to the clipboard and says whether that worked. */
export async function copyText(text, what) {
  const copied = (await writeToClipboard(text)) || copySelection(text);
  say(copied ? `Copied ${what}.` : `The browser does not let this page copy ${what}.`);
}

async function writeToClipboard(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false; // not allowed, or not there
  }
}

/** The old way, which needs no permission: copies from a field off screen. */
function copySelection(text) {
  const focused = document.activeElement;
  const field = make("textarea", { class: "offscreen", readonly: "", "aria-hidden": "true" });
  field.value = text;
  document.body.append(field);
  field.select();
  const copied = document.execCommand("copy");
  field.remove();
  focused?.focus();
  return copied;
}
