import { expect, test } from "vitest";
import { exchangeOver } from "../../../packages/base/exchange/exchange-over.fixture.ts";
import { wireList } from "./wire-list.ts";

test("a list that leads on to ever new pages is given up, and not begun again", async () => {
  let pages = 0;
  const fetch = async () => {
    pages += 1;
    if (pages > 5_000) throw new Error("it goes on for ever");
    return Response.json({ value: [], nextLink: `https://management.azure.com/x?page=${pages}` });
  };
  const answer = await wireList(exchangeOver(fetch), "https://management.azure.com/x");
  expect(answer).toMatchObject({ kind: "refusal", refusal: { kind: "invalid" } });
  expect(pages).toBe(1_000);
});
