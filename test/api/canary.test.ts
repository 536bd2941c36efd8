import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Fetch } from "../../packages/base/exchange/fetch.ts";
import type { JsonObject } from "../../packages/base/json/json.ts";
import { systemClock, systemIds } from "../../src/composition/machine/system.ts";
import { openService, type Service } from "../../src/composition/service/service.ts";
import { fetchOf } from "../../src/http/fetch-of.ts";
import {
  audience,
  goodClaims,
  issuerUrl,
  signed,
  signingKey,
} from "../../src/service/access/issuers/issuer.fixture.ts";
import { ServiceLog } from "../../src/telemetry/service-log.ts";
import { type Called, called } from "./api-world.ts";
import { attachment, provider, serviceAttachment } from "./stage.ts";
import { Witness } from "./witness.ts";

// Every secret that somebody may entrust to the service, each with a text of its own that is looked for in all that
// comes out.

const secrets = {
  config: "canary-of-config-Zx81",
  changedConfig: "canary-of-config-Zx82",
  webhook: `whsec_${Buffer.from("canary-of-webhook-with-32-bytes!").toString("base64")}`,
  malformedWebhook: "whsec_canary!of-webhook",
  bearer: "canary-of-bearer",
  basic: Buffer.from("canary:of-basic").toString("base64"),
  cookie: "canary-of-cookie",
};

let dir: string;
let service: Service | null = null;
let fetch: Fetch;
let admin: string;
let jwt: string;
const witness = new Witness();
const log: string[] = [];
/** All that anybody was answered: statuses, headers and bodies. */
const answers: string[] = [];

beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), "plumb-canary-"));
  const key = await signingKey("k");
  const access = join(dir, "access.json");
  const issuers = [{ issuer: issuerUrl, audience: [audience], algorithms: ["ES256"], jwks: { keys: [key.publicJwk] } }];
  writeFileSync(access, JSON.stringify({ issuers }));
  const opened = await openService({
    version: "0",
    dir,
    environment: {},
    clock: systemClock,
    ids: systemIds,
    network: () => Promise.reject(new Error("the test has no network")),
    policies: undefined,
    access,
    log: new ServiceLog({ level: "debug", version: "0", destination: { write: (line) => log.push(line) } }),
    rateLimit: { requests: 10_000, window: 1 },
  });
  if (!opened.ok) throw new Error(JSON.stringify(opened.error));
  service = opened.value;
  fetch = witness.around(fetchOf(opened.value.api));
  admin = readFileSync(opened.value.firstAdmin ?? "", "utf8").trim();
  jwt = await signed(key, goodClaims(Date.now() / 1000));
});
afterAll(async () => {
  await close();
  rmSync(dir, { recursive: true, force: true });
});

async function close(): Promise<void> {
  const open = service;
  service = null;
  await open?.close();
}

interface Sent {
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** Who asks; left out: the first admin. */
  readonly authorization?: string;
}

/** A request and its answer, which is looked through at the end. */
async function ask(method: string, path: string, sent: Sent = {}): Promise<Called> {
  const answer = await unheard(method, path, sent);
  answers.push(
    `${method} ${path.split("?")[0]} ${answer.status} ${JSON.stringify([...answer.headers])} ${answer.text}`,
  );
  return answer;
}

/** The same for an answer that is meant to hold a secret. */
async function unheard(method: string, path: string, { body, headers, authorization }: Sent = {}): Promise<Called> {
  const sent = body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) };
  const request = new Request(`http://test${path}`, {
    method,
    headers: {
      ...(body === undefined ? {} : { "content-type": "application/json" }),
      authorization: authorization ?? `Bearer ${admin}`,
      cookie: `session=${secrets.cookie}`,
      ...headers,
    },
    ...sent,
  });
  return called(await fetch(request));
}

/** A declaration whose secret goes into an object, an output, and wherever else the test says. */
function declaration(secret: unknown, more = ""): JsonObject {
  const text = `name: test
config:
  note: { type: string, secret: true }
providers:
  google: { kind: google, project: acme, region: here }
resources:
  a:
    type: connectors:EndpointAttachment
    properties: { endpointAttachmentId: a, serviceAttachment: ${serviceAttachment}, description: "\${config.note}" }
${more}outputs:
  note: "\${config.note}"
`;
  return { file: "plumb.yaml", text, config: { note: secret } } as JsonObject;
}

const resource = (properties: string) =>
  `  b:\n    type: connectors:EndpointAttachment\n    properties: { ${properties} }\n`;

async function up(body: JsonObject): Promise<string> {
  const { digest } = (await ask("POST", "/v1/projects/test/stacks/dev/plans", { body })).body as {
    readonly digest: string;
  };
  for (const part of ["", "?view=summary", "/steps"])
    await ask("GET", `/v1/projects/test/stacks/dev/plans/${digest}${part}`);
  const started = await ask("POST", "/v1/projects/test/stacks/dev/runs", { body: { plan: digest } });
  const { run } = started.body as { readonly run: string };
  const path = `/v1/projects/test/stacks/dev/runs/${run}`;
  const { text } = await ask("GET", `${path}/events`);
  await ask("GET", `${path}/events`, { headers: { accept: "text/event-stream" } });
  await ask("GET", path);
  await ask("GET", `${path}/steps`);
  return text;
}

test("no secret comes out anywhere but where its owner asks for it", async () => {
  const stack = "/v1/projects/test/stacks/dev";
  // Kept, planned, carried out, changed; and looked at from all sides.
  const put = (body: unknown) => ask("PUT", `${stack}/declaration`, { body, headers: { "if-match": "*" } });
  const first = { body: declaration(secrets.config), headers: { "if-none-match": "*" } };
  expect((await ask("PUT", `${stack}/declaration`, first)).status).toBe(201);
  expect(await up({ kind: "apply" })).toContain('"status":"done"');
  expect((await put(declaration(secrets.changedConfig))).status).toBe(200);
  expect(await up({ kind: "apply", newStack: true, declaration: declaration(secrets.changedConfig) })).toContain(
    '"status":"done"',
  );
  for (const path of [
    ...["declaration", "declaration/versions", "declaration/versions/1", "plans", "runs", "resources", "resources/a"],
    ...["resources/a/inspection", "resources/a/history", "state", "outputs", "drift", "settings"],
  ])
    expect((await ask("GET", `${stack}/${path}`)).status).toBe(200);
  expect((await unheard("GET", `${stack}/outputs?reveal=true`)).text).toContain(secrets.changedConfig);

  // Wrong in every way that a message could quote.
  const wrong = [
    resource(`endpointAttachmentId: "\${config.note}", serviceAttachment: ${serviceAttachment}`),
    resource(`endpointAttachmentId: b, serviceAttachment: "\${config.note}"`),
    resource(`endpointAttachmentId: b, serviceAttachment: x, description: ["\${config.note}"]`),
    resource(`endpointAttachmentId: b, serviceAttachment: x, "\${config.note}": 1`),
    resource(`endpointAttachmentId: b, serviceAttachment: x, description: "a \${config.note} b"`),
    resource(`endpointAttachmentId: b, serviceAttachment: x, description: "\${int(config.note)}"`),
  ];
  for (const more of wrong)
    for (const tried of [
      () => put(declaration(secrets.config, more)),
      () => askPlan(declaration(secrets.config, more)),
      () => askCheck(declaration(secrets.config, more)),
    ])
      await tried();
  for (const value of [{ secret: secrets.config }, [secrets.config]]) await put(declaration(value));
  await ask("POST", "/v1/declarations:check", { body: { ...declaration("x"), config: secrets.config } });
  await ask("POST", "/v1/declarations:check", { body: `{"config":{"note":"${secrets.config}"` });
  await ask("POST", "/v1/declarations:graph", { body: declaration(secrets.config) });

  // Objects without a stack, read through a declaration with a secret.
  const objects = `/v1/types/${encodeURIComponent(attachment)}/objects`;
  const read = { id: "here/a", declaration: declaration(secrets.config) };
  expect((await ask("POST", `${objects}:read`, { body: read })).text).not.toContain(secrets.changedConfig);
  await ask("POST", `${objects}:findUnmanaged`, {
    body: { within: { location: "here" }, declaration: read.declaration },
  });
  await ask("PUT", "/v1/providers/p", {
    body: { ...provider, token: secrets.bearer },
    headers: { "if-none-match": "*" },
  });

  // Webhooks, right and wrong.
  const hook = (secret: string) => ({ id: "h", url: "https://hooks.example/x", topics: ["run.ended"], secret });
  const settings = (secret: string) =>
    ask("PUT", `${stack}/settings`, { body: { webhooks: [hook(secret)] }, headers: { "if-match": "*" } });
  expect((await settings(secrets.webhook)).status).toBe(200);
  expect((await settings(secrets.malformedWebhook)).status).toBe(422);
  expect((await settings(`whsec_${secrets.basic}`)).status).toBe(422);
  await ask("GET", `${stack}/settings`);
  // Whose receiver can't be reached.
  await up({ kind: "apply", newStack: true, declaration: declaration(secrets.config) });

  // Tokens of all kinds, good and bad.
  const made = await unheard("POST", "/v1/tokens", {
    body: { name: "t", role: "operator", expiresInDays: 1 },
    headers: { "idempotency-key": "k" },
  });
  const { token, id } = made.body as { readonly token: string; readonly id: string };
  await ask("POST", "/v1/tokens", {
    body: { name: "t", role: "operator", expiresInDays: 1 },
    headers: { "idempotency-key": "k" },
  });
  for (const authorization of [
    ...[`Bearer ${token}`, `Bearer ${jwt}`, `Bearer ${admin}`, `bearer  ${token}`, `Bearer ${token}x`],
    ...[`Bearer ${jwt.slice(0, -3)}`, `Bearer ${secrets.bearer}`, `Basic ${secrets.basic}`, secrets.bearer],
  ])
    for (const path of ["/v1/whoami", stack, "/v1/tokens", "/v1/audit-entries"])
      await ask("GET", path, { authorization });
  await ask("GET", `/v1/stacks?access_token=${secrets.bearer}`);
  await ask("POST", `/v1/tokens/${id}:revoke`);
  await ask("GET", "/v1/whoami", { authorization: `Bearer ${token}` });

  // What is counted and noted.
  expect((await ask("GET", "/metrics")).text).toContain("plumb_http_requests_total");
  expect((await ask("GET", "/v1/audit-entries?limit=1000")).text).toContain("declaration:write");
  expect((await ask("POST", "/v1/audit-entries:verify")).body).toMatchObject({ ok: true });
  await ask("GET", "/v1/store/health");
  expect(log.length).toBeGreaterThan(50);

  const all = {
    ...secrets,
    token,
    jwt,
    admin,
    secretOfToken: token.slice(-49, -6),
    signature: jwt.split(".")[2] ?? "",
  };
  for (const [what, secret] of Object.entries(all)) {
    expect(
      answers.filter((answer) => answer.includes(secret)),
      what,
    ).toEqual([]);
    expect(
      log.filter((line) => line.includes(secret)),
      what,
    ).toEqual([]);
  }
  // At rest they are sealed, or a digest; but for the file that gives the first admin their token.
  await close();
  for (const file of filesIn(dir).filter((name) => !name.endsWith("admin.token") && !isOfTheCloud(name)))
    for (const [what, secret] of Object.entries(all))
      expect(readFileSync(file).includes(secret), `${what} in ${file}`).toBe(false);
  witness.testify();
});

function askPlan(declared: JsonObject): Promise<Called> {
  return ask("POST", "/v1/projects/test/stacks/other/plans", {
    body: { kind: "apply", newStack: true, declaration: declared },
  });
}

function askCheck(body: JsonObject): Promise<Called> {
  return ask("POST", "/v1/declarations:check", { body });
}

function filesIn(folder: string): readonly string[] {
  return readdirSync(folder)
    .map((name) => join(folder, name))
    .flatMap((path) => (statSync(path).isDirectory() ? filesIn(path) : [path]));
}

/** The platforms have what was sent to them. */
function isOfTheCloud(path: string): boolean {
  return /cloud/.test(path.slice(dir.length));
}
