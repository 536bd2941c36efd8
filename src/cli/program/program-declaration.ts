import { isJsonObject } from "../../../packages/base/json/json.ts";
import { problem } from "../../../packages/base/problems/problem.ts";
import { err, ok, type Result } from "../../../packages/base/result.ts";
import type { DeclarationText } from "../../contract/documents/declarations.ts";
import type { Action } from "../../contract/documents/plans/steps.ts";
import type { UsageMistake } from "../arguments.ts";
import type { Invocation } from "../command.ts";
import { clean } from "../rendering/text.ts";
import { askPlan } from "../runs/ask-plan.ts";
import { configOf } from "./program-config.ts";
import type { ProgramResult } from "./program-lines.ts";
import { madeBy } from "./program-registry.ts";
import { ProgramSource } from "./program-source.ts";
import { runProgram } from "./run-program.ts";

/** Nothing that the program read of such a resource stays as it was. */
const quiet: ReadonlySet<Action> = new Set(["same", "read", "retain", "move"]);

/**
 * The declaration that a program gives. Where it used recorded outputs and `isPlanned`, it is planned, and the program
 * runs again without what that plan would change, until nothing that it used is in doubt.
 */
export async function programDeclaration(
  file: string,
  isPlanned: boolean,
  invocation: Invocation,
): Promise<Result<DeclarationText, UsageMistake>> {
  const doubted = new Set<string>();
  for (;;) {
    const run = await runProgram(file, doubted, invocation);
    if (!run.ok) return run;
    if (isPlanned && saysNothing(run.value)) return err(nothingDeclared(file));
    const declaration = await keep(file, run.value, invocation);
    if (!isPlanned || run.value.used.length === 0) return ok(declaration);
    const before = doubted.size;
    for (const name of await changedBy(declaration, invocation)) if (run.value.used.includes(name)) doubted.add(name);
    if (doubted.size === before) return ok(declaration);
  }
}

/**
 * Nothing that a plan could be about. To be read, such a program is good enough: its providers may be what is asked
 * for.
 */
function saysNothing({ declaration }: ProgramResult): boolean {
  return !["resources", "lookups", "outputs"].some((section) => Object.hasOwn(declaration, section));
}

/** More likely the declarations stand where nothing reaches them than that the stack is to lose everything. */
function nothingDeclared(file: string): UsageMistake {
  const detail =
    `${clean(file)} declares no resource, no look-up and no output, so a plan of it would take away all that the ` +
    "stack has; are its declarations in a function that nothing calls?";
  const hint = "Call it, or export it as default; to take everything away, use `plumb destroy`.";
  return { detail, problems: [problem("program-failed", detail, { hint })] };
}

async function keep(file: string, result: ProgramResult, { settings, context }: Invocation): Promise<DeclarationText> {
  const declaration: DeclarationText = {
    file,
    text: JSON.stringify(result.declaration),
    config: { ...configOf(result.declaration, settings.config, context.environment), ...result.config },
    configFrom: {
      ...Object.fromEntries(
        Object.keys(result.declaration["config"] ?? {}).map((key) => [key, "environment" as const]),
      ),
      ...settings.configFrom,
      ...Object.fromEntries(Object.keys(result.config).map((key) => [key, "program" as const])),
    },
    ...(settings.configTexts.size === 0 ? {} : { configAt: settings.configAt }),
  };
  const texts = await Promise.all(result.spans.files.map((each) => context.files.read(each)));
  madeBy(declaration, {
    source: new ProgramSource(result.spans, texts, settings.configTexts),
    untold: untoldPlaces(result),
    secrets: Object.keys(result.config),
  });
  return declaration;
}

function untoldPlaces({ declaration: { unknown } }: ProgramResult): string | undefined {
  if (!isJsonObject(unknown) || Object.keys(unknown).length === 0) return undefined;
  return Object.entries(unknown)
    .map(([place, why]) => `${place}: ${String(why)}`)
    .join("; ");
}

/** Resources that a plan of the declaration would change or can't decide about; none where there is no plan. */
async function changedBy(declaration: DeclarationText, invocation: Invocation): Promise<readonly string[]> {
  const answer = await askPlan(invocation, declaration);
  if (!answer.ok) return [];
  const { steps, deferred } = answer.value;
  return [
    ...steps.filter(({ action }) => !quiet.has(action)).map(({ name }) => name),
    ...deferred.map(({ name }) => name),
  ];
}
