import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { asking } from "../../packages/base/exchange/asking.fixture.ts";
import { exchangeOver } from "../../packages/base/exchange/exchange-over.fixture.ts";
import type { JsonObject } from "../../packages/base/json/json.ts";
import { armLocal } from "../../packages/local-cloud/azure/arm-local.ts";
import { databricksLocal } from "../../packages/local-cloud/databricks/databricks-local.ts";
import { googleLocal } from "../../packages/local-cloud/google/google-local.ts";
import type { RecordedLine } from "../../src/providers/recording/recorded-line.ts";
import { admin, ContractCloud, cloudOrigin } from "../contract/contract-cloud.ts";
import { CommandStage } from "./play-command.ts";
import { playDriver } from "./play-driver.ts";
import { PlayedVendor } from "./played-vendor.ts";
import type { Exchange } from "./recorded-case.ts";
import { type Subject, subjects } from "./subjects.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "plumb-recording-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const vendors = [
  ["google", "client", googleLocal],
  ["google", "attachment", googleLocal],
  ["databricks", "setting", databricksLocal],
  ["arm", "assignment", armLocal],
] as const;

test.each(vendors)("a recording of %s (%s) replays as a fixture", async (_vendor, name, local) => {
  const subject = subjects[name];
  if (subject === undefined) throw new Error(`no subject ${name}`);
  const cloud = new ContractCloud(local, 0);
  const sent: string[] = [];
  const answer = async (request: Request): Promise<Response> => {
    const { pathname, search } = new URL(request.url);
    if (request.method !== "GET") sent.push(request.method);
    const body = request.method === "GET" ? null : await request.text();
    const { method, headers } = request;
    return asking(cloud.exchangeAs(admin))(
      new Request(`${cloudOrigin}${pathname}${search}`, { method, headers, body }),
    );
  };
  const stage = new CommandStage(subject, { answer, writes: [] }, { PLUMB_RECORD: join(folder, "rec") });
  const before = await stage.play("up --yes");
  stage.close();
  cloud.close();
  const lines = recordedIn(join(folder, "rec"));
  expect(lines.filter(({ kind }) => kind === "exchange").length, before.output).toBeGreaterThan(0);

  const intent = lines.find((line) => line.kind === "journal" && line.entry === "intent");
  if (intent?.kind !== "journal") throw new Error(`the run wrote nothing: ${before.output}`);
  const content = intent.content as { request: { inputs: JsonObject }; provider: { config: JsonObject } };
  const exchanges = lines.flatMap((line): Exchange[] => {
    if (line.kind !== "exchange" || line.answer === undefined) return [];
    const { request, query, times, answer } = line;
    return [{ request, query, times, answer }];
  });
  const { found: _found, ...rest } = subject;
  const declared = Object.keys(subject.inputs);
  const inputs = Object.fromEntries(Object.entries(content.request.inputs).filter(([key]) => declared.includes(key)));
  const played: Subject = { ...rest, inputs, config: configOf(subject, content.provider.config) };

  const replay = new PlayedVendor(exchanges);
  const again = new CommandStage(played, replay);
  const after = await again.play("up --yes");
  again.close();
  expect(after.code, `${before.output}\n${after.output}`).toBe(before.code);
  expect(after.writes.map((line) => line.split(" ")[0])).toEqual(sent);

  // The driver alone. An attachment is made by an operation that tells of it, so nothing reads it afterwards.
  const full = { ...played, found: content.request.inputs };
  if (name === "attachment") {
    const created = await playDriver(subject.driver(exchangeOver(new PlayedVendor(exchanges).answer)), full, {
      call: "create",
      gives: {},
    });
    expect(["done", "running"]).toContain((created as { kind: string }).kind);
    return;
  }
  const reads = exchanges.filter(({ request }) => request.startsWith("GET ")).reverse();
  const driver = subject.driver(exchangeOver(new PlayedVendor(reads.map(({ times: _times, ...each }) => each)).answer));
  expect(await playDriver(driver, full, { call: "read", gives: {} })).toMatchObject({ kind: "done" });
});

/** As recorded; only the address of a workspace stays the one that the environment trusts. */
function configOf({ config }: Subject, recorded: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(config).map(([key, value]) => [key, key === "baseUrl" ? value : (recorded[key] ?? value)]),
  );
}

function recordedIn(path: string): readonly RecordedLine[] {
  expect(statSync(path).mode & 0o777).toBe(0o700);
  return readdirSync(path)
    .sort()
    .flatMap((recording) =>
      readdirSync(join(path, recording))
        .sort()
        .map((file) => {
          const at = join(path, recording, file);
          expect(statSync(at).mode & 0o777).toBe(0o600);
          return JSON.parse(readFileSync(at, "utf8")) as RecordedLine;
        }),
    );
}
