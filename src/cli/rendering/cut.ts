import type { Screen } from "../terminal.ts";
import { foldMiddle } from "./difference/fold.ts";
import { clip, textWidth } from "./text.ts";

type Extent = Pick<Screen, "whole" | "onFold">;

/** The text, or its beginning where it is too wide for a screen that cuts. */
export function cutEnd(text: string, width: number, { whole }: Extent): string {
  return whole ? text : clip(text, width);
}

/**
 * The text, or its beginning and its end around a note of what is folded, where it is too wide for a screen that cuts.
 */
export function cutMiddle(text: string, width: number, { whole, onFold }: Extent): string {
  const shown = whole ? text : foldMiddle(text, width);
  if (shown !== text) onFold?.();
  return shown;
}

/** All of the text: over as many lines as it needs on a screen that cuts, else on one. */
export function broken(text: string, width: number, { whole }: Extent): readonly string[] {
  if (whole || textWidth(text) <= width) return [text];
  const lines = [""];
  for (const character of text) {
    const line = lines.at(-1) ?? "";
    if (line !== "" && textWidth(line + character) > width) lines.push(character);
    else lines[lines.length - 1] = line + character;
  }
  return lines;
}
