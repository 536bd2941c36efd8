import { expect, test } from "vitest";
import { attachments, run, testDeployment } from "../deployment.fixture.ts";
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

test("an output and an option that become others are told with the places at which they differ", async () => {
  const world = testDeployment();
  const planned = (text: string) =>
    planStack({ stack: "dev", kind: "apply", declaration: { ...base, text }, refresh: true }, world);
  const text = (drift: string, place: string) =>
    `${base.text}    options: { ignoreChanges: [${drift}], protect: true }\noutputs:\n  where: the ${place} of it\n`;
  const made = await planned(text("labels", "north"));
  expect(made.outputs).toEqual([{ name: "where", new: "the north of it" }]);
  expect(await run(world, made.digest)).toMatchObject({ status: "done" });
  const { outputs, options } = await planned(text("labels, description", "south"));
  expect(outputs).toEqual([
    {
      ...{ name: "where", old: "the north of it", new: "the south of it" },
      difference: { hunks: [expect.objectContaining({ kind: "text", path: "" })] },
    },
  ]);
  expect(options).toMatchObject([
    { option: "ignoreChanges", difference: { hunks: [{ kind: "list", ordered: true }] } },
  ]);
});
