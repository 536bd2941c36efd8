import { describe, expect, test } from "vitest";
import { runFake } from "../cli-context.fixture.ts";

// An address resolves `.` and `..` away, and leaves nothing of an empty part: the request would go to another route
// than it names.

describe.each(["..", "."])("at a server a name `%s`", (name) => {
  test.each([
    ["stack", "rm", name],
    ["state", "show", name],
    ["stack", "mv", name, "test"],
    ["stack", "mv", `portal/${name}`, "portal/test"],
    ["stack", "rm", `${name}/dev`],
    ["credential", "rm", name],
    ["token", "revoke", name],
    ["role", "revoke", name],
    ["outputs", "--stack", name],
  ])("is refused before anything is sent: %s %s", async (...line) => {
    const { code, stderr, requests } = await runFake([...line, "--server", "https://plumb.example"], {});
    expect(code).not.toBe(0);
    expect(stderr).toContain(`\`${name}\``);
    expect(requests).toEqual([]);
  });
});

test("an empty name is refused, too, and one with dots in it is not", async () => {
  const server = ["--server", "https://plumb.example"];
  const empty = await runFake(["token", "revoke", "", ...server], {});
  expect(empty.stderr).toContain("empty");
  expect(empty.requests).toEqual([]);
  const { requests } = await runFake(["token", "revoke", "a..b", ...server], {
    "POST /v1/tokens/a..b:revoke": { body: {} },
  });
  expect(requests.map(({ line }) => line)).toEqual(["POST /v1/tokens/a..b:revoke"]);
});
