import type { Exchange } from "../../../packages/base/exchange/exchange.ts";
import { isJsonObject, type Json, type JsonObject } from "../../../packages/base/json/json.ts";
import { expandTemplate } from "../../../packages/base/path-template.ts";
import { parseAssignmentName } from "../../../packages/vendor-wire/azure/assignment-name.ts";
import {
  armNamespace,
  roleManagementPolicies,
  roleManagementPolicyAssignments,
} from "../../../packages/vendor-wire/azure/resource-types.ts";
import { formatRoleFilter } from "../../../packages/vendor-wire/azure/role-filter.ts";
import { lastSegment, plainScope, sameScope } from "../../../packages/vendor-wire/azure/scope.ts";
import type {
  Change,
  Discovery,
  DiscoveryOutcome,
  ListOutcome,
  Observation,
  ReadOutcome,
  Target,
  WriteOutcome,
} from "../../engine/ports/driver.ts";
import { notAskedFor } from "../../engine/ports/outcome.ts";
import { isArmObject } from "./arm-object.ts";
import { armUrl, baseUrlOf, namespaceOf } from "./arm-url.ts";
import { asRead, deleted, invalid, type ResourceDriver, valueOr } from "./resource-driver.ts";
import { wireCall } from "./wire-call.ts";
import { wireList } from "./wire-list.ts";

/**
 * Role management policy assignments (specification 2.2). Target variables: `scope` without slash at its start, `name`.
 */
export const roleAssignmentDriver: ResourceDriver = {
  read,
  collectionOf,
  list,
  write,
  // The wire has no version: a PUT goes over what stands, a DELETE takes it whatever it holds.
  isConditional: () => false,
  discover,
};

const idTemplate = "/{+scope}/providers/{namespace}.Authorization/roleManagementPolicyAssignments/{name}";

async function read(exchange: Exchange, target: Target): Promise<ReadOutcome> {
  const outcome = await readAsNamed(exchange, target);
  const isNew = outcome.kind === "absent" && target.mayBeRenamed !== true;
  return isNew && (await isOfAnotherRole(exchange, target))
    ? { ...outcome, refused: true, detail: "the policy that it names belongs to another role definition" }
    : outcome;
}

/** Whether another role's assignment at the scope has the policy that a name says: a policy is of one role. */
async function isOfAnotherRole(exchange: Exchange, target: Target): Promise<boolean> {
  const asked = parseAssignmentName((target.variables["name"] ?? "").toLowerCase());
  const found = asked === undefined ? undefined : await list(exchange, target);
  if (found?.kind !== "done") return false;
  return found.items.some(({ observation }) => {
    const name = String(observation.outputs["roleManagementPolicyAssignmentName"]).toLowerCase();
    const seen = parseAssignmentName(name);
    return seen?.policyGuid === asked?.policyGuid && seen?.roleGuid !== asked?.roleGuid;
  });
}

async function readAsNamed(exchange: Exchange, target: Target): Promise<ReadOutcome> {
  const answer = await wireCall(exchange, { method: "GET", url: itemUrl(target) });
  if (answer.kind === "refusal") {
    if (answer.refusal.kind === "absent")
      return target.mayBeRenamed === true ? readByRole(exchange, target) : asRead(answer.refusal);
    if (answer.status !== 404) return answer.refusal;
    // PIM has codes of its own for what is not there. The list tells, and where it does not answer the code counts for
    // nothing.
    const listed = await readByRole(exchange, target);
    return listed.kind === "done" || listed.kind === "absent" ? listed : answer.refusal;
  }
  if (!isArmObject(answer.body)) return notAskedFor("an assignment");
  return { kind: "done", observation: observe(target, target.id, target.variables["name"] ?? "", answer.body) };
}

/**
 * An edit of its policy renames an assignment, and there is one of a role at a scope. Absent where there is none, or
 * where several leave it open which one it is. Under another name it counts only where the target may be renamed.
 */
async function readByRole(exchange: Exchange, target: Target): Promise<ReadOutcome> {
  const { scope = "", name = "" } = target.variables;
  const detail = `no assignment of the role of ${name}`;
  const gone = { kind: "absent", detail, version: null, displaces: [] } as const;
  const roleGuid = parseAssignmentName(name)?.roleGuid.toLowerCase();
  if (roleGuid === undefined) return gone;
  const role = `/${plainScope(scope)}/providers/${armNamespace}.Authorization/roleDefinitions/${roleGuid}`;
  const filter = { $filter: formatRoleFilter(role) };
  const url = armUrl(target, roleManagementPolicyAssignments.collection, target.variables, filter);
  const found = await wireList(exchange, url);
  if (found.kind === "refusal") return asRead(found.refusal);
  const isNamed = (each: string) => target.mayBeRenamed === true || each.toLowerCase() === name.toLowerCase();
  const ofRole = itemsOf(target, found.items).filter(
    (each) => parseAssignmentName(each.name)?.roleGuid.toLowerCase() === roleGuid,
  );
  const [only, ...others] = ofRole;
  return only === undefined || others.length > 0 || !isNamed(only.name)
    ? gone
    : { kind: "done", observation: only.observation };
}

function itemUrl(target: Target): string {
  return armUrl(target, roleManagementPolicyAssignments.item, target.variables);
}

function collectionOf(target: Target): string {
  const scope = (target.variables["scope"] ?? "").toLowerCase();
  return `${baseUrlOf(target.provider)} ${target.type}@${target.apiVersion} ${scope}`;
}

async function list(exchange: Exchange, target: Target): Promise<ListOutcome> {
  const found = await wireList(exchange, armUrl(target, roleManagementPolicyAssignments.collection, target.variables));
  if (found.kind === "refusal") return found.refusal;
  return { kind: "done", items: itemsOf(target, found.items).map(({ id, observation }) => ({ id, observation })) };
}

/** The assignments of a list by their present names. */
function itemsOf(target: Target, wires: readonly JsonObject[]) {
  const namespace = namespaceOf(target);
  return wires.flatMap((wire) => {
    const name = wire["name"];
    if (typeof name !== "string") return [];
    const id = expandTemplate(idTemplate, { ...target.variables, namespace, name });
    return id === undefined ? [] : [{ id, name, observation: observe(target, id, name, wire) }];
  });
}

function observe(target: Target, id: string, name: string, wire: JsonObject): Observation {
  const properties = isJsonObject(wire["properties"]) ? wire["properties"] : {};
  return {
    outputs: {
      scope: spelledAsTarget(valueOr(properties, "scope"), target),
      policyId: valueOr(properties, "policyId"),
      roleDefinitionId: valueOr(properties, "roleDefinitionId"),
      roleManagementPolicyAssignmentName: name,
      effectiveRules: valueOr(properties, "effectiveRules"),
      // The platform's own id can't be addressed.
      id,
      name: valueOr(wire, "name"),
      policyAssignmentProperties: valueOr(properties, "policyAssignmentProperties"),
      type: valueOr(wire, "type"),
    },
    version: null,
    deleted: false,
    displaces: [],
  };
}

/**
 * The platform shortens `providers/Microsoft.Subscription/subscriptions/{id}`; shown is the spelling that was asked
 * for.
 */
function spelledAsTarget(scope: Json, target: Target): Json {
  const asked = target.variables["scope"] ?? "";
  const shortened = plainScope(asked) !== asked;
  return typeof scope === "string" && shortened && sameScope(scope, asked) ? asked : scope;
}

async function write(exchange: Exchange, change: Change): Promise<WriteOutcome> {
  if (change.operation === "delete") return remove(exchange, change);
  if (change.operation === "undelete") return invalid("an assignment can't be undeleted", "unsupported");
  const wanted = wantedOf(change);
  const answer = await wireCall(exchange, {
    method: "PUT",
    url: itemUrl(change.target),
    body: { properties: wanted },
    id: change.id,
  });
  if (answer.kind === "refusal") {
    return answer.unsupported ? adopt(exchange, change.target, wanted) : answer.refusal;
  }
  if (!isJsonObject(answer.body) || !isJsonObject(answer.body["properties"]))
    return { kind: "done", observation: null };
  const name = change.target.variables["name"] ?? "";
  return { kind: "done", observation: observe(change.target, change.target.id, name, answer.body) };
}

async function remove(exchange: Exchange, { target, id }: Change): Promise<WriteOutcome> {
  const answer = await wireCall(exchange, { method: "DELETE", url: itemUrl(target), id });
  if (answer.kind === "answer") return deleted(answer.status);
  if (!answer.unsupported) return answer.refusal;
  return invalid("the platform offers no delete for this assignment; it can only be forgotten", "unsupported");
}

interface Wanted extends JsonObject {
  readonly scope: string;
  readonly roleDefinitionId: string;
  readonly policyId: string;
}

/** What the body says: the inputs, and for those left out what follows from the name and the scope. */
function wantedOf({ inputs, target }: Change): Wanted {
  const { scope: plain = "", name = "" } = target.variables;
  const halves = parseAssignmentName(name);
  const given = (field: string, otherwise: string) => {
    const value = inputs[field];
    return typeof value === "string" && value !== "" ? value : otherwise;
  };
  const scope = given("scope", `/${plain}`);
  const below = `/${plainScope(plain)}/providers/${armNamespace}.Authorization`;
  return {
    scope,
    roleDefinitionId: given("roleDefinitionId", `${below}/roleDefinitions/${halves?.roleGuid ?? ""}`),
    policyId: given("policyId", `${below}/roleManagementPolicies/${halves?.policyGuid ?? ""}`),
  };
}

/** Where the platform has not built the PUT: what is there already is taken when it is what was asked for. */
async function adopt(exchange: Exchange, target: Target, wanted: Wanted): Promise<WriteOutcome> {
  const found = await read(exchange, { ...target, mayBeRenamed: true });
  const name = found.kind === "done" ? found.observation.outputs["roleManagementPolicyAssignmentName"] : undefined;
  const isOther = typeof name === "string" && name.toLowerCase() !== target.variables["name"]?.toLowerCase();
  if (found.kind === "absent" || isOther) {
    const why =
      typeof name !== "string"
        ? "there is none of this name to take over"
        : `that of this role is called ${name} now: its policy was edited, which renames both; ` +
          "leave out `policyId` and the name, or give the present ones";
    return invalid(`the platform does not create assignments, and ${why}`, "unsupported");
  }
  // A read that failed after a PUT that was refused: nothing was executed.
  if (found.kind !== "done") return found;
  const { outputs } = found.observation;
  const differences = Object.entries(wanted).filter(([field, value]) => !sameText(outputs[field], value));
  if (differences.length === 0) return { kind: "done", observation: found.observation };
  const shown = differences.map(
    ([field, value]) => `${field} is ${JSON.stringify(outputs[field] ?? null)}, not ${JSON.stringify(value)}`,
  );
  return invalid(
    `the platform does not change assignments, and the one that is there differs: ${shown.join("; ")}`,
    "unsupported",
  );
}

function sameText(seen: Json | undefined, wanted: Json): boolean {
  return typeof seen === "string" && typeof wanted === "string" && sameScope(seen, wanted);
}

/**
 * `policyId`: the one policy that the role definition has at the scope. Where the inputs name the assignment, the
 * policy is the one that the name says, be it there or not; another would contradict the name.
 */
async function discover(exchange: Exchange, question: Discovery): Promise<DiscoveryOutcome> {
  const { field, inputs } = question;
  if (field !== "policyId") return invalid(`the platform can't be asked for ${field}`);
  const { scope, roleDefinitionId } = inputs;
  if (typeof scope !== "string" || typeof roleDefinitionId !== "string" || scope === "" || roleDefinitionId === "") {
    return invalid("the policy is found by scope and role definition; both must be given");
  }
  const url = armUrl(
    question,
    roleManagementPolicies.collection,
    { scope: scope.replace(/^\/+|\/+$/g, "") },
    { $filter: formatRoleFilter(roleDefinitionId) },
  );
  const found = await wireList(exchange, url);
  if (found.kind === "refusal") return found.refusal;
  const ids = found.items.flatMap(({ id }) => (typeof id === "string" ? [id] : []));
  const [id] = ids;
  if (id === undefined) return { kind: "absent", detail: `${roleDefinitionId} has no policy at ${scope}` };
  const named = policyGuidIn(inputs["roleManagementPolicyAssignmentName"]);
  if (named !== undefined) {
    const same = ids.find((each) => lastSegment(each).toLowerCase() === named.toLowerCase());
    const path = expandTemplate(roleManagementPolicies.item, { scope: plainScope(scope), name: named });
    return { kind: "done", value: same ?? `/${path}` };
  }
  if (ids.length > 1)
    return invalid(`${roleDefinitionId} has ${ids.length} policies at ${scope}; give policyId: ${ids.join(", ")}`);
  return { kind: "done", value: id };
}

function policyGuidIn(name: Json | undefined): string | undefined {
  return typeof name === "string" ? parseAssignmentName(name)?.policyGuid : undefined;
}
