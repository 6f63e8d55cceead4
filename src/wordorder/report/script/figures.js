import { chartRecords, chartSvg, drawChart } from "./charts.js";
import { csvText, downloadMenu } from "./downloads.js";
import { startScatter } from "./scatter.js";

const NEAR = "600px"; // how far from the screen figures are drawn

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

/** Prepares one figure and its menu; gives the function that draws it if it is not yet drawn. */
function startFigure(figure, spec, sentences) {
  const canvas = figure.querySelector(".canvas");
  const state = { spec, view: null, width: 0 };
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
  let drawn = false;
  return () => {
    if (!drawn) {
      drawn = true;
      new ResizeObserver(() => draw(canvas, state)).observe(canvas);
    }
  };
}

/** Draws a figure again if its width or its chart changed. */
async function draw(canvas, state) {
  if (canvas.clientWidth === 0 || canvas.clientWidth === state.width) {
    return;
  }
  state.width = canvas.clientWidth;
  state.view?.finalize();
  state.view = await drawChart(canvas, state.spec);
  state.view.addEventListener("click", (_, item) => {
    if (item?.datum?.line !== undefined) {
      location.hash = `s${item.datum.line}`;
    }
  });
}
