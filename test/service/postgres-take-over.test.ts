import { afterAll, beforeAll, describe, test } from "vitest";
import { findPostgres, noPostgres, type PostgresServer, startPostgres } from "../contract/postgres-server.ts";
import { takeOverCases } from "./take-over-cases.ts";

const programs = findPostgres();
if (programs === undefined) test.skip(noPostgres);

describe.skipIf(programs === undefined)("two processes that serve one PostgreSQL database", () => {
  let server: PostgresServer;
  beforeAll(async () => {
    server = await startPostgres(programs ?? "");
  }, 60_000);
  afterAll(() => server.stop());
  takeOverCases(() => server.address);
});
