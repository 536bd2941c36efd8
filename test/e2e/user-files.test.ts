import { execFileSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { distrustOrigin, trustedOrigins, trustOrigin } from "../../src/cli/connection/trusted-origins.ts";
import { storedLogin, storeLogin } from "../../src/cli/login/stored-logins.ts";
import { userFiles } from "../../src/composition/machine/user-files.ts";
import { startPlumb } from "./run-plumb.fixture.ts";

const declaration = `name: test
config: { a: { type: string, default: x }, b: { type: string, default: x }, c: { type: string, default: x } }
`;

function folder(): string {
  const dir = mkdtempSync(join(tmpdir(), "plumb-user-files-"));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  writeFileSync(join(dir, "plumb.yaml"), declaration);
  return dir;
}

function run(dir: string, argv: readonly string[], within: readonly string[] = []) {
  return startPlumb(argv, dir, {}, undefined, within).ended;
}

/** A text without the line breaks of its layout. */
function words(text: string): string {
  return text.replace(/\s+/g, " ");
}

test("config set that finds no room leaves the file as it was, and says so", { timeout: 60_000 }, async () => {
  const dir = folder();
  const file = join(dir, "plumb.dev.yaml");
  const kept = `config:\n${Array.from({ length: 14 }, (_, index) => `  k${index}: ${"a".repeat(250)}\n`).join("")}`;
  writeFileSync(file, kept);
  // Files of eight blocks at most, as on a full disk. A program is not asked which keys it declares, so no state is
  // made.
  const small = ["sh", "-c", 'ulimit -f 8; exec "$@"', "sh"];
  const set = await run(dir, ["config", "set", "k1", "b".repeat(2000), "-f", "plumb.py"], small);
  expect(set).toMatchObject({ exitCode: 1, stdout: "" });
  expect(set.stderr).toMatch(/plumb\.dev\.yaml .* written/);
  expect(set.stderr).not.toContain("    at ");
  expect(readFileSync(file, "utf8")).toBe(kept);
  expect(readdirSync(dir).toSorted()).toEqual(["plumb.dev.yaml", "plumb.yaml"]);
});

test("values that are set side by side are all kept", { timeout: 120_000 }, async () => {
  const dir = folder();
  const keys = ["a", "b", "c"];
  writeFileSync(join(dir, "plumb.dev.yaml"), 'config:\n  z: "v"\n');
  const runs = await Promise.all(keys.map((key) => run(dir, ["config", "set", key, "v", "-f", "plumb.py"])));
  expect(runs.map(({ exitCode }) => exitCode)).toEqual([0, 0, 0]);
  for (const key of ["z", ...keys]) expect(readFileSync(join(dir, "plumb.dev.yaml"), "utf8")).toContain(`${key}: "v"`);
  expect(readdirSync(dir).toSorted()).toEqual(["plumb.dev.yaml", "plumb.yaml"]);
});

test("origins and logins that are noted side by side are all kept", async () => {
  const home = join(folder(), "home");
  const files = userFiles((milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)));
  const world = { files, environment: { XDG_CONFIG_HOME: home } };
  const places = Array.from({ length: 6 }, (_, index) => `https://w${index}.example`);
  await Promise.all(places.map((origin) => trustOrigin({ origin, mayBePrivate: false }, world)));
  expect((await trustedOrigins(world)).map(({ origin }) => origin)).toEqual(places);
  await Promise.all(places.slice(1).map((origin) => distrustOrigin(origin, world)));
  expect(await trustedOrigins(world)).toHaveLength(1);

  const login = {
    clientId: "c",
    tokenEndpoint: "https://i.example/token",
    revocationEndpoint: null,
    refreshToken: null,
  };
  await Promise.all(places.map((place) => storeLogin(place, { ...login, accessToken: place, expiresAt: 0 }, world)));
  const kept = await Promise.all(places.map((place) => storedLogin(place, world)));
  expect(kept.map((each) => each?.accessToken)).toEqual(places);

  expect(readdirSync(join(home, "plumb")).toSorted()).toEqual(["logins.json", "providers.json"]);
  for (const name of ["logins.json", "providers.json"])
    expect(statSync(join(home, "plumb", name)).mode & 0o777).toBe(0o600);
});

test("a config file keeps its mode, and no umask gives others the right to write a new file", {
  timeout: 60_000,
}, async () => {
  const dir = folder();
  const open = ["sh", "-c", 'umask 000; exec "$@"', "sh"];
  expect(await run(dir, ["config", "set", "a", "v"], open)).toMatchObject({ exitCode: 0 });
  expect(await run(dir, ["convert", "--to", "py", "--out", "new/plumb.py"], open)).toMatchObject({ exitCode: 0 });
  expect(await run(dir, ["init", "other"], open)).toMatchObject({ exitCode: 0 });
  for (const name of ["plumb.dev.yaml", "new", "new/plumb.py", "other", "other/plumb.yaml", "other/.gitignore"])
    expect([name, statSync(join(dir, name)).mode & 0o002]).toEqual([name, 0]);
  chmodSync(join(dir, "plumb.dev.yaml"), 0o640);
  expect(await run(dir, ["config", "set", "a", "w"])).toMatchObject({ exitCode: 0 });
  expect(statSync(join(dir, "plumb.dev.yaml")).mode & 0o777).toBe(0o640);
  expect(readFileSync(join(dir, "plumb.dev.yaml"), "utf8")).toContain('a: "w"');
});

test.each([
  ["config", ["config", "list"], "plumb.dev.yaml"],
  ["the declaration", ["check"], "plumb.yaml"],
  ["a plan", ["up", "--plan", "odd"], "odd"],
  ["a list", ["import", "--list", "odd"], "odd"],
  ["a state", ["state", "import", "odd"], "odd"],
  ["a seed", ["cloud", "seed", "odd"], "odd"],
])("a pipe or a folder in the place of %s is refused at once", { timeout: 60_000 }, async (_, argv, name) => {
  for (const [make, word] of [
    [(path: string) => void execFileSync("mkfifo", [path]), "a pipe"],
    [(path: string) => void mkdirSync(path), "a folder"],
  ] as const) {
    const dir = folder();
    rmSync(join(dir, name), { force: true });
    make(join(dir, name));
    // What waits for a writer hears no signal but this one.
    const refused = await run(dir, argv, ["timeout", "-s", "KILL", "20"]);
    expect(refused).toMatchObject({ exitCode: 2 });
    expect(words(refused.stderr)).toMatch(new RegExp(`${name}.* it is ${word}`));
    expect(refused.stderr).not.toContain("    at ");
  }
});

test.each([
  ["a key", { PLUMB_SECRET_KEY_FILE: "odd" }, ["config", "set", "s", "v", "--secret", "-f", "plumb.py"], 1],
  ["a policy", {}, ["serve", "--port", "0", "--policies", "odd-folder"], 2],
])("a pipe in the place of %s is refused at once", { timeout: 60_000 }, async (_, environment, argv, exitCode) => {
  const dir = folder();
  mkdirSync(join(dir, "odd-folder"));
  // Its folder tells the project.
  writeFileSync(join(dir, "plumb.py"), "");
  for (const name of ["odd", "odd-folder/a.cedar"]) execFileSync("mkfifo", ["-m", "600", join(dir, name)]);
  const within = ["timeout", "-s", "KILL", "20"];
  const refused = await startPlumb(argv, dir, environment, undefined, within).ended;
  expect(refused.exitCode).toBe(exitCode);
  expect(words(refused.stderr)).toContain(" pipe");
});

test.each([
  ["a folder", (path: string) => void mkdirSync(path), " folder"],
  ["a pipe that nobody reads", (path: string) => void execFileSync("mkfifo", [path]), " pipe"],
])("--out is not put in the place of %s", { timeout: 60_000 }, async (_, make, told) => {
  const dir = folder();
  make(join(dir, "odd"));
  const refused = await run(dir, ["plan", "--out", "odd"], ["timeout", "-s", "KILL", "20"]);
  expect(refused).toMatchObject({ exitCode: 1 });
  expect(words(refused.stderr)).toContain(told);
  expect(refused.stderr).not.toContain("    at ");
});

test("a pipe that the command was handed is read and written", { timeout: 60_000 }, async () => {
  const dir = folder();
  const read = await run(dir, ["check", "-f", "/dev/stdin"], ["sh", "-c", 'cat plumb.yaml | "$@"', "sh"]);
  expect(read).toMatchObject({ exitCode: 0 });
  const written = await run(dir, ["plan", "--out", "/dev/stderr"], ["sh", "-c", '"$@" 2>&1 | cat', "sh"]);
  expect(written.stdout).toContain('"format": 2');
});

test("what is never overwritten is not made through a link that leads nowhere either", {
  timeout: 60_000,
}, async () => {
  const dir = folder();
  for (const name of ["a.py", "b.yaml"]) symlinkSync("elsewhere", join(dir, name));
  for (const argv of [
    ["convert", "--to", "py", "--out", "a.py"],
    ["init", "-f", "b.yaml"],
  ]) {
    const refused = await run(dir, argv);
    expect(refused).toMatchObject({ exitCode: 2 });
    expect(refused.stderr).toContain("exists already");
  }
  expect(existsSync(join(dir, "elsewhere"))).toBe(false);
  expect(lstatSync(join(dir, "a.py")).isSymbolicLink()).toBe(true);
});

test("a package is not generated onto a file, and the file system's refusals are told in a sentence", {
  timeout: 60_000,
}, async () => {
  const dir = folder();
  writeFileSync(join(dir, "taken"), "mine");
  const generate = ["sdk", "generate", "migrate@2023-01-01", "--language", "python", "--out", "taken"];
  const refused = await run(dir, generate);
  expect(refused).toMatchObject({ exitCode: 1 });
  expect(refused.stderr).toContain("taken");
  expect(refused.stderr).not.toContain("    at ");
  expect(readFileSync(join(dir, "taken"), "utf8")).toBe("mine");
});

test.each(["providers.json", "logins.json"])(
  "a folder in the place of %s is a sentence",
  { timeout: 60_000 },
  async (name) => {
    const dir = folder();
    mkdirSync(join(dir, "home", "plumb", name), { recursive: true });
    const environment = { XDG_CONFIG_HOME: join(dir, "home") };
    const argv =
      name === "logins.json"
        ? ["whoami", "--server", "http://127.0.0.1:9"]
        : ["provider", "trust", "https://a.example"];
    const refused = await startPlumb(argv, dir, environment).ended;
    expect(refused).toMatchObject({ exitCode: 1 });
    expect(words(refused.stderr)).toMatch(new RegExp(`${name} .* folder`));
    expect(refused.stderr).not.toContain("    at ");
  },
);

test("no option writes over the declaration or into the state directory, whatever links lead there", {
  timeout: 60_000,
}, async () => {
  const dir = folder();
  expect(await run(dir, ["stack", "new", "dev"])).toMatchObject({ exitCode: 0 });
  symlinkSync("plumb.yaml", join(dir, "link"));
  symlinkSync(".plumb", join(dir, "state"));
  symlinkSync("state/new.json", join(dir, "dangling"));
  mkdirSync(join(dir, "far", "away"), { recursive: true });
  symlinkSync("far/away", join(dir, "near"));
  for (const out of [
    "plumb.yaml",
    "near/../../plumb.yaml",
    "link",
    join(dir, "plumb.yaml"),
    "plumb.dev.yaml",
    "state/state.db",
    "dangling",
  ]) {
    const refused = await run(dir, ["schema", "--out", out]);
    expect(refused).toMatchObject({ exitCode: 2, stdout: "" });
    expect(words(refused.stderr)).toMatch(/--out names .* nothing was written/);
  }
  expect(readFileSync(join(dir, "plumb.yaml"), "utf8")).toBe(declaration);
  expect(readdirSync(join(dir, ".plumb"))).not.toContain("new.json");
  // A folder of the user's own that is the state directory as well.
  expect(await run(dir, ["schema", "--out", "schema.json", "--dir", "."])).toMatchObject({ exitCode: 0 });
  expect(await run(dir, ["schema", "--out", "state.db", "--dir", "."])).toMatchObject({ exitCode: 2 });
});

test("a file that is not UTF-8 is left as it is; one that holds U+FFFD is written to", {
  timeout: 60_000,
}, async () => {
  const dir = folder();
  const file = join(dir, "plumb.dev.yaml");
  const text = (mark: string) => Buffer.from(`# Gr${mark}n\nconfig:\n  a: x\n`, "latin1");
  writeFileSync(file, text("\xfc"));
  for (const line of ["config set b y", "config rm a"]) {
    const refused = await run(dir, line.split(" "));
    expect(refused).toMatchObject({ exitCode: 2 });
    expect(words(refused.stderr)).toContain("line 1 is not UTF-8");
    expect(readFileSync(file)).toEqual(text("\xfc"));
  }
  writeFileSync(file, "# Gr\ufffdn\nconfig:\n  a: x\n");
  expect(await run(dir, ["config", "set", "b", "y"])).toMatchObject({ exitCode: 0 });
  expect(readFileSync(file, "utf8")).toBe('# Gr\ufffdn\nconfig:\n  a: x\n  b: "y"\n');
});

test("import --write leaves a declaration that is not UTF-8 as it is, and imports nothing", {
  timeout: 60_000,
}, async () => {
  const dir = folder();
  const text = Buffer.from("# Gr\xfcn\nname: test\nresources: {}\n", "latin1");
  writeFileSync(join(dir, "plumb.yaml"), text);
  const refused = await run(dir, "import iam:OAuthClient a global/a --write".split(" "));
  expect(refused).toMatchObject({ exitCode: 2, stdout: "" });
  expect(words(refused.stderr)).toContain("line 1 is not UTF-8");
  expect(readFileSync(join(dir, "plumb.yaml"))).toEqual(text);
  expect(readdirSync(dir)).toEqual(["plumb.yaml"]);
});

test("a folder in the place of a list is told without the option of another file", { timeout: 60_000 }, async () => {
  const refused = await run(folder(), ["import", "--list", "."]);
  expect(refused).toMatchObject({ exitCode: 2 });
  expect(words(refused.stderr)).toMatch(/^error\[file-unreadable\]: .* \. can't be read: .* name a file/);
  expect(refused.stderr).not.toContain("-f");
});
