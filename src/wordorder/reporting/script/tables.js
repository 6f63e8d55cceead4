import { copyText } from "./clipboard.js";
import { make } from "./elements.js";
import { menu } from "./menus.js";

const NEXT_DIRECTION = { none: "ascending", ascending: "descending", descending: "none" };
const STYLES = [["latex", "LaTeX"], ["markdown", "Markdown"], ["tsv", "TSV"]];
const collator = new Intl.Collator("en", { numeric: true });

/** Makes all tables below `root` sortable; `texts` are their copies by name and style. */
export function startTables(root, texts) {
  for (const box of root.querySelectorAll("[data-table]")) {
    makeSortable(box.querySelector("table"));
    keepReachable(box.querySelector(".scroll"));
    const copies = texts[box.dataset.table];
    const items = STYLES.map(([style, name]) => [
      `Copy as ${name}`,
      () => copyText(copies[style], `the table as ${name}`),
    ]);
    box.querySelector(".sheet").append(menu("Copy", items));
  }
}

/** Makes the headings of a table buttons that sort: ascending, descending, and the original order. */
export function makeSortable(table) {
  const rows = [...table.tBodies[0].rows];
  if (rows.length < 2) {
    return;
  }
  const headings = [...table.tHead.rows[0].cells];
  headings.forEach((heading, column) => {
    const onclick = () => {
      const direction = NEXT_DIRECTION[heading.getAttribute("aria-sort") ?? "none"];
      headings.forEach((other) => other.removeAttribute("aria-sort"));
      if (direction !== "none") {
        heading.setAttribute("aria-sort", direction);
      }
      table.tBodies[0].append(...sortedRows(rows, column, direction));
    };
    const button = make("button", { type: "button", class: "sort", onclick });
    const text = [...heading.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE);
    button.append(...text);
    heading.prepend(button);
  });
}

/** The rows sorted by a column; rows without a value come last, equal ones keep their order. */
export function sortedRows(rows, column, direction) {
  if (direction === "none") {
    return rows;
  }
  const sign = direction === "ascending" ? 1 : -1;
  const keyed = rows.map((row) => ({ row, key: sortKey(row.cells[column]) }));
  keyed.sort((one, other) => {
    if (one.key === null || other.key === null) {
      return (one.key === null) - (other.key === null);
    }
    return sign * compareKeys(one.key, other.key);
  });
  return keyed.map(({ row }) => row);
}

/** The sort key of a cell: a number, a text, or null if undefined. */
function sortKey(cell) {
  const value = cell.dataset.value;
  if (value === undefined) {
    return cell.textContent;
  }
  return value === "" ? null : Number(value);
}

function compareKeys(one, other) {
  if (typeof one === "number" && typeof other === "number") {
    return one - other;
  }
  return collator.compare(String(one), String(other));
}

/** Lets the keyboard scroll a box, but only while there is something to scroll to. */
function keepReachable(box) {
  const name = box.querySelector("caption")?.textContent ?? "Table";
  new ResizeObserver(() => {
    if (box.scrollWidth > box.clientWidth || box.scrollHeight > box.clientHeight) {
      box.tabIndex = 0;
      box.setAttribute("role", "region");
      box.setAttribute("aria-label", name);
    } else {
      ["tabindex", "role", "aria-label"].forEach((attribute) => box.removeAttribute(attribute));
    }
  }).observe(box);
}
