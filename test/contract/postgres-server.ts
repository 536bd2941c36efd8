import { execFileSync, spawn, spawnSync } from "node:child_process";
import { chownSync, existsSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { test } from "vitest";
import type { Certificate } from "./self-signed-certificate.ts";

/** A PostgreSQL server of a test's own, in a temporary directory and on a socket there. */
export interface PostgresServer {
  readonly address: string;
  readonly password: string;
  /** Gives what a program of PostgreSQL's says, `pg_dump` for one. */
  run(program: string, ...options: readonly string[]): string;
  /** Of the process that all of its others are children of. */
  readonly pid: () => number;
  /** Ends all of its processes with SIGKILL. */
  kill(): Promise<void>;
  /** Starts it again over what it has, after `kill`. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

/** A user without any rights; the server refuses to run as root. */
const nobody = 65_534;

/** Why tests of PostgreSQL are left out: npm installs no database server, and CI's machine has one. */
const noPostgres = "no PostgreSQL 15 or newer on this machine (looked for pg_config and in /usr/lib/postgresql)";

/**
 * Where the programs of a PostgreSQL of version 15 or newer are. Without one the calling file has a skipped test that
 * says so.
 */
export function findPostgres(): string | undefined {
  const found = installedPostgres();
  if (found === undefined) {
    process.stderr.write(`PostgreSQL store: tests left out, ${noPostgres}\n`);
    test.skip(noPostgres);
  }
  return found;
}

/** Where they are, without a word where there is none. */
export function installedPostgres(): string | undefined {
  return [configured(), ...globSync("/usr/lib/postgresql/*/bin").sort().reverse()].find(
    (directory) =>
      directory !== undefined &&
      existsSync(join(directory, "postgres")) &&
      Number(/\d+/.exec(execFileSync(join(directory, "postgres"), ["--version"], { encoding: "utf8" }))) >= 15,
  );
}

function configured(): string | undefined {
  try {
    return execFileSync("pg_config", ["--bindir"], { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }).trim();
  } catch {
    return undefined;
  }
}

export interface ServerOptions {
  /** Answers on this port of the loopback addresses as well, under this certificate. Left out: on its socket only. */
  readonly tls?: { readonly port: number; readonly certificate: Certificate };
}

/** Makes a server and waits until it answers. It ends with `stop`, or with this process, however that ends. */
export async function startPostgres(programs: string, { tls }: ServerOptions = {}): Promise<PostgresServer> {
  const directory = mkdtempSync(join(tmpdir(), "plumbline-pg-"));
  const identity = process.getuid?.() === 0 ? { uid: nobody, gid: nobody } : {};
  if (identity.uid !== undefined) chownSync(directory, nobody, nobody);
  const password = "s3cr3t-of-the-test";
  const data = join(directory, "data");
  const passwordFile = join(directory, "password");
  writeFileSync(passwordFile, password);
  const environment = { PATH: process.env["PATH"] ?? "", LC_ALL: "C" };
  execFileSync(
    join(programs, "initdb"),
    ["-D", data, "-U", "plumb", "--auth=scram-sha-256", `--pwfile=${passwordFile}`, "-E", "UTF8", "--no-sync"],
    { ...identity, cwd: directory, env: environment, stdio: "ignore" },
  );
  const settings = [`unix_socket_directories=${directory}`, "fsync=off", "max_connections=60"];
  if (tls === undefined) settings.push("listen_addresses=");
  else {
    const file = (name: string, text: string) => {
      writeFileSync(join(directory, name), text, { mode: 0o600 });
      if (identity.uid !== undefined) chownSync(join(directory, name), nobody, nobody);
      return join(directory, name);
    };
    settings.push(
      "listen_addresses=127.0.0.1,127.0.0.2",
      `port=${tls.port}`,
      "ssl=on",
      `ssl_key_file=${file("server.key", tls.certificate.key)}`,
      `ssl_cert_file=${file("server.crt", tls.certificate.certificate)}`,
    );
  }
  const command = [join(programs, "postgres"), "-D", data, ...settings.flatMap((setting) => ["-c", setting])];
  // The shell waits for the end of its input, which comes with the end of this process too, and then ends the server.
  const argv = [
    "-c",
    '("$@"; echo ended >&2) & read -r _; kill -INT "$(head -n 1 data/postmaster.pid)"; wait',
    ...["sh", ...command],
  ];
  const launch = async () => {
    const stdio: ["pipe", "ignore", "pipe"] = ["pipe", "ignore", "pipe"];
    const shell = spawn("sh", argv, { ...identity, cwd: directory, env: environment, stdio, detached: true });
    const exited = new Promise<void>((resolve) => shell.once("exit", () => resolve()));
    await new Promise<void>((resolve, reject) => {
      const lines: string[] = [];
      createInterface({ input: shell.stderr }).on("line", (line) => {
        lines.push(line);
        if (line.includes("ready to accept connections")) resolve();
        if (line === "ended") reject(new Error(lines.join("\n")));
      });
    });
    const end = () => {
      shell.stdin.end();
      return exited;
    };
    return { end };
  };
  let launched = await launch();
  const pidNow = () => Number(readFileSync(join(data, "postmaster.pid"), "utf8").split("\n")[0]);
  return {
    address: `postgres://plumb:${password}@/postgres?host=${encodeURIComponent(directory)}`,
    password,
    run: (program, ...options) =>
      execFileSync(join(programs, program), ["-h", directory, "-U", "plumb", "-d", "postgres", ...options], {
        encoding: "utf8",
        env: { ...environment, PGPASSWORD: password },
        stdio: ["ignore", "pipe", "ignore"],
        timeout: 20_000,
      }),
    pid: pidNow,
    kill: async () => {
      const server = pidNow();
      // It is held first, so that it has no child that this does not know of: one that outlives it would go on writing.
      process.kill(server, "SIGSTOP");
      const own = [server, ...childrenOf(server)];
      for (const pid of own) process.kill(pid, "SIGKILL");
      while (own.some((pid) => existsSync(`/proc/${pid}`))) await sleep(5);
      await launched.end();
    },
    restart: async () => {
      launched = await launch();
    },
    stop: async () => {
      await launched.end();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

function childrenOf(pid: number): readonly number[] {
  const { stdout } = spawnSync("pgrep", ["-P", String(pid)], { encoding: "utf8" });
  return stdout.trim().split("\n").filter(Boolean).map(Number);
}
