import { afterAll, beforeAll, describe } from "vitest";
import { findPostgres, type PostgresServer, startPostgres } from "../contract/postgres-server.ts";
import { takeOverCases } from "./take-over-cases.ts";

const programs = findPostgres();

describe.skipIf(programs === undefined)("two processes that serve one PostgreSQL database", () => {
  let server: PostgresServer;
  beforeAll(async () => {
    server = await startPostgres(programs ?? "");
  }, 180_000);
  afterAll(() => server.stop());
  takeOverCases(() => server.address);
});
