import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { JsonObject } from "../../packages/base/json/json.ts";
import { InProcess } from "../scenarios/in-process.ts";

let world: InProcess;
beforeEach(() => {
  world = new InProcess();
});
afterEach(() => world.close());

function setting(provider: JsonObject): string {
  return JSON.stringify({
    name: "test",
    providers: { workspace: { kind: "databricks", ...provider } },
    resources: {
      guardrail: {
        type: "settings:RestrictWorkspaceAdmins",
        properties: { restrictWorkspaceAdmins: { status: "RESTRICT_TOKENS_AND_JOB_RUN_AS" } },
      },
    },
  });
}

describe("who may change the setting", () => {
  test("an account admin who is a member of the workspace", async () => {
    const { summary } = await world.up(setting({ localPrincipal: "admin@local.example" }));
    expect(summary.status).toBe("done");
    expect((await world.writes()).map((write) => write.caller)).toEqual(["admin@local.example"]);
  });

  test.each([
    ["account-admin-only@local.example", /not a member of this workspace/],
    ["member-only@local.example", /not an account admin/],
    ["nobody@local.example", /not a member of this workspace/],
  ])("not %s, and the reason is told", async (localPrincipal, reason) => {
    const { summary, plan } = await world.up(setting({ localPrincipal }));
    expect(["refused", "failed"]).toContain(summary.status);
    const problems = [...plan.problems, ...summary.problems].filter((each) => each.severity === "error");
    expect(problems.map((each) => each.code)).toContain("denied");
    expect(problems.map((each) => each.detail).join("; ")).toMatch(reason);
    expect(await world.writes()).toEqual([]);
    const state = await world.ask<{ readonly resources: readonly unknown[] }>(
      "GET",
      "/v1/projects/test/stacks/dev/resources",
    );
    expect(state.ok && state.value.resources).toEqual([]);
  });

  test("whoever was refused can be given the right, and the next run finishes", async () => {
    const text = setting({ localPrincipal: "helper@local.example" });
    await world.seed([{ kind: "principal", name: "helper@local.example", workspaceMember: true }]);
    expect((await world.up(text)).summary.status).toBe("failed");
    await world.seed([{ kind: "principal", name: "helper@local.example", workspaceMember: true, accountAdmin: true }]);
    expect((await world.up(text)).summary.status).toBe("done");
    expect(await world.writes()).toHaveLength(1);
  });
});

describe("which provider may manage it", () => {
  test.each<[string, JsonObject]>([
    ["of level account", { level: "account" }],
    ["at an account's address", { level: "workspace", baseUrl: "https://accounts.cloud.databricks.com" }],
    ["at an account's address under its other name", { host: "https://accounts.azuredatabricks.net" }],
    ["at an account's address in capitals", { host: "https://ACCOUNTS.cloud.databricks.com" }],
  ])("not one %s: refused at check, without a call", async (_what, provider) => {
    const plan = await world.plan(setting(provider));
    expect(plan.ok).toBe(false);
    if (plan.ok) return;
    expect(plan.value.problems.map((each) => each.code)).toEqual(["provider-level"]);
    expect(plan.value.problems[0]?.span).toBeDefined();
    expect(world.callsOutside).toEqual([]);
    expect(await world.writes()).toEqual([]);
  });
});
