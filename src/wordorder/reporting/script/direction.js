// The reading direction of words and sentences: the twin of the directions in drawing/measuring.py.

// The blocks of scripts that run from right to left: all letters there do, and no others.
const FROM_RIGHT = /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFF\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]/u;

/** The direction of a word's first letter, "ltr" or "rtl"; null if it has no letters. */
export function wordDirection(word) {
  const letter = word.match(/\p{L}/u);
  if (letter === null) return null;
  return FROM_RIGHT.test(letter[0]) ? "rtl" : "ltr";
}

/** Whether most words with a direction run from right to left. */
export function runsRightToLeft(words) {
  const directions = words.map(wordDirection).filter((direction) => direction !== null);
  return 2 * directions.filter((direction) => direction === "rtl").length > directions.length;
}
