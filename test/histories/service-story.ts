import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { exportJWK, generateKeyPair } from "jose";
import type { JsonObject } from "../../packages/base/json/json.ts";
import { afterSecondCreation, type HistoryPlace } from "./place.ts";
import type { RecordedPapers, RecordedService } from "./recorded.ts";
import { audience, issuer, ServedHistory } from "./served.ts";

const stack = "projects/quay/stacks/dev";
const broken = "projects/quay/stacks/broken";

/** What a program asked for, word by word: the same again is answered as it was then. */
export const madePlan = { key: "recorded-plan", path: `${stack}/plans`, body: planOf("made", "One") };
export const madeRun = (plan: string) => ({ key: "recorded-run", path: `${stack}/runs`, body: { plan } });
export const waitingRun = (run: string) => `${stack}/runs/${run}`;
export const brokenRun = (run: string) => `${broken}/runs/${run}`;

/** Reads of papers, which are answered as they were then. */
const papers = [
  `${stack}/settings`,
  `${stack}/role-assignments`,
  `${stack}/declaration`,
  "role-assignments",
  "credentials",
  "tokens",
  "principals",
];

/** A service with people and programs; it is stopped in the end, with a run that waits for approval. */
export async function recordService(place: HistoryPlace): Promise<RecordedPapers> {
  await writeAccess(place);
  return ServedHistory.during(place, async (service) => {
    const made = await firstRun(service);
    const tokens = await people(service);
    await keptPapers(service);
    const waiting = await startWaitingRun(service, tokens.ci);
    const [papers, audit] = [await readPapers(service), await firstAuditEntry(service)];
    return { tokens, runs: { made, waiting }, papers, firstAuditEntry: audit };
  });
}

/** A run that a program asks for under keys. */
async function firstRun(service: ServedHistory): Promise<string> {
  const { admin } = service;
  const { digest } = await service.done(admin, "POST", madePlan.path, madePlan);
  const { run: made } = await service.done(admin, "POST", `${stack}/runs`, madeRun(String(digest)));
  await service.untilRun(`${stack}/runs/${made}`, "done");
  return String(made);
}

/** Tokens of programs, one of which was lost, and roles of people, groups and programs. */
async function people(service: ServedHistory): Promise<RecordedService["tokens"]> {
  const { admin } = service;
  const token = async (name: string, more: JsonObject) =>
    service.done(admin, "POST", "tokens", { body: { name, role: "operator", expiresInDays: 30, ...more } });
  const [ci, robot, revoked] = [
    await token("ci", { stacks: ["quay/dev"] }),
    await token("robot", { machine: true }),
    await token("lost", {}),
  ];
  await service.done(admin, "POST", `tokens/${revoked["id"]}:revoke`);
  const give = (path: string, role: string) => service.done(admin, "PUT", path, { body: { role } });
  const bo = encodeURIComponent(`user:${issuer}|bo`);
  await service.ask(await service.tokenOf("bo"), "GET", "whoami");
  await give(`${stack}/role-assignments/${bo}`, "operator");
  await give(`${stack}/role-assignments/${encodeURIComponent(`token:${robot["id"]}`)}`, "operator");
  await give("role-assignments/group:auditors", "reader");
  return { ci: String(ci["token"]), robot: String(robot["token"]), revoked: String(revoked["token"]) };
}

/** What else a service keeps of a stack, and of a vendor. */
async function keptPapers(service: ServedHistory): Promise<void> {
  const { admin } = service;
  const settings = {
    approvals: 1,
    driftEveryMs: 86_400_000,
    webhooks: [
      {
        id: "chat",
        url: "https://chat.invalid/hook",
        topics: ["drift.found"],
        secret: `whsec_${"aGFyYm91cg".repeat(4)}`,
      },
    ],
  };
  await service.done(admin, "PUT", `${stack}/settings`, { body: settings, expects: { "if-match": "*" } });
  await service.done(admin, "PUT", `${stack}/declaration`, {
    body: planOf("made", "Two").declaration,
    expects: { "if-none-match": "*" },
  });
  const credential = { kind: "databricks", credential: { environment: "LAB_TOKEN" }, stacks: ["quay/lab-*"] };
  await service.done(admin, "PUT", "credentials/lab", { body: credential, expects: { "if-none-match": "*" } });
}

/** A run that nobody has approved yet; its stack's settings ask for one. */
export async function startWaitingRun(service: ServedHistory, token: string): Promise<string> {
  const { digest } = await service.done(token, "POST", `${stack}/plans`, { body: planOf("made", "Two") });
  const { run } = await service.done(token, "POST", `${stack}/runs`, { body: { plan: String(digest) } });
  await service.untilRun(waitingRun(String(run)), "awaiting-approval");
  return String(run);
}

/** A service that is killed in the middle of a run; gives the run. */
export async function recordBrokenService(place: HistoryPlace): Promise<string> {
  return ServedHistory.during(place, async (service) => {
    const { admin } = service;
    const { digest } = await service.done(admin, "POST", `${broken}/plans`, { body: planOf("broken", "One") });
    const started = { body: { plan: String(digest), parallel: 1 } };
    let run = "";
    await place.killAt(afterSecondCreation, async () => {
      run = String((await service.done(admin, "POST", `${broken}/runs`, started))["run"]);
      return service.process;
    });
    return run;
  });
}

/** Entity tags are left out: they say nothing, and a later version may choose others. */
export async function readPapers(service: ServedHistory): Promise<JsonObject> {
  const read: Record<string, JsonObject> = {};
  for (const path of papers) read[path] = await service.done(service.admin, "GET", path);
  return JSON.parse(JSON.stringify(read, (key, value) => (key === "etag" ? undefined : value)));
}

export async function firstAuditEntry(service: ServedHistory): Promise<JsonObject> {
  const { entries } = (await service.done(service.admin, "GET", "audit-entries?limit=1")) as {
    readonly entries: readonly JsonObject[];
  };
  return entries[0] ?? {};
}

/** People whose provider signs with a key of this history. */
async function writeAccess(place: HistoryPlace): Promise<void> {
  const { privateKey, publicKey } = await generateKeyPair("ES256", { extractable: true });
  const head = { kid: "recorded", alg: "ES256", use: "sig" };
  const write = (name: string, document: object) =>
    writeFileSync(join(place.folder, name), `${JSON.stringify(document, null, 2)}\n`, { mode: 0o600 });
  write("issuer.json", { ...(await exportJWK(privateKey)), ...head });
  write("access.json", {
    issuers: [{ issuer, audience, jwks: { keys: [{ ...(await exportJWK(publicKey)), ...head }] } }],
    credentialSources: { environment: ["LAB_TOKEN"] },
  });
}

function planOf(name: string, description: string) {
  const objects = Array.from({ length: 3 }, (_, index) => `${name}-${index}`);
  const resources = objects.map(
    (each) =>
      `  ${each}: { type: "connectors:EndpointAttachment", properties: { endpointAttachmentId: ${each}, ` +
      `description: ${description}, serviceAttachment: projects/p/regions/r/serviceAttachments/s } }\n`,
  );
  const text =
    "name: quay\nproviders:\n  google: { kind: google, project: acme, region: here }\nresources:\n" +
    `${resources.join("")}`;
  return { kind: "apply", newStack: true, declaration: { file: "plumb.yaml", text, config: {} } };
}
