import { make } from "./elements.js";

const SVG_SPACE = "http://www.w3.org/2000/svg";
const SAMPLE_WIDTH = 24; // pixels
const FAINT = { opacity: 0.35 };
const DASHED = { "stroke-dasharray": "4 4" };
const OPERATORS = [
  ["monotone", "parts in order"],
  ["inverted", "parts in reverse order"],
  ["simple", "parts in another order"],
];

/** A legend of crossing diagrams, for the kinds of lines that these translations have. */
export function linkLegend(translations) {
  const links = translations.flatMap((translation) => translation.links ?? []);
  const entries = [...new Set(links.map(({ stage }) => stage))].map((stage) => [stage, stage, {}]);
  if (links.some(({ confidence }) => confidence !== null)) entries.push(["fainter: less certain", "leaf", FAINT]);
  if (links.some(({ judged }) => !judged)) entries.push(["dashed: not judged", "leaf", DASHED]);
  const items = entries.map(([text, kind, look]) => make("li", {}, sampleLine(kind, look), text));
  const hasMoves = translations.some(({ moves }) => moves.length > 0);
  if (hasMoves) items.push(make("li", {}, make("mark", {}, "words to move")));
  return legendList(items);
}

/** A legend of the colours of permutation trees. */
export function operatorLegend() {
  return legendList(OPERATORS.map(([kind, meaning]) => make("li", { class: kind }, `${kind}: ${meaning}`)));
}

function legendList(items) {
  return make("ul", { class: "legend", "aria-label": "Legend" }, ...items);
}

function sampleLine(kind, look) {
  const svg = document.createElementNS(SVG_SPACE, "svg");
  const line = document.createElementNS(SVG_SPACE, "path");
  const stroke = { d: `M0 5H${SAMPLE_WIDTH}`, stroke: `var(--wo-${kind})`, "stroke-width": 2, ...look };
  const size = { width: SAMPLE_WIDTH, height: 10, "aria-hidden": "true" };
  for (const [name, value] of Object.entries(stroke)) line.setAttribute(name, value);
  for (const [name, value] of Object.entries(size)) svg.setAttribute(name, value);
  svg.append(line);
  return svg;
}
