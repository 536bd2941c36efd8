import type * as Cedar from "@cedar-policy/cedar-wasm/nodejs";
import { type Problem, problem } from "../../../../packages/base/problems/problem.ts";
import { err, ok, type Result } from "../../../../packages/base/result.ts";
import { stackPathOf } from "../../../contract/stack-name.ts";
import { type PolicyFile, policyProblem, spanOf } from "./policy-problems.ts";

/** One policy, under the name that decisions give. */
export interface NamedPolicy {
  readonly name: string;
  /** Its own words for people (`@why`), as the end of a sentence. */
  readonly why: string | null;
  readonly text: string;
}

/** The policies of all files. Each must fit the schema and have a name (`@id`) of its own; all problems at once. */
export function readPolicies(
  cedar: typeof Cedar,
  schema: string,
  files: readonly PolicyFile[],
): Result<readonly NamedPolicy[], readonly Problem[]> {
  const problems: Problem[] = [];
  const places = new Map<string, string>();
  const policies: NamedPolicy[] = [];
  for (const source of files) {
    const found = readFile(cedar, schema, source);
    if (!found.ok) {
      problems.push(...found.error);
      continue;
    }
    for (const policy of found.value) {
      const other = places.get(policy.name);
      if (other === undefined) places.set(policy.name, source.file);
      else problems.push(misplaced(source, policy.text, `${other} has a policy \`${policy.name}\` already`));
    }
    policies.push(...found.value);
  }
  return problems.length > 0 ? err(problems) : ok(policies);
}

function readFile(
  cedar: typeof Cedar,
  schema: string,
  source: PolicyFile,
): Result<readonly NamedPolicy[], readonly Problem[]> {
  const parts = cedar.policySetTextToParts(source.text);
  if (parts.type === "failure") return err(parts.errors.map((error) => policyProblem(source, error)));
  const [template] = parts.policy_templates;
  if (template !== undefined)
    return err([misplaced(source, template, "templates are not supported; write the policy out")]);
  const answer = cedar.validate({ schema, policies: { staticPolicies: source.text } });
  if (answer.type === "failure") return err(answer.errors.map((error) => policyProblem(source, error)));
  // A warning tells of a policy that never applies: somebody relies on it in vain.
  const faults = [...answer.validationErrors, ...answer.validationWarnings].map(({ error }) => error);
  if (faults.length > 0) return err(faults.map((error) => policyProblem(source, error)));
  const policies: NamedPolicy[] = [];
  const problems: Problem[] = [];
  for (const text of parts.policies) {
    const { id, why } = annotationsOf(cedar, text);
    const unnamed = stacksIn(cedar, text).find((stack) => stackPathOf(stack) === undefined);
    if (unnamed !== undefined)
      problems.push(misplaced(source, text, `a stack's name is PROJECT/STACK, so no stack is called "${unnamed}"`));
    else if (id === undefined || id === "")
      problems.push(misplaced(source, text, 'the policy has no name; write @id("...") before it'));
    else policies.push({ name: id, why: why ?? null, text });
  }
  return problems.length > 0 ? err(problems) : ok(policies);
}

/** The stacks that a policy names, however it is written: one whose name can't be any is named in vain. */
function stacksIn(cedar: typeof Cedar, policy: string): readonly string[] {
  const answer = cedar.policyToJson(policy);
  return answer.type === "success" ? stacksBelow(answer.json) : [];
}

function stacksBelow(part: unknown): readonly string[] {
  if (typeof part !== "object" || part === null) return [];
  const own = "type" in part && part.type === "Plumbline::Stack" && "id" in part ? [String(part.id)] : [];
  return [...own, ...Object.values(part).flatMap(stacksBelow)];
}

function annotationsOf(cedar: typeof Cedar, text: string): Readonly<Record<string, string | undefined>> {
  const answer = cedar.policyToJson(text);
  return answer.type === "success" ? (answer.json.annotations ?? {}) : {};
}

function misplaced(source: PolicyFile, policy: string, detail: string): Problem {
  const start = Buffer.byteLength(source.text.slice(0, Math.max(0, source.text.lastIndexOf(policy))));
  const span = spanOf(source, start, start + Buffer.byteLength(policy));
  return problem("invalid-policy", `${span.file}:${span.line}: ${detail}`, { span });
}
