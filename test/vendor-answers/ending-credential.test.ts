import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { CommandStage } from "./play-command.ts";
import { PlayedVendor } from "./played-vendor.ts";
import { readCase } from "./recorded-case.ts";
import { subjects } from "./subjects.ts";

const recorded = readCase(fileURLToPath(new URL("arm/429-retry-after.json", import.meta.url)));
const start = Date.parse("2027-01-15T09:30:00Z");

/** A token as Entra issues them; only when it ends is read of it. */
function endingAt(ms: number): string {
  const part = (document: object) => Buffer.from(JSON.stringify(document)).toString("base64url");
  return [part({ alg: "none" }), part({ exp: Math.floor(ms / 1000) }), ""].join(".");
}

async function outputsOf(lines: readonly string[], endsAt: number): Promise<readonly string[]> {
  const subject = subjects["collector"];
  if (subject === undefined) throw new Error("there is no collector");
  const stage = new CommandStage(subject, new PlayedVendor(recorded.exchanges), { ARM_ACCESS_TOKEN: endingAt(endsAt) });
  const outputs: string[] = [];
  try {
    for (const line of lines) outputs.push((await stage.play(line)).output.replace(/\s+/g, " "));
  } finally {
    stage.close();
  }
  return outputs;
}

test.each(["plan", "up --yes"])("%s warns of a credential that may end before the run does", async (line) => {
  const [soon] = await outputsOf([line], start + 30_000);
  expect(soon).toContain("credential-ends");
  expect(soon).toMatch(/\(ARM_ACCESS_TOKEN\) .* 2027-01-15T09:30:30\.000Z /);
  const [late] = await outputsOf([line], start + 3_600_000);
  expect(late).not.toContain("credential-ends");
});

test("up --plan shows what was warned of with the plan", async () => {
  const [planned = ""] = await outputsOf(["plan"], start + 30_000);
  const plan = /--plan (\w+)/.exec(planned)?.[1] ?? "";
  const [, carried] = await outputsOf(["plan", `up --yes --plan ${plan}`], start + 30_000);
  expect(carried).toContain("credential-ends");
});
