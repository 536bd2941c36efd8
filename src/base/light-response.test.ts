import { describe, expect, test } from "vitest";
import { fullResponse, LightResponse } from "./light-response.ts";

async function* events(): AsyncGenerator<unknown> {
  yield { event: "a" };
  yield { event: "b" };
}

const bytes = () => new Blob(['{"event":"a"}\n', '{"event":"b"}\n']).stream();

describe("a body", () => {
  test("that is a document is handed over as it is, and is text for whoever wants text", async () => {
    const document = { name: "a", size: undefined };
    const response = new LightResponse({ document }, { status: 201, headers: { "content-type": "application/json" } });
    expect(await response.json()).toBe(document);
    expect(await response.text()).toBe('{"name":"a"}');
    expect(response.documents).toBeUndefined();
    const own = fullResponse(response);
    expect(own).toBeInstanceOf(Response);
    expect([own.status, own.headers.get("Content-Type"), await own.text()]).toEqual([
      ...[201, "application/json", '{"name":"a"}'],
    ]);
  });

  test("that is a text is read as JSON where somebody wants that", async () => {
    expect(await new LightResponse({ text: "[1]" }).json()).toEqual([1]);
    await expect(new LightResponse({ text: "[" }).json()).rejects.toThrow(SyntaxError);
  });

  test("that is not there is empty", async () => {
    const response = new LightResponse(null, { status: 204 });
    expect([response.body, response.bodyUsed, await response.text(), response.ok]).toEqual([null, false, "", true]);
    expect(fullResponse(response).body).toBeNull();
  });

  test("that is a stream is read as documents, or as bytes", async () => {
    const read = [];
    for await (const each of new LightResponse({ documents: events(), bytes }).documents ?? []) read.push(each);
    expect(read).toEqual([{ event: "a" }, { event: "b" }]);
    expect(await new LightResponse({ documents: events(), bytes }).text()).toBe('{"event":"a"}\n{"event":"b"}\n');
  });

  test("that is a stream is one or the other: who asked for its bytes has them", async () => {
    const response = new LightResponse({ documents: events(), bytes });
    const copy = response.clone();
    expect(response.documents).toBeUndefined();
    expect([await new Response(response.body).text(), await copy.text()].map((text) => text.length)).toEqual([28, 28]);
  });
});

test("its parts that few ask for are those of the platform's own", async () => {
  const [light, own] = [new LightResponse({ text: "abc" }, { status: 404 }), new Response("abc", { status: 404 })];
  for (const part of ["ok", "redirected", "status", "statusText", "type", "url"] as const)
    expect([part, light[part]]).toEqual([part, own[part]]);
  expect(await light.clone().text()).toBe("abc");
  expect(new TextDecoder().decode(await light.arrayBuffer())).toBe("abc");
});

test("one that is the platform's own already stays itself", () => {
  const own = new Response();
  expect(fullResponse(own)).toBe(own);
});
