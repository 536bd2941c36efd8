import type { CedarValueJson, TypeAndId } from "@cedar-policy/cedar-wasm/nodejs";
import type { Role } from "../../../contract/roles.ts";
import { stackPathOf } from "../../../contract/stack-name.ts";
import type { Subject } from "../authority.ts";
import type { Caller } from "../caller.ts";
import { rolesWithin } from "../roles/roles.ts";

/** Something that policies speak of, in Cedar's own notation; the schema says what belongs to which. */
interface PolicyEntity {
  readonly uid: TypeAndId;
  readonly attrs: Record<string, CedarValueJson>;
  readonly parents: TypeAndId[];
  readonly tags?: Record<string, CedarValueJson>;
}

export type PolicyAction = PolicyEntity;

const service = uid("Service", "plumbline");

/** Whoever asks, with the roles held on what is asked about. */
export function principalOf(asked: {
  readonly caller: Caller;
  readonly role: Role | null;
  readonly holdsRole: boolean;
}): PolicyEntity {
  const { principal, name, groups, accountAdmin, workspaces, scope } = asked.caller;
  const held = asked.role === null ? [] : rolesWithin(asked.role);
  const limits: Record<string, CedarValueJson> = {};
  if (scope !== null) {
    const stacks = scope.stacks?.map((stack) => ({ __entity: uid("Stack", stack) }));
    limits["scope"] = { role: scope.role, ...(stacks === undefined ? {} : { stacks }) };
  }
  return {
    uid: uid("Principal", principal),
    attrs: { name, accountAdmin, workspaces: [...workspaces], holdsRole: asked.holdsRole, ...limits },
    parents: [...held.map((role) => uid("Role", role)), ...groups.map((group) => uid("Group", group))],
  };
}

/** What is asked about: an object on a platform, a stack, a project, or the service. */
export function objectOf({ stack, project, resource }: Subject): PolicyEntity {
  if (resource !== undefined) {
    const { type, address, origin, ofOthers = false, values } = resource;
    return {
      uid: uid("Object", `${stack ?? ""}/${address}`),
      attrs: { type, address, ofOthers, ...(origin === null ? {} : { origin }) },
      parents: stack === null ? [service] : [uid("Stack", stack), ...around(stack)],
      ...(values === undefined ? {} : { tags: { ...values } }),
    };
  }
  if (stack === null && project !== undefined) return { uid: uid("Project", project), attrs: {}, parents: [service] };
  if (stack === null) return { uid: service, attrs: {}, parents: [] };
  return { uid: uid("Stack", stack), attrs: {}, parents: around(stack) };
}

/** What a stack lies in. That of a single object that is managed by itself has no project. */
function around(stack: string): TypeAndId[] {
  const path = stackPathOf(stack);
  return path === undefined ? [service] : [uid("Project", path.project), service];
}

/** An action below its groups. */
export function actionEntity(name: string, groups: readonly string[]): PolicyAction {
  return { uid: uid("Action", name), attrs: {}, parents: groups.map((group) => uid("Action", group)) };
}

function uid(type: string, id: string): TypeAndId {
  return { type: `Plumbline::${type}`, id };
}
