import type { Problem, Span } from "../../../packages/base/problems/problem.ts";
import type { DeclarationText } from "../../contract/documents/declarations.ts";
import type { Sources } from "../rendering/render-problems.ts";

/** What is known of a declaration that a program made. */
export interface MadeByProgram {
  readonly source: {
    /** The program's files. */
    readonly sources: Sources;
    /** A problem at the program's own line, where that can be told. */
    locate(problem: Problem): Problem;
    /** The program's own line of what it has declared at a place. */
    spanOf(pointer: string): Span | undefined;
  };
  /** Places that the program could not tell yet, as one text; undefined where there are none. */
  readonly pending: string | undefined;
  /** Config keys whose secret values only the program has. */
  readonly secrets: readonly string[];
}

const programs = new WeakMap<object, MadeByProgram>();
const lastPrograms = new Map<string, MadeByProgram>();

/** What is known of the program that made a declaration; undefined where none did. */
export function programOf(declaration: object): MadeByProgram | undefined {
  return programs.get(declaration);
}

/** Notes which program made a declaration. */
export function madeBy(declaration: DeclarationText, program: MadeByProgram): void {
  programs.set(declaration, program);
  lastPrograms.set(declaration.file, program);
}

/** The files that the program in a file last took its declaration from. */
export function filesOf(file: string): readonly string[] {
  return [...(lastProgramIn(file)?.source.sources.keys() ?? [])];
}

/** What is known of the program in a file that has last made a declaration here. */
export function lastProgramIn(file: string): MadeByProgram | undefined {
  return lastPrograms.get(file);
}
