import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { coveredApis } from "../../packages/local-cloud/coverage/covered-apis.ts";
import { answers as googleAnswers } from "../../packages/local-cloud/google/discovery.fixture.ts";
import { databricksAnswers } from "../vendor-interfaces/databricks-schemas.ts";
import { CoverageStory } from "./coverage-story.ts";

const cases = coveredApis.flatMap((api) =>
  (api.versions ?? [""]).flatMap((version) =>
    (["documented", "faithful"] as const).map(
      (mode) => [[api.title, version, mode].filter((each) => each !== "").join(", "), api, version, mode] as const,
    ),
  ),
);

describe("the coverage page tells what the emulator does with every operation", () => {
  test.each(cases)("%s", async (_, api, version, mode) => {
    const seen = await new CoverageStory(api, version, mode).play();
    const told = seen.map(([operation]) => [operation.name, operation.method, operation[mode] ?? "served"]);
    expect(seen.map(([{ name, method }, what]) => [name, method, what])).toEqual(told);
  });
});

/** Method and path without the names of variables, which differ from one description to the next. */
function plain(method: string, path: string): string {
  return `${method} ${path.replace(/^\//, "").replaceAll(/\{\+?\w+\}/g, "{}")}`.toLowerCase();
}

function ofRoute(route: string): string {
  const [method = "", path = ""] = route.split(" ");
  return plain(method, path.replace("api/{version}", "api/2.2"));
}

describe("the coverage page names every operation", () => {
  const covered = coveredApis.flatMap(({ operations, versions = [""] }) =>
    operations.flatMap((each) =>
      (each.versions ?? versions).map((version) => `${plain(each.method, each.path)} ${version}`.trimEnd()),
    ),
  );

  test("once", () => {
    // Both of Azure's migration services list their operations at one path, in versions of their own.
    expect(covered.filter((each, index) => covered.indexOf(each) !== index)).toEqual([]);
  });

  test("that Google's discovery documents have; the endpoints of OAuth are in none of them", () => {
    const described = Object.keys(googleAnswers).filter((route) => !/ v1\/(oauthtoken|introspect|revoke)$/.test(route));
    expect(described.map(ofRoute).filter((each) => !covered.includes(each))).toEqual([]);
  });

  test("that Azure's interface descriptions have, in each version", () => {
    const file = new URL("../vendor-interfaces/azure-schemas.generated.json", import.meta.url);
    const { operations } = JSON.parse(readFileSync(file, "utf8")) as {
      readonly operations: readonly { readonly method: string; readonly path: string; readonly version: string }[];
    };
    const described = operations.map(({ method, path, version }) => `${plain(method, path)} ${version}`);
    expect(described.filter((each) => !covered.includes(each))).toEqual([]);
  });

  test("of Databricks whose answers are described", () => {
    expect(
      Object.keys(databricksAnswers)
        .map(ofRoute)
        .filter((each) => !covered.includes(each)),
    ).toEqual([]);
  });
});
