import { describe, expect, test } from "vitest";
import { failureAnswer, runFake } from "../cli-context.fixture.ts";

const files = { "plumb.yaml": "name: x\n" };

describe("reading", () => {
  test("outputs: all, one, unknown", async () => {
    const body = {
      outputs: { clientId: "a\u001b[31m", nested: { a: 1 }, sealed: { $secret: { id: "s", fingerprint: "f" } } },
    };
    const routes = { "GET /v1/projects/x/stacks/dev/outputs": { body } };
    expect((await runFake("outputs", routes)).stdout).toBe(
      'clientId: "a\\u001b[31m"\nnested:   { a: 1 }\nsealed:   (secret)\n',
    );
    expect((await runFake("outputs clientId", routes)).stdout).toBe("a\u001b[31m\n");
    expect((await runFake("outputs clientId", routes, { tty: true })).stdout).toBe("a\\u001b[31m\n");
    expect((await runFake("outputs nested", routes)).stdout).toBe('{"a":1}\n');
    expect(JSON.parse((await runFake("outputs --json", routes)).stdout)).toEqual(body.outputs);
    const marked = {
      "GET /v1/projects/x/stacks/dev/outputs": { body: { outputs: { keys: { $$x: [{ $$y: "$$z" }] } } } },
    };
    expect((await runFake("outputs keys", marked)).stdout).toBe('{"$x":[{"$y":"$$z"}]}\n');
    const unknown = await runFake("outputs clientID", routes);
    expect(unknown.code).toBe(2);
    expect(unknown.stderr).toContain(" clientId?");
  });

  test("outputs --reveal asks for secrets in the clear", async () => {
    const route = "GET /v1/projects/x/stacks/dev/outputs?reveal=true";
    const { stdout, requests } = await runFake("outputs password --reveal", {
      [route]: { body: { outputs: { password: "hunter2" } } },
    });
    expect(requests.map(({ line }) => line)).toEqual([route]);
    expect(stdout).toBe("hunter2\n");
    const sealed = { "GET /v1/projects/x/stacks/dev/outputs": { body: { outputs: { password: { $secret: "id" } } } } };
    expect((await runFake("outputs password", sealed)).stdout).toBe("(secret)\n");
  });

  test("state list and show", async () => {
    const row = { name: "portal", type: "iam:OAuthClient", id: "projects/p", provider: "google", status: "ready" };
    const view = {
      ...row,
      inputs: { a: "b" },
      outputs: { a: "b", clientId: "7" },
      dependsOn: ["link"],
      apiVersion: "v1",
      generation: 1,
      observedAt: "2026-01-01T00:00:00Z",
    };
    const routes = {
      "GET /v1/projects/x/stacks/dev/resources": { body: { resources: [row] } },
      "GET /v1/projects/x/stacks/dev/resources/portal": { body: view },
      "GET /v1/projects/x/stacks/dev/resources/nope": failureAnswer(404, "not-found"),
    };
    expect(JSON.parse((await runFake("state list --json", routes)).stdout)).toEqual([row]);
    expect((await runFake("state list", routes)).stdout).toContain("portal  iam:OAuthClient  ready");
    expect((await runFake("state show portal", routes)).stdout).toMatchInlineSnapshot(`
      "portal  iam:OAuthClient
        projects/p
        ready, provider google, version v1, generation 1, seen 2026-01-01 00:00:00 +00:00
        needs link

      Inputs:
        a: "b"

      Outputs:
        clientId: "7"
      "
    `);
    expect((await runFake("state show nope", routes)).code).toBe(2);
  });

  test("state list and show tell of what was imported and awaits its declaration", async () => {
    const row = { name: "portal", type: "iam:OAuthClient", id: "projects/p", provider: "google", status: "ok" };
    const waiting = { ...row, awaitsDeclaration: true };
    const view = { ...waiting, inputs: {}, outputs: {}, dependsOn: [], generation: 1, observedAt: "then" };
    const routes = {
      "GET /v1/projects/x/stacks/dev/resources": { body: { resources: [waiting] } },
      "GET /v1/projects/x/stacks/dev/resources/portal": { body: view },
    };
    expect(JSON.parse((await runFake("state list --json", routes)).stdout)).toEqual([waiting]);
    expect(JSON.parse((await runFake("state show portal --json", routes)).stdout)).toEqual(view);
    expect((await runFake("state show portal", routes)).stdout).toContain("not declared");
  });

  test("get takes null and dotted paths as qualifiers", async () => {
    const route = { "POST /v1/types/t/objects:read": { body: { type: "t", id: "i", outputs: {} } } };
    const line = ["get", "t", "i", "--state", "a.b=1", "--state", "a.c.d=x", "--state", "e=null"];
    const { requests } = await runFake(line, route);
    expect(requests.at(-1)?.body).toMatchObject({ state: { a: { b: "1", c: { d: "x" } }, e: null } });
  });

  test("get sends qualifiers and works without a declaration", async () => {
    const view = { type: "iam:OAuthClient", id: "x", outputs: { name: "n", expireTime: null } };
    const line = ["get", "iam:OAuthClient", "x", "--state", "displayName=A b", "--provider", "g"];
    const { stdout, requests } = await runFake(
      line,
      { "POST /v1/types/iam:OAuthClient/objects:read": { body: view } },
      { files: {} },
    );
    expect(requests[0]?.body).toEqual({
      id: "x",
      state: { displayName: "A b" },
      provider: "g",
    });
    expect(stdout).toBe('iam:OAuthClient  x\n  name:       "n"\n  expireTime: null\n');
  });

  test("lookup sends its arguments with the declaration", async () => {
    const body = { function: "f", result: { id: "i" } };
    const { stdout, requests } = await runFake(
      "lookup f a=1 b=2",
      { "POST /v1/functions/f:call": { body } },
      { files },
    );
    expect(requests[0]?.body).toMatchObject({
      arguments: { a: "1", b: "2" },
      declaration: { file: "plumb.yaml" },
    });
    expect(stdout).toBe('id: "i"\n');
  });

  test("import prints the declaration to write", async () => {
    const declaration = {
      type: "iam:OAuthClient",
      properties: {
        location: "global",
        description: "yes",
        tags: ["a: b", "c"],
        flag: true,
        nested: [{ a: 1, b: {} }],
        password: { $secret: { id: "s", fingerprint: "f" } },
      },
    };
    const body = { type: "iam:OAuthClient", id: "x", outputs: {}, name: "portal", declaration };
    const { stdout, stderr } = await runFake("import iam:OAuthClient portal x", {
      "POST /v1/projects/x/stacks/dev/resources:import": { status: 201, body: { imported: [body] } },
    });
    expect(stderr).toBe(
      "Imported x as portal. Declare it:\nSealed, and so left out: portal.password.\n" +
        "Give these from secret configuration, or the next plan removes them.\n\n",
    );
    expect(stdout).toMatchInlineSnapshot(`
      "resources:
        portal:
          type: iam:OAuthClient
          properties:
            location: global
            description: "yes"
            tags:
              - "a: b"
              - c
            flag: true
            nested:
              - a: 1
                b: {}
            password: # (secret)
      "
    `);
  });

  test.each([
    [403, "denied", 4],
    [409, "already-exists", 4],
    [404, "not-found", 2],
    [500, "store-failed", 1],
    [502, "cloud-unreachable", 1],
  ])("status %i with %s exits %i", async (status, code, exit) => {
    const outcome = await runFake("get t i", { "POST /v1/types/t/objects:read": failureAnswer(status, code) });
    expect(outcome.code).toBe(exit);
    expect(outcome.stderr).toContain(`error[${code}]: a title\n  What is wrong.`);
  });

  test("an answer that is no document of ours is a failure of the world", async () => {
    const route = { "POST /v1/types/t/objects:read": () => new Response("<html>", { status: 502 }) };
    const { code, stderr } = await runFake("get t i", route);
    expect(code).toBe(1);
    expect(stderr).toContain("error[unexpected-answer]");
  });

  test("a server without answer is a failure of the world, a bug at home is not hidden", async () => {
    const route = { "POST /v1/types/t/objects:read": () => Promise.reject(new TypeError("fetch failed")) };
    const { code, stderr } = await runFake("get t i --server http://h", route);
    expect(code).toBe(1);
    expect(stderr).toMatch(/^error\[server-unreachable\][\s\S]* http:\/\/h: fetch failed/);
    await expect(runFake("get t i", route)).rejects.toThrow("fetch failed");
  });

  test("cancel while waiting exits 130", async () => {
    const stop = new AbortController();
    const route = {
      "POST /v1/types/t/objects:read": () => {
        stop.abort();
        return new Promise<Response>(() => {});
      },
    };
    const { code, stderr } = await runFake("get t i", route, { signal: stop.signal });
    expect(code).toBe(130);
    expect(stderr).toContain("error[cancelled]");
  });
});
