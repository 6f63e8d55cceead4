import { wordsCompared } from "./choosing.js";
import { make } from "./elements.js";

const MINUS = "minus that of";
const WORDS_COMPARED = { shared: ", on shared words", own: ", on own words" };

/** The choice of all sentences, in line order. */
export function everySentence() {
  return { query: "", measure: null, system: 0, other: null, order: "low", buckets: {}, minCoverage: 0 };
}

/** A form for searching, sorting and filtering; `onchange` gets the new choice. */
export function choiceForm(sentences, onchange) {
  const fields = { ...searchFields(), ...sortFields(sentences), ...filterFields(sentences) };
  const form = make("form", { class: "choice", role: "search", "aria-label": "Sentences" });
  for (const [label, ...controls] of Object.values(fields)) {
    form.append(make("label", {}, make("span", {}, label), ...controls));
  }
  form.append(make("button", { type: "reset" }, "Show all"));
  const changed = () => {
    const choice = choiceIn(form, sentences);
    allowOnlyUseful(form, choice);
    nameWordsCompared(form, wordsCompared(sentences, choice.measure));
    onchange(choice);
  };
  form.addEventListener("input", (event) => {
    if (event.target.name === "other" && event.target.value !== "") form.elements.order.value = "apart";
    changed();
  });
  form.addEventListener("reset", () => setTimeout(changed));
  form.addEventListener("submit", (event) => event.preventDefault());
  allowOnlyUseful(form, everySentence());
  return form;
}

function searchFields() {
  const hints = { placeholder: "words, or a phrase in quotes", autocomplete: "off" };
  return { query: ["Search", make("input", { type: "search", name: "query", ...hints })] };
}

function sortFields({ measures, systems }) {
  const names = systems.map((name, number) => [number, name]);
  const orders = [["low", "lowest first"], ["high", "highest first"], ["apart", "largest difference first"]];
  const headings = measures.map(({ heading }, measure) => [measure, heading]);
  return {
    measure: ["Sort by", selection("measure", [["", "line"], ...headings])],
    system: ["of", selection("system", names)],
    other: [MINUS, selection("other", [["", "no other system"], ...names])],
    order: ["Order", selection("order", orders)],
  };
}

function filterFields({ buckets }) {
  const fields = {};
  for (const [kind, { names, numbers }] of Object.entries(buckets)) {
    const sizes = names.map(() => 0);
    for (const number of numbers) sizes[number] += 1;
    const options = names.map((name, number) => [number, `${name} (${sizes[number]})`]);
    const filled = options.filter(([number]) => sizes[number] > 0);
    const label = `${kind[0].toUpperCase()}${kind.slice(1)}`;
    fields[kind] = [label, selection(`bucket-${kind}`, [["", "any"], ...filled])];
  }
  const least = make("input", { type: "number", name: "minCoverage", min: 0, max: 100, step: 5, value: 0 });
  fields.minCoverage = ["Judged, at least %", least];
  return fields;
}

function selection(name, options) {
  return make("select", { name }, ...options.map(([value, text]) => make("option", { value }, text)));
}

function choiceIn(form, { buckets }) {
  const number = (name) => (form.elements[name].value === "" ? null : Number(form.elements[name].value));
  const chosen = Object.keys(buckets).map((kind) => [kind, number(`bucket-${kind}`)]);
  const system = number("system");
  const other = number("other") === system ? null : number("other");
  const order = form.elements.order.value;
  return {
    query: form.elements.query.value,
    measure: number("measure"),
    system,
    other,
    order: order === "apart" && other === null ? "low" : order,
    buckets: Object.fromEntries(chosen.filter(([, bucket]) => bucket !== null)),
    minCoverage: (number("minCoverage") ?? 0) / 100,
  };
}

/** Names the words on which two systems are compared. */
function nameWordsCompared(form, compared) {
  form.elements.other.closest("label").firstChild.textContent = `${MINUS}${WORDS_COMPARED[compared] ?? ""}`;
}

/** Hides or disables options without effect: comparing a system with itself, or sorting lines by a system. */
function allowOnlyUseful(form, { measure, system, other, order }) {
  const fields = form.elements;
  for (const field of [fields.system, fields.other, fields.order]) field.closest("label").hidden = measure === null;
  for (const option of fields.other.options) option.disabled = option.value === String(system);
  for (const option of fields.order.options) option.disabled = option.value === "apart" && other === null;
  fields.other.value = other ?? "";
  fields.order.value = order;
}
