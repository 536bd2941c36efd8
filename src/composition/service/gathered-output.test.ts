import { setImmediate as nextTurn } from "node:timers/promises";
import { expect, test } from "vitest";
import { GatheredOutput } from "./gathered-output.ts";

function streams() {
  const written: string[] = [];
  const named = (name: string) => ({ write: (text: string) => written.push(`${name}: ${text}`) });
  return { written, out: named("out"), err: named("err") };
}

test("what one turn writes is one write, and the next turn's another", async () => {
  const { written, out } = streams();
  const output = new GatheredOutput();
  output.write(out, "a");
  output.write(out, "b");
  await Promise.resolve();
  output.write(out, "c");
  expect(written).toEqual([]);
  await nextTurn();
  output.write(out, "d");
  await nextTurn();
  expect(written).toEqual(["out: abc", "out: d"]);
});

test("what goes to several streams keeps its order", async () => {
  const { written, out, err } = streams();
  const output = new GatheredOutput();
  for (const [target, text] of [
    [out, "1"],
    [err, "2"],
    [err, "3"],
    [out, "4"],
  ] as const)
    output.write(target, text);
  await nextTurn();
  expect(written).toEqual(["out: 1", "err: 23", "out: 4"]);
});

test("a flush waits for nothing, and once is enough", async () => {
  const { written, out } = streams();
  const output = new GatheredOutput();
  output.write(out, "a");
  output.flush();
  expect(written).toEqual(["out: a"]);
  await nextTurn();
  expect(written).toEqual(["out: a"]);
});
