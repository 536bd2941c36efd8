/** A JSDoc comment over the lines of a declaration; no lines give none. */
export function commented(sentences: readonly string[], indent = ""): readonly string[] {
  if (sentences.length === 0) return [];
  // A comment must not be ended by what it quotes.
  const safe = sentences.map((each) => each.replaceAll("*/", "*\\/"));
  const single = `${indent}/** ${safe.join(" ")} */`;
  if (single.length <= 120) return [single];
  return [
    `${indent}/**`,
    ...wrapped(safe.join(" "), 117 - indent.length).map((line) => `${indent} * ${line}`),
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
