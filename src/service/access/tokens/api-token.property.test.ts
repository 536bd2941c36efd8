import fc from "fast-check";
import { expect, test } from "vitest";
import { mintToken, tokenDigest, tokenId } from "./api-token.ts";

const ids = fc.stringMatching(/^[a-z0-9]{12}$/);
const digits = fc.constantFrom(..."0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz");

test("every token has one form, and gives its id back", () => {
  fc.assert(
    fc.property(ids, (id) => {
      const token = mintToken(id);
      expect(token).toMatch(/^plumb_[a-z0-9]{12}_[0-9A-Za-z]{49}$/);
      expect(tokenId(token)).toBe(id);
    }),
  );
});

test("a token with one other character in its secret or checksum is none", () => {
  fc.assert(
    fc.property(ids, fc.integer({ min: 19, max: 67 }), digits, (id, place, digit) => {
      const token = mintToken(id);
      fc.pre(token[place] !== digit);
      expect(tokenId(`${token.slice(0, place)}${digit}${token.slice(place + 1)}`)).toBeNull();
    }),
  );
});

test("no other text is a token", () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.stringMatching(/^plumb_[a-z0-9]{12}_[0-9A-Za-z]{49}$/)), (text) => {
      expect(tokenId(text)).toBeNull();
    }),
  );
  const token = mintToken("abcdefghijkl");
  for (const near of [`${token}\n`, ` ${token}`, token.toUpperCase(), token.replace("plumb", "Plumb"), `${token}0`])
    expect(tokenId(near)).toBeNull();
});

test("secrets and digests do not repeat", () => {
  const tokens = Array.from({ length: 1000 }, () => mintToken("abcdefghijkl"));
  expect(new Set(tokens).size).toBe(1000);
  expect(new Set(tokens.map(tokenDigest)).size).toBe(1000);
});
