import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Problem, Span } from "../../packages/base/problems/problem.ts";
import { openEmbedded } from "../../src/composition/embedded.ts";
import { embeddedFetch } from "../../src/composition/embedded-fetch.fixture.ts";
import { runPlumb } from "./run-plumb.fixture.ts";

const file = join(dirname(fileURLToPath(import.meta.url)), "twenty-mistakes.yaml");
const text = readFileSync(file, "utf8");

/** One line per mistake of the file, in its order: the code, and the very token that is guilty. */
const expected: readonly (readonly [code: string, place: string, token: string])[] = [
  ["invalid-name", "1:7", "Twenty Mistakes"],
  ["invalid-config", "5:39", "many"],
  ["unknown-key", "8:69", "zoone"],
  ["value-malformed", "16:22", "cloud-portal"],
  ["value-too-long", "18:20", "A portal with a name of forty characters"],
  ["wrong-type", "19:17", '"true"'],
  ["value-not-allowed", "20:19", "SECRET_CLIENT"],
  ["unknown-option", "24:16", "protekt"],
  ["unknown-type", "27:11", "iam:OauthClientCredential"],
  ["no-auto-naming", "32:5", "properties"],
  ["unknown-reference", "33:37", "portall.project"],
  ["output-field", "34:7", "createTime"],
  ["expression-type", "35:20", "$" + "{portal.disabled}"],
  ["value-malformed", "43:52", "request.time < timestamp("],
  ["unknown-version", "46:11", "authorization:RoleManagementPolicyAssignment@2019-01-01"],
  ["provider-level", "53:26", "account"],
  ["reference-cycle", "59:28", "south.serviceAttachment"],
  ["duplicate-key", "77:7", "resourceGroupName"],
  ["unknown-reference", "78:29", "lookups.portal.name"],
  ["invalid-expression", "83:16", "("],
];

function tokenAt({ line, column, endLine, endColumn }: Span): string {
  expect(endLine).toBe(line);
  return (text.split("\n")[line - 1] ?? "").slice(column - 1, endColumn - 1);
}

function seen({ code, span }: Problem): readonly string[] {
  if (span === undefined) return [code, "nowhere", ""];
  return [code, `${span.line}:${span.column}`, tokenAt(span)];
}

describe("a declaration with twenty different mistakes", () => {
  let folder = "";
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "plumb-mistakes-"));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test("the command reports all of them at once, each on its token, and leaves no trace", async () => {
    const run = await runPlumb(["check", "-f", file, "--json"], folder);
    const { problems } = JSON.parse(run.stdout) as { problems: readonly Problem[] };
    expect(problems.map(seen)).toEqual(expected);
    expect(problems.every((each) => each.severity === "error" && each.span?.file === file)).toBe(true);
    expect(run.exitCode).toBe(2);
    expect(readdirSync(folder)).toEqual([]);
  });

  test("people read file, line and column of each", async () => {
    const run = await runPlumb(["check", "-f", file], folder);
    const said = run.stdout + run.stderr;
    for (const [code, place] of expected) expect(said).toContain(`${file}:${place}: error[${code}]`);
    expect(said).toContain("20 problems (20 errors)");
    expect(run.exitCode).toBe(2);
    expect(readdirSync(folder)).toEqual([]);
  });

  test("a state directory that is there stays as it was", async () => {
    const valid = join(folder, "valid");
    const init = await runPlumb(["init", valid], folder);
    expect(init.exitCode).toBe(0);
    expect((await runPlumb(["up", "--yes", "--no-color"], valid)).exitCode).toBe(0);
    const before = snapshotOf(join(valid, ".plumb"));
    expect((await runPlumb(["check", "-f", file], valid)).exitCode).toBe(2);
    expect(snapshotOf(join(valid, ".plumb"))).toEqual(before);
  });

  test("a plan of it is refused with the same problems, before anything is read", async () => {
    const run = await runPlumb(["plan", "-f", file, "--json"], folder);
    const { problems } = JSON.parse(run.stdout) as { problems: readonly Problem[] };
    expect(problems.map(seen)).toEqual(expected);
    expect(run.exitCode).toBe(2);
  });

  test("checking makes no call: neither to the network nor to the local cloud, nor to the store", async () => {
    const dir = join(folder, "file-in-the-way", "state");
    const calls: string[] = [];
    const embedded = openEmbedded({
      version: "0",
      dir,
      environment: { PLUMB_CLOUD: "vendors" },
      clock: {
        // The door measures how long an answer takes.
        now: () => 0,
        elapsed: () => 0,
        sleep: async () => {
          throw new Error("the clock was asked");
        },
      },
      ids: {
        unique: () => {
          throw new Error("an id was drawn");
        },
        suffix: () => {
          throw new Error("a suffix was drawn");
        },
      },
      network: async (request) => {
        calls.push(request.url);
        throw new Error("the network was called");
      },
    });
    const answer = await embeddedFetch(embedded)(
      new Request("http://plumbline.local/v1/declarations:check", {
        method: "POST",
        body: JSON.stringify({ file, text, config: {} }),
      }),
    );
    const { problems } = (await answer.json()) as { problems: readonly Problem[] };
    expect(problems).toHaveLength(20);
    await embedded.close();
    expect(calls).toEqual([]);
    // Store and local cloud live in the state directory, which nobody made.
    expect(existsSync(dir)).toBe(false);
  });
});

/** Every file of a folder with its bytes. */
function snapshotOf(dir: string): Readonly<Record<string, string>> {
  return Object.fromEntries(
    readdirSync(dir, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => join(parentPath, name))
      .sort()
      .map((path) => [path, readFileSync(path).toString("base64")]),
  );
}
