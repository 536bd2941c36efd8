/** So many characters of a key in a row are no other text. */
const leastPiece = 24;
/** Of any piece that is long enough, one part lies wholly between two of these steps. */
const step = leastPiece / 2;

/** RFC 7468, also where its line breaks are written as escapes, as in JSON. */
const block = /-----BEGIN [^-]{1,40}-----((?:[A-Za-z0-9+/=\s]|\\[nrt])+)-----END /g;
/** What may stand between two characters of a key: white space, or an escape that stands for it. */
const breaks = /(?:\s|\\+[nrt]|&#x?(?:10|13|[ad]);)+/gi;

/** The keys (PEM) in a text, without their line breaks. */
export function keysIn(text: string): readonly string[] {
  if (!text.includes("-----BEGIN ")) return [];
  return [...text.matchAll(block)].map(([, body = ""]) => body.replace(breaks, "")).filter(isLong);
}

function isLong({ length }: string): boolean {
  return length >= leastPiece;
}

/**
 * Keys whose lines a platform has broken in other places, or not at all, as a whole or in pieces: what follows the
 * header of a PEM is one long text for which its line breaks say nothing.
 */
export class WrappedKeys {
  readonly #places = new Map<string, readonly [key: string, place: number]>();

  constructor(keys: Iterable<string>) {
    for (const key of keys)
      for (let place = 0; place + step <= key.length; place += step)
        this.#places.set(key.slice(place, place + step), [key, place]);
  }

  /** A text without any piece of them. */
  masked(text: string, mask: string): string {
    if (this.#places.size === 0 || text.length < leastPiece) return text;
    const { bare, at } = withoutBreaks(text);
    let told = "";
    let from = 0;
    let done = 0;
    for (let place = 0; place + step <= bare.length; place += 1) {
      const known = this.#places.get(bare.slice(place, place + step));
      if (known === undefined) continue;
      const [begin, end] = around(bare, place, known, done);
      if (end - begin < leastPiece) continue;
      told += text.slice(from, at[begin]) + mask;
      from = (at[end - 1] ?? text.length) + 1;
      done = end;
      place = end - 1;
    }
    return told + text.slice(from);
  }
}

/** The text without what breaks lines, and where each of its characters stands in the whole one. */
function withoutBreaks(text: string): { readonly bare: string; readonly at: readonly number[] } {
  const at: number[] = [];
  let bare = "";
  let from = 0;
  const add = (to: number) => {
    bare += text.slice(from, to);
    for (let place = from; place < to; place += 1) at.push(place);
  };
  for (const { 0: found, index } of text.matchAll(breaks)) {
    add(index);
    from = index + found.length;
  }
  add(text.length);
  return { bare, at };
}

/** How far the text goes on as the key does, before a place and behind it. */
function around(
  text: string,
  place: number,
  [key, known]: readonly [key: string, place: number],
  least: number,
): readonly [begin: number, end: number] {
  let before = 0;
  while (before < place - least && before < known && text[place - before - 1] === key[known - before - 1]) before += 1;
  let behind = step;
  while (known + behind < key.length && text[place + behind] === key[known + behind]) behind += 1;
  return [place - before, place + behind];
}
