/** Lines of Python code; an inner list is indented once more. */
export type Lines = readonly (string | Lines)[];

const width = 116;

/** Lines as text. */
export function pythonText(lines: Lines, depth = 0): string {
  return lines
    .map((line) => {
      if (typeof line !== "string") return pythonText(line, depth + 1);
      return line === "" ? "\n" : `${"    ".repeat(depth)}${line}\n`;
    })
    .join("");
}

/**
 * A docstring: paragraphs, wrapped for code `depth` levels in; a paragraph that starts with spaces keeps its indent.
 */
export function docstring(paragraphs: readonly string[], depth: number): Lines {
  const room = width - 4 * depth;
  const raw = paragraphs.some((text) => text.includes("\\")) ? "r" : "";
  const [first = "", ...rest] = paragraphs.map((text) => text.replaceAll('"""', "'''"));
  const begin = wrapped(first, room - 3);
  if (rest.length === 0 && begin.length === 1 && first.length <= room - 6 && !first.endsWith('"'))
    return [`${raw}"""${first}"""`];
  const lines = [...begin, ...rest.flatMap((text) => wrapped(text, room))];
  return [`${raw}"""${lines[0] ?? ""}`, ...lines.slice(1), '"""'];
}

function wrapped(text: string, room: number): readonly string[] {
  if (text === "") return [""];
  const indent = /^ */.exec(text)?.[0] ?? "";
  // What follows a field's name is indented one step further.
  const further = indent === "" ? "" : `${indent}    `;
  const lines: string[] = [];
  let line = indent;
  for (const word of text.trim().split(/\s+/)) {
    const isFull = line.trim() !== "" && line.length + 1 + word.length > room;
    if (isFull) {
      lines.push(line);
      line = further + word;
    } else {
      line += line.trim() === "" ? word : ` ${word}`;
    }
  }
  return [...lines, line];
}

/** A text as a Python literal; what can't be seen, or turns the direction of writing, is escaped. */
export function pythonString(text: string): string {
  return JSON.stringify(text).replace(
    /[\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
