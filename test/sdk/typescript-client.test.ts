import { describe, expect, test } from "vitest";
import { InlineStack } from "../../sdk/typescript/src/automation/inline-stack.ts";
import { etag, PlumblineClient, ServiceProblem } from "../../sdk/typescript/src/client.ts";
import { ApiWorld } from "../api/api-world.ts";

function clientOf(world: ApiWorld): PlumblineClient {
  return new PlumblineClient({
    baseUrl: "https://service.example",
    token: "unused",
    fetch: async (input, init) => await world.fetch(new Request(input as URL, init)),
  });
}

const declaration = {
  file: "plumb.yaml",
  text: `name: test
providers:
  google: { kind: google, project: acme, region: here }
resources:
  a:
    type: connectors:EndpointAttachment
    properties: { endpointAttachmentId: a, serviceAttachment: projects/p/regions/r/serviceAttachments/s }
`,
};

test.each([
  ["https://service.example/team/", "https://service.example/team/v1/projects/test/stacks/dev"],
  ["https://service.example//other.example", "https://service.example//other.example/v1/projects/test/stacks/dev"],
  ["http://127.0.0.1:1/\\10.0.0.1:2/x", "http://127.0.0.1:1//10.0.0.1:2/x/v1/projects/test/stacks/dev"],
  ["http://127.0.0.1:1//", "http://127.0.0.1:1/v1/projects/test/stacks/dev"],
])("asks the host of %s, whatever its path is", async (baseUrl, address) => {
  const sent: string[] = [];
  const client = new PlumblineClient({
    baseUrl,
    token: "secret",
    fetch: async (input) => {
      sent.push(String(input));
      return Response.json({ stack: "test/dev" });
    },
  });
  await client.getStack("test", "dev");
  expect(sent).toEqual([address]);
});

test("a stack follows a run to its end, though streams end before it, and not for ever", async () => {
  const lines = (...events: readonly string[]) => events.map((event) => `${JSON.stringify({ event })}\n`).join("");
  const streams = [lines("started", "step"), "", lines("summary")];
  const asked: string[] = [];
  const client = new PlumblineClient({
    baseUrl: "https://service.example",
    fetch: async (input) => {
      asked.push(new URL(String(input)).search);
      return new Response(streams.shift() ?? "");
    },
  });
  const stack = new InlineStack(() => undefined, { client, project: "portal" });
  const followed = () => Array.fromAsync(stack.follow("r"), ({ event }) => event);
  expect(await followed()).toEqual(["started", "step", "summary"]);
  expect(asked).toEqual(["", "?after=2", "?after=2"]);
  expect(await followed()).toEqual([]);
});

test("a stack follows a run over streams that break off, and tells a break that stays and a refusal at once", async () => {
  const broken = new TypeError("terminated", { cause: new Error("other side closed") });
  const brokenOff = (text: string) => {
    const chunks = [new TextEncoder().encode(text)].values();
    return new ReadableStream<Uint8Array>({
      pull: (stream) => {
        const { value } = chunks.next();
        if (value === undefined) stream.error(broken);
        else stream.enqueue(value);
      },
    });
  };
  const answers = [
    () => new Response(brokenOff('{"event":"started"}\n{"ev')),
    () => Promise.reject(broken),
    () => Response.json({ code: "identity-unavailable" }, { status: 503 }),
    () => new Response('{"event":"summary"}\n'),
  ];
  const asked: string[] = [];
  let after = (): Response | Promise<Response> => Promise.reject(broken);
  const client = new PlumblineClient({
    baseUrl: "https://service.example",
    retries: 0,
    fetch: async (input) => {
      asked.push(new URL(String(input)).search);
      return (answers.shift() ?? after)();
    },
  });
  const stack = new InlineStack(() => undefined, { client, project: "portal" });
  const followed = () => Array.fromAsync(stack.follow("r"), ({ event }) => event);
  expect(await followed()).toEqual(["started", "summary"]);
  expect(asked.splice(0)).toEqual(["", "?after=1", "?after=1", "?after=1"]);
  await expect(followed()).rejects.toBe(broken);
  expect(asked.splice(0)).toHaveLength(8);
  after = () => Response.json({ code: "not-found" }, { status: 404 });
  await expect(followed()).rejects.toMatchObject({ code: "not-found" });
  expect(asked).toHaveLength(1);
});

test("sends nothing for a name that an address would resolve away", async () => {
  const sent: string[] = [];
  const client = new PlumblineClient({
    baseUrl: "https://service.example",
    fetch: async (input) => {
      sent.push(String(input));
      return Response.json({});
    },
  });
  for (const name of ["..", "."]) {
    const calls = [
      client.removeStackRole("test", name, "user:x"),
      client.forgetResource("test", "dev", name),
      client.getStack("test", name),
      client.getStack(name, "dev"),
    ];
    for (const call of [...calls, client.cancelRun("test", name, "run")])
      await expect(call).rejects.toThrow(`\`${name}\` can't be a name`);
    const events = client.followRun("test", "dev", name)[Symbol.asyncIterator]();
    await expect(events.next()).rejects.toThrow(`\`${name}\` can't be a name`);
  }
  const unnamed = [
    client.forgetResource("test", "dev", ""),
    client.moveStack("test", "", { to: "p/dev" }),
    client.getStack("test", ""),
    client.getStack("", "dev"),
  ];
  for (const call of unnamed) await expect(call).rejects.toThrow("can't be empty");
  expect(sent).toEqual([]);
  await client.getStack("test", "%2e%2e");
  await client.getStack("test", "a..b");
  expect(sent.map((each) => new URL(each).pathname)).toEqual([
    "/v1/projects/test/stacks/%252e%252e",
    "/v1/projects/test/stacks/a..b",
  ]);
});

describe("the client", () => {
  test("plans, runs and follows a run to its summary", async () => {
    const client = clientOf(ApiWorld.alone());
    await client.createStack("test", { name: "dev" });
    const plan = await client.createPlan("test", "dev", { kind: "apply", newStack: true, declaration });
    expect(plan.summary.create).toBe(1);
    const run = await client.startRun("test", "dev", { plan: plan.digest });
    const events = [];
    for await (const event of client.followRun("test", "dev", run.run)) events.push(event);
    expect(events.at(-1)).toMatchObject({ event: "summary", status: "done", create: 1 });
    const resource = await client.getResource("test", "dev", "a");
    expect(resource).toMatchObject({ name: "a", type: "connectors:EndpointAttachment" });
    expect(resource[etag]).toMatch(/^"/);
    expect((await client.getPlan("test", "dev", plan.digest)).digest).toBe(plan.digest);
  });

  test("goes through lists page by page", async () => {
    const client = clientOf(ApiWorld.alone());
    for (const name of ["one", "two", "three"]) await client.createStack("test", { name });
    const names: string[] = [];
    for await (const page of client.listStacksPages({ limit: 2 })) names.push(...page.stacks.map((each) => each.stack));
    expect(names.sort()).toEqual(["test/one", "test/three", "test/two"]);
  });

  test("watches resources", async () => {
    const client = clientOf(ApiWorld.alone());
    const plan = await client.createPlan("test", "dev", { kind: "apply", newStack: true, declaration });
    const { run } = await client.startRun("test", "dev", { plan: plan.digest });
    for await (const event of client.followRun("test", "dev", run)) if (event.event === "summary") break;
    const stop = new AbortController();
    for await (const event of client.watchResources("test", "dev", { signal: stop.signal })) {
      expect(event).toMatchObject({ type: "ADDED", resource: { name: "a" } });
      break;
    }
    stop.abort();
  });

  test("says what is wrong as the service does", async () => {
    const client = clientOf(ApiWorld.alone());
    const missing = await client.getPlan("test", "dev", `sha256:${"0".repeat(64)}`).catch((error: unknown) => error);
    expect(missing).toBeInstanceOf(ServiceProblem);
    expect(missing).toMatchObject({ status: 404, code: "plan-unknown" });
    const wrong = client.createPlan("test", "dev", {
      kind: "apply",
      newStack: true,
      declaration: { file: "x", text: "name: 1" },
    });
    await expect(wrong).rejects.toMatchObject({ status: 422, problems: [{ code: "wrong-type" }] });
  });

  test("sends again what nobody took up, with the same key", async () => {
    const world = ApiWorld.alone();
    const keys: (string | null)[] = [];
    const client = new PlumblineClient({
      baseUrl: "https://service.example",
      fetch: async (input, init) => {
        const request = new Request(input as URL, init);
        keys.push(request.headers.get("idempotency-key"));
        if (keys.length === 1) return new Response(null, { status: 503, headers: { "retry-after": "0" } });
        return await world.fetch(request);
      },
    });
    await client.createStack("test", { name: "dev" });
    expect(keys).toHaveLength(2);
    expect(keys[0]).toBe(keys[1]);
    await expect(
      new PlumblineClient({
        baseUrl: "https://x.example",
        retries: 0,
        fetch: async () => new Response("no", { status: 503 }),
      }).getVersion(),
    ).rejects.toMatchObject({ status: 503, code: "unexpected-answer" });
  });

  test.each([
    ["a platform did not answer", () => problemOf(504, "outcome-unknown")],
    ["the first one is under way", () => problemOf(409, "key-in-use")],
    ["something between did not answer", () => new Response(null, { status: 502, headers: { "retry-after": "0" } })],
    ["the connection broke", () => Promise.reject(new TypeError("fetch failed"))],
  ])("sends again with the same key what may have been taken up: %s", async (_, first) => {
    const world = ApiWorld.alone();
    const keys: (string | null)[] = [];
    const client = new PlumblineClient({
      baseUrl: "https://service.example",
      fetch: async (input, init) => {
        const request = new Request(input as URL, init);
        keys.push(request.headers.get("idempotency-key"));
        return await (keys.length === 1 ? first() : world.fetch(request));
      },
    });
    await client.createStack("test", { name: "dev" });
    expect([keys.length, new Set(keys).size]).toEqual([2, 1]);
  });

  test("does not send again what has no key and may have taken effect", async () => {
    let sent = 0;
    const client = new PlumblineClient({
      baseUrl: "https://service.example",
      fetch: async () => {
        sent += 1;
        return problemOf(504, "outcome-unknown");
      },
    });
    const written = client.replaceDeclaration("test", "dev", { file: "a", text: "" }, { ifMatch: "*" });
    await expect(written).rejects.toMatchObject({ status: 504, code: "outcome-unknown" });
    expect(sent).toBe(1);
  });
});

function problemOf(status: number, code: string): Response {
  return Response.json({ code, detail: code, problems: [] }, { status, headers: { "retry-after": "0" } });
}
