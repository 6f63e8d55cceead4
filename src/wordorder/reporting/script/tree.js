// Permutation trees, and where their nodes stand in a drawing: the twin of drawing/tree.py.
import { filledWith, shortened } from "./measuring.js";

const TREE = {
  gap: 18, // pixels between neighbouring labels
  longestLeaf: 200, // pixels; longer words are cut
  longestOperator: 8, // children; a longer operator is abbreviated
};

/**
 * The flattened permutation tree of ranks, counting from 0; null if there are none. A node covers the
 * positions from start to stop and the ranks from low; its operator has the relative order of its
 * children, counting from 1.
 */
export function permutationTree(ranks) {
  if (ranks.length === 0) return null;
  const root = treeNode(ranks, 0, ranks.length);
  const open = [root];
  while (open.length > 0) {
    const node = open.pop();
    divideNode(node, ranks);
    open.push(...node.children);
  }
  return root;
}

function treeNode(ranks, start, stop) {
  let low = ranks[start];
  for (let place = start + 1; place < stop; place += 1) low = Math.min(low, ranks[place]);
  return { start, stop, low, kind: "leaf", operator: [], children: [] };
}

function divideNode(node, ranks) {
  if (node.stop - node.start === 1) return;
  const [kind, ends] = [
    ["monotone", linearEnds(node, (place) => ranks[place] - node.low)],
    ["inverted", linearEnds(node, (place) => node.low + node.stop - node.start - 1 - ranks[place])],
    ["simple", simpleEnds(node, ranks)],
  ].find(([, found]) => found.length > 1);
  node.kind = kind;
  node.children = ends.map((end, child) => treeNode(ranks, ends[child - 1] ?? node.start, end));
  const lows = node.children.map((child) => child.low).sort((a, b) => a - b);
  const rankOf = new Map(lows.map((low, rank) => [low, rank + 1]));
  node.operator = node.children.map((child) => rankOf.get(child.low));
}

// The ends of parts, each with lower ranks, counting from 0, than all parts behind it.
function linearEnds(node, rankAt) {
  const ends = [];
  let highest = -1;
  for (let place = node.start; place < node.stop; place += 1) {
    highest = Math.max(highest, rankAt(place));
    if (highest === place - node.start) ends.push(place + 1);
  }
  return ends;
}

// The ends of the largest blocks inside a node that is neither monotone nor inverted. No block that
// starts where one of them starts reaches beyond it.
function simpleEnds(node, ranks) {
  const ends = [];
  for (let start = node.start; start < node.stop; start = ends.at(-1)) {
    ends.push(largestBlock(node, ranks, start));
  }
  return ends;
}

function largestBlock(node, ranks, start) {
  let [low, high, end] = [ranks[start], ranks[start], start + 1];
  for (let place = start + 1; place < node.stop; place += 1) {
    low = Math.min(low, ranks[place]);
    high = Math.max(high, ranks[place]);
    const whole = place + 1 - start === node.stop - node.start;
    if (high - low === place - start && !whole) end = place + 1;
  }
  return end;
}

/** The label of a node's operator; long ones are abbreviated, as the drawing shows the number of children. */
export function operatorLabel({ kind, operator }) {
  if (operator.length <= TREE.longestOperator) return `⟨${operator.join(",")}⟩`;
  if (kind === "simple") return `⟨${operator.slice(0, 6).join(",")},…⟩`;
  return `⟨${operator[0]},…,${operator.at(-1)}⟩`;
}

/**
 * Lay out a permutation tree above its words: nodes in pre-order with the pixel of their centre and
 * their level. Where words run from right to left, a picture shows the mirror image.
 */
export function layoutTree(tree, words, { measure, fromRight = false }) {
  const nodes = nodesInPreorder(tree, words, measure);
  const widths = nodes.map((node) => Math.ceil(measure(node.label)));
  const { below, room } = roomOfNodes(widths, nodes);
  const edges = leftEdges(nodes, below, room);
  placeColumns(nodes, widths, edges, room);
  const levels = nodes.reduce((most, node) => Math.max(most, node.level), 0) + 1;
  const direction = fromRight ? "rtl" : "ltr";
  return { nodes, width: room[0] - TREE.gap, levels, direction };
}

function nodesInPreorder(tree, words, measure) {
  const nodes = [];
  const open = [{ node: tree, parent: -1, level: 0 }];
  while (open.length > 0) {
    const { node, parent, level } = open.pop();
    const label =
      node.kind === "leaf"
        ? shortened(words[node.start], TREE.longestLeaf, measure)
        : operatorLabel(node);
    const number = nodes.push({ label, kind: node.kind, parent, column: 0, level }) - 1;
    for (let child = node.children.length - 1; child >= 0; child -= 1) {
      open.push({ node: node.children[child], parent: number, level: level + 1 });
    }
  }
  return nodes;
}

// The width that each node's children need, and its whole subtree with a gap, in pixels.
function roomOfNodes(widths, nodes) {
  const below = filledWith(0, nodes.length);
  const room = filledWith(0, nodes.length);
  for (let node = nodes.length - 1; node >= 0; node -= 1) {
    room[node] = Math.max(widths[node] + TREE.gap, below[node]);
    if (node > 0) below[nodes[node].parent] += room[node];
  }
  return { below, room };
}

// The start of each subtree; children narrower than their parent are centred below it.
function leftEdges(nodes, below, room) {
  const edges = filledWith(0, nodes.length);
  const free = filledWith(0, nodes.length);
  for (const [node, { parent }] of nodes.entries()) {
    if (node > 0) {
      edges[node] = free[parent];
      free[parent] += room[node];
    }
    free[node] = edges[node] + Math.floor((room[node] - below[node]) / 2);
  }
  return edges;
}

// Centre each node above its children, as far as its label allows.
function placeColumns(nodes, widths, edges, room) {
  const first = filledWith(-1, nodes.length);
  const last = filledWith(-1, nodes.length);
  for (let node = nodes.length - 1; node >= 0; node -= 1) {
    const leftHalf = Math.floor((widths[node] - 1) / 2);
    const leftMost = edges[node] + leftHalf;
    const rightMost = edges[node] + room[node] - TREE.gap - (widths[node] - leftHalf);
    const middle = last[node] >= 0 ? Math.floor((first[node] + last[node]) / 2) : leftMost;
    nodes[node].column = Math.min(Math.max(middle, leftMost), rightMost);
    const { parent, column } = nodes[node];
    if (node > 0) {
      first[parent] = column;
      if (last[parent] < 0) last[parent] = column;
    }
  }
}
