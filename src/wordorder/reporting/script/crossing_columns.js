// Crossing diagrams for narrow screens, in two columns: the twin of the columns of drawing/crossing.py.
import { shareOf, shortened } from "./measuring.js";
import { EDGE, STEEPNESS } from "./crossing_rows.js";

const COLUMN_SIZES = {
  line: 26, // height of a line in pixels
  space: 6, // pixels between a word and its links
  least: 80, // pixels between the columns
  most: 160,
  narrowest: 240, // pixels; a narrower drawing would be unreadable
};

/** Place two sentences ({words}) side by side in columns, one word per line. */
export function placedInColumns(sentences, width, measure) {
  const room = Math.max(width, COLUMN_SIZES.narrowest) - 2 * EDGE - 2 * COLUMN_SIZES.space;
  const widest = sentences.map(({ words }) => widestWord(words, measure));
  // A column may take half of the room, or more where the other leaves it.
  const [left, right] = widest.map((own, side) => {
    const forWords = room - COLUMN_SIZES.least;
    return Math.min(own, Math.max(forWords / 2, forWords - widest[1 - side]));
  });
  const between = Math.min(room - left - right, COLUMN_SIZES.most);
  const lines = Math.max(...sentences.map(({ words }) => words.length));
  const start = EDGE + left;
  const end = start + between + 2 * COLUMN_SIZES.space;
  const spots = [
    spotsInColumn(sentences[0].words, left, { x: start, anchor: "end", lines, measure }),
    spotsInColumn(sentences[1].words, right, { x: end, anchor: "start", lines, measure }),
  ];
  return { spots, width: end + right + EDGE, height: lines * COLUMN_SIZES.line, curves: curvesInColumns };
}

function widestWord(words, measure) {
  return words.reduce((most, word) => Math.max(most, measure(word)), 0);
}

function spotsInColumn(words, room, { x, anchor, lines, measure }) {
  return words.map((word, number) => {
    const shown = shortened(word, room, measure);
    const y = COLUMN_SIZES.line * shareOf(lines, number, words.length);
    return { shown, width: measure(shown), x, y, anchor, row: 0 };
  });
}

function curvesInColumns(pairs) {
  return pairs.map(([above, below]) => {
    const [x, to] = [above.x + COLUMN_SIZES.space, below.x - COLUMN_SIZES.space];
    const [y, end] = [above.y, below.y];
    const along = STEEPNESS.along * (end - y);
    const across = STEEPNESS.across * (to - x);
    return [[x, y, x + across, y + along, to - across, end - along, to, end]];
  });
}
