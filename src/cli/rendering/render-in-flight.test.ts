import { expect, test } from "vitest";
import { painter } from "./paint.ts";
import { renderInFlight } from "./render-in-flight.ts";

test("an id that finds no room beside its call stands below it, and whole in a file", () => {
  const id = `projects/acme-dev/locations/europe-west1/${"x".repeat(30)}`;
  const call = { operation: "update", name: "backend", type: "connectors:EndpointAttachment", id, fields: ["labels"] };
  const told = (whole: boolean) => renderInFlight([call] as never, { paint: painter(false), width: 80, whole });
  expect(told(false)).toEqual([
    "1 call is in flight: what became of it is not known; the next plan finds out.",
    "  update (labels)  backend  connectors:EndpointAttachment",
    `    ${id}`,
  ]);
  expect(told(true).at(-1)).toBe(`  update (labels)  backend  connectors:EndpointAttachment  ${id}`);
});
