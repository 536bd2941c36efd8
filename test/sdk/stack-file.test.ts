import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { startPlumb } from "../e2e/run-plumb.fixture.ts";
import { type SdkFolder, sdkFolder } from "./program.fixture.ts";

const secret = "correct-horse-battery";

const typescript = (call: string) => `import { Config, connectors, google } from "plumbline-sdk";
new google.Provider("google", { project: "acme", region: "here" });
const password = new Config().${call}("password");
export const size = new Config().integer("size", { default: 3 });
new connectors.EndpointAttachment("a", {
  endpointAttachmentId: "a",
  serviceAttachment: "projects/p/regions/r/serviceAttachments/s",
  description: password,
});
export const said = password;
`;

const python = (call: string) => `import plumbline_sdk as plumb
from plumbline_sdk import connectors, google
google.Provider("google", project="acme", region="here")
config = plumb.Config()
password = config.${call}("password")
size = config.integer("size", default=3)
service = "projects/p/regions/r/serviceAttachments/s"
connectors.EndpointAttachment("a", endpoint_attachment_id="a", service_attachment=service, description=password)
plumb.export("said", password)
`;

const programs = [
  ["getSecret in TypeScript", "plumb.ts", typescript("getSecret")],
  ["requireSecret in TypeScript", "plumb.ts", typescript("requireSecret")],
  ["get_secret in Python", "plumb.py", python("get_secret")],
  ["require_secret in Python", "plumb.py", python("require_secret")],
] as const;

describe("secrets of a stack's file in programs", () => {
  let folder: SdkFolder;
  const everything: string[] = [];
  beforeAll(async () => {
    folder = await sdkFolder();
  });
  afterAll(() => folder.remove());
  beforeEach(() => {
    everything.length = 0;
    rmSync(join(folder.path, ".plumb"), { recursive: true, force: true });
    rmSync(join(folder.path, "plumb.dev.yaml"), { force: true });
  });

  async function plumb(...argv: readonly string[]) {
    const environment = { PYTHONPATH: join(import.meta.dirname, "../../sdk/python") };
    const ended = await startPlumb(argv, folder.path, environment).ended;
    everything.push(ended.stdout, ended.stderr);
    return ended;
  }

  /** The files of the state that hold the secret in the clear; the local cloud is the platform, and may. */
  function leaks(): readonly string[] {
    const state = join(folder.path, ".plumb");
    return readdirSync(state, { recursive: true, encoding: "utf8" }).filter(
      (name) =>
        !name.startsWith("cloud") &&
        statSync(join(state, name)).isFile() &&
        readFileSync(join(state, name)).includes(secret),
    );
  }

  test.each(programs)("%s gives a value that is used and never shown", async (_, name, text) => {
    folder.write(name, text);
    expect((await plumb("config", "set", "password", secret, "--secret", "-f", name)).exitCode).toBe(0);
    expect(readFileSync(join(folder.path, "plumb.dev.yaml"), "utf8")).not.toContain(secret);
    for (const argv of [["check"], ["plan", "--full"], ["plan", "--json"], ["up", "--yes", "--json"], ["outputs"]]) {
      const { exitCode, stderr } = await plumb(...argv, "-f", name);
      expect([argv, exitCode, exitCode === 0 ? "" : stderr]).toEqual([argv, 0, ""]);
    }
    await plumb("state", "show", "a");
    await plumb("config", "list");
    expect(everything.join("\n")).not.toContain(secret);
    expect(leaks()).toEqual([]);
    expect((await plumb("plan", "--detailed-exitcode", "-f", name)).exitCode).toBe(0);
    expect((await plumb("outputs", "said", "--reveal")).stdout).toBe(`${secret}\n`);
  });

  test.each(programs)("%s in the clear there is told, and not shown", async (_, name, text) => {
    folder.write(name, text);
    writeFileSync(join(folder.path, "plumb.dev.yaml"), `config:\n  password: ${secret}\n`);
    const { exitCode, stderr } = await plumb("check", "-f", name);
    expect([exitCode, stderr]).toEqual([0, expect.stringContaining("unsealed-secret")]);
    expect(everything.join("\n")).not.toContain(secret);
  });

  test.each([programs[0], programs[2]])(
    "%s: a key that is not declared is told where it stands in the file",
    async (_, name, text) => {
      folder.write(name, text);
      writeFileSync(join(folder.path, "plumb.dev.yaml"), "config:\n  sise: 4\n");
      const { exitCode, stderr } = await plumb("check", "-f", name);
      expect([exitCode, stderr]).toEqual([2, expect.stringContaining("plumb.dev.yaml:2:3")]);
    },
  );
});
