import { describe, expect, test } from "vitest";
import { catalogDocument } from "../../../definitions/document/catalog-document.ts";
import { catalog } from "../../../definitions/resources/catalog.ts";
import { failureAnswer, runFake } from "../../cli-context.fixture.ts";

const document = catalogDocument(catalog);
const routes = { "GET /v1/catalog": { body: document } };

describe("catalog", () => {
  test("lists what can be declared; as data it is the document itself", async () => {
    const { stdout } = await runFake("catalog", routes);
    expect(stdout).toMatch(/^TYPE +KIND +PROVIDER +VERSIONS +TITLE$/m);
    expect(stdout).toMatch(/^iam:OAuthClient +resource +google +v1 +OAuth client$/m);
    expect(stdout).toMatch(/^databricks +provider +- +- +Databricks$/m);
    expect(JSON.parse((await runFake("catalog --json", routes)).stdout)).toEqual(document);
  });

  test("lists the fields of one type with their types and marks", async () => {
    const { stdout } = await runFake("catalog oauthclient", routes);
    expect(stdout).toMatch(/^oauthClientId +text\(6\.\.63\) +required, replaces$/m);
    expect(stdout).toMatch(/^project +text +replaces, from provider$/m);
    expect(stdout).toMatch(/^expireTime +date-time +output$/m);
    const nested = (await runFake("catalog authorization:RoleManagementPolicyAssignment", routes)).stdout;
    expect(nested).toMatch(
      /^effectiveRules\[\]\(RoleManagementPolicyExpirationRule\)\.maximumDuration +duration +output$/m,
    );
    const one = JSON.parse((await runFake("catalog google --json", routes)).stdout);
    expect(one).toEqual(document.providers.find(({ type }) => type === "google"));
  });

  test("a word that is none is a mistake, and what failed is told", async () => {
    const unknown = await runFake("catalog iam:OAuthClent", routes);
    expect([unknown.code, unknown.stderr]).toEqual([2, expect.stringContaining(" iam:OAuthClient?")]);
    expect((await runFake("catalog", { "GET /v1/catalog": failureAnswer(503, "store-failed") })).code).toBe(1);
  });
});

describe("schema", () => {
  test("is made of the catalog that is answered", async () => {
    const { stdout } = await runFake("schema", routes);
    expect(JSON.parse(stdout)).toMatchObject({ $schema: "https://json-schema.org/draft/2020-12/schema" });
    const fewer = { ...document, resources: document.resources.slice(0, 1) };
    const other = (await runFake("schema", { "GET /v1/catalog": { body: fewer } })).stdout;
    expect(stdout).toContain("migrate:ServerCollector");
    expect(other).not.toContain("migrate:ServerCollector");
  });

  test("is written to a file, over the one before", async () => {
    const { files, stdout } = await runFake("schema --out a.json", routes, { files: { "a.json": "{}" } });
    expect(stdout).toBe("Wrote a.json.\n");
    expect(JSON.parse(files.get("a.json") ?? "")).toHaveProperty("$defs.expression");
  });
});
