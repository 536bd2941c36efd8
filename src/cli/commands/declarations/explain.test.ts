import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { problemCodes } from "../../../../packages/base/problems/problem-codes.ts";
import type { TypeFieldView, TypeView } from "../../../contract/documents/catalog/resource-types.ts";
import { driftClasses, driftRanks } from "../../../contract/documents/drift.ts";
import { failureAnswer, runFake } from "../../cli-context.fixture.ts";

const field = (name: string, parts: Partial<TypeFieldView> = {}): TypeFieldView => ({
  name,
  type: "text",
  schema: { type: "string" },
  required: false,
  replace: false,
  description: `What ${name} is for.`,
  limits: [],
  fields: [],
  ...parts,
});

const client: TypeView = {
  type: "iam:OAuthClient",
  kind: "resource",
  title: "OAuth client",
  provider: "google",
  aliases: [],
  description: "A client.",
  section: "2.1",
  versions: { default: "v1", others: ["v2"] },
  version: "v1",
  fields: [
    field("location", { required: true, replace: true }),
    field("displayName", { limits: ["at most 32 characters"], absentMeans: "" }),
    field("project", { default: "the provider's project" }),
    field("condition", { type: "object", fields: [field("title", { required: true })] }),
  ],
  outputs: [field("clientId")],
  importForms: ["<location>/<oauthClientId>"],
  onDestroy: "delete",
};

const { type, kind, title, provider } = client;
const routes = {
  "GET /v1/types": { body: { types: [{ type, kind, title, provider }] } },
  "GET /v1/types/iam:OAuthClient": { body: client },
  "GET /v1/types/iam:Nothing": failureAnswer(404, "unknown-type"),
};

describe("explain", () => {
  test("a code, without asking anybody", async () => {
    const { stdout, requests } = await runFake("explain stale-plan");
    expect(stdout).toContain(problemCodes["stale-plan"].summary);
    expect(stdout).toContain("exit 4");
    expect(requests).toEqual([]);
  });

  test.each([
    ["expressions", "${config.environment}"],
    ["config", "PLUMB_CONFIG_ENVIRONMENT"],
    ["options", "ignoreChanges"],
    ["options.protect", "removal"],
    ["protect", "removal"],
    ["providers", "google"],
    ["forEach", "${each.key}"],
    ["function", "plumb catalog"],
    ["google", "project"],
  ])("%s, a part of a declaration", async (word, holds) => {
    const { stdout, code } = await runFake(`explain ${word}`);
    expect(code).toBe(0);
    expect(stdout).toContain(holds);
    const { topic, members } = JSON.parse((await runFake(`explain ${word} --json`)).stdout);
    expect([topic, Array.isArray(members)]).toEqual([word.replace("options.", ""), true]);
  });

  test("drift, with its classes and ranks, as the page on concepts has them", async () => {
    const { stdout } = await runFake("explain drift");
    const concepts = readFileSync("docs/concepts.md", "utf8");
    const words = ["drift", ...driftClasses, ...driftRanks];
    for (const word of words.slice(1)) {
      expect(stdout).toMatch(new RegExp(`^  ${word}  +[A-Z]`, "m"));
      expect(concepts).toContain(`\n| \`${word}\` `);
    }
    expect((await runFake("explain rights-widened")).stdout).toMatch(/^rights-widened: a rank of drift\n {2}People /);
    expect((await runFake("explain gone")).stdout).toMatch(/^gone: a class of drift\n/);
    expect((await runFake("explain rights-widend", routes)).stderr).toContain("Did you mean rights-widened?");
  });

  test("nothing: lists types and codes", async () => {
    const { stdout } = await runFake("explain", routes);
    expect(stdout).toContain("OAuth client  iam:OAuthClient");
    expect(stdout).toContain("store-busy");
    const { types, codes } = JSON.parse((await runFake("explain --json", routes)).stdout);
    expect(types).toEqual([{ type, kind, title, provider }]);
    expect(codes).toContainEqual(expect.objectContaining({ code: "stale-plan", severity: "error" }));
  });

  test("a type with its fields", async () => {
    expect((await runFake("explain iam:OAuthClient", routes)).stdout).toMatchInlineSnapshot(`
      "iam:OAuthClient  OAuth client
        A client.
        Destroying it deletes the object.
        provider google, version v1 (also v2), section 2.1

      Fields:
        location     text, required, replaces  What location is for.
        displayName  text                      What displayName is for.
        project      text                      What project is for.
        condition    object                    What condition is for.

      Outputs:
        clientId  text  What clientId is for.

      Ids for import and get:
        <location>/<oauthClientId>
      "
    `);
    expect(JSON.parse((await runFake("explain oauthclient --json", routes)).stdout)).toEqual(client);
  });

  test("a field, also inside another", async () => {
    expect((await runFake("explain OAuthClient.displayName", routes)).stdout).toMatchInlineSnapshot(`
      "iam:OAuthClient.displayName  text
        What displayName is for.
        - at most 32 characters
        - left out means ""
      "
    `);
    expect((await runFake("explain OAuthClient.condition", routes)).stdout).toMatchInlineSnapshot(`
      "iam:OAuthClient.condition  object
        What condition is for.

      Fields inside:
        title  text, required  What title is for.
      "
    `);
    expect((await runFake("explain OAuthClient.condition.title", routes)).stdout).toContain("text, required");
    expect((await runFake("explain OAuthClient.clientId", routes)).stdout).toContain("What clientId is for.");
  });

  test.each([
    ["stale-pln", " stale-plan?"],
    ["OAuthClent", " OAuthClient?"],
    ["OAuthClient.displayname", " displayName?"],
    ["OAuthClient.condition.tilte", " title?"],
    ["OAuthClient.zzzzzzzzzzzz", " fields"],
    ["zzzzzzzzzzzzzz", " codes"],
    ["iam:Nothing", "unknown-type"],
  ])("%s is a mistake with a way out", async (word, said) => {
    const { code, stderr, stdout } = await runFake(["explain", word], routes);
    expect(code).toBe(2);
    expect(stdout).toBe("");
    expect(stderr).toContain(said);
  });
});
