/** Characters that JSON lets stand and that a terminal obeys or does not show: late controls, marks of direction. */
const unsafe = /[\u007f-\u009f\p{Cf}\u2028\u2029]/gu;

/** A document as JSON that says the same everywhere and is safe for a terminal. */
export function jsonText(document: unknown, indent = 2): string {
  return JSON.stringify(document, null, indent).replace(unsafe, (character) =>
    Array.from({ length: character.length }, (_, at) => escaped(character.charCodeAt(at))).join(""),
  );
}

function escaped(unit: number): string {
  return `\\u${unit.toString(16).padStart(4, "0")}`;
}
