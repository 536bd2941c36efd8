import { execFileSync } from "node:child_process";
import { describe, expect, test } from "vitest";
import { failureAnswer, runFake } from "../cli-context.fixture.ts";

const script = async (shell: string) => (await runFake(`completion ${shell}`)).stdout;

/** What bash offers for the last of the words. */
async function offered(...words: readonly string[]): Promise<readonly string[]> {
  const program = `${await script("bash")}
COMP_WORDS=(plumb "$@"); COMP_CWORD=$(( $# )); _plumb; printf '%s\\n' "\${COMPREPLY[@]}"`;
  return execFileSync("bash", ["-c", program, "bash", ...words], { encoding: "utf8" })
    .trimEnd()
    .split("\n");
}

describe("plumb completion", () => {
  test("bash completes commands, their second words and options", async () => {
    expect(await offered("ru")).toEqual(["runs"]);
    expect(await offered("state", "m")).toEqual(["mv"]);
    expect(await offered("up", "--pl")).toEqual(["--plan"]);
    expect(await offered("state", "show", "name", "--serv")).toEqual(["--server"]);
    expect(await offered("explain", "")).not.toContain("up");
    // Where the value of an option comes, no option stands.
    for (const option of ["--format", "--target", "-s", "--server"])
      expect((await offered("plan", option, "")).filter((word) => word.startsWith("-"))).toEqual([]);
  });

  test("what the last word may become is asked of the command", async () => {
    const answers = {
      "GET /v1/stacks": {
        body: { stacks: [{ stack: "portal/dev" }, { stack: "portal/prod" }, { stack: "x/prod" }] },
      },
      "GET /v1/projects/x/stacks/prod/resources": { body: { resources: [{ name: "portal" }, { name: "backend" }] } },
      "GET /v1/projects/x/stacks/elsewhere/resources": failureAnswer(404, "stack-unknown"),
      "GET /v1/projects/x/stacks/dev/runs": { body: { runs: [{ run: "0123456789abcdef", status: "done" }] } },
    };
    const completed = async (line: string) =>
      (await runFake(`complete -- ${line}`, answers)).stdout.split("\n").filter((word) => word !== "");
    expect(await completed("plan -s p")).toEqual(["portal/dev", "portal/prod", "prod"]);
    expect(await completed("state show -s prod ba")).toEqual(["backend"]);
    expect(await completed("plan -s prod --target p")).toEqual(["portal"]);
    expect(await completed("runs show 01")).toEqual(["0123456789ab"]);
    expect(await completed("plan --format ht")).toEqual(["html"]);
    expect(await completed("plan --format=ht")).toEqual(["--format=html"]);
    expect(await completed("role grant ada op")).toEqual(["operator"]);
    expect(await completed("no-such-command x")).toEqual([]);
    expect(await completed("state show -s elsewhere p")).toEqual([]);
  });

  test("zsh takes the same over bashcompinit; fish has its own", async () => {
    expect(await script("zsh")).toContain("bashcompinit");
    expect(await script("fish")).toContain("complete -c plumb -n '__fish_use_subcommand' -a up ");
  });

  test("another shell is a mistake that names those there are", async () => {
    const { code, stderr } = await runFake("completion tcsh");
    expect([code, stderr]).toEqual([2, expect.stringContaining("bash, zsh, fish")]);
  });
});
