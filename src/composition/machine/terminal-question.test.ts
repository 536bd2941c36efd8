import { PassThrough } from "node:stream";
import { expect, test } from "vitest";
import { askOnTerminal } from "./terminal-question.ts";

/** A terminal: keys go in one by one, as they are typed. */
function terminal() {
  const input = Object.assign(new PassThrough(), { isTTY: true, setRawMode: () => {} });
  const output = Object.assign(new PassThrough(), { isTTY: true, columns: 80 });
  return { input, output };
}

const going = new AbortController().signal;

test("gives the line typed", async () => {
  const { input, output } = terminal();
  const answer = askOnTerminal("Go on? ", input, output, going);
  input.write("yes\r");
  expect(await answer).toBe("yes");
});

test("a hidden line is not shown, whatever is typed", async () => {
  const { input, output } = terminal();
  const answer = askOnTerminal("Password: ", input, output, going, true);
  input.write("huntet\x7fr2\r");
  expect(await answer).toBe("hunter2");
  expect(String(output.read())).toBe("Password: \n");
});

test.each([
  ["Ctrl-C", "\x03"],
  ["Ctrl-D", "\x04"],
  ["Ctrl-C after some letters", "ye\x03"],
])("%s is no answer", async (_, keys) => {
  const { input, output } = terminal();
  const answer = askOnTerminal("Go on? ", input, output, going);
  input.write(keys);
  await expect(answer).rejects.toMatchObject({ code: "cancelled" });
});

test("a terminal that ends or breaks is no answer", async () => {
  const ending = terminal();
  const ended = askOnTerminal("Go on? ", ending.input, ending.output, going);
  ending.input.end();
  await expect(ended).rejects.toMatchObject({ code: "cancelled" });
  const breaking = terminal();
  const broken = askOnTerminal("Go on? ", breaking.input, breaking.output, going);
  breaking.input.emit("error", new Error("EIO"));
  await expect(broken).rejects.toMatchObject({ code: "cancelled" });
});

test("whoever is asked to stop has no answer", async () => {
  const { input, output } = terminal();
  const stop = new AbortController();
  const answer = askOnTerminal("Go on? ", input, output, stop.signal);
  stop.abort();
  await expect(answer).rejects.toMatchObject({ code: "cancelled" });
});
