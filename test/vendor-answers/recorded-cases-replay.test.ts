import { readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { PlayedVendor } from "./played-vendor.ts";
import { readCase } from "./recorded-case.ts";
import { playAndReplay } from "./replayed-recording.ts";
import { subjects } from "./subjects.ts";

const here = fileURLToPath(new URL(".", import.meta.url));
const files = ["google", "arm", "databricks"].flatMap((vendor) =>
  readdirSync(join(here, vendor))
    .filter((file) => file.endsWith(".json"))
    .map((file) => `${vendor}/${file}`),
);

test.each(files)("a recording of %s replays as a fixture, and the command does and says the same", async (file) => {
  const recorded = readCase(join(here, file));
  const subject = subjects[recorded.subject];
  if (subject === undefined) throw new Error(`there is no subject ${recorded.subject}`);
  const { first, again } = await playAndReplay(subject, new PlayedVendor(recorded.exchanges), recorded.commands);
  expect(again).toEqual(first);
});
