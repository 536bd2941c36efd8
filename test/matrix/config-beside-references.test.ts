import { describe, expect, test } from "vitest";
import { InProcess } from "../scenarios/in-process.ts";
import { declarationOf } from "./base-declarations.ts";

// One expression, or one text, reads a config value and another resource.

const gate = (id: string, more: Readonly<Record<string, string>> = {}) => ({
  type: "connectors:EndpointAttachment",
  properties: { endpointAttachmentId: id, serviceAttachment: "projects/p/regions/r/serviceAttachments/s", ...more },
});

const config = {
  stage: { default: "dev" },
  size: { type: "integer", default: 3 },
  tags: { type: "list", default: ["a", "b"] },
  key: { secret: true },
};

function declared(description: string, output: string): string {
  const resources = { one: gate("gate-one"), two: gate("gate-two", { description }) };
  return declarationOf(resources, { config, outputs: { told: output } });
}

describe("a text that reads config and another resource", () => {
  test.each([
    ["${config.stage} of ${one.endpointAttachmentId}", "dev of gate-one"],
    ["${config.stage + ' of ' + one.endpointAttachmentId}", "dev of gate-one"],
    ["${string(config.size + 1) + config.tags[1] + one.endpointAttachmentId}", "4bgate-one"],
    ["${config.tags.join('-')} of ${one.name.contains('gate') ? 'it' : 'none'}", "a-b of it"],
    ["${config['stage']} $${config.stage} ${resources['one'].endpointAttachmentId}", "dev ${config.stage} gate-one"],
  ])("%s", async (text, value) => {
    const world = new InProcess({ PLUMB_CONFIG_KEY: "hunter2" });
    const { summary } = await world.up(declared(text, text));
    expect(summary).toMatchObject({ status: "done", outputs: { told: value } });
    const again = await world.plan(declared(text, text));
    if (!again.ok) throw new Error(again.value.detail);
    expect(again.value.steps.map(({ action }) => action)).toEqual(["same", "same"]);
    await world.close();
  });

  test("a secret config value is refused in it, at its place", async () => {
    const world = new InProcess({ PLUMB_CONFIG_KEY: "hunter2" });
    const answer = await world.plan(declared("${config.key} of ${one.endpointAttachmentId}", "none"));
    const problems = answer.ok ? answer.value.problems : answer.value.problems;
    expect(problems).toMatchObject([
      {
        code: "expression-failed",
        address: "two",
        detail: expect.stringContaining(" secret "),
      },
    ]);
    await world.close();
  });
});
