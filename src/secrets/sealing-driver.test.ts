import { describe, expect, test } from "vitest";
import type { Json, JsonObject } from "../../packages/base/json/json.ts";
import type { Catalog } from "../definitions/schema/definition.ts";
import { type SecretMarker, withheldSecret } from "../definitions/schema/value.ts";
import type { Change, Driver, Observation, Target } from "../engine/ports/driver.ts";
import type { During } from "../engine/ports/secret-masker.ts";
import type { KeptSecret, Secrets } from "../engine/ports/secrets.ts";
import { KnownSecrets } from "./known-secrets.ts";
import { sealingDriver } from "./sealing-driver.ts";

/** Secrets whose markers show which value they stand for. */
function plainSecrets(): Secrets {
  const values = new Map<string, Json>();
  const marker = (value: Json): SecretMarker => {
    const text = JSON.stringify(value);
    return { $secret: { id: `of ${text.length}`, fingerprint: text } };
  };
  return {
    seal: async (value) => {
      values.set(JSON.stringify(value), value);
      return marker(value);
    },
    open: async ({ $secret }) => values.get($secret.fingerprint) ?? null,
    known: async (value) => (values.has(JSON.stringify(value)) ? marker(value) : null),
  };
}

const target: Target = {
  type: "test:Thing",
  apiVersion: "v1",
  provider: { ref: "test", kind: "test", config: {} },
  id: "thing",
  variables: {},
};

function observation(outputs: JsonObject): Observation {
  return { outputs, version: "1", deleted: false, displaces: [] };
}

function change(inputs: JsonObject): Change {
  return { operation: "create", target, inputs, fields: Object.keys(inputs), prior: null, condition: null };
}

/** A driver that remembers what it was sent and answers as told. */
function recorder(answers: Partial<Driver>): { readonly driver: Driver; readonly sent: Change[] } {
  const sent: Change[] = [];
  const absent = { kind: "absent", detail: "", version: null, displaces: [] } as const;
  const driver: Driver = {
    kind: "test",
    cloudId: () => "test",
    verify: async () => null,
    read: async () => absent,
    collectionOf: () => null,
    list: async () => absent,
    write: async (each) => {
      sent.push(each);
      return { kind: "done", observation: observation(each.inputs) };
    },
    poll: async () => absent,
    lookup: async () => absent,
    discover: async () => absent,
    ...answers,
  };
  return { driver, sent };
}

/** The driver for one piece of work, of which no stack keeps anything secret but what the test says. */
function around(driver: Driver, secrets: Secrets, catalog: Catalog, kept: KeptSecret = { places: [], isOwn: false }) {
  return sealingDriver(driver, { secrets, keptSecret: async () => [kept] }, new KnownSecrets(), catalog);
}

const none = { resources: {}, functions: {}, providers: {} };

describe("a sealing driver", () => {
  test("sends the value and gives the marker back", async () => {
    const secrets = plainSecrets();
    const marker = await secrets.seal("hush");
    const { driver, sent } = recorder({});
    const outcome = await around(driver, secrets, none).write(change({ a: { b: marker }, c: "plain" }));
    expect(sent[0]?.inputs).toEqual({ a: { b: "hush" }, c: "plain" });
    expect(outcome).toMatchObject({ observation: { outputs: { a: { b: marker }, c: "plain" } } });
  });

  test("seals what a target calls secret, whatever stands there now", async () => {
    const secrets = plainSecrets();
    const { driver } = recorder({
      read: async () => ({ kind: "done", observation: observation({ a: "moved", b: null, c: { d: 1 }, e: "plain" }) }),
    });
    const outcome = await around(driver, secrets, none).read({ ...target, secret: ["/a", "/b", "/c", "/gone"] });
    expect(outcome).toMatchObject({
      observation: {
        outputs: { a: await secrets.seal("moved"), b: null, c: { d: await secrets.seal(1) }, e: "plain" },
      },
    });
  });

  test("finds a list's secrets by their value, in whatever order", async () => {
    const secrets = plainSecrets();
    const marker = await secrets.seal("hush");
    const { driver } = recorder({
      read: async () => ({ kind: "done", observation: observation({ list: ["plain", "hush"] }) }),
    });
    const outcome = await around(driver, secrets, none).read({ ...target, secret: ["/list/0"] });
    expect(outcome).toMatchObject({ observation: { outputs: { list: ["plain", marker] } } });
  });

  test("keeps sealed what is known to be secret in an object that is only looked at, but for its name", async () => {
    const secrets = plainSecrets();
    const marker = await secrets.seal("hush");
    const outputs = { a: "hush", id: "hush", list: [{ b: "hush" }], c: "plain" };
    const { driver } = recorder({
      read: async () => ({ kind: "done", observation: observation(outputs) }),
      lookup: async () => ({ kind: "done", result: outputs, version: null }),
    });
    const sealed = { a: marker, id: "hush", list: [{ b: marker }], c: "plain" };
    const dressed = around(driver, secrets, none);
    expect(await dressed.read({ ...target, isForeign: true })).toMatchObject({ observation: { outputs: sealed } });
    const call = { function: "f", apiVersion: "v1", provider: target.provider, arguments: {} };
    expect(await dressed.lookup(call)).toMatchObject({ result: sealed });
    expect(await dressed.read(target)).toMatchObject({ observation: { outputs } });
  });

  test("takes nothing for a secret that the question says itself", async () => {
    const secrets = plainSecrets();
    await secrets.seal("global");
    const outputs = { location: "global", other: "global/x" };
    const { driver } = recorder({ read: async () => ({ kind: "done", observation: observation(outputs) }) });
    const asked: Target = { ...target, id: "locations/global/things/t", variables: {}, isForeign: true };
    expect(await around(driver, secrets, none).read(asked)).toMatchObject({ observation: { outputs } });
  });

  test("withholds what another stack keeps secret of an object that is only looked at, and seals one's own", async () => {
    const secrets = plainSecrets();
    const outputs = { a: "theirs", list: ["x", "theirs"], c: "plain" };
    const { driver } = recorder({ read: async () => ({ kind: "done", observation: observation(outputs) }) });
    const read = async (isOwn: boolean) =>
      around(driver, secrets, none, { places: ["/a", "/list/0"], isOwn }).read({ ...target, isForeign: true });
    const withheld = { a: withheldSecret, list: [withheldSecret, withheldSecret], c: "plain" };
    expect(await read(false)).toMatchObject({ observation: { outputs: withheld } });
    expect(await read(true)).toMatchObject({ observation: { outputs: { a: await secrets.seal("theirs") } } });
  });

  test("tells whoever waits for the end of a call what others keep secret of what it met, and no other call", async () => {
    const heard: string[][] = [];
    const during: During = async (call, make) => {
      call.afterwards(() => heard.push([call.masker.masked("user, their word and a word"), ...call.secret]));
      return make();
    };
    const item = (id: string, a: Json) => ({ id, observation: observation({ a, b: "user" }) });
    const { driver } = recorder({
      list: async () => ({ kind: "done", items: [item("theirs", "their word"), item("ours", "a word")] }),
    });
    const keptSecret = async (targets: readonly Target[]) =>
      targets.map(({ id }) => ({ places: id === "theirs" ? ["/a"] : [], isOwn: false }));
    const work = { secrets: plainSecrets(), keptSecret };
    const dressed = sealingDriver(driver, work, new KnownSecrets(), none, during);
    const shown = await dressed.list(target);
    expect(shown).toMatchObject({ items: [{ observation: { outputs: { a: "their word" } } }, {}] });
    await dressed.verify(target.provider);
    expect(heard).toEqual([["user, (secret) and a word", "/a"], ["user, their word and a word"]]);
  });

  test("tells no word where it is not known what others keep secret", async () => {
    const heard: string[] = [];
    const during: During = async (call, make) => {
      call.afterwards(() => heard.push(call.masker.masked("word")));
      return make();
    };
    const { driver } = recorder({ read: async () => ({ kind: "done", observation: observation({ a: "word" }) }) });
    const keptSecret = () => Promise.reject(new Error("damaged"));
    const dressed = sealingDriver(driver, { secrets: plainSecrets(), keptSecret }, new KnownSecrets(), none, during);
    expect(await dressed.read(target)).toMatchObject({ kind: "done" });
    await expect(dressed.read({ ...target, isForeign: true })).rejects.toThrow("damaged");
    expect(heard).toEqual(["(secret)", "(secret)"]);
  });

  test("seals what the definition calls secret", async () => {
    const secrets = plainSecrets();
    const { driver } = recorder({ read: async () => ({ kind: "done", observation: observation({ key: "hush" }) }) });
    const definition = {
      type: "test:Thing",
      inputs: { type: "object", properties: { key: { type: "string", secret: true } }, additionalProperties: false },
      outputs: { type: "object", properties: {}, additionalProperties: false },
    };
    const catalog = { ...none, resources: { "test:Thing": definition as never } };
    const outcome = await around(driver, secrets, catalog).read(target);
    expect(outcome).toMatchObject({ observation: { outputs: { key: await secrets.seal("hush") } } });
  });

  test("masks an opened text in every spelling that a refusal may quote", async () => {
    const secrets = plainSecrets();
    const marker = await secrets.seal('a "b"/c');
    const detail = 'bad a "b"/c, "a \\"b\\"/c", a%20%22b%22%2Fc';
    const { driver } = recorder({ write: async () => ({ kind: "invalid", detail, code: null }) });
    const outcome = await around(driver, secrets, none).write(change({ a: marker }));
    expect(outcome).toMatchObject({ detail: 'bad (secret), "(secret)", (secret)' });
  });

  test("seals what stands beside a share where its value is known, and opens it where it is put back", async () => {
    const secrets = plainSecrets();
    const marker = await secrets.seal("hush");
    const beside = [{ role: "r", condition: { title: "t", expression: "hush" } }, { role: "plain" }];
    const displaces = ["r to anna [condition t: hush]", "plain to hush-puppy"];
    const sealed = [{ role: "r", condition: { title: "t", expression: marker } }, { role: "plain" }];
    const words = ["r to anna [condition t: (secret)]", "plain to (secret)-puppy"];
    for (const outcome of [
      { kind: "done", observation: { ...observation({ a: "plain" }), displaces, beside } },
      { kind: "absent", detail: "none", version: "1", displaces, beside },
    ] as const) {
      const { driver, sent } = recorder({ read: async () => outcome });
      const dressed = around(driver, secrets, none);
      const seen = { displaces: words, beside: sealed };
      expect(await dressed.read(target)).toMatchObject(outcome.kind === "done" ? { observation: seen } : seen);
      await dressed.write({ ...change({ a: "plain" }), alongside: sealed });
      expect(sent[0]?.alongside).toEqual(beside);
    }
  });

  test("seals a text beside a share that has a secret inside it, and opens it where it is put back", async () => {
    const secrets = plainSecrets();
    await secrets.seal("hush");
    const beside = [{ role: "r", condition: { title: "t", expression: "hush || true" } }];
    const displaces = ["r to anna [condition t: hush || true]"];
    const { driver, sent } = recorder({
      read: async () => ({ kind: "done", observation: { ...observation({ a: "plain" }), displaces, beside } }),
    });
    const texts = new KnownSecrets(async () => ["hush"]);
    const dressed = sealingDriver(driver, { secrets, keptSecret: async () => [] }, texts, none);
    const marker = await secrets.seal("hush || true");
    const sealed = [{ role: "r", condition: { title: "t", expression: marker } }];
    expect(await dressed.read(target)).toMatchObject({
      observation: { displaces: ["r to anna [condition t: (secret)]"], beside: sealed },
    });
    await dressed.write({ ...change({ a: "plain" }), alongside: sealed });
    expect(sent[0]?.alongside).toEqual(beside);
  });

  test("asks a look-up nothing secret", async () => {
    const secrets = plainSecrets();
    const { driver } = recorder({
      lookup: async () => {
        throw new Error("called");
      },
    });
    const call = {
      function: "f",
      apiVersion: "v1",
      provider: target.provider,
      arguments: { a: await secrets.seal("x") },
    };
    expect(await around(driver, secrets, none).lookup(call)).toMatchObject({ kind: "invalid" });
  });

  test("never asks for the store where nothing is secret", async () => {
    const { driver } = recorder({});
    const refuse = () => Promise.reject(new Error("opened"));
    const unopened: Secrets = { seal: refuse, open: refuse, known: refuse };
    expect(await around(driver, unopened, none).write(change({ a: "plain" }))).toMatchObject({ kind: "done" });
  });
});

describe("keys that begin with $", () => {
  const declared = { labels: { $$x: "a", $$$y: "b", plain: "c" } };

  test("reach the platform as their user wrote them, and come back as they are there", async () => {
    const { driver, sent } = recorder({});
    const sealed = around(driver, plainSecrets(), none);
    const written = await sealed.write(change(declared));
    expect(sent[0]?.inputs).toEqual({ labels: { $x: "a", $$y: "b", plain: "c" } });
    expect(written).toMatchObject({ observation: { outputs: { labels: { $x: "a", $$y: "b", plain: "c" } } } });
  });

  test("hold no secret in the clear in what comes back", async () => {
    const secrets = plainSecrets();
    const marker = await secrets.seal("hush");
    const { driver, sent } = recorder({});
    const sealed = around(driver, secrets, none);
    const written = await sealed.write(change({ labels: { $$x: marker } }));
    expect(sent[0]?.inputs).toEqual({ labels: { $x: "hush" } });
    expect(written).toMatchObject({ observation: { outputs: { labels: { $x: marker } } } });
  });

  test("are sealed in what is read later by the place that the inputs have", async () => {
    const secrets = plainSecrets();
    const { driver } = recorder({
      read: async () => ({ kind: "done", observation: observation({ labels: { $x: "hush" } }) }),
    });
    const outcome = await around(driver, secrets, none).read({ ...target, secret: ["/labels/$$x"] });
    expect(outcome).toMatchObject({ observation: { outputs: { labels: { $x: await secrets.seal("hush") } } } });
  });
});
