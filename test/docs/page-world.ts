import { type ChildProcess, spawn } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { plumbProgram, surroundings } from "../e2e/run-plumb.fixture.ts";

const python = fileURLToPath(new URL("../../sdk/python", import.meta.url));
/** Ports that pages name; a world has others, so that pages are played side by side. */
const namedPorts = ["8787", "8788"];
const end = "--- end of a command";

/** A folder and a shell in which the blocks of one page are played, one after the other. */
export class PageWorld {
  readonly #folder: string;
  readonly #shell: ChildProcess;
  readonly #ports: ReadonlyMap<string, string>;
  #heard = "";
  #listener: () => void = () => {};

  private constructor(folder: string, ports: ReadonlyMap<string, string>) {
    this.#folder = folder;
    this.#ports = ports;
    const bin = join(folder, ".bin");
    mkdirSync(bin);
    writeFileSync(join(bin, "plumb"), `#!/bin/sh\nexec "${process.execPath}" "${plumbProgram}" "$@"\n`);
    chmodSync(join(bin, "plumb"), 0o755);
    const own = {
      HOME: folder,
      PATH: `${bin}:${dirname(process.execPath)}:${process.env["PATH"]}`,
      LC_ALL: "C.UTF-8",
      TZ: "UTC",
    };
    const env = { ...surroundings(), ...own, PYTHONPATH: python, PYTHONDONTWRITEBYTECODE: "1" };
    this.#shell = spawn("bash", ["--norc"], { cwd: join(folder, "page"), env, detached: true });
    for (const stream of [this.#shell.stdout, this.#shell.stderr]) {
      stream?.setEncoding("utf8").on("data", (text: string) => {
        this.#heard += text;
        this.#listener();
      });
    }
    this.#shell.stdin?.write("exec 2>&1\n");
  }

  static async open(): Promise<PageWorld> {
    const folder = mkdtempSync(join(tmpdir(), "plumb-page-"));
    mkdirSync(join(folder, "page"));
    const ports = new Map<string, string>();
    for (const named of namedPorts) ports.set(named, await freePort());
    return new PageWorld(folder, ports);
  }

  write(file: string, text: string): void {
    const path = join(this.#folder, "page", file);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, `${text}\n`);
  }

  /** What a command prints on both streams, without its last line end, and the code that it ends with. */
  async run(command: string): Promise<{ readonly printed: string; readonly code: number }> {
    this.#heard = "";
    const ended = Promise.withResolvers<void>();
    this.#listener = () => {
      if (this.#heard.includes(end)) ended.resolve();
    };
    const ported = this.#withPorts(command, ([named]) => named);
    this.#shell.stdin?.write(`{ ${ported}\n} </dev/null; echo "${end} $?"\n`);
    await ended.promise;
    const [printed = "", code = ""] = this.#heard.split(end);
    const shown = this.#withPorts(printed, ([, own]) => own).replaceAll(join(this.#folder, "page"), "/work");
    return { printed: shown.replaceAll(this.#folder, "~").replace(/\n$/, ""), code: Number(code) };
  }

  #withPorts(text: string, from: (pair: readonly [string, string]) => string): string {
    return [...this.#ports].reduce((said, pair) => {
      const is = from(pair);
      return said.replaceAll(is, is === pair[0] ? pair[1] : pair[0]);
    }, text);
  }

  /** Ends what the page has begun, and takes its folder away. */
  async close(): Promise<void> {
    const closed = new Promise((resolve) => this.#shell.once("exit", resolve));
    try {
      process.kill(-(this.#shell.pid ?? 0), "SIGKILL");
      await closed;
    } catch {
      // It has ended by itself.
    }
    rmSync(this.#folder, { recursive: true, force: true, maxRetries: 3 });
  }
}

async function freePort(): Promise<string> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return String(typeof address === "object" ? address?.port : 0);
}
