import type { JsonObject } from "../json.ts";
import { insideProgram, Program } from "./program.ts";
import { type Synthesized, synthesize } from "./render.ts";

export interface TestSurroundings {
  readonly stack?: string;
  readonly project?: string;
  readonly config?: Readonly<Record<string, string>>;
}

/**
 * For unit tests: what a program declares, without `plumb`. `declare` constructs resources and gives the outputs.
 * Nothing is known but what is plain, and look-ups are refused.
 */
export async function declarationOf(
  declare: () => object | undefined | Promise<object | undefined>,
  { stack = "test", project = "test", config = {} }: TestSurroundings = {},
): Promise<{ readonly declaration: JsonObject; readonly config: Synthesized["config"] }> {
  const program = new Program({ stack, project, config });
  const { declaration, config: secrets } = await insideProgram(program, async () =>
    synthesize(program, ((await declare()) ?? {}) as Readonly<Record<string, unknown>>),
  );
  return { declaration, config: secrets };
}
