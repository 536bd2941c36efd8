/** A JSDoc comment over the lines of a declaration; no lines give none. `below` are lines that stay as they are. */
export function commented(sentences: readonly string[], indent = "", below: readonly string[] = []): readonly string[] {
  if (sentences.length === 0) return [];
  // A comment must not be ended by what it quotes.
  const safe = sentences.map((each) => each.replaceAll("*/", "*\\/"));
  const single = `${indent}/** ${safe.join(" ")} */`;
  if (single.length <= 120 && below.length === 0) return [single];
  return [
    `${indent}/**`,
    ...wrapped(safe.join(" "), 117 - indent.length).map((line) => `${indent} * ${line}`),
    ...below.map((line) => `${indent} * ${line.replaceAll("*/", "*\\/")}`.trimEnd()),
    `${indent} */`,
  ];
}

function wrapped(text: string, width: number): readonly string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(" ")) {
    if (line !== "" && line.length + 1 + word.length > width) {
      lines.push(line);
      line = word;
    } else line = line === "" ? word : `${line} ${word}`;
  }
  return [...lines, line];
}

/** Lines as a file. */
export function fileText(lines: readonly string[]): string {
  return `${lines.join("\n").trimEnd()}\n`;
}
