import { beforeEach, describe, expect, test } from "vitest";
import { digest } from "../../packages/base/digest.ts";
import { isJsonObject, type Json, type JsonObject } from "../../packages/base/json/json.ts";
import type { PlanView } from "../../src/contract/documents/plans/plan.ts";
import { localOwner } from "../../src/service/access/local-owner.ts";
import type { TestDeployment } from "../../src/service/use-cases/deployment.fixture.ts";
import { storedPlan } from "../../src/service/use-cases/plans/kept-plans.ts";
import { ApiWorld, type Called } from "./api-world.ts";
import { attachment, serviceAttachment } from "./stage.ts";

/** Secrets of one tenant before another, over whatever store. */
export function hostileSecretsCases(newDeployment: () => TestDeployment | Promise<TestDeployment>): void {
  // Two tenants of one service. `b` keeps a secret; whoever has rights on `a`, and may read `b`, is hostile.

  const pin = "4711";

  let world: ApiWorld;
  /** An admin of `a` who may read `b`, one of everything, and a planner of `a` who may read `b`. */
  let hostile: string;
  let owner: string;
  let planner: string;

  beforeEach(async () => {
    world = await ApiWorld.served({}, await newDeployment());
    if (world.access === null) throw new Error("no access control");
    owner = await world.access.tokenWith("admin");
    for (const name of ["a", "b"])
      expect((await ask("POST", "/v1/projects/test/stacks", owner, { name })).status).toBe(201);
    hostile = await tokenOf({ "test/a": "admin", "test/b": "reader" });
    planner = await tokenOf({ "test/a": "planner", "test/b": "reader" });
  });

  async function tokenOf(
    roles: Readonly<Record<string, "reader" | "planner" | "operator" | "admin">>,
  ): Promise<string> {
    const { accessControl } = world;
    const request = { name: "t", role: "admin", stacks: null, expiresInDays: 30, machine: true } as const;
    const { token, view } = await accessControl.createToken(request, localOwner);
    for (const [stack, role] of Object.entries(roles))
      await accessControl.assignRole({ subject: view.principal, stack, role }, localOwner.caller);
    return token;
  }

  /** A declaration with one secret, which an object and an output hold. */
  function withSecret(name: string, secret: string, properties: JsonObject = {}): JsonObject {
    const text = {
      name: "test",
      config: { pin: { type: "string", secret: true } },
      providers: { google: { kind: "google", project: "acme", region: "here" } },
      resources: {
        [name]: {
          type: attachment,
          properties: { endpointAttachmentId: name, serviceAttachment, description: "${config.pin}", ...properties },
        },
      },
      outputs: { pin: "${config.pin}" },
    };
    return { file: "plumb.yaml", text: JSON.stringify(text), config: { pin: secret } };
  }

  /** A declaration of anything under one provider. */
  function plain(more: JsonObject): JsonObject {
    const providers = { google: { kind: "google", project: "acme", region: "here" } };
    return { file: "plumb.yaml", text: JSON.stringify({ name: "test", providers, ...more }), config: {} };
  }

  async function ask(method: string, path: string, token: string, body?: Json, headers = {}): Promise<Called> {
    return world.call(method, path, { token, headers, ...(body === undefined ? {} : { body }) });
  }

  async function planned(stack: string, declaration: JsonObject, token: string): Promise<PlanView> {
    const made = await ask("POST", `/v1/projects/test/stacks/${stack}/plans`, token, {
      kind: "apply",
      newStack: true,
      declaration,
    });
    if (made.status !== 201) throw new Error(made.text);
    return made.body as PlanView;
  }

  async function up(stack: string, declaration: JsonObject): Promise<void> {
    const { digest } = await planned(stack, declaration, owner);
    const events = await world.follow(stack, await world.start(stack, digest, { token: owner }), { token: owner });
    expect(events.at(-1)).toMatchObject({ event: "summary", status: "done" });
  }

  /** All markers of sealed values in a document. */
  function markersIn(value: unknown): readonly JsonObject[] {
    if (Array.isArray(value)) return value.flatMap(markersIn);
    if (!isJsonObject(value)) return [];
    return Object.hasOwn(value, "$secret") ? [value] : Object.values(value).flatMap(markersIn);
  }

  describe("a marker of another stack", () => {
    test("can't be had by importing a state", async () => {
      await up("b", withSecret("b", pin));
      await up("a", withSecret("a", "other"));
      const stolen = (await ask("GET", "/v1/projects/test/stacks/b/outputs", owner)).body as {
        readonly outputs: JsonObject;
      };
      const state = (await ask("GET", "/v1/projects/test/stacks/a/state", hostile)).body as JsonObject;
      const { digest: _, ...rest } = state;
      const content = { ...rest, outputs: stolen.outputs };
      const document = { ...content, digest: digest(content) };
      const imported = await ask("PUT", "/v1/projects/test/stacks/a/state", hostile, { document }, { "if-match": "*" });
      expect(imported.status).toBe(422);
      expect(imported.body).toMatchObject({ problems: [{ pointer: "/document/outputs/pin" }] });
      expect((await ask("GET", "/v1/projects/test/stacks/a/outputs?reveal=true", hostile)).text).not.toContain(pin);
    });

    test("is not opened, wherever it has come to stand", async () => {
      await up("b", withSecret("b", pin));
      await up("a", withSecret("a", "other"));
      const { store } = world.deployment;
      const { outputs } = await store.readStack("test/b");
      const holder = { ...world.deployment.holder, since: "" };
      const taken = await store.acquire("test/a", holder, 0, 10_000, () => false);
      if (taken.kind !== "held") throw new Error("busy");
      const ended = { kind: "run-ended", run: "r", at: "", status: "done", outputs, outputSources: {} } as const;
      await store.append("test/a", taken.epoch, [ended]);
      await store.release("test/a", taken.epoch);
      expect((await ask("GET", "/v1/projects/test/stacks/a/outputs?reveal=true", hostile)).text).not.toContain(pin);
    });
  });

  describe("no oracle", () => {
    test("400 guesses in one plan do not find another stack's PIN", async () => {
      await up("b", withSecret("b", pin));
      const [shown] = markersIn((await ask("GET", "/v1/projects/test/stacks/b/outputs", planner)).body);
      const keys = Array.from({ length: 400 }, (_, index) => `g${4400 + index}`);
      const text = {
        name: "test",
        config: Object.fromEntries(keys.map((key) => [key, { type: "string", secret: true }])),
        outputs: Object.fromEntries(keys.map((key) => [key, `\${config.${key}}`])),
      };
      const config = Object.fromEntries(keys.map((key) => [key, key.slice(1)]));
      const plan = await planned("a", { file: "plumb.yaml", text: JSON.stringify(text), config }, planner);
      const found = plan.outputs.filter((each) => JSON.stringify(each.new) === JSON.stringify(shown));
      expect(found.map(({ name }) => name)).not.toEqual(["g4711"]);
      // And none of them tells anything of its own value.
      expect(new Set(plan.outputs.map((each) => JSON.stringify(each.new))).size).toBe(1);
    });

    test("an object of one's own is shown as it is, whatever value another stack keeps secret", async () => {
      await up("b", withSecret("b", pin));
      const own = { endpointAttachmentId: "own", serviceAttachment, description: pin };
      await up("a", plain({ resources: { own: { type: attachment, properties: own } } }));
      const declaration = plain({ resources: {} });
      const path = `/v1/types/${encodeURIComponent(attachment)}/objects:read`;
      const read = await ask("POST", path, owner, { id: "here/own", declaration });
      expect(read.body).toMatchObject({ outputs: { description: pin } });
      const got = plain({
        resources: { it: { type: attachment, get: { id: "here/own" } } },
        outputs: { it: "${it.description}" },
      });
      expect((await planned("a", got, planner)).outputs).toMatchObject([{ name: "it", new: pin }]);
    });

    test.each(["a", "b"])("a secret word in `b` leaves `%s` its plans with that word", async (stack) => {
      await up("b", withSecret("b", "here"));
      await up(
        "c",
        plain({ resources: { c: { type: attachment, properties: { endpointAttachmentId: "c", serviceAttachment } } } }),
      );
      const properties = { endpointAttachmentId: "d", serviceAttachment, location: "${c.location}" };
      const resources = { c: { type: attachment, get: { id: "here/c" } }, d: { type: attachment, properties } };
      const plan = await planned(stack, plain({ resources }), owner);
      expect(plan.problems.filter(({ code }) => code === "value-not-allowed")).toEqual([]);
      expect(plan.steps).toContainEqual(expect.objectContaining({ name: "d", action: "create" }));
    });

    test("a secret that another stack set on its object is not shown by reading the object", async () => {
      await up("b", withSecret("b", "hunter2-of-b"));
      const declaration = plain({ resources: {} });
      const path = `/v1/types/${encodeURIComponent(attachment)}/objects:read`;
      expect((await ask("POST", path, owner, { id: "here/b", declaration })).text).not.toContain("hunter2-of-b");
      const got = plain({
        resources: { it: { type: attachment, get: { id: "here/b" } } },
        outputs: { it: "${it.description}" },
      });
      expect(JSON.stringify(await planned("a", got, planner))).not.toContain("hunter2-of-b");
    });
  });

  test("nothing shows a fingerprint below the right to reveal", async () => {
    await up("a", withSecret("a", pin));
    await planned("a", withSecret("a", "other"), planner);
    const paths = [
      "outputs",
      "state",
      "resources",
      "resources/a",
      "resources/a/inspection",
      "resources/a/history",
      "plans",
    ];
    for (const path of paths) {
      const shown = await ask("GET", `/v1/projects/test/stacks/a/${path}`, planner);
      expect(shown.status, path).toBe(200);
      for (const marker of markersIn(shown.body)) expect(marker, path).toEqual({ $secret: {} });
    }
    expect(markersIn((await ask("GET", "/v1/projects/test/stacks/a/outputs", planner)).body)).toHaveLength(1);
    const [full] = markersIn((await ask("GET", "/v1/projects/test/stacks/a/outputs", owner)).body);
    expect(full).toMatchObject({ $secret: { id: expect.any(String), fingerprint: expect.any(String) } });
  });

  test("a refused opening of sealed config is on record", async () => {
    const refused = await ask("POST", "/v1/projects/test/stacks/a/config:open", planner, { values: { pin: "sealed" } });
    expect(refused.status).toBe(403);
    const { entries } = (await ask("GET", "/v1/audit-entries?limit=1000", owner)).body as {
      readonly entries: readonly JsonObject[];
    };
    const asked = entries.find(({ kind, operation }) => kind === "intent" && operation === "openConfigValues");
    expect(asked).toMatchObject({ stack: "test/a", action: "secret:reveal" });
    expect(entries.find(({ of }) => of === asked?.["seq"])).toMatchObject({ result: "refused", status: 403 });
  });

  test("every reveal is on record: who, which stack, which outputs, and never the value", async () => {
    await up("a", withSecret("a", pin));
    expect((await ask("GET", "/v1/projects/test/stacks/a/outputs?reveal=true", hostile)).text).toContain(pin);
    expect((await ask("GET", "/v1/projects/test/stacks/a/outputs?reveal=true", planner)).status).toBe(403);
    const { text, body } = await ask("GET", "/v1/audit-entries?limit=1000", owner);
    const { entries } = body as { readonly entries: readonly JsonObject[] };
    const reveals = entries.filter(({ kind, action }) => kind === "intent" && action === "secret:reveal");
    expect(reveals).toMatchObject([
      { stack: "test/a", operation: "getStackOutputs", paths: ["/outputs/pin"] },
      { stack: "test/a", operation: "getStackOutputs", paths: ["/outputs/pin"] },
    ]);
    const ends = reveals.map(({ seq }) => entries.find(({ of }) => of === seq)?.["result"]);
    expect(ends).toEqual(["done", "refused"]);
    expect(text).not.toContain(pin);
  });

  describe("what comes back where it was shown", () => {
    const state = "/v1/projects/test/stacks/a/state";
    const anyVersion = { "if-match": "*" };
    const revealed = async () => (await ask("GET", "/v1/projects/test/stacks/a/outputs?reveal=true", owner)).text;

    test.each(["owner", "operator"])("a state that an %s exported restores what the stack had", async (who) => {
      const token = who === "owner" ? owner : await tokenOf({ "test/a": "operator" });
      await up("a", withSecret("a", "first"));
      const { body: document } = await ask("GET", state, token);
      expect(JSON.stringify(document).includes("fingerprint")).toBe(who === "owner");
      await up("a", withSecret("a", "second"));
      expect(await revealed()).toContain("second");
      const older = await ask("PUT", state, token, { document: document as Json, force: true }, anyVersion);
      expect(older.text).toContain("forgotten");
      expect(await revealed()).toContain("first");
    });

    test("a state of another stack says what to do about its secrets", async () => {
      await up("b", withSecret("b", pin));
      await up("a", withSecret("a", "other"));
      const { body: document } = await ask("GET", "/v1/projects/test/stacks/b/state", owner);
      const imported = await ask("PUT", state, owner, { document: document as Json, force: true }, anyVersion);
      expect(imported.status).toBe(422);
      expect(imported.body).toMatchObject({
        problems: expect.arrayContaining([
          expect.objectContaining({
            code: "sealed-value",
            pointer: "/document/records/0/inputs/description",
            detail: expect.stringContaining("`plumb import`"),
          }),
        ]),
      });
    });

    test("a declaration's config stays what it was for who may not reveal it", async () => {
      const operator = await tokenOf({ "test/a": "operator" });
      const declaration = "/v1/projects/test/stacks/a/declaration";
      expect((await ask("PUT", declaration, owner, withSecret("a", pin), { "if-none-match": "*" })).status).toBe(201);
      const { body } = await ask("GET", declaration, operator);
      const { file, text, config } = body as {
        readonly file: string;
        readonly text: string;
        readonly config: JsonObject;
      };
      expect(config).toEqual({ pin: { $secret: {} } });
      expect((await ask("PUT", declaration, operator, { file, text, config }, anyVersion)).status).toBe(200);
      const made = await ask("POST", "/v1/projects/test/stacks/a/plans", owner, { kind: "apply" });
      const { digest: plan } = made.body as PlanView;
      await world.follow("a", await world.start("a", plan, { token: owner }), { token: owner });
      expect(await revealed()).toContain(pin);
    });
  });

  test("what another stack keeps secret of its object can't be used either", async () => {
    await up("b", withSecret("b", "hunter2-of-b"));
    const own = { endpointAttachmentId: "own", serviceAttachment, description: "${it.description}" };
    const resources = { it: { type: attachment, get: { id: "here/b" } }, own: { type: attachment, properties: own } };
    const plan = await planned("a", plain({ resources }), hostile);
    expect(plan.problems).toContainEqual(
      expect.objectContaining({
        code: "value-not-allowed",
        pointer: "/resources/own/properties/description",
        detail: expect.stringContaining("another stack "),
      }),
    );
  });

  describe("an object of another stack", () => {
    const idOf = (name: string) => `projects/acme/locations/here/endpointAttachments/${name}`;

    test("shows a plan that would import it nothing, neither its secret nor whether a guess is right", async () => {
      await up("b", withSecret("b", pin));
      const taking = (description: string) =>
        plain({
          resources: {
            taken: {
              type: attachment,
              properties: { endpointAttachmentId: "b", serviceAttachment, description },
              options: { import: idOf("b") },
            },
          },
        });
      const shown: string[] = [];
      for (const guess of ["nope", pin]) {
        const request = { kind: "apply", newStack: true, declaration: taking(guess) };
        const made = await ask("POST", "/v1/projects/test/stacks/a/plans", planner, request);
        expect(made.body).toMatchObject({
          problems: expect.arrayContaining([expect.objectContaining({ code: "claimed-twice" })]),
        });
        const step = (made.body as PlanView).steps.find(({ name }) => name === "taken");
        shown.push(JSON.stringify(step?.fields ?? []));
        if (guess !== pin) expect(made.text).not.toContain(pin);
      }
      expect(shown).toEqual(["[]", "[]"]);
    });

    const taking = (description: string, properties: JsonObject = {}, options: JsonObject = { import: idOf("b") }) =>
      plain({
        resources: {
          taken: {
            type: attachment,
            properties: { endpointAttachmentId: "b", serviceAttachment, description, ...properties },
            options,
          },
        },
      });

    test.each([
      ["an import", taking("nope")],
      ["an import that ignores the field", taking("nope", {}, { import: idOf("b"), ignoreChanges: ["description"] })],
      ["a new object of the same name", taking("nope", {}, {})],
      ["an import under another name", taking("nope", { endpointAttachmentId: "c" })],
    ])("leaves nothing in a plan of %s that hangs on its secret", async (_, declaration) => {
      const seen: string[] = [];
      await up("b", withSecret("b", pin));
      for (const secret of [pin, "4712"]) {
        await up("b", withSecret("b", secret));
        const plan = await planned("a", declaration, planner);
        expect(plan.problems).toContainEqual(expect.objectContaining({ code: "claimed-twice" }));
        const { plan: kept } = await storedPlan("test/a", plan.digest, world.deployment);
        const { observed } = kept.bindings;
        seen.push(JSON.stringify([observed.filter(({ identity }) => identity.endsWith("/b")), plan.steps]));
        expect(JSON.stringify([kept, plan])).not.toContain(secret);
      }
      expect(seen[0]).toBe(seen[1]);
    });

    test.each([0, 3_600_000])(
      "shows nothing to a plan that was made before the other stack had it, %s ms ago",
      async (ms) => {
        await world.deployment.wire(
          "POST",
          `v1/projects/acme/locations/here/endpointAttachments?endpointAttachmentId=b`,
          {
            serviceAttachment,
            description: "before",
          },
        );
        const { digest: plan } = await planned("a", taking("mine"), hostile);
        const theirs = withSecret("b", pin);
        const text = JSON.parse(String(theirs["text"]));
        text.resources.b.options = { import: idOf("b") };
        await up("b", { ...theirs, text: JSON.stringify(text) });
        world.deployment.advance(ms);
        const started = await ask("POST", "/v1/projects/test/stacks/a/runs", hostile, { plan });
        const run = (started.body as { readonly run?: string }).run;
        const events = run === undefined ? [] : await world.follow("a", run, { token: hostile });
        const told = `${started.text}${JSON.stringify(events)}`;
        expect(told).not.toContain(pin);
        expect(told).not.toContain("went from");
        expect(told).toContain("claimed-twice");
      },
    );

    test("is refused as an import, and is listed nowhere as free, with nothing of it shown", async () => {
      await up("b", withSecret("b", pin));
      const declaration = plain({});
      const request = { imports: [{ type: attachment, name: "taken", id: idOf("b") }], declaration };
      const imported = await ask("POST", "/v1/projects/test/stacks/a/resources:import", hostile, request);
      expect(imported.status).toBe(409);
      expect(imported.body).toMatchObject({ problems: [{ code: "claimed-twice" }] });
      const plan = await ask("POST", "/v1/projects/test/stacks/a/plans", planner, { kind: "import", ...request });
      expect(plan.body).toMatchObject({ problems: [{ code: "claimed-twice" }] });
      const path = `/v1/types/${encodeURIComponent(attachment)}/objects`;
      const free = await ask("POST", `${path}:findUnmanaged`, owner, { within: {}, declaration });
      expect(free.body).toEqual({ unmanaged: [] });
      for (const { text } of [imported, plan]) expect(text).not.toContain(pin);
    });

    test.each([
      ["variables", (b: JsonObject) => ({ variables: b["variables"] })],
      ["id and variables", (b: JsonObject) => ({ id: b["id"], variables: b["variables"] })],
      ["a claim in other letters", (b: JsonObject) => ({ ...b, claim: String(b["claim"]).toUpperCase() })],
    ])("can't be reached by a state that names it by %s", async (_, forge) => {
      await up("b", withSecret("b", pin));
      await up("a", withSecret("a", "other"));
      const state = (await ask("GET", "/v1/projects/test/stacks/a/state", hostile)).body as JsonObject;
      const theirs = (await world.deployment.store.readStack("test/b")).records.get("b")?.identity;
      const { digest: _digest, ...rest } = state;
      const records = (rest["records"] as readonly JsonObject[]).map((record) => ({
        ...record,
        identity: { ...(record["identity"] as JsonObject), ...forge(theirs as unknown as JsonObject) },
      }));
      const content = { ...rest, records };
      const document = { ...content, digest: digest(content as Json) };
      const body = { document: document as Json, force: true };
      const imported = await ask("PUT", "/v1/projects/test/stacks/a/state", hostile, body, { "if-match": "*" });
      expect(imported.status).toBe(422);
      expect(imported.body).toMatchObject({
        problems: [{ pointer: expect.stringMatching("^/document/records/0/identity/") }],
      });
      expect((await ask("POST", "/v1/projects/test/stacks/a/drift", hostile, {})).text).not.toContain(pin);
    });
  });
}
