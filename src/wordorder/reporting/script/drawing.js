// Crossing diagrams and trees as SVG elements. Colours are CSS variables (--wo- and a name of the
// palette), which a page sets; all else is in presentation attributes, so that pictures need no
// style sheet.
import { linkTitle } from "./crossing.js";
import { HALF_LABEL } from "./measuring.js";

const SVG = "http://www.w3.org/2000/svg";
const LETTERS = { family: "system-ui, sans-serif", size: 15 };
const BASELINE = 5; // pixels from the middle of a line of text down to its baseline
const TREE_LEVEL = 44; // height in pixels
const TREE_EDGE = 4; // pixels left free on both sides of a tree; crossing diagrams have theirs

/** A function that measures text in pixels, in the font of these drawings. */
export function textMeasure() {
  const context = document.createElement("canvas").getContext("2d");
  context.font = `${LETTERS.size}px ${LETTERS.family}`;
  const known = new Map();
  return (text) => {
    if (!known.has(text)) known.set(text, context.measureText(text).width);
    return known.get(text);
  };
}

/** Draw a layout of layoutCrossing. */
export function crossingSvg(layout, { title }) {
  const svg = pictureSvg("crossing", title, layout.width, layout.height);
  const boxes = layout.moved.map(({ x, y, width, height }) =>
    svgElement("rect", { class: "moved", x, y, width, height, rx: 4, fill: colour("moved") }),
  );
  // Crossing links, and judged ones among them, come last, so that they are on top.
  const links = [...layout.links].sort(
    (a, b) => a.crossing - b.crossing || a.judged - b.judged,
  );
  const curves = links.flatMap((link) => linkPaths(layout, link));
  svg.lastChild.append(...boxes, ...curves, ...layout.words.map(wordText));
  return svg;
}

/** Draw a layout of layoutTree. */
export function treeSvg(layout, { title }) {
  const height = (layout.levels - 1) * TREE_LEVEL + 2 * HALF_LABEL;
  const svg = pictureSvg("tree", title, layout.width + 2 * TREE_EDGE, height);
  const across = (column) => (layout.direction === "rtl" ? layout.width - column : column);
  const x = ({ column }) => TREE_EDGE + across(column);
  const y = ({ level }) => level * TREE_LEVEL + HALF_LABEL;
  const lines = layout.nodes.slice(1).map((node) => {
    const parent = layout.nodes[node.parent];
    const d = `M${x(parent)} ${y(parent) + HALF_LABEL}L${x(node)} ${y(node) - HALF_LABEL}`;
    return svgElement("path", { d, fill: "none", stroke: colour("line"), "stroke-width": 1.3 });
  });
  const labels = layout.nodes.map((node) => {
    const ink = { class: node.kind, fill: colour(node.kind), "text-anchor": "middle" };
    return svgElement("text", { x: x(node), y: y(node) + BASELINE, ...ink }, node.label);
  });
  svg.lastChild.append(...lines, ...labels);
  return svg;
}

/**
 * The text of an SVG file of a drawing: with colours from the palette, {light: {name: colour}, dark: …},
 * and at most `millimetres` wide.
 */
export function standalone(svg, { palette, dark = false, millimetres = Infinity }) {
  const copy = svg.cloneNode(true);
  const colours = palette[dark ? "dark" : "light"];
  const ground = { class: "ground", width: "100%", height: "100%", fill: colour("ground") };
  copy.insertBefore(svgElement("rect", ground), copy.lastChild);
  for (const part of copy.querySelectorAll("[fill], [stroke]")) {
    for (const name of ["fill", "stroke"]) {
      const value = part.getAttribute(name);
      const kind = value?.match(/^var\(--wo-(.*)\)$/)?.[1];
      if (kind !== undefined) part.setAttribute(name, colours[kind]);
    }
  }
  const [width, height] = ["width", "height"].map((side) => Number(svg.getAttribute(side)));
  const across = Math.min((width * 25.4) / 96, millimetres);
  copy.setAttribute("width", `${across.toFixed(2)}mm`);
  copy.setAttribute("height", `${((across * height) / width).toFixed(2)}mm`);
  return withoutForbidden(new XMLSerializer().serializeToString(copy));
}

// Characters that XML forbids, even as references: one of them makes a file unreadable.
function withoutForbidden(text) {
  return text.replaceAll(/[\p{Cs}\uFFFE\uFFFF]|(?![\t\n\r])\p{Cc}/gu, "\uFFFD");
}

function pictureSvg(kind, title, width, height) {
  const svg = svgElement("svg", {
    class: `wordorder-${kind}`,
    width,
    height,
    viewBox: `0 0 ${width} ${height}`,
    role: "img",
    "aria-label": title,
    "font-family": LETTERS.family,
    "font-size": LETTERS.size,
  });
  svg.append(svgElement("title", {}, title), svgElement("g", {}));
  return svg;
}

function linkPaths(layout, link) {
  const kind = link.stage ?? (link.crossing ? "inverted" : "monotone");
  const look = {
    class: `link ${kind}${link.judged ? "" : " unjudged"}`,
    fill: "none",
    stroke: colour(kind),
    "stroke-width": 1.6,
    "stroke-opacity": link.opacity,
    ...(link.judged ? {} : { "stroke-dasharray": "4 4" }),
  };
  return link.curves.map(([x, y, ...rest]) => {
    const path = svgElement("path", { d: `M${x} ${y}C${rest.join(" ")}`, ...look });
    path.append(svgElement("title", {}, linkTitle(layout, link)));
    return path;
  });
}

function wordText(word) {
  const text = svgElement("text", {
    class: `word ${word.linked ? "linked" : "unlinked"}`,
    x: word.x,
    y: word.y + BASELINE,
    fill: colour(word.linked ? "leaf" : "dim"),
    "text-anchor": word.direction === "rtl" ? mirroredAnchor(word.anchor) : word.anchor,
    direction: word.direction,
    "unicode-bidi": "embed",
  });
  text.append(word.shown);
  if (word.shown !== word.text) text.append(svgElement("title", {}, word.text));
  return text;
}

// Where words run from right to left, they start on the right.
function mirroredAnchor(anchor) {
  return { start: "end", middle: "middle", end: "start" }[anchor];
}

function colour(name) {
  return `var(--wo-${name})`;
}

function svgElement(name, attributes, text) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  if (text !== undefined) element.textContent = text;
  return element;
}
