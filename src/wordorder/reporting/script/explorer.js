import { keepInSight } from "./address.js";
import { sentenceCard } from "./card.js";
import { chosenSentences } from "./choosing.js";
import { choiceForm, everySentence } from "./controls.js";
import { drawForPrint } from "./diagrams.js";
import { make } from "./elements.js";
import { SentenceList } from "./list.js";
import { say } from "./messages.js";

const KEYS = [
  ["/", "search"],
  ["j or ↓, k or ↑", "next, previous sentence of the list"],
  ["Enter", "from the list to the sentence"],
  ["Esc", "back to the list"],
];
const RULES = [
  "Search finds sentences that have all the words somewhere: in the source, a reference or a translation. " +
    "Words in quotes must follow each other.",
  "Scores of word order go by the words that a translation shares with its reference. Where few words are " +
    "judged they say little, so you can ask for more: in all translations or, where sentences are sorted by " +
    "a score, in those it is about.",
  "Sorted by a score of word order, sentences with fewer than four judged words come after the others, and " +
    "of equal scores the longer sentence comes first.",
  "Differences between two systems by LEADING, which decides between systems, are on shared words: both are " +
    "judged on the words that both have, so that the choice of words plays no part. Sentences are sorted by " +
    "what they add to the verdict, the difference times the number of shared words less one; a dash stands for " +
    "no difference. Other scores of word order are on own words: each system's score is that of its own words.",
];
const FOLDED_AT_ONCE = 200;

/** Fills an element with an explorer: a form to choose sentences, their list, and the open sentence.
 * `palette` has the colours of downloaded pictures, by background and name. */
export function startExplorer(root, sentences, palette) {
  const explorer = new Explorer(sentences, palette);
  root.replaceChildren(...explorer.parts);
  explorer.choose(everySentence());
  prepareSearch(sentences, 0);
  document.addEventListener("keydown", (event) => explorer.press(event, root));
  addEventListener("beforeprint", () => drawForPrint(root));
  addEventListener("hashchange", () => explorer.followHash());
  if (!explorer.followHash() && sentences.count > 0) explorer.show(0);
}

class Explorer {
  constructor(sentences, palette) {
    this.sentences = sentences;
    this.cardOptions = { palette, onback: () => this.list.focus() };
    this.form = choiceForm(sentences, (choice) => this.choose(choice));
    this.count = make("p", { class: "count", role: "status" });
    this.list = new SentenceList(sentences, (k) => this.open(k, "card"));
    this.card = make("div", { class: "opened" });
    const panes = make("div", { class: "panes" }, this.list.element, this.card);
    this.parts = [this.form, make("div", { class: "above" }, this.count, explorerHelp(sentences)), panes];
  }

  choose(choice) {
    const places = chosenSentences(this.sentences, choice);
    const [found, all] = [places.length, this.sentences.count].map((number) => number.toLocaleString("en"));
    const nothing = "No sentence has all of this: search for fewer words, or filter less.";
    this.count.textContent = places.length === 0 ? nothing : `${found} of ${all} sentences`;
    this.list.show(places, choice);
  }

  /** Opens the sentence that the address names; false if it names none. */
  followHash() {
    const line = /^#s(\d+)$/.exec(location.hash)?.[1];
    if (line === undefined) return false;
    const k = this.sentences.place(Number(line));
    if (k === undefined) {
      say(`There is no sentence with line ${line} here.`);
      return false;
    }
    this.show(k);
    keepInSight(this.card);
    return true;
  }

  /** Shows a sentence that the reader has chosen, and puts it into the address of the page. */
  open(k, focus) {
    this.show(k);
    nameInAddress(`#s${this.sentences.line(k)}`);
    if (focus === "card") this.enterCard();
    else this.list.focus();
  }

  show(k) {
    this.card.replaceChildren(sentenceCard(this.sentences, k, this.cardOptions));
    this.list.mark(k);
  }

  enterCard() {
    this.card.querySelector("h3")?.focus();
  }

  press(event, root) {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    const typing = event.target.closest("input, select, textarea, [contenteditable]");
    const done = typing ? this.pressInField(event, typing) : this.pressOutside(event, root);
    if (done) event.preventDefault();
  }

  /** In the search field, Enter, the down arrow and, if it is empty, Escape lead to the list. */
  pressInField(event, field) {
    if (field !== this.form.elements.query) return false;
    const leaves = ["ArrowDown", "Enter"].includes(event.key) || (event.key === "Escape" && field.value === "");
    if (leaves) this.list.focus();
    return leaves;
  }

  pressOutside(event, root) {
    if (event.key === "/") {
      this.form.elements.query.focus();
      return true;
    }
    const { key, target } = event;
    if (!root.contains(target) && !(target === document.body && isOnScreen(root))) return false;
    if (key === "Escape" && this.card.contains(target)) {
      this.list.focus();
      return true;
    }
    const inList = this.list.rows.contains(target);
    const steps = { j: 1, k: -1, ...(inList ? { ArrowDown: 1, ArrowUp: -1 } : {}) };
    if (!(key in steps)) return false;
    const next = this.list.beside(steps[key]);
    if (next !== undefined) this.open(next, inList ? "list" : "card");
    return true;
  }
}

function explorerHelp({ measures, leading }) {
  const { heading } = measures.find(({ name }) => name === leading);
  const rules = RULES.map((rule) => make("p", {}, rule.replace("LEADING", heading)));
  const entries = KEYS.map(([key, meaning]) => [make("dt", {}, make("kbd", {}, key)), make("dd", {}, meaning)]);
  const keys = make("dl", {}, ...entries.flat());
  return make("details", { class: "help" }, make("summary", {}, "Help and keys"), ...rules, keys);
}

/** Folds the case of all text bit by bit, so that the first search is not delayed. */
function prepareSearch(sentences, start) {
  const stop = Math.min(start + FOLDED_AT_ONCE, sentences.count);
  for (let k = start; k < stop; k += 1) sentences.text(k);
  if (stop < sentences.count) setTimeout(() => prepareSearch(sentences, stop));
}

function isOnScreen(element) {
  const { top, bottom } = element.getBoundingClientRect();
  return top < innerHeight && bottom > 0;
}

function nameInAddress(hash) {
  try {
    history.replaceState(null, "", hash);
  } catch {
    // Pages without an address of their own, as in a notebook, cannot be linked to.
  }
}
