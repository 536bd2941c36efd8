/** The order of databases: by code point, which is the order of the bytes in UTF-8. */
export function byCodePoint(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a), Buffer.from(b));
}

const highest = 0x10ffff;

/** The least text after all that begin with `prefix`; null when there is none. */
export function afterPrefix(prefix: string): string | null {
  const points = [...prefix].map((character) => character.codePointAt(0) ?? 0);
  while (points.at(-1) === highest) points.pop();
  const last = points.pop();
  if (last === undefined) return null;
  // The code points after U+D7FF that are no characters are skipped: they exist in UTF-16 only.
  return String.fromCodePoint(...points, last === 0xd7ff ? 0xe000 : last + 1);
}
