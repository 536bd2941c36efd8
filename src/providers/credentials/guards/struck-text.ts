import { formsOfText } from "../../../../packages/base/forms-of-text.ts";
import { isJsonObject, type Json, mapMembers } from "../../../../packages/base/json/json.ts";
import { secretMask as mask } from "../../../../packages/base/text/secret-mask.ts";

/** Takes secrets out of texts; `least` is how long a piece of one has to be to be taken out. */
export type Strike = (text: string, least: number) => string;

/** A secret in one of the forms that texts have for it. */
interface Form {
  readonly text: string;
  /** Pieces of it are secret as well. */
  readonly inPieces: boolean;
}

/**
 * Takes secrets out of texts, in the forms that answers have for them: as they are, as in JSON, in a URL, a form, HTML
 * or base64, whole and in pieces. The head and the claims of a JSON Web Token (RFC 7519) are no secret, and all tokens
 * of an issuer begin alike: pieces are those of its signature.
 */
export function strikeOf(secrets: readonly string[]): Strike {
  const forms = secrets.flatMap(formsOf);
  const indexes = new Map<number, readonly Index[]>();
  const indexesOf = (gram: number) => {
    const known = indexes.get(gram) ?? forms.filter(({ inPieces }) => inPieces).map(({ text }) => indexOf(text, gram));
    indexes.set(gram, known);
    return known;
  };
  return (text, least) => {
    const ranges: Range[] = forms.flatMap((form) => placesOf(form.text, text));
    // Of any piece that is long enough, one part lies wholly between two of these steps.
    for (const index of indexesOf(Math.max(1, Math.floor(least / 2)))) ranges.push(...piecesIn(text, index, least));
    return ranges.length === 0 ? text : without(text, ranges);
  };
}

/**
 * A JSON document whose texts and keys are struck, and not what makes a document of them; null for what is no document,
 * or one that is too deep to be walked.
 */
export function struckDocument(text: string, strike: Strike, least: number): string | null {
  try {
    const document = JSON.parse(text) as Json;
    const struck = struckValue(document, (each) => strike(each, least));
    return struck === document ? text : JSON.stringify(struck);
  } catch (cause) {
    if (cause instanceof SyntaxError || cause instanceof RangeError) return null;
    throw cause;
  }
}

function struckValue(value: Json, strike: (text: string) => string): Json {
  if (typeof value === "string") return strike(value);
  if (typeof value !== "object" || value === null) return value;
  const members = mapMembers(value, (member) => struckValue(member, strike));
  if (!isJsonObject(members)) return members;
  const keys = Object.keys(members);
  if (keys.every((key) => strike(key) === key)) return members;
  return Object.fromEntries(Object.entries(members).map(([key, member]) => [strike(key), member]));
}

function formsOf(secret: string): readonly Form[] {
  const isToken = /^[\w-]+\.[\w-]+\.[\w-]+$/.test(secret);
  const forms = formsOfText(secret).map((text) => ({ text, inPieces: !isToken }));
  const signature = secret.slice(secret.lastIndexOf(".") + 1);
  return isToken ? [...forms, { text: signature, inPieces: true }] : forms;
}

/** From where to where; the end is the first place behind. */
type Range = readonly [from: number, to: number];

function placesOf(part: string, text: string): readonly Range[] {
  const found: Range[] = [];
  for (let at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + part.length))
    found.push([at, at + part.length]);
  return found;
}

/** Where each part of a text of a certain length stands in it. */
interface Index {
  readonly text: string;
  readonly gram: number;
  readonly places: ReadonlyMap<string, readonly number[]>;
}

function indexOf(text: string, gram: number): Index {
  const places = new Map<string, number[]>();
  for (let at = 0; at + gram <= text.length; at += 1) {
    const part = text.slice(at, at + gram);
    const known = places.get(part);
    if (known === undefined) places.set(part, [at]);
    else known.push(at);
  }
  return { text, gram, places };
}

/** The places of a text at which a piece of another stands. */
function piecesIn(text: string, { text: secret, gram, places }: Index, least: number): readonly Range[] {
  const found: Range[] = [];
  if (secret.length < least) return found;
  for (let at = 0; at + gram <= text.length; at += gram) {
    for (const place of places.get(text.slice(at, at + gram)) ?? []) {
      let before = 0;
      while (before < at && before < place && text[at - before - 1] === secret[place - before - 1]) before += 1;
      let behind = gram;
      while (text[at + behind] !== undefined && text[at + behind] === secret[place + behind]) behind += 1;
      if (before + behind < least) continue;
      found.push([at - before, at + behind]);
      at = Math.max(at, at + Math.floor((behind - 1) / gram) * gram);
      break;
    }
  }
  return found;
}

/** A text with something else in place of some ranges; those that touch are one. */
function without(text: string, ranges: Range[]): string {
  ranges.sort(([a], [b]) => a - b);
  let struck = "";
  let done = 0;
  for (let next = 0; next < ranges.length; ) {
    const [from, first] = ranges[next] ?? [0, 0];
    let to = first;
    next += 1;
    for (let [at, end] = ranges[next] ?? [Number.POSITIVE_INFINITY, 0]; at <= to; ) {
      to = Math.max(to, end);
      next += 1;
      [at, end] = ranges[next] ?? [Number.POSITIVE_INFINITY, 0];
    }
    struck += `${text.slice(done, from)}${mask}`;
    done = to;
  }
  return struck + text.slice(done);
}
