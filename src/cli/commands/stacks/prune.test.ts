import { describe, expect, test } from "vitest";
import type { PrunedStack } from "../../../contract/documents/stacks.ts";
import { failureAnswer, runFake } from "../../cli-context.fixture.ts";

const route = (stack: string) => `POST /v1/projects/x/stacks/${stack}:prune`;

const stacks = ["held", "dev", "lost", "prod"];

const list = {
  "GET /v1/stacks": {
    body: { stacks: stacks.map((stack) => ({ stack: `x/${stack}`, resources: 1, serial: 1, problems: [] })) },
  },
};

function pruned(stack: string, dryRun: boolean): PrunedStack {
  return {
    ...{ stack: `x/${stack}`, dryRun, runs: 3, edits: 0, plans: 4, runsKept: 10 },
    upTo: "2026-01-01T00:00:00.000Z",
  };
}

/** Stacks of which some are refused, with what each is refused for. */
function world(refused: Readonly<Record<string, ReturnType<typeof failureAnswer>>>) {
  const answers = stacks.map((stack) => [
    route(stack),
    async (request: Request) =>
      refused[stack] ?? { body: pruned(stack, ((await request.json()) as { dryRun: boolean }).dryRun) },
  ]);
  return { ...list, ...Object.fromEntries(answers) };
}

const held = failureAnswer(409, "stack-busy");
const lost = failureAnswer(500, "storage-failed");

describe("prune --all", () => {
  test("goes on behind a stack that is refused, and tells each refusal", async () => {
    const { stdout, stderr, code, requests } = await runFake("prune --all --yes", world({ held, lost }));
    expect(requests.map(({ line }) => line)).toEqual(["GET /v1/stacks", ...stacks.map(route)]);
    expect(stdout).toMatch(/^Stack x\/dev: .* went; .*\nStack x\/prod: .* went; .*\n$/);
    expect(stderr).toContain("x/held");
    expect(stderr).toContain("error[stack-busy]");
    expect(stderr).toContain("x/lost");
    expect(stderr).toContain("error[storage-failed]");
    expect(code).toBe(1);
  });

  test("ends as refused where all that did not go was refused", async () => {
    expect((await runFake("prune --all --yes", world({ held }))).code).toBe(4);
  });

  test("tells each stack as JSON, with the problem of each that was refused", async () => {
    const { stdout } = await runFake("prune --all --yes --json", world({ held }));
    expect(JSON.parse(stdout)).toEqual([
      { stack: "x/held", problem: expect.objectContaining({ code: "stack-busy" }) },
      ...["dev", "lost", "prod"].map((stack) => pruned(stack, false)),
    ]);
  });

  test("asks about the others, and tries a refused one no more", async () => {
    const options = { tty: true, answers: ["yes"] };
    const { code, requests, stdout } = await runFake("prune --all", world({ held, lost }), options);
    const asked = requests.map(({ line, body }) => [line, (body as { dryRun?: boolean } | undefined)?.dryRun]);
    expect(asked.slice(1)).toEqual([
      ...stacks.map((stack) => [route(stack), true]),
      [route("dev"), false],
      [route("prod"), false],
    ]);
    expect(stdout).toContain("went");
    expect(code).toBe(1);
  });
});

test("a stack that is refused by itself is told as other failures are", async () => {
  const { code, stdout } = await runFake("prune -s held --yes --json", world({ held }));
  expect(JSON.parse(stdout)).toMatchObject({ code: "stack-busy" });
  expect(code).toBe(4);
});
