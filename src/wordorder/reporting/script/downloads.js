import { menu } from "./menus.js";
import { say } from "./messages.js";

const PAPER_COLUMNS = [["one column", 84], ["two columns", 174]];
const MM_PER_INCH = 25.4;
const DOTS_PER_INCH = 300;

// The PNG chunk for 300 dots per inch, so that papers show pictures at their true size.
const RESOLUTION = new Uint8Array([
  0, 0, 0, 9, 112, 72, 89, 115, 0, 0, 46, 35, 0, 0, 46, 35, 1, 120, 165, 63, 118,
]);
const PNG_HEAD_BYTES = 33; // signature and IHDR, which the chunk follows

/** A menu that saves a figure as SVG, PNG or CSV; `svg(widthMm)` and `csv()` return its texts. */
export function downloadMenu(name, { svg, csv }) {
  const svgItems = PAPER_COLUMNS.map(([columns, width]) => [
    `SVG, ${columns} (${width} mm)`,
    () => saving(`${name}-${width}mm.svg`, async () => new Blob([await svg(width)], { type: "image/svg+xml" })),
  ]);
  const pngItems = PAPER_COLUMNS.map(([columns, width]) => [
    `PNG, ${columns} (${width} mm)`,
    () => saving(`${name}-${width}mm.png`, async () => pngOf(await svg(width), width)),
  ]);
  const csvItem = ["CSV, the data", () => saving(`${name}.csv`, () => new Blob([csv()], { type: "text/csv" }))];
  return menu("Download", [...svgItems, null, ...pngItems, null, csvItem]);
}

/** Records as CSV, which spreadsheets read as data, never as formulas. */
export function csvText(records) {
  const names = [...new Set(records.flatMap((record) => Object.keys(record)))];
  const lines = [names, ...records.map((record) => names.map((name) => record[name]))];
  return lines.map((cells) => `${cells.map(csvCell).join(",")}\n`).join("");
}

function csvCell(value) {
  if (value === null || value === undefined || Number.isNaN(value)) {
    return "";
  }
  if (typeof value !== "string") {
    return String(value);
  }
  const safe = /^'*(\s*[=+\-@＝＋－＠]|[\t\r\n])/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

async function saving(fileName, blobOf) {
  try {
    saveBlob(fileName, await blobOf());
    say(`Saved ${fileName}.`);
  } catch (error) {
    say(`${fileName} could not be made: ${error.message}`);
    throw error;
  }
}

function saveBlob(fileName, blob) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = fileName;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

async function pngOf(svg, widthMm) {
  const image = await imageOf(svg);
  const canvas = document.createElement("canvas");
  canvas.width = Math.round((widthMm / MM_PER_INCH) * DOTS_PER_INCH);
  canvas.height = Math.round((canvas.width * image.height) / image.width);
  canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
  const png = await new Promise((resolve) => {
    canvas.toBlob(resolve, "image/png");
  });
  return new Blob([png.slice(0, PNG_HEAD_BYTES), RESOLUTION, png.slice(PNG_HEAD_BYTES)], { type: "image/png" });
}

async function imageOf(svg) {
  const address = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
  const image = new Image();
  image.src = address;
  try {
    await image.decode();
  } finally {
    URL.revokeObjectURL(address);
  }
  return image;
}
