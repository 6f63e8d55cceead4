import { make } from "./elements.js";
import { fittedPanels } from "./panels.js";

const PIXELS_PER_MM = 96 / 25.4;
const LOWEST = 180; // pixels
const HEIGHT_PER_WIDTH = 0.7;

/** Draws a chart into an element, as wide as that; gives Vega's view of it. */
export async function drawChart(element, spec) {
  return vegaView(element, await fitted(spec, element.clientWidth));
}

/** A chart as SVG text of this width, in the colours for a light background. */
export async function chartSvg(spec, widthMm) {
  const width = Math.round(widthMm * PIXELS_PER_MM);
  const svg = await offscreen(await fitted(spec, width), width, (view) => view.toSVG());
  return withSize(svg, widthMm);
}

/** The data of a chart as records. */
export function chartRecords(spec) {
  return Object.values(spec.datasets ?? {}).flat();
}

/** The chart for a width in pixels, axes included. */
function fitted(spec, width) {
  if (spec.concat !== undefined) {
    return fittedPanels(spec, width, (draft) => offscreen(draft, width, drawnWidth));
  }
  const height = hasRows(spec) ? spec.height : Math.min(spec.height, Math.max(LOWEST, width * HEIGHT_PER_WIDTH));
  return { ...spec, width, height, autosize: { type: "fit-x", contains: "padding" } };
}

/** Draws a chart where nobody sees it, and gives what `use` makes of it. */
async function offscreen(spec, width, use) {
  const stage = make("div", { class: "offscreen" });
  stage.style.width = `${width}px`;
  document.body.append(stage);
  try {
    const view = await vegaView(stage, spec);
    const made = await use(view);
    view.finalize();
    return made;
  } finally {
    stage.remove();
  }
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

function drawnWidth(view) {
  return view.container().querySelector("svg").viewBox.baseVal.width;
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
