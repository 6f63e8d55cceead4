// The geometry of crossing diagrams: two sentences, and curves between their words, in pixels.
// The twin of drawing/crossing.py: both compute the same numbers.
import { placedInColumns } from "./crossing_columns.js";
import { placedInRows } from "./crossing_rows.js";
import { runsRightToLeft, wordDirection } from "./direction.js";
import { HALF_LABEL, filledWith, tenth } from "./measuring.js";

const NARROW_DIAGRAM = 480; // pixels; below this, sentences stand in columns
const AROUND = 4; // pixels between moved words and the sides of their box

/**
 * Lay out two lists of words and the links between them: {above, below, stage, confidence, judged},
 * by positions counting from 0. `moved` has groups of positions below, to highlight.
 */
export function layoutCrossing(above, below, links, { width, measure, moved = [] }) {
  const ordered = links
    .map((link) => ({ stage: null, confidence: null, judged: true, ...link }))
    .sort((a, b) => a.above - b.above || a.below - b.below);
  const sentences = [above, below].map((words) => ({ words, fromRight: runsRightToLeft(words) }));
  const place = width < NARROW_DIAGRAM ? placedInColumns : placedInRows;
  const placed = place(sentences, width, measure);
  const judged = new Set(ordered.filter((link) => link.judged).map((link) => link.below));
  const words = ["above", "below"].flatMap((side, number) => {
    const linked = new Set(ordered.map((link) => link[side]));
    return wordsInPlace(sentences[number], placed.spots[number], side, linked);
  });
  return {
    words,
    links: linksInPlace(ordered, placed),
    moved: moved.flatMap((group, number) => movedBoxes(number, group, judged, placed.spots[1])),
    width: tenth(placed.width),
    height: tenth(placed.height),
  };
}

/** The title of a link, such as "house – home, synonym, confidence 0.87". */
export function linkTitle(layout, link) {
  const first = layout.words.findIndex((word) => word.side === "below");
  const words = [layout.words[link.above], layout.words[first + link.below]];
  const parts = [words.map((word) => word.text).join(" – ")];
  if (link.stage === null) return parts[0];
  parts.push(link.stage);
  if (link.confidence !== null) parts.push(`confidence ${link.confidence.toFixed(2)}`);
  if (!link.judged) parts.push("not judged");
  return parts.join(", ");
}

function wordsInPlace({ words, fromRight }, spots, side, linked) {
  return words.map((text, number) => {
    const spot = spots[number];
    return {
      text,
      shown: spot.shown,
      side,
      x: tenth(spot.x),
      y: tenth(spot.y),
      width: tenth(spot.width),
      anchor: spot.anchor,
      direction: wordDirection(text) ?? (fromRight ? "rtl" : "ltr"),
      linked: linked.has(number),
    };
  });
}

function linksInPlace(links, placed) {
  const crosses = crossingLinks(links);
  const [spotsAbove, spotsBelow] = placed.spots;
  const curves = placed.curves(links.map((link) => [spotsAbove[link.above], spotsBelow[link.below]]));
  return links.map(({ above, below, stage, confidence, judged }, number) => {
    return {
      above,
      below,
      stage,
      confidence,
      judged,
      crossing: crosses[number],
      opacity: confidence === null ? 1 : Math.floor((0.3 + 0.7 * confidence) * 100 + 0.5) / 100,
      curves: curves[number].map((curve) => curve.map(tenth)),
    };
  });
}

function crossingLinks(links) {
  const lowestToCome = filledWith(0, links.length);
  let lowest = Infinity;
  for (let number = links.length - 1; number >= 0; number -= 1) {
    lowest = Math.min(lowest, links[number].below);
    lowestToCome[number] = lowest;
  }
  let highest = -1;
  return links.map(({ below }, number) => {
    highest = Math.max(highest, below);
    return lowestToCome[number] < below || below < highest;
  });
}

function movedBoxes(group, positions, judged, spots) {
  const parts = [];
  let before = -1;
  for (const position of [...new Set(positions)].sort((a, b) => a - b)) {
    const part = parts.at(-1);
    let parted = part === undefined || part.at(-1).row !== spots[position].row;
    for (let between = before + 1; between < position; between += 1) {
      parted ||= judged.has(between);
    }
    if (parted) parts.push([]);
    parts.at(-1).push(spots[position]);
    before = position;
  }
  return parts.map((part) => boxAround(group, part));
}

function boxAround(group, spots) {
  const lefts = spots.map(leftOfSpot);
  const left = Math.min(...lefts) - AROUND;
  const right = Math.max(...lefts.map((start, word) => start + spots[word].width)) + AROUND;
  const top = spots[0].y - HALF_LABEL;
  const bottom = spots.at(-1).y + HALF_LABEL;
  return {
    group,
    x: tenth(left),
    y: tenth(top),
    width: tenth(right - left),
    height: tenth(bottom - top),
  };
}

function leftOfSpot({ anchor, x, width }) {
  if (anchor === "start") return x;
  return x - (anchor === "end" ? width : width / 2);
}
