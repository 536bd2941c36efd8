import { isJsonObject, type Json } from "../../src/base/json.ts";
import { contradictions } from "./contradictions.ts";
import type { LocalReplySeen } from "./reply.ts";

type Verdict = readonly string[];

/** By kind of reply, and by whole reply where its text is long: those are few, and come over and over. */
const ofKinds = new Map<string, Verdict>();
const ofLongOnes = new Map<string, Verdict>();

const long = 4_000;
/** More kinds than there are; what is beyond these numbers is judged each time. */
const most = { kinds: 20_000, long: 500 };

/**
 * What in a reply contradicts the vendor's interface, remembered by all of it that an interface can have a say in: which
 * members there are, of which types and forms, and which words. So a reply of a kind seen before costs next to nothing.
 * `text` is the body as it was sent.
 */
export function verdictOn(reply: LocalReplySeen, text: string): Verdict {
  const { method, path, version, status, mode } = reply;
  if (text.length < long) return verdictOnKind(reply);
  const whole = `${mode} ${method} ${path} ${version} ${status} ${text}`;
  const known = ofLongOnes.get(whole);
  if (known !== undefined) return known;
  const verdict = verdictOnKind(reply);
  if (ofLongOnes.size < most.long) ofLongOnes.set(whole, verdict);
  return verdict;
}

function verdictOnKind(reply: LocalReplySeen): Verdict {
  const { method, path, version, status, mode, body } = reply;
  const kind = `${mode} ${method} ${placeOf(path)} ${version} ${status} ${kindOf(body)}`;
  const known = ofKinds.get(kind);
  if (known !== undefined) return known;
  const verdict = contradictions(reply);
  if (ofKinds.size < most.kinds) ofKinds.set(kind, verdict);
  return verdict;
}

/** Segments of paths that are somebody's choice: no collection, method or version has a dash, or digits in a long word. */
const names = /[^/:]*-[^/:]*|(?=[^/:]*\d)[^/:]{5,}/g;

const places = new Map<string, string>();

function placeOf(path: string): string {
  const known = places.get(path);
  if (known !== undefined) return known;
  const place = path.replace(names, "*");
  if (places.size < most.kinds) places.set(path, place);
  return place;
}

function kindOf(value: Json | undefined): string {
  switch (typeof value) {
    case "string":
      return formOf(value);
    case "number":
      return Number.isSafeInteger(value) && Math.abs(value) < 2 ** 31 ? "i" : String(value);
    case "boolean":
      return "b";
    case "undefined":
      return "";
  }
  if (value === null) return "n";
  if (!isJsonObject(value)) return `[${[...new Set(value.map(kindOf))].join()}]`;
  let kind = "{";
  for (const key in value) kind += `${key}:${kindOf(value[key])},`;
  return `${kind}}`;
}

const [zero, nine, upperA, upperZ, slash] = [48, 57, 65, 90, 47];
const time = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)?$/;
const guid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** A text as far as formats and lists of words can tell: words as they are, times and ids by their forms. */
function formOf(text: string): string {
  const first = text.charCodeAt(0);
  if (first === slash) return text.length > 1 ? "/" : '"/';
  if (first >= upperA && first <= upperZ) return /^\w+$/.test(text) ? `"${text}` : "t";
  const isDigit = first >= zero && first <= nine;
  if (isDigit && text[4] === "-" && time.test(text)) return `@${text.length}${text.at(-1)}`;
  if (text.length === 36 && guid.test(text)) return "u";
  if (isDigit) return /^\d+$/.test(text) ? `#${text.length}` : "t";
  // Words in small letters, and addresses by their schemes.
  if (text.length <= 12 && /^[a-z]*$/.test(text)) return `"${text}`;
  return text.includes("://") || text.startsWith("type.") ? (/^(type\.\S*|[a-z]+:\/\/)/.exec(text)?.[0] ?? "t") : "t";
}
