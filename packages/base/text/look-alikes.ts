/** Letters of other writings that look like a Latin letter, each before it: Cyrillic, then Greek. */
const pairs =
  "\u0430a \u0435e \u043eo \u0440p \u0441c \u0443y \u0445x \u0456i \u0458j \u0455s \u0501d \u04bbh \u051bq \u051dw " +
  "\u0410A \u0412B \u0415E \u041aK \u041cM \u041dH \u041eO \u0420P \u0421C \u0422T \u0425X \u0406I \u0408J \u0405S " +
  "\u03bfo \u03b1a \u03bdv \u03c1p \u03b9i \u0391A \u0392B \u0395E \u0397H \u0399I \u039aK \u039cM \u039dN \u039fO " +
  "\u03a1P \u03a4T \u03a5Y \u03a7X \u0396Z";
const latin: ReadonlyMap<string, string> = new Map(
  pairs.split(" ").map(([letter = "", twin = ""]) => [letter, twin] as const),
);

/** A text with the Latin letter in the place of each that only looks like one. */
export function withLatinLetters(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: ASCII is what is passed over.
  return /^[\x00-\x7f]*$/.test(text) ? text : Array.from(text, (letter) => latin.get(letter) ?? letter).join("");
}

/** Which letters of a text only look like Latin ones, with their code points; undefined where none does. */
export function lookAlikes(text: string): string | undefined {
  const found = [...new Set(text)].flatMap((letter) => {
    const twin = latin.get(letter);
    const code = letter.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0");
    return twin === undefined ? [] : [`\`${letter}\` in it is U+${code}, which only looks like \`${twin}\``];
  });
  return found.length === 0 ? undefined : found.join(", ");
}
