import { expect, test } from "vitest";
import { mergedStreams } from "./merged-streams.ts";

async function* silent(): AsyncGenerator<string, void, void> {
  await new Promise(() => {});
  yield "never";
}

async function* failing(): AsyncGenerator<string, void, void> {
  yield "one";
  throw new Error("gone");
}

test("what one stream fails with is told at once, however silent the others are", async () => {
  const seen: string[] = [];
  const read = async () => {
    for await (const each of mergedStreams([silent(), failing()])) seen.push(each);
  };
  await expect(read()).rejects.toThrow("gone");
  expect(seen).toEqual(["one"]);
});

test("a reader that leaves is let go of, however silent the streams are", async () => {
  for await (const each of mergedStreams([silent(), failing()])) {
    expect(each).toBe("one");
    break;
  }
});
