import { describe, expect, test } from "vitest";
import { problem } from "../../../packages/base/problems/problem.ts";
import {
  cancelSample,
  ndjson,
  runEvents,
  runFake,
  sampleDigest,
  sampleEvents,
  samplePlan,
  startedRun,
  startRun,
} from "../cli-context.fixture.ts";

const files = { "plumb.yaml": "name: x\n" };
const server = "--server http://h";
const routes = {
  "POST /v1/projects/x/stacks/dev/plans": { status: 201, body: samplePlan() },
  [startRun]: startedRun,
  [cancelSample]: startedRun,
};
const from = (last: number) => `${runEvents}?after=${last}`;
const done = /Done in 400 ms: 1 created\./;

/** A stream that tells some events and then breaks. */
function broken(count: number): Response {
  const text = sampleEvents
    .slice(0, count)
    .map((event) => `${JSON.stringify(event)}\n`)
    .join("");
  let isFirst = true;
  return new Response(
    new ReadableStream<Uint8Array>({
      pull: (controller) => {
        if (!isFirst) return controller.error(new TypeError("terminated"));
        isFirst = false;
        controller.enqueue(new TextEncoder().encode(`${text}{"event":"st`));
      },
    }),
    { headers: { "content-type": "application/x-ndjson" } },
  );
}

describe("a run at a server", () => {
  test("is followed on after the last whole event when the stream breaks", async () => {
    let asked = 0;
    const outcome = await runFake(
      `up --yes --json ${server}`,
      {
        ...routes,
        [runEvents]: () => broken(1),
        [from(1)]: () => {
          asked += 1;
          return asked < 3 ? broken(0) : ndjson(sampleEvents.slice(1));
        },
      },
      { files },
    );
    expect(outcome.code).toBe(0);
    expect(asked).toBe(3);
    expect(
      outcome.stdout
        .trimEnd()
        .split("\n")
        .map((line) => JSON.parse(line)),
    ).toEqual(sampleEvents);
  });

  test("is followed through answers that fail", async () => {
    let asked = 0;
    const outcome = await runFake(
      `up --yes --json ${server}`,
      {
        ...routes,
        [runEvents]: () => broken(2),
        [from(2)]: () => {
          asked += 1;
          if (asked === 1) throw new TypeError("fetch failed");
          if (asked === 2) return { status: 503, body: { code: "shutting-down", detail: "later" } };
          return ndjson(sampleEvents.slice(2));
        },
      },
      { files },
    );
    expect(outcome.code).toBe(0);
    expect(
      outcome.stdout
        .trimEnd()
        .split("\n")
        .map((line) => JSON.parse(line)),
    ).toEqual(sampleEvents);
    expect(outcome.stderr).toMatch(done);
  });

  test("is given up when nothing comes any more, and what was seen of it is told", async () => {
    const outcome = await runFake(
      `up --yes --json ${server}`,
      { ...routes, [runEvents]: () => broken(3), [from(3)]: () => ndjson([]) },
      { files },
    );
    expect(outcome.code).toBe(1);
    expect(outcome.stderr).toContain("error[run-interrupted]");
    expect(outcome.stderr.replaceAll(/\s+/g, " ")).toContain("`plumb runs show r1 --server http://h`");
    expect(JSON.parse(outcome.stdout.trimEnd().split("\n").at(-1) ?? "")).toMatchObject({
      status: "failed",
      create: 1,
    });
  });

  test("ends with what was seen of it when it is given up", async () => {
    const step = { event: "step", type: "iam:OAuthClient", action: "create", kind: "write" };
    const failure = problem("denied", "It may not.", { address: "portal" });
    const seen = [
      ...sampleEvents.slice(0, 3),
      { ...step, name: "gate", phase: "started" },
      { ...step, name: "portal", phase: "failed", problem: failure },
    ];
    const given = { ...routes, [runEvents]: () => ndjson(seen), [from(5)]: () => ndjson([]) };
    const { stdout } = await runFake(`up --yes ${server}`, given, { files });
    expect(stdout.slice(stdout.indexOf("Seen of the run"))).toMatchInlineSnapshot(`
      "Seen of the run: 1 created, 1 failed.
        ? begun, and not known how it ended: gate

      What failed:
        ! portal
          what happened: the platform refused: It may not.
          what to do: give the credentials the right that the reason names, and run again
      "
    `);
  });

  test("is given up when the server stays away, and named", async () => {
    const gone = () => {
      throw new TypeError("fetch failed");
    };
    const outcome = await runFake(`up --yes ${server}`, { ...routes, [runEvents]: gone }, { files });
    expect(outcome.code).toBe(1);
    const said = outcome.stderr.replaceAll(/\s+/g, " ");
    expect(said).toMatch(/^error\[run-interrupted\]: /);
    // What happened, what becomes of the run, and how to go on.
    expect(said).toMatch(/ lost .* r1 .* http:\/\/h: .* kept .*`plumb runs show r1 --server http:\/\/h`/);
  });

  test("is named with its stack where that is not the usual one", async () => {
    const gone = () => {
      throw new TypeError("fetch failed");
    };
    const onProd = {
      "POST /v1/projects/x/stacks/prod/plans": { status: 201, body: samplePlan({ stack: "prod" }) },
      "POST /v1/projects/x/stacks/prod/runs": startedRun,
      "GET /v1/projects/x/stacks/prod/runs/r1/events": gone,
    };
    const { stderr } = await runFake(`up --yes -s prod ${server}`, onProd, { files });
    expect(stderr.replaceAll(/\s+/g, " ")).toContain("`plumb runs show r1 -s prod --server http://h`");
  });

  test("that may not have begun, since the server was lost as it was asked to, is told so", async () => {
    const gone = () => {
      throw new TypeError("fetch failed");
    };
    const outcome = await runFake(`up --yes ${server}`, { ...routes, [startRun]: gone }, { files });
    expect(outcome.code).toBe(1);
    const said = outcome.stderr.replaceAll(/\s+/g, " ");
    expect(said).toContain("error[server-unreachable]");
    expect(said).toMatch(/ begun .*`plumb runs list --server http:\/\/h`/);
  });

  test("that nobody may see any more ends at once", async () => {
    const gone = { status: 404, body: { code: "not-found", detail: "there is no stack `dev`" } };
    const outcome = await runFake(
      `up --yes ${server}`,
      { ...routes, [runEvents]: () => broken(1), [from(1)]: gone },
      { files },
    );
    expect(outcome.code).toBe(2);
    expect(outcome.stderr).toContain("there is no stack `dev`");
    expect(outcome.requests).toHaveLength(4);
  });

  test("is asked to stop when the user does, and shown to its end", async () => {
    const stop = new AbortController();
    const cancelled = { ...sampleEvents[3], status: "cancelled" };
    const outcome = await runFake(
      `up --yes ${server}`,
      {
        ...routes,
        [runEvents]: () => {
          stop.abort();
          return broken(2);
        },
        [from(2)]: () => ndjson([sampleEvents[2] ?? {}, cancelled]),
      },
      { files, signal: stop.signal },
    );
    expect(outcome.code).toBe(130);
    expect(outcome.requests.map(({ line }) => line)).toEqual([
      "POST /v1/projects/x/stacks/dev/plans",
      startRun,
      runEvents,
      cancelSample,
      from(2),
    ]);
    expect(outcome.stdout).toContain("Cancelled after 400 ms: 1 created.");
  });

  test("is asked to stop when its time is up, shown to its end, and exits 1", async () => {
    const cancelled = { ...sampleEvents[3], status: "cancelled" };
    let timeIsUp = () => {};
    const slept: number[] = [];
    const outcome = await runFake(
      `up --yes --within 50m ${server}`,
      {
        ...routes,
        [runEvents]: async () => {
          timeIsUp();
          for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve));
          return ndjson([...sampleEvents.slice(0, 3), cancelled]);
        },
      },
      {
        files,
        sleep: async (milliseconds) => {
          slept.push(milliseconds);
          await new Promise<void>((resolve) => {
            timeIsUp = resolve;
          });
        },
      },
    );
    expect(slept[0]).toBeGreaterThan(49 * 60_000);
    expect(outcome.code).toBe(1);
    expect(outcome.requests.map(({ line }) => line)).toContain(cancelSample);
    expect(outcome.stdout).toContain("The time of --within is up: no call begins any more.");
    expect(outcome.stdout).toContain("Cancelled after 400 ms: 1 created. The next run goes on from here.");
  });

  test("refuses a time that is none before anything begins", async () => {
    const outcome = await runFake(`up --yes --within soon ${server}`, routes, { files });
    expect({ code: outcome.code, requests: outcome.requests }).toEqual({ code: 2, requests: [] });
    expect(outcome.stderr).toContain("--within takes a time, for example 30s, 10m or 2h.");
  });

  test("tells whoever leaves at once which calls are in flight by then", async () => {
    const stop = new AbortController();
    const call = (name: string) => ({
      ...{ run: "r1", name, type: "iam:OAuthClient", operation: "create", id: `clients/${name}`, fields: [] },
      ...{ at: "2026-01-01T00:00:00.000Z", isConfirmed: false },
    });
    const stopping = { status: 202, body: { run: "r1", inFlight: [call("portal"), call("other")] } };
    let last: (() => readonly string[]) | undefined;
    const told: (readonly string[])[] = [];
    await runFake(
      `up --yes ${server}`,
      {
        ...routes,
        [cancelSample]: stopping,
        [runEvents]: () => {
          stop.abort();
          return broken(1);
        },
        [from(1)]: async () => {
          for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve));
          told.push(last?.() ?? []);
          return ndjson([sampleEvents[2] ?? {}, { ...sampleEvents[3], status: "cancelled" }]);
        },
      },
      {
        files,
        signal: stop.signal,
        leaving: (tell) => {
          last = tell;
        },
      },
    );
    expect(told[0]?.join("\n")).toMatch(
      /^2 calls are in flight: .*\n.*create +portal .*clients\/portal\n.*clients\/other$/,
    );
    // Over: there is nothing left to be told.
    expect(last?.()).toEqual([]);
  });

  test("that waits for approval says so", async () => {
    const waiting = {
      status: 202,
      body: { run: "r1", status: "awaiting-approval", eventsBefore: 0, approvalsNeeded: 2, approvals: [] },
    };
    const answers = { ...routes, [startRun]: waiting, [runEvents]: () => ndjson(sampleEvents) };
    const outcome = await runFake(`up --yes ${server}`, answers, { files });
    expect(outcome.code).toBe(0);
    expect(outcome.stdout).toContain(
      "Run r1 waits for 2 approvals: `plumb runs approve r1 --server http://h`, by others.",
    );
  });
});

describe.each(["up", "destroy", "undo r0"])("%s --detach", (command) => {
  const undoable = { run: "r0", stack: "x/dev", kind: "apply", plan: sampleDigest, status: "done", changes: 1 };
  const waiting = {
    status: 202,
    body: {
      run: "r1",
      stack: "x/dev",
      status: "awaiting-approval",
      eventsBefore: 0,
      approvalsNeeded: 2,
      approvals: [],
    },
  };

  test("leaves the run to the server, and tells how to approve it and how to see it", async () => {
    const listed = {
      "GET /v1/projects/x/stacks/dev/runs": {
        body: { runs: [{ ...undoable, startedAt: "2026-01-01T00:00:00.000Z" }] },
      },
      "GET /v1/projects/x/stacks/dev/edits": { body: { edits: [] } },
    };
    const answers = { ...routes, ...listed, [startRun]: waiting };
    const { code, stdout } = await runFake(`${command} --yes --detach ${server}`, answers, { files });
    expect(code).toBe(0);
    expect(stdout).toContain("Run r1 waits for 2 approvals: `plumb runs approve r1 --server http://h`, by others.");
    expect(stdout).toContain("Run r1 is left to the server: `plumb runs show r1 --server http://h` shows");
    const json = await runFake(`${command} --yes --detach --json ${server}`, answers, { files });
    expect(JSON.parse(json.stdout)).toEqual({
      event: "detached",
      run: "r1",
      stack: "x/dev",
      status: "awaiting-approval",
    });
  });

  test.each([
    ["", "Without a server a run ends with its command."],
    ...(command.startsWith("undo") ? [] : [[`--within 5m ${server}`, "--within needs the command to watch the run"]]),
  ])("is refused with %j", async (more = "", why = "") => {
    const { code, stderr, requests } = await runFake(`${command} --yes --detach ${more}`.trim(), {}, { files });
    expect([code, stderr]).toEqual([2, expect.stringContaining(why)]);
    expect(requests).toEqual([]);
  });
});

test("each request to a server has a token and, when it starts something, a key of its own", async () => {
  const keys: (string | null)[] = [];
  const seen = (request: Request) => {
    expect(request.headers.get("authorization")).toBe("Bearer t-1");
    keys.push(request.headers.get("idempotency-key"));
    return { status: 201, body: { name: "x", resources: 0, serial: 1, project: null, problems: [] } };
  };
  const environment = { PLUMB_TOKEN: "t-1" };
  for (const name of ["a", "b"])
    await runFake(`stack new ${name} --server https://h`, { "POST /v1/projects/x/stacks": seen }, { environment });
  expect(new Set(keys).size).toBe(2);
  expect(keys).not.toContain(null);
});

test.each([
  ["a platform did not answer", () => ({ status: 504, body: { code: "outcome-unknown", detail: "no answer" } })],
  ["the first one is under way", () => ({ status: 409, body: { code: "key-in-use", detail: "ask again" } })],
  ["the service goes away", () => ({ status: 503, body: { code: "shutting-down", detail: "later" } })],
  ["the connection broke", () => Promise.reject(new TypeError("fetch failed"))],
])("a request that may have been taken up is sent again with its key: %s", async (_, first) => {
  const keys: (string | null)[] = [];
  const seen = (request: Request) => {
    keys.push(request.headers.get("idempotency-key"));
    if (keys.length === 1) return first();
    return { status: 201, body: { name: "x", resources: 0, serial: 1, project: null, problems: [] } };
  };
  const { code } = await runFake("stack new a --server https://h", { "POST /v1/projects/x/stacks": seen });
  expect([code, keys.length, new Set(keys).size]).toEqual([0, 2, 1]);
});
