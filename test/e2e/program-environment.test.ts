import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { startPlumb } from "./run-plumb.fixture.ts";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "plumb-program-environment-"));
  // Stands for an interpreter: a program that writes its environment down.
  writeFileSync(join(folder, "interpreter"), `#!/bin/sh\nenv > "${folder}/seen"\n`);
  chmodSync(join(folder, "interpreter"), 0o755);
  writeFileSync(join(folder, "plumb.py"), "");
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const secrets = {
  PLUMB_TOKEN: "canary-1",
  PLUMB_STORE: "postgres://user:canary-2@127.0.0.1:1/nowhere",
  PLUMB_SECRET_KEY_FILE: "canary-3",
  PGPASSWORD: "canary-4",
  GOOGLE_OAUTH_ACCESS_TOKEN: "canary-5",
  GOOGLE_APPLICATION_CREDENTIALS: "canary-6",
  ARM_ACCESS_TOKEN: "canary-7",
  ARM_CLIENT_SECRET: "canary-8",
  AZURE_CLIENT_SECRET: "canary-9",
  DATABRICKS_TOKEN: "canary-10",
  DATABRICKS_CLIENT_SECRET: "canary-11",
  AWS_SECRET_ACCESS_KEY: "canary-12",
  CLOUDSDK_AUTH_ACCESS_TOKEN: "canary-13",
  IDENTITY_HEADER: "canary-14",
  GITHUB_TOKEN: "canary-15",
  ACTIONS_ID_TOKEN_REQUEST_TOKEN: "canary-16",
  TEAM: "canary-17",
};
const wanted = {
  PLUMB_CONFIG_SIZE: "large",
  GOOGLE_PROJECT: "acme",
  ARM_SUBSCRIPTION_ID: "11111111-2222-3333-4444-555555555555",
  DATABRICKS_HOST: "https://workspace.example",
};

/** What the program of a command sees. */
async function seenBy(
  options: readonly string[],
): Promise<{ readonly exitCode: number | null; readonly seen: string }> {
  const environment = { ...secrets, ...wanted, PLUMB_PYTHON: join(folder, "interpreter") };
  const { exitCode } = await startPlumb(["check", "-f", "plumb.py", ...options], folder, environment).ended;
  return { exitCode, seen: readFileSync(join(folder, "seen"), "utf8") };
}

test("a program gets what it takes to run and the names of places, and nothing else", async () => {
  const { seen } = await seenBy([]);
  expect(seen).not.toContain("canary");
  for (const [name, value] of Object.entries(wanted)) expect(seen).toContain(`${name}=${value}\n`);
  expect(seen).toContain("PLUMB_PROGRAM_IN=3\n");
  expect(seen).toContain("PATH=");
});

test("--env gives a program what it names, and nothing else", async () => {
  const { seen } = await seenBy(["--env", "PLUMB_TOKEN", "--env=GITHUB_TOKEN"]);
  expect(seen.match(/canary-\d+/g)?.toSorted()).toEqual(["canary-1", "canary-15"]);
});

test.each([
  ["MISSING_NAME", "MISSING_NAME"],
  ["PLUMB_TOKEN=other", "name"],
])("--env %s is refused before anything runs", async (name, word) => {
  const refused = await startPlumb(["check", "-f", "plumb.py", "--env", name], folder, secrets).ended;
  expect(refused).toMatchObject({ exitCode: 2, stdout: "" });
  expect(refused.stderr).toContain("--env");
  expect(refused.stderr).toContain(word);
});
