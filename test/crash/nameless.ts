/**
 * A text in which what is drawn, counted or timed goes by the order of its first appearance: ids of 32 hex digits,
 * digests, version tags, vendor numbers, addresses. Moments of time count as past or to come.
 */
const drawn = new RegExp(
  [
    "sha256:[0-9a-f]{64}",
    "[0-9a-f]{32}",
    // An auto-name's suffix (see `plumbline.ts`).
    "-x\\d{6}",
    // Version tags: ARM's, then base64 of at least eight bytes.
    "[0-9a-f]{8}-0000-0d00-0000-[0-9a-f]{12}",
    '"[A-Za-z0-9+/]{10,86}={1,2}',
    '"10\\.\\d+\\.\\d+\\.\\d+',
    '"1\\d{20}',
  ].join("|"),
  "g",
);
const moment = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|\+00:00)/g;
const milliseconds = /\b1\d{12}\b/g;

export function nameless(text: string, now: number): string {
  const names = new Map<string, string>();
  return text
    .replaceAll(moment, "<moment>")
    .replaceAll(milliseconds, (digits) => (Number(digits) <= now ? "<past>" : "<to come>"))
    .replaceAll(drawn, (name) => {
      const known = names.get(name) ?? `<${names.size + 1}>`;
      names.set(name, known);
      return known;
    });
}
