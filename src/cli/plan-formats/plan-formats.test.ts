import { describe, expect, test } from "vitest";
import type { Json } from "../../../packages/base/json/json.ts";
import { problem } from "../../../packages/base/problems/problem.ts";
import type { PlanView } from "../../contract/documents/plans/plan.ts";
import type { StepView } from "../../contract/documents/plans/steps.ts";
import { noSteps } from "../../contract/documents/plans/steps.ts";
import { failureAnswer, runFake, samplePlan } from "../cli-context.fixture.ts";
import { htmlPlan } from "./html-plan.ts";
import { markdownPlan } from "./markdown-plan.ts";
import type { ReportedPlan } from "./plan-report.ts";
import { sarifPlan } from "./sarif-plan.ts";

const step = (parts: Partial<StepView>): StepView => ({
  ...{
    step: parts.name ?? "a",
    needs: [],
    name: "a",
    type: "iam:OAuthClient",
    action: "update",
    fields: [],
    warnings: [],
  },
  ...parts,
});

const told = (parts: Partial<PlanView>): ReportedPlan => ({
  ...{ plan: samplePlan(parts), graph: null, version: "0.1.0" },
  shownBy: "`plumb plan --show D -f shop.yaml`",
});

const secret = (id: string, fingerprint: string) => ({ $secret: { id, fingerprint } });

const risky = told({
  summary: { ...noSteps, create: 1, update: 1, replace: 1, delete: 1 },
  steps: [
    step({ name: "new", action: "create", fields: [{ path: "/x", new: "```", reason: "declared", replace: false }] }),
    step({ name: "gone", action: "delete", id: "projects/p/gone" }),
    step({
      ...{ name: "other", action: "replace", order: "create-before-delete" },
      fields: [{ path: "/location", old: "here", new: "<script>alert(1)</script>", reason: "declared", replace: true }],
    }),
    step({
      name: "changed",
      fields: [
        { path: "/token", old: secret("id-1", "f1"), new: secret("id-2", "f2"), reason: "declared", replace: false },
      ],
    }),
  ],
  problems: [problem("protected", "`gone` is protected & <kept>", { address: "gone" })],
});

describe("markdown", () => {
  test("is folded by risk, the gravest open and first", () => {
    const text = markdownPlan(risky);
    const parts = [...text.matchAll(/<details( open)?><summary>([^<]*)<\/summary>/g)].map(
      ([, open, name]) => `${name}${open ?? ""}`,
    );
    expect(parts).toEqual(["1 problem open", "Removed or replaced (2) open", "Changed (1)", "Created (1)"]);
    expect(text).toContain(risky.plan.digest);
  });

  test("what was not observed stands open: the counts say nothing of it", () => {
    const notObserved = [{ name: "vm", type: "t", why: "the platform is down" }];
    expect(markdownPlan(told({ notObserved }))).toContain("<details open><summary>Also</summary>");
    const left = [{ name: "vm", why: "it is excluded" }];
    expect(markdownPlan(told({ left }))).toContain("<details><summary>Also</summary>");
  });

  test("who gains and who loses what stands open and first, and what widens rights stands apart", () => {
    const rights = { loses: [], gains: [{ who: "user:eve", what: "roles/owner" }] };
    const field = { path: "/status", old: "RESTRICT", new: "ALLOW_ALL", reason: "declared" as const, replace: false };
    const steps = [
      step({ name: "quiet", fields: [{ ...field, path: "/description" }] }),
      step({ name: "wide", fields: [{ ...field, rank: "rights-widened" }] }),
      step({ name: "made", action: "create", rights }),
    ];
    for (const format of [markdownPlan, htmlPlan]) {
      const heads = [...format(told({ steps })).matchAll(/<details[^>]*><summary>([^<]*)</g)].map(([, name]) => name);
      expect(heads.slice(0, 4)).toEqual([
        "Who gains and who loses what",
        "Widens rights (1)",
        "Changed (1)",
        "Created (1)",
      ]);
    }
    const text = markdownPlan(told({ steps }));
    expect(text).toContain("<details open><summary>Who gains and who loses what</summary>");
    expect(text).toMatch(/^\+ user:eve gains roles\/owner/m);
    expect(text).toContain("<details open><summary>Widens rights (1)</summary>");
    expect(text).toContain("<details><summary>Changed (1)</summary>");
  });

  test("fences are longer than any that a value holds", () => {
    expect(markdownPlan(risky)).toContain("````diff\n+");
  });

  test("a part that is too large is told with what stays folded, and takes no other along", () => {
    const uris = (count: number) =>
      Array.from({ length: count }, (_, index) => `https://app.example/cb/${index}/${"x".repeat(60)}`);
    const field = (path: string, old: Json, next: Json) => ({
      ...{ path, old, new: next, reason: "declared" as const, replace: false, rank: "rights-widened" as const },
    });
    const steps = [
      step({ name: "client", fields: [field("/allowedRedirectUris", uris(900), uris(901))] }),
      step({ name: "huge", fields: [field("/allowedRedirectUris", [], uris(900))] }),
      step({ name: "setting", fields: [field("/status", "RESTRICT", "ALLOW_ALL")] }),
      step({ name: "big", action: "create", fields: [{ ...field("/uris", [], uris(900)), rank: "other" }] }),
    ];
    const text = markdownPlan(told({ steps }));
    expect(text.length).toBeLessThanOrEqual(65_000);
    expect(text).toMatch(/"https:\/\/app.example\/cb\/900\//);
    expect(text).toContain("897 items unchanged");
    expect(text).toContain('status: "RESTRICT" -> "ALLOW_ALL"');
    expect(text).toMatch(/^~ huge .*\n {4}\(its values have no room here\)/m);
    expect(text).toContain(
      "**1 more part has no room here.** Left out: `big`. Parts that are too large are folded. All of it:",
    );
  });

  test("names what is left out so that it can be told apart", () => {
    const fields = [
      { path: "/x", old: "x".repeat(300), new: "y".repeat(300), reason: "declared", replace: false },
    ] as const;
    const long = "a".repeat(60);
    const steps = Array.from({ length: 400 }, (_, index) => step({ name: `${long}-${index}`, fields }));
    const names = /Left out: (.*?) and/.exec(markdownPlan(told({ steps })))?.[1]?.split(", ") ?? [];
    expect([names.length, new Set(names).size]).toEqual([20, 20]);
  });

  test("what widens rights has its room before all else", () => {
    const gone = Array.from({ length: 900 }, (_, index) =>
      step({ name: `gone-${index}`, action: "delete", id: "i".repeat(80) }),
    );
    const wide = step({
      name: "wide",
      fields: [{ path: "/status", old: "A", new: "B", reason: "declared", replace: false, rank: "guard-removed" }],
    });
    const text = markdownPlan(told({ steps: [...gone, wide] }));
    expect(text).toContain('status: "A" -> "B"');
    expect(text.indexOf("Removed or replaced (900)")).toBeLessThan(text.indexOf("Widens rights (1)"));
  });

  test("each of many steps that widen rights is named before the values of any have room", () => {
    const field = {
      path: "/uris",
      old: "x".repeat(400),
      new: "y".repeat(400),
      reason: "declared",
      replace: false,
    } as const;
    const steps = Array.from({ length: 300 }, (_, index) =>
      step({ name: `wide-${index}`, fields: [{ ...field, rank: "rights-widened" }] }),
    );
    const text = markdownPlan(told({ steps }));
    expect(text.length).toBeLessThanOrEqual(65_000);
    expect(text.match(/^~ wide-\d+ /gm)).toHaveLength(300);
    expect(text.match(/y{400}/g)?.length).toBeGreaterThan(10);
    expect(text).not.toContain("no room here.**");
  });

  test("has room for a comment; each step is there whole or not at all, and what is left is counted", () => {
    const fields = [
      { path: "/description", old: "x".repeat(300), new: "y".repeat(300), reason: "declared" as const, replace: false },
    ];
    const steps = Array.from({ length: 400 }, (_, index) => step({ name: `n${index}`, fields }));
    const plan = told({ steps, summary: { ...noSteps, update: 400 } });
    const text = markdownPlan(plan);
    expect(text.length).toBeLessThanOrEqual(65_000);
    const shown = text.match(/^~ n\d+ /gm)?.length ?? 0;
    expect(text.match(/y{300}/g)).toHaveLength(shown);
    expect(text).toContain(`**${400 - shown} more parts have no room here.**`);
    expect(text).toContain("plumb plan --show D -f shop.yaml");
  });

  test("problems that have no room are counted, and the others are there", () => {
    const problems = Array.from({ length: 90 }, (_, index) =>
      problem("protected", `${index} ${"x".repeat(1_000)}`, {}),
    );
    const text = markdownPlan(told({ problems, steps: [] }));
    const shown = text.match(/^ {2}\d+$/gm)?.length ?? 0;
    expect(shown).toBeGreaterThan(50);
    expect(text).toContain(`**${90 - shown} more parts have no room here.**`);
  });
});

test("html is one page without script, and nothing in it comes from outside", () => {
  const page = htmlPlan(risky);
  expect(page).not.toMatch(/<script|<link|<img|<iframe|javascript:|src=|url\(|@import/i);
  expect(page.match(/https?:\/\/[^"]*/g)).toEqual(["http://www.w3.org/2000/svg"]);
  expect(page).toContain("&#60;script&#62;alert(1)&#60;/script&#62;");
  expect(page).toContain("<svg ");
  expect(page).toContain("default-src &#39;none&#39;".replaceAll("&#39;", "'"));
});

test.each([
  ["markdown", markdownPlan],
  ["html", htmlPlan],
  ["sarif", sarifPlan],
])("%s says of a secret that it differs, and nothing else", (_, format) => {
  expect(format(risky)).not.toMatch(/id-1|id-2|\bf1\b|\bf2\b/);
});

test.each([
  ["markdown", markdownPlan],
  ["html", htmlPlan],
])("%s tells secrets apart by fingerprints that are others in another plan", (_, format) => {
  const field = (path: string, old: Json, next: Json) => ({
    ...{ path, old, new: next, reason: "declared" as const, replace: false },
  });
  const [one, other] = [secret("1", "a".repeat(64)), secret("2", "b".repeat(64))];
  const steps = [step({ name: "s", fields: [field("/a", one, other), field("/b", other, one)] })];
  const shown = (digest: string) => {
    const text = format(told({ steps, digest })).replaceAll("&#62;", ">");
    return [...text.matchAll(/\(secret ([0-9a-f]{12})\) -> \(secret ([0-9a-f]{12})\)/g)].map(([, a, b]) => [a, b]);
  };
  const [[old, next] = [], second] = shown("sha256:1");
  expect(second).toEqual([next, old]);
  expect(old).not.toBe(next);
  expect(shown("sha256:2").flat()).not.toContain(old);
  expect([old, next]).not.toContain("a".repeat(12));
});

test("sarif tells problems and risky steps at their places", () => {
  const span = { file: "my plumb.yaml", line: 4, column: 3, endLine: 4, endColumn: 8 };
  const graph = { nodes: [{ name: "other", kind: "resource", type: "iam:OAuthClient", span }], edges: [] } as const;
  const [{ tool, results }] = JSON.parse(sarifPlan({ ...risky, graph })).runs;
  expect(tool.driver.rules.map(({ id }: { readonly id: string }) => id)).toEqual([
    "plan-blocked",
    "protected",
    "plan-deletes",
    "plan-replaces",
  ]);
  expect(results).toMatchObject([
    { ruleId: "plan-blocked", ruleIndex: 0, level: "error" },
    { ruleId: "protected", ruleIndex: 1, level: "error", message: { text: "`gone` is protected & <kept>" } },
    { ruleId: "plan-deletes", level: "warning" },
    {
      ruleId: "plan-replaces",
      message: { text: "`other` (iam:OAuthClient) is replaced, since location changes" },
      locations: [
        {
          physicalLocation: {
            artifactLocation: { uri: "my%20plumb.yaml" },
            region: { startLine: 4, startColumn: 3, endLine: 4, endColumn: 8 },
          },
        },
      ],
    },
  ]);
});

test("sarif tells a problem without a place of its own where its resource stands", () => {
  const lagging = problem("lagging-read", "the platform still shows what was before", { address: "portal" });
  const span = { file: "plumb.yaml", line: 7, column: 3, endLine: 7, endColumn: 9 };
  const graph = { nodes: [{ name: "portal", kind: "resource" as const, type: "iam:OAuthClient", span }], edges: [] };
  const plan = { ...risky.plan, problems: [lagging], steps: [] };
  const [{ results }] = JSON.parse(sarifPlan({ ...risky, plan, graph, file: "plumb.yaml" })).runs;
  expect(results).toMatchObject([
    { ruleId: "lagging-read", locations: [{ physicalLocation: { region: { startLine: 7, startColumn: 3 } } }] },
  ]);
});

test("sarif tells an object that goes with a change of its resource", () => {
  const steps = [
    step({
      name: "m",
      fields: [{ path: "/member", old: "user:a", new: "user:b", reason: "declared", replace: false }],
    }),
    step({ name: "m", action: "delete", superseded: true, goneWith: "m" }),
  ];
  const [{ results }] = JSON.parse(sarifPlan(told({ steps }))).runs;
  const text = "`m` (iam:OAuthClient) stands for another object now; the old one is deleted";
  expect(results).toMatchObject([{ ruleId: "plan-deletes", level: "warning", message: { text } }]);
});

test("sarif tells a step that takes a right away, and not what it is", () => {
  const loses = [{ who: "https://a.example/back", what: "the codes of people who sign in" }];
  const steps = [step({ name: "p", rights: { gains: [], loses } })];
  const [{ tool, results }] = JSON.parse(sarifPlan(told({ steps }))).runs;
  const text = "`p` (iam:OAuthClient) takes 1 right away";
  expect(results).toMatchObject([{ ruleId: "plan-takes-rights", level: "warning", message: { text } }]);
  expect(tool.driver.rules).toMatchObject([
    { id: "plan-takes-rights", shortDescription: { text: expect.stringMatching(/right/) } },
  ]);
});

describe("sarif tells what lets people do more", () => {
  const results = (...steps: readonly StepView[]) =>
    JSON.parse(sarifPlan(told({ steps }))).runs[0].results.map(
      ({ ruleId, level, message, locations }: Readonly<Record<string, Json>>) => [ruleId, level, message, locations],
    );
  const at = (name: string) => [{ logicalLocations: [{ name, kind: "resource" }] }];
  const gains = [{ who: "https://a.example/back", what: "the codes of people who sign in" }];

  test("a right that is given, by a change and by a new object", () => {
    const changed = step({ name: "p", rights: { gains, loses: [] } });
    const made = step({ name: "q", action: "create", rights: { gains, loses: [] } });
    expect(results(changed, made)).toEqual([
      ["plan-gives-rights", "warning", { text: "`p` (iam:OAuthClient) gives 1 right" }, at("p")],
      ["plan-gives-rights", "note", { text: "`q` (iam:OAuthClient) gives 1 right" }, at("q")],
    ]);
  });

  test("a condition that is another one takes nothing away", () => {
    const right = { who: "user:ada", what: "viewer" };
    const rights = { gains: [{ ...right, when: "b" }], loses: [{ ...right, when: "a" }] };
    expect(results(step({ name: "p", rights }))).toEqual([
      [
        "plan-changes-rights",
        "warning",
        { text: "`p` (iam:OAuthClient) leaves 1 right, otherwise than before" },
        at("p"),
      ],
    ]);
    expect(results(step({ rights: { gains: [right], loses: [{ ...right, when: "a" }] } }))[0][0]).toBe(
      "plan-gives-rights",
    );
    expect(results(step({ rights: { gains: [{ ...right, when: "a" }], loses: [right] } }))[0][0]).toBe(
      "plan-takes-rights",
    );
  });

  test("a guard that goes, and a value that is wider", () => {
    const field = (path: string, rank: "guard-removed" | "rights-widened") =>
      ({ path, old: true, new: false, reason: "declared", replace: false, rank }) as const;
    const fields = [field("/rules/approval/isRequired", "guard-removed"), field("/status", "rights-widened")];
    expect(results(step({ name: "p", fields }))).toEqual([
      ["plan-removes-guard", "warning", expect.anything(), at("p")],
      ["plan-widens-rights", "warning", expect.anything(), at("p")],
    ]);
  });
});

test("sarif tells what is not declared any more at the beginning of the stack file", () => {
  const [{ results }] = JSON.parse(sarifPlan({ ...risky, file: "infra/plumb.yaml" })).runs;
  const place = { artifactLocation: { uri: "infra/plumb.yaml" }, region: { startLine: 1 } };
  expect(results.map(({ locations }: { readonly locations: readonly Json[] }) => locations[0])).toMatchObject([
    { physicalLocation: place },
    { physicalLocation: place, logicalLocations: [{ name: "gone" }] },
    { physicalLocation: place, logicalLocations: [{ name: "gone" }] },
    { physicalLocation: place, logicalLocations: [{ name: "other" }] },
  ]);
  const [{ results: unplaced }] = JSON.parse(sarifPlan(risky)).runs;
  expect(unplaced[0]).not.toHaveProperty("locations");
  expect(unplaced[1].locations[0]).not.toHaveProperty("physicalLocation");
});

describe("a plan that is blocked says so at its top", () => {
  const why = "The plan is blocked, and nothing of it is done: gone: ";

  test("in markdown, before its counts", () => {
    const [title, , blocked, , counts] = markdownPlan(risky).split("\n");
    expect(title).toBe("### Plan for stack x/dev (blocked)");
    expect(blocked).toMatch(new RegExp(`^\\*\\*${why}.*\\*\\*$`));
    expect(counts).toMatch(/^Plan: 1 to create/);
  });

  test("in html, in its title and before its counts", () => {
    const page = htmlPlan(risky);
    expect(page).toContain("<title>Plan for stack x/dev (blocked)</title>");
    expect(page).toMatch(new RegExp(`</h1>\\n<p class="blocked">${why}.*</p>\\n<p>Plan: 1 to create`));
  });

  test("in sarif, as its first result", () => {
    const [{ tool, results, properties }] = JSON.parse(sarifPlan(risky)).runs;
    expect(results[0]).toMatchObject({ ruleId: "plan-blocked", level: "error" });
    expect(results[0].message.text).toContain(why);
    expect(tool.driver.rules[0].shortDescription.text).toContain("blocked");
    expect(properties).toMatchObject({ blocked: true });
  });

  test("and one that is not says nothing of it", () => {
    const { plan } = risky;
    const fine = {
      ...risky,
      plan: { ...plan, problems: plan.problems.map((each) => ({ ...each, severity: "warning" as const })) },
    };
    for (const format of [markdownPlan, htmlPlan, sarifPlan])
      expect(format(fine)).not.toMatch(/is blocked|\(blocked\)/);
  });
});

test.each([
  ["plan --format htm", /no plan format "htm"/],
  ["plan --json --format html", /can't be combined/],
])("%s is a mistake", async (line, detail) => {
  const { code, stderr } = await runFake(line, {});
  expect(code).toBe(2);
  expect(stderr).toMatch(detail);
});

describe("why there is no plan", () => {
  const span = { file: "plumb.yaml", line: 2, column: 1, endLine: 2, endColumn: 4 };
  const problems = [problem("unknown-key", "`foo` is <no> key", { span })];
  const routes = { "POST /v1/projects/x/stacks/dev/plans": failureAnswer(422, "invalid-declaration", problems) };
  const said = async (format: string) => {
    const outcome = await runFake(`plan --format ${format}`, routes);
    expect([outcome.code, outcome.stderr]).toEqual([2, expect.stringContaining("unknown-key")]);
    return outcome.stdout;
  };

  test("is a log of sarif with its places", async () => {
    const [{ tool, results, properties }] = JSON.parse(await said("sarif")).runs;
    expect([tool.driver.rules.length, properties]).toEqual([1, { stack: "dev" }]);
    const physicalLocation = { artifactLocation: { uri: "plumb.yaml" }, region: { startLine: 2 } };
    expect(results).toMatchObject([{ ruleId: "unknown-key", level: "error", locations: [{ physicalLocation }] }]);
  });

  test("is a part of markdown, a page of html, and the document of json", async () => {
    expect(await said("markdown")).toMatch(/^### No plan for stack dev\n.*1 problem.*plumb.yaml:2:1.*foo/s);
    expect(await said("html")).toMatch(/^<!doctype html>.*No plan for stack dev.*&#60;no&#62; key.*<\/html>\n$/s);
    expect(JSON.parse(await said("json"))).toMatchObject({ code: "invalid-declaration", problems });
  });

  test("is told where no declaration is there", async () => {
    const { code, stdout } = await runFake("plan --format sarif", {}, { files: {} });
    expect([code, JSON.parse(stdout).runs[0].results]).toMatchObject([2, [{ ruleId: "usage", level: "error" }]]);
  });
});
