import { keepInSight } from "./address.js";
import { startContents } from "./contents.js";
import { unpacked } from "./data.js";
import { make } from "./elements.js";
import { startExplorer } from "./explorer.js";
import { startFigures } from "./figures.js";
import { startMenus } from "./menus.js";
import { Sentences } from "./sentences.js";
import { startTables } from "./tables.js";

async function start() {
  document.querySelectorAll(".contents").forEach((contents) => startContents(contents));
  startMenus();
  const addressed = document.getElementById(location.hash.slice(1));
  if (addressed !== null) {
    keepInSight(addressed);
  }
  if (typeof DecompressionStream === "undefined") {
    const text = "This browser is too old to show plots and sentences: please update it.";
    document.querySelector("main").prepend(make("p", { class: "text doubt" }, text));
    return;
  }
  const page = await unpacked("wordorder-page");
  startTables(document, page.tables);
  startFigures(document.querySelectorAll(".plot:not(.scatter)"), page.plots);
  // Sentences may take a moment to unpack, so everything else comes first.
  const columns = await unpacked("wordorder-sentences");
  const sentences = columns === null ? null : new Sentences(columns);
  startFigures(document.querySelectorAll(".plot.scatter"), page.plots, sentences);
  if (sentences !== null) {
    startExplorer(document.getElementById("explorer"), sentences, page.palette);
  }
}

start();
