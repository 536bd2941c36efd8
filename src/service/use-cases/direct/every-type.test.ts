import { beforeEach, describe, expect, test } from "vitest";
import type { JsonObject } from "../../../../packages/base/json/json.ts";
import type { ProviderProperties } from "../../../contract/documents/objects.ts";
import { RunDispatcher } from "../../background/run-dispatcher.ts";
import { client, clientPath, type TestDeployment, testDeployment } from "../deployment.fixture.ts";
import type { OperationContext } from "../operations/show-operation.ts";
import { succeeded } from "./operation.fixture.ts";
import { showObject } from "./show-objects.ts";
import { createObject, deleteObject, updateObject } from "./write-objects.ts";

const google: ProviderProperties = { kind: "google", project: "acme", region: "here", zone: "here-b" };
const azure: ProviderProperties = { kind: "azure", subscriptionId: "s-1" };
const databricks: ProviderProperties = { kind: "databricks", level: "workspace" };
const scope = "/subscriptions/s-1";
const roleDefinitionId = `${scope}/providers/Microsoft.Authorization/roleDefinitions/b24988ac-6180-42a0-ab88-20f7382dd24c`;

const seededClient = {
  allowedGrantTypes: ["AUTHORIZATION_CODE_GRANT"],
  allowedRedirectUris: ["https://portal.acme.example/callback"],
  allowedScopes: ["https://www.googleapis.com/auth/cloud-platform"],
};

/** Of each type: what is needed first, what is declared, and what a delete leaves on the platform. */
const types: readonly {
  readonly type: string;
  readonly provider: ProviderProperties;
  readonly properties: JsonObject;
  readonly first?: readonly JsonObject[];
  readonly stays: boolean;
}[] = [
  { type: "iam:OAuthClient", provider: google, properties: client()["properties"] as JsonObject, stays: true },
  {
    type: "iam:OAuthClientCredential",
    provider: google,
    properties: { oauthClientId: "web-portal", location: "global", oauthClientCredentialId: "first-secret" },
    first: [{ kind: "oauthClient", name: clientPath.slice("v1/".length), ...seededClient }],
    stays: false,
  },
  {
    type: "connectors:EndpointAttachment",
    provider: google,
    properties: { endpointAttachmentId: "a", serviceAttachment: "projects/p/regions/r/serviceAttachments/s" },
    stays: false,
  },
  {
    type: "compute:ReservationIamMember",
    provider: google,
    properties: { name: "wave-1", role: "roles/compute.viewer", member: "group:ops@acme.example" },
    stays: false,
  },
  {
    type: "authorization:RoleManagementPolicyAssignment",
    provider: azure,
    properties: { scope, roleDefinitionId },
    first: [{ kind: "rolePolicy", scope, roleDefinitionId }],
    stays: true,
  },
  {
    type: "migrate:ServerCollector",
    provider: azure,
    properties: { resourceGroupName: "rg", projectName: "mover" },
    stays: false,
  },
  {
    type: "settings:RestrictWorkspaceAdmins",
    provider: databricks,
    properties: { restrictWorkspaceAdmins: { status: "RESTRICT_TOKENS_AND_JOB_RUN_AS" } },
    stays: true,
  },
];

let world: TestDeployment;
let context: OperationContext;
beforeEach(() => {
  world = testDeployment();
  context = { deployment: world, runs: new RunDispatcher({ deployment: world, serves: false }) };
});

const patience = { waitMs: 10_000, signal: new AbortController().signal };

describe.each(types)("$type", ({ type, provider, properties, first, stays }) => {
  test("is made, looked at, left as it is and given up, through its own name", async () => {
    if (first !== undefined) await world.wire("POST", "_local/seed", first);
    const made = succeeded(await createObject({ type, provider, properties, options: {} }, context, patience)).object;
    if (made === undefined || made === null) throw new Error("nothing was made");
    const address = { type, id: made.id, provider };
    const shown = await showObject(address, false, world);
    expect(shown).toEqual(made);
    const live = await showObject(address, true, world);
    expect(live).toMatchObject({ etag: shown.etag, managed: true, drift: [] });
    const before = await world.writes();
    const expected = { kind: "one of" as const, etags: [shown.etag] };
    const same = { ...address, properties: shown.properties ?? {}, options: shown.options, expected };
    const unchanged = await updateObject(same, context, patience);
    expect(succeeded(unchanged).object?.etag).toBe(shown.etag);
    expect(unchanged.metadata.object).toEqual({ action: "same", type, id: made.id });
    expect(await world.writes()).toEqual(before);
    expect(succeeded(await deleteObject({ ...address, expected }, context, patience)).object).toBeNull();
    const after = await showObject(address, true, world).catch(() => null);
    expect(after?.managed ?? false).toBe(false);
    expect(after !== null).toBe(stays);
  });
});
