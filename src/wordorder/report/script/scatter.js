import { make } from "./elements.js";

/** Puts selects for two systems and a measure above a plot; calls `redraw` with the chosen chart. */
export function startScatter(figure, spec, sentences, redraw) {
  const systems = sentences.systems.map((name, place) => [name, place]);
  const measures = sentences.measures.map(({ heading }, place) => [heading, place]);
  const leading = sentences.measures.findIndex(({ name }) => name === sentences.leading);
  const chosen = { across: 0, up: Math.min(1, systems.length - 1), measure: Math.max(0, leading) };
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

/** The chart with the points of two systems and a measure; the rows of its data with a `line` are points. */
export function scatterSpec(spec, sentences, { across, up, measure }) {
  const points = scatterPoints(sentences, across, up, measure);
  const all = points.flatMap(({ x, y }) => [x, y]);
  const ends = [Math.min(...all), Math.max(...all)];
  const titles = { x: sentences.systems[across], y: sentences.systems[up] };
  const datasets = {};
  for (const [name, rows] of Object.entries(spec.datasets)) {
    datasets[name] = rows.some((row) => "line" in row) ? points : ends.map((end) => ({ x: end, y: end }));
  }
  const heading = sentences.measures[measure].heading;
  return { ...retitled(spec, titles, heading, ends), datasets, description: `${heading}: ${titles.x} against ${titles.y}` };
}

function scatterPoints(sentences, across, up, measure) {
  const points = [];
  for (let place = 0; place < sentences.count; place += 1) {
    const x = sentences.score(across, measure, place);
    const y = sentences.score(up, measure, place);
    if (!Number.isNaN(x) && !Number.isNaN(y)) {
      points.push({ line: sentences.line(place), x, y });
    }
  }
  return points;
}

/** The chart with other titles, tooltips and ends of its axes, however deep they lie. */
function retitled(spec, titles, heading, ends) {
  const { encoding, layer } = spec;
  const made = { ...spec };
  if (layer !== undefined) {
    made.layer = layer.map((part) => retitled(part, titles, heading, ends));
  }
  if (encoding !== undefined) {
    made.encoding = { ...encoding };
    for (const channel of ["x", "y"].filter((name) => encoding[name]?.field === name)) {
      const { scale, ...rest } = encoding[channel];
      const domain = Array.isArray(scale?.domain) ? { domain: ends } : {};
      made.encoding[channel] = { ...rest, title: `${titles[channel]}: ${heading}`, scale: { ...scale, ...domain } };
    }
    if (encoding.tooltip !== undefined) {
      made.encoding.tooltip = pointTooltip(titles);
    }
  }
  return made;
}

function pointTooltip(titles) {
  const score = (field) => ({ field, type: "quantitative", format: ".4~f", title: titles[field] });
  return [{ field: "line", type: "quantitative", title: "line" }, score("x"), score("y")];
}

function labelledSelect(label, options, selected, onChoice) {
  const select = make("select", { onchange: () => onChoice(Number(select.value)) });
  for (const [text, value] of options) {
    select.append(make("option", { value }, text));
  }
  select.value = String(selected);
  return make("label", {}, `${label} `, select);
}
