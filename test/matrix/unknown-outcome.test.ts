import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { changesOf, InProcess } from "../scenarios/in-process.ts";
import { subscription } from "./base-declarations.ts";

let world: InProcess;
/** Whether the answers to writes get lost, after the platform has done what was asked or before. */
let lost: "after" | "before" | null = null;
/** Whether reads fail as well, so that no run can find out what became of a write. */
let isDark = false;

beforeEach(() => {
  [lost, isDark] = [null, false];
  world = new InProcess(
    { PLUMB_CLOUD: "vendors", GOOGLE_OAUTH_ACCESS_TOKEN: "any", ARM_ACCESS_TOKEN: "any" },
    {
      network: async (request, localCloud) => {
        const isWrite = request.method !== "GET";
        if (!isWrite && isDark) throw new TypeError("the line is dead");
        if (!isWrite || lost === null) return localCloud(request);
        if (lost === "after") await localCloud(request);
        isDark = true;
        throw Object.assign(new TypeError("the line went dead"), { cause: { code: "ECONNRESET" } });
      },
    },
  );
});
afterEach(() => world.close());

const collector = JSON.stringify({
  name: "test",
  providers: { azure: { kind: "azure", subscriptionId: subscription } },
  resources: {
    collector: {
      type: "migrate:ServerCollector",
      properties: { resourceGroupName: "rg-migration", projectName: "assessment" },
    },
  },
  outputs: { name: "${collector.serverCollectorName}" },
});

describe("a create whose answer was lost", () => {
  test.each(["after", "before"] as const)("%s it took effect: the next run ends with one object", async (when) => {
    lost = when;
    const first = await world.up(collector);
    expect(first.summary.status).toBe("failed");
    [lost, isDark] = [null, false];

    const second = await world.up(collector);
    expect(second.plan.problems.map(({ code }) => code)).toEqual(when === "after" ? ["recovered"] : []);
    expect(changesOf(second.plan)).toEqual(when === "after" ? {} : { collector: "create" });
    expect(second.summary.status).toBe("done");
    // The name that the first run may have given is kept, so that nothing is left behind.
    expect(second.summary.outputs["name"]).toBe(first.plan.steps[0]?.id?.split("/").at(-1));
    expect((await world.writes()).filter((write) => write.action === "create")).toHaveLength(1);

    const third = await world.up(collector);
    expect(changesOf(third.plan)).toEqual({});
    const destroyed = await world.plan(null, { kind: "destroy" });
    expect(destroyed.ok && (await world.run(destroyed.value.digest)).summary.status).toBe("done");
    // Nothing of the open call is left: the stack may begin anew, under another name.
    const fourth = await world.up(collector);
    expect(fourth.summary.status).toBe("done");
    expect(fourth.summary.outputs["name"]).not.toBe(second.summary.outputs["name"]);
  });
});
