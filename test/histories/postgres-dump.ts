import type { PostgresServer } from "../contract/postgres-server.ts";

/** The tables of Plumbline and their rows as SQL, without settings that only a server of the same version knows. */
export function dumpOf(server: PostgresServer): string {
  const dump = server.run("pg_dump", "--schema=plumbline", "--no-owner", "--no-privileges", "--no-comments");
  return dump.replace(/^(?:SET|\\restrict|\\unrestrict) .*\n/gm, "");
}

/** Puts such a dump in the place of what the server holds. */
export function restore(server: PostgresServer, file: string): void {
  const options = ["--quiet", "--set", "ON_ERROR_STOP=1", "--output", "/dev/null"];
  server.run("psql", ...options, "--command", "DROP SCHEMA IF EXISTS plumbline CASCADE", "--file", file);
}
