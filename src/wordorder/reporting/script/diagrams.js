import { layoutCrossing } from "./crossing.js";
import { runsRightToLeft } from "./direction.js";
import { csvText, downloadMenu } from "./downloads.js";
import { crossingSvg, standalone, textMeasure, treeSvg } from "./drawing.js";
import { make } from "./elements.js";
import { operatorLegend } from "./legend.js";
import { layoutTree, permutationTree } from "./tree.js";

const DIAGRAM_PIXELS_PER_MM = 6; // gives letters on paper the size of a caption's
const PRINTED = "wordorder-printed";

let measureOfText = null;

/** The crossing diagram of a translation below its reference, drawn when it comes near the window. */
export function crossingFigure(line, reference, translation, palette) {
  const { system, words, moves } = translation;
  const links = translation.links.map(({ from, to, ...rest }) => ({ ...rest, above: to, below: from }));
  const moved = moves.map(({ block }) => block);
  const draw = (width) => {
    const layout = layoutCrossing(reference, words, links, { width, measure: sharedMeasure(), moved });
    return crossingSvg(layout, { title: `${system}, line ${line}` });
  };
  const canvas = make("div", { class: "diagram" });
  drawWhenSeen(canvas, draw);
  const menu = downloadMenu(fileName(line, system, "links"), {
    svg: (millimetres) => standalone(draw(millimetres * DIAGRAM_PIXELS_PER_MM), { palette, millimetres }),
    csv: () => csvText(linkRecords(reference, translation)),
  });
  return make("figure", { class: "crossing" }, canvas, menu);
}

/** The permutation tree of a translation, drawn when it is opened. */
export function treeDetails(line, { system, words, order }, palette) {
  const labels = order.places.map((places) => places.map((place) => words[place]).join(" "));
  const draw = () => {
    const options = { measure: sharedMeasure(), fromRight: runsRightToLeft(words) };
    const layout = layoutTree(permutationTree(order.ranks), labels, options);
    return treeSvg(layout, { title: `Permutation tree of ${system}, line ${line}` });
  };
  const details = make("details", { class: "tree" }, make("summary", {}, "Permutation tree"));
  const fill = () => {
    const menu = downloadMenu(fileName(line, system, "tree"), {
      svg: (millimetres) => standalone(draw(), { palette, millimetres }),
      csv: () => csvText(labels.map((label, place) => ({ words: label, rank: order.ranks[place] + 1 }))),
    });
    details.append(make("figure", {}, make("div", { class: "diagram" }, draw()), operatorLegend(), menu));
  };
  details.addEventListener("toggle", fill, { once: true });
  return details;
}

/** Draws the diagrams inside an element that are not drawn yet. */
export function drawForPrint(element) {
  for (const canvas of element.querySelectorAll(".diagram:empty")) canvas.dispatchEvent(new Event(PRINTED));
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

/** One text measure for all diagrams, since it remembers words. */
function sharedMeasure() {
  measureOfText ??= textMeasure();
  return measureOfText;
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

function fileName(line, system, kind) {
  return `${system.replaceAll(/[^\p{L}\p{N}._-]+/gu, "-")}-line-${line}-${kind}`;
}
