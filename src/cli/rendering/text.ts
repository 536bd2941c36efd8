/** Wide (two columns) by East Asian Width, near enough for alignment. */
const wide =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|\p{Emoji_Presentation}/u;
const zeroWidth = /[\p{Mn}\p{Me}\p{Cf}]/u;
/**
 * Control characters, line separators, and characters that reorder text or don't show: what could forge or hide output.
 * Joiners stay, which writings and signs need; values and other hands' words tell them too (`visible`).
 */
const unsafe = /[\p{Cc}\p{Zl}\p{Zp}]|(?![\u200c\u200d])\p{Cf}/gu;

/** Texts without anything special: each character takes one column. */
const plain = /^[\x20-\x7e]*$/;

/** One safe line: control and reordering characters become visible escapes, tabs become two spaces. */
export function clean(text: string): string {
  if (plain.test(text)) return text;
  return text.replace(unsafe, (character) => {
    if (character === "\t") return "  ";
    if (character === "\n") return "\\n";
    if (character === "\r") return "\\r";
    const hex = (character.codePointAt(0) ?? 0).toString(16);
    return hex.length > 4 ? `\\u{${hex}}` : `\\u${hex.padStart(4, "0")}`;
  });
}

/** Columns that a clean text takes in a terminal. */
export function textWidth(text: string): number {
  if (plain.test(text)) return text.length;
  let width = 0;
  for (const character of text) {
    if (character.charCodeAt(0) < 0x300) width += 1;
    else if (!zeroWidth.test(character)) width += wide.test(character) ? 2 : 1;
  }
  return width;
}

/** Pads with spaces on the right to a width in columns. */
export function padTo(text: string, width: number): string {
  return text + " ".repeat(Math.max(0, width - textWidth(text)));
}

/** The text, or its beginning and an ellipsis where it is wider than `width` columns. */
export function clip(text: string, width: number): string {
  if (textWidth(text) <= width) return text;
  let kept = "";
  let used = 0;
  for (const character of text) {
    used += textWidth(character);
    if (used > width - 1) break;
    kept += character;
  }
  return `${kept}…`;
}

/**
 * Breaks text at spaces into clean lines of at most `width` columns (a longer word keeps its own line); newlines stay,
 * and so does `a command in backticks` that fits on a line. No character is lost: a line's end stands for one space,
 * and of several the others stay at the end of the line.
 */
export function wrap(text: string, width: number): readonly string[] {
  return text.split(/\r?\n/).flatMap((paragraph) => {
    const lines: string[] = [];
    let [line, gap] = ["", ""];
    for (const [index, piece] of wordsOf(clean(paragraph), width).entries()) {
      if (index % 2 === 1) gap = piece;
      else if (index === 0 || textWidth(line) + gap.length + textWidth(piece) <= width) line += gap + piece;
      else {
        lines.push(line + gap.slice(1));
        line = piece;
      }
    }
    return [...lines, line];
  });
}

/** Words, and the spaces between them; what stands in backticks is one word where it fits into `width` columns. */
function wordsOf(text: string, width: number): readonly string[] {
  const kept = text.replace(/`[^`]*`/g, (code) => (textWidth(code) <= width ? code.replaceAll(" ", "\0") : code));
  return kept.split(/( +)/).map((piece) => piece.replaceAll("\0", " "));
}

/** A column that is cut keeps so much at least. */
const leastCut = 20;

/**
 * Rows as lines with aligned columns, two spaces between. Where a line would exceed `width`, the last column is cut;
 * where too little room is left for that, it stands on a line of its own. Columns that don't fit beside one another
 * go on in lines below.
 */
export function alignColumns(
  rows: readonly (readonly string[])[],
  width = Number.POSITIVE_INFINITY,
): readonly string[] {
  const widths: number[] = [];
  for (const row of rows) {
    for (const [index, cell] of row.entries()) widths[index] = Math.max(widths[index] ?? 0, textWidth(cell));
  }
  const taken = widths.slice(0, -1).reduce((sum, each) => sum + each + 2, 0);
  const last = widths.length - 1;
  const fitted = (cell: string, index: number): string =>
    index === last ? clipMiddle(cell, Math.max(leastCut, width - taken)) : padTo(cell, widths[index] ?? 0);
  if (width - taken >= Math.min(leastCut, widths[last] ?? 0))
    return rows.map((row) => row.map(fitted).join("  ").trimEnd());
  const lines = [...columnsByLine(widths.slice(0, -1), width), [last]];
  return rows.flatMap((row) =>
    lines.flatMap((columns, place) => {
      const cells = columns.map((index) => (index === last ? (row[index] ?? "") : fitted(row[index] ?? "", index)));
      const text = cells.join("  ").trimEnd();
      if (place === 0) return [clipMiddle(text, width)];
      return text === "" ? [] : [`    ${clipMiddle(text, width - 4)}`];
    }),
  );
}

/** Which columns stand in which line, so that each line has room for its own; those below the first are indented. */
function columnsByLine(widths: readonly number[], width: number): readonly (readonly number[])[] {
  const lines: number[][] = [[]];
  let used = 0;
  for (const [index, wide] of widths.entries()) {
    const line = lines.at(-1) ?? [];
    if (line.length > 0 && used + 2 + wide > width) {
      lines.push([index]);
      used = 4 + wide;
    } else {
      line.push(index);
      used += wide + (line.length > 1 ? 2 : 0);
    }
  }
  return lines;
}

/** The text, or its beginning and end around an ellipsis where it is wider than `width` columns. */
export function clipMiddle(text: string, width: number): string {
  if (textWidth(text) <= width) return text;
  const head = Math.floor((width - 1) / 3);
  let end = "";
  let used = 0;
  for (const character of [...text].reverse()) {
    used += textWidth(character);
    if (used > width - 1 - head) break;
    end = character + end;
  }
  return `${clip(text, head + 1)}${end}`;
}

/** `1 problem`, `2 problems`. */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}

/** Texts in a row, and how many there are besides where only the first are told: `a, b and 3 more`. */
export function inARow(texts: readonly string[], most = Number.POSITIVE_INFINITY): string {
  const more = texts.length - most;
  return more > 0 ? `${texts.slice(0, most).join(", ")} and ${more} more` : texts.join(", ");
}

/** The largest width among items, however many; 0 where there are none. */
export function widest<T>(items: readonly T[], width: (item: T) => number): number {
  return items.reduce((most, item) => Math.max(most, width(item)), 0);
}
