import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { systemClock } from "../../src/composition/machine/system.ts";
import { EventLoopTurns } from "../../src/composition/service/event-loop-turns.ts";
import { type Listener, listen } from "../../src/http/listen.ts";
import { attachments } from "../../src/service/use-cases/deployment.fixture.ts";
import { ApiWorld } from "./api-world.ts";
import { rawRequest } from "./raw-http.ts";

/*
 * What somebody sends who means harm, over a real connection, as a caller with every right: it is refused with a status
 * of the caller's making (4xx), nothing of it stays, and the process goes on.
 */
let world: ApiWorld;
let listener: Listener;
let token = "";
const lost: unknown[] = [];
const onLost = (cause: unknown) => lost.push(cause);

beforeAll(async () => {
  process.on("unhandledRejection", onLost);
  process.on("uncaughtException", onLost);
  world = await ApiWorld.served({ bodyLimit: 1_000_000 });
  token = (await world.access?.tokenWith("admin")) ?? "";
  listener = await listen(world.witness.aroundApplication(world.application), {
    host: "127.0.0.1",
    port: 0,
    tls: null,
    pieces: new EventLoopTurns(systemClock.elapsed),
  });
});

afterAll(async () => {
  await listener.stop(0);
  process.off("unhandledRejection", onLost);
  process.off("uncaughtException", onLost);
  expect(lost).toEqual([]);
  world.witness.testify();
});

/** Sends a request as the admin. */
async function send(
  method: string,
  path: string,
  body?: string | Uint8Array<ArrayBuffer>,
  headers: Record<string, string> = {},
) {
  const response = await fetch(`${listener.url}${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json", ...headers },
    ...(body === undefined ? {} : { body }),
  });
  return { status: response.status, text: await response.text() };
}

async function expectRefused(answer: { readonly status: number; readonly text: string }) {
  expect(answer.status, answer.text.slice(0, 300)).toBeGreaterThanOrEqual(400);
  expect(answer.status, answer.text.slice(0, 300)).toBeLessThan(500);
  expect((await fetch(`${listener.url}/livez`)).status).toBe(200);
}

const writes: readonly (readonly [string, string, Record<string, string>])[] = [
  ["POST", "/v1/projects/x/stacks", {}],
  ["POST", "/v1/declarations:check", {}],
  ["POST", "/v1/projects/x/stacks/dev/plans", {}],
  ["POST", "/v1/projects/x/stacks/dev/runs", {}],
  ["POST", "/v1/projects/x/stacks/dev/resources:import", {}],
  ["PUT", "/v1/projects/x/stacks/dev/state", { "if-match": "*" }],
  ["PUT", "/v1/projects/x/stacks/dev/settings", { "if-match": "*" }],
  ["PUT", "/v1/projects/x/stacks/dev/declaration", { "if-none-match": "*" }],
  ["PUT", "/v1/providers/google", { "if-none-match": "*" }],
  ["POST", "/v1/types/iam:OAuthClient/objects", {}],
  ["POST", "/v1/types/iam:OAuthClient/objects:read", {}],
  ["POST", "/v1/functions/migrate:getPrivateEndpointConnection:call", {}],
  ["POST", "/v1/tokens", {}],
];

describe.each(writes)("%s %s", (method, path, headers) => {
  test.each([
    ["a key that is no member", '{"__proto__":{"polluted":true},"name":"x"}'],
    ["the same, spelt otherwise", '{"\\u005f_proto__":{"polluted":true}}'],
    ["the same, deep inside", '{"a":[{"b":{"__proto__":{"polluted":true}}}]}'],
    ["a constructor", '{"constructor":{"prototype":{"polluted":true}}}'],
    ["lists without end", "[".repeat(200_000)],
    ["lists in lists", `${"[".repeat(100_000)}${"]".repeat(100_000)}`],
    ["objects in objects", `${'{"a":'.repeat(20_000)}1${"}".repeat(20_000)}`],
    ["a number beyond all", '{"name":1e999,"document":{"serial":1e999}}'],
    ["a number of many digits", `{"name":${"9".repeat(100_000)}}`],
    ["not JSON", "{'name': 1}"],
    ["half of it", '{"name":"x'],
    ["bytes that are no text", new Uint8Array([0x7b, 0xff, 0xfe, 0x00, 0x7d])],
    ["text in UTF-16", new Uint8Array(Buffer.from('{"name":"x"}', "utf16le"))],
    ["a text where an object is asked for", '"x"'],
    ["members that nobody knows", '{"isAdmin":true,"role":"admin","owner":"x"}'],
  ])("%s", async (_what, body) => {
    await expectRefused(await send(method, path, body, headers));
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
  });
});

describe("bodies", () => {
  test("that unpack to far more than they are", async () => {
    const bomb = new Uint8Array(gzipSync(Buffer.alloc(50_000_000, "a")));
    for (const encoding of ["gzip", "br", "deflate", "gzip, gzip"]) {
      const answer = await send("POST", "/v1/declarations:check", bomb, { "content-encoding": encoding });
      expect(answer.status).toBe(415);
      await expectRefused(answer);
    }
  });

  test("that are larger than allowed, announced or not", async () => {
    const large = JSON.stringify({ ...attachments({ a: "one" }), text: "x".repeat(1_100_000) });
    expect((await send("POST", "/v1/declarations:check", large)).status).toBe(413);
    const head =
      `POST /v1/declarations:check HTTP/1.1\r\nhost: h\r\nauthorization: Bearer ${token}\r\n` +
      "content-type: application/json\r\n";
    const chunk = `10000\r\n${"x".repeat(0x10000)}\r\n`;
    const chunked = await rawRequest(
      listener.url,
      `${head}transfer-encoding: chunked\r\n\r\n${chunk.repeat(20)}0\r\n\r\n`,
    );
    expect(chunked.status).toBe(413);
    const announced = await rawRequest(listener.url, `${head}content-length: 99999999999\r\n\r\n{}`);
    expect(announced.status).toBe(413);
  });

  test("that are texts which multiply themselves", async () => {
    const levels = Array.from(
      { length: 30 },
      (_, index) => `  l${index + 1}: &l${index + 1} [${`*l${index}, `.repeat(9)}1]`,
    );
    const text = `name: x\nx:\n  l0: &l0 [1]\n${levels.join("\n")}\n`;
    const answer = await send("POST", "/v1/declarations:check", JSON.stringify({ file: "f", text, config: {} }));
    expect(answer.status).toBe(200);
    expect(answer.text).toContain("text-too-complex");
    const nested = `name: x\nresources: ${"[".repeat(50_000)}`;
    const deep = await send("POST", "/v1/declarations:check", JSON.stringify({ file: "f", text: nested, config: {} }));
    expect(deep.status).toBe(200);
    expect((await fetch(`${listener.url}/livez`)).status).toBe(200);
  });
});

test.each([
  ["/v1/types/iam:OAuthClient/objects:read", { id: "projects/p/locations/global/oauthClients/a", state: null }],
  ["/v1/types/iam:OAuthClient/objects:findUnmanaged", { within: null }],
  ["/v1/functions/migrate:getPrivateEndpointConnection:call", { arguments: null }],
])("null in the place of an object is a mistake of the caller's: %s", async (path, body) => {
  const answer = await send("POST", path, JSON.stringify(body));
  expect(answer.status, answer.text).toBe(422);
});

describe("addresses", () => {
  test.each([
    "/v1/projects/x/stacks/..%2f..%2fetc%2fpasswd",
    "/v1/projects/x/stacks/%2e%2e/%2e%2e/etc/passwd",
    "/v1/../../../etc/passwd",
    "//etc/passwd",
    "/v1//stacks//dev",
    "/v1/projects/x/stacks/%00",
    "/v1/projects/x/stacks/dev%00/state",
    "/v1/projects/x/stacks/dev%2fresources",
    "/v1/projects/x/stacks/%c0%ae%c0%ae/state",
    "/v1/projects/x/stacks/%ff%fe",
    "/v1/projects/x/stacks/%zz",
    "/v1/projects/x/stacks/dev/resources/%2e%2e%2f%2e%2e",
    "/v1/projects/x/stacks/~iam:OAuthClient~eHg",
    "/v1/projects/x/stacks/__proto__",
    "/v1/types/__proto__",
    "/v1/types/constructor/schema",
    "/v1/types/toString",
    "/v1/operations/../../x",
    "/v1/operations/e30.x",
    "/v1/stacks?limit=1e9",
    "/v1/stacks?limit=-1",
    "/v1/stacks?__proto__[polluted]=1",
    "/v1/stacks?cursor=eyJhZnRlciI6ImEifQ",
    "/v1/stacks?filter=name:%22%22%22",
    `/v1/stacks?filter=${"(".repeat(1000)}`,
    `/v1/projects/x/stacks/${"a".repeat(64)}`,
    `/v1/projects/x/stacks/${"a".repeat(9000)}`,
    "/v1/projects/x/stacks/dev/runs/r1/events?after=-1",
    "/v1/projects/x/stacks/dev/runs/r1/events?after=99999999999999999999",
    "/v1/projects/x/stacks/dev/resources?watch=true&resourceVersion=%00",
    "/v1/projects/x/stacks/dev/resources?watch=true&resourceVersion=a.b.c",
  ])("%s", async (path) => {
    const answer = await rawRequest(
      listener.url,
      `GET ${path} HTTP/1.1\r\nhost: h\r\nauthorization: Bearer ${token}\r\nconnection: close\r\n\r\n`,
    );
    await expectRefused(answer);
    expect(answer.text).not.toContain("root:");
  });

  test.each(["TRACE", "CONNECT", "PROPFIND", "FOO", "get"])("the method %s", async (method) => {
    const answer = await rawRequest(
      listener.url,
      `${method} /v1/stacks HTTP/1.1\r\nhost: h\r\nauthorization: Bearer ${token}\r\nconnection: close\r\n\r\n`,
    );
    if (answer.status !== 0) expect([400, 404, 405]).toContain(answer.status);
    expect((await fetch(`${listener.url}/livez`)).status).toBe(200);
  });
});

describe("headers", () => {
  test.each([
    "a b",
    "exa mple:80",
    "host/path",
    "user@host",
    "[::1",
    "host:port",
    "host:99999",
    "a,b",
    "<host>",
    "%zz",
    "http://host",
  ])("a Host that is no host: %s", async (host) => {
    const lines = ["GET /v1/version HTTP/1.1", `Host: ${host}`, `Authorization: Bearer ${token}`, "Connection: close"];
    const answer = await rawRequest(listener.url, `${lines.join("\r\n")}\r\n\r\n`);
    expect(answer.status, answer.text).toBe(400);
    expect((await fetch(`${listener.url}/livez`)).status).toBe(200);
  });

  test.each(["localhost", "plumb.example:8443", "[::1]:80", "10.0.0.1", "plumb_1.internal", "x".repeat(63)])(
    "a Host that is one: %s",
    async (host) => {
      const lines = ["GET /livez HTTP/1.1", `Host: ${host}`, "Connection: close"];
      expect((await rawRequest(listener.url, `${lines.join("\r\n")}\r\n\r\n`)).status).toBe(200);
    },
  );

  const ask = (lines: string) =>
    rawRequest(
      listener.url,
      `GET /v1/stacks HTTP/1.1\r\nhost: h\r\nauthorization: Bearer ${token}\r\nconnection: close\r\n${lines}\r\n`,
    );

  test.each([
    ["too large", `x: ${"a".repeat(20_000)}\r\n`],
    ["without a name", ": x\r\n"],
    ["with a line of their own", "x: a\rb\r\n"],
    ["of two lengths", "content-length: 1\r\ncontent-length: 2\r\n"],
    ["of two ways to end", "content-length: 4\r\ntransfer-encoding: chunked\r\n"],
    ["of an encoding nobody knows", "transfer-encoding: nonsense\r\n"],
    ["that ask for another form", "accept: image/png\r\n"],
    ["with an event nobody gave", "last-event-id: ../../x\r\naccept: text/html\r\n"],
  ])("%s", async (_what, lines) => {
    await expectRefused(await ask(lines));
  });

  test("by the thousands are no more than a hundred", async () => {
    const many = Array.from({ length: 1000 }, (_, index) => `x-${index}: 1\r\n`).join("");
    const answer = await ask(many);
    expect([200, 400, 401, 431]).toContain(answer.status);
    expect((await fetch(`${listener.url}/livez`)).status).toBe(200);
  });

  test("that the service answers with are its own", async () => {
    const answer = await ask('request-id: a"b<script>\r\ntraceparent: 00-zz\r\n');
    expect(answer.status).toBe(200);
    expect(answer.text).not.toContain("script");
  });

  test("of a write", async () => {
    const body = '{"name":"prod"}';
    for (const headers of [
      { "idempotency-key": "k".repeat(300) },
      { "idempotency-key": " " },
      { "content-type": "text/html" },
    ]) {
      const answer = await send("POST", "/v1/projects/x/stacks", body, headers as unknown as Record<string, string>);
      if (Object.values(headers)[0] !== " ") await expectRefused(answer);
    }
    for (const tag of ["W/", '"', "nonsense", `"${"x".repeat(5000)}"`])
      await expectRefused(await send("PUT", "/v1/projects/x/stacks/dev/settings", "{}", { "if-match": tag }));
  });

  test("do not say where a request came from", async () => {
    await send("POST", "/v1/projects/x/stacks", '{"name":"peers"}', { "x-plumbline-peer": "6.6.6.6" });
    const { text } = await send("GET", "/v1/audit-entries?limit=1000");
    expect(text).toContain('"address":"127.0.0.1"');
    expect(text).not.toContain("6.6.6.6");
  });
});

describe("clients that take their time", () => {
  test("with their headers are cut off", { timeout: 180_000 }, async () => {
    const answer = await rawRequest(listener.url, "GET /v1/stacks HTTP/1.1\r\nhost: h\r\nx: ");
    expect([0, 408]).toContain(answer.status);
    expect((await fetch(`${listener.url}/livez`)).status).toBe(200);
  });

  test("and go away in the middle leave nothing behind", async () => {
    for (let count = 0; count < 50; count += 1) {
      await rawRequest(
        listener.url,
        `POST /v1/projects/x/stacks HTTP/1.1\r\nhost: h\r\nauthorization: Bearer ${token}\r\n` +
          `content-length: 100\r\n\r\n{"name":`,
        (socket) => socket.end(),
      );
      const leave = new AbortController();
      const watching = await fetch(`${listener.url}/v1/projects/x/stacks/dev/resources?watch=true`, {
        headers: { authorization: `Bearer ${token}` },
        signal: leave.signal,
      });
      expect(watching.status).toBe(200);
      leave.abort();
    }
    expect((await fetch(`${listener.url}/livez`)).status).toBe(200);
  });
});
