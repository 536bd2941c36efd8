import { isJsonObject, type Json } from "../../packages/base/json/json.ts";

/**
 * All of a value that an interface can have a say in: which members there are, of which types and forms, and which
 * words. Values of one kind share one Kind, which is found by walking from kind to kind; no text is made of them on the
 * way.
 */
export class Kind {
  readonly #next = new Map<string | Kind, Kind>();
  /** Something that was found out about all that is of this kind. */
  verdict: readonly string[] | undefined;

  /** This, and something more. */
  with(more: string | Kind): Kind {
    const known = this.#next.get(more);
    if (known !== undefined) return known;
    const made = new Kind();
    this.#next.set(more, made);
    return made;
  }
}

/** The kind of a value, among those that begin at `root`. */
export function kindOf(value: Json | undefined, root: Kind): Kind {
  switch (typeof value) {
    case "string":
      return formOf(value, root);
    case "number":
      return root.with(Number.isSafeInteger(value) && Math.abs(value) < 2 ** 31 ? "i" : String(value));
    case "boolean":
      return root.with("b");
    case "undefined":
      return root;
  }
  if (value === null) return root.with("n");
  if (isJsonObject(value)) {
    let kind = root.with("{");
    for (const key in value) kind = kind.with(key).with(kindOf(value[key], root));
    return kind;
  }
  let kind = root.with("[");
  const seen = new Set<Kind>();
  for (const item of value) {
    const each = kindOf(item, root);
    if (seen.has(each)) continue;
    seen.add(each);
    kind = kind.with(each);
  }
  return kind;
}

const [zero, nine, upperA, upperZ, slash] = [48, 57, 65, 90, 47];
const time = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)?$/;
const guid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** A text as far as formats and lists of words can tell: words as they are, times and ids by their forms. */
function formOf(text: string, root: Kind): Kind {
  const first = text.charCodeAt(0);
  if (first === slash) return root.with(text.length > 1 ? "/" : '"/');
  if (first >= upperA && first <= upperZ) return /^\w+$/.test(text) ? root.with('"').with(text) : root.with("t");
  const isDigit = first >= zero && first <= nine;
  if (isDigit && text[4] === "-" && time.test(text)) return root.with("@").with(`${text.length}${text.at(-1)}`);
  if (text.length === 36 && guid.test(text)) return root.with("u");
  if (isDigit) return /^\d+$/.test(text) ? root.with("#").with(String(text.length)) : root.with("t");
  // Words in small letters, and addresses by their schemes.
  if (text.length <= 12 && /^[a-z]*$/.test(text)) return root.with('"').with(text);
  const scheme = text.includes("://") || text.startsWith("type.") ? /^(type\.\S*|[a-z]+:\/\/)/.exec(text)?.[0] : null;
  return root.with(scheme ?? "t");
}
