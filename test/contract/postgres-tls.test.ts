import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { PostgresStore } from "../../src/stores/postgres/postgres-store.ts";
import { countingIds } from "./journal-samples.ts";
import { findPostgres, type PostgresServer, startPostgres } from "./postgres-server.ts";
import { selfSignedCertificate } from "./self-signed-certificate.ts";

const programs = findPostgres();

describe.skipIf(programs === undefined)("a checked connection to PostgreSQL", () => {
  const certificate = selfSignedCertificate();
  let directory: string;
  let server: PostgresServer;
  let port: number;
  let authority: string;

  beforeAll(async () => {
    directory = mkdtempSync(join(tmpdir(), "plumbline-pg-tls-"));
    authority = join(directory, "ca.pem");
    writeFileSync(authority, certificate.certificate);
    writeFileSync(join(directory, "other.pem"), selfSignedCertificate().certificate);
    port = await freePort();
    server = await startPostgres(programs ?? "", { tls: { port, certificate } });
  }, 180_000);
  afterAll(async () => {
    await server.stop();
    rmSync(directory, { recursive: true, force: true });
  });

  const listed = async (host: string, more: string) => {
    const address = `postgres://plumb:${server.password}@${host}:${port}/postgres?sslmode=verify-full${more}`;
    const store = new PostgresStore({ address, ids: countingIds() });
    try {
      return await store.listStacks();
    } finally {
      await store.close();
    }
  };

  test("works with the certificate of its authority", async () => {
    expect(await listed("localhost", `&sslrootcert=${authority}`)).toEqual([]);
    expect(await listed("127.0.0.1", `&sslrootcert=${authority}`)).toEqual([]);
  });

  test("is refused with a certificate of nobody known, of another authority, or of another host", async () => {
    const refused = { name: "Fault", code: "store-failed", message: expect.stringContaining("certificate") };
    await expect(listed("localhost", "")).rejects.toMatchObject(refused);
    await expect(listed("localhost", `&sslrootcert=${join(directory, "other.pem")}`)).rejects.toMatchObject(refused);
    await expect(listed("127.0.0.2", `&sslrootcert=${authority}`)).rejects.toMatchObject({
      ...refused,
      message: expect.any(String),
    });
  });
});

async function freePort(): Promise<number> {
  const socket = createServer();
  await new Promise<void>((resolve) => socket.listen(0, "127.0.0.1", resolve));
  const { port } = socket.address() as AddressInfo;
  await new Promise((resolve) => socket.close(resolve));
  return port;
}
