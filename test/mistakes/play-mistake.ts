/** For tests: one mistake, played as the command would meet it, in this process. */
import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { isAbsolute, join } from "node:path";
import { fileURLToPath } from "node:url";
import { version } from "../../packages/base/version.ts";
import { runCommand } from "../../src/cli/run-command.ts";
import { servedCalls } from "../../src/client/served-calls.ts";
import { generatorOf } from "../../src/codegen/generator.ts";
import { type Embedded, openEmbedded } from "../../src/composition/embedded.ts";
import { unreadable, userFiles } from "../../src/composition/machine/user-files.ts";
import { catalog } from "../../src/definitions/resources/catalog.ts";
import { startProgram } from "../../src/programs/start-program.ts";
import { countingIds, testClock } from "../scenarios/test-time.ts";
import { type Lying, type Mistake, mark, type Server, sound } from "./mistake.ts";

export interface Told {
  readonly code: number;
  /** Both streams, without the folder's own name. */
  readonly output: string;
  /** What the declaration is afterwards; null where there is no such file. */
  readonly declaration: string | null;
}

/** The texts that lie there, with the mark. */
export function markedTexts(mistake: Mistake): ReadonlyMap<string, Lying> {
  const declaration = (mistake.change ?? []).reduce((text, [from, to]) => {
    if (text.split(from).length !== 2) throw new Error(`the sound declaration does not hold ${from} once`);
    return text.replace(from, () => to);
  }, sound);
  const own = mistake.bare === true ? [] : [["plumb.yaml", declaration] as const];
  return new Map<string, Lying>([...own, ...Object.entries(mistake.files ?? {})]);
}

/** `file:line:column` of the token that the mark stands before, and its line; undefined where nothing is marked. */
export function markedPlace(texts: ReadonlyMap<string, Lying>): { place: string; line: string } | undefined {
  for (const [name, lying] of texts) {
    if (typeof lying !== "string" || !lying.includes(mark)) continue;
    const [before = "", ...after] = lying.replace(/^\ufeff/, "").split(mark);
    const lines = before.split("\n");
    const [line = ""] = `${lines.at(-1)}${after.join("")}`.split("\n");
    return { place: `${name}:${lines.length}:${(lines.at(-1) ?? "").length + 1}`, line };
  }
  return undefined;
}

/** A folder with the SDK for TypeScript, run from its source: programs in it find it. */
function withSdk(folder: string): void {
  const home = join(folder, "node_modules", "plumbline-sdk");
  mkdirSync(home, { recursive: true });
  const root = fileURLToPath(new URL("../../", import.meta.url));
  symlinkSync(join(root, "sdk/typescript/src"), join(home, "src"));
  const exports = { ".": "./src/plumbline.ts", "./run": "./src/run.ts" };
  writeFileSync(join(home, "package.json"), JSON.stringify({ name: "plumbline-sdk", type: "module", exports }));
  writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
}

function lay(folder: string, name: string, lying: Lying): void {
  const path = join(folder, name);
  if (typeof lying === "string") return writeFileSync(path, lying.replaceAll(mark, ""));
  if ("bytes" in lying) return writeFileSync(path, Buffer.from(lying.bytes));
  if (lying.kind === "folder") mkdirSync(path);
  if (lying.kind === "pipe") execFileSync("mkfifo", [path]);
  if (lying.kind === "loop") symlinkSync(path, path);
  if (lying.kind !== "closed") return;
  writeFileSync(path, "name: portal\n");
  chmodSync(path, 0);
}

export async function playMistake(mistake: Mistake): Promise<Told> {
  const folder = mkdtempSync(join(tmpdir(), "plumb-mistake-"));
  try {
    const texts = markedTexts(mistake);
    for (const [name, lying] of texts) lay(folder, name, lying);
    if (texts.has("plumb.ts")) withSdk(folder);
    const told = await playIn(folder, mistake, texts);
    const file = join(folder, "plumb.yaml");
    const isFile = statSync(file, { throwIfNoEntry: false })?.isFile() === true;
    return { ...told, declaration: isFile ? readFileSync(file, "utf8") : null };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function playIn(folder: string, mistake: Mistake, texts: ReadonlyMap<string, Lying>) {
  const { line = "check", environment = {}, server } = mistake;
  const argv = typeof line === "string" ? line.split(" ") : line;
  let output = "";
  const stream = {
    isTTY: false,
    columns: 400,
    write: (text: string) => {
      output += text;
    },
  };
  const refuse = (what: string) => () => Promise.reject(new Error(`there is no ${what} here`));
  const opened: Embedded[] = [];
  const open = async () => {
    const [known] = opened;
    if (known !== undefined) return known;
    const made = openEmbedded({
      ...{ version, dir: ":memory:", environment, clock: testClock("stands"), ids: countingIds() },
      network: refuse("network"),
    });
    opened.push(made);
    return made;
  };
  const address = argv[argv.indexOf("--server") + 1] ?? "";
  const context: Parameters<typeof runCommand>[1] = {
    calls: async () => (argv.includes("--server") ? servedCalls(address, answering(server)) : (await open()).calls),
    localCloud: async () => (await open()).localCloud,
    network: refuse("network"),
    browser: { open: refuse("browser"), redirect: refuse("browser") },
    ...{
      serveCloud: refuse("cloud"),
      serve: refuse("service"),
      work: refuse("worker"),
      packReport: refuse("recording"),
    },
    storeCare: refuse("store"),
    ...{ stdout: stream, stderr: stream, lostOutput: async () => null, environment },
    stdin: { isTTY: false, ask: refuse("terminal"), rest: async () => "" },
    files: filesIn(folder, texts),
    isStateFile: async () => false,
    openLesson: () => Promise.reject(new Error("there is no lesson")),
    startProgram: async (file, asked) => {
      const sdk = fileURLToPath(new URL("../../sdk/python", import.meta.url));
      return startProgram(join(folder, file), {
        environment: { ...process.env, PYTHONPATH: sdk, PYTHONDONTWRITEBYTECODE: "1" },
        asked,
        compileCache: null,
      });
    },
    generator: async () => generatorOf(catalog),
    natureOf: async () => ({ kind: "public" }),
    fileChange: refuse("change"),
    ...{ version, signal: new AbortController().signal, leaving: () => {}, now: () => 0, sleep: async () => {} },
  };
  if (mistake.stack === true) await runCommand(["stack", "new", "dev"], context);
  output = "";
  const code = await runCommand(argv, context);
  for (const each of opened) await each.close();
  return { code, output: output.replaceAll(`${folder}/`, "") };
}

/** The user's files, each name taken from the folder. */
function filesIn(folder: string, texts: ReadonlyMap<string, Lying>): ReturnType<typeof userFiles> {
  const files = userFiles(async () => {});
  const at = (path: string) => (isAbsolute(path) ? path : join(folder, path));
  return {
    read: async (path) => {
      const lying = texts.get(path);
      // Root may read everything: what another user would be told is told.
      if (typeof lying === "object" && "kind" in lying && lying.kind === "closed")
        throw unreadable(path, Object.assign(new Error(), { code: "EACCES" }));
      return files.read(at(path));
    },
    readBeside: (path, beside) => files.readBeside(at(path), at(beside)),
    make: (path, text) => files.make(at(path), text),
    write: (path, text) => files.write(at(path), text),
    change: (path, next) => files.change(at(path), next),
    readPrivate: async () => undefined,
    writePrivate: async () => {},
    changePrivate: async () => {},
    realPath: async (path) => path,
    exists: (path) => files.exists(at(path)),
    namesIn: (path) => files.namesIn(at(path)),
  };
}

function answering(server: Server | undefined): Parameters<typeof servedCalls>[1] {
  return async () => {
    if (server === undefined) throw new Error("the mistake has no server");
    if ("failsWith" in server) throw Object.assign(new Error(server.says), { code: server.failsWith });
    const { status, body, headers = { "content-type": "application/json" } } = server;
    return { status, headers, body: new Blob([body]).stream() };
  };
}
