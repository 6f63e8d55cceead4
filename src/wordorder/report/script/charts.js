import { make } from "./elements.js";

const PIXELS_PER_MM = 96 / 25.4;
const AXES = 80; // pixels, as in plots/chart.py
const NARROW_CHART = 480; // pixels
const LOWEST = 180; // pixels
const HEIGHT_PER_WIDTH = 0.7;

/** Draws a chart into an element, as wide as that; gives Vega's view of it. */
export async function drawChart(element, spec) {
  const options = { ast: true, renderer: "svg", actions: false, defaultStyle: false, logLevel: 1, tooltip: showTooltip };
  const { view } = await globalThis.vegaEmbed(element, fitted(spec, element.clientWidth), options);
  return view;
}

/** A chart as SVG text of this width, in the colours for a light background. */
export async function chartSvg(spec, widthMm) {
  const stage = make("div", { class: "offscreen" });
  stage.style.width = `${Math.round(widthMm * PIXELS_PER_MM)}px`;
  document.body.append(stage);
  try {
    const view = await drawChart(stage, spec);
    const svg = await view.toSVG();
    view.finalize();
    return withSize(svg, widthMm);
  } finally {
    stage.remove();
  }
}

/** The data of a chart as records. */
export function chartRecords(spec) {
  return Object.values(spec.datasets ?? {}).flat();
}

/** The chart for a width in pixels, axes included. */
export function fitted(spec, width) {
  if (spec.concat !== undefined) {
    const columns = width < NARROW_CHART ? 1 : (spec.columns ?? 1);
    const panelWidth = Math.floor(width / columns) - AXES;
    return { ...spec, columns, concat: spec.concat.map((panel) => ({ ...panel, width: panelWidth })) };
  }
  if (typeof spec.width !== "number") {
    return spec;
  }
  const height = hasRows(spec) ? spec.height : Math.min(spec.height, Math.max(LOWEST, width * HEIGHT_PER_WIDTH));
  return { ...spec, width, height, autosize: { type: "fit-x", contains: "padding" } };
}

/** Whether the chart has a row for each of some names, which need their height. */
function hasRows(spec) {
  const kind = spec.encoding?.y?.type;
  return kind === "nominal" || kind === "ordinal" || (spec.layer ?? []).some(hasRows);
}

function withSize(svg, widthMm) {
  const [head, width, height] = svg.match(/^<svg[^>]*? width="([\d.]+)" height="([\d.]+)"[^>]*>/);
  const sized = head
    .replace(` width="${width}"`, ` width="${widthMm}mm"`)
    .replace(` height="${height}"`, ` height="${((widthMm * height) / width).toFixed(2)}mm"`);
  return sized + svg.slice(head.length);
}

/** Shows the tooltip of a mark beside the pointer; its texts are never taken for HTML. */
function showTooltip(_, event, __, value) {
  document.getElementById("tooltip")?.remove();
  if (value === null || value === undefined || value === "") {
    return;
  }
  const entries = typeof value === "object" ? Object.entries(value) : [["", value]];
  const rows = entries.map(([name, text]) =>
    make("tr", {}, make("th", { scope: "row" }, name), make("td", {}, String(text))),
  );
  const tooltip = make("table", { id: "tooltip", "aria-hidden": "true" }, make("tbody", {}, ...rows));
  document.body.append(tooltip);
  const { width, height } = tooltip.getBoundingClientRect();
  const left = Math.min(event.clientX + 14, document.documentElement.clientWidth - width - 8);
  const below = event.clientY + 14;
  const top = below + height > globalThis.innerHeight ? event.clientY - height - 8 : below;
  tooltip.style.left = `${Math.max(8, left)}px`;
  tooltip.style.top = `${Math.max(8, top)}px`;
}
