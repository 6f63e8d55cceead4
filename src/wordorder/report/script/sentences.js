import { movesInWords } from "./moves.js";
import { permutationOf } from "./permutation.js";

/** Text for comparing without regard to case. */
export function foldedCase(text) {
  // Upper case first: ß becomes ss, and the two small sigmas become one letter.
  return text.normalize("NFC").toUpperCase().toLowerCase().replaceAll("ς", "σ");
}

/** The sentences of a result, made from the columns that page/sentences.py describes. */
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
    this.linkStarts = startsOfRows(columns.links.counts);
    this.moveStarts = startsOfRows(columns.moves.counts);
    this.weak = new Set(runningSums(columns.links.weak));
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

  /** All text of a sentence in folded case, for search. */
  text(k) {
    this.texts[k] ??= foldedCase([this.source(k) ?? "", ...this.columns.texts[k].map(asText)].join("\n"));
    return this.texts[k];
  }

  /** The source sentence; null if it is not known. */
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

  /** The places that each mending move of a translation names. */
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

function runningSums(numbers) {
  let sum = 0;
  return numbers.map((number) => (sum += number));
}

/** Where the entries of each row start, from their numbers. */
function startsOfRows(counts) {
  return [0, ...runningSums(counts.map((count) => Math.max(count, 0)))];
}

/** Words as the columns have them: text, or a list where spaces would not do. */
function asWords(words) {
  if (Array.isArray(words)) return words;
  return words === "" ? [] : words.split(" ");
}

function asText(words) {
  return Array.isArray(words) ? words.join(" ") : words;
}
