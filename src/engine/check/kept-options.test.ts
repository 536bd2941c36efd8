import { expect, test } from "vitest";
import type { Declaration } from "../declare/declaration.ts";
import { keptOptions } from "./kept-options.ts";

const nothing: Declaration = {
  format: 1,
  name: "t",
  config: {},
  providers: {},
  resources: {},
  lookups: {},
  outputs: {},
};

test("the type that a wish is declared with is told without its version, under the former names as well", () => {
  const resource = {
    type: "connectors:EndpointAttachment@v1",
    properties: {},
    options: { retainOnDelete: true, aliases: ["was"] },
  };
  const kept = keptOptions({ ...nothing, resources: { is: resource } });
  const own = { type: "connectors:EndpointAttachment", protect: false, onDestroy: "retain" };
  expect([...kept]).toEqual([
    ["was", own],
    ["is", own],
  ]);
});
