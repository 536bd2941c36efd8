import { createHash, generateKeyPairSync, randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { KnownSecrets } from "./known-secrets.ts";

test("a platform that echoes a part of a secret list or map tells none of it", () => {
  const texts = new KnownSecrets();
  texts.remember({ user: "app", keys: ["first-key", { inner: 'with "quotes"' }], isOn: true, none: null });
  const said = 'invalid key first-key for app, and "with \\"quotes\\"" or with "quotes"; true';
  expect(texts.masked(said)).toBe('invalid key (secret) for (secret), and "(secret)" or (secret); true');
});

test("a platform that quotes a line of a secret text tells nothing of it", () => {
  const texts = new KnownSecrets();
  texts.remember("-----BEGIN KEY-----\r\n  MIIEvQIBADANBg'\"kq\r\nend\r\n");
  expect(texts.masked("line 2: bad base64 in `MIIEvQIBADANBg'\"kq`, end")).toBe(
    "line 2: bad base64 in `(secret)`, end",
  );
  expect(texts.masked(String.raw`ValueError: 'MIIEvQIBADANBg\'"kq'`)).toBe("ValueError: '(secret)'");
});

test("the whole of it is masked as well", () => {
  const texts = new KnownSecrets();
  texts.remember(["a-key", "b-key"]);
  expect(texts.masked('got ["a-key","b-key"]')).toBe("got (secret)");
});

test("of more than can be looked for, nothing is told", () => {
  const texts = new KnownSecrets();
  texts.remember(Array.from({ length: 20_000 }, (_, index) => `key-${index}`));
  expect(texts.masked("something is wrong")).toBe("(secret)");
});

test("a secret that is a form of another is known in its own forms, too", () => {
  const texts = new KnownSecrets();
  for (const each of ["one two", "one%20two"]) texts.remember(each);
  expect(texts.masked("one%2520two and one%20two")).toBe("(secret) and (secret)");
});

test("what is shorter than four characters is looked for as a word of its own", () => {
  const texts = new KnownSecrets();
  for (const each of ["t", 1, "a.b"]) texts.remember(each);
  expect(texts.masked("HTTP 401: it can't be v1: 't', (1), a.b or a-b")).toBe(
    "HTTP 401: it can't be v1: '(secret)', ((secret)), (secret) or a-b",
  );
});

test("what the stack has kept is asked for when an outcome has words for people, and once", async () => {
  let asked = 0;
  const texts = new KnownSecrets(async () => {
    asked += 1;
    return ["zebra-77"];
  });
  expect(await texts.maskedOutcome({ kind: "pending", operationName: "zebra-77" })).toEqual({
    kind: "pending",
    operationName: "zebra-77",
  });
  expect(asked).toBe(0);
  const failed = { kind: "failed", code: "INTERNAL", detail: "no zebra-77" };
  expect(await texts.maskedOutcome({ kind: "none", failed })).toEqual({
    kind: "none",
    failed: { ...failed, detail: "no (secret)" },
  });
  expect(
    await texts.maskedOutcome({ kind: "denied", detail: "zebra-77", permission: "zebra-77", registers: "x" }),
  ).toEqual({
    kind: "denied",
    detail: "(secret)",
    permission: "(secret)",
    registers: "x",
  });
  expect(asked).toBe(1);
});

test.each([
  ["zebra-ke... must not hold that", "(secret)... must not hold that"],
  ['"zebra-key-00…" is too long', '"(secret)…" is too long'],
  ["zebra-key- [truncated]", "(secret) [truncated]"],
  ["zebra-key-0001 (shortened)", "(secret) (shortened)"],
  ["zebr...0042 is none", "(secret)...(secret) is none"],
  ["not …-0042", "not …(secret)"],
  ["the value is 'zebra-key-00'", "the value is '(secret)'"],
  ["the value is zebra-key-0001-hor", "the value is (secret)"],
  ["url is zebra%20one%26tw...", "url is (secret)..."],
  ["zeb... is short", "zeb... is short"],
  ["the zebra-key is 'zebra-key' or zebras... and 0042", "the zebra-key is 'zebra-key' or zebras... and 0042"],
])("what a platform has shortened of a secret is not told: %s", (said, told) => {
  const texts = new KnownSecrets();
  for (const each of ["zebra-key-0001-horse-0042", "zebra one&two"]) texts.remember(each);
  expect(texts.masked(said)).toBe(told);
});

test("a long text with many secrets is looked through in good time", () => {
  const texts = new KnownSecrets();
  texts.remember(Array.from({ length: 3_000 }, (_, index) => `key-${index}-of-many`));
  const said = "key-'".repeat(20_000);
  expect(texts.masked(said)).toBe(said);
});

/** A key as files have it, and its body in one line. */
function freshKey() {
  const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const pem = privateKey.export({ type: "pkcs8", format: "pem" }).toString();
  return { pem, body: pem.replace(/-----[^-]+-----|\s/g, "") };
}

/** Whether any eight characters of a key stand in a text. */
function tells(text: string, body: string): boolean {
  return Array.from({ length: body.length - 8 }, (_, at) => body.slice(at, at + 8)).some((each) => text.includes(each));
}

test.each([
  ["in one line", (body: string) => `bad key ${body}: refused`],
  ["in lines of 76", (body: string) => `bad key ${body.replace(/.{76}/g, "$&\r\n")}: refused`],
  ["in lines of 40, as JSON", (body: string) => JSON.stringify(`bad key ${body.replace(/.{40}/g, "$&\n")}: refused`)],
  ["a part of it", (body: string) => `bad key at ${body.slice(50, 90)}: refused`],
  ["in two parts", (body: string) => `bad key ${body.slice(3, 40)} and ${body.slice(60, 99)}: refused`],
])("a key whose lines a platform breaks otherwise is not told: %s", (_, saidOf) => {
  const { pem, body } = freshKey();
  for (const secret of [pem, { file: JSON.stringify({ private_key: pem }) }]) {
    const texts = new KnownSecrets();
    texts.remember(secret);
    const told = texts.masked(saidOf(body));
    expect(tells(told, body)).toBe(false);
    expect(told).toMatch(/bad key.*\(secret\).*: refused/);
    expect(texts.copy().masked(saidOf(body))).toBe(told);
  }
});

test("what is no piece of a key stays as it is", () => {
  const { pem } = freshKey();
  const texts = new KnownSecrets();
  texts.remember(pem);
  const said = `sha256 ${createHash("sha256").update("x").digest("base64")} of ${randomBytes(90).toString("base64")}`;
  expect(texts.masked(said)).toBe(said);
});

test.each([
  ["hex", (text: string) => Buffer.from(text).toString("hex")],
  ["HEX", (text: string) => Buffer.from(text).toString("hex").toUpperCase()],
  ["the base64 of a header", (text: string) => Buffer.from(`user:${text}`).toString("base64")],
])("a secret in %s is not told", (_, formOf) => {
  const texts = new KnownSecrets();
  texts.remember("zebra-key-0001-horse");
  const form = formOf("zebra-key-0001-horse");
  const told = texts.masked(`bad value ${form}, refused`);
  expect(told).toContain("(secret)");
  expect(told).not.toContain(form.slice(10, 24));
});

test("a secret in another spelling of its marks is not told", () => {
  const texts = new KnownSecrets();
  texts.remember("Schlüssel-é".normalize("NFD"));
  expect(texts.masked(`bad: ${"Schlüssel-é".normalize("NFC")}`)).toBe("bad: (secret)");
});
