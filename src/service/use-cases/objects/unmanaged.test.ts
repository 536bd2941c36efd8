import { beforeEach, describe, expect, test } from "vitest";
import type { JsonObject } from "../../../../packages/base/json/json.ts";
import type { DeclarationText } from "../../../contract/documents/declarations.ts";
import { client, declared, type TestDeployment, testDeployment, up } from "../deployment.fixture.ts";
import { atNoStack } from "../stacks/at-stack.ts";
import { importObjects } from "./import-objects.ts";
import { readObject } from "./read-objects.ts";
import { findUnmanaged } from "./unmanaged.ts";

let world: TestDeployment;
beforeEach(() => {
  world = testDeployment();
});

const attachmentType = "connectors:EndpointAttachment";

async function plant(...names: readonly string[]): Promise<void> {
  for (const name of names)
    await world.wire("POST", `v1/projects/acme/locations/here/endpointAttachments?endpointAttachmentId=${name}`, {
      serviceAttachment: "projects/p/regions/r/serviceAttachments/s",
    });
}

const find = (type: string, within: JsonObject, declaration: DeclarationText | null = declared({})) =>
  findUnmanaged({ type, within, declaration, provider: null }, world);

describe("what is there that nobody declares", () => {
  test("is what no stack manages; what is declared is told by its name, what is not gets one that is free", async () => {
    const attachment = (endpointAttachmentId: string) => ({
      type: attachmentType,
      properties: { endpointAttachmentId, serviceAttachment: "projects/p/regions/r/serviceAttachments/s" },
    });
    await up(world, declared({ ours: attachment("ours") }));
    await plant("declared-one", "by-hand", "import");
    const written = await world.writes();
    const declaration = declared({ gateway: attachment("declared-one"), by_hand: client() });
    const rows = await find(attachmentType, {}, declaration);
    expect(rows.map(({ id, suggestedName, declaredAs }) => [id.split("/").at(-1), suggestedName, declaredAs])).toEqual(
      expect.arrayContaining([
        ["declared-one", "gateway", "gateway"],
        ["by-hand", "by_hand_2", undefined],
        ["import", "import_", undefined],
      ]),
    );
    expect(rows).toHaveLength(3);
    expect(rows[0]?.outputs).toHaveProperty("serviceAttachment");
    expect(await world.writes()).toEqual(written);
  });

  test("is told once, though a list whose pages overlap has it twice", async () => {
    world = testDeployment({
      around: (driver) => ({
        ...driver,
        list: async (target, signal) => {
          const listed = await driver.list(target, signal);
          return listed.kind === "done" ? { ...listed, items: [...listed.items, ...listed.items] } : listed;
        },
      }),
    });
    await plant("one", "two");
    const rows = await find(attachmentType, { location: "here" });
    expect(rows.map(({ suggestedName }) => suggestedName)).toEqual(["one", "two"]);
  });

  test("goes straight into an import", async () => {
    await plant("one", "two");
    const rows = await find(attachmentType, { location: "here" });
    const entries = rows.map(({ type, suggestedName, id }) => ({ type, name: suggestedName, id, provider: null }));
    await importObjects({ stack: "dev", entries, declaration: declared({}) }, world);
    expect(await find(attachmentType, { location: "here" })).toEqual([]);
  });

  test("leaves out a client that is only marked as deleted", async () => {
    await world.wire("POST", "v1/projects/acme/locations/global/oauthClients?oauthClientId=still-there", wireClient);
    await world.wire("POST", "v1/projects/acme/locations/global/oauthClients?oauthClientId=long-gone", wireClient);
    await world.wire("DELETE", "v1/projects/acme/locations/global/oauthClients/long-gone");
    const rows = await find("iam:OAuthClient", { location: "global" });
    expect(rows.map(({ suggestedName }) => suggestedName)).toEqual(["still_there"]);
  });

  test("role policies at a scope, collectors of a project: names compare as the platform compares them", async () => {
    const scope = "/subscriptions/s-1";
    const role = "b24988ac-6180-42a0-ab88-20f7382dd24c";
    const roleDefinitionId = `${scope}/providers/Microsoft.Authorization/roleDefinitions/${role}`;
    await world.wire("POST", "_local/seed", [{ kind: "rolePolicy", scope, roleDefinitionId }]);
    const [row] = await find("authorization:RoleManagementPolicyAssignment", { scope });
    expect(row?.id).toMatch(
      /^\/subscriptions\/s-1\/providers\/Microsoft\.Authorization\/roleManagementPolicyAssignments\//,
    );
    const collector = {
      type: "migrate:ServerCollector",
      properties: { resourceGroupName: "rg", projectName: "p", serverCollectorName: "Site-A" },
    };
    await up(world, declared({ collector }));
    expect(await find("migrate:ServerCollector", { resourceGroupName: "RG", projectName: "P" })).toEqual([]);
  });

  test("an empty collection holds nothing", async () => {
    expect(await find(attachmentType, { location: "nowhere" })).toEqual([]);
  });
});

describe("a question that can't be asked", () => {
  const refusal = (...codes: readonly string[]) => ({
    reason: "unprocessable",
    problems: codes.map((code) => ({ code })),
  });

  test("names what is missing and what does not belong there", async () => {
    await expect(find("iam:OAuthClient", {})).rejects.toMatchObject({
      problems: [
        { code: "inputs-insufficient", detail: expect.stringContaining("`location`"), hint: "say `location=global`" },
      ],
    });
    await expect(find("iam:OAuthClient", { place: "global" })).rejects.toMatchObject(
      refusal("unknown-key", "inputs-insufficient"),
    );
    await expect(find("iam:OAuthClient", { location: "global" }, null)).rejects.toMatchObject(
      refusal("inputs-insufficient"),
    );
  });

  test("says so where the platform has no list, whatever was given", async () => {
    for (const type of ["settings:RestrictWorkspaceAdmins", "compute:ReservationIamMember"])
      await expect(find(type, {})).rejects.toMatchObject(refusal("not-listable"));
  });

  test.each([
    ["iam:OAuthClient", "projects/acme/locations/global/oauthClients/gone", " location=global"],
    ["connectors:EndpointAttachment", "projects/acme/locations/here/endpointAttachments/gone", ""],
    ["connectors:EndpointAttachment", "projects/acme/locations/there/endpointAttachments/gone", " location=there"],
  ])("the command that finds it is told whole: %s %s", async (type, id, words) => {
    const asked = { type, id, state: {}, declaration: declared({}), provider: null };
    const command = `plumb unmanaged ${type}${words}`;
    await expect(readObject(asked, atNoStack(world))).rejects.toMatchObject({
      problems: [{ code: "not-found", hint: expect.stringContaining(`\`${command}\` lists`) }],
    });
  });

  test("where the platform has no list, none is told", async () => {
    const id = "projects/acme/zones/here-b/reservations/r roles/viewer user:a@acme.example";
    const asked = { type: "compute:ReservationIamMember", id, state: {}, declaration: declared({}), provider: null };
    const refused = await readObject(asked, atNoStack(world)).catch((cause: unknown) => cause);
    expect(JSON.stringify(refused)).toContain('"code":"not-found"');
    expect(JSON.stringify(refused)).not.toContain("plumb unmanaged");
  });

  test("is refused for a type that nobody knows, and for a declaration that is wrong", async () => {
    await expect(find("iam:Nothing", {})).rejects.toMatchObject(refusal("unknown-type"));
    const broken = declared({ a: { type: attachmentType, properties: {} } });
    await expect(find(attachmentType, {}, broken)).rejects.toMatchObject({ reason: "unprocessable" });
  });
});

const wireClient = {
  allowedGrantTypes: ["AUTHORIZATION_CODE_GRANT"],
  allowedRedirectUris: ["https://portal.acme.example/callback"],
  allowedScopes: ["https://www.googleapis.com/auth/cloud-platform"],
};
