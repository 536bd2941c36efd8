import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { plumbProgram, startPlumb, surroundings } from "./run-plumb.fixture.ts";

const hasPython = spawnSync("python3", ["--version"]).status === 0;
const gateway = "https://gateway.example";

/** Runs a command on a terminal of its own, and types an answer to each question. */
const answering = `
import os, pty, sys
answer, command = sys.argv[1].encode(), sys.argv[2:]
pid, terminal = pty.fork()
if pid == 0:
    os.execvp(command[0], command)
seen, asked = b"", 0
while True:
    try:
        piece = os.read(terminal, 65536)
    except OSError:
        break
    if not piece:
        break
    seen += piece
    if seen.count(b"[y/N]") > asked:
        asked += 1
        os.write(terminal, answer + b"\\r")
os.write(1, seen)
sys.exit(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]))
`;

let folder = "";
let home: Readonly<Record<string, string>> = {};
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "plumb-trust-"));
  home = { XDG_CONFIG_HOME: join(folder, "config") };
  const providers = { it: { kind: "google", project: "acme", region: "here", host: gateway } };
  writeFileSync(join(folder, "plumb.yaml"), JSON.stringify({ name: "test", providers }));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const plumb = (...argv: readonly string[]) => startPlumb(argv, folder, home).ended;

async function answered(answer: string, ...argv: readonly string[]) {
  const child = spawn("python3", ["-c", answering, answer, process.execPath, plumbProgram, ...argv], {
    cwd: folder,
    env: { ...surroundings(), ...home, TERM: "xterm" },
    stdio: ["ignore", "pipe", "inherit"],
  });
  let screen = "";
  child.stdout.setEncoding("utf8").on("data", (piece: string) => {
    screen += piece;
  });
  const exitCode = await new Promise<number | null>((resolve) => child.once("close", resolve));
  return { exitCode, screen, questions: screen.split("[y/N]").length - 1 };
}

test("without a terminal a foreign origin is refused where it stands, until it is trusted", {
  timeout: 180_000,
}, async () => {
  const refused = await plumb("check");
  expect(refused.exitCode).toBe(4);
  expect(refused.stderr).toContain("plumb.yaml:1:");
  expect(refused.stderr.replaceAll(/\s+/g, " ")).toContain(`\`plumb provider trust ${gateway}\``);
  expect((await plumb("provider", "trust", "https://GATEWAY.example:443/")).exitCode).toBe(0);
  const file = join(folder, "config", "plumb", "providers.json");
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(JSON.parse(readFileSync(file, "utf8"))).toEqual({ trusted: [{ origin: gateway, private: false }] });
  expect((await plumb("check")).exitCode).toBe(0);
  expect(JSON.parse((await plumb("provider", "list", "--json")).stdout)).toEqual([{ origin: gateway, private: false }]);
  await plumb("provider", "untrust", gateway);
  expect((await plumb("check")).exitCode).toBe(4);
});

test("what is no place for a credential is not trusted", { timeout: 180_000 }, async () => {
  for (const origin of ["http://gateway.example", "https://ada@gateway.example", `${gateway}/path`, "gateway.example"])
    expect((await plumb("provider", "trust", origin)).exitCode).toBe(2);
  expect((await plumb("provider", "list")).stdout).toContain("You trust no origin");
});

test("what is not sent vendors' credentials is not said to be", { timeout: 180_000 }, async () => {
  for (const origin of ["https://169.254.169.254", "https://[fe80::1]", "https://[::ffff:169.254.169.254]"]) {
    const { exitCode, stderr } = await plumb("provider", "trust", origin, "--private");
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining("link-local address")]);
  }
  for (const origin of ["https://10.0.0.5", "https://192.168.1.1:8443", "https://[fd00::1]", "https://100.64.0.1"]) {
    const { exitCode, stderr } = await plumb("provider", "trust", origin);
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining("--private")]);
  }
  expect((await plumb("provider", "list")).stdout).toContain("You trust no origin");
  const own = await plumb("provider", "trust", "https://10.0.0.5", "--private");
  expect([own.exitCode, own.stdout]).toEqual([
    0,
    "Your credentials may go to https://10.0.0.5, which is a private address.\n",
  ]);
  for (const origin of ["http://127.0.0.1:8080", "https://[::1]:8443", "https://cloud.localhost"]) {
    const { exitCode, stdout } = await plumb("provider", "trust", origin);
    expect([exitCode, stdout]).toEqual([
      0,
      `${origin} is this machine: it may be sent tokens that a local cloud issued, and no other credential.\n`,
    ]);
  }
});

test.runIf(hasPython)(
  "on a terminal a port of this machine is asked about as what it is",
  {
    timeout: 180_000,
  },
  async () => {
    const providers = { it: { kind: "google", project: "acme", region: "here", baseUrl: "http://127.0.0.1:1" } };
    writeFileSync(join(folder, "plumb.yaml"), JSON.stringify({ name: "test", providers }));
    home = { ...home, PLUMB_CLOUD: "vendors" };
    const { screen, questions } = await answered("n", "check");
    expect(questions).toBe(1);
    expect(screen).toContain("Send it tokens that a local cloud issued, now and from now on?");
    expect(screen).not.toContain("Send your credentials");
  },
);

test.runIf(hasPython)("on a terminal it it is asked about once, and remembered", { timeout: 180_000 }, async () => {
  expect(await answered("n", "check")).toMatchObject({ exitCode: 4, questions: 1 });
  const yes = await answered("y", "check");
  expect(yes).toMatchObject({ exitCode: 0, questions: 1 });
  expect(yes.screen).toContain(`Provider \`it\` leads to ${gateway}`);
  expect(await answered("n", "check")).toMatchObject({ exitCode: 0, questions: 0 });
});
