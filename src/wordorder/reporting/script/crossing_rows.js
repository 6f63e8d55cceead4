// Crossing diagrams with one sentence above the other: the twin of the rows of drawing/crossing.py.
import { HALF_LABEL, filledWith, shareOf, shortened, totalOf } from "./measuring.js";

const ROWS = {
  gap: 18, // pixels between neighbouring words, at least
  lowest: 110, // pixels between the rows, growing with sentence length
  highest: 260,
  edges: 0.8, // part of that in which links between rows cross the edges
  apart: 3 * HALF_LABEL, // pixels between the words below and the words above in the next row
};

/** Pixels left free on both sides of the words, for the boxes of moved ones. */
export const EDGE = 4;

/** Curves leave their words towards a point at these parts of the way along and across the words. */
export const STEEPNESS = { along: 0.12, across: 0.35 };

/** Place two sentences ({words, fromRight}) one above the other, in rows of at most this width. */
export function placedInRows(sentences, width, measure) {
  const room = width - 2 * EDGE;
  const lines = sentences.map(({ words, fromRight }) => {
    const shown = words.map((word) => shortened(word, room, measure));
    return { shown, widths: shown.map(measure), fromRight };
  });
  const length = Math.max(...lines.map(({ widths }) => totalOf(widths) + ROWS.gap * widths.length));
  for (const line of lines) line.middles = spreadMiddles(line.widths, length);
  const cut = cutIntoRows(lines, length, room);
  for (const line of lines) line.lefts = leftsInRows(line, cut);
  let [first, last] = [0, cut.width];
  for (const { lefts, widths } of lines) {
    for (const [word, left] of lefts.entries()) {
      first = Math.min(first, left);
      last = Math.max(last, left + widths[word]);
    }
  }
  const between = Math.min(Math.max(cut.width / 8, ROWS.lowest), ROWS.highest);
  const pitch = between + 4 * HALF_LABEL + ROWS.apart;
  const size = { width: last - first + 2 * EDGE, height: cut.rows * pitch - ROWS.apart };
  const spots = lines.map((line, side) => {
    const y = side === 0 ? HALF_LABEL : between + 3 * HALF_LABEL;
    return spotsInRows(line, EDGE - first, cut, { y, pitch });
  });
  const directions = lines.map((line) => line.fromRight);
  const frame = { width: size.width, between, directions };
  return { ...size, spots, curves: (pairs) => curvesInRows(pairs, frame) };
}

function spreadMiddles(widths, length) {
  const spare = length - totalOf(widths);
  let before = 0;
  return widths.map((width, number) => {
    const middle = before + shareOf(spare, number, widths.length) + width / 2;
    before += width;
    return middle;
  });
}

function cutIntoRows(lines, length, room) {
  const enough = Math.ceil((2 * length) / room);
  let rows = Math.max(Math.ceil(length / room), 1);
  for (;;) {
    const width = length / rows;
    const cut = { rows, width, slack: (room - width) / 2 };
    if (!(rows < enough) || lines.every((line) => rowsFit(line, cut, room))) return cut;
    rows += 1 + Math.floor(rows / 16);
  }
}

function rowOf(middle, cut) {
  return Math.min(Math.floor(middle / cut.width), cut.rows - 1);
}

function rowsFit(line, cut, room) {
  const taken = filledWith(-ROWS.gap, cut.rows);
  for (const [word, width] of line.widths.entries()) {
    taken[rowOf(line.middles[word], cut)] += width + ROWS.gap;
  }
  return taken.every((length) => length <= room);
}

function leftsInRows({ widths, middles, fromRight }, cut) {
  const lefts = filledWith(0, widths.length);
  let row = -1;
  let limit = 0;
  for (let word = 0; word < widths.length; word += 1) {
    if (rowOf(middles[word], cut) !== row) {
      row = rowOf(middles[word], cut);
      limit = -cut.slack;
    }
    const left = middles[word] - row * cut.width - widths[word] / 2;
    lefts[word] = Math.max(left, limit);
    limit = lefts[word] + widths[word] + ROWS.gap;
  }
  row = -1;
  for (let word = widths.length - 1; word >= 0; word -= 1) {
    if (rowOf(middles[word], cut) !== row) {
      row = rowOf(middles[word], cut);
      limit = cut.width + cut.slack;
    }
    lefts[word] = Math.min(lefts[word], limit - widths[word]);
    limit = lefts[word] - ROWS.gap;
  }
  return fromRight ? lefts.map((left, word) => cut.width - left - widths[word]) : lefts;
}

function spotsInRows({ shown, widths, middles, lefts }, shift, cut, { y, pitch }) {
  return shown.map((word, number) => {
    const width = widths[number];
    const row = rowOf(middles[number], cut);
    const left = shift + lefts[number];
    return { shown: word, width, x: left + width / 2, y: y + row * pitch, anchor: "middle", row };
  });
}

function curvesInRows(pairs, { width, between, directions }) {
  const levels = levelsAtEdges(pairs);
  const edge = (side, later) => (later !== directions[side] ? width : 0);
  return pairs.map(([above, below], link) => {
    const top = above.y + HALF_LABEL;
    const bottom = below.y - HALF_LABEL;
    if (levels[link] === null) return [curveDown(above.x, top, below.x, bottom)];
    const later = below.row > above.row;
    const down = between * levels[link];
    return [
      curveDown(above.x, top, edge(0, later), top + down),
      curveDown(edge(1, !later), bottom - between + down, below.x, bottom),
    ];
  });
}

// How far down each link between rows crosses the edges; null for links within a row.
function levelsAtEdges(pairs) {
  const levels = filledWith(null, pairs.length);
  const links = [...pairs.keys()];
  const later = links.filter((link) => pairs[link][1].row > pairs[link][0].row);
  const earlier = links.filter((link) => pairs[link][1].row < pairs[link][0].row);
  for (const [number, link] of later.entries()) {
    levels[link] = (1 - ROWS.edges * shareOf(1, number, later.length)) / 2;
  }
  for (const [number, link] of earlier.entries()) {
    levels[link] = (1 + ROWS.edges * shareOf(1, number, earlier.length)) / 2;
  }
  return levels;
}

function curveDown(x, top, to, bottom) {
  const along = STEEPNESS.along * (to - x);
  const across = STEEPNESS.across * (bottom - top);
  return [x, top, x + along, top + across, to - along, bottom - across, to, bottom];
}
