import { expect, test } from "vitest";
import { declared, testDeployment, up } from "../deployment.fixture.ts";
import { planStack } from "./make-plans.ts";

const setting = (status: string, etag: string) =>
  declared({
    setting: { type: "settings:RestrictWorkspaceAdmins", properties: { restrictWorkspaceAdmins: { status }, etag } },
  });

test("a declared tag that is stale blocks a plan that would send it, and is silent otherwise", async () => {
  const world = testDeployment();
  await up(
    world,
    declared({
      setting: {
        type: "settings:RestrictWorkspaceAdmins",
        properties: { restrictWorkspaceAdmins: { status: "ALLOW_ALL" } },
      },
    }),
  );
  const codes = async (status: string, etag: string) => {
    const view = await planStack(
      { stack: "dev", kind: "apply", declaration: setting(status, etag), refresh: true },
      world,
    );
    return view.problems.map(({ code, pointer }) => `${code} ${pointer}`);
  };
  const now = (await world.store.readStack("dev")).records.get("setting")?.outputs["etag"];
  expect(now).toEqual(expect.any(String));
  expect(await codes("ALLOW_ALL", "old")).toEqual([]);
  expect(await codes("RESTRICT_TOKENS_AND_JOB_RUN_AS", String(now))).toEqual([]);
  expect(await codes("RESTRICT_TOKENS_AND_JOB_RUN_AS", "old")).toEqual([
    "stale-etag /resources/setting/properties/etag",
  ]);
});

test("so does one that is declared of what is to be made", async () => {
  const properties = { resourceGroupName: "rg", projectName: "assess", serverCollectorName: "it", eTag: "x" };
  const declaration = declared({ it: { type: "migrate:ServerCollector", properties } });
  const asked = { stack: "dev", kind: "apply", declaration, refresh: true } as const;
  const { problems } = await planStack(asked, testDeployment());
  expect(problems.map(({ code, pointer }) => `${code} ${pointer}`)).toEqual([
    "stale-etag /resources/it/properties/eTag",
  ]);
});
