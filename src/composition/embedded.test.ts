import { existsSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { exchangeOver } from "../../packages/base/exchange/exchange-over.fixture.ts";
import { openEmbedded } from "./embedded.ts";
import { embeddedFetch } from "./embedded-fetch.fixture.ts";
import { systemClock, systemIds } from "./machine/system.ts";

const text = `name: test
providers:
  google: { kind: google, project: acme, region: here }
resources:
  a:
    type: connectors:EndpointAttachment
    properties: { endpointAttachmentId: a, serviceAttachment: projects/p/regions/r/serviceAttachments/s }
`;
const declaration = { file: "plumb.yaml", text, config: {} };

let folder = "";
let opened: ReturnType<typeof openEmbedded>[] = [];
const sent: Request[] = [];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "plumb-composition-"));
  opened = [];
  sent.length = 0;
});
afterEach(async () => {
  for (const each of opened) await each.close();
  rmSync(folder, { recursive: true, force: true });
});

function open(dir: string, environment: Readonly<Record<string, string>> = {}) {
  const embedded = openEmbedded({
    version: "0",
    dir,
    environment,
    clock: systemClock,
    ids: systemIds,
    network: exchangeOver(async (request) => {
      sent.push(request);
      return Response.json({ error: { code: 404, message: "none", status: "NOT_FOUND" } }, { status: 404 });
    }),
  });
  opened.push(embedded);
  return async (method: string, path: string, body?: unknown) => {
    const init = body === undefined ? {} : { body: JSON.stringify(body) };
    const response = await embeddedFetch(embedded)(new Request(`http://test${path}`, { method, ...init }));
    return { status: response.status, text: await response.text() };
  };
}

async function up(call: ReturnType<typeof open>): Promise<void> {
  const { text: plan } = await call("POST", "/v1/projects/test/stacks/dev/plans", {
    kind: "apply",
    newStack: true,
    declaration,
  });
  const { text: started } = await call("POST", "/v1/projects/test/stacks/dev/runs", { plan: JSON.parse(plan).digest });
  const { text: events } = await call("GET", `/v1/projects/test/stacks/dev/runs/${JSON.parse(started).run}/events`);
  expect(events).toContain('"status":"done"');
}

describe("the state directory", () => {
  test("is not made by what needs none", async () => {
    const dir = join(folder, "state");
    const call = open(dir);
    expect((await call("POST", "/v1/declarations:check", declaration)).status).toBe(200);
    expect((await call("POST", "/v1/declarations:graph", declaration)).status).toBe(200);
    expect((await call("GET", "/v1/version")).status).toBe(200);
    expect(existsSync(dir)).toBe(false);
  });

  test("is made on first use, for its owner alone, and keeps stack and cloud", async () => {
    const dir = join(folder, "deep", "state");
    await up(open(dir));
    expect(statSync(dir).mode & 0o777).toBe(0o700);
    const call = open(dir);
    expect((await call("GET", "/v1/projects/test/stacks/dev/resources")).text).toContain("endpointAttachments/a");
    expect((await call("GET", "/_local/log")).text).toContain("endpointAttachments/a");
  });

  test("that can't be made is a fault with its path", async () => {
    writeFileSync(join(folder, "file"), "");
    const { status, text: said } = await open(join(folder, "file", "state"))(
      "GET",
      "/v1/projects/test/stacks/dev/resources",
    );
    expect(status).toBe(503);
    expect(JSON.parse(said)).toMatchObject({ code: "store-failed", detail: expect.stringContaining("file/state") });
  });

  test("is nowhere for a world in memory, and two of those know nothing of one another", async () => {
    const before = readdirSync(folder);
    const [one, two] = [open(":memory:"), open(":memory:")];
    await up(one);
    expect((await one("GET", "/v1/projects/test/stacks/dev/resources")).text).toContain("endpointAttachments/a");
    expect((await two("GET", "/v1/projects/test/stacks/dev/resources")).text).toContain("stack-not-found");
    expect(readdirSync(folder)).toEqual(before);
    expect(existsSync(":memory:")).toBe(false);
  });
});

describe("where calls go", () => {
  test("into the embedded cloud, never out, unless one asks for the vendors", async () => {
    await up(open(":memory:"));
    expect(sent).toEqual([]);
  });

  test("to the vendors with the token of the environment", async () => {
    const call = open(":memory:", { PLUMB_CLOUD: "vendors", GOOGLE_OAUTH_ACCESS_TOKEN: "t-1" });
    const { status } = await call("POST", "/v1/types/connectors:EndpointAttachment/objects:read", {
      id: "here/a",
      declaration,
    });
    expect(status).toBe(404);
    expect(sent.map(({ url }) => new URL(url).hostname)).toEqual(["connectors.googleapis.com"]);
    expect(sent[0]?.headers.get("authorization")).toBe("Bearer t-1");
  });

  test("as the principal that the provider names", async () => {
    const call = open(":memory:");
    await call("POST", "/_local/seed", [{ kind: "principal", name: "nobody@local.example", permitted: false }]);
    const as = {
      ...declaration,
      text: text.replace("region: here", "region: here, localPrincipal: nobody@local.example"),
    };
    const asked = { id: "here/a" };
    const denied = await call("POST", "/v1/types/connectors:EndpointAttachment/objects:read", {
      ...asked,
      declaration: as,
    });
    expect(JSON.parse(denied.text)).toMatchObject({ code: "denied" });
    expect(
      JSON.parse(
        (await call("POST", "/v1/types/connectors:EndpointAttachment/objects:read", { ...asked, declaration })).text,
      ),
    ).toMatchObject({
      code: "not-found",
    });
  });
});

test("ids are unique and suffixes of the length asked", () => {
  expect(systemIds.unique()).toMatch(/^[0-9a-f]{32}$/);
  expect(systemIds.unique()).not.toBe(systemIds.unique());
  expect(systemIds.suffix(7)).toMatch(/^[a-z0-9]{7}$/);
});

test("a secret that is shown is on record, with its place and without its value", async () => {
  const call = open(join(folder, "state"));
  const secret = {
    file: "plumb.yaml",
    text: `name: test\nconfig: { pin: { type: string, secret: true } }\noutputs: { pin: "\${config.pin}" }\n`,
    config: { pin: "hush-hush" },
  };
  const body = { kind: "apply", newStack: true, declaration: secret };
  const { text: plan } = await call("POST", "/v1/projects/test/stacks/dev/plans", body);
  const { text: started } = await call("POST", "/v1/projects/test/stacks/dev/runs", { plan: JSON.parse(plan).digest });
  await call("GET", `/v1/projects/test/stacks/dev/runs/${JSON.parse(started).run}/events`);
  expect(JSON.parse((await call("GET", "/v1/audit-entries")).text).entries).toEqual([]);
  expect((await call("GET", "/v1/projects/test/stacks/dev/outputs?reveal=true")).text).toContain("hush-hush");
  const sealed = await call("POST", "/v1/projects/test/stacks/dev/config:seal", { key: "word", value: "hush-hush" });
  const values = { word: JSON.parse(sealed.text).sealed };
  expect((await call("POST", "/v1/projects/test/stacks/dev/config:open", { values })).text).toContain("hush-hush");
  const { text: log } = await call("GET", "/v1/audit-entries");
  const shown = { action: "secret:reveal", stack: "test/dev", principal: expect.any(String) };
  expect(JSON.parse(log).entries).toMatchObject([
    { ...shown, operation: "getStackOutputs", paths: ["/outputs/pin"] },
    { result: "done" },
    { ...shown, operation: "openConfigValues", paths: ["/config/word"] },
    { result: "done" },
  ]);
  expect(log).not.toContain("hush-hush");
});
