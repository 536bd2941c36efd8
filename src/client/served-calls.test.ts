import { createServer, globalAgent, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, test } from "vitest";
import { type Answer, callOf, ownSource } from "../contract/call.ts";
import { nodeSend } from "./node-send.ts";
import { servedCalls } from "./served-calls.ts";

let server: Server | undefined;
afterEach(() => server?.close());

const never = new AbortController().signal;

async function serving(listener: RequestListener): Promise<string> {
  const made = createServer(listener);
  server = made;
  await new Promise<void>((resolve) => made.listen(0, "127.0.0.1", resolve));
  return `http://127.0.0.1:${(made.address() as AddressInfo).port}`;
}

async function ask(listener: RequestListener, call = callOf("getVersion")): Promise<Answer> {
  return servedCalls(await serving(listener), (request) => nodeSend(request))(call, ownSource(never));
}

describe("an answer", () => {
  test("is a document with what HTTP tells of it", async () => {
    const answer = await ask((_, response) => {
      response.writeHead(201, {
        "content-type": "application/json",
        etag: '"a1"',
        location: "/v1/projects/test/stacks/dev",
      });
      response.end('{"name":"dev"}');
    });
    expect(answer).toMatchObject({
      status: 201,
      document: { name: "dev" },
      etag: "a1",
      location: "/v1/projects/test/stacks/dev",
    });
  });

  test.each([204, 201, 404])("with status %i leaves no connection in use", async (status) => {
    await ask((_, response) => response.writeHead(status).end(status === 204 ? undefined : "{}"));
    await new Promise((resolve) => setImmediate(resolve));
    expect(Object.keys(globalAgent.sockets)).toEqual([]);
  });

  test.each([
    ["no JSON", 200, "<html>", {}],
    ["a refusal without words", 502, "", {}],
    ["a redirect, which is not followed", 302, "", { location: "https://other.example/" }],
  ])("that is %s is none of Plumbline's", async (_what, status, body, headers) => {
    const answer = await ask((_, response) => response.writeHead(status, headers).end(body));
    expect(answer).toMatchObject({ kind: "refused", problem: { status: 502, code: "unexpected-answer" } });
  });

  test("that breaks off is thrown", async () => {
    const answer = ask((_, response) => {
      response.writeHead(200, { "content-length": 100 });
      response.write("{", () => response.destroy());
    });
    await expect(answer).rejects.toThrow();
  });
});

describe("a server", () => {
  test("that says nothing is not waited for without end", async () => {
    const url = await serving(() => {});
    const answer = servedCalls(url, (request) => nodeSend(request, 50))(callOf("getVersion"), ownSource(never));
    await expect(answer).rejects.toThrow(/nothing/);
  });

  test("that says nothing more amid an answer is not waited for either", async () => {
    const url = await serving((_, response) => {
      response.writeHead(200, { "content-type": "application/x-ndjson" });
      response.write('{"event":"a"}\n');
    });
    const answer = await servedCalls(url, (request) => nodeSend(request, 50))(callOf("followRun"), ownSource(never));
    if (answer.kind === "refused") throw new Error(answer.problem.detail);
    const reading = async () => {
      for await (const _ of answer.stream?.events ?? []);
    };
    await expect(reading()).rejects.toThrow();
  });

  test("that changes to another protocol has given no answer", async () => {
    const url = await serving(() => {});
    server?.removeAllListeners("request");
    server?.on("connection", (socket) =>
      socket.end("HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n"),
    );
    const answer = servedCalls(url, (request) => nodeSend(request))(callOf("getVersion"), ownSource(never));
    await expect(answer).rejects.toThrow("another protocol");
  });
});

test("events come one by one, and end where their stream breaks off within one", async () => {
  const answer = await ask((_, response) => {
    response.writeHead(200, { "content-type": "application/x-ndjson" });
    response.end('{"event":"a"}\n{"eve');
  });
  if (answer.kind === "refused") throw new Error(answer.problem.detail);
  const read: object[] = [];
  const reading = async () => {
    for await (const { data } of answer.stream?.events ?? []) read.push(data);
  };
  await expect(reading()).rejects.toThrow(SyntaxError);
  expect(read).toEqual([{ event: "a" }]);
});

test("all that a call says is sent", async () => {
  const seen: unknown[] = [];
  const call = callOf("replaceCredential", {
    path: { binding: "a/b" },
    query: [["limit", 3]],
    body: { document: { a: 1 } },
    expected: { kind: "one of", etags: ["x", "y"] },
    preferences: { isMinimal: true, isAsync: true, wait: 4 },
  });
  await ask((request, response) => {
    let text = "";
    request.on("data", (chunk: Buffer) => {
      text += chunk.toString();
    });
    request.on("end", () => {
      const { prefer, "if-match": ifMatch, "content-type": type } = request.headers;
      seen.push(request.method, request.url, text, prefer, ifMatch, type);
      response.writeHead(204).end();
    });
  }, call);
  expect(seen).toEqual([
    ...["PUT", "/v1/credentials/a%2Fb?limit=3", '{"a":1}', "return=minimal, respond-async, wait=4"],
    ...['"x", "y"', "application/json"],
  ]);
});
