const LEAST_PANEL = 90; // width in pixels
const TITLE_LETTER = 6.8; // average width in pixels

/** A chart of several panels for a width in pixels; `drawnWidth` draws one and gives its width. */
export async function fittedPanels(spec, width, drawnWidth) {
  let columns = Math.min(spec.columns ?? 1, spec.concat.length);
  for (;;) {
    // What axes and gaps take is only known once they are drawn.
    const draft = withPanels(spec, columns, LEAST_PANEL, width);
    const beside = (await drawnWidth(draft)) - columns * LEAST_PANEL; // oxlint-disable-line no-await-in-loop
    const panelWidth = Math.floor((width - beside) / columns);
    if (panelWidth >= LEAST_PANEL || columns === 1) {
      return withPanels(spec, columns, Math.max(panelWidth, LEAST_PANEL), width);
    }
    columns = Math.ceil(columns / 2);
  }
}

function withPanels(spec, columns, panelWidth, width) {
  const concat = spec.concat.map((panel, place) => ({
    ...withLabels(panel, place % columns === 0),
    width: panelWidth,
  }));
  const title = spec.title && { ...spec.title, text: inLines(spec.title.text, width / TITLE_LETTER) };
  return { ...spec, columns, concat, ...(title && { title }) };
}

/** The panel with or without names of rows, where panels beside each other share them. */
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

/** A title in lines of at most so many letters. */
function inLines(text, letters) {
  const lines = [];
  for (const word of [text].flat().join(" ").split(" ")) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= letters) {
      lines[lines.length - 1] = `${last} ${word}`;
    } else {
      lines.push(word);
    }
  }
  return lines;
}
