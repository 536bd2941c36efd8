import { describe, expect, test } from "vitest";
import { localFixture } from "./local.fixture.ts";
import { partOf, readFields } from "./partial-response.ts";

const message = {
  name: "n",
  items: [
    { id: "1", labels: { a: "x", b: "y" }, state: "READY" },
    { id: "2", labels: { a: "z" } },
  ],
  nextPageToken: "t",
};

describe("fields", () => {
  test.each([
    ["name", { name: "n" }],
    ["name,nextPageToken", { name: "n", nextPageToken: "t" }],
    ["items/id", { items: [{ id: "1" }, { id: "2" }] }],
    [
      "items(id,labels/a)",
      {
        items: [
          { id: "1", labels: { a: "x" } },
          { id: "2", labels: { a: "z" } },
        ],
      },
    ],
    ["items/id,items/state", { items: [{ id: "1", state: "READY" }, { id: "2" }] }],
    ["items,items/id", { items: message.items }],
    ["*", message],
    ["items/*", { items: message.items }],
    ["*/id", { name: "n", items: [{ id: "1" }, { id: "2" }], nextPageToken: "t" }],
    ["nothing", {}],
  ])("%s", (text, expected) => {
    const selection = readFields(text);
    expect(selection.ok && partOf(message, selection.value)).toEqual(expected);
  });

  test.each(["", ",", "a,", "a/", "a(", "a(b", "a)b", "a()", "/a", "a/".repeat(20)])("%j can't be read", (text) => {
    expect(readFields(text).ok).toBe(false);
  });
});

describe("an API", () => {
  test.each([
    ["v1/projects/p1/locations", "locations/locationId,nextPageToken"],
    ["compute/v1/projects/p1/zones/z1/reservations", "kind"],
  ])("%s answers in part, and refuses what it can't read", async (path, fields) => {
    const cloud = localFixture();
    const { body } = await cloud.call("GET", `${path}?fields=${fields}`);
    expect(Object.keys(body)).toEqual([fields.split("/")[0]]);
    expect((await cloud.call("GET", `${path}?fields=a(`)).status).toBe(400);
    expect((await cloud.call("GET", `${path}?fields=`)).status).toBe(200);
  });

  test("an error is told in whole", async () => {
    const reply = await localFixture().call("GET", "v1/projects/p1/locations/l1/operations/none?fields=name");
    expect(reply.body).toMatchObject({ error: { code: 404, status: "NOT_FOUND" } });
  });
});
