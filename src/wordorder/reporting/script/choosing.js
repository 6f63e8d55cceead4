import { foldedCase } from "./sentences.js";

/** The terms of a query: words, and phrases in quotes, in folded case. */
export function searchTerms(query) {
  const found = query.matchAll(/["“”„]([^"“”„]*)(?:["“”„]|$)|([^\s"“”„]+)/gu);
  return [...found].map(([, phrase, word]) => foldedCase(word ?? phrase.trim())).filter(Boolean);
}

/** The sentences that contain all terms, lie in the chosen buckets and have enough coverage, sorted.
 * `choice` = {query, measure, system, other, order, buckets, minCoverage}: a null `measure` sorts by line,
 * an `other` that is not null by the difference from that system (see `wordsCompared`); `order` is "low",
 * "high" or "apart" (largest difference first); `buckets` has the number of the chosen bucket by kind. */
export function chosenSentences(sentences, choice) {
  const terms = searchTerms(choice.query);
  const systems = comparedSystems(sentences, choice);
  const kinds = Object.entries(choice.buckets);
  const buckets = kinds.map(([kind, number]) => [sentences.buckets[kind].numbers, number]);
  const places = [];
  for (let k = 0; k < sentences.count; k++) {
    const isChosen =
      buckets.every(([numbers, number]) => numbers[k] === number) &&
      !systems.some((system) => sentences.coverage(system, k) < choice.minCoverage) &&
      terms.every((term) => sentences.text(k).includes(term));
    if (isChosen) places.push(k);
  }
  return sortedSentences(sentences, choice, places);
}

/** The words on which a measure compares two systems: "shared", "own", or null for a measure that
 * ignores word order. */
export function wordsCompared({ measures, leading }, measure) {
  if (measure === null || !measures[measure].isOrder) return null;
  return measures[measure].name === leading ? "shared" : "own";
}

/** What a sentence is sorted by: `value` is the score or difference to show (NaN if undefined), `words` its
 * number of shared words, or null; `key` is the sort key, `hasFew` whether too few words make it unreliable,
 * and `length` the number of words by which equal keys are sorted, longest first. */
export function sortEntry(sentences, { measure, system, other }, k) {
  const compared = wordsCompared(sentences, measure);
  if (compared === "shared" && other !== null) return sharedEntry(sentences, system, other, k);
  const systems = other === null ? [system] : [system, other];
  const [score, second] = systems.map((one) => sentences.score(one, measure, k));
  const value = other === null ? score : score - second;
  const length = compared === null ? 0 : Math.min(...systems.map((one) => sentences.judged(one, k)));
  const hasFew = compared !== null && length < sentences.leastWords;
  return { value, words: null, key: value, hasFew, length };
}

function sharedEntry(sentences, system, other, k) {
  const found = sentences.sharedDifference(system, other, k);
  if (found === null) return { value: NaN, words: null, key: NaN, hasFew: false, length: 0 };
  const { weighted, difference, words } = found;
  return { value: difference, words, key: weighted, hasFew: words < sentences.leastWords, length: 0 };
}

/** The systems whose coverage counts: the compared ones, or all if sentences are in line order. */
function comparedSystems(sentences, { measure, system, other, minCoverage }) {
  if (!minCoverage) return [];
  if (measure === null) return [...sentences.systems.keys()];
  return other === null ? [system] : [system, other];
}

const SORT_KEYS = { low: (value) => value, high: (value) => -value, apart: (value) => -Math.abs(value) };

/** Values of few words come after the others, undefined ones last; equal ones by length, then by line. */
function sortedSentences(sentences, choice, places) {
  if (choice.measure === null) return places;
  const ofKey = SORT_KEYS[choice.order];
  const entries = places.map((k) => {
    const { key, hasFew, length } = sortEntry(sentences, choice, k);
    return { k, key: ofKey(key), group: Number.isNaN(key) ? 2 : Number(hasFew), length };
  });
  entries.sort((a, b) => a.group - b.group || a.key - b.key || b.length - a.length || a.k - b.k);
  return entries.map(({ k }) => k);
}
