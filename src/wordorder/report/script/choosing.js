import { foldedCase } from "./sentences.js";

/** What is searched for: words and phrases in quotes, in folded case. */
export function searchTerms(query) {
  const found = query.matchAll(/["“”„]([^"“”„]*)(?:["“”„]|$)|([^\s"“”„]+)/gu);
  return [...found].map(([, phrase, word]) => foldedCase(word ?? phrase.trim())).filter(Boolean);
}

/** The sentences with all terms that lie in the chosen buckets and have enough coverage, sorted.
 * `choice` = {query, measure, system, other, order, buckets, minCoverage}: sorted by line if
 * `measure` is null, by the difference from `other` if that is not null; `order` is "low", "high"
 * or "apart" (largest difference first). `buckets` has the number of the chosen one by kind. */
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

/** The value by which a sentence is sorted; NaN if undefined. */
export function sortValue(sentences, { measure, system, other }, k) {
  if (measure === null) return sentences.line(k);
  const score = sentences.score(system, measure, k);
  return other === null ? score : score - sentences.score(other, measure, k);
}

/** The systems whose coverage counts: those compared, or all if sentences are in line order. */
function comparedSystems(sentences, { measure, system, other, minCoverage }) {
  if (!minCoverage) return [];
  if (measure === null) return [...sentences.systems.keys()];
  return other === null ? [system] : [system, other];
}

const SORT_KEYS = { low: (value) => value, high: (value) => -value, apart: (value) => -Math.abs(value) };

/** Undefined values come last, equal ones in the order of lines. */
function sortedSentences(sentences, choice, places) {
  if (choice.measure === null) return places;
  const key = SORT_KEYS[choice.order];
  const keys = new Map(places.map((k) => [k, key(sortValue(sentences, choice, k))]));
  const last = (value) => (Number.isNaN(value) ? Infinity : value);
  return places.sort((a, b) => last(keys.get(a)) - last(keys.get(b)) || a - b);
}
