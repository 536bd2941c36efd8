/** What stands for chance: the pattern, and the word that is put in its place; the same text gets the same number. */
const chances: readonly (readonly [RegExp, string])[] = [
  [/plumb_[0-9a-f]{12}_[A-Za-z0-9_-]{20,}/g, "token"],
  [/sha256:[0-9a-f]{64}/g, "digest"],
  [/\b[0-9a-f]{64}\b/g, "hex"],
  [/\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/g, "uuid"],
  [/\b[0-9a-f]{32}\b/g, "id"],
  [/\b[0-9a-f]{12}\b/g, "short"],
  [/\b\d{18,21}\b/g, "number"],
  [/(?<=\bcollector-)[0-9a-z]{7}\b/g, "auto"],
  [/(?<=")1\.[A-Za-z0-9+/]{20,}=*(?=")/g, "sealed"],
  [/(?<="nextCursor": ?")[\w-]+(?=")/g, "cursor"],
  [/(?<="(?:etag|eTag)": ?)"(?:[^"\\]|\\.)*"/g, "etag"],
  [/(?<=\b(?:etag|eTag): +)"(?:[^"\\]|\\.)*"/g, "etag"],
];
/** When something was, in JSON and for people: two moments may be one on a fast machine, and are not told apart. */
const moments = /\b\d{4}-\d\d-\d\d(?:T\d\d:\d\d:\d\d(?:\.\d+)?Z| \d\d:\d\d:\d\d [+-]\d\d:\d\d)/g;
/** How long something took: the machine's, not ours. */
const durations = /(?:(?<=\s)| +)\d+(?:\.\d+)? ?(?:ms|s|min)\b(?! of)/g;

/**
 * Puts names in the place of what another run of the same story may show otherwise: digests, ids, tokens, times,
 * durations, ports and the folder. The same value has the same name throughout a story, so that "the same" and
 * "another" stay visible.
 */
export class WithoutChance {
  readonly #known: readonly (readonly [string, string])[];
  readonly #names = new Map<string, string>();
  readonly #counts = new Map<string, number>();

  /** `known`: texts with the names to be written for them. */
  constructor(known: readonly (readonly [string, string])[]) {
    this.#known = known;
  }

  of(text: string): string {
    let told = text;
    for (const [value, name] of this.#known) told = told.replaceAll(value, name);
    for (const [pattern, kind] of chances) told = told.replace(pattern, (value) => this.#nameOf(value, kind));
    return told
      .replace(moments, "<time>")
      .replace(durations, " <duration>")
      .replace(/("durationMs": ?)\d+/g, "$1<duration>")
      .replace(/http:\/\/127\.0\.0\.1:\d+/g, "<server>")
      .replace(/(\S) {2,}/g, "$1  ")
      .replace(/[ \t]+$/gm, "");
  }

  /** A short form of a value that is known already is told as its beginning. */
  #nameOf(value: string, kind: string): string {
    const known = this.#names.get(value);
    if (known !== undefined) return known;
    const count = (this.#counts.get(kind) ?? 0) + 1;
    this.#counts.set(kind, count);
    const name = `<${kind} ${count}>`;
    this.#names.set(value, name);
    return name;
  }
}
