import { expect } from "vitest";
import type { JsonObject } from "../../../../packages/base/json/json.ts";
import type { PlanView } from "../../../contract/documents/plans/plan.ts";
import type { RunSummary } from "../../../contract/documents/runs/run-events.ts";
import type { Change } from "../../../engine/ports/driver.ts";
import { done, run, type TestDeployment, testDeployment } from "../deployment.fixture.ts";
import { planUndo } from "../plans/make-plans.ts";

// What tests of undo declare, and what they see of the platform.

type Binding = { readonly role: string; readonly members: readonly string[] };

export const viewer = "roles/compute.viewer";
export const ours = "group:ops@acme.example";
const settingPath = "api/2.0/settings/types/restrict_workspace_admins/names/default";

export function gateway(id: string, more: JsonObject = {}, options: JsonObject = {}): JsonObject {
  const serviceAttachment = "projects/p/regions/r/serviceAttachments/s";
  const properties = { endpointAttachmentId: id, serviceAttachment, ...more };
  return { type: "connectors:EndpointAttachment", properties, options };
}

export function member(name: string, more: JsonObject = {}, options: JsonObject = {}): JsonObject {
  const properties = { name, role: viewer, member: ours, ...more };
  return { type: "compute:ReservationIamMember", properties, options };
}

export function setting(status: string, options: JsonObject = {}): JsonObject {
  return { type: "settings:RestrictWorkspaceAdmins", properties: { restrictWorkspaceAdmins: { status } }, options };
}

export function collector(audience: string, options: JsonObject = {}): JsonObject {
  const properties = {
    resourceGroupName: "rg",
    projectName: "assess",
    serverCollectorName: "c",
    properties: { agentProperties: { spnDetails: { audience } } },
  };
  return { type: "migrate:ServerCollector", properties, options };
}

const roleScope = "/subscriptions/s-1";
const contributor = "b24988ac-6180-42a0-ab88-20f7382dd24c";

export function rolePolicy(digit: "a" | "b" = "a", options: JsonObject = {}): JsonObject {
  const authorization = `${roleScope}/providers/Microsoft.Authorization`;
  return {
    type: "authorization:RoleManagementPolicyAssignment",
    properties: {
      scope: roleScope,
      roleDefinitionId: `${authorization}/roleDefinitions/${contributor}`,
      policyId: `${authorization}/roleManagementPolicies/${digit.repeat(8)}-bbbb-4ccc-8ddd-eeeeeeeeeeee`,
    },
    options,
  };
}

/** A world whose platform refuses the writes that match. */
export function refusing(isRefused: (change: Change) => boolean): TestDeployment {
  return testDeployment({
    around: (driver) => ({
      ...driver,
      write: async (change, signal) =>
        isRefused(change) ? { kind: "invalid", detail: "not now", code: null } : driver.write(change, signal),
    }),
  });
}

/** The platform as tests of undo look at it. */
export function seenIn(world: TestDeployment) {
  const reservation = (name: string) =>
    `compute/v1/${name.includes("/") ? name : `projects/acme/zones/here-b/reservations/${name}`}`;
  const policy = (name: string) =>
    world.wire("GET", `${reservation(name)}/getIamPolicy?optionsRequestedPolicyVersion=3`);
  const bindings = async (name: string) => ((await policy(name))["bindings"] ?? []) as unknown as readonly Binding[];
  return {
    /** Gives somebody a role by hand. */
    grant: async (name: string, who: string, role = "roles/compute.admin") => {
      const found = await policy(name);
      const all = [...((found["bindings"] ?? []) as JsonObject[]), { role, members: [who] }] as JsonObject[];
      await world.wire("POST", `${reservation(name)}/setIamPolicy`, { policy: { ...found, bindings: all } });
    },
    /** Sets a policy by hand, so that somebody alone has a role. */
    grantOnly: async (name: string, who: string, role = "roles/compute.admin") => {
      const found = await policy(name);
      const all = [{ role, members: [who] }];
      await world.wire("POST", `${reservation(name)}/setIamPolicy`, { policy: { ...found, bindings: all } });
    },
    grants: async (name: string) =>
      (await bindings(name)).flatMap(({ role, members }) => members.map((each) => `${role} ${each}`)).sort(),
    /** The description of a gateway; null where there is none. */
    described: async (id: string) => {
      try {
        const found = await world.wire("GET", `v1/projects/acme/locations/here/endpointAttachments/${id}`);
        return String(found["description"] ?? "");
      } catch {
        return null;
      }
    },
    /** The names of the contributor's policies. */
    rolePolicies: async () => {
      const all = "subscriptions/s-1/providers/Microsoft.Authorization/roleManagementPolicyAssignments";
      const { value = [] } = await world.wire("GET", `${all}?api-version=2024-09-01-preview`);
      const names = (value as unknown as readonly { readonly name: string }[]).map(({ name }) => name);
      return names.filter((name) => name.endsWith(contributor));
    },
    /** Sets the setting by hand. */
    setStatus: async (status: string) => {
      const { etag = "" } = await world.wire("GET", settingPath);
      const setting = { etag, setting_name: "default", restrict_workspace_admins: { status } };
      const field_mask = "restrict_workspace_admins.status";
      await world.wire("PATCH", settingPath, { allow_missing: true, field_mask, setting });
    },
    status: async () => {
      const found = await world.wire("GET", settingPath);
      return (found["restrict_workspace_admins"] as JsonObject | undefined)?.["status"];
    },
  };
}

export const errorsIn = ({ problems }: PlanView) => problems.filter(({ severity }) => severity === "error");

/** Undoes a run, which must be possible; gives the plan and the run of it. */
export async function undone(world: TestDeployment, { run: of }: Pick<RunSummary, "run">) {
  const view = await planUndo("dev", of, world);
  expect(errorsIn(view)).toEqual([]);
  return { view, summary: done(await run(world, view.digest)) };
}
