import { asForm, type Form } from "./form.ts";
import { secretForm } from "./known-form.ts";
import { type Input, type Output, output, outputOf, type Unwrapped } from "./output.ts";

/** Outputs, promises and plain values as one output of a list or a map. */
export function all<T extends readonly unknown[] | []>(
  values: T,
): Output<{ -readonly [K in keyof T]: Unwrapped<T[K]> }>;
export function all<T extends object>(values: T): Output<Unwrapped<T>>;
export function all(values: unknown): Output<unknown> {
  return outputOf({ kind: "data", value: values, isSecret: false });
}

/** A text with outputs in it: interpolate`https://${host}/callback`. */
export function interpolate(
  texts: TemplateStringsArray,
  ...values: readonly Input<string | number | boolean | undefined>[]
): Output<string> {
  return outputOf({ kind: "template", parts: partsOf(texts, values) });
}

/** An expression that is computed when its parts are known: cel`size(${rules}) > 0`. Texts stand in it as they are. */
export function cel<T = unknown>(texts: TemplateStringsArray, ...values: readonly unknown[]): Output<T> {
  return outputOf({ kind: "expression", parts: partsOf(texts, values) });
}

/** A text made of a list of values, outputs among them. */
export function concat(...values: readonly Input<string | number | boolean | undefined>[]): Output<string> {
  return outputOf({
    kind: "template",
    parts: values.map((value) => (typeof value === "string" ? value : asForm(value))),
  });
}

/**
 * A value as JSON, outputs and promises inside it too; as secret as what it holds. Where a part is not known yet, what
 * depends on the text is planned in a later round. `space` is that of `JSON.stringify`.
 */
export function jsonStringify(value: unknown, space?: string | number): Output<string> {
  return output(value).apply((known) => JSON.stringify(known ?? null, null, space));
}

/**
 * A value that is sealed before anything is stored, and shown nowhere. Of outputs only a resource's own fields can be.
 */
export function secret<T>(value: T): Output<Unwrapped<T>> {
  return outputOf(secretForm(asForm(value)));
}

/** The texts of a template string and what stands between them, in order; without empty texts. */
function partsOf(texts: readonly string[], values: readonly unknown[]): readonly (string | Form)[] {
  return texts.flatMap((text, index) => [
    ...(text === "" ? [] : [text]),
    ...(index < values.length ? [asForm(values[index])] : []),
  ]);
}
