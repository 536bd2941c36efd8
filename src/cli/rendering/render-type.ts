import type { TypeFieldView, TypeView } from "../../contract/documents/catalog/resource-types.ts";
import type { Screen } from "../terminal.ts";
import { inlineValue } from "./plan/render-value.ts";
import { clean, padTo, textWidth, wrap } from "./text.ts";

const destroyed = {
  delete: "Destroying it deletes the object.",
  restore: "Destroying it restores the value that was there before.",
  retain: "Destroying it only forgets the object, which stays as it is.",
} as const;

/** A type with all its fields, for people. */
export function renderType(view: TypeView, screen: Screen): readonly string[] {
  const { paint, width } = screen;
  const isFunction = view.kind === "function";
  const besides = [view.versions.default, ...view.versions.others].filter((version) => version !== view.version);
  const others = besides.length === 0 ? "" : ` (also ${besides.join(", ")})`;
  const version = `version ${view.version}${others}`;
  return [
    `${paint("bold", clean(view.type))}  ${clean(view.title)}`,
    ...(view.aliases.length === 0 ? [] : [`  ${paint("dim", clean(`also ${view.aliases.join(", ")}`))}`]),
    ...wrap(view.description, width - 2).map((line) => `  ${line}`),
    ...(view.onDestroy === undefined ? [] : [`  ${destroyed[view.onDestroy]}`]),
    `  ${paint("dim", clean(`provider ${view.provider}, ${version}, section ${view.section}`))}`,
    ...fieldTable(isFunction ? "Arguments:" : "Fields:", view.fields, screen),
    ...fieldTable(isFunction ? "Result:" : "Outputs:", view.outputs, screen),
    ...(view.importForms.length === 0
      ? []
      : ["", paint("bold", "Ids for import and get:"), ...view.importForms.map((form) => `  ${clean(form)}`)]),
  ];
}

/** One field with all that is known of it. */
export function renderField(path: string, field: TypeFieldView, screen: Screen): readonly string[] {
  const { paint, width } = screen;
  const facts = [
    ...field.limits,
    ...(field.default === undefined ? [] : [`left out: ${field.default}`]),
    ...(field.absentMeans === undefined ? [] : [`left out means ${inlineValue(field.absentMeans)}`]),
  ];
  return [
    `${paint("bold", clean(path))}  ${clean(traits(field))}`,
    ...wrap(field.description, width - 2).map((line) => `  ${line}`),
    ...facts.flatMap((fact) => wrap(fact, width - 4).map((line, index) => `  ${index === 0 ? "-" : " "} ${line}`)),
    ...fieldTable("Fields inside:", field.fields, screen),
  ];
}

/** `name  type, required  description`, the description wrapped in its own column. */
function fieldTable(heading: string, fields: readonly TypeFieldView[], { paint, width }: Screen): readonly string[] {
  if (fields.length === 0) return [];
  const names = Math.max(...fields.map(({ name }) => textWidth(clean(name))));
  const kinds = Math.max(...fields.map((field) => textWidth(clean(traits(field)))));
  const lead = names + kinds + 6;
  const rows = fields.flatMap((field) => {
    const start = `  ${padTo(clean(field.name), names)}  ${paint("dim", padTo(clean(traits(field)), kinds))}  `;
    return wrap(field.description, Math.max(24, width - lead)).map((line, index) =>
      index === 0 ? `${start}${line}` : `${" ".repeat(lead)}${line}`,
    );
  });
  return ["", paint("bold", heading), ...rows];
}

function traits(field: TypeFieldView): string {
  return [
    field.type,
    ...(field.required ? ["required"] : []),
    ...(field.replace ? ["replaces"] : []),
    ...(field.secret === true ? ["secret"] : []),
  ].join(", ");
}
