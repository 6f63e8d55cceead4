import { chartRecords, chartSvg, drawChart, expectedHeight } from "./charts.js";
import { csvText, downloadMenu } from "./downloads.js";
import { startScatter } from "./scatter.js";

const NEAR = "600px"; // distance from the screen at which figures are drawn

/** Draws figures when they come near the screen; `specs` are charts by name, `sentences` are for scatter plots. */
export function startFigures(figures, specs, sentences = null) {
  const drawers = new Map();
  const nearby = new IntersectionObserver(
    (entries) => entries.filter((one) => one.isIntersecting).forEach((one) => drawers.get(one.target)()),
    { rootMargin: NEAR },
  );
  for (const figure of figures) {
    drawers.set(figure, startFigure(figure, specs[figure.dataset.plot], sentences));
    nearby.observe(figure);
  }
  addEventListener("beforeprint", () => drawers.forEach((drawOnce) => drawOnce()));
}

/** Prepares a figure and its menu; returns a function that draws it once. */
function startFigure(figure, spec, sentences) {
  const canvas = figure.querySelector(".canvas");
  const state = { spec, view: null, width: 0, isDrawing: false };
  const redraw = (changed) => {
    state.spec = changed;
    state.width = 0;
    draw(canvas, state);
  };
  if (figure.classList.contains("scatter") && sentences !== null) {
    state.spec = startScatter(figure, spec, sentences, redraw);
  }
  const menu = downloadMenu(figure.dataset.plot, {
    svg: (widthMm) => chartSvg(state.spec, widthMm),
    csv: () => csvText(chartRecords(state.spec)),
  });
  figure.querySelector("figcaption").append(menu);
  keepRoom(canvas, expectedHeight(spec, canvas.clientWidth));
  let drawn = false;
  return () => {
    if (!drawn) {
      drawn = true;
      new ResizeObserver(() => draw(canvas, state)).observe(canvas);
    }
  };
}

/** Redraws a figure if its width or chart changed; drawings never overlap. */
async function draw(canvas, state) {
  const width = canvas.clientWidth;
  if (state.isDrawing || width === 0 || width === state.width) {
    return;
  }
  state.isDrawing = true;
  state.width = width;
  state.view?.finalize();
  keepRoom(canvas, canvas.clientHeight);
  state.view = await drawChart(canvas, state.spec);
  state.view.addEventListener("click", openSentence);
  keepRoom(canvas, 0);
  state.isDrawing = false;
  await draw(canvas, state);
}

/** Keeps the page from jumping while a figure is drawn. */
function keepRoom(canvas, height) {
  canvas.style.minHeight = `${height}px`;
}

/** Opens the sentence of a point in a scatter plot. */
function openSentence(_, item) {
  if (item?.datum?.line !== undefined) {
    location.hash = `s${item.datum.line}`;
  }
}
