import { layoutCrossing } from "./crossing.js";
import { runsRightToLeft } from "./direction.js";
import { csvText, downloadMenu } from "./downloads.js";
import { crossingSvg, standalone, textMeasure, treeSvg } from "./drawing.js";
import { make } from "./elements.js";
import { layoutTree, permutationTree } from "./tree.js";

const DIAGRAM_PIXELS_PER_MM = 6; // letters of 15 pixels are then as large on paper as those of a caption
const LEGEND_WIDTH = 24;
const PRINTED = "wordorder-printed";

let measureOfText = null;

/** One measure for all diagrams, so that it knows words that come again. */
function sharedMeasure() {
  measureOfText ??= textMeasure();
  return measureOfText;
}

/** The crossing diagram of a translation below its reference, drawn once it is about to be seen. */
export function crossingFigure(line, reference, translation, palette) {
  const title = `${translation.system}, line ${line}`;
  const links = translation.links.map(({ from, to, ...rest }) => ({ ...rest, above: to, below: from }));
  const moved = translation.moves.map(({ block }) => block);
  const draw = (width) => {
    const options = { width, measure: sharedMeasure(), moved };
    return crossingSvg(layoutCrossing(reference, translation.words, links, options), { title });
  };
  const canvas = make("div", { class: "diagram" });
  drawWhenSeen(canvas, draw);
  const svg = (millimetres) => standalone(draw(millimetres * DIAGRAM_PIXELS_PER_MM), { palette, millimetres });
  const csv = () => csvText(linkRecords(reference, translation));
  return make("figure", { class: "crossing" }, canvas, downloadMenu(fileName(line, translation, "links"), { svg, csv }));
}

/** The permutation tree of a translation, drawn when it is opened. */
export function treeDetails(line, translation, palette) {
  const { words, order } = translation;
  const title = `Permutation tree of ${translation.system}, line ${line}`;
  const labels = order.places.map((places) => places.map((place) => words[place]).join(" "));
  const draw = () => {
    const options = { measure: sharedMeasure(), fromRight: runsRightToLeft(words) };
    return treeSvg(layoutTree(permutationTree(order.ranks), labels, options), { title });
  };
  const svg = (millimetres) => standalone(draw(), { palette, millimetres });
  const csv = () => csvText(labels.map((label, place) => ({ place: place + 1, rank: order.ranks[place] + 1, words: label })));
  const details = make("details", { class: "tree" }, make("summary", {}, "Permutation tree"));
  details.addEventListener("toggle", () => {
    const canvas = make("div", { class: "diagram" }, draw());
    details.append(make("figure", {}, canvas, operatorLegend(), downloadMenu(fileName(line, translation, "tree"), { svg, csv })));
  }, { once: true });
  return details;
}

/** What the lines of the diagrams mean, as far as these translations have them. */
export function linkLegend(translations) {
  const links = translations.flatMap((translation) => translation.links ?? []);
  const entries = [...new Set(links.map(({ stage }) => stage))].map((stage) => [stage, stage, {}]);
  if (links.some(({ confidence }) => confidence !== null)) entries.push(["fainter: less certain", "leaf", { opacity: 0.35 }]);
  if (links.some(({ judged }) => !judged)) entries.push(["dashed: not judged", "leaf", { "stroke-dasharray": "4 4" }]);
  const items = entries.map(([text, kind, look]) => make("li", {}, legendLine(kind, look), text));
  if (translations.some(({ moves }) => moves.length > 0)) items.push(make("li", {}, make("mark", {}, "words to move")));
  return make("ul", { class: "legend", "aria-label": "Legend" }, ...items);
}

function operatorLegend() {
  const kinds = [["monotone", "in order"], ["inverted", "in reverse order"], ["simple", "in another order"]];
  const items = kinds.map(([kind, meaning]) => make("li", { class: kind }, `${kind}: parts ${meaning}`));
  return make("ul", { class: "legend", "aria-label": "Legend" }, ...items);
}

function legendLine(kind, look) {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  const line = document.createElementNS("http://www.w3.org/2000/svg", "path");
  const stroke = { d: `M0 5H${LEGEND_WIDTH}`, stroke: `var(--wo-${kind})`, "stroke-width": 2, ...look };
  for (const [name, value] of Object.entries(stroke)) line.setAttribute(name, value);
  for (const [name, value] of Object.entries({ width: LEGEND_WIDTH, height: 10, "aria-hidden": "true" })) svg.setAttribute(name, value);
  svg.append(line);
  return svg;
}

/** Draws into an element when it comes near the window or is printed, and when its width changes. */
function drawWhenSeen(canvas, draw) {
  let drawn = 0;
  const drawInPlace = () => {
    const width = canvas.clientWidth;
    if (width > 0 && width !== drawn) canvas.replaceChildren(draw(width));
    drawn = width;
  };
  const seen = new IntersectionObserver((entries) => {
    if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
    seen.disconnect();
    new ResizeObserver(drawInPlace).observe(canvas);
  }, { rootMargin: "300px" });
  seen.observe(canvas);
  canvas.addEventListener(PRINTED, drawInPlace);
}

/** Draws the diagrams inside an element that have not been seen yet. */
export function drawForPrint(element) {
  for (const canvas of element.querySelectorAll(".diagram:empty")) canvas.dispatchEvent(new Event(PRINTED));
}

function linkRecords(reference, { words, links }) {
  return links.map(({ from, to, ...rest }) => ({
    translation: words[from],
    reference: reference[to],
    translation_position: from + 1,
    reference_position: to + 1,
    ...rest,
  }));
}

function fileName(line, { system }, kind) {
  return `${system.replaceAll(/[^\p{L}\p{N}._-]+/gu, "-")}-line-${line}-${kind}`;
}
