import { randomBytes } from "node:crypto";
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, unlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { asking } from "../../packages/base/exchange/asking.fixture.ts";
import { exchangeOver } from "../../packages/base/exchange/exchange-over.fixture.ts";
import type { Json } from "../../packages/base/json/json.ts";
import { type Embedded, openEmbedded } from "../../src/composition/embedded.ts";
import { embeddedFetch } from "../../src/composition/embedded-fetch.fixture.ts";
import { systemClock, systemIds } from "../../src/composition/machine/system.ts";
import type { Answer, Calls } from "../../src/contract/call.ts";
import { declarationOf, subjects } from "./base-declarations.ts";
import { playCommand } from "./played-command.ts";

let dir = "";
let canary = "";
let embedded: Embedded;
/** All that was printed and answered so far. */
let said: string[] = [];
let refuseWith: ((request: Request) => Promise<Response | null>) | null = null;

/** The local cloud stands in for the vendors, so that a test can make it refuse. */
function open(): Embedded {
  const made: Embedded = openEmbedded({
    version: "0.0.0",
    dir,
    environment: { PLUMB_CLOUD: "vendors" },
    clock: systemClock,
    ids: systemIds,
    network: exchangeOver(async (request) => {
      const refusal = await refuseWith?.(request.clone());
      if (refusal !== null && refusal !== undefined) return refusal;
      const url = new URL(request.url);
      const headers = new Headers(request.headers);
      headers.set("authorization", "Bearer local:admin@local.example");
      const body = request.method === "GET" ? {} : { body: await request.text() };
      return asking(made.localCloud)(
        new Request(`http://cloud.test${url.pathname}${url.search}`, { method: request.method, headers, ...body }),
      );
    }),
  });
  return made;
}

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "plumbline-secrets-"));
  canary = `canary-${randomBytes(12).toString("hex")}`;
  said = [];
  refuseWith = null;
  embedded = open();
});

afterEach(async () => {
  await embedded.close();
  rmSync(dir, { recursive: true, force: true });
});

/** Everything durable but the local cloud's own database. */
function stateBytes(): string {
  return readdirSync(dir)
    .filter((name) => !name.startsWith("cloud.db"))
    .map((name) => readFileSync(join(dir, name)).toString("latin1"))
    .join("\n");
}

interface Declared {
  readonly audience?: string;
  readonly options?: Json;
  /** What the client is described by, and the output `token`. */
  readonly token?: string;
}

function declaration(more: Declared = {}): string {
  const { token = "${config.token}" } = more;
  const client = subjects["iam:OAuthClient"]?.properties ?? {};
  const collector = subjects["migrate:ServerCollector"]?.properties ?? {};
  return declarationOf(
    {
      portal: {
        type: "iam:OAuthClient",
        properties: { ...client, description: token },
        ...{ options: more.options ?? { additionalSecretOutputs: ["clientId"] } },
      },
      collector: {
        type: "migrate:ServerCollector",
        properties: {
          ...collector,
          properties: { agentProperties: { spnDetails: { audience: more.audience ?? "${portal.description}" } } },
        },
      },
      gate: {
        type: "connectors:EndpointAttachment",
        properties: {
          endpointAttachmentId: "gate",
          serviceAttachment: "projects/p/regions/r/serviceAttachments/s",
          description: "${portal.clientId}",
        },
      },
    },
    {
      config: { token: { type: "string", secret: true }, kind: { default: "plain" } },
      outputs: { token, clientId: "${portal.clientId}", type: "${portal.clientType}" },
    },
  );
}

/** One command line against the embedded Plumbline; all that it prints is kept. */
async function plumb(text: string, ...argv: readonly string[]): Promise<{ code: number; out: string }> {
  const calls: Calls = async (call, source) => {
    const answer = await embedded.calls(call, source);
    if (!call.query.some(([name, value]) => name === "reveal" && value === true)) return overheard(answer);
    return answer;
  };
  const played = await playCommand(argv, text, calls, (written) => said.push(written));
  if (!argv.includes("--reveal")) said.push(played.out);
  return played;
}

/** The same answer; all that it tells is kept. */
function overheard(answer: Answer): Answer {
  if (answer.kind === "refused" || answer.stream === undefined) {
    said.push(JSON.stringify(answer));
    return answer;
  }
  const { events } = answer.stream;
  const heard = async function* () {
    for await (const event of events) {
      said.push(JSON.stringify(event));
      yield event;
    }
  };
  return { ...answer, stream: { events: heard() } };
}

const withToken = () => ["--config", `token=${canary}`];

async function up(text: string): Promise<void> {
  const { code, out } = await plumb(text, "up", "--yes", ...withToken());
  expect(out).toContain("(secret)");
  expect({ code, out }).toMatchObject({ code: 0 });
}

async function vendorDocument(path: string): Promise<Record<string, Json>> {
  const call = new Request(`http://cloud.test/${path}`, {
    headers: { authorization: "Bearer local:admin@local.example" },
  });
  return (await (await asking(embedded.localCloud)(call)).json()) as Record<string, Json>;
}

const portalPath = "v1/projects/acme-prod/locations/global/oauthClients/web-portal";

describe("a canary in secret config", () => {
  test.each([
    ["whole", "${config.token}"],
    ["in a text", "Bearer ${config.token}, ${config.kind}"],
  ])("reaches the vendor %s, and nothing that Plumbline writes or says", async (_, token) => {
    const text = declaration({ token });
    const written = token.replace("${config.token}", canary).replace("${config.kind}", "plain");
    for (const json of [[], ["--json"]]) await plumb(text, "plan", ...withToken(), ...json);
    await up(text);
    const stored = await vendorDocument(portalPath);
    expect(stored["description"]).toBe(written);
    const clientId = String(stored["clientId"]);
    expect(clientId.length).toBeGreaterThan(4);

    const again = await plumb(text, "plan", "--detailed-exitcode", ...withToken());
    expect(again).toMatchObject({ code: 0 });
    const commands = [
      ["check", ...withToken()],
      ["graph", ...withToken()],
      ["up", "--yes", ...withToken()],
      ["outputs"],
      ["outputs", "token"],
      ["state", "list"],
      ["state", "show", "portal"],
      ["state", "show", "collector"],
      ["state", "export"],
      ["drift"],
      ["refresh"],
      ["plan", "--list"],
      ["why", "portal", ...withToken()],
      ["get", "iam:OAuthClient", "projects/acme-prod/locations/global/oauthClients/web-portal", ...withToken()],
      ["explain", "iam:OAuthClient"],
    ];
    for (const command of commands)
      for (const json of [[], ["--json"]]) {
        const { code, out } = await plumb(text, ...command, ...json);
        expect({ command, code, out }).toMatchObject({ code: 0 });
      }
    expect((await plumb(text, "outputs", "token")).out).toBe("(secret)\n");

    const everything = [stateBytes(), ...said].join("\n");
    expect(everything).toContain("fingerprint");
    expect(everything).not.toContain(canary);
    expect(everything).not.toContain(clientId);
    expect((await plumb(text, "outputs", "token", "--reveal")).out.trim()).toBe(written);
    expect((await plumb(text, "outputs", "clientId", "--reveal")).out.trim()).toBe(clientId);
  });

  test("stays sealed where another stack only looks at the object", async () => {
    await up(declaration());
    const id = "projects/acme-prod/locations/global/oauthClients/web-portal";
    const looking = declarationOf(
      { seen: { type: "iam:OAuthClient", get: { id } } },
      { outputs: { description: "${seen.description}", name: "${seen.name}" } },
    );
    for (const command of [["up", "--yes"], ["plan"], ["outputs"], ["state", "export"], ["plan", "--json"]]) {
      expect(await plumb(looking, ...command, "-s", "onlooker")).toMatchObject({ code: 0 });
    }
    expect((await plumb(looking, "outputs", "description", "-s", "onlooker")).out).toBe("(secret)\n");
    expect((await plumb(looking, "outputs", "name", "-s", "onlooker")).out).toBe(`${id}\n`);
    expect([stateBytes(), ...said].join("\n")).not.toContain(canary);
  });

  test.each(["${config.token}", "Bearer ${config.token}"])("a platform that echoes %s is not quoted", async (token) => {
    refuseWith = async (request) => {
      const body = await request.text();
      if (request.method === "GET" || !body.includes(canary)) return null;
      return Response.json(
        { error: { code: 400, message: `bad ${canary}`, status: "INVALID_ARGUMENT" } },
        { status: 400 },
      );
    };
    const { code, out } = await plumb(declaration({ token }), "up", "--yes", ...withToken());
    expect(code).toBe(1);
    expect(out).toContain("bad (secret)");
    expect([stateBytes(), ...said].join("\n")).not.toContain(canary);
  });

  test("another value is a change that shows neither", async () => {
    await up(declaration());
    const former = canary;
    canary = `${canary}-2`;
    const { out } = await plumb(declaration(), "plan", ...withToken());
    expect(out).toMatch(/\(secret [0-9a-f]{12}\) -> \(secret [0-9a-f]{12}\)/);
    await up(declaration());
    expect((await vendorDocument(portalPath))["description"]).toBe(canary);
    const answer = await embeddedFetch(embedded)(new Request("http://plumb.test/v1/projects/test/stacks/dev/runs"));
    const { runs } = (await answer.json()) as { readonly runs: readonly { readonly run: string }[] };
    expect((await plumb(declaration(), "undo", runs[0]?.run ?? "", "--yes")).code).toBe(0);
    expect((await vendorDocument(portalPath))["description"]).toBe(former);
    expect([stateBytes(), ...said].join("\n")).not.toContain(former);
  });

  test("a value that breaks its field's rules stops the step before any call, unseen", async () => {
    canary = canary.padEnd(300, "x");
    const { code, out } = await plumb(declaration(), "up", "--yes", ...withToken());
    expect(code).not.toBe(0);
    expect(out).toContain("value-too-long");
    expect([stateBytes(), ...said].join("\n")).not.toContain(canary);
  });

  test("can't be computed with, name an object, or configure a provider", async () => {
    const at = (field: string, value: string) =>
      declaration().replace(
        field === "description" ? '"description":"${config.token}"' : `"${field}":"web-portal"`,
        `"${field}":"${value}"`,
      );
    const part = await plumb(at("description", "a ${size(config.token)}"), "check", ...withToken());
    expect(part.out).toMatch(/expression-failed.* secret /s);
    const name = await plumb(at("oauthClientId", "${config.token}"), "check", ...withToken());
    expect(name.out).toMatch(/value-not-allowed.*`oauthClientId`/s);
    const input = await plumb(
      declaration({ options: { additionalSecretOutputs: ["description"] } }),
      "check",
      ...withToken(),
    );
    expect(input.out).toMatch(/invalid-option.*`description` .* input/s);
    const misspelt = await plumb(
      declaration({ options: { additionalSecretOutputs: ["clientID"] } }),
      "check",
      ...withToken(),
    );
    expect(misspelt.out).toContain("`clientId`");
    const provider = await plumb(
      declaration().replace('"project":"acme-prod"', '"project":"${config.token}"'),
      "check",
      ...withToken(),
    );
    expect(provider.out).toMatch(/value-not-allowed.* provider /s);
  });
});

test("the key file is its owner's alone, and the state is of no use without it", async () => {
  await up(declaration());
  const key = join(dir, "secret.key");
  expect(statSync(key).mode & 0o777).toBe(0o600);
  await embedded.close();
  unlinkSync(key);
  embedded = open();
  const { code, out } = await plumb(declaration(), "plan", ...withToken());
  expect(code).toBe(1);
  expect(out).toMatch(new RegExp(`secrets-unreadable.* missing: ${key}`, "s"));
  expect(readdirSync(dir)).not.toContain("secret.key");
});

test("where nothing is secret there is no key", async () => {
  const text = declarationOf({
    portal: { type: "iam:OAuthClient", properties: subjects["iam:OAuthClient"]?.properties ?? {} },
  });
  expect((await plumb(text, "up", "--yes")).code).toBe(0);
  expect(readdirSync(dir)).not.toContain("secret.key");
});

test("an output that is sealed from now on, or no longer, has not moved", async () => {
  await plumb(declaration({ options: {} }), "up", "--yes", ...withToken());
  for (const options of [{ additionalSecretOutputs: ["clientId"] }, {}]) {
    const { out } = await plumb(declaration({ options }), "plan", ...withToken());
    expect(out).toContain("additionalSecretOutputs");
    expect(out).not.toContain("Moved on the platform");
    await plumb(declaration({ options }), "up", "--yes", ...withToken());
  }
});
