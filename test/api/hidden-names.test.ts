import { beforeEach, describe, expect, test } from "vitest";
import { attachments } from "../../src/service/use-cases/deployment.fixture.ts";
import { ApiWorld, type Called } from "./api-world.ts";

// A caller who may not see a stack does not read its name, whatever of it stands in the caller's way.

const hidden = "very-secret-stack";
const hiddenAddress = "hidden-address";

let world: ApiWorld;
let owner: string;
let guest: string;
const answers: string[] = [];
beforeEach(async () => {
  world = await ApiWorld.served();
  owner = (await world.access?.tokenWith("admin")) ?? "";
  answers.length = 0;
  for (const name of [hidden, "mine"]) await ask(owner, "POST", "/v1/projects/test/stacks", { name });
  guest = (await world.access?.tokenWith("admin", "test/mine")) ?? "";
  const text = attachments({ x: "one" }).text.replace("  x:\n", `  ${hiddenAddress}:\n`);
  const declared = { ...attachments({}), text };
  const { digest } = await world.plan(hidden, declared, { token: owner });
  await world.follow(hidden, await world.start(hidden, digest, { token: owner }), { token: owner });
});

async function ask(token: string, method: string, path: string, body?: unknown, headers = {}): Promise<Called> {
  const called = await world.call(method, path, { token, headers, ...(body === undefined ? {} : { body }) });
  if (token === guest) answers.push(`${called.text}\n${JSON.stringify([...called.headers])}`);
  return called;
}

const id = "projects/acme/locations/here/endpointAttachments/x";
const type = "connectors:EndpointAttachment";
const entry = { type, name: "taken", id };

describe("the name of a stack that the caller may not see stands in no answer", () => {
  test("about an object that it manages", async () => {
    const declaration = attachments({ x: "one" });
    const planned = await ask(guest, "POST", "/v1/projects/test/stacks/mine/plans", { kind: "apply", declaration });
    expect(planned.text).toContain("claimed-twice");
    expect(planned.text).toContain(" another stack ");
    const { digest } = planned.body as { readonly digest: string };
    for (const part of ["", "?view=summary", "/steps"])
      await ask(guest, "GET", `/v1/projects/test/stacks/mine/plans/${digest}${part}`);
    const started = await ask(guest, "POST", "/v1/projects/test/stacks/mine/runs", { plan: digest });
    if (started.status === 202) {
      const { run } = started.body as { readonly run: string };
      await ask(guest, "GET", `/v1/projects/test/stacks/mine/runs/${run}/events`);
      await ask(guest, "GET", `/v1/projects/test/stacks/mine/runs/${run}`);
      await ask(guest, "GET", `/v1/projects/test/stacks/mine/runs/${run}/steps`);
    }
    expect(
      (await ask(guest, "POST", "/v1/projects/test/stacks/mine/resources:import", { imports: [entry], declaration }))
        .status,
    ).toBe(409);
    const options = { options: { import: id } };
    const importing = {
      ...declaration,
      text: declaration.text.replace("    type:", `    options: ${JSON.stringify(options.options)}\n    type:`),
    };
    await ask(guest, "POST", "/v1/projects/test/stacks/mine/plans", { kind: "apply", declaration: importing });
    expect(answers.length).toBeGreaterThan(3);
    for (const text of answers) {
      expect(text).not.toContain(hidden);
      expect(text).not.toContain(hiddenAddress);
    }
  });

  test("about a run that meets its claim", async () => {
    // The plan was made before the other stack had the object.
    const { digest } = await world.plan("mine", attachments({ late: "one" }), { token: guest });
    const late = {
      ...attachments({ late: "one" }),
      text: attachments({ late: "one" }).text.replace("  late:\n", `  ${hiddenAddress}2:\n`),
    };
    const other = await world.plan(hidden, late, { token: owner });
    await world.follow(hidden, await world.start(hidden, other.digest, { token: owner }), { token: owner });
    const { body } = await ask(guest, "POST", "/v1/projects/test/stacks/mine/runs", { plan: digest });
    const { run } = body as { readonly run: string };
    await ask(guest, "GET", `/v1/projects/test/stacks/mine/runs/${run}/events`);
    await ask(guest, "GET", `/v1/projects/test/stacks/mine/runs/${run}`);
    await ask(guest, "GET", `/v1/projects/test/stacks/mine/runs/${run}/steps`);
    for (const text of answers) {
      expect(text).not.toContain(hidden);
      expect(text).not.toContain(hiddenAddress);
    }
  });

  test("about an exported state that is imported beside it", async () => {
    const exported = (await ask(owner, "GET", `/v1/projects/test/stacks/${hidden}/state`)).body;
    const answer = await ask(
      guest,
      "PUT",
      "/v1/projects/test/stacks/mine/state",
      { document: exported, force: true },
      { "if-match": "*" },
    );
    expect(answer.status).toBe(409);
    expect(answer.text).toContain(" another stack ");
    expect(answer.text).not.toContain(hidden);
  });

  test("where its name is nearly asked for, or listed", async () => {
    for (const path of [
      `/v1/projects/test/stacks/${hidden}s`,
      "/v1/stacks",
      "/v1/projects/test/stacks/very-secret-stac/plans",
      "/v1/whoami",
      "/v1/tokens",
    ])
      await ask(guest, "GET", path);
    await ask(guest, "POST", `/v1/types/${encodeURIComponent(type)}/objects:import`, {
      provider: { kind: "google", project: "acme", region: "here" },
      id,
    });
    for (const text of answers) expect(text.replaceAll(`${hidden}s`, "")).not.toContain(hidden);
  });

  test("but who may see it is told whose the object is", async () => {
    const answer = await ask(owner, "POST", "/v1/projects/test/stacks/mine/resources:import", {
      imports: [entry],
      declaration: attachments({ x: "one" }),
    });
    expect(answer.text).toContain(hidden);
  });
});
