import { type ProblemCode, problemCodes } from "./problem-codes.ts";

/** A place in a text the user wrote; lines and columns start at 1, columns count UTF-16 units, `end` is exclusive. */
export interface Span {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  readonly endColumn: number;
}

/**
 * Something the user can mend: a value, never thrown; all of them are collected and returned at once.
 * `summary` is constant per code, `detail` says what is wrong here, why, and what to do.
 */
export interface Problem {
  readonly code: ProblemCode;
  readonly severity: "error" | "warning";
  readonly summary: string;
  readonly detail: string;
  /** The logical name it is about, e.g. `resources.portal`. */
  readonly address?: string;
  /** JSON pointer into the declaration, e.g. `/resources/portal/properties/displayName`. */
  readonly pointer?: string;
  /** Whether the guilty token is the key or the value at the pointer; the value when absent. */
  readonly at?: "key" | "value";
  readonly span?: Span;
  /** A way out in words. */
  readonly hint?: string;
  /** A replacement text for the guilty token, where there is exactly one sensible. */
  readonly fix?: string;
}

export interface ProblemPlace {
  readonly address?: string | undefined;
  readonly pointer?: string | undefined;
  readonly at?: "key" | "value" | undefined;
  readonly span?: Span | undefined;
  readonly hint?: string | undefined;
  readonly fix?: string | undefined;
}

/** Makes a Problem; severity and summary come from the code's entry. */
export function problem(code: ProblemCode, detail: string, place: ProblemPlace = {}): Problem {
  const { severity, summary } = problemCodes[code];
  return {
    code,
    severity,
    summary,
    detail,
    ...(place.address === undefined ? {} : { address: place.address }),
    ...(place.pointer === undefined ? {} : { pointer: place.pointer }),
    ...(place.at === undefined ? {} : { at: place.at }),
    ...(place.span === undefined ? {} : { span: place.span }),
    ...(place.hint === undefined ? {} : { hint: place.hint }),
    ...(place.fix === undefined ? {} : { fix: place.fix }),
  };
}

/** True when at least one of the problems is an error (warnings never stop anything). */
export function hasErrors(problems: readonly Problem[]): boolean {
  return problems.some((each) => each.severity === "error");
}
