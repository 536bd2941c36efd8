import { expect, test } from "vitest";
import { catalog } from "../definitions/resources/catalog.ts";
import { doCheckJob } from "./check-job.ts";

const means = { catalog, seal: async () => ({ $secret: { id: "", fingerprint: "" } }) };

const described = (text: string) => doCheckJob("describe", { text, file: "plumb.yaml" }, means);

test("a text tells its project, and what it does not protect", async () => {
  const found = await described(
    "name: portal\nresources:\n  a: { type: iam:OAuthClient, options: { protect: false } }\n",
  );
  expect([found.project, [...found.kept.keys()]]).toEqual(["portal", ["a"]]);
});

test.each([
  ["nme: portal\n", "name"],
  ["name: portal\nresorces:\n  a: { type: iam:OAuthClient, options: { protect: false } }\n", "resources"],
  ["name: portal\nresources:\n  a: { type: iam:OAuthClient, optoins: { protect: false } }\n", "options"],
])("what a destroy goes by is never told by a misspelt key: %j", async (text, key) => {
  const found = await described(text);
  expect([found.project, found.kept.size]).toEqual([key === "name" ? "" : "portal", 0]);
});
