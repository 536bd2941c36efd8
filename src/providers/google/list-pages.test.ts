import { expect, test } from "vitest";
import { exchangeOver } from "../../../packages/base/exchange/exchange-over.fixture.ts";
import { listPages } from "./list-pages.ts";

const provider = { ref: "google", kind: "google", config: { project: "p1" } };
const request = { method: "GET", api: "connectors", path: "v1/projects/p1/locations/l/endpointAttachments" } as const;

test("a list that leads on to ever new pages is given up, and not begun again", async () => {
  let pages = 0;
  const fetch = async () => {
    pages += 1;
    if (pages > 5_000) throw new Error("it goes on for ever");
    return Response.json({ endpointAttachments: [], nextPageToken: `t${pages}` });
  };
  expect(await listPages(exchangeOver(fetch), provider, request, "endpointAttachments")).toMatchObject({
    kind: "invalid",
  });
  expect(pages).toBe(1_000);
});
