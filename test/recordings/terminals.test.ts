import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { problem } from "../../packages/base/problems/problem.ts";
import { runFake, samplePlan } from "../../src/cli/cli-context.fixture.ts";
import { RunDisplay } from "../../src/cli/rendering/run-display.ts";
import { redraws, showsColor, terminal } from "../../src/cli/terminal.ts";

/** Writes what is shown into the file; then read the difference. */
const isUpdate = process.env["UPDATE_GOLDEN"] === "1";
const file = fileURLToPath(new URL("terminals.txt", import.meta.url));

const kinds = [
  ...[40, 80, 120, 200].map((columns) => ({ name: `${columns} columns`, columns, environment: { NO_COLOR: "1" } })),
  { name: "80 columns, in color", columns: 80, environment: {} },
  { name: "80 columns, TERM=dumb", columns: 80, environment: { TERM: "dumb" } },
  { name: "80 columns, CI=true", columns: 80, environment: { CI: "true" } },
];
type Kind = (typeof kinds)[number];

const type = "migrate:PrivateEndpointConnection";
const id = "projects/acme-production/locations/europe-west1/oauthClients/the-portal-of-the-customers";
const names = ["portal", "a-gateway-whose-name-is-longer-than-most-names-are", "backend"];
const step = (name: string) => ({
  ...{ needs: [], name, type, action: "create" as const, id, warnings: [] },
  fields: [
    {
      path: "/displayName",
      new: "The portal of all customers of the north",
      reason: "declared" as const,
      replace: false,
    },
    {
      path: "/allowedRedirectUris",
      new: [`https://${name}.example.com/callback`],
      reason: "declared" as const,
      replace: false,
    },
  ],
});
const plan = samplePlan({
  steps: names.map(step),
  summary: { ...samplePlan().summary, create: 3 },
  estimate: { calls: [], atLeastMs: 60_000 },
});

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** What is written while a run goes on, piece by piece: what is drawn anew begins with the way up. */
function progress({ columns, environment }: Kind): string {
  let written = "";
  let now = 0;
  const write = (text: string) => {
    written += text;
  };
  const stream = { isTTY: true, columns, rows: 24, write };
  const style = { color: showsColor(environment), redraws: redraws(environment) };
  const display = new RunDisplay(terminal(stream, style), new Map(), () => now, plan);
  const pass = (ms: number) => {
    now += ms;
    vi.advanceTimersByTime(ms);
  };
  const [first = "", second = "", third = ""] = names;
  const of = (name: string) => ({ event: "step" as const, step: name, name, type, action: "create" as const });
  display.show({ ...of(first), phase: "started" });
  display.show({ ...of(second), phase: "started" });
  pass(1_200);
  display.show({ ...of(first), phase: "done", id, durationMs: 1_190 });
  display.show({
    ...of(second),
    phase: "waiting",
    detail: "waiting for Azure: rate limited, again in 12 s (attempt 3)",
  });
  pass(2_000);
  display.show({
    ...of(second),
    phase: "failed",
    problem: problem("denied", "the platform refused to create it: no right"),
  });
  display.show({ ...of(third), phase: "skipped", problem: problem("not-reached", "it needs portal, which failed") });
  display.close();
  return written;
}

/** The plan and the question below it, answered with no. */
async function question({ columns, environment }: Kind): Promise<string> {
  const routes = { "POST /v1/projects/x/stacks/dev/plans": { status: 201, body: plan } };
  const options = { tty: true, columns, environment, answers: ["n"] };
  const { screen, code } = await runFake("up", routes, options);
  expect(code).toBe(130);
  return screen;
}

const visible = (text: string) => text.replaceAll("\u001b", "␛").replaceAll("\r", "␍");

test("what a terminal is shown, by its width and by what it can do", async () => {
  const parts: string[] = [];
  for (const kind of kinds) {
    const [asked, shown] = [await question(kind), progress(kind)];
    parts.push(`===== ${kind.name}: the question`, visible(asked), `===== ${kind.name}: the run`, visible(shown));
  }
  const whole = parts.join("\n");
  const ofRun = (name: string) => whole.split(`===== ${name}: the run\n`)[1]?.split("=====")[0] ?? "";
  // A dumb terminal has no escapes, a log is drawn on once, and no color is no color.
  expect(ofRun("80 columns, TERM=dumb")).not.toContain("␛");
  expect(ofRun("80 columns, CI=true")).not.toContain("A␛[J");
  expect(ofRun("80 columns")).not.toMatch(/␛\[\d*m/);
  if (isUpdate) writeFileSync(file, whole);
  else expect(whole).toBe(readFileSync(file, "utf8"));
});
