import { describe, expect, test } from "vitest";
import { fullRequest, LightRequest } from "./light-request.ts";

const url = "http://cloud.test/v1/a?b=c";

describe("a body", () => {
  test("that is a document is handed over as it is, and is text for whoever wants text", async () => {
    const document = { name: "a", size: 2 };
    const request = new LightRequest(url, { method: "POST", body: { document } });
    expect(request.document).toBe(document);
    expect(await request.json()).toBe(document);
    expect(await request.text()).toBe('{"name":"a","size":2}');
    expect(await fullRequest(request).json()).toEqual(document);
  });

  test("that is a text is no document", async () => {
    const request = new LightRequest(url, { method: "POST", body: { text: "[1]" } });
    expect(request.document).toBeUndefined();
    expect([await request.text(), await request.json()]).toEqual(["[1]", [1]]);
    expect(await new Response(request.body).text()).toBe("[1]");
  });

  test("that is not there is empty", async () => {
    const request = new LightRequest(url);
    expect([request.method, request.body, request.bodyUsed, await request.text()]).toEqual(["GET", null, false, ""]);
    await expect(request.json()).rejects.toThrow(SyntaxError);
  });
});

test("the platform's own says the same, and is aborted with it", () => {
  const leaving = new AbortController();
  const headers = { accept: "application/json", "If-Match": '"1"' };
  const request = new LightRequest(new URL(url), {
    ...{ method: "DELETE", headers, redirect: "manual", signal: leaving.signal },
  });
  request.headers.set("authorization", "Bearer x");
  const own = fullRequest(request);
  expect(own).toBeInstanceOf(Request);
  expect([own.url, own.method, own.redirect]).toEqual([url, "DELETE", "manual"]);
  expect([...own.headers]).toEqual([...request.headers]);
  expect(request.clone().headers.get("authorization")).toBe("Bearer x");
  leaving.abort();
  expect(own.signal.aborted).toBe(true);
});

test("its parts that few ask for are those of the platform's own", async () => {
  const request = new LightRequest(url, { method: "POST", body: { text: "abc" } });
  const own = new Request(url, { method: "POST", body: "abc" });
  for (const part of [
    ...(["cache", "credentials", "destination", "duplex", "integrity", "keepalive", "mode", "redirect"] as const),
    ...(["referrer", "referrerPolicy"] as const),
  ]) {
    expect([part, request[part]]).toEqual([part, own[part]]);
  }
  expect(request.signal.aborted).toBe(false);
  expect(new TextDecoder().decode(await request.arrayBuffer())).toBe("abc");
});

test("one that is the platform's own already stays itself", () => {
  const own = new Request(url);
  expect(fullRequest(own)).toBe(own);
});

test("`fetch` takes none that was not made full", async () => {
  await expect(fetch(new LightRequest(url))).rejects.toThrow(TypeError);
});
