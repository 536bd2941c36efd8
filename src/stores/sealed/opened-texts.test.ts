import { expect, test } from "vitest";
import { OpenedTexts } from "./opened-texts.ts";

test("a platform that echoes a part of a secret list or map tells none of it", () => {
  const texts = new OpenedTexts();
  texts.remember({ user: "app", keys: ["first-key", { inner: 'with "quotes"' }], isOn: true, none: null });
  const said = 'invalid key first-key for app, and "with \\"quotes\\"" or with "quotes"; true';
  expect(texts.masked(said)).toBe('invalid key (secret) for (secret), and "(secret)" or (secret); true');
});

test("the whole of it is masked as well", () => {
  const texts = new OpenedTexts();
  texts.remember(["a-key", "b-key"]);
  expect(texts.masked('got ["a-key","b-key"]')).toBe("got (secret)");
});

test("of more than can be looked for, nothing is told", () => {
  const texts = new OpenedTexts();
  texts.remember(Array.from({ length: 20_000 }, (_, index) => `key-${index}`));
  expect(texts.masked("something is wrong")).toBe("(secret)");
});
