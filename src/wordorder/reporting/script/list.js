import { sortEntry } from "./choosing.js";
import { make } from "./elements.js";

const ROWS_SHOWN = 50;
const LONGEST_TEXT = 300; // more than fits into a row

/** A list of sentences in pages; `onopen` gets the chosen sentence. */
export class SentenceList {
  constructor(sentences, onopen) {
    this.sentences = sentences;
    this.onopen = onopen;
    this.places = [];
    this.first = 0;
    this.current = null;
    this.rows = make("ol", { class: "rows", "aria-label": "Chosen sentences" });
    this.shown = make("span");
    this.earlier = make("button", { type: "button", onclick: () => this.turn(-1) }, "Earlier");
    this.later = make("button", { type: "button", onclick: () => this.turn(1) }, "Later");
    const pages = make("div", { class: "pages" }, this.earlier, this.shown, this.later);
    this.element = make("div", { class: "list" }, this.rows, pages);
  }

  /** Shows other sentences, from the first. */
  show(places, choice) {
    [this.places, this.choice] = [places, choice];
    this.first = 0;
    this.draw();
  }

  /** Marks a sentence as the open one, and turns to its page if it is in the list. */
  mark(k) {
    this.current = k;
    const place = this.places.indexOf(k);
    const first = place - (place % ROWS_SHOWN);
    if (place >= 0 && first !== this.first) {
      this.first = first;
      this.draw();
    }
    for (const row of this.rows.querySelectorAll("button")) this.markRow(row);
    if (this.currentRow() !== null) scrollWithin(this.rows, this.currentRow());
  }

  /** The sentence `step` rows after the current one; undefined beyond the ends of the list. */
  beside(step) {
    const place = this.places.indexOf(this.current);
    return place < 0 ? this.places[this.first] : this.places[place + step];
  }

  /** Focuses the current row, or else the first one. */
  focus() {
    (this.currentRow() ?? this.rows.querySelector("button"))?.focus();
  }

  currentRow() {
    return this.rows.querySelector("[aria-current]");
  }

  turn(pages) {
    this.first += pages * ROWS_SHOWN;
    this.draw();
    this.rows.querySelector("button").focus();
  }

  draw() {
    const last = Math.min(this.first + ROWS_SHOWN, this.places.length);
    this.rows.replaceChildren(...this.places.slice(this.first, last).map((k) => make("li", {}, this.row(k))));
    this.rows.scrollTop = 0;
    this.shown.textContent = last === 0 ? "" : `${this.first + 1}–${last} of ${this.places.length}`;
    this.earlier.disabled = this.first === 0;
    this.later.disabled = last === this.places.length;
  }

  row(k) {
    const text = [...this.sentences.heading(k)].slice(0, LONGEST_TEXT).join("");
    const parts = [make("span", { class: "line" }, `${this.sentences.line(k)}`)];
    if (this.choice.measure !== null) parts.push(make("span", { class: "value" }, ...this.valueOf(k)));
    parts.push(make("span", { class: "excerpt", dir: "auto" }, text));
    const row = make("button", { type: "button", "data-place": k, onclick: () => this.onopen(k) }, ...parts);
    this.markRow(row);
    return row;
  }

  markRow(row) {
    if (Number(row.dataset.place) === this.current) row.setAttribute("aria-current", "true");
    else row.removeAttribute("aria-current");
  }

  valueOf(k) {
    const { value, words } = sortEntry(this.sentences, this.choice, k);
    const { digits } = this.sentences.measures[this.choice.measure];
    const shown = shownScore(value, digits, this.choice.other !== null);
    return words === null ? [shown] : [shown, make("small", {}, ` ${words} words`)];
  }
}

/** Scrolls a list to one of its rows, but not the page. */
function scrollWithin(rows, row) {
  const [outer, inner] = [rows, row].map((element) => element.getBoundingClientRect());
  rows.scrollTop += Math.min(0, inner.top - outer.top) + Math.max(0, inner.bottom - outer.bottom);
}

/** Formats a score: differences have a sign, and undefined scores are a dash. */
export function shownScore(value, digits, isDifference = false) {
  if (value === null || Number.isNaN(value)) return "–";
  const sign = value < 0 ? "−" : isDifference ? "+" : "";
  return `${sign}${Math.abs(value).toFixed(digits)}`;
}
