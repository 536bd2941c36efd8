import type { Ids } from "../../packages/base/ids.ts";
import type { LeaseHolder } from "../../src/engine/ports/store.ts";
import type { Handle, Intent, RecordEffect, RunEnded, StepResult } from "../../src/engine/state/journal.ts";
import type { RecordedProvider, ResourceRecord } from "../../src/engine/state/records/record.ts";

/** Fresh ids that count up. */
export function countingIds(): Ids {
  let count = 0;
  return {
    unique: () => {
      count += 1;
      return count.toString(16).padStart(32, "0");
    },
    suffix: (length) => "a".repeat(length),
  };
}

export const holder: LeaseHolder = { host: "one.example", pid: 17, since: "2026-01-01T00:00:00.000Z" };
export const run = "run-1";

const provider: RecordedProvider = {
  ref: "google",
  kind: "google",
  cloudId: "https://cloud.test",
  configDigest: "sha256:0",
  config: { project: "acme" },
};

/** An intent of the object `uid`; its claim is `claim` or the uid's own. */
export function intent(seq: number, uid: string, claim = `claim ${uid}`): Intent {
  return {
    kind: "intent",
    format: 1,
    run,
    at: "2026-01-01T00:00:00.000Z",
    seq,
    step: `step ${uid}`,
    uid,
    address: `at-${uid}`,
    type: "iam:OAuthClient",
    attempt: 1,
    epoch: 1,
    identity: { id: `id ${uid}`, claim, variables: { name: uid } },
    claimKey: claim,
    provider,
    apiVersion: "v1",
    operation: "create",
    request: { inputs: { text: 'ünïcødé \u0000 \u{1f600} "quoted"', none: null }, fields: ["text"] },
    before: null,
    condition: null,
    record: null,
    idempotencyKey: `key ${seq}`,
    flags: [1],
  };
}

export function handle(intentSeq: number, url: string): Handle {
  return { kind: "handle", run, intentSeq, url };
}

export function result(intentSeq: number | null, effects: readonly RecordEffect[] = []): StepResult {
  return { kind: "result", run, step: "step", intentSeq, outcome: "done", detail: "", effects };
}

export function ended(outputs: RunEnded["outputs"]): RunEnded {
  return { kind: "run-ended", run, at: "2026-01-01T00:00:00.000Z", status: "done", outputs };
}

export function put(uid: string, rest: Partial<ResourceRecord> = {}, claim = `claim ${uid}`): RecordEffect {
  return { kind: "put", record: record(uid, rest), claimKey: claim };
}

export function remove(uid: string, generation = 0, claim = `claim ${uid}`): RecordEffect {
  return { kind: "remove", uid, generation, claimKey: claim };
}

export function record(uid: string, rest: Partial<ResourceRecord> = {}): ResourceRecord {
  return {
    format: 1,
    uid,
    address: `at-${uid}`,
    generation: 0,
    status: "current",
    type: "iam:OAuthClient",
    definitionVersion: "v1",
    apiVersion: "v1",
    provider,
    identity: { id: `id ${uid}`, claim: `claim ${uid}`, variables: { name: uid } },
    inputs: { displayName: "x" },
    outputs: { displayName: "x", big: 2 ** 53 - 1, list: [1, { a: null }] },
    observed: { version: null, digest: "sha256:1", at: "2026-01-01T00:00:00.000Z" },
    dependsOn: [],
    options: { protect: false, onDestroy: "delete" },
    imported: false,
    lastRun: run,
    ...rest,
  };
}
