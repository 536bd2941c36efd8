import { generateKeyPairSync } from "node:crypto";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, vi } from "vitest";
import { azureCredentials } from "../../src/providers/credentials/azure/azure-credentials.ts";
import { googleCredentials } from "../../src/providers/credentials/google/google-credentials.ts";
import type { Machine } from "../../src/providers/credentials/sources/machine.ts";
import { goodClaims, signed, signingKey } from "../../src/service/access/issuers/issuer.fixture.ts";
import { attachments } from "../../src/service/use-cases/deployment.fixture.ts";
import { type VendorCase, vendors } from "./canaries.fixture.ts";
import { type HostileWorld, openPlumb } from "./hostile-world.fixture.ts";
import { declarationOf, planning } from "./planning.fixture.ts";
import { openServed } from "./served-plumb.fixture.ts";
import { answer } from "./sink.fixture.ts";

/** Every credential that a service may have in its environment. */
const environment: Readonly<Record<string, string>> = Object.assign(
  {},
  ...Object.values(vendors).map((each) => each.environment),
);

/**
 * Has a service of its own, which sends nothing any more afterwards, send a webhook to an address, or refuse it. Gives
 * what was answered.
 */
export async function webhookTo(world: HostileWorld, origin: string, isRefused: boolean): Promise<string> {
  const plumb = await openServed(world, { ...environment, PLUMB_LOCAL_OPERATION_MS: "0" });
  try {
    await plumb.ask("POST", "/v1/projects/test/stacks", { name: "dev" });
    const secret = `whsec_${Buffer.alloc(32, 7).toString("base64")}`;
    const webhooks = [{ id: "thief", url: `${origin}/x`, topics: ["run.ended"], secret }];
    const fresh = { headers: { "if-none-match": "*" } };
    const settled = await plumb.ask("PUT", "/v1/projects/test/stacks/dev/settings", { webhooks }, fresh);
    expect([origin, settled.status]).toEqual([origin, isRefused ? 422 : 200]);
    const { digest } = (
      await plumb.ask("POST", "/v1/projects/test/stacks/dev/plans", planning(attachments({ a: "x" })))
    ).body;
    const run = await plumb.ask("POST", "/v1/projects/test/stacks/dev/runs", { plan: digest });
    if (isRefused) await plumb.ask("GET", `/v1/projects/test/stacks/dev/runs/${run.body["run"]}/events`);
    else while (!world.received.includes("POST /x")) await sleep(20);
    if (isRefused) expect(world.received).toBe("");
    return settled.text;
  } finally {
    await plumb.close();
  }
}

/** Has a service ask for an issuer's keys, or refuse its settings. Gives what was answered. */
export async function keysFrom(
  world: HostileWorld,
  { issuer = "https://id.example", keysUrl, redirect }: { issuer?: string; keysUrl?: string; redirect?: string },
  isRefused: boolean,
): Promise<string> {
  const key = await signingKey("k1");
  world.answerWith(() => (head) => {
    if (redirect !== undefined && head.startsWith("GET /keys")) return answer("302 Found", {}, { location: redirect });
    return answer("200 OK", { keys: [key.publicJwk] });
  });
  const trusted = {
    issuer,
    audience: "https://plumb.test",
    keysUrl: keysUrl ?? "https://id.example/keys",
    tokenTypes: ["at+jwt"],
  };
  const opening = openServed(world, environment, { issuers: [trusted] });
  if (isRefused) {
    await expect(opening).rejects.toThrow("https address");
    return "";
  }
  const plumb = await opening;
  try {
    const claims = goodClaims(Math.floor(Date.now() / 1000), { iss: issuer, aud: "https://plumb.test" });
    const known = await plumb.ask("GET", "/v1/whoami", undefined, { token: await signed(key, claims) });
    expect(known.status).toBe(redirect === undefined ? 200 : 503);
    const evil = await signed(key, { ...claims, iss: "https://evil.example" }, { jku: "https://evil.example/keys" });
    expect((await plumb.ask("GET", "/v1/whoami", undefined, { token: evil })).status).toBe(401);
    expect(world.received).toContain("GET /keys");
    expect(world.received).not.toContain("/stolen");
    expect(world.receivedAt("evil.example")).toBe("");
    expect(world.received).not.toMatch(/^authorization:/im);
    return known.text;
  } finally {
    await plumb.close();
  }
}

/**
 * What the vendors' own libraries find on this machine: a key of a service account, and Azure's command with somebody
 * signed in.
 */
export interface Libraries {
  readonly machine: Machine;
  /** How often Azure's library has asked for a token since the last time it was forgotten. */
  asked(): number;
  forget(): void;
  close(): void;
}

const commandsToken = "canary-azure-command-0d2f";

export function openLibraries(): Libraries {
  const folder = mkdtempSync(join(tmpdir(), "plumb-library-"));
  const log = join(folder, "asked");
  const issued = {
    accessToken: commandsToken,
    expires_on: Math.floor(Date.now() / 1000) + 86_400,
    tokenType: "Bearer",
  };
  // The command, since the library keeps nothing of it: a managed identity's endpoint it keeps for all tests of the
  // process.
  writeFileSync(join(folder, "az"), `#!/bin/sh\necho asked >> ${log}\necho '${JSON.stringify(issued)}'\n`, {
    mode: 0o755,
  });
  vi.stubEnv("PATH", `${folder}:${process.env["PATH"] ?? ""}`);
  vi.stubEnv("AZURE_TOKEN_CREDENTIALS", "AzureCliCredential");
  const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const private_key = privateKey.export({ type: "pkcs8", format: "pem" }).toString();
  const client_email = "plumb@acme.iam.gserviceaccount.com";
  const text = JSON.stringify({ type: "service_account", client_email, private_key_id: "k1", private_key });
  const key = { text, name: "/keys/google.json" };
  return {
    machine: {
      google: (signIn) => googleCredentials({ ...signIn, key }),
      azure: azureCredentials,
      readText: async () => "",
      resolve: async () => ["203.0.113.9"],
      guarded: () => () => Promise.reject(new Error("nothing is sent")),
    },
    asked: () => (existsSync(log) ? readFileSync(log, "utf8").trim().split("\n").length : 0),
    forget: () => rmSync(log, { force: true }),
    close: () => {
      vi.unstubAllEnvs();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** What the requests of a library begin with: a token that it signed itself, or that Azure's command gave. */
const ofLibrary = /^authorization: bearer (eyJ|canary-azure-command)/im;

/** Leads the vendors' own libraries to addresses that are not the vendor's, and at last to the vendor's own. */
export async function librariesAt(
  world: HostileWorld,
  { machine, asked, forget }: Libraries,
  addressesOf: (home: string) => readonly string[],
): Promise<string> {
  let said = "";
  for (const name of ["google", "azure"]) {
    const vendor = vendors[name];
    if (vendor === undefined) throw new Error("no such vendor");
    for (const address of addressesOf(vendor.home)) said += await plan(world, vendor, address, {}, machine);
    // Neither was a token asked for, nor one sent.
    expect(world.received).toBe("");
    expect(asked()).toBe(0);
    expect(said).not.toContain(commandsToken);
    await plan(world, vendor, vendor.home, {}, machine);
    expect(world.receivedAt(new URL(vendor.home).host)).toMatch(ofLibrary);
    world.forget();
    forget();
  }
  return said;
}

const planes = [
  "https://management.azure.com",
  "https://management.usgovcloudapi.net",
  "https://management.chinacloudapi.cn",
];

/**
 * Leads tokens of each of Azure's planes to addresses that look like it, to the other planes, and at last to its own.
 */
export async function planesAt(world: HostileWorld, addressesOf: (home: string) => readonly string[]): Promise<string> {
  const { azure } = vendors;
  if (azure === undefined) throw new Error("no such vendor");
  let said = "";
  for (const home of planes) {
    const claims = Buffer.from(JSON.stringify({ aud: `${home}/` })).toString("base64url");
    const token = `e30.${claims}.${azure.canary}`;
    for (const address of [...addressesOf(home), ...planes.filter((each) => each !== home)])
      said += await plan(world, azure, address, { ARM_ACCESS_TOKEN: token });
    expect(world.received).toBe("");
    await plan(world, azure, home, { ARM_ACCESS_TOKEN: token });
    expect(world.receivedAt(new URL(home).host)).toContain(azure.canary);
    world.forget();
  }
  return said;
}

async function plan(
  world: HostileWorld,
  vendor: VendorCase,
  baseUrl: string,
  given: Readonly<Record<string, string>>,
  machine?: Machine,
): Promise<string> {
  const plumb = openPlumb(world, given, machine === undefined ? {} : { machine });
  const { text } = await plumb.ask(
    "POST",
    "/v1/projects/test/stacks/dev/plans",
    planning(declarationOf(vendor, baseUrl)),
  );
  await plumb.close();
  return text;
}
