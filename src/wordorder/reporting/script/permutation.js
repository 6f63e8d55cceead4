/** The order of matched words in a translation: the `ranks` of the linked reference words in the order of
 * the translation, and the `places` of the words linked to each.
 * Connected links are one match, at the place of its first word in the translation. */
export function permutationOf(links) {
  const matchOf = firstWordsOfMatches(links);
  const reference = new Map();
  for (const { from, to } of links) {
    if (!reference.has(to)) reference.set(to, { place: matchOf(from), linked: new Set() });
    reference.get(to).linked.add(from);
  }
  const targets = [...reference.keys()].sort((a, b) => a - b);
  const ranks = targets.map((_, rank) => rank);
  const place = (rank) => reference.get(targets[rank]).place;
  ranks.sort((a, b) => place(a) - place(b) || a - b);
  const linked = (rank) => [...reference.get(targets[rank]).linked].sort((a, b) => a - b);
  return { ranks, places: ranks.map(linked) };
}

/** For each linked word of the translation, the first word of its match. */
function firstWordsOfMatches(links) {
  const first = new Map(links.map(({ from }) => [from, from]));
  const root = (word) => {
    let found = word;
    while (first.get(found) !== found) found = first.get(found);
    first.set(word, found);
    return found;
  };
  const reached = new Map();
  for (const { from, to } of links) {
    if (!reached.has(to)) reached.set(to, from);
    const ends = [root(from), root(reached.get(to))];
    first.set(Math.max(...ends), Math.min(...ends));
  }
  return root;
}
