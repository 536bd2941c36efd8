import { describe, expect, test } from "vitest";
import { allHandlers } from "../service/handlers/all-handlers.ts";
import { routeFinder } from "./route-finder.ts";

const find = routeFinder(allHandlers);

function found(path: string) {
  const at = find(path);
  return at === undefined
    ? undefined
    : { operations: at.operations.map((each) => each.operationId), values: at.values };
}

test("every route is found by its own path, each name as it was sent", () => {
  for (const route of allHandlers) {
    const sent = route.path.replaceAll(/\{(\w+)\}/g, "$1%2Fx");
    const names = [...route.path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => [name, `${name}%2Fx`]);
    const at = find(sent);
    expect([route.path, at?.operations.includes(route), at?.values]).toEqual([
      ...[route.path, true, Object.fromEntries(names)],
    ]);
  }
});

describe("a path", () => {
  test("with a verb at its end is not taken for a longer name", () => {
    expect(found("/v1/projects/test/stacks/dev/runs/r1:cancel")).toEqual({
      operations: ["cancelRun"],
      values: { project: "test", stack: "dev", run: "r1" },
    });
    expect(found("/v1/projects/test/stacks/dev/runs/r1:other")?.operations).toEqual(["getRun"]);
  });

  test("means the same with escapes that nobody needs", () => {
    expect(found("/v1/pr%6Fjects/t%65st/st%61cks/d%65v")).toEqual({
      operations: found("/v1/projects/test/stacks/dev")?.operations,
      values: { project: "t%65st", stack: "d%65v" },
    });
  });

  test.each([
    ...[
      "/v1",
      "/v1/projects/test/stacks/",
      "/v1/projects/test/stacks//plans",
      "/v1/projects/test/stacks/dev/runs/:cancel/x",
      "/v2/stacks",
      "",
      "/",
    ],
    ...["/v1/projects/test/stacks/a/b/plans", "/v1/%2Fstacks"],
  ])("%s is none of them", (path) => {
    expect(find(path)).toBeUndefined();
  });

  test("with an escape that stands for nothing is found all the same, for its reader to refuse", () => {
    expect(found("/v1/projects/test/stacks/%E0%A4")?.values).toEqual({ project: "test", stack: "%E0%A4" });
  });
});
