import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { afterEach, beforeEach, expect, test } from "vitest";
import { isJsonObject, type Json, type JsonObject } from "../../packages/base/json/json.ts";
import { QuotedStage } from "./quoting-vendor.fixture.ts";

// A recording holds published words alone: those that are a stack's secret are none, whatever they look like, whoever
// asks, and from the first answer on.

let folder: string;
let stage: QuotedStage;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "plumb-recorded-"));
  mkdirSync(join(folder, "rec"), { mode: 0o700 });
  stage = new QuotedStage({ PLUMB_RECORD: join(folder, "rec") });
  let object: JsonObject | undefined;
  stage.answers = ({ method, path, body }) => {
    if (method === "POST" || method === "PATCH")
      object = { name: `${parent}/oauthClients/web-portal`, state: "ACTIVE", clientId: issued, ...object, ...body };
    if (method === "GET" && path.endsWith("/oauthClients"))
      return [200, object === undefined ? {} : { oauthClients: [object] }];
    return object === undefined ? undefined : [200, object];
  };
});
afterEach(() => {
  stage.close();
  rmSync(folder, { recursive: true, force: true });
});

const parent = "projects/acme/locations/global";
/** The platform makes it up, of words that are published. */
const issued = "user policy/request name";
const client = (description: string, options: JsonObject = {}): JsonObject => ({
  type: "iam:OAuthClient",
  properties: {
    ...{ oauthClientId: "web-portal", location: "global", description },
    allowedGrantTypes: ["AUTHORIZATION_CODE_GRANT"],
    allowedScopes: ["https://www.googleapis.com/auth/cloud-platform"],
    allowedRedirectUris: ["https://a.example/b"],
  },
  options,
});

/** Everything that is recorded, and what a report would send of it, as documents. */
async function recorded(): Promise<readonly Json[]> {
  const [{ run = "" } = {}] = JSON.parse((await stage.play("runs", "list", "--json")).output) as { run?: string }[];
  const report = join(folder, "report.gz");
  expect(await stage.play("report", run, "--output", report)).toMatchObject({ code: 0 });
  const files = readdirSync(join(folder, "rec"), { recursive: true, withFileTypes: true }).filter((each) =>
    each.isFile(),
  );
  const lines = gunzipSync(readFileSync(report)).toString("utf8").trimEnd().split("\n");
  return [...files.map(({ parentPath, name }) => readFileSync(join(parentPath, name), "utf8")), ...lines].map(
    (text) => JSON.parse(text) as Json,
  );
}

/** The members of a name that exchanges have, wherever they stand. */
function membersOf(name: string, value: Json): readonly Json[] {
  if (Array.isArray(value)) return value.flatMap((each: Json) => membersOf(name, each));
  if (!isJsonObject(value) || value["kind"] === "journal") return [];
  return Object.entries(value).flatMap(([key, member]) => (key === name ? [member] : membersOf(name, member)));
}

test.each([
  "user request policy name",
  "2031-05-17",
  "2031-05-17T10:00:00Z",
  "90210s",
  "admin default/user:group@workspace",
  "404",
  "1",
])("of a secret that reads %s a mark alone is there", async (secret) => {
  stage.declare({ a: client("${config.pw}") });
  const up = await stage.play("up", "--yes", "--config", `pw=${secret}`);
  expect(up, up.output).toMatchObject({ code: 0 });
  // Another process, which sends nothing that is secret.
  await stage.play("drift");
  const documents = await recorded();
  const descriptions = documents.flatMap((each) => membersOf("description", each));
  expect(descriptions.length).toBeGreaterThan(3);
  expect(new Set(descriptions)).toEqual(new Set(["[secret]"]));
  if (secret.length > 4) expect(JSON.stringify(documents)).not.toContain(secret);
});

test.each(["with", "without"])(
  "a secret output is told in no answer to a write that comes %s the object",
  async (how) => {
    const { answers } = stage;
    stage.answers = (asked) => {
      const told = answers(asked);
      return asked.method === "POST" && how === "without" ? [200, {}] : told;
    };
    stage.declare({ a: client("told", { additionalSecretOutputs: ["clientId"] }) });
    const up = await stage.play("up", "--yes", "--config", "pw=another");
    expect(up, up.output).toMatchObject({ code: 0 });
    await stage.play("drift");
    const documents = await recorded();
    expect(documents.flatMap((each) => membersOf("clientId", each)).length).toBeGreaterThan(2);
    expect(JSON.stringify(documents)).not.toContain(issued);
  },
);

// Whoever looks at an object: what is secret of it is the business of the stack that manages it.
test.each([
  ["get", "iam:OAuthClient", `${parent}/oauthClients/web-portal`],
  ["unmanaged", "iam:OAuthClient", "location=global"],
])("of a secret that `%s` sees a mark alone is there", async (...line) => {
  const secret = "2031-05-17";
  stage.declare({ a: client("${config.pw}", { additionalSecretOutputs: ["clientId"] }) });
  const up = await stage.play("up", "--yes", "--config", `pw=${secret}`);
  expect(up, up.output).toMatchObject({ code: 0 });
  const before = JSON.stringify(await recorded()).length;
  const looked = await stage.play(...line, "--config", "pw=another");
  expect(looked, looked.output).toMatchObject({ code: 0 });
  const documents = await recorded();
  expect(JSON.stringify(documents).length).toBeGreaterThan(before);
  expect(new Set(documents.flatMap((each) => membersOf("description", each)))).toEqual(new Set(["[secret]"]));
  for (const word of [secret, issued]) expect(JSON.stringify(documents)).not.toContain(word);
});

test("of a secret that another stack gets a mark alone is there, though the answer can't be read", async () => {
  stage.declare({ a: client("${config.pw}") });
  const up = await stage.play("up", "--yes", "--config", "pw=2031-05-17");
  expect(up, up.output).toMatchObject({ code: 0 });
  await stage.play("stack", "new", "other");
  const { answers } = stage;
  for (const displayName of ["plain", { not: "a text" }]) {
    stage.answers = (asked) => {
      const [status, body] = answers(asked) ?? [404, {}];
      return [status, isJsonObject(body) ? { ...body, displayName } : body];
    };
    stage.declare({ b: { type: "iam:OAuthClient", get: { id: `${parent}/oauthClients/web-portal` } } });
    await stage.play("plan", "--stack", "other", "--config", "pw=another");
  }
  const documents = await recorded();
  expect(documents.flatMap((each) => membersOf("displayName", each)).length).toBeGreaterThan(1);
  expect(new Set(documents.flatMap((each) => membersOf("description", each)))).toEqual(new Set(["[secret]"]));
});

test("what nobody calls secret stays as it was", async () => {
  stage.declare({ a: client("user request policy name") });
  expect(await stage.play("up", "--yes", "--config", "pw=another")).toMatchObject({ code: 0 });
  const descriptions = (await recorded()).flatMap((each) => membersOf("description", each));
  expect(new Set(descriptions)).toEqual(new Set(["user request policy name"]));
});
