import { ownMember } from "../../../../packages/base/json/json.ts";
import { type Problem, problem } from "../../../../packages/base/problems/problem.ts";
import type { DeclarationText } from "../../../contract/documents/declarations.ts";
import { stackPathOf, wholeName } from "../../../contract/stack-name.ts";
import type { CheckedDeclaration } from "../../../engine/check/checked-declaration.ts";
import type { Step } from "../../../engine/plan/plan.ts";
import { removedObjects } from "../../../engine/plan/removals/removed-objects.ts";
import type { ConfigOrigin, StackContext } from "../../../engine/state/stack-context.ts";
import { Rejection } from "../../rejection.ts";
import { describeDeclaration } from "../declarations/describe-declaration.ts";
import type { Deployment } from "../deployment.ts";

/**
 * Refuses the declaration of another project than the stack's, whatever it is given for: a Rejection ("conflict"). A
 * text that names no project passes.
 */
export function checkProject(stack: string, project: string): void {
  const path = stackPathOf(stack);
  if (path === undefined || project === "" || path.project === project) return;
  const to = wholeName({ ...path, project });
  throw new Rejection("conflict", [
    problem(
      "other-project",
      `stack \`${stack}\` is of project \`${path.project}\`, and the declaration is of project \`${project}\`; ` +
        `leave out the project (\`-s ${path.stack}\`), or hand this stack over with ` +
        `\`plumb stack mv ${stack} ${to}\``,
    ),
  ]);
}

/**
 * The project that a text names, whatever else is wrong with it; empty where it names none. A text that was accepted
 * before is not read again for it.
 */
export async function projectOf(text: DeclarationText, deployment: Deployment): Promise<string> {
  const known = deployment.checkCache?.recall(deployment.checkCache.key(text, deployment), deployment);
  return known?.checked.project ?? (await describeDeclaration(text, deployment)).project;
}

/** What a stack is applied with by this declaration. */
export function contextOf(
  { project, config = {} }: CheckedDeclaration,
  { configFrom = {} }: DeclarationText,
): StackContext {
  const origins = Object.entries(config).flatMap(([key, source]): [string, ConfigOrigin][] => {
    if (source === "stack") return [];
    // Of a key without a value it says nothing where one would have come from.
    const from = source === "default" ? source : (ownMember(configFrom, key) ?? source);
    return from === "default" || from === "program" ? [] : [[key, from]];
  });
  return { project, config: Object.fromEntries(origins) };
}

/** What a plan says of config values that the last run had and this declaration lacks. */
export function missingConfig(
  before: StackContext,
  now: StackContext,
  { config = {} }: CheckedDeclaration,
  steps: readonly Step[],
  withoutConfig: readonly string[],
): readonly Problem[] {
  const missing = Object.keys(before.config).filter(
    (key) =>
      ownMember(now.config, key) === undefined && ownMember(config, key) !== "stack" && !withoutConfig.includes(key),
  );
  if (missing.length === 0) return [];
  const told = missing.map((key) => {
    const became =
      ownMember(config, key) === undefined ? "it has none, and nothing declares it" : "it falls back to its default";
    const origin = originText(before.config[key]);
    return problem("config-missing", `the last run had a value for \`${key}\`, ${origin}; now ${became}`, {
      pointer: `/config/${key}`,
      hint: `give it again with \`--config ${key}=...\` or keep it with \`plumb config set ${key} ...\``,
    });
  });
  const removed = removedObjects(steps);
  if (removed.length === 0) return told;
  const names = missing.map((key) => `\`${key}\``).join(", ");
  const objects = removed.map(({ address }) => `\`${address}\``).join(", ");
  const given = missing.map((key) => `--without-config ${key}`).join(" ");
  return [
    ...told,
    problem(
      "config-lost",
      `the plan deletes ${objects}, and the last run had a value for ${names} that this one lacks; ` +
        `give the value again, or say \`${given}\` if it is to go`,
    ),
  ];
}

function originText(origin: ConfigOrigin | undefined): string {
  switch (origin) {
    case "file":
      return "from the stack's file";
    case "environment":
      return "from the environment";
    case "option":
      return "from `--config`";
    default:
      return "given with the request";
  }
}
