import { movesInWords } from "./moves.js";
import { permutationOf } from "./permutation.js";

/** Text with its case folded, for comparison. */
export function foldedCase(text) {
  // Upper case first: ß becomes ss, and the two small sigmas become one letter.
  return text.normalize("NFC").toUpperCase().toLowerCase().replaceAll("ς", "σ");
}

/** The sentences of a result, made from the columns that reporting/sentences.py describes. */
export class Sentences {
  constructor(columns) {
    this.systems = columns.systems;
    this.leading = columns.leading;
    this.measures = columns.measures;
    this.buckets = columns.buckets;
    this.count = columns.lines.length;
    this.columns = columns;
    this.scores = columns.scores.map((values, measure) => scoreColumn(values, columns.measures[measure]));
    this.coverageColumn = columns.measures.findIndex(({ name }) => name === "coverage");
    this.places = new Map(columns.lines.map((line, place) => [line, place]));
    this.texts = [];
    this.leastWords = columns.leastWords;
    this.shared = sharedColumns(columns);
    this.linkStarts = startsOfRows(columns.links.counts);
    this.moveStarts = startsOfRows(columns.moves.counts);
    this.weak = new Set(runningSums(columns.links.weak));
    this.judgedWords = columns.links.counts.map((_, row) => this.countJudged(row));
  }

  /** The line number of a sentence, counting from 1. */
  line(k) {
    return this.columns.lines[k];
  }

  /** The index of the sentence with this line number; undefined if there is none. */
  place(line) {
    return this.places.get(line);
  }

  /** A score of a sentence; NaN if undefined. */
  score(system, measure, k) {
    return this.scores[measure][k * this.systems.length + system];
  }

  /** The share of words whose order is judged; NaN if undefined. */
  coverage(system, k) {
    return this.score(system, this.coverageColumn, k);
  }

  /** The number of words whose order is judged; NaN if orders are compared through the source. */
  judged(system, k) {
    return this.judgedWords[k * this.systems.length + system];
  }

  /** How much better a system is than another by the leading metric, on the words both have:
   * {weighted, difference, words}, where `weighted` is the sentence's share in the verdict;
   * null if there is no difference. */
  sharedDifference(system, other, k) {
    const [first, second] = [Math.min(system, other), Math.max(system, other)];
    const place = numberOfPair(this.systems.length, k, first, second);
    const words = this.shared.words[place];
    if (words === 0) return null;
    const weighted = this.shared.weighted[place] * (system === first ? -1 : 1);
    return { weighted, difference: weighted / (words - 1), words };
  }

  /** All text of a sentence in folded case, for search. */
  text(k) {
    this.texts[k] ??= foldedCase([this.source(k) ?? "", ...this.columns.texts[k].map(asText)].join("\n"));
    return this.texts[k];
  }

  /** The source sentence; null if unknown. */
  source(k) {
    return this.columns.source?.[k] ?? null;
  }

  /** The first reference as text. */
  heading(k) {
    return asText(this.columns.texts[k][0]);
  }

  /** The label of a sentence; null if it has none. */
  label(k) {
    const { names, numbers } = this.buckets.label ?? { names: [], numbers: [] };
    return names[numbers[k]] ?? null;
  }

  /** One sentence with all its translations. */
  sentence(k) {
    const texts = this.columns.texts[k].map(asWords);
    const references = texts.slice(0, texts.length - this.systems.length);
    const translations = this.systems.map((_, system) => this.translation(system, k, texts));
    return { line: this.line(k), label: this.label(k), source: this.source(k), references, translations };
  }

  /** The translation of one system; `texts` are the words of all texts of the sentence. */
  translation(system, k, texts) {
    const row = k * this.systems.length + system;
    const words = texts[texts.length - this.systems.length + system];
    const links = this.links(row);
    const order = links && permutationOf(links.filter(({ judged }) => judged));
    const value = (measure) => this.scores[measure][row];
    return {
      system: this.systems[system],
      words,
      reference: this.columns.chosen?.[row] ?? 0,
      links,
      order,
      scores: Object.fromEntries(
        this.measures.map(({ name }, m) => [name, Number.isNaN(value(m)) ? null : value(m)]),
      ),
      moves: order ? movesInWords(words, order, this.moves(row)) : [],
    };
  }

  /** The links of a translation; null if orders are compared through the source. */
  links(row) {
    const { names, counts, from, to, stages, confidence } = this.columns.links;
    if (counts[row] < 0) return null;
    const link = { from: 0, to: 0 };
    return Array.from({ length: counts[row] }, (_, number) => {
      const place = this.linkStarts[row] + number;
      link.from += from[place];
      link.to += to[place];
      const hundredths = confidence ? confidence[place] : -1;
      return {
        ...link,
        stage: names[stages[place]],
        confidence: hundredths < 0 ? null : hundredths / 100,
        judged: !this.weak.has(place),
      };
    });
  }

  countJudged(row) {
    const { counts, to } = this.columns.links;
    if (counts[row] < 0) return NaN;
    const targets = new Set();
    const start = this.linkStarts[row];
    let target = 0;
    for (let place = start; place < start + counts[row]; place++) {
      target += to[place];
      if (!this.weak.has(place)) targets.add(target);
    }
    return targets.size;
  }

  /** The mending moves of a translation, as places. */
  moves(row) {
    const { counts, start, stop, to } = this.columns.moves;
    return Array.from({ length: counts[row] }, (_, number) => {
      const place = this.moveStarts[row] + number;
      return { start: start[place], stop: stop[place], to: to[place] };
    });
  }
}

function scoreColumn(values, { decimals }) {
  return Float64Array.from(values, (value) => (value === null ? NaN : value / 10 ** decimals));
}

/** w·δ and the number of shared words, for every sentence and pair of systems; 0 words where they do not differ. */
function sharedColumns({ lines, systems, shared }) {
  const size = lines.length * pairCount(systems.length);
  const [weighted, words] = [new Float64Array(size), new Int32Array(size)];
  runningSums(shared.numbers).forEach((number, place) => {
    weighted[number] = shared.weighted[place] / 10 ** shared.decimals;
    words[number] = shared.words[place];
  });
  return { weighted, words };
}

function pairCount(systems) {
  return (systems * (systems - 1)) / 2;
}

/** The index of a pair of systems (`first` < `second`) among the pairs of all sentences. */
function numberOfPair(systems, k, first, second) {
  const later = pairCount(systems - first); // pairs of this system and of the systems after it
  return k * pairCount(systems) + pairCount(systems) - later + (second - first - 1);
}

function runningSums(numbers) {
  let sum = 0;
  return numbers.map((number) => (sum += number));
}

/** The start of each row's entries, from their counts. */
function startsOfRows(counts) {
  return [0, ...runningSums(counts.map((count) => Math.max(count, 0)))];
}

/** The words of a cell: text separated by spaces, or a list where a word has a space. */
function asWords(words) {
  if (Array.isArray(words)) return words;
  return words === "" ? [] : words.split(" ");
}

function asText(words) {
  return Array.isArray(words) ? words.join(" ") : words;
}
