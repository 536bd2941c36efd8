import { isJsonObject, type Json } from "./json.ts";

/**
 * The one text of a JSON value: sorted keys, no white space. Equal values have equal texts, so digests
 * taken over it are stable. Throws TypeError on a number JSON can't hold (NaN, infinities).
 */
export function canonicalJson(value: Json): string {
  let members = "";
  const add = (text: string) => {
    members += members === "" ? text : `,${text}`;
  };
  if (isJsonObject(value)) {
    for (const name of namesIn(value)) add(`${JSON.stringify(name)}:${canonicalJson(value[name] ?? null)}`);
    return `{${members}}`;
  }
  if (typeof value === "object" && value !== null) {
    for (const item of value) add(canonicalJson(item));
    return `[${members}]`;
  }
  if (typeof value === "number" && !Number.isFinite(value)) throw new TypeError(`JSON can't hold the number ${value}`);
  return JSON.stringify(value);
}

/** The same text in pieces that are small as long as no single item of the value's lists is large. */
export function* canonicalPieces(value: Json, depth = 0): Generator<string, void, void> {
  if (isJsonObject(value) && depth <= 1) {
    let lead = "{";
    for (const name of namesIn(value)) {
      yield `${lead}${JSON.stringify(name)}:`;
      yield* canonicalPieces(value[name] ?? null, depth + 1);
      lead = ",";
    }
    yield lead === "{" ? "{}" : "}";
  } else if (Array.isArray(value) && depth <= 2) {
    yield "[";
    for (const [index, item] of value.entries()) {
      if (index > 0) yield ",";
      yield* canonicalPieces(item, depth + 1);
    }
    yield "]";
  } else yield canonicalJson(value);
}

/** Sorted, and without those of members that have no value: JSON leaves them out. */
function namesIn(object: { readonly [name: string]: Json | undefined }): readonly string[] {
  return Object.keys(object)
    .filter((name) => object[name] !== undefined)
    .sort();
}
