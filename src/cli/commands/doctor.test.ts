import { expect, test } from "vitest";
import type { DoctorView } from "../../contract/documents/service.ts";
import { failureAnswer, runFake } from "../cli-context.fixture.ts";

const whole: DoctorView = {
  file: ".plumb/state.db",
  status: "whole",
  counts: { stacks: 1, records: 7, openIntents: 0, claims: 7, journalEntries: 1, plans: 2, sealedValues: 1 },
  damage: [],
  lost: [],
  mended: [],
  auditKeys: [],
  keptAs: null,
};
const damaged: DoctorView = {
  ...whole,
  status: "damaged",
  damage: ["stack `dev`: its head disagrees with its checksum"],
};
const repaired: DoctorView = {
  ...damaged,
  status: "repaired",
  lost: ["Plan d of stack `dev`."],
  keptAs: ".plumb/state.db.damaged-20260101T000000Z",
};

test("doctor says what was checked, and exits with 1 while there is damage", async () => {
  const healthy = await runFake("doctor", { "GET /v1/store/health": { body: whole } });
  expect(healthy.code).toBe(0);
  expect(healthy.stdout).toMatchInlineSnapshot(`
    "Healthy: .plumb/state.db
      - 7 records in 1 stack
      - 1 entry in the journal
      - 0 calls of unfinished runs
      - 2 saved plans, 1 sealed value
    Pages, checksums, journals and records agree.
    "
  `);
  const broken = await runFake("doctor", { "GET /v1/store/health": { body: damaged } });
  expect(broken.code).toBe(1);
  expect(broken.stdout).toMatchInlineSnapshot(`
    "Damaged: .plumb/state.db
      - stack \`dev\`: its head disagrees with its checksum
    Can be recovered:
      - 7 records in 1 stack
      - 1 entry in the journal
      - 0 calls of unfinished runs
      - 2 saved plans, 1 sealed value
    Nothing is lost.
    \`plumb doctor --repair\` recovers it and keeps the damaged file.
    "
  `);
  const nothing = await runFake("doctor", { "GET /v1/store/health": { body: { ...whole, status: "nothing" } } });
  expect(nothing).toMatchObject({ code: 0, stdout: "Nothing is stored in .plumb/state.db.\n" });
});

test("doctor names the way back of a database, which it does not repair", async () => {
  const row = "stack `dev`: the record u1.0 disagrees with its checksum";
  const body = { ...damaged, damage: [row], lost: ["What is damaged."], needsBackup: true };
  const { code, stdout } = await runFake("doctor", { "GET /v1/store/health": { body } });
  expect([code, stdout]).toEqual([1, expect.stringContaining(`  - ${row}\n`)]);
  expect(stdout).toContain("`plumb restore FILE --replace`");
  expect(stdout).not.toContain("--repair");
});

test("doctor --repair says what was recovered, what is lost, and where the damaged file is", async () => {
  const routes = { "POST /v1/store/health:repair": { body: repaired } };
  const { code, stdout } = await runFake("doctor --repair", routes);
  expect(code).toBe(0);
  expect(stdout).toMatchInlineSnapshot(`
    "Repaired: .plumb/state.db
      - stack \`dev\`: its head disagrees with its checksum
    Recovered:
      - 7 records in 1 stack
      - 1 entry in the journal
      - 0 calls of unfinished runs
      - 2 saved plans, 1 sealed value
    Lost or unsure:
      - Plan d of stack \`dev\`.
    The damaged file is kept as .plumb/state.db.damaged-20260101T000000Z.
    "
  `);
  const gone = { "POST /v1/store/health:repair": { body: { ...repaired, keptAs: null } } };
  expect((await runFake("doctor --repair", gone)).stdout).not.toContain("kept as");
  expect(JSON.parse((await runFake("doctor --repair --json", routes)).stdout)).toEqual(repaired);
});

test("doctor says why it can't look", async () => {
  const { code, stderr } = await runFake("doctor --repair", {
    "POST /v1/store/health:repair": failureAnswer(503, "store-busy"),
  });
  expect(code).toBe(1);
  expect(stderr).toContain("store-busy");
});

test("doctor says of a whole store that a key of the audit log is missing", async () => {
  const body = { ...whole, auditKeys: ["e8a7866254833360"] };
  const { code, stdout } = await runFake("doctor", { "GET /v1/store/health": { body } });
  expect(code).toBe(0);
  for (const said of ["Healthy:", "e8a7866254833360", "audit.key"]) expect(stdout).toContain(said);
});
