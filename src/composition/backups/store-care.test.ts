import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { SealedSecrets } from "../../secrets/sealed-secrets.ts";
import { Audit } from "../../service/audit/audit.ts";
import { checkpointFile, checkpointKeyFile, checkpointKeyIn } from "../../service/audit/audit-files.ts";
import { chooseStore, type StoreOptions } from "../choose-store.ts";
import { systemClock, systemIds } from "../machine/system.ts";
import { storeCare } from "./store-care.ts";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "plumb-store-care-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function optionsOf(name: string): StoreOptions {
  const dir = join(folder, name);
  mkdirSync(dir, { recursive: true, mode: 0o700 });
  return { dir, environment: {}, clock: systemClock, ids: systemIds };
}

const careOf = (options: StoreOptions) => storeCare({ ...options, version: "0" });

/** A state directory with a sealed value; with `isServed` as a service leaves it, its audit log begun and signed. */
async function madeStore(isServed: boolean): Promise<StoreOptions> {
  const options = optionsOf("made");
  const choice = chooseStore(options);
  const store = choice.open();
  await new SealedSecrets(store.sealed, choice.keys()).of("lineage").seal("sesame");
  if (isServed) {
    const audit = new Audit({
      documentStore: store.documentStore,
      clock: systemClock,
      key: checkpointKeyFile(join(options.dir, "audit.key")),
      place: checkpointFile(join(options.dir, "audit.checkpoints")),
    });
    const from = { address: null, userAgent: null };
    const about = { action: "token:create", request: "", stack: null, subject: null, plan: null };
    await audit.conclude(await audit.record({ principal: "local:owner", from, ...about }), {
      ...{ result: "done", status: null, code: null },
    });
    await audit.signOff();
  }
  await choice.close();
  return options;
}

/** What the audit log of a state directory says after what `madeStore` wrote, and whether its checkpoints cover it. */
async function logOf(options: StoreOptions) {
  const choice = chooseStore(options);
  const { documentStore } = choice.open();
  const key = checkpointKeyIn(join(options.dir, "audit.key"));
  const place = checkpointFile(join(options.dir, "audit.checkpoints"));
  const audit = new Audit({ documentStore, clock: systemClock, key, place });
  const entries = await audit.list(2, 10);
  const { ok, length, vouchedFor } = await audit.verify();
  await choice.close();
  return { entries, ok, length, vouchedFor };
}

const by = { principal: "local:owner", from: { address: null, userAgent: null } };

test("a rotation of the keys stands in the audit log of a service's store, before it is made and after it", async () => {
  const options = await madeStore(true);
  expect(await careOf(options).rotateKeys(false)).toMatchObject({ version: 2 });
  const { entries, ...report } = await logOf(options);
  expect(entries).toMatchObject([
    { kind: "intent", action: "key:rotate", ...by },
    { kind: "outcome", of: 3, result: "done" },
  ]);
  expect(report).toEqual({ ok: true, length: 4, vouchedFor: 4 });
});

test("a rotation that can't begin is not recorded", async () => {
  const options = await madeStore(true);
  rmSync(join(options.dir, "secret.key"));
  await expect(careOf(options).rotateKeys(false)).rejects.toMatchObject({ code: "secrets-unreadable" });
  expect((await logOf(options)).entries).toEqual([]);
});

test("what is signed with another audit key than the one at hand is not signed by a rotation", async () => {
  const options = await madeStore(true);
  rmSync(join(options.dir, "audit.key"));
  checkpointKeyFile(join(options.dir, "audit.key"));
  await careOf(options).rotateKeys(false);
  expect(await logOf(options)).toMatchObject({ ok: true, length: 4, vouchedFor: 0 });
});

test("a restore stands in the log that it has brought back, after it", async () => {
  const options = await madeStore(true);
  const file = join(folder, "plumb.backup");
  const backup = await careOf(options).backup(file);
  expect((await logOf(options)).entries).toEqual([]);
  const into = optionsOf("into");
  expect(await careOf(into).restore(file, false)).toMatchObject({ keptAs: null });
  expect((await logOf(into)).entries).toMatchObject([
    { kind: "intent", action: "store:restore", subject: `the backup of ${backup?.madeAt}`, ...by },
    { kind: "outcome", of: 3, result: "done" },
  ]);
});

test("nothing is recorded where no service has ever kept a log", async () => {
  const options = await madeStore(false);
  const file = join(folder, "plumb.backup");
  await careOf(options).rotateKeys(false);
  await careOf(options).backup(file);
  const into = optionsOf("into");
  await careOf(into).restore(file, false);
  for (const each of [options, into]) expect(await logOf(each)).toMatchObject({ entries: [], length: 0 });
});
