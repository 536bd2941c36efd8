import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { commandCatalog } from "../../src/cli/command-catalog.ts";
import { ReadOnlyStage } from "./read-only-stage.fixture.ts";

const readOnly = { PLUMB_READ_ONLY: "1" };
type Runs = readonly { readonly run: string }[];

const client = "projects/acme/locations/global/oauthClients";

/** Arguments with which a command that takes any does something. */
const lines: Readonly<Record<string, readonly string[]>> = {
  "up --yes": ["up", "--yes", "--allow-empty"],
  "destroy --yes": ["destroy", "--yes"],
  "refresh --drop": ["refresh", "--drop-all-of", "google"],
  get: ["get", "iam:OAuthClient", `${client}/a`],
  lookup: [
    ...["lookup", "migrate:getPrivateEndpointConnectionControllerPrivateEndpointConnection"],
    ...["resourceGroupName=g", "migrateProjectName=p", "peConnectionName=x"],
  ],
  import: ["import", "iam:OAuthClient", "a", `${client}/a`],
  "import unmanaged": ["import", "iam:OAuthClient", "other", `${client}/other`],
  unmanaged: ["unmanaged", "iam:OAuthClient", "location=global"],
  "state show": ["state", "show", "a"],
  "state mv": ["state", "mv", "a", "z"],
  "state rm": ["state", "rm", "b", "--yes"],
  why: ["why", "a"],
  "doctor --vendors": ["doctor", "--vendors"],
  explain: ["explain", "read-only"],
  "plan --no-refresh": ["plan", "--no-refresh"],
};

/** Every command bare, and those that take arguments with some. */
const allLines: readonly (readonly string[])[] = [
  ...Object.values(lines),
  ...commandCatalog.map(({ name }) => name.split(" ")),
];

const properties = fc.record({ displayName: fc.constantFrom("A", "B"), disabled: fc.boolean() });
const resources = fc.record({
  a: fc.option(properties),
  b: fc.option(properties),
  attachment: fc.option(fc.constantFrom("one", "two")),
  policy: fc.option(fc.constantFrom("roles/viewer", "roles/compute.viewer")),
  collector: fc.boolean(),
  setting: fc.option(fc.constantFrom("ALLOW_ALL", "RESTRICT_TOKENS_AND_JOB_RUN_AS")),
});

function declarationOf(drawn: typeof resources extends fc.Arbitrary<infer T> ? T : never): string {
  const { a, b, attachment, policy, collector, setting } = drawn;
  const oauth = (id: string, given: object) => ({
    type: "iam:OAuthClient",
    properties: {
      ...{ oauthClientId: id, location: "global", clientType: "CONFIDENTIAL_CLIENT" },
      allowedGrantTypes: ["AUTHORIZATION_CODE_GRANT"],
      allowedScopes: ["https://www.googleapis.com/auth/cloud-platform"],
      allowedRedirectUris: ["https://app.example/callback"],
      ...given,
    },
  });
  return JSON.stringify({
    name: "first",
    providers: {
      google: { kind: "google", project: "acme", region: "here", zone: "here-a" },
      azure: { kind: "azure", subscriptionId: "11111111-2222-3333-4444-555555555555" },
      databricks: { kind: "databricks", level: "workspace" },
    },
    resources: {
      ...(a === null ? {} : { a: oauth("client-a", a) }),
      ...(b === null ? {} : { b: oauth("client-b", b) }),
      ...(attachment === null
        ? {}
        : {
            c: {
              type: "connectors:EndpointAttachment",
              properties: {
                ...{ endpointAttachmentId: "c", description: attachment },
                serviceAttachment: "projects/p/regions/r/serviceAttachments/s",
              },
            },
          }),
      ...(policy === null
        ? {}
        : {
            d: {
              type: "compute:ReservationIamMember",
              properties: { name: "r", role: policy, member: "user:ada@acme.example" },
            },
          }),
      ...(collector
        ? {
            e: {
              type: "migrate:ServerCollector",
              properties: { resourceGroupName: "g", projectName: "p", serverCollectorName: "e" },
            },
          }
        : {}),
      ...(setting === null
        ? {}
        : {
            f: {
              type: "settings:RestrictWorkspaceAdmins",
              properties: { restrictWorkspaceAdmins: { status: setting } },
            },
          }),
    },
  });
}

/** It asks which of some rights the caller has, and changes nothing. */
const isReadingPost = (line: string) =>
  /^POST https:\/\/compute\.googleapis\.com\/[^?]*\/testIamPermissions$/.test(line);
const isTokenCall = (line: string) =>
  line === "POST https://dbc-1.cloud.databricks.com/oidc/v1/token" ||
  line === "POST https://oauth2.googleapis.com/tokeninfo";

test("no command sends anything but reads and token calls in the read-only mode", async () => {
  let seen = 0;
  let refused = 0;
  let undone = 0;
  await fc.assert(
    fc.asyncProperty(
      resources,
      resources,
      fc.array(fc.constantFrom(...allLines), { maxLength: 6 }),
      async (before, after, more) => {
        const dir = mkdtempSync(join(tmpdir(), "plumb-read-only-"));
        const stage = new ReadOnlyStage(dir, declarationOf(before));
        try {
          await stage.play(["up", "--yes"], {});
          const ran = JSON.parse((await stage.play(["runs", "list", "--json"], {})).output) as Runs;
          const runs = ran.flatMap(({ run }) => [
            ["undo", run, "--yes"],
            ["runs", "resume", run],
            ["runs", "cancel", run],
          ]);
          stage.declare(declarationOf(after));
          const written = await stage.writes();
          stage.sent.length = 0;
          for (const line of [...runs, ...allLines, ...more]) {
            const { code } = await stage.play(line, readOnly);
            if (code === 4) refused += 1;
            if (code === 4 && line[0] === "undo") undone += 1;
          }
          const writes = stage.sent.filter(
            (each) => !/^(GET|HEAD) /.test(each) && !isTokenCall(each) && !isReadingPost(each),
          );
          expect(writes).toEqual([]);
          expect(await stage.writes()).toBe(written);
          seen += stage.sent.length;
        } finally {
          await stage.close();
          rmSync(dir, { recursive: true, force: true });
        }
      },
    ),
    { numRuns: 6 },
  );
  // It would hold as well if nothing were sent at all, or nothing were asked for.
  expect(seen).toBeGreaterThan(100);
  expect(refused).toBeGreaterThan(5);
  expect(undone).toBeGreaterThan(0);
});
