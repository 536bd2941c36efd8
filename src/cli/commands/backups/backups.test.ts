import { expect, test } from "vitest";
import { Fault } from "../../../../packages/base/fault.ts";
import { runFake } from "../../cli-context.fixture.ts";
import type { BackupReport, StoreCare } from "../../connection/store-care.ts";

const report: BackupReport = {
  file: "b",
  bytes: 9,
  madeAt: "2026-01-01T00:00:00.000Z",
  madeBy: "1",
  store: "postgres",
  counts: { stacks: 1, records: 2, openIntents: 0, journalEntries: 3, plans: 1, sealedValues: 1 },
  key: { file: "secret.key", opens: false },
};

const never = () => Promise.reject(new Error("not asked for"));
const care = (part: Partial<StoreCare>) => ({
  storeCare: async (): Promise<StoreCare> => ({
    ...{ backup: never, examine: never, restore: never, rotateKeys: never },
    ...part,
  }),
});

test("a backup tells what it holds, and which key is missing", async () => {
  const { code, stdout } = await runFake("backup --out b", {}, care({ backup: async () => report }));
  expect(code).toBe(0);
  expect(stdout).toContain("2 records in 1 stack");
  expect(stdout).toContain("secret.key");
  const json = await runFake("backup --out b --json", {}, care({ backup: async () => report }));
  expect(JSON.parse(json.stdout)).toEqual(report);
});

test("nothing is backed up where nothing is stored, and a backup needs a file", async () => {
  expect((await runFake("backup --out b", {}, care({ backup: async () => null }))).code).toBe(2);
  expect((await runFake("backup", {}, care({}))).code).toBe(2);
});

test("what is done to a store itself goes through no server", async () => {
  for (const line of ["backup --out b", "restore b", "key rotate"]) {
    const { code, requests } = await runFake(`${line} --server https://plumb.example`, {}, care({}));
    expect([line, code]).toEqual([line, 2]);
    expect(requests).toEqual([]);
  }
});

test("a store that is not empty is replaced only when that is said", async () => {
  const asked: boolean[] = [];
  const restore: StoreCare["restore"] = async (_, replace) => {
    asked.push(replace);
    return replace ? { ...report, into: "state.db", keptAs: "state.db.replaced" } : "not-empty";
  };
  const refused = await runFake("restore b", {}, care({ restore }));
  expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining("--replace")]);
  const { code, stdout } = await runFake("restore b --replace", {}, care({ restore }));
  expect([code, stdout]).toEqual([0, expect.stringContaining("state.db.replaced")]);
  expect(asked).toEqual([false, true]);
});

test("the doctor looks at a backup, and says what is wrong with one", async () => {
  expect((await runFake("doctor b", {}, care({ examine: async () => report }))).stdout).toContain("Whole:");
  const cut = () => Promise.reject(new Fault("file-unreadable", "the backup b can't be used: it is cut short"));
  const { code, stderr } = await runFake("doctor b", {}, care({ examine: cut }));
  expect([code, stderr]).toEqual([2, expect.stringContaining("cut short")]);
  expect((await runFake("doctor b --repair", {}, care({}))).code).toBe(2);
});

test("a rotation tells what is sealed anew, and what is kept", async () => {
  const rotation = { file: "secret.key", version: 2, wasUnfinished: true, resealed: 3, strange: 1, former: 1 };
  const asked: boolean[] = [];
  const rotateKeys: StoreCare["rotateKeys"] = async (forget) => {
    asked.push(forget);
    return rotation;
  };
  const files = { "plumb.yaml": "name: x\n", "plumb.dev.yaml": "config: { pin: { $sealed: old }, region: eu }\n" };
  const { stdout } = await runFake("key rotate --forget", {}, { ...care({ rotateKeys }), files });
  expect(stdout.replaceAll(/\s+/g, " ")).toContain("plumb.dev.yaml: what was sealed here opens no more.");
  expect(stdout.replaceAll(/\s+/g, " ")).toContain("`plumb config set KEY --secret`: pin.");
  for (const said of ["broken off", "3 values", "1 value of", "1 former data key"]) expect(stdout).toContain(said);
  expect(stdout.replaceAll(/\s+/g, " ")).toMatch(
    / Each service and worker that reads another key file than secret\.key, as on another machine, needs the new key: /,
  );
  expect(asked).toEqual([true]);
  expect((await runFake("key rotate", {}, care({ rotateKeys: async () => null }))).code).toBe(2);
});
