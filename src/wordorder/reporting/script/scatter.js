import { make } from "./elements.js";

const MOST_LINES = 5; // named in a tooltip

/** Puts menus for two systems and a measure above a plot of one system against another; returns its first chart. */
export function startScatter(figure, spec, sentences, redraw) {
  const systems = sentences.systems.map((name, place) => [name, place]);
  const measures = sentences.measures.map(({ heading }, place) => [heading, place]);
  const leading = sentences.measures.findIndex(({ name }) => name === sentences.leading);
  const [across, up] = spec.usermeta.systems;
  const chosen = { across, up, measure: Math.max(0, leading) };
  const choice = (label, key, options) =>
    labelledSelect(label, options, chosen[key], (value) => {
      chosen[key] = value;
      redraw(scatterSpec(spec, sentences, chosen));
    });
  const controls = make("div", { class: "controls" });
  controls.append(
    choice("Across", "across", systems),
    choice("Up", "up", systems),
    choice("Measure", "measure", measures),
  );
  figure.querySelector(".canvas").before(controls);
  return scatterSpec(spec, sentences, chosen);
}

/** The chart of plots/sentence_plots.py with the points of other systems or another measure. */
export function scatterSpec(spec, sentences, { across, up, measure }) {
  const points = scatterPoints(sentences, across, up, measure);
  const title = (system) => `${sentences.measures[measure].heading} of ${sentences.systems[system]}`;
  const [{ encoding, ...inner }, ...others] = spec.layer;
  const titled = {
    ...encoding,
    x: { ...encoding.x, title: title(across) },
    y: { ...encoding.y, title: title(up) },
  };
  const datasets = { points, diagonal: diagonalOf(points) };
  return { ...spec, layer: [{ ...inner, encoding: titled }, ...others], datasets };
}

/** The distinct pairs of scores, each with the number and lines of its sentences. */
function scatterPoints(sentences, across, up, measure) {
  const found = new Map();
  for (let place = 0; place < sentences.count; place += 1) {
    const x = sentences.score(across, measure, place);
    const y = sentences.score(up, measure, place);
    if (!Number.isNaN(x + y)) {
      const key = `${x} ${y}`;
      const point = found.get(key) ?? { x, y, lines: [] };
      point.lines.push(sentences.line(place));
      found.set(key, point);
    }
  }
  return Array.from(found.values(), ({ x, y, lines }) => ({
    x,
    y,
    count: lines.length,
    lines: namedLines(lines),
    line: lines[0],
  }));
}

function namedLines(lines) {
  const rest = lines.length - MOST_LINES;
  const named = lines.slice(0, MOST_LINES).join(", ");
  return rest > 0 ? `${named} and ${rest.toLocaleString("en")} more` : named;
}

function diagonalOf(points) {
  if (points.length === 0) {
    return [];
  }
  let [least, greatest] = [Infinity, -Infinity];
  for (const { x, y } of points) {
    least = Math.min(least, x, y);
    greatest = Math.max(greatest, x, y);
  }
  return [least, greatest].map((end) => ({ x: end, y: end }));
}

function labelledSelect(label, options, selected, onChoice) {
  const select = make("select", { onchange: () => onChoice(Number(select.value)) });
  for (const [text, value] of options) {
    select.append(make("option", { value }, text));
  }
  select.value = String(selected);
  return make("label", {}, `${label} `, select);
}
