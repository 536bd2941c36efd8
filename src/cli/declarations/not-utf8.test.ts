import { expect, test } from "vitest";
import { runFake } from "../cli-context.fixture.ts";

// A byte that is not UTF-8 is read as U+FFFD, and would be written as that.
const latin1 = Buffer.from("# Gr\xfc\xdfe\nname: x\nresources: {}\n", "latin1").toString("utf8");

test("import --write leaves a file that is not UTF-8 as it is, and imports nothing", async () => {
  const outcome = await runFake("import iam:OAuthClient a here/a --write", {}, { files: { "plumb.yaml": latin1 } });
  expect(outcome).toMatchObject({ code: 2, requests: [] });
  expect(outcome.files.get("plumb.yaml")).toBe(latin1);
});

test.each(["config set region here", "config rm region"])("%s leaves such a stack's file as it is", async (line) => {
  const text = `${latin1.split("\n")[0]}\nconfig:\n  region: there\n`;
  const outcome = await runFake(line, {}, { files: { "plumb.dev.yaml": text } });
  expect(outcome.code).toBe(2);
  expect(outcome.files.get("plumb.dev.yaml")).toBe(text);
});
