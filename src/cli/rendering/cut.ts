import type { Screen } from "../terminal.ts";
import { foldMiddle } from "./difference/fold.ts";
import { clip } from "./text.ts";

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
