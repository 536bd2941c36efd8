/**
 * The packed SDKs on every version of their languages: TypeScript from 5.4 to the newest, and each Python from 3.9 to
 * 3.13 that is here. What is not here is said, and left out. A folder of tools is kept between runs.
 */
import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, globSync, mkdirSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { root, setup, toolPython } from "../python/tools.ts";
import { npm, packedProject } from "./packed.fixture.ts";
import { sound, typed, unsound } from "./python-options.fixture.ts";

const typescripts = ["5.4", "5.6", "5.8", "5.9", "latest"];
const pythons = ["3.9", "3.10", "3.11", "3.12", "3.13"];
const tools = join(root, "node_modules", ".cache", "plumb-versions");

setup();
const project = await packedProject();
let failed = 0;

function tell(what: string, fault: string): void {
  if (fault !== "") failed += 1;
  process.stdout.write(`${fault === "" ? "ok    " : "FAILED"} ${what}${fault === "" ? "" : `\n${fault}`}\n`);
}

/** A package of npm in a folder of its own; undefined where it can't be had. */
function installed(name: string, version: string): string | undefined {
  const folder = join(tools, `${name}-${version}`);
  mkdirSync(folder, { recursive: true });
  try {
    npm(["install", "--prefer-offline", "--ignore-scripts", "--prefix", folder, `${name}@${version}`], folder);
    return join(folder, "node_modules", name);
  } catch (error) {
    process.stdout.write(`left out: ${name}@${version} can't be had here: ${String(error).split("\n")[0]}\n`);
    return undefined;
  }
}

/** What a command says where it fails. */
function faultOf(command: string, argv: readonly string[], cwd: string, environment: NodeJS.ProcessEnv = {}): string {
  const run = spawnSync(command, argv, { cwd, encoding: "utf8", env: { ...process.env, ...environment } });
  return run.status === 0 ? "" : run.stdout + run.stderr;
}

const program = `import { azure, ComponentResource, google, iam } from "plumbline-sdk";
import { interpolate, jsonStringify, secret } from "plumbline-sdk";
import { inlineStack, PlumblineClient } from "plumbline-sdk/automation";
enum Size { Small = "small" }
class Site extends ComponentResource {
  constructor(private readonly site: string) { super("a:Site", site); }
  said = () => this.site;
}
new google.Provider("google", { project: "acme" });
const arm = new azure.Provider("azure");
const args = {
  oauthClientId: "web-portal", location: "global", allowedGrantTypes: ["AUTHORIZATION_CODE_GRANT"],
  allowedRedirectUris: ["https://a.example"], allowedScopes: ["https://www.googleapis.com/auth/cloud-platform"],
} as const;
const portal = new iam.OAuthClient("portal", { ...args, displayName: Size.Small }, { parent: new Site("blue") });
// @ts-expect-error a provider of another kind
new iam.OAuthClient("other", args, { provider: arm });
export const said = interpolate\`<\${portal.clientId}> \${jsonStringify({ a: secret("b") })}\`;
export const made = [inlineStack, PlumblineClient].length;
`;
const resolutions = {
  "module, nodenext": { type: "module", module: "nodenext" },
  "module, bundler": { type: "module", module: "esnext", moduleResolution: "bundler" },
  "commonjs, bundler": { type: "commonjs", module: "esnext", moduleResolution: "bundler" },
  "commonjs, nodenext": { type: "commonjs", module: "nodenext" },
};

for (const version of typescripts) {
  const compiler = installed("typescript", version);
  if (compiler === undefined) continue;
  for (const [name, { type, ...options }] of Object.entries(resolutions)) {
    // Older ones refuse to import a module there, as docs/programs.md says.
    if (name === "commonjs, nodenext" && ["5.4", "5.6"].includes(version)) continue;
    const target = { target: "es2022", strict: true, noEmit: true, skipLibCheck: false, types: [], ...options };
    const folder = project.folder({
      "package.json": JSON.stringify({ type }),
      "tsconfig.json": JSON.stringify({ compilerOptions: target, files: ["plumb.ts"] }),
      "plumb.ts": program,
    });
    tell(
      `TypeScript ${version}: ${name}`,
      faultOf(process.execPath, [join(compiler, "bin", "tsc"), "-p", "."], folder),
    );
  }
}

const quickstart = project.folder({});
for (const version of pythons) {
  const found = [
    `python${version}`,
    ...globSync(join(homedir(), ".pyenv", "versions", `${version}.*`, "bin", "python")),
  ].find((each) => spawnSync(each, ["-c", "import venv"]).status === 0);
  if (found === undefined) {
    process.stdout.write(`left out: Python ${version} is not here\n`);
    continue;
  }
  const folder = join(quickstart, version);
  mkdirSync(folder, { recursive: true });
  cpSync(join(root, "examples", "quickstart-python", "plumb.py"), join(folder, "plumb.py"));
  cpSync(join(root, "sdk", "python", "tests"), join(folder, "tests"), { recursive: true });
  execFileSync(found, ["-m", "venv", join(folder, ".venv")]);
  const own = join(folder, ".venv", "bin", "python");
  const install = ["-m", "pip", "install", "--quiet", "--no-index", "--disable-pip-version-check", project.wheel];
  tell(`Python ${version}: the wheel is installed`, faultOf(own, install, folder));
  tell(
    `Python ${version}: the SDK's own tests`,
    faultOf(own, ["-m", "unittest", "discover", "-s", "tests", "-t", "."], folder),
  );
  const check = await project.plumb(folder, ["check"]);
  tell(`Python ${version}: the quickstart is checked`, check.exitCode === 0 ? "" : check.stdout + check.stderr);
  writeFileSync(
    join(folder, "tested.py"),
    "from plumbline_sdk import google, export\nfrom plumbline_sdk.testing import emulated_stack\n" +
      'with emulated_stack(lambda: export("a", 1)) as stack:\n    assert stack.outputs() == {"a": 1}\n',
  );
  tell(`Python ${version}: a stack is tested`, faultOf(own, ["tested.py"], folder));
}

const pyright = installed("pyright", "latest");
if (pyright !== undefined) {
  const folder = project.folder({
    "sound.py": `${[typed, ...sound].join("\n")}\n`,
    ...Object.fromEntries(unsound.map((line, index) => [`unsound_${index}.py`, `${typed}\n${line}\n`])),
    "pyrightconfig.json": JSON.stringify({ extraPaths: [join(root, "sdk", "python")], pythonVersion: "3.9" }),
  });
  const argv = [join(pyright, "index.js"), "--outputjson", "--pythonpath", toolPython];
  const { stdout } = spawnSync(process.execPath, argv, { cwd: folder, encoding: "utf8" });
  const { generalDiagnostics } = JSON.parse(stdout) as { readonly generalDiagnostics: readonly Diagnostic[] };
  const files = new Set(generalDiagnostics.filter((each) => each.severity === "error").map((each) => each.file));
  const isRefused = (name: string): boolean => [...files].some((file) => file.endsWith(name));
  tell("pyright takes what is sound", [...files].some((file) => file.endsWith("/sound.py")) ? stdout : "");
  const passed = unsound.filter((_, index) => !isRefused(`unsound_${index}.py`));
  tell("pyright refuses what tsc refuses", passed.join("\n"));
}

interface Diagnostic {
  readonly file: string;
  readonly severity: string;
}

project.remove();
process.exitCode = failed === 0 ? 0 : 1;
