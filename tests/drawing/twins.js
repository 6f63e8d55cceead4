// Answers cases from standard input, one JSON text, with JSON; in a folder with the report's modules.
import { readFileSync } from "node:fs";
import { layoutCrossing, linkTitle } from "./crossing.js";
import { layoutTree, permutationTree } from "./tree.js";

const { widths, cases } = JSON.parse(readFileSync(0, "utf8"));

function measure(text) {
  let width = 0;
  for (const character of text) width += widths.characters[character] ?? widths.others;
  return width;
}

const answers = {
  crossing({ above, below, links, width, moved }) {
    const layout = layoutCrossing(above, below, links, { width, measure, moved });
    return { layout, titles: layout.links.map((link) => linkTitle(layout, link)) };
  },
  tree({ ranks, words, fromRight }) {
    const tree = permutationTree(ranks);
    return { tree, layout: layoutTree(tree, words, { measure, fromRight }) };
  },
};

process.stdout.write(JSON.stringify(cases.map((one) => answers[one.draw](one))));
