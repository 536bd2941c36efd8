import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, test } from "vitest";
import { problem } from "../../../../packages/base/problems/problem.ts";
import { parseText } from "../../../engine/declare/parse-text.ts";
import { emptyPlan, failureAnswer, runFake, sampleDigest, samplePlan } from "../../cli-context.fixture.ts";

const files = { "plumb.yaml": "name: x\n" };
const plans = "POST /v1/projects/x/stacks/dev/plans";

describe("check", () => {
  const unknownKey = problem("unknown-field", "There is no field nme.", {
    span: { file: "plumb.yaml", line: 1, column: 1, endLine: 1, endColumn: 5 },
  });

  test("shows the guilty token and exits 2", async () => {
    const route = { "POST /v1/declarations:check": { body: { problems: [unknownKey] } } };
    const { code, stdout, stderr, requests } = await runFake("check --config a=b=c", route, { files });
    expect(code).toBe(2);
    expect(stdout).toBe("");
    expect(stderr).toContain("plumb.yaml:1:1: error[unknown-field]");
    expect(stderr).toContain("  1 | name: x\n    | ^^^^\n");
    expect(requests[0]?.body).toEqual({
      ...{ file: "plumb.yaml", text: "name: x\n", config: { a: "b=c" } },
      configFrom: { a: "option" },
    });
  });

  test("--fix stops between two checks when asked to, and writes nothing", async () => {
    const stop = new AbortController();
    const route = { "POST /v1/declarations:check": { body: { problems: [{ ...unknownKey, fix: "names" }] } } };
    // A signal is heard only while the command waits.
    let waits = 0;
    const sleep = async () => {
      waits += 1;
      if (waits === 2) stop.abort();
    };
    const outcome = await runFake("check --fix", route, { files, signal: stop.signal, sleep });
    expect([outcome.code, outcome.requests.length, outcome.files.get("plumb.yaml")]).toEqual([130, 1, "name: x\n"]);
  });

  test("warnings do not fail, and the JSON is the document", async () => {
    const view = { problems: [problem("vendor-limit", "Too many.")] };
    const { code, stdout, stderr } = await runFake(
      "check --json",
      { "POST /v1/declarations:check": { body: view } },
      { files },
    );
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toEqual(view);
    expect(stderr).toContain("warning[vendor-limit]");
  });

  test("a missing declaration is a mistake that names init", async () => {
    const { code, stderr } = await runFake("check", {}, { files: {} });
    expect(code).toBe(2);
    expect(stderr).toContain(" plumb.yaml");
    expect(stderr).toContain("plumb init");
  });
});

describe("plan", () => {
  test("renders, exits 0, and 3 with --detailed-exitcode", async () => {
    const route = { [plans]: { status: 201, body: samplePlan() } };
    const plain = await runFake("plan --no-refresh", route, { files });
    expect(plain.code).toBe(0);
    expect(plain.stdout).toContain("Plan: 1 to create, 0 to change, 0 to delete.");
    expect(plain.requests[0]?.body).toMatchObject({ kind: "apply", refresh: false });
    expect((await runFake("plan --detailed-exitcode", route, { files })).code).toBe(3);
    const empty = { [plans]: { status: 201, body: emptyPlan } };
    const none = await runFake("plan --detailed-exitcode", empty, { files });
    expect(none.code).toBe(0);
    expect(none.stdout).toBe("No changes. The platform is as declared.\n");
  });

  test("names what a plan that deletes everything needs to be run", async () => {
    const told = async (plan: ReturnType<typeof samplePlan>) =>
      (await runFake("plan --out e.json", { [plans]: { status: 201, body: plan } }, { files })).stdout;
    expect(await told(samplePlan({ removesAll: true }))).toContain("plumb up --plan e.json --allow-empty");
    expect(await told(samplePlan())).not.toContain("--allow-empty");
  });

  test("--json prints the view alone", async () => {
    const { stdout, stderr } = await runFake("plan --json", { [plans]: { body: samplePlan() } }, { files });
    expect(JSON.parse(stdout)).toEqual(samplePlan());
    expect(stderr).toBe("");
  });

  test.each([
    ["protected", 4],
    ["unknown-reference", 2],
    ["unreadable", 1],
  ] as const)("blocked by %s exits %i and still shows the plan", async (code, exit) => {
    const blocked = samplePlan({ problems: [problem(code, "So it is.")] });
    const outcome = await runFake("plan --out f.json", { [plans]: { body: blocked } }, { files });
    expect(outcome.code).toBe(exit);
    expect(outcome.stdout).toContain("+ portal");
    expect(outcome.stderr).toContain(`error[${code}]`);
    expect(outcome.files.has("f.json")).toBe(false);
  });

  test("problems of the check come as a failed answer", async () => {
    const answer = failureAnswer(422, "unknown-type", [problem("unknown-type", "No such type.")]);
    const { code, stdout } = await runFake("plan --json", { [plans]: answer }, { files });
    expect(code).toBe(2);
    expect(JSON.parse(stdout)).toMatchObject({ status: 422, problems: [{ code: "unknown-type" }] });
  });

  test("--out saves a plan file", async () => {
    const { files: after } = await runFake("plan --out p.json", { [plans]: { body: samplePlan() } }, { files });
    expect(JSON.parse(after.get("p.json") ?? "")).toEqual({
      format: 2,
      stack: "x/dev",
      digest: sampleDigest,
      plan: samplePlan(),
    });
  });

  const row = {
    digest: sampleDigest,
    kind: "apply",
    createdAt: "2026-01-01T00:00:00Z",
    summary: { ...samplePlan().summary, read: 2 },
  };

  test("--list and --show by the beginning of a digest", async () => {
    const routes = {
      "GET /v1/projects/x/stacks/dev/plans": { body: { plans: [row] } },
      [`GET /v1/projects/x/stacks/dev/plans/${sampleDigest}`]: { body: samplePlan() },
    };
    const list = await runFake("plan --list", routes);
    expect(list.stdout).toBe(
      "PLAN          CREATED                     KIND   CHANGES\n" +
        "0123456789ab  2026-01-01 00:00:00 +00:00  apply  1 to create, 0 to change, 0 to delete\n",
    );
    expect((await runFake("plan --show 012345", routes)).stdout).toContain("+ portal");
    const unknown = await runFake("plan --show ffff", routes);
    expect(unknown.code).toBe(2);
    expect(unknown.stderr).toContain("error[plan-unknown]");
  });
});

describe("graph", () => {
  const body = {
    nodes: [
      { name: "a", kind: "resource", type: "t:<A>" },
      { name: "b", kind: "lookup", type: "t:B" },
      { name: "end", kind: "get", type: 't:"C"' },
    ],
    edges: [
      { from: "a", to: "b" },
      { from: "end", to: "a" },
    ],
  };
  const routes = { "POST /v1/declarations:graph": { body } };

  test("dot", async () => {
    expect((await runFake("graph", routes, { files })).stdout).toMatchInlineSnapshot(`
      "digraph plumb {
        rankdir=BT;
        "a" [label="a\\nt:<A>", shape=box];
        "b" [label="b\\nt:B", shape=ellipse];
        "end" [label="end\\nt:\\"C\\"", shape=note];
        "a" -> "b";
        "end" -> "a";
      }
      "
    `);
  });
  test("mermaid", async () => {
    expect((await runFake("graph --format mermaid", routes, { files })).stdout).toMatchInlineSnapshot(`
      "flowchart BT
        n0["a<br/>t:#60;A#62;"]
        n1(["b<br/>t:B"])
        n2[/"end<br/>t:#34;C#34;"/]
        n0 --> n1
        n2 --> n0
      "
    `);
  });
  test("svg: what is needed stands above, texts are escaped", async () => {
    const { stdout } = await runFake("graph --format svg", routes, { files });
    const tops = [...stdout.matchAll(/y="(\d+)" font-weight="600">(\w+)</g)].map((match) => [
      match[2],
      Number(match[1]),
    ]);
    const top = Object.fromEntries(tops) as Record<string, number>;
    expect(top["b"]).toBeLessThan(top["a"] ?? 0);
    expect(top["a"]).toBeLessThan(top["end"] ?? 0);
    expect(stdout).toContain("t:&#60;A&#62;");
    expect(stdout.match(/<line /g)).toHaveLength(2);
  });
  test("json is the view", async () => {
    expect(JSON.parse((await runFake("graph --json", routes, { files })).stdout)).toEqual(body);
  });
});
describe("init", () => {
  test("init writes once and never overwrites", async () => {
    const first = await runFake("init app", {}, { files: { "app/.gitignore": "dist" } });
    expect(first.code).toBe(0);
    expect(first.files.get("app/plumb.yaml")).toContain("type: iam:OAuthClient");
    expect(first.files.get("app/.gitignore")).toBe("dist\n.plumb/\n");
    const again = await runFake("init app", {}, { files: Object.fromEntries(first.files) });
    expect(again.code).toBe(2);
    expect(Object.fromEntries(again.files)).toEqual(Object.fromEntries(first.files));
  });

  test("init puts the schema beside the declaration, which names it and fits it", async () => {
    const { files, stdout } = await runFake("init app", {});
    expect(stdout).toContain("Wrote app/plumb.yaml, app/plumb.schema.json and app/.gitignore.");
    const text = files.get("app/plumb.yaml") ?? "";
    expect(text).toMatch(/^# yaml-language-server: \$schema=plumb\.schema\.json\n/);
    const ajv = new Ajv2020({ strictTypes: false, strictRequired: false });
    const validate = ajv.compile(JSON.parse(files.get("app/plumb.schema.json") ?? "false"));
    const parsed = parseText(text, false);
    validate(parsed.ok ? (parsed.value.root?.value ?? null) : null);
    expect(validate.errors).toBe(null);
    const kept = await runFake("init app", {}, { files: { "app/plumb.schema.json": "{}" } });
    expect(kept.files.get("app/plumb.schema.json")).toBe("{}");
  });
});
