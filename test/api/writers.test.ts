import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Fetch } from "../../packages/base/exchange/fetch.ts";
import { apiFetch } from "../../src/http/fetch-api.fixture.ts";
import { RunDispatcher } from "../../src/service/background/run-dispatcher.ts";
import { attachments } from "../../src/service/use-cases/deployment.fixture.ts";
import { findPostgres, type PostgresServer, startPostgres } from "../contract/postgres-server.ts";
import { playsAllCases } from "../properties/part-of-cases.ts";
import { type Process, processAt } from "../service/service-parts.ts";
import { Witness } from "./witness.ts";

const writers = 64;
/** As many rounds as are promised in the long tier. */
const rounds = playsAllCases ? 1000 : 20;

const programs = findPostgres();

interface Written {
  readonly what: string;
  readonly path: string;
  /** A body that tells its writer. */
  bodyOf(round: number, writer: number): unknown;
  /** Whose it is. */
  writerOf(document: Record<string, unknown>): string;
}

const written: readonly Written[] = [
  {
    what: "a declaration",
    path: "/v1/projects/test/stacks/dev/declaration",
    bodyOf: (round, writer) => attachments({ a: `r${round}w${writer}` }),
    writerOf: ({ text }) => /description: (r\d+w\d+)/.exec(String(text))?.[1] ?? "",
  },
  {
    what: "the settings of a stack",
    path: "/v1/projects/test/stacks/dev/settings",
    bodyOf: (round, writer) => ({ approvals: 0, driftEveryMs: 60_000 + round * writers + writer, webhooks: [] }),
    writerOf: ({ driftEveryMs }) => {
      const number = Number(driftEveryMs) - 60_000;
      return `r${Math.floor(number / writers)}w${number % writers}`;
    },
  },
];

describe.each([
  ["SQLite", true],
  ["PostgreSQL", programs !== undefined],
])("64 writers of one ETag at two processes over %s", { timeout: 600_000 }, (store, isPossible) => {
  let folder: string;
  let server: PostgresServer | undefined;
  let processes: readonly Process[] = [];
  let doors: readonly Fetch[] = [];
  const witness = new Witness();

  beforeAll(async () => {
    if (!isPossible) return;
    folder = mkdtempSync(join(tmpdir(), "plumb-writers-"));
    if (store === "PostgreSQL") server = await startPostgres(programs ?? "");
    const meeting = { folder, database: server?.address ?? null, cloudUrl: "http://localhost:9" };
    processes = [processAt(meeting, "here.example"), processAt(meeting, "there.example")];
    doors = processes.map(({ deployment }) => {
      const dispatcher = new RunDispatcher({ deployment, serves: true });
      return witness.around(apiFetch({ deployment, dispatcher, access: null, audit: null }));
    });
  }, 180_000);
  afterAll(async () => {
    for (const each of processes) await each.close();
    await server?.stop();
    if (isPossible) rmSync(folder, { recursive: true, force: true });
  });

  function send(
    writer: number,
    method: string,
    path: string,
    precondition: Readonly<Record<string, string>> = {},
    body?: unknown,
  ): Promise<Response> {
    const door = doors[writer % doors.length];
    if (door === undefined) throw new Error("there is no process");
    const headers = { "content-type": "application/json", ...precondition };
    const sent = body === undefined ? {} : { body: JSON.stringify(body) };
    return door(new Request(`http://test${path}`, { method, headers, ...sent }));
  }

  /** What nobody has written yet has an ETag all the same, or is to be made. */
  async function begin(path: string, body: unknown): Promise<Response> {
    const found = await send(0, "GET", path);
    return found.status === 404 ? send(0, "PUT", path, { "if-none-match": "*" }, body) : found;
  }

  test.skipIf(!isPossible).each(written)(`$what: one wins in each of ${rounds} rounds`, async (one) => {
    const { path, bodyOf, writerOf } = one;
    const first = await send(0, "PUT", path, {}, bodyOf(0, 0));
    expect(first.status).toBe(428);
    const begun = await begin(path, bodyOf(0, 0));
    let etag = begun.headers.get("etag") ?? "";
    for (let round = 1; round <= rounds; round += 1) {
      const answers = await Promise.all(
        Array.from({ length: writers }, (_, writer) =>
          send(writer, "PUT", path, { "if-match": etag }, bodyOf(round, writer)),
        ),
      );
      const statuses = answers.map(({ status }) => status);
      expect(statuses.toSorted()).toEqual([200, ...Array(writers - 1).fill(412)]);
      const winner = statuses.indexOf(200);
      const next = answers[winner]?.headers.get("etag") ?? "";
      expect(next).not.toBe(etag);
      // Whichever process is asked, it is the winner's that stands.
      const stands = await send(round, "GET", path);
      expect(stands.headers.get("etag")).toBe(next);
      expect(writerOf((await stands.json()) as Record<string, unknown>)).toBe(`r${round}w${winner}`);
      await Promise.all(answers.map((answer) => answer.text()));
      etag = next;
    }
    witness.testify();
  });
});
