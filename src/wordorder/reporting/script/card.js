import { keepInSight } from "./address.js";
import { copyText } from "./clipboard.js";
import { crossingFigure, treeDetails } from "./diagrams.js";
import { make } from "./elements.js";
import { linkLegend } from "./legend.js";
import { shownScore } from "./list.js";

/** The card of a sentence, with diagrams, scores and mending moves of all systems; `onback` leads to the list,
 * and `palette` has the colours of downloaded pictures, by background and name. */
export function sentenceCard(sentences, k, { palette, onback }) {
  const sentence = sentences.sentence(k);
  const parts = sentence.translations.map((translation) => translationPart(sentence, translation, palette));
  return make(
    "article",
    { class: "card", "aria-label": `Line ${sentence.line}` },
    cardHeader(sentence, onback),
    textsOf(sentence),
    make(
      "div",
      { class: "table", role: "region", tabindex: 0, "aria-label": "Scores" },
      scoreTable(sentences.measures, sentence.translations, parts),
    ),
    linkLegend(sentence.translations),
    ...parts,
  );
}

function cardHeader({ line, label }, onback) {
  const link = () => copyText(`${location.href.split("#")[0]}#s${line}`, `the link to line ${line}`);
  return make(
    "header",
    {},
    make("h3", { tabindex: -1 }, `Line ${line}`),
    ...(label === null ? [] : [make("bdi", { class: "label" }, label)]),
    make("button", { type: "button", onclick: link }, "Copy link"),
    make("button", { type: "button", class: "back", onclick: onback }, "Back to the list"),
  );
}

/** The source and the references as text. */
function textsOf({ source, references }) {
  const many = references.length > 1;
  const texts = references.map((words, n) => [many ? `Reference ${n + 1}` : "Reference", words.join(" ")]);
  if (source !== null) texts.unshift(["Source", source]);
  const entries = texts.flatMap(([name, text]) => [make("dt", {}, name), make("dd", { dir: "auto" }, text)]);
  return make("dl", { class: "texts" }, ...entries);
}

/** A table of scores with a row for each system, whose name leads to its part of the card; the best are bold. */
function scoreTable(measures, translations, parts) {
  const best = measures.map((measure) => bestScore(measure, translations));
  const rows = translations.map(({ system, scores }, number) => {
    const lead = () => {
      keepInSight(parts[number]);
      parts[number].querySelector("h4").focus({ preventScroll: true });
    };
    const name = make("button", { type: "button", onclick: lead }, make("bdi", {}, system));
    const cells = measures.map((measure, m) => {
      const shown = shownScore(scores[measure.name], measure.digits);
      const isBest = best[m] === shown && canBeBest(measure, scores);
      return make("td", {}, isBest ? make("strong", {}, shown) : shown);
    });
    return make("tr", {}, make("th", { scope: "row" }, name), ...cells);
  });
  const headings = ["system", ...measures.map(({ heading }) => heading)];
  const head = make("tr", {}, ...headings.map((heading) => make("th", { scope: "col" }, heading)));
  return make("table", { class: "scores" }, make("thead", {}, head), make("tbody", {}, ...rows));
}

/** The best score of the systems, as shown; null if none is better than another. */
function bestScore(measure, translations) {
  const compared = translations.filter(({ scores }) => canBeBest(measure, scores));
  const known = compared.map(({ scores }) => scores[measure.name]);
  const [low, high] = [Math.min(...known), Math.max(...known)];
  if (measure.better === null || known.length === 0 || low === high) return null;
  return shownScore(measure.better === "low" ? low : high, measure.digits);
}

/** Whether a score is known and meaningful: a lack of order errors is no merit where no word is judged. */
function canBeBest({ name, isOrder }, scores) {
  return scores[name] !== null && (!isOrder || scores.coverage > 0);
}

/** One system's translation: text, moves, diagram and, on demand, the permutation tree. */
function translationPart({ line, references }, translation, palette) {
  const { system, reference, links, order } = translation;
  const heading = make("h4", { tabindex: -1 }, make("bdi", {}, system));
  if (references.length > 1) heading.append(make("small", {}, ` compared with reference ${reference + 1}`));
  const part = make("section", { class: "translation" }, heading, markedText(translation));
  if (links === null) {
    part.append(cardNote("Orders were compared through the source: there are no links to show."));
    return part;
  }
  part.append(mendingList(translation));
  if (links.length > 0) part.append(crossingFigure(line, references[reference], translation, palette));
  if (order.ranks.length > 0) part.append(treeDetails(line, translation, palette));
  return part;
}

/** The translation as text, with the words to move marked. */
function markedText({ words, moves }) {
  const marked = new Set(moves.flatMap(({ block }) => block));
  const parts = words.flatMap((word, place) => [marked.has(place) ? make("mark", {}, word) : word, " "]);
  return make("p", { class: "words", dir: "auto" }, ...parts.slice(0, -1));
}

function mendingList({ moves, order }) {
  if (order.ranks.length < 2) return cardNote("Fewer than two words are judged, so there is no order to mend.");
  if (moves.length === 0) return cardNote("The judged words are in the order of the reference.");
  const items = moves.map(({ what, before, gain }) => {
    const where = before === null ? ["” to the end"] : ["” before “", make("bdi", {}, before), "”"];
    const gained = make("span", { class: "gain" }, `kendall ${shownScore(gain, 3, true)}`);
    return make("li", {}, "move “", make("bdi", {}, what), ...where, " ", gained);
  });
  return make("ol", { class: "moves" }, ...items);
}

function cardNote(text) {
  return make("p", { class: "note" }, text);
}
