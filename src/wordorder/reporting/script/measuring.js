// Widths of text, and lengths in pixels: the twin of drawing/measuring.py.
// A measure is a function from text to its width in pixels.

/** Half the height, in pixels, of the space around a word that lines avoid. */
export const HALF_LABEL = 11;

const JOINING = /^[\p{M}\u200C\u200D]/u;

/** Round to a tenth of a pixel, halves upwards. */
export function tenth(length) {
  return Math.floor(length * 10 + 0.5) / 10;
}

/** A list that repeats a value. */
export function filledWith(value, length) {
  return Array.from({ length }, () => value);
}

/** Add from left to right. */
export function totalOf(lengths) {
  return lengths.reduce((whole, length) => whole + length, 0);
}

/** The centre of one of the equal parts of a length. */
export function shareOf(whole, part, parts) {
  return (whole * (2 * part + 1)) / (2 * parts);
}

/** Cut a word that is wider than the room, between characters, and end it with an ellipsis. */
export function shortened(word, room, measure) {
  if (measure(word) <= room) return word;
  const characters = Array.from(word);
  const start = (count) => `${characters.slice(0, count).join("")}…`;
  let fits = 0;
  let tooLong = characters.length;
  while (tooLong - fits > 1) {
    const middle = Math.floor((fits + tooLong) / 2);
    if (measure(start(middle)) <= room) fits = middle;
    else tooLong = middle;
  }
  while (fits > 0 && JOINING.test(characters[fits])) fits -= 1;
  return start(fits);
}
