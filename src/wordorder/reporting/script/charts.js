import { make } from "./elements.js";
import { fittedPanels } from "./panels.js";
import { withTitles } from "./titles.js";

const PIXELS_PER_MM = 96 / 25.4;
const AXES = 80; // pixels that legends leave for axes, as in plots/chart.py
const LOWEST = 180; // pixels
const BELOW = 110; // usual height in pixels of an axis, its title and a legend
const HEIGHT_PER_WIDTH = 0.7;

/** Draws a chart into an element, at its width; returns Vega's view. */
export async function drawChart(element, spec) {
  const { chart, room } = await fitted(spec, element.clientWidth);
  const stage = stageOf(room);
  element.replaceChildren(stage);
  return vegaView(stage, chart);
}

/** A chart as SVG text of this width, in the colours for a light background. */
export async function chartSvg(spec, widthMm) {
  const { chart, room } = await fitted(spec, Math.round(widthMm * PIXELS_PER_MM));
  const svg = await offscreen(chart, room, (view) => view.toSVG());
  return withSize(svg, widthMm);
}

/** The approximate height in pixels of a chart at this width, for the page to reserve. */
export function expectedHeight(spec, width) {
  if (spec.concat === undefined) {
    return heightFor(spec, width) + BELOW;
  }
  const rows = Math.ceil(spec.concat.length / (spec.columns ?? 1));
  return rows * spec.concat[0].height + BELOW;
}

/** The data of a chart as records, without auxiliary lines and fields that only guide the drawing. */
export function chartRecords(spec) {
  const hasPoints = (records) => records.some((one) => Object.keys(one).length > 1);
  return Object.values(spec.datasets ?? {}).filter(hasPoints).flat().map(withoutDrawing);
}

function withoutDrawing(record) {
  return Object.fromEntries(Object.entries(record).filter(([name]) => name !== "open"));
}

/** The chart for a width in pixels, axes included, and the width of the stage, by which it lays out legends. */
async function fitted(spec, width) {
  if (spec.concat !== undefined) {
    const drawnWidth = (draft) => offscreen(draft, width, svgWidth);
    return { chart: await fittedPanels(spec, width, drawnWidth), room: width };
  }
  const size = { width, autosize: { type: "fit-x", contains: "padding" } };
  if (!hasRows(spec)) {
    const height = heightFor(spec, width);
    return { chart: { ...withTitles(spec, width - AXES, height), ...size, height }, room: width };
  }
  // Names of rows may need more room than other axes; how much is only known once they are drawn.
  const inside = await offscreen({ ...spec, ...size }, width, (view) => view.signal("width"));
  return { chart: { ...withTitles(spec, inside, spec.height), ...size }, room: inside + AXES };
}

/** Draws a chart off screen, and returns what `use` makes of its view. */
async function offscreen(chart, room, use) {
  const stage = stageOf(room);
  stage.className = "offscreen";
  document.body.append(stage);
  try {
    const view = await vegaView(stage, chart);
    const made = await use(view);
    view.finalize();
    return made;
  } finally {
    stage.remove();
  }
}

function stageOf(width) {
  const stage = make("div");
  stage.style.width = `${width}px`;
  return stage;
}

async function vegaView(element, spec) {
  const options = {
    ast: true, // compiles no code, which the page's policy forbids
    renderer: "svg",
    actions: false,
    defaultStyle: false,
    logLevel: 1,
    tooltip: showTooltip,
  };
  const { view } = await globalThis.vegaEmbed(element, spec, options);
  return view;
}

function svgWidth(view) {
  return view.container().querySelector("svg").viewBox.baseVal.width;
}

function heightFor(spec, width) {
  return hasRows(spec) ? spec.height : Math.min(spec.height, Math.max(LOWEST, width * HEIGHT_PER_WIDTH));
}

/** Whether the chart has named rows, which need their full height. */
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

/** Shows the tooltip of a mark beside the pointer; its texts are never parsed as HTML. */
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
