import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { sentJson } from "./sent-json.ts";

const large = { items: Array.from({ length: 4_000 }, (_, index) => ({ index, text: "x".repeat(100) })) };

function answer(waitMs?: number): Response {
  const turns = { next: () => new Promise<void>((resolve) => setImmediate(resolve)) };
  return new Response(sentJson(large, turns, waitMs));
}

test("a large answer is sent whole to who takes it", async () => {
  expect(await answer().json()).toEqual(large);
});

test("a large answer is broken off where its reader takes nothing", async () => {
  const reader = answer(20).body?.getReader();
  const reading = async () => {
    for (let taken = await reader?.read(); taken?.done === false; taken = await reader?.read()) await sleep(60);
  };
  await expect(reading()).rejects.toThrow(/ reader /);
});
