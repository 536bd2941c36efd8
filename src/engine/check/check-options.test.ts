import { describe, expect, test } from "vitest";
import type { JsonObject } from "../../../packages/base/json/json.ts";
import { endpointAttachment } from "../../definitions/resources/endpoint-attachment.ts";
import { restrictWorkspaceAdmins } from "../../definitions/resources/restrict-workspace-admins.ts";
import type { ResourceDefinition } from "../../definitions/schema/definition.ts";
import { checkOptions } from "./check-options.ts";
import { ProblemCollector } from "./problem-collector.ts";

const plain = { protect: false, ignoreChanges: [], replaceOnChanges: [], deleteBeforeReplace: false };

function check(options: JsonObject, definition: ResourceDefinition | null = endpointAttachment) {
  const collector = new ProblemCollector(undefined);
  const place = { address: "gate", pointer: "/resources/gate" };
  const checked = checkOptions(options, definition, new Set(["portal", "link"]), place, collector);
  return { ...checked, problems: collector.problems };
}

test("nothing given is all defaults", () => {
  expect(check({})).toEqual({ options: plain, dependsOn: [], problems: [] });
});

test.each<[JsonObject, JsonObject]>([
  [{ protect: true }, { protect: true }],
  [{ ignoreChanges: ["labels", "description"] }, { ignoreChanges: ["labels", "description"] }],
  [{ replaceOnChanges: ["labels.stage"] }, { replaceOnChanges: ["labels.stage"] }],
  [{ deleteBeforeReplace: true }, { deleteBeforeReplace: true }],
  [{ retainOnDelete: true }, { onDestroy: "retain" }],
  [{ retainOnDelete: false }, {}],
  [{ onDestroy: "delete" }, { onDestroy: "delete" }],
  [{ onDestroy: "delete", retainOnDelete: false }, { onDestroy: "delete" }],
  [{ onDestroy: "retain", retainOnDelete: true }, { onDestroy: "retain" }],
  [{ import: "europe-west1/gate" }, { import: "europe-west1/gate" }],
  [{ import: "auto" }, { adopts: true }],
  [{ provider: "google", version: "v1" }, {}],
  [{ aliases: ["old", "older"] }, { aliases: ["old", "older"] }],
  [{ aliases: [] }, {}],
  [{ deletedWith: "portal" }, { deletedWith: "portal" }],
  [
    { customTimeouts: { create: "30s", update: "5m", delete: "1h" } },
    { timeouts: { create: 30_000, update: 300_000, delete: 3_600_000 } },
  ],
  [{ customTimeouts: { create: "60d" } }, { timeouts: { create: 5_184_000_000 } }],
  [{ customTimeouts: {} }, {}],
  [{ onDrift: "enforce" }, {}],
  [{ onDrift: "warn" }, { onDrift: "warn" }],
  [{ onDrift: "ignore" }, { onDrift: "ignore" }],
])("%j is taken", (given, options) => {
  expect(check(given)).toEqual({ options: { ...plain, ...options }, dependsOn: [], problems: [] });
});

test("dependsOn gives addresses", () => {
  expect(check({ dependsOn: ["portal", "link"] })).toMatchObject({ dependsOn: ["portal", "link"], problems: [] });
});

describe("problems", () => {
  test.each<[JsonObject, string, string]>([
    [{ protekt: true }, "unknown-option", "/protekt"],
    [{ toString: true }, "unknown-option", "/toString"],
    [{ protect: "yes" }, "invalid-option", "/protect"],
    [{ deleteBeforeReplace: 1 }, "invalid-option", "/deleteBeforeReplace"],
    [{ ignoreChanges: "labels" }, "invalid-option", "/ignoreChanges"],
    [{ ignoreChanges: ["labels", "lables"] }, "invalid-option", "/ignoreChanges/1"],
    [{ ignoreChanges: ["endpointIp"] }, "invalid-option", "/ignoreChanges/0"],
    [{ replaceOnChanges: [7] }, "invalid-option", "/replaceOnChanges/0"],
    [{ dependsOn: ["portall"] }, "invalid-option", "/dependsOn/0"],
    [{ dependsOn: "portal" }, "invalid-option", "/dependsOn"],
    [{ onDestroy: "keep" }, "invalid-option", "/onDestroy"],
    [{ onDestroy: "restore" }, "invalid-option", "/onDestroy"],
    [{ onDestroy: "delete", retainOnDelete: true }, "invalid-option", "/retainOnDelete"],
    [{ import: "" }, "invalid-option", "/import"],
    [{ version: 1 }, "invalid-option", "/version"],
    [{ parent: "" }, "invalid-option", "/parent"],
    [{ deletedWith: ["portal"] }, "invalid-option", "/deletedWith"],
    [{ aliases: "old" }, "invalid-option", "/aliases"],
    [{ aliases: ["old", ""] }, "invalid-option", "/aliases/1"],
    [{ onDrift: "repair" }, "invalid-option", "/onDrift"],
    [{ customTimeouts: "5m" }, "invalid-option", "/customTimeouts"],
    [{ customTimeouts: { craete: "5m" } }, "invalid-option", "/customTimeouts/craete"],
    [{ customTimeouts: { create: "5 minutes" } }, "invalid-option", "/customTimeouts/create"],
    [{ customTimeouts: { create: "0s" } }, "invalid-option", "/customTimeouts/create"],
    [{ customTimeouts: { update: 5 } }, "invalid-option", "/customTimeouts/update"],
    [{ customTimeouts: { delete: "1w" } }, "invalid-option", "/customTimeouts/delete"],
  ])("%j", (given, code, place) => {
    expect(check(given).problems).toMatchObject([
      { code, pointer: `/resources/gate/options${place}`, address: "gate" },
    ]);
  });

  test("a misspelt option or name is guessed", () => {
    expect(check({ protekt: true }).problems[0]).toMatchObject({ fix: "protect" });
    expect(check({ dependsOn: ["portall"] }).problems[0]).toMatchObject({
      code: "invalid-option",
      hint: expect.stringContaining("`portal`"),
    });
    expect(check({ ignoreChanges: ["lables"] }).problems[0]).toMatchObject({
      code: "invalid-option",
      detail: expect.stringContaining("`labels`"),
    });
  });

  test.each([
    ["5 minutes", "5m"],
    ["2 hrs", "2h"],
    ["5ms", undefined],
    ["3 months", undefined],
  ])("a duration written %s is guessed as %s", (create, fix) => {
    expect(check({ customTimeouts: { create } }).problems.map((each) => each.fix)).toEqual([fix]);
  });

  test("a misfit option has no effect", () => {
    expect(check({ protect: "yes", ignoreChanges: ["lables"] }).options).toEqual(plain);
  });

  test("what was always there can be restored", () => {
    expect(check({ onDestroy: "restore" }, restrictWorkspaceAdmins)).toMatchObject({
      options: { onDestroy: "restore" },
      problems: [],
    });
  });
});

describe("what is only read", () => {
  test("takes four options", () => {
    expect(check({ dependsOn: ["portal"], provider: "google", version: "v1", parent: "portal" }, null)).toMatchObject({
      dependsOn: ["portal"],
      parent: "portal",
      problems: [],
    });
  });

  test.each([
    "protect",
    "ignoreChanges",
    "replaceOnChanges",
    "deleteBeforeReplace",
    "retainOnDelete",
    "onDestroy",
    "import",
    "aliases",
    "deletedWith",
    "customTimeouts",
    "onDrift",
  ])("%s has no meaning", (name) => {
    const { problems } = check({ [name]: true }, null);
    expect(problems).toMatchObject([{ code: "invalid-option", at: "key" }]);
    expect(problems[0]?.detail).toContain("only read");
  });
});

test("a list of more names than are allowed is told at its place, and its names are not looked at", () => {
  const { problems, dependsOn } = check({ dependsOn: Array.from({ length: 10_001 }, () => "nowhere") });
  expect(problems).toMatchObject([
    { code: "beyond-bounds", pointer: "/resources/gate/options/dependsOn", detail: expect.stringContaining("10001") },
  ]);
  expect(dependsOn).toEqual([]);
});

test("what happens on destroy is told and never a fix", () => {
  for (const word of ["delet", "deleted", "retian"]) {
    const [told] = check({ onDestroy: word }).problems;
    expect([told?.fix, told?.hint]).toEqual([undefined, expect.stringContaining("use `")]);
  }
  expect(check({ onDrift: "enforc" }).problems[0]?.fix).toBe("enforce");
});
