/** A part of a line, and whether it is another one than before. */
interface Span {
  readonly text: string;
  readonly changed: boolean;
}

/**
 * Characters that don't show, or that change how others are seen: controls, marks of direction, joiners, blanks other
 * than the space, what no font has.
 */
const unseen = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]|(?! )\p{Zs}/u;
const mark = /\p{M}/u;
/** No writing puts more marks on a letter; those beyond are told by their codes. */
const mostMarks = 30;
/** Nothing to be escaped in it, and nothing that looks like an escape. */
const plain = /^[\x20-\x5b\x5d-\x7e]*$/;

/**
 * The text on one line, safe for a terminal: what can't be seen is told by its code (`\u200b`, tabs as `\t`). No two
 * texts look alike: where a text has such a code itself, its backslash is doubled, and where a text is spelled with
 * marks apart from their letters, the marks are told by their codes. A blank at its end is told as well.
 */
export function visible(text: string): string {
  if (plain.test(text) && !text.endsWith(" ")) return text;
  return piecesOf(text).join("");
}

/** The same of a line in spans; each span keeps its characters. */
export function visibleSpans(spans: readonly Span[]): readonly Span[] {
  const pieces = piecesOf(spans.map(({ text }) => text).join(""));
  let done = 0;
  return spans.map(({ text, changed }) => {
    const own = pieces.slice(done, done + [...text].length);
    done += own.length;
    return { text: own.join(""), changed };
  });
}

/** The text in quotes, as JSON has it, with what can't be seen told by its code. */
export function quoted(text: string): string {
  return withCodes(JSON.stringify(text));
}

/** The words of another hand on one line of ours: what ends a line is a blank, and what can't be seen its code. */
export function onOneLine(text: string): string {
  return withCodes(text.replace(/\s*[\r\n\u2028\u2029]\s*/g, " "));
}

/** The text with what can't be seen told by its code, as it stands in what is written as JSON. */
export function withCodes(text: string): string {
  if (plain.test(text)) return text;
  return charactersOf(text)
    .map(({ character, isUnseen }) => (isUnseen ? code(character) : character))
    .join("");
}

interface Character {
  readonly character: string;
  readonly isUnseen: boolean;
}

function charactersOf(text: string): readonly Character[] {
  const isComposed = text.normalize("NFC") === text;
  let cluster = "";
  return Array.from(text, (character) => {
    const isMark = mark.test(character);
    const joined = (isMark ? cluster : "") + character;
    const isUnseen =
      unseen.test(character) ||
      joined.length > mostMarks ||
      (isMark && /^[\s"]?$/.test(cluster)) ||
      (!isComposed && isSpelledApart(joined, cluster));
    cluster = isUnseen ? "" : joined;
    return { character, isUnseen };
  });
}

/** Whether the same letters have another spelling, which the last character of the cluster would be lost in. */
function isSpelledApart(cluster: string, before: string): boolean {
  return cluster.normalize("NFC") !== cluster || (before + cluster).normalize("NFC") !== before + cluster;
}

/** What is shown for each character of a text. */
function piecesOf(text: string): readonly string[] {
  const all = charactersOf(text);
  const last = all.length - 1;
  const shown = all.map(({ character, isUnseen }, index) =>
    isUnseen || (index === last && character === " ") ? escaped(character) : character,
  );
  // From the end: whether an escape, or what looks like one, begins right of a backslash.
  let isEscapeNext = false;
  for (let index = last; index >= 0; index -= 1) {
    const piece = shown[index] ?? "";
    if (piece === "\\") {
      isEscapeNext ||= /^(?:[tr]|u(?:\{|[0-9a-f]{4}))/.test(shown.slice(index + 1, index + 6).join(""));
      if (isEscapeNext) shown[index] = "\\\\";
    } else isEscapeNext = piece.startsWith("\\");
  }
  return shown;
}

function escaped(character: string): string {
  if (character === "\t") return "\\t";
  return character === "\r" ? "\\r" : code(character);
}

function code(character: string): string {
  const hex = (character.codePointAt(0) ?? 0).toString(16);
  return hex.length > 4 ? `\\u{${hex}}` : `\\u${hex.padStart(4, "0")}`;
}
