import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { asking } from "../../packages/base/exchange/asking.fixture.ts";
import { exchangeOver } from "../../packages/base/exchange/exchange-over.fixture.ts";
import { armLocal } from "../../packages/local-cloud/azure/arm-local.ts";
import { databricksLocal } from "../../packages/local-cloud/databricks/databricks-local.ts";
import { googleLocal } from "../../packages/local-cloud/google/google-local.ts";
import type { LocalVendor } from "../../packages/local-cloud/runtime/local-vendor.ts";
import { admin, ContractCloud, cloudOrigin } from "../contract/contract-cloud.ts";
import { CommandStage } from "./play-command.ts";
import { playDriver } from "./play-driver.ts";
import { PlayedVendor } from "./played-vendor.ts";
import { type RecordedCase, readCase } from "./recorded-case.ts";
import { type Subject, subjects } from "./subjects.ts";

const here = fileURLToPath(new URL(".", import.meta.url));
const files = ["google", "arm", "databricks"].flatMap((vendor) =>
  readdirSync(join(here, vendor))
    .filter((file) => file.endsWith(".json"))
    .map((file) => `${vendor}/${file}`),
);

const localVendors: Readonly<Record<string, LocalVendor>> = {
  google: googleLocal,
  arm: armLocal,
  databricks: databricksLocal,
};

function subjectOf({ subject }: RecordedCase): Subject {
  const found = subjects[subject];
  if (found === undefined) throw new Error(`there is no subject ${subject}`);
  return found;
}

describe.each(files)("%s", (file) => {
  const recorded = readCase(join(here, file));

  test("the driver reads it right", async () => {
    const subject = subjectOf(recorded);
    const vendor = new PlayedVendor(recorded.exchanges);
    const driver = subject.driver(exchangeOver(vendor.answer));
    for (const call of recorded.driver) {
      vendor.command = call.in ?? 1;
      expect(await playDriver(driver, subject, call), call.call).toMatchObject(call.gives);
    }
  });

  test("the local cloud gives each answer by its fault, and the driver reads it as right", async () => {
    const subject = subjectOf(recorded);
    const cloud = new ContractCloud(localVendors[file.split("/")[0] ?? ""] ?? googleLocal, 0);
    try {
      const vendor = new PlayedVendor(recorded.exchanges, async (answer, request) => {
        cloud.faults.add({ match: { times: 1 }, fault: { kind: "answer", ...answer } });
        const { pathname, search } = new URL(request.url);
        const body = request.method === "GET" ? null : await request.text();
        const { method, headers } = request;
        return asking(cloud.exchangeAs(admin))(
          new Request(`${cloudOrigin}${pathname}${search}`, { method, headers, body }),
        );
      });
      const driver = subject.driver(exchangeOver(vendor.answer));
      for (const call of recorded.driver) {
        vendor.command = call.in ?? 1;
        expect(await playDriver(driver, subject, call), call.call).toMatchObject(call.gives);
      }
    } finally {
      cloud.close();
    }
  });

  test("the command does and says what is right", async () => {
    const vendor = new PlayedVendor(recorded.exchanges);
    const stage = new CommandStage(subjectOf(recorded), vendor);
    try {
      for (const [index, command] of recorded.commands.entries()) {
        vendor.command = index + 1;
        const { code, output, writes } = await stage.play(command.line, command.after);
        expect({ line: command.line, code, writes }, output).toEqual({
          line: command.line,
          code: command.exits,
          writes: command.sends,
        });
        // Lines are as wide as a terminal: a text may go on in the next.
        const told = output.replace(/\s+/g, " ");
        for (const text of command.says ?? []) expect(told, command.line).toContain(text);
        for (const text of command.hides ?? []) expect(told, command.line).not.toContain(text);
      }
    } finally {
      stage.close();
    }
  });
});

test("the cases are at least the seventy of the contract", () => {
  expect(files.length).toBeGreaterThanOrEqual(70);
});

test.each([
  ["a case without source is refused", []],
  ["is no source", ["a blog that somebody has read"]],
])("%s", (complaint, sources) => {
  const folder = mkdtempSync(join(tmpdir(), "plumb-answers-"));
  try {
    const path = join(folder, "case.json");
    writeFileSync(path, JSON.stringify({ about: "x", sources, exchanges: [{}], driver: [{}], commands: [{}] }));
    expect(() => readCase(path)).toThrow(complaint);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
