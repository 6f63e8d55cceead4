/** Moves that mend an order, in words: their `gain` in kendall, the words they move (`what`), the word that
 * these go `before` (null: the end), both as `text`, and the positions of the moved words (`block`).
 * The places of a move are those in the order just before it. */
export function movesInWords(words, { ranks, places }, moves) {
  const pairs = (ranks.length * (ranks.length - 1)) / 2;
  return moves.map((move) => {
    const { start, stop, to } = move;
    const what = quotedWords(words, places, start, stop);
    const before = to < places.length ? quotedWords(words, places, to, to + 1) : null;
    const text = `move “${what}” ${before === null ? "to the end" : `before “${before}”`}`;
    const block = positionsIn(places.slice(start, stop));
    const gain = pairsMended(ranks, move) / pairs;
    [ranks, places] = [ranks, places].map((row) => movedRow(row, move));
    return { ...move, gain, what, before, text, block };
  });
}

/** The net number of pairs of words that a move puts in order. */
function pairsMended(ranks, { start, stop, to }) {
  const right = to > start;
  const passed = right ? ranks.slice(stop, to) : ranks.slice(to, start);
  const smaller = passed.filter((rank) => rank < ranks[start]).length;
  return (stop - start) * (right ? 1 : -1) * (2 * smaller - passed.length);
}

function movedRow(row, { start, stop, to }) {
  const [first, middle, last] = [start, stop, to].sort((a, b) => a - b);
  const [before, after] = [row.slice(0, first), row.slice(last)];
  return [...before, ...row.slice(middle, last), ...row.slice(first, middle), ...after];
}

function positionsIn(places) {
  return [...new Set(places.flat())];
}

/** A block of words of the translation, with an ordinal if it occurs more than once. */
function quotedWords(words, places, start, stop) {
  const said = (from, to) => positionsIn(places.slice(from, to)).map((position) => words[position]);
  const block = said(start, stop);
  const first = places[start][0];
  const same = [...words.keys()].filter((place) => words[place].toLowerCase() === words[first].toLowerCase());
  let repeated = same.length > 1;
  if (block.length > 1) { // neighbours identify a word, unless the whole block occurs twice
    const key = JSON.stringify(block);
    const blocks = places.map((_, other) => JSON.stringify(said(other, other + stop - start)));
    repeated = blocks.filter((other) => other === key).length > 1;
  }
  if (!repeated) return block.join(" ");
  return [`${block[0]} (${ordinalNumber(same.indexOf(first) + 1)})`, ...block.slice(1)].join(" ");
}

function ordinalNumber(number) {
  const ending = { one: "st", two: "nd", few: "rd", other: "th" };
  return `${number}${ending[new Intl.PluralRules("en", { type: "ordinal" }).select(number)]}`;
}
