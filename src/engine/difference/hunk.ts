import type { Json } from "../../../packages/base/json/json.ts";

/**
 * A place at which two values differ, and how. A difference is a list of hunks: the old value with all of them carried
 * out is the new one, and nothing that differs stands in no hunk.
 */
export type Hunk = ValueHunk | TextHunk | ListHunk | SecretHunk;

interface At {
  /**
   * JSON pointer below the value that was compared; empty for the value itself. Items of a list with a key are named
   * by it, as in a row of drift.
   */
  readonly path: string;
}

/** A value that stands in place of another one: numbers, flags, short texts, values of different kinds. */
export interface ValueHunk extends At {
  readonly kind: "value";
  /** Absent where there was none. */
  readonly old?: Json;
  /** Absent where there is none any more. */
  readonly new?: Json;
}

/** A text that differs, in parts by line. The lines of all parts together are the whole text, old or new. */
export interface TextHunk extends At {
  readonly kind: "text";
  readonly parts: readonly TextPart[];
}

/** Lines that stay as they are, or lines that leave (`old`) and those that come in their place (`new`). */
export type TextPart =
  | { readonly kind: "same"; readonly lines: readonly string[] }
  | { readonly kind: "changed"; readonly old: readonly Line[]; readonly new: readonly Line[] };

/** A line as spans of characters; put together they are the line. An empty line has none. */
export type Line = readonly TextSpan[];

export interface TextSpan {
  readonly text: string;
  /** The other side does not have these characters here. */
  readonly changed: boolean;
}

/** A list whose members come and go. Where the order has no meaning, what changed stands first and what stays last. */
export interface ListHunk extends At {
  readonly kind: "list";
  /** The order of the members has a meaning. */
  readonly ordered: boolean;
  readonly parts: readonly ListPart[];
}

/** Members that stay, or members that leave (`old`) and those that come in their place (`new`). */
export type ListPart =
  | { readonly kind: "same"; readonly items: readonly Json[] }
  | { readonly kind: "changed"; readonly old: readonly Json[]; readonly new: readonly Json[] };

/**
 * A secret that is another one than before, as the markers that stand for it. Their fingerprints are keyed by the stack
 * and tell nothing of the value; who may not reveal secrets is given markers without them.
 */
export interface SecretHunk extends At {
  readonly kind: "secret";
  /** Absent where there was no secret; anything else than a marker where a plain value stood there. */
  readonly old?: Json;
  /** Absent where there is no secret any more. */
  readonly new?: Json;
}

/** A right that somebody holds: `who` may do `what`, as far as `when` holds. */
export interface Right {
  readonly who: string;
  readonly what: string;
  /** The condition under which it holds, as the platform has it. */
  readonly when?: Json;
  /** What is told of `who` in place of gaining or losing it: `may no longer get the role without approval`. */
  readonly says?: string;
}

/** Who gains and who loses what by a change. What is in both is another one than before, and it can't be told which. */
export interface RightsChange {
  readonly gains: readonly Right[];
  readonly loses: readonly Right[];
}
