import { isJsonObject } from "../../../packages/base/json/json.ts";
import { problem } from "../../../packages/base/problems/problem.ts";
import { err, ok, type Result } from "../../../packages/base/result.ts";
import type { DeclarationText } from "../../contract/documents/declarations.ts";
import type { UsageMistake } from "../arguments.ts";
import type { Invocation } from "../command.ts";
import { clean } from "../rendering/text.ts";
import { askPlan } from "../runs/ask-plan.ts";
import { configOf } from "./program-config.ts";
import type { ProgramResult } from "./program-lines.ts";
import { madeBy } from "./program-registry.ts";
import { ProgramSource } from "./program-source.ts";
import { runProgram } from "./run-program.ts";

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
    for (const name of await doubtedBy(declaration, run.value.used, invocation)) doubted.add(name);
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
  const exported = file.endsWith(".py") ? "" : ", or export it as default";
  const hint = `Call it${exported}; to take everything away, use \`plumb destroy\`.`;
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
    pending: pendingPlaces(result),
    secrets: Object.keys(result.config),
  });
  return declaration;
}

function pendingPlaces({ declaration: { unknown } }: ProgramResult): string | undefined {
  if (!isJsonObject(unknown) || Object.keys(unknown).length === 0) return undefined;
  return Object.entries(unknown)
    .map(([place, why]) => `${place}: ${String(why)}`)
    .join("; ");
}

/** Of the resources that a program used, those that a plan of its declaration puts in doubt; none without a plan. */
async function doubtedBy(
  declaration: DeclarationText,
  used: readonly string[],
  invocation: Invocation,
): Promise<readonly string[]> {
  const answer = await askPlan(invocation, declaration, true, { used });
  return answer.ok ? (answer.value.round?.doubted ?? used) : [];
}
