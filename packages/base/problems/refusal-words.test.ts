import { expect, test } from "vitest";
import { shortened, wordsOfText } from "./refusal-words.ts";

test.each([
  ["upstream timed out.", "upstream timed out"],
  ["<html><head><title>503 Busy</title></head><body>Later</body></html>", "503 Busy"],
  ["<html><body><pre>\n{}\nno such path</pre></body></html>", "{} no such path"],
  [
    "<html><body><h1>503 Service Unavailable</h1>\nCome back <b>later</b>.</body></html>",
    "503 Service Unavailable Come back later",
  ],
  ["<!DOCTYPE html><html><head><title> </title></head><body><p>Busy</p></body></html>", "Busy"],
  [
    "<html><head><style>p { color: red }</style><script>let a = '<p>no</p>';</script></head><body><!-- no " +
      "--><p>Busy</p></body>",
    "Busy",
  ],
  ["<h2>The service is at rest</h2>", "The service is at rest"],
  ["<html><body></body></html>", ""],
])("of %s people read %s", (text, words) => expect(wordsOfText(text)).toBe(words));

test("what a platform says stands on one line, and none of it hides", () => {
  expect(shortened('no "x]\r\n\n  No drift.\u2028All is well" of us\u200bers')).toBe(
    'no "x] No drift. All is well" of us\\u200bers',
  );
});
