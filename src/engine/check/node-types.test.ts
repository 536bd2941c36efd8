import { describe, expect, test } from "vitest";
import { catalog } from "../../definitions/resources/catalog.ts";
import type { Declaration, LookupDeclaration, ResourceDeclaration } from "../declare/declaration.ts";
import { nodeTypes } from "./node-types.ts";
import { ProblemCollector } from "./problem-collector.ts";

function typesOf(parts: Partial<Pick<Declaration, "resources" | "lookups">>) {
  const collector = new ProblemCollector(undefined);
  const base: Declaration = {
    format: 1,
    name: "t",
    config: {},
    providers: {},
    resources: {},
    lookups: {},
    outputs: {},
  };
  const types = nodeTypes({ ...base, ...parts }, catalog, collector);
  return { type: types.get("it"), problems: collector.problems };
}

const resource = (type: string, options: ResourceDeclaration["options"] = {}) =>
  typesOf({ resources: { it: { type, properties: {}, options } } });
const lookup = (token: string, options: LookupDeclaration["options"] = {}) =>
  typesOf({ lookups: { it: { function: token, arguments: {}, options } } });

const assignment = "authorization:RoleManagementPolicyAssignment";
const connection = "migrate:getPrivateEndpointConnectionControllerPrivateEndpointConnection";

describe("versions", () => {
  test.each([
    [assignment, "2020-10-01"],
    [`${assignment}@2020-10-01`, "2020-10-01"],
    [`${assignment}@2020-10-01-preview`, "2020-10-01-preview"],
    [`${assignment}@2024-02-01-preview`, "2024-02-01-preview"],
    [`${assignment}@2024-09-01-preview`, "2024-09-01-preview"],
    ["migrate:ServerCollector", "2019-10-01"],
    ["iam:OAuthClient", "v1"],
  ])("%s is %s", (token, apiVersion) => {
    expect(resource(token)).toMatchObject({ type: { kind: "resource", apiVersion }, problems: [] });
  });

  test.each([
    [connection, "2020-05-01"],
    [`${connection}@2023-01-01`, "2023-01-01"],
    ["migrate:getPrivateEndpointConnection", "2020-05-01"],
    ["migrate:getPrivateEndpointConnection@2023-01-01", "2023-01-01"],
  ])("the function %s is %s, under its one proper name", (token, apiVersion) => {
    expect(lookup(token)).toMatchObject({
      type: { kind: "function", apiVersion, definition: { type: connection } },
      problems: [],
    });
  });

  test("the option says what the token could; the token wins", () => {
    expect(resource(assignment, { version: "2024-09-01-preview" }).type?.apiVersion).toBe("2024-09-01-preview");
    expect(resource(`${assignment}@2020-10-01`, { version: "2024-09-01-preview" }).type?.apiVersion).toBe("2020-10-01");
    expect(lookup(connection, { version: "2023-01-01" }).type?.apiVersion).toBe("2023-01-01");
  });

  test.each([`${assignment}@2024-09-01`, `${assignment}@`, `${assignment}@a@b`, "iam:OAuthClient@v2"])(
    "%s is told with the versions there are",
    (token) => {
      const { type, problems } = resource(token);
      expect(type).toBeUndefined();
      expect(problems).toMatchObject([{ code: "unknown-version", pointer: "/resources/it/type", address: "it" }]);
      const name = token.split("@")[0] ?? "";
      const { versions } = catalog.resources[name] ?? {};
      for (const version of [versions?.default, ...(versions?.others ?? [])]) {
        expect(problems[0]?.detail).toContain(version);
      }
    },
  );

  test.each([
    ["migrate:ServerCollector@unlisted:2026-01-01", "2026-01-01"],
    [`${assignment}@unlisted:2026-01-01-preview`, "2026-01-01-preview"],
  ])("%s asks by an explicit word for a version that is not listed, with a warning", (token, apiVersion) => {
    const { type, problems } = resource(token);
    expect(type?.apiVersion).toBe(apiVersion);
    expect(problems).toMatchObject([{ code: "unlisted-version", severity: "warning", pointer: "/resources/it/type" }]);
    expect(problems[0]?.detail).toContain(apiVersion);
  });

  test("the word works in the option, and for look-ups", () => {
    const { type, problems } = resource("migrate:ServerCollector", { version: "unlisted:2026-01-01" });
    expect([type?.apiVersion, problems.map(({ code }) => code)]).toEqual(["2026-01-01", ["unlisted-version"]]);
    expect(problems).toMatchObject([{ pointer: "/resources/it/options/version" }]);
    expect(lookup(connection, { version: "unlisted:2026-01-01" }).type?.apiVersion).toBe("2026-01-01");
  });

  test("with the word before a version that is listed there is nothing to warn of", () => {
    expect(resource(`${assignment}@unlisted:2024-02-01-preview`)).toMatchObject({
      type: { apiVersion: "2024-02-01-preview" },
      problems: [],
    });
  });

  test.each([
    "migrate:ServerCollector@unlisted:",
    "migrate:ServerCollector@unlisted:v2",
    "iam:OAuthClient@unlisted:v2",
  ])("%s is no version that could be asked for", (token) => {
    const { type, problems } = resource(token);
    expect(type).toBeUndefined();
    expect(problems).toMatchObject([{ code: "unknown-version", pointer: "/resources/it/type" }]);
  });

  test("the way to a version that is not listed is told where there is one", () => {
    expect(resource("migrate:ServerCollector@2026-01-01").problems[0]?.detail).toContain("`unlisted:2026-01-01`");
    expect(resource("iam:OAuthClient@v2").problems[0]?.detail).not.toContain("unlisted");
  });

  test("the nearest version is guessed", () => {
    expect(resource(`${assignment}@2024-09-01`).problems[0]?.fix).toBe(`${assignment}@2024-09-01-preview`);
  });
});

describe("names", () => {
  test.each([
    ["iam:OauthClient", "unknown-type", "iam:OAuthClient"],
    ["connectors:EndpointAttachement", "unknown-type", "connectors:EndpointAttachment"],
    ["storage:Bucket", "unknown-type", undefined],
    ["", "unknown-type", undefined],
    ["__proto__", "unknown-type", undefined],
  ])("%s: %s", (token, code, fix) => {
    const { type, problems } = resource(token);
    expect(type).toBeUndefined();
    expect(problems).toMatchObject([{ code }]);
    expect(problems[0]?.fix).toBe(fix);
    for (const known of Object.keys(catalog.resources)) expect(problems[0]?.detail).toContain(known);
  });

  test("a function is no resource, nor the other way round", () => {
    expect(resource("migrate:getPrivateEndpointConnection").problems[0]).toMatchObject({
      code: "unknown-type",
      detail: expect.stringContaining("under `lookups`"),
    });
    expect(lookup("iam:OAuthClient").problems[0]).toMatchObject({
      code: "unknown-function",
      detail: expect.stringContaining("`get` under `resources`"),
      pointer: "/lookups/it/function",
    });
    expect(lookup("migrate:getPrivateEndpointConection").problems[0]?.fix).toBe("migrate:getPrivateEndpointConnection");
  });
});
