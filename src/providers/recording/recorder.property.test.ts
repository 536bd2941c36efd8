import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { ExchangeRequest, Fields } from "../../../packages/base/exchange/exchange.ts";
import type { CallUnderWay } from "../../engine/ports/secret-masker.ts";
import { Recorder } from "./recorder.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "plumb-canaries-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** A word that stands in no list, and in no digest by chance. */
const canary = fc
  .tuple(
    fc.constantFrom("zqk", "ZQK", "ключ", "zq-k", "zq_k", "eyJzqk.", "dapi-zqk", "ya29.zqk", "zqk@", "9071"),
    fc.stringMatching(/^[a-z0-9]{12}$/),
    fc.constantFrom("", "=", "/+", "@acme.example", ".cloud.databricks.com", " and more", "%2F", "é"),
  )
  .map((parts) => parts.join(""));

const places: readonly ((c: string) => {
  url: string;
  body?: unknown;
  headers?: Record<string, string>;
  answer: unknown;
  status?: number;
})[] = [
  (c) => ({
    url: `https://x.example/v1/projects/${encodeURIComponent(c)}/locations/global/oauthClients/a`,
    answer: {},
  }),
  (c) => ({ url: `https://x.example/v1/a?filter=${encodeURIComponent(c)}&etag=${encodeURIComponent(c)}`, answer: {} }),
  (c) => ({ url: `https://x.example/v1/a?${encodeURIComponent(c)}=1`, answer: {} }),
  (c) => ({ url: `https://u:${encodeURIComponent(c)}@x.example/v1/a`, answer: {} }),
  (c) => ({
    url: "https://x.example/a",
    body: { clientSecret: c, client_secret: [c], token: { deep: c } },
    answer: {},
  }),
  (c) => ({ url: "https://x.example/a", body: { labels: { [c]: c }, unknownField: { [c]: [c] } }, answer: {} }),
  (c) => ({
    url: "https://x.example/a",
    headers: { authorization: `Bearer ${encodeURIComponent(c)}`, "x-goog-user-project": encodeURIComponent(c) },
    answer: {},
  }),
  (c) => ({
    url: "https://x.example/a",
    answer: { error: { code: 403, message: `no access for ${c}`, details: [{ reason: c, metadata: { c } }] } },
    status: 403,
  }),
  (c) => ({ url: "https://x.example/a", answer: { error: { code: c, message: `Bearer ${c}` } }, status: 400 }),
  (c) => ({ url: "https://x.example/a", answer: { error_code: c, message: c, details: [c] }, status: 409 }),
  (c) => ({ url: "https://x.example/a", answer: { id: c, name: `projects/${c}/x`, etag: c, email: c, clientId: c } }),
  (c) => ({ url: "https://x.example/a", answer: `<html><body>${c}</body></html>`, status: 502 }),
  (c) => ({ url: "https://x.example/a", answer: JSON.stringify(JSON.stringify({ password: c })) }),
  (c) => ({
    url: "https://x.example/a",
    answer: { nested: Buffer.from(c).toString("base64"), url: encodeURIComponent(c) },
  }),
];

test("no canary is in the files, raw, in base64 or encoded for an address", async () => {
  let tries = 0;
  await fc.assert(
    fc.asyncProperty(canary, async (word) => {
      tries += 1;
      const warned: string[] = [];
      const recorder = new Recorder({
        ...{ folder: join(folder, "rec"), id: `r${tries}`, key: crypto.getRandomValues(new Uint8Array(32)) },
        about: { version: "0", platform: "p", node: "n" },
        now: () => 0,
        notice: (text) => warned.push(text),
      });
      for (const place of places) {
        const { url, body, headers = {}, answer, status = 200 } = place(word);
        const text = typeof answer === "string" ? answer : JSON.stringify(answer);
        const network = recorder.around("google", async () => {
          const leak = {
            "x-leak": encodeURIComponent(word),
            "set-cookie": encodeURIComponent(word),
            etag: encodeURIComponent(word),
          };
          return { status, headers: { ...leak, location: `https://${encodeURIComponent(word)}.example/` }, body: text };
        });
        expect((await network(asked(url, headers, body))).body).toBe(text);
      }
      recorder.entries([
        {
          kind: "intent",
          run: "0123456789abcdef",
          detail: word,
          provider: { config: { project: word } },
          request: { inputs: { [word]: word, clientSecret: word } },
        },
      ]);
      expect(warned).toEqual([]);
      const names = readdirSync(join(folder, "rec", `r${tries}`));
      expect(names.length).toBe(places.length + 2);
      const written = names
        .map((name) => readFileSync(join(folder, "rec", `r${tries}`, name), "utf8"))
        .join("\n")
        .toLowerCase();
      const core = /[a-z0-9]{12}/.exec(word)?.[0] ?? word;
      for (const form of [core, ...encoded(word)]) expect(written).not.toContain(form.toLowerCase());
    }),
    { numRuns: 40 },
  );
});

/** Nothing but words that are published, dates and durations: by itself it would stay as it is. */
const publishedSecret = fc
  .array(fc.constantFrom("user", "policy", "request", "2031-05-17", "90210s", "ACTIVE", "404", "admin", "name"), {
    minLength: 2,
    maxLength: 5,
  })
  .chain((words) => fc.constantFrom(" ", "/", ":", ", ").map((between) => words.join(between)));

test("what a call keeps secret is in no file, whatever words it is made of, once the call has ended", async () => {
  let tries = 0;
  await fc.assert(
    fc.asyncProperty(publishedSecret, async (secret) => {
      tries += 1;
      const id = `s${tries}`;
      const recorder = new Recorder({
        ...{ folder: join(folder, "rec"), id, key: crypto.getRandomValues(new Uint8Array(32)), now: () => 0 },
        ...{ about: { version: "0", platform: "p", node: "n" }, notice: (text: string) => expect(text).toBe("") },
      });
      const texts = new Set<string>();
      const due: (() => void)[] = [];
      const masked = (text: string) => [...texts].reduce((said, each) => said.replaceAll(each, "(secret)"), text);
      const masker = { isEmpty: false, learn: async () => {}, masked };
      const call = { masker, secret: [], afterwards: (work: () => void) => void due.push(work) };
      for (const { url, body, headers = {}, answer, status = 200 } of places.map((place) => place(secret))) {
        const text = typeof answer === "string" ? answer : JSON.stringify(answer);
        const network = recorder.around(
          "google",
          async () => ({ status, headers: { etag: encodeURIComponent(secret) }, body: text }),
          () => call,
        );
        await network(asked(url, headers, body));
      }
      expect(existsSync(join(folder, "rec", id))).toBe(false);
      // What the call has brought is sealed: only now it is known.
      for (const form of [secret, encodeURIComponent(secret), Buffer.from(secret).toString("base64")]) texts.add(form);
      for (const work of due) work();
      const names = readdirSync(join(folder, "rec", id));
      expect(names.length).toBe(places.length + 1);
      const written = names.map((name) => readFileSync(join(folder, "rec", id, name), "utf8")).join("\n");
      for (const form of [secret, ...encoded(secret)]) expect(written).not.toContain(form);
      expect(written).toContain("[secret]");
    }),
    { numRuns: 40 },
  );
});

test("what a call learns to be secret by its answer is in no file, be it told by its value or by the name of its field", async () => {
  let tries = 0;
  await fc.assert(
    fc.asyncProperty(publishedSecret, publishedSecret, async (known, unknown) => {
      tries += 1;
      const id = `l${tries}`;
      const recorder = new Recorder({
        ...{ folder: join(folder, "rec"), id, key: crypto.getRandomValues(new Uint8Array(32)), now: () => 0 },
        ...{ about: { version: "0", platform: "p", node: "n" }, notice: (text: string) => expect(text).toBe("") },
      });
      const due: (() => void)[] = [];
      const nothing = { isEmpty: true, learn: async () => {}, masked: (text: string) => text };
      let call: CallUnderWay = { masker: nothing, secret: [], afterwards: (work) => void due.push(work) };
      const underWay: CallUnderWay = {
        get masker() {
          return call.masker;
        },
        get secret() {
          return call.secret;
        },
        afterwards: (work) => call.afterwards(work),
      };
      const answer = { description: known, labels: [{ display_name: unknown }] };
      const network = recorder.around(
        "google",
        async () => ({ status: 200, headers: {}, body: JSON.stringify(answer) }),
        () => underWay,
      );
      await network(asked("https://x.example/a"));
      const masked = (text: string) => text.replaceAll(known, "(secret)");
      call = { ...call, masker: { ...nothing, isEmpty: false, masked }, secret: ["/labels/0/displayName"] };
      for (const work of due) work();
      const written = JSON.parse(readFileSync(join(folder, "rec", id, "000001.json"), "utf8"));
      expect(written.answer.body).toEqual({ description: "[secret]", labels: [{ display_name: "[secret]" }] });
    }),
    { numRuns: 40 },
  );
});

function asked(url: string, headers: Fields = {}, body?: unknown): ExchangeRequest {
  if (body === undefined) return { method: "GET", url, headers, body: "" };
  return { method: "POST", url, headers, body: JSON.stringify(body) };
}

/** The forms in which a word might hide; base64 of it at each of the three shifts. */
function encoded(word: string): string[] {
  const at = (shift: number) =>
    Buffer.from(`${"_".repeat(shift)}${word}`)
      .toString("base64")
      .replace(/=+$/, "")
      .slice(4, -2);
  return [encodeURIComponent(word), Buffer.from(word).toString("hex"), at(0), at(1), at(2)];
}

test("the same word has the same pseudonym in address, body and message, and another in another recording", async () => {
  const seen: string[] = [];
  for (const id of ["one", "two"]) {
    const recorder = new Recorder({
      ...{ folder: join(folder, "rec"), id, key: crypto.getRandomValues(new Uint8Array(32)) },
      about: { version: "0", platform: "p", node: "n" },
      now: () => 0,
      notice: () => {},
    });
    const answer = { name: "projects/acme/locations/global", error: { message: "Permission denied on acme" } };
    const network = recorder.around("google", async () => ({ status: 200, headers: {}, body: JSON.stringify(answer) }));
    await network(asked("https://iam.googleapis.com/v1/projects/acme"));
    const line = JSON.parse(readFileSync(join(folder, "rec", id, "000001.json"), "utf8"));
    const pseudonym = line.request.split("/").at(-1);
    expect(line).toMatchObject({
      host: "iam.googleapis.com",
      request: `GET /v1/projects/${pseudonym}`,
      answer: {
        body: {
          name: `projects/${pseudonym}/locations/global`,
          error: { message: `Permission denied on ${pseudonym}` },
        },
      },
    });
    seen.push(pseudonym);
  }
  expect(new Set([...seen, "acme"]).size).toBe(3);
});

test("a folder that can't be used is told of once, and the exchange goes on", async () => {
  const warned: string[] = [];
  const recorder = new Recorder({
    ...{ folder: "/proc/plumb-recording", id: "one", key: new Uint8Array(32) },
    about: { version: "0", platform: "p", node: "n" },
    now: () => 0,
    notice: (text) => warned.push(text),
  });
  const answer = { status: 200, headers: {}, body: '{"a":1}' };
  const network = recorder.around("google", async () => answer);
  for (let call = 0; call < 2; call += 1) expect(await network(asked("https://x.example/"))).toEqual(answer);
  expect(warned).toHaveLength(1);
});
