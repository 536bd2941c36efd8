import { describe, expect, test } from "vitest";
import { problem } from "../../../../packages/base/problems/problem.ts";
import { failureAnswer, runFake } from "../../cli-context.fixture.ts";

const noContent = () => new Response(null, { status: 204 });

describe("state mv", () => {
  const route = "POST /v1/projects/x/stacks/dev/resources/portal:rename";

  test("renames", async () => {
    const { code, stdout, requests } = await runFake("state mv portal web", { [route]: noContent });
    expect(code).toBe(0);
    expect(requests).toEqual([{ line: route, body: { to: "web" } }]);
    expect(stdout).toBe("Renamed portal to web in stack x/dev.\n");
    const json = await runFake("state mv portal web --json", { [route]: noContent });
    expect(JSON.parse(json.stdout)).toEqual({ from: "portal", to: "web" });
  });

  test("a name that is taken is refused", async () => {
    const taken = failureAnswer(409, "already-exists", [problem("already-exists", "there is a web already")]);
    const { code, stderr } = await runFake("state mv portal web", { [route]: taken });
    expect(code).toBe(4);
    expect(stderr).toContain("there is a web already");
  });
});

describe("state rm", () => {
  const route = "DELETE /v1/projects/x/stacks/dev/resources/portal";
  const history = { "GET /v1/projects/x/stacks/dev/resources/portal/history": { body: { changes: [] } } };

  test("asks, forgets, and says that the object stays", async () => {
    const listed = { "GET /v1/projects/x/stacks/dev/resources": { body: { resources: [] } } };
    const answers = { ...history, [route]: noContent, ...listed };
    const outcome = await runFake("state rm portal", answers, { tty: true, answers: ["y"] });
    expect(outcome.code).toBe(0);
    expect(outcome.questions).toEqual(["Forget portal? The object stays. [y/N] "]);
    expect(outcome.stdout).toBe("Forgot portal in stack x/dev; the object stays.\n");
    const json = await runFake("state rm portal --yes --json", answers);
    expect(JSON.parse(json.stdout)).toEqual({ forgotten: "portal", waiting: [], underWay: null });
  });

  test("an object whose deletion goes on is not said to stay", async () => {
    const change = { run: "r2", at: null, operation: "delete", name: "portal", id: "p", detail: "", fields: [] };
    const made = { ...change, run: "r1", operation: "create", outcome: "done" };
    const answers = {
      "GET /v1/projects/x/stacks/dev/resources/portal/history": {
        body: { changes: [{ ...change, outcome: "open" }, made] },
      },
      [route]: noContent,
      "GET /v1/projects/x/stacks/dev/resources": { body: { resources: [] } },
    };
    const { questions, stdout } = await runFake("state rm portal", answers, { tty: true, answers: ["y"] });
    expect(questions).toEqual(["Forget portal? Its deletion was begun and goes on. [y/N] "]);
    expect(stdout).toBe("Forgot portal in stack x/dev; its deletion was begun and goes on.\n");
    const json = await runFake("state rm portal --yes --json", answers);
    expect(JSON.parse(json.stdout)).toEqual({ forgotten: "portal", waiting: [], underWay: "delete" });
  });

  test("a creation that is given up is told, with the way to find and to take what comes of it", async () => {
    const begun = { run: "r1", at: null, operation: "create", name: "portal", type: "t:T", id: "p", outcome: "open" };
    const answers = {
      "GET /v1/projects/x/stacks/dev/resources/portal/history": {
        body: { changes: [{ ...begun, detail: "", fields: [] }] },
      },
      [route]: noContent,
      "GET /v1/projects/x/stacks/dev/resources": { body: { resources: [] } },
    };
    const { questions, stdout } = await runFake("state rm portal", answers, { tty: true, answers: ["y"] });
    expect(questions).toEqual(["Forget portal? Its creation was begun, and it may be made yet. [y/N] "]);
    expect(stdout).toBe(
      "Forgot portal in stack x/dev; its creation was begun, and it may be made yet.\n" +
        "Nothing deletes p if the platform makes it after all. " +
        "`plumb unmanaged` lists it then, and `plumb import t:T portal p` takes it back.\n",
    );
    const json = await runFake("state rm portal --yes --json", answers);
    expect(JSON.parse(json.stdout)).toEqual({ forgotten: "portal", waiting: [], underWay: "create" });
    expect(json.stderr).toContain("`plumb unmanaged` lists it then");
  });

  test("names a former object that waits for its deletion, and how to forget it, too", async () => {
    const waiting = { name: "portal", type: "t:T", id: "old-1", provider: "p", status: "superseded" };
    const listed = { "GET /v1/projects/x/stacks/dev/resources": { body: { resources: [waiting] } } };
    const { stdout } = await runFake("state rm portal --yes", { ...history, [route]: noContent, ...listed });
    expect(stdout).toBe(
      "Forgot portal in stack x/dev; the object stays.\n" +
        "Its former object old-1 still waits for its deletion; " +
        "`plumb state rm portal` once more forgets that, too.\n",
    );
  });

  test("no answer, no terminal: nothing is forgotten", async () => {
    const declined = await runFake("state rm portal", history, { tty: true, answers: [""] });
    expect(declined).toMatchObject({ code: 130, stdout: "Nothing was forgotten.\n" });
    expect(await runFake("state rm portal")).toMatchObject({ code: 2, requests: [], stdout: "" });
    const unknown = { ...history, [route]: failureAnswer(404, "not-found") };
    expect((await runFake("state rm portal --yes", unknown)).code).toBe(2);
  });
});

describe("state export and import", () => {
  const route = "GET /v1/projects/x/stacks/dev/state";
  const document = {
    format: 1,
    stack: "x/dev",
    lineage: "l",
    serial: 4,
    records: [{}],
    outputs: {},
    digest: "sha256:0",
  };
  const put = "PUT /v1/projects/x/stacks/dev/state";

  test("the document goes to stdout or into a file", async () => {
    const routes = { [route]: { body: document } };
    expect(JSON.parse((await runFake("state export", routes)).stdout)).toEqual(document);
    const kept = await runFake("state export --out s.json", routes);
    expect(JSON.parse(kept.files.get("s.json") ?? "")).toEqual(document);
    expect(kept.stdout).toBe("Wrote 1 record of serial 4 to s.json.\n");
    const both = await runFake("state export --out s.json --json", routes);
    expect(JSON.parse(both.stdout)).toEqual(document);
    expect(both.stderr).toContain("Wrote 1 record");
  });

  test("import sends the document as it is", async () => {
    const files = { "plumb.yaml": "name: x\n", "s.json": JSON.stringify(document) };
    const known = {
      "GET /v1/projects/x/stacks/dev": {
        body: { stack: "x/dev", project: "x", name: "dev", resources: 1, serial: 4, problems: [] },
      },
    };
    const forgotten = [{ name: "b", type: "connectors:EndpointAttachment", id: "x/b" }];
    const given = { ...known, [put]: { body: { forgotten } } };
    const { code, stdout, requests } = await runFake("state import s.json --force", given, { files });
    expect(code).toBe(0);
    expect(requests.at(-1)).toEqual({ line: put, body: { document, force: true } });
    expect(stdout).toBe(
      "Stack x/dev now holds 1 record of s.json.\nForgotten, and left on the platform as they are:\n" +
        "  b  connectors:EndpointAttachment  x/b\n",
    );
    const altered = { ...known, [put]: failureAnswer(422, "invalid-state") };
    expect((await runFake("state import s.json", altered, { files })).code).toBe(2);
  });

  test("a file that is not there or no JSON is a mistake", async () => {
    expect((await runFake("state import s.json")).stderr).toContain(" s.json");
    const { code, stderr } = await runFake("state import s.json", {}, { files: { "s.json": "{" } });
    expect(code).toBe(2);
    expect(stderr).toMatch(/^s\.json:1:2: /);
  });
});

describe("stack", () => {
  test("list, as a table and as a JSON list", async () => {
    const stacks = [
      { stack: "portal/dev", project: "portal", name: "dev", resources: 12, serial: 40, problems: [] },
      { stack: "x/dev", project: "x", name: "dev", resources: 7, serial: 3, problems: [] },
    ];
    const routes = { "GET /v1/stacks": { body: { stacks } } };
    expect((await runFake("stack list", routes)).stdout).toBe(
      "STACK       OBJECTS  SERIAL\nportal/dev  12       40\nx/dev       7        3\n",
    );
    expect(JSON.parse((await runFake("stack list --json", routes)).stdout)).toEqual(stacks);
    const none = { "GET /v1/stacks": { body: { stacks: [] } } };
    expect((await runFake("stack list", none)).stdout).toBe("There are no stacks; `plumb up` makes one.\n");
    expect((await runFake("stack list --server https://plumb.example", none)).stdout.replaceAll("\n", " ")).toContain(
      "or you hold no role on any: `plumb whoami --server https://plumb.example` shows yours.",
    );
    const restored = { at: "2026-01-03T00:00:00.000Z", madeAt: "2026-01-02T00:00:00.000Z" };
    const some = {
      "GET /v1/stacks": { body: { stacks: stacks.map((row, at) => (at === 0 ? { ...row, restored } : row)) } },
    };
    const [heading, first, second] = (await runFake("stack list", some)).stdout.split("\n");
    expect(heading).toBe("STACK       OBJECTS  SERIAL  RESTORED FROM THE BACKUP OF");
    expect(first).toMatch(/^portal\/dev {2}12 {7}40 {6}2026-01-0[123] \d\d:00:00 /);
    expect(second).toBe("x/dev       7        3       -");
  });

  test("new and rm", async () => {
    const made = { stack: "x/prod", project: "x", name: "prod", resources: 0, serial: 1, problems: [] };
    const created = await runFake("stack new prod", { "POST /v1/projects/x/stacks": { status: 201, body: made } });
    expect(created).toMatchObject({ code: 0, stdout: "Made stack x/prod.\n" });
    expect(created.requests[0]?.body).toEqual({ name: "prod" });
    expect(await runFake("stack rm prod", { "DELETE /v1/projects/x/stacks/prod": noContent })).toMatchObject({
      code: 0,
      stdout: "Removed stack x/prod.\n",
    });
    const busy = { "DELETE /v1/projects/x/stacks/prod": failureAnswer(409, "stack-busy") };
    expect((await runFake("stack rm prod", busy)).code).toBe(4);
  });
});
