import { createHash } from "node:crypto";
import type * as Cedar from "@cedar-policy/cedar-wasm/nodejs";
import { invariant } from "../../../../packages/base/invariant.ts";
import type { Problem } from "../../../../packages/base/problems/problem.ts";
import { err, ok, type Result } from "../../../../packages/base/result.ts";
import type { Action } from "../../../contract/action.ts";
import { type Role, roles } from "../../../contract/roles.ts";
import type { Decision, Subject } from "../authority.ts";
import type { Caller } from "../caller.ts";
import { DecisionMemo } from "../decision-memo.ts";
import { actionEntity, objectOf, type PolicyAction, principalOf } from "./policy-entities.ts";
import { type PolicyFile, policyProblem } from "./policy-problems.ts";
import { type NamedPolicy, readPolicies } from "./read-policies.ts";

/** All that a decision depends on. */
export interface Question {
  readonly caller: Caller;
  /** The greatest role that the caller holds on the stack asked about. */
  readonly role: Role | null;
  /** Whether the caller holds a role on any stack. */
  readonly holdsRole: boolean;
  readonly action: Action;
  readonly subject: Subject;
}

/** Decides by policies that were read and checked once. Pure: equal questions have equal answers. */
export interface Policies {
  decide(question: Question): Decision;
}

/**
 * Loads Cedar, and reads the files. Problems name file and line. A process may hold several sets; each is kept by Cedar
 * under a digest of its content.
 */
export async function openPolicies(
  schema: PolicyFile,
  files: readonly PolicyFile[],
): Promise<Result<Policies, readonly Problem[]>> {
  const cedar = await import("@cedar-policy/cedar-wasm/nodejs");
  const parsed = cedar.schemaToJson(schema.text);
  if (parsed.type === "failure") return err(parsed.errors.map((error) => policyProblem(schema, error)));
  const read = readPolicies(cedar, schema.text, files);
  if (!read.ok) return read;
  const staticPolicies = Object.fromEntries(read.value.map(({ name, text }) => [name, text]));
  const id = createHash("sha256").update(JSON.stringify(staticPolicies)).digest("hex");
  const kept = cedar.preparsePolicySet(id, { staticPolicies });
  invariant(kept.type === "success", "policies that were checked one by one are no set");
  return ok(new CedarPolicies(cedar, id, read.value, actionsOf(parsed.json)));
}

type ActionGroups = ReadonlyMap<string, readonly string[]>;

/** Every action of the schema with all groups around it, the nearest first. */
function actionsOf(schema: Cedar.SchemaJson<string>): ActionGroups {
  const actions = schema["Plumbline"]?.actions ?? {};
  const groupsOf = (name: string): readonly string[] =>
    (actions[name]?.memberOf ?? []).flatMap(({ id }) => [id, ...groupsOf(id)]);
  return new Map(Object.keys(actions).map((name) => [name, [...new Set(groupsOf(name))]]));
}

/**
 * Bound of the cache, in characters: eight megabytes at most, and at some hundred characters an answer ten thousand
 * answers.
 */
const rememberedCharacters = 4_000_000;

class CedarPolicies implements Policies {
  readonly #cedar: typeof Cedar;
  readonly #id: string;
  readonly #whys: ReadonlyMap<string, string | null>;
  readonly #groups: ActionGroups;
  readonly #answers = new DecisionMemo(rememberedCharacters);
  readonly #actions = new Map<string, PolicyAction>();

  constructor(cedar: typeof Cedar, id: string, policies: readonly NamedPolicy[], groups: ActionGroups) {
    this.#cedar = cedar;
    this.#id = id;
    this.#whys = new Map(policies.map(({ name, why }) => [name, why]));
    this.#groups = groups;
  }

  decide(question: Question): Decision {
    const key = JSON.stringify(question);
    const known = this.#answers.get(key);
    if (known !== undefined) return known;
    const decision = this.#ask(question);
    this.#answers.remember(key, decision);
    return decision;
  }

  /**
   * About a project the service is asked as well: what policies say of it alone was there first. Either permits, and
   * either forbids.
   */
  #ask(question: Question): Decision {
    const { project, ...whole } = question.subject;
    const there = this.#askOnce(question);
    if (project === undefined || isForbidden(there)) return there;
    const onService = this.#askOnce({ ...question, subject: whole });
    return there.kind === "allowed" && !isForbidden(onService) ? there : onService;
  }

  #askOnce(question: Question): Decision {
    const principal = principalOf(question);
    const resource = objectOf(question.subject);
    const action = this.#action(question.action);
    const answer = this.#cedar.statefulIsAuthorized({
      principal: principal.uid,
      action: action.uid,
      resource: resource.uid,
      context: {},
      preparsedPolicySetId: this.#id,
      entities: [principal, resource, action],
    });
    invariant(answer.type === "success", "a question that the policies' language can't take");
    const { decision, diagnostics } = answer.response;
    // A policy that can't be evaluated might have forbidden it.
    if (diagnostics.errors.length > 0) {
      const failed = diagnostics.errors.map(({ policyId }) => policyId);
      return { kind: "denied", why: `the policy ${failed.join(", ")} can't be evaluated here`, policies: failed };
    }
    if (decision === "allow") return { kind: "allowed" };
    const deciding = diagnostics.reason.toSorted();
    if (deciding.length > 0) return { kind: "denied", why: this.#whyForbidden(deciding), policies: deciding };
    return { kind: "denied", why: this.#whyNotAllowed(question), policies: [] };
  }

  #whyForbidden(deciding: readonly string[]): string {
    return deciding.map((name) => `${this.#whys.get(name) ?? "this is forbidden"} (policy ${name})`).join("; ");
  }

  #whyNotAllowed({ action, subject, role }: Question): string {
    const least = this.#groups.get(action)?.find((group) => roles.includes(group as Role));
    const where = subject.stack === null ? "all stacks" : `stack \`${subject.stack}\``;
    const held = role === null ? "you hold no role there" : `your role there is ${role}`;
    return `it takes the role ${least ?? "admin"} on ${where}; ${held}`;
  }

  #action(name: string): PolicyAction {
    const known = this.#actions.get(name);
    if (known !== undefined) return known;
    const made = actionEntity(name, this.#groups.get(name) ?? []);
    this.#actions.set(name, made);
    return made;
  }
}

/** By a policy, and not for want of one that permits it. */
function isForbidden(decision: Decision): boolean {
  return decision.kind === "denied" && decision.policies.length > 0;
}
