import { inLines, withTitles } from "./titles.js";

// Least widths in pixels.
const SHARING_ROWS = 90;
const OWN_AXES = 150;

/** Fits a chart of several panels into a width in pixels; `drawnWidth` draws a chart and returns its width. */
export async function fittedPanels(spec, width, drawnWidth) {
  const least = sharesRows(spec.concat[0]) ? SHARING_ROWS : OWN_AXES;
  let columns = Math.min(spec.columns ?? 1, spec.concat.length);
  for (;;) {
    // The room of axes and gaps is only known once they are drawn; with large panels, no legend is wider.
    const draft = withPanels(spec, columns, width, width);
    const beside = (await drawnWidth(draft)) - columns * width; // oxlint-disable-line no-await-in-loop
    const panelWidth = Math.floor((width - beside) / columns);
    if (panelWidth >= least || columns === 1) {
      return withPanels(spec, columns, Math.max(panelWidth, SHARING_ROWS), width);
    }
    columns = Math.ceil(columns / 2);
  }
}

function withPanels(spec, columns, panelWidth, width) {
  const concat = spec.concat.map((panel, place) => {
    const labelled = withLabels(panel, place % columns === 0);
    return { ...withTitles(labelled, panelWidth, panel.height), width: panelWidth };
  });
  const title = spec.title && { ...spec.title, text: inLines(spec.title.text, width) };
  return { ...spec, columns, concat, ...(title && { title }) };
}

function sharesRows(panel) {
  return typeof panel.encoding?.y?.axis?.labels === "boolean" || (panel.layer ?? []).some(sharesRows);
}

/** The panel with or without names of rows, where neighbouring panels share them. */
function withLabels(panel, hasLabels) {
  const made = { ...panel };
  if (panel.layer !== undefined) {
    made.layer = panel.layer.map((part) => withLabels(part, hasLabels));
  }
  const y = panel.encoding?.y;
  if (typeof y?.axis?.labels === "boolean") {
    made.encoding = { ...panel.encoding, y: { ...y, axis: { ...y.axis, labels: hasLabels } } };
  }
  return made;
}
