import { expect, test } from "vitest";
import { attachments, run, testDeployment } from "../../deployment.fixture.ts";
import { planStack } from "./make-plans.ts";

const base = attachments({ a: "one" });
const declaration = {
  ...base,
  text: `${base.text}outputs:\n  ip: \${a.endpointIp}\n  all: { name: "\${a.name}", "b/c": ["\${a.endpointIp}"] }\n`,
};

test("an output that waits says for what, however deep", async () => {
  const world = testDeployment();
  const request = { stack: "dev", kind: "apply", declaration, refresh: true } as const;
  const first = await planStack(request, world);
  const waits = { $unknown: expect.stringMatching(/ a .* created$/) };
  expect(first.outputs).toEqual([
    { name: "all", new: { name: "projects/acme/locations/here/endpointAttachments/a", "b/c": [waits] } },
    { name: "ip", new: waits },
  ]);
  expect(await run(world, first.digest)).toMatchObject({ status: "done" });
  expect((await planStack(request, world)).outputs).toEqual([]);
});

test("a read that planning could do is told apart from one that waits", async () => {
  const world = testDeployment();
  const read = (id: string) =>
    "  seen: { type: connectors:EndpointAttachment, " +
    `get: { id: "projects/acme/locations/here/endpointAttachments/${id}" } }\n`;
  const stepOf = async (text: string) => {
    const request = { stack: "dev", kind: "apply", declaration: { ...base, text }, refresh: true } as const;
    return (await planStack(request, world)).steps.find(({ name }) => name === "seen");
  };
  const waiting = await stepOf(`${base.text}${read("x${a.endpointIp}")}`);
  expect(waiting).toMatchObject({ action: "read" });
  expect(waiting).not.toHaveProperty("done");
  const made = await planStack({ stack: "dev", kind: "apply", declaration: base, refresh: true }, world);
  expect(await run(world, made.digest)).toMatchObject({ status: "done" });
  expect(await stepOf(`${base.text}${read("a")}`)).toMatchObject({ action: "read", done: true });
});
