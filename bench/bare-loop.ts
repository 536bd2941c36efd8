// The floor under Plumbline's cost: the wire calls of a run, sent by the same drivers to the same local cloud in the
// same process, and as many bytes group-committed to SQLite before and after each call. No declaration, no plan, no
// state: no engine. Run as a process of its own: `bare-loop.mjs up|destroy <folder> <count> <shape> <bytes before>
// <bytes after>`.

import { randomBytes } from "node:crypto";
import { join } from "node:path";
import process from "node:process";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as sleep } from "node:timers/promises";
import { exchangeOver } from "../packages/base/exchange/exchange-over.fixture.ts";
import { invariant } from "../packages/base/invariant.ts";
import { googleLocal } from "../packages/local-cloud/google/google-local.ts";
import { LocalCloud } from "../packages/local-cloud/runtime/local-cloud.ts";
import { LocalStorage } from "../packages/local-cloud/runtime/local-storage.ts";
import type { Change, Driver, ProviderInstance, Target } from "../src/engine/ports/driver.ts";
import { googleDriver } from "../src/providers/google/google-driver.ts";
import {
  attachmentInputs,
  clientInputs,
  isAttachment,
  parentOf,
  project,
  region,
  type Shape,
} from "./reference-stack.ts";

const [work, folder = ".", countText, shape, beforeText, afterText] = process.argv.slice(2);
const count = Number(countText);
const before = "b".repeat(Number(beforeText));
const after = "a".repeat(Number(afterText));
const parallel = shape === "chain" ? 1 : 32;

const storage = new LocalStorage(join(folder, "cloud.db"));
const unique = () => randomBytes(16).toString("hex");
const cloud = new LocalCloud({
  storage,
  vendors: [googleLocal],
  clock: { now: () => Date.now(), sleep: async (milliseconds) => void (await sleep(milliseconds)) },
  ids: { unique, suffix: (length) => unique().slice(0, length) },
  mode: "documented",
  operationMs: 0,
});
const driver = googleDriver(
  exchangeOver((request) => {
    request.headers.set("authorization", "Bearer local:admin@local.example");
    return cloud.fetch(request);
  }),
);

/** Rows that are durable when the promise resolves; those that wait together share a transaction. */
class Log {
  readonly #database = new DatabaseSync(join(folder, "log.db"));
  readonly #insert;
  #waiting: { readonly text: string; resolve(): void }[] = [];

  constructor() {
    this.#database.exec("PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL;");
    this.#database.exec("CREATE TABLE IF NOT EXISTS log (seq INTEGER PRIMARY KEY, entry TEXT NOT NULL) STRICT");
    this.#insert = this.#database.prepare("INSERT INTO log (entry) VALUES (?)");
  }

  append(text: string): Promise<void> {
    return new Promise((resolve) => {
      this.#waiting.push({ text, resolve });
      if (this.#waiting.length === 1) setImmediate(() => this.#commit());
    });
  }

  #commit(): void {
    const batch = this.#waiting;
    this.#waiting = [];
    this.#database.exec("BEGIN IMMEDIATE");
    for (const { text } of batch) this.#insert.run(text);
    this.#database.exec("COMMIT");
    for (const { resolve } of batch) resolve();
  }

  close(): void {
    this.#database.close();
  }
}

const log = new Log();
const provider: ProviderInstance = {
  ref: "google",
  kind: "google",
  config: { project, region, baseUrl: "http://cloud.plumbline.local" },
};

function targetOf(number: number): Target {
  const common = { apiVersion: "v1", provider };
  if (isAttachment(number)) {
    const variables = { project, location: region, endpointAttachmentId: `attachment-${number}` };
    const id = `projects/${project}/locations/${region}/endpointAttachments/attachment-${number}`;
    return { ...common, type: "connectors:EndpointAttachment", id, variables };
  }
  const variables = { project, location: "global", oauthClientId: `client-${number}` };
  const id = `projects/${project}/locations/global/oauthClients/client-${number}`;
  return { ...common, type: "iam:OAuthClient", id, variables };
}

function changeOf(number: number): Change {
  const target = targetOf(number);
  const common = { target, prior: null, condition: null };
  if (work === "destroy") return { ...common, operation: "delete", inputs: {}, fields: [] };
  const description = parentOf(shape as Shape, number) === undefined ? "behind nothing" : "behind 10.0.0.1";
  const inputs = isAttachment(number) ? attachmentInputs(number, description) : clientInputs(number, description);
  return { ...common, operation: "create", inputs, fields: Object.keys(inputs) };
}

async function send(number: number): Promise<void> {
  const change = changeOf(number);
  await log.append(before);
  let outcome: Awaited<ReturnType<Driver["write"]>> = await driver.write(change);
  while (outcome.kind === "pending") outcome = await driver.poll(change, outcome.operationName);
  invariant(outcome.kind === "done", `the local cloud refused ${change.target.id}: ${JSON.stringify(outcome)}`);
  await log.append(after);
}

// A run begins with a look at what is there.
for (const number of [0, 1]) await driver.list(targetOf(number));
let next = 0;
const lane = async () => {
  while (next < count) {
    next += 1;
    await send(next - 1);
  }
};
await Promise.all(Array.from({ length: parallel }, lane));
log.close();
storage.close();
