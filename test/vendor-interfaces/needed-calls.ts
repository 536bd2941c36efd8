import {
  privateEndpointConnections,
  roleManagementPolicies,
  roleManagementPolicyAssignments,
  serverCollectors,
} from "../../packages/vendor-wire/azure/resource-types.ts";
import { databricksPaths } from "../../packages/vendor-wire/databricks/paths.ts";
import { wirePaths } from "../../packages/vendor-wire/google/resource-names.ts";
import { privateEndpointConnection } from "../../src/definitions/resources/private-endpoint-connection.ts";
import { roleManagementPolicyAssignment } from "../../src/definitions/resources/role-management-policy-assignment.ts";
import { serverCollector } from "../../src/definitions/resources/server-collector.ts";
import type { InterfaceVersions } from "../../src/definitions/schema/definition.ts";
import type { Vendor } from "./reply.ts";
import type { WireOutcome } from "./wire-outcome.ts";

/** A call that the drivers of the resources send, and everything that it may come to in a sound world. */
export interface NeededCall {
  readonly method: string;
  /** Path template. */
  readonly path: string;
  /** Each `api-version` that the drivers speak; the outcomes are those of every version. */
  readonly versions?: readonly string[];
  /** `next-page`: done, for a page behind the first. */
  readonly outcomes: readonly (WireOutcome | "next-page")[];
}

const call = (
  method: string,
  path: string,
  outcomes: NeededCall["outcomes"],
  versions?: readonly string[],
): NeededCall => ({ method, path, outcomes, ...(versions === undefined ? {} : { versions }) });

function versionsOf({ versions }: { readonly versions: InterfaceVersions }): readonly string[] {
  return [versions.default, ...versions.others];
}

const policyVersions = versionsOf(roleManagementPolicyAssignment);
const collectorVersions = versionsOf(serverCollector);
const connectionVersions = versionsOf(privateEndpointConnection);

export const neededCalls: Readonly<Record<Vendor, readonly NeededCall[]>> = {
  google: [
    call("POST", wirePaths.undeleteOauthClient, ["done", "absent", "denied", "exists"]),
    call("POST", wirePaths.oauthClients, ["done", "denied", "exists", "invalid"]),
    call("GET", wirePaths.oauthClients, ["done", "next-page", "denied"]),
    call("GET", wirePaths.oauthClient, ["done", "absent", "denied"]),
    call("PATCH", wirePaths.oauthClient, ["done", "absent", "denied", "wrong-state"]),
    call("DELETE", wirePaths.oauthClient, ["done", "absent", "denied"]),
    call("POST", wirePaths.oauthClientCredentials, ["done", "denied", "exists", "invalid"]),
    call("GET", wirePaths.oauthClientCredentials, ["done", "denied"]),
    call("GET", wirePaths.oauthClientCredential, ["done", "absent", "denied"]),
    call("PATCH", wirePaths.oauthClientCredential, ["done", "absent", "denied"]),
    call("DELETE", wirePaths.oauthClientCredential, ["done", "absent", "denied"]),
    call("POST", wirePaths.endpointAttachments, ["done", "denied", "exists", "invalid"]),
    call("GET", wirePaths.endpointAttachments, ["done", "next-page", "denied"]),
    call("GET", wirePaths.endpointAttachment, ["done", "absent", "denied"]),
    call("PATCH", wirePaths.endpointAttachment, ["done", "absent", "denied", "invalid", "stale-version"]),
    call("DELETE", wirePaths.endpointAttachment, ["done", "absent", "denied", "stale-version"]),
    call("GET", wirePaths.operations, ["done", "next-page", "denied"]),
    call("GET", wirePaths.operation, ["done", "absent", "denied"]),
    call("GET", wirePaths.getIamPolicy, ["done", "absent", "denied"]),
    call("POST", wirePaths.setIamPolicy, ["done", "invalid", "stale-version"]),
  ],
  azure: [
    call("GET", roleManagementPolicyAssignments.item, ["done", "absent", "denied"], policyVersions),
    call("PUT", roleManagementPolicyAssignments.item, ["done", "denied", "invalid"], policyVersions),
    call("DELETE", roleManagementPolicyAssignments.item, ["done", "denied", "invalid"], policyVersions),
    call("GET", roleManagementPolicyAssignments.collection, ["done", "next-page", "denied"], policyVersions),
    call("GET", roleManagementPolicies.collection, ["done", "denied"], policyVersions),
    call("GET", serverCollectors.item, ["done", "absent", "denied"], collectorVersions),
    call("PUT", serverCollectors.item, ["done", "absent", "denied", "invalid", "stale-version"], collectorVersions),
    call("DELETE", serverCollectors.item, ["done", "absent", "denied"], collectorVersions),
    call("GET", serverCollectors.collection, ["done", "absent", "denied"], collectorVersions),
    call("GET", privateEndpointConnections.item, ["done", "absent", "denied"], connectionVersions),
  ],
  databricks: [
    call("GET", databricksPaths.restrictWorkspaceAdmins, ["done", "denied"]),
    call("PATCH", databricksPaths.restrictWorkspaceAdmins, ["done", "denied", "invalid", "stale-version"]),
    call("DELETE", databricksPaths.restrictWorkspaceAdmins, ["done", "denied", "stale-version"]),
    // Clients ask it of themselves before their first call.
    call("GET", databricksPaths.hostMetadata, ["done"]),
  ],
};
