const codes = { bold: 1, dim: 2, red: 31, green: 32, yellow: 33, blue: 34, magenta: 35, cyan: 36 } as const;

export type Color = keyof typeof codes;

/** Colors a text that is already clean and padded. */
export type Paint = (color: Color, text: string) => string;

/** A painter with ANSI SGR sequences, or one that leaves texts as they are. */
export function painter(enabled: boolean): Paint {
  if (!enabled) return (_color, text) => text;
  return (color, text) => (text === "" ? "" : `\x1b[${codes[color]}m${text}\x1b[0m`);
}
