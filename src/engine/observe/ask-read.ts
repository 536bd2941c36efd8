import { isJsonObject } from "../../../packages/base/json/json.ts";
import { problem } from "../../../packages/base/problems/problem.ts";
import { parseId } from "../../definitions/schema/identity/identity.ts";
import { qualifierMismatches } from "../../definitions/schema/identity/qualifiers.ts";
import { secretPlaces } from "../../definitions/schema/secret-values.ts";
import type { GetNode, LookupNode } from "../check/checked-declaration.ts";
import { secretArguments } from "../check/secret-arguments.ts";
import type { Target } from "../ports/driver.ts";
import type { RefreshSession } from "./refresh-session.ts";
import { refusalProblem } from "./refusal-problem.ts";

/** Reads what a `get` names, once its id and its provider are known. */
export function askGet(session: RefreshSession, node: GetNode, jobs: (() => Promise<void>)[]): void {
  const { language, driverOf, signal } = session.input;
  const { value: id, waiting, errors } = language.resolve(node.id, session.bindings);
  const qualifiers = language.resolve(node.qualifiers, session.bindings);
  if (!session.isLookedAt(node.address)) return leaveUnread(session, node);
  if (session.reads.get(node.address)?.kind === "done" || session.asked.has(node.address)) return;
  if (isNotAskable(session, node, [...errors, ...qualifiers.errors], [...waiting, ...qualifiers.waiting])) return;
  const definition = session.definition(node.type);
  const provider = session.providers.get(node.provider);
  if (provider === undefined) return waitForProvider(session, node);
  session.asked.add(node.address);
  jobs.push(async () => {
    const parsed = parseId(definition, String(id), provider.config);
    if (!parsed.ok)
      return session.fail(
        node.address,
        problem("invalid-id", parsed.error, { address: node.address, pointer: `/resources/${node.address}/get/id` }),
      );
    const target: Target = {
      type: node.type,
      apiVersion: node.apiVersion,
      provider,
      id: parsed.value.id,
      variables: parsed.value.variables,
      secret: secretPlaces(qualifiers.value),
      isForeign: true,
    };
    const outcome = await driverOf(provider).read(target, signal);
    if (outcome.kind !== "done") {
      const why = refusalProblem(outcome, `\`${target.id}\` can't be read`, node.address);
      return session.failAsked(node.address, { asked: id }, why);
    }
    const wanted = isJsonObject(qualifiers.value) ? qualifiers.value : {};
    const mismatches = qualifierMismatches(definition, outcome.observation.outputs, wanted);
    const place = { address: node.address, pointer: `/resources/${node.address}/get/state` };
    if (mismatches.length > 0)
      session.fail(node.address, ...mismatches.map((detail) => problem("state-mismatch", detail, place)));
    else {
      const { outputs, version, displaces } = outcome.observation;
      session.settle(node.address, { asked: id }, outputs, { id: target.id, version, displaces });
    }
  });
}

/** Calls a look-up, once its arguments and its provider are known. */
export function askLookup(session: RefreshSession, node: LookupNode, jobs: (() => Promise<void>)[]): void {
  const { language, driverOf, signal } = session.input;
  const { value, waiting, errors } = language.resolve(node.arguments, session.bindings);
  if (!session.isLookedAt(node.address)) return leaveUnread(session, node);
  if (session.reads.get(node.address)?.kind === "done" || session.asked.has(node.address)) return;
  if (isNotAskable(session, node, errors, waiting)) return;
  const provider = session.providers.get(node.provider);
  if (provider === undefined) return waitForProvider(session, node);
  const given = isJsonObject(value) ? value : {};
  const secret = secretArguments(given);
  if (secret.length > 0) {
    const at = `/lookups/${node.address}/arguments`;
    const place = (pointer: string) => ({ address: node.address, pointer: `${at}${pointer}` });
    const told = secret.map(({ pointer, detail }) => problem("value-not-allowed", detail, place(pointer)));
    return session.fail(node.address, ...told);
  }
  session.asked.add(node.address);
  jobs.push(async () => {
    const outcome = await driverOf(provider).lookup(
      { function: node.type, apiVersion: node.apiVersion, provider, arguments: given },
      signal,
    );
    if (outcome.kind === "done") {
      const id = outcome.result["id"];
      const seen = { id: typeof id === "string" ? id : null, version: outcome.version };
      session.settle(node.address, given, outcome.result, seen);
    } else session.fail(node.address, refusalProblem(outcome, "the look-up failed", node.address));
  });
}

/** True when a read can't be asked yet: something it needs is unknown, or an expression failed. */
function isNotAskable(
  session: RefreshSession,
  node: GetNode | LookupNode,
  errors: readonly { readonly detail: string }[],
  waiting: readonly { readonly why: string }[],
): boolean {
  const [error] = errors;
  if (error !== undefined) {
    if (session.reads.get(node.address)?.kind !== "failed")
      session.fail(node.address, problem("expression-failed", error.detail, { address: node.address }));
    return true;
  }
  const [wait] = waiting;
  if (wait === undefined) return false;
  session.reads.set(node.address, { kind: "waiting", why: wait.why });
  return true;
}

function waitForProvider(session: RefreshSession, node: GetNode | LookupNode): void {
  session.reads.set(node.address, {
    kind: "waiting",
    why: `the configuration of provider \`${node.provider}\` is not known`,
  });
}

function leaveUnread(session: RefreshSession, node: GetNode | LookupNode): void {
  session.reads.set(node.address, { kind: "waiting", why: "this plan does not look at it" });
}
