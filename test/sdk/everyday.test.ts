import { execFileSync, spawn, spawnSync } from "node:child_process";
import { generateKeyPairSync } from "node:crypto";
import {
  cpSync,
  existsSync,
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
import { dirname, join, relative } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { packedFiles } from "../../packages/base/package-names.ts";
import { version } from "../../packages/base/version.ts";
import { toolPython } from "../python/tools.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));
const page = readFileSync(join(root, "docs/use-it-every-day.md"), "utf8");
/** A tenant, a client and a subscription. */
const id = "11111111-2222-3333-4444-555555555555";
const executable = `plumb-${version}-linux-x64`;

/** The blocks of the page in their order; those that need what no test has say so. */
const blocks = [...page.matchAll(/(?:<!-- not run: (.*?) -->\n)?```sh\n(.*?)```/gs)].map(([, needed, text = ""]) => ({
  needed,
  text,
}));
const [packing, ...others] = blocks.filter(({ needed }) => needed === undefined);

let place = "";
/** What npm and pip are told by a home of their own, that a home of the test's lacks. */
let environment: NodeJS.ProcessEnv = {};
const folder = () => join(place, "work");
const home = () => join(place, "home");

beforeAll(() => {
  place = mkdtempSync(join(tmpdir(), "plumb-everyday-"));
  for (const each of [folder(), home()]) mkdirSync(each);
  const setting = (name: string) => execFileSync("npm", ["config", "get", name], { encoding: "utf8" }).trim();
  const { PATH, TMPDIR } = process.env;
  environment = {
    HOME: home(),
    PATH: `${home()}/.local/bin:${dirname(process.execPath)}:${PATH}`,
    ...(TMPDIR === undefined ? {} : { TMPDIR }),
    ...{
      npm_config_registry: setting("registry"),
      npm_config_cache: setting("cache"),
      npm_config_prefer_offline: "true",
    },
    ...{
      npm_config_audit: "false",
      npm_config_fund: "false",
      PIP_DISABLE_PIP_VERSION_CHECK: "1",
      PIP_NO_CACHE_DIR: "1",
    },
    // The wheel is built by what this interpreter has, and not by what pip would fetch.
    ...{ PLUMB_PYTHON: toolPython, PIP_NO_BUILD_ISOLATION: "0" },
  };
});
afterAll(() => rmSync(place, { recursive: true, force: true }));

/** Runs a block as a shell would, and stops at the first command that fails. */
function play(text: string, cwd: string): string {
  const { status, stdout, stderr } = spawnSync("bash", ["-ec", text], { cwd, env: environment, encoding: "utf8" });
  expect(status, `${text}\n${stdout}${stderr}`).toBe(0);
  return `${stdout}${stderr}`;
}

/** The files of a packed file or of what is installed from it. */
const filesBelow = (path: string) =>
  readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));

test("the files to install are made in the checkout, and hold nothing of this machine", () => {
  // A copy: what is built there disturbs nobody.
  const checkout = join(place, "checkout");
  const parts = ["src", "packages", "policies", "examples", "scripts", "sdk", "install", "temporal", "tsconfig.json"];
  for (const name of [...parts, "package.json", "package-lock.json", "README.md", "LICENSE", "CHANGELOG.md", "docs"])
    cpSync(join(root, name), join(checkout, name), { recursive: true });
  symlinkSync(join(root, "node_modules"), join(checkout, "node_modules"));
  play(packing?.text ?? "", checkout);
  const packed = join(checkout, "packed");
  expect(readdirSync(packed).sort()).toEqual([...Object.values(packedFiles), executable].sort());
  cpSync(packed, folder(), { recursive: true });
  delete environment["PLUMB_PYTHON"];

  const unpacked = join(place, "unpacked");
  mkdirSync(unpacked);
  for (const name of [packedFiles.command, packedFiles.typescript])
    execFileSync("tar", ["xzf", join(folder(), name), "--one-top-level"], { cwd: unpacked });
  execFileSync(toolPython, ["-m", "zipfile", "-e", join(folder(), packedFiles.python), join(unpacked, "wheel")]);
  // `node_modules` is a link in this copy, and the bundle names its modules by the way over it.
  const way = /(\.\.\/)+[^"\n]*?\/node_modules\//g;
  for (const file of [...filesBelow(unpacked), join(folder(), executable)]) {
    expect(file).not.toMatch(/[.]map$/);
    const text = readFileSync(file, "latin1").replace(way, "");
    expect(
      [root, place].filter((each) => text.includes(each)),
      file,
    ).toEqual([]);
  }
  expect(statSync(join(folder(), packedFiles.command)).size).toBeLessThan(1_500_000);
}, 300_000);

describe("the rest of the page works from these files, outside the checkout", () => {
  let said = "";
  test.each(others)(
    "$text",
    ({ text }) => {
      said = play(text, folder());
      if (text.includes("plumb --version")) expect(said).toContain(`plumb ${version}`);
      if (text.includes("npm install -g")) {
        // npm links the manual page, and finds no script of ours to warn of.
        expect(existsSync(join(home(), ".local", "share", "man", "man1", "plumb.1"))).toBe(true);
        expect(said).not.toContain("install-scripts");
      }
      if (text.includes("plumb up")) expect(said).toContain("2 created");
      if (/plumb plan/.test(text)) expect(said).toContain("No changes");
    },
    300_000,
  );

  test("nothing of it is left in the home of who has uninstalled it", () => {
    const left = filesBelow(home())
      .map((path) => relative(home(), path))
      .filter((path) => /plumb/.test(path));
    expect(left).toEqual([]);
  });
});

describe("the single executable", () => {
  const options = (more: NodeJS.ProcessEnv = {}) => ({ cwd: folder(), env: { ...environment, ...more } });
  const plumb = (argv: readonly string[], more?: NodeJS.ProcessEnv) =>
    spawnSync(join(folder(), executable), argv, { ...options(more), encoding: "utf8" });

  test.each([
    ["ts", "put its `node` on the PATH"],
    ["py", "PLUMB_PYTHON names one"],
  ])("runs a program in %s by what is on the PATH, and says so where that is missing", (language, hint) => {
    const program = join(`portal-${language}`, `plumb.${language}`);
    expect(plumb(["plan", "-f", program, "--dir", `portal-${language}/.plumb`]).stdout).toContain("No changes");
    rmSync(join(folder(), `portal-${language}`, ".venv"), { recursive: true, force: true });
    const { status, stderr } = plumb(["check", "-f", program], { PATH: "" });
    expect([status, stderr]).toEqual([2, expect.stringContaining(hint)]);
  });

  test("goes through the tutorial by itself", () => {
    const { status, stdout, stderr } = plumb(["learn", "tutorial", "--yes"]);
    expect([status, stdout, stderr]).toEqual([0, expect.stringContaining("$ plumb undo"), expect.anything()]);
  });

  test("has the vendors' libraries and the client of PostgreSQL in it", () => {
    const { privateKey } = generateKeyPairSync("ed25519", {
      privateKeyEncoding: { type: "pkcs8", format: "pem" },
      publicKeyEncoding: { type: "spki", format: "pem" },
    });
    const google = { type: "service_account", client_email: "a@acme.example", private_key: privateKey };
    writeFileSync(join(folder(), "key.json"), JSON.stringify(google), { mode: 0o600 });
    const providers = { google: { kind: "google", project: "acme" }, azure: { kind: "azure", subscriptionId: id } };
    writeFileSync(join(folder(), "plumb.yaml"), JSON.stringify({ name: "vendors", providers }));
    const { stdout } = plumb(["doctor", "--vendors"], {
      ...{ PLUMB_CLOUD: "vendors", HTTPS_PROXY: "http://127.0.0.1:9", GOOGLE_APPLICATION_CREDENTIALS: "key.json" },
      ...{ AZURE_TENANT_ID: id, AZURE_CLIENT_ID: id, AZURE_CLIENT_SECRET: "none" },
    });
    const told = stdout.replace(/\s+/g, " ");
    expect(told).toContain("no credentials: Unsupported crypto operation");
    expect(told).toContain("EnvironmentCredential authentication failed");
    const { stderr } = plumb(["stack", "list"], { PLUMB_STORE: "postgres://someone@127.0.0.1:9/none" });
    expect(stderr).toContain("no server answers");
  });

  test("serves, by threads and policies that it unpacks for as long as it runs", async () => {
    const temporary = join(place, "temporary");
    mkdirSync(temporary);
    const service = spawn(
      join(folder(), executable),
      ["serve", "--port", "0", "--dir", "served"],
      options({ TMPDIR: temporary }),
    );
    const ended = new Promise((resolve) => service.once("exit", resolve));
    let said = "";
    for await (const text of service.stdout.setEncoding("utf8")) {
      said += text;
      if (said.includes("admin.token")) break;
    }
    const [url = ""] = /http:\/\/[\d.:]+/.exec(said) ?? [];
    expect((await fetch(`${url}/readyz`)).status).toBe(200);
    expect(readdirSync(temporary)).toHaveLength(1);
    const token = readFileSync(join(folder(), "served", "admin.token"), "utf8").trim();
    const checked = plumb(["check", "-f", "portal/plumb.yaml", "--server", url], { PLUMB_TOKEN: token });
    expect(checked.stdout).toContain("is valid");
    service.kill("SIGTERM");
    expect(await ended).toBe(0);
    expect(readdirSync(temporary)).toEqual([]);
  });
});
