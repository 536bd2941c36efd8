import { inspect } from "node:util";
import { describe, expect, test } from "vitest";
import type { JsonObject } from "../../packages/base/json/json.ts";
import {
  all,
  ComponentResource,
  Config,
  cel,
  concat,
  connectors,
  declarationOf,
  google,
  iam,
  interpolate,
  jsonStringify,
  migrate,
  type Output,
  output,
  project,
  registerTransform,
  secret,
} from "../../sdk/typescript/src/plumbline.ts";

const clientArgs = {
  oauthClientId: "web-portal",
  location: "global",
  allowedGrantTypes: ["AUTHORIZATION_CODE_GRANT"],
  allowedRedirectUris: ["https://portal.example.com/callback"],
  allowedScopes: ["https://www.googleapis.com/auth/cloud-platform"],
} as const;

const attachmentArgs = {
  endpointAttachmentId: "portal",
  serviceAttachment: "projects/p/regions/r/serviceAttachments/s",
};

/** What stands for a value in the declaration's outputs. */
async function rendered(value: (client: iam.OAuthClient, dashed: iam.OAuthClient) => unknown) {
  const { declaration, config } = await declarationOf(() => {
    const client = new iam.OAuthClient("client", clientArgs);
    const dashed = new iam.OAuthClient("my-client", { ...clientArgs, oauthClientId: "web-portal-2" });
    return { value: value(client, dashed) };
  });
  const { outputs, unknown } = declaration as { outputs?: { value?: unknown }; unknown?: object };
  return {
    value: outputs?.value,
    ...(unknown === undefined ? {} : { unknown }),
    ...(Object.keys(config).length === 0 ? {} : { config }),
  };
}

describe("how values are written", () => {
  test.each<[string, Parameters<typeof rendered>[0], unknown]>([
    ["a field", (client) => client.clientId, "${client.clientId}"],
    ["a field of a name with a hyphen", (_, dashed) => dashed.clientId, '${resources["my-client"].clientId}'],
    ["an item", (client) => client.allowedScopes[0], "${client.allowedScopes[0]}"],
    ["a text that looks like one", () => "a ${b} $${c}", "a $${b} $$${c}"],
    ["a text with outputs", (client) => interpolate`<${client.clientId}> ${"${x}"}`, "<${client.clientId}> $${x}"],
    ["dollars before an output", (client) => interpolate`$$${client.clientId}`, '${"$$"}${client.clientId}'],
    ["a brace after a dollar", () => concat("$", "{x}"), "$${x}"],
    ["numbers and booleans in a text", () => interpolate`${1} ${true}`, "1 true"],
    ["a text in a text", (client) => interpolate`a ${interpolate`b ${client.id}`}`, "a b ${client.id}"],
    ["an expression", (client) => cel`size(${client.allowedScopes}) > ${1}`, "${size(client.allowedScopes) > 1}"],
    ["an expression in a text", (client) => interpolate`n=${cel<number>`size(${client.id})`}`, "n=${size(client.id)}"],
    [
      "a list and a map of them",
      (client) => all({ a: client.id, b: [client.name] }),
      { a: "${client.id}", b: ["${client.name}"] },
    ],
    ["nothing in a list", () => [null, undefined, 1], [null, null, 1]],
    ["nothing in a map", () => ({ a: null, b: undefined, c: 1 }), { c: 1 }],
  ])("%s", async (_, value, expected) => {
    expect(await rendered(value)).toEqual({ value: expected });
  });

  test.each<[string, () => unknown, RegExp]>([
    ["a function", () => ({ a: () => 1 }), /function is no value/],
    ["an instance", () => new Date(0), /instance of Date/],
    ["no number", () => Number.NaN, /NaN/],
    ["a resource", () => new iam.OAuthClient("other", clientArgs), /one of its fields/],
  ])("%s is refused", async (_, value, message) => {
    await expect(rendered(value)).rejects.toThrow(message);
  });

  test("what is shown of outputs tells where they come from, and no secret", async () => {
    let shown = "";
    const { declaration } = await declarationOf(() => {
      const [password, client] = [secret("hunter2"), new iam.OAuthClient("client", clientArgs)];
      new google.Provider("google", { project: interpolate`p-${password}` });
      shown = inspect([password, { password }, interpolate`a ${password} ${client.id}`, all([password, 1]), client]);
      return { json: jsonStringify({ id: client.oauthClientId, none: null }), sealed: jsonStringify({ password }) };
    });
    expect(shown.replace(/\s+/g, " ")).toBe(
      "[ Output(<secret>), { password: Output(<secret>) }, Output(`a <secret> ${client.id}`), " +
        'Output([ Output(<secret>), 1 ]), OAuthClient("client") ]',
    );
    expect(declaration["outputs"]).toEqual({ json: '{"id":"web-portal"}', sealed: '${config["secret-2"]}' });
  });

  test("an output in an ordinary text or in JSON is refused", async () => {
    await expect(rendered((client) => `${client.id}`)).rejects.toThrow(/interpolate/);
    await expect(rendered((client) => JSON.stringify({ id: client.id }))).rejects.toThrow(/JSON/);
  });
});

describe("what is known", () => {
  const why = "computed from `client.clientId`";

  test("plain inputs, what is computed of them, and promises", async () => {
    expect(await rendered((client) => client.oauthClientId.apply((id) => id.toUpperCase()))).toEqual({
      value: "WEB-PORTAL",
    });
    expect(await rendered((client) => client.oauthClientId.apply(async (id) => [id]).apply(([id]) => id))).toEqual({
      value: "web-portal",
    });
    expect(await rendered(() => Promise.resolve(["a", Promise.resolve("b")]))).toEqual({ value: ["a", "b"] });
    expect(await rendered(() => output(Promise.resolve({ a: 1 })).a)).toEqual({ value: 1 });
    expect(
      await rendered((client) => client.oauthClientId.apply((id) => client.name.apply((name) => [id, name]))),
    ).toEqual({
      value: null,
      unknown: { "/outputs/value": "computed from `client.name`" },
    });
  });

  test("what the platform decides is known later, with all that is computed of it", async () => {
    const later = { value: null, unknown: { "/outputs/value": why } };
    expect(await rendered((client) => client.clientId.apply((id) => id))).toEqual(later);
    expect(await rendered((client) => interpolate`a ${client.clientId.apply((id) => id)}`)).toEqual(later);
    expect(await rendered((client) => client.clientId.apply((id) => ({ id })).id)).toEqual(later);
    expect(await rendered((client) => ({ a: 1, b: client.clientId.apply((id) => id) }))).toEqual({
      value: { a: 1, b: null },
      unknown: { "/outputs/value/b": why },
    });
    expect(
      await rendered((client, dashed) => all([client.id, client.name, dashed.id]).apply((ids) => ids.length)),
    ).toEqual({
      value: null,
      unknown: { "/outputs/value": 'computed from `client.id`, `client.name` and `resources["my-client"].id`' },
    });
  });

  test("what `apply` computed depends on what it came from, whatever it was made into since", async () => {
    const uses: readonly ((client: iam.OAuthClient, text: Output<string>) => unknown)[] = [
      (_, text) => text,
      (_, text) => interpolate`a ${text}`,
      (_, text) => secret(text),
      (_, text) => output({ inner: [text] }).apply(({ inner }) => inner.length),
      (_, text) => all({ text }).text,
      (client) => client.oauthClientId.apply((id) => ({ parts: [id] })).parts[0],
      (client) => client.oauthClientId.apply(async (id) => id),
      (client) => client.clientId.apply((id) => id),
      (client) => client.oauthClientId.apply(() => new Config().string("a", { default: "b" })),
    ];
    for (const use of uses) {
      const { declaration } = await declarationOf(() => {
        const client = new iam.OAuthClient("client", clientArgs);
        const text = client.oauthClientId.apply((id) => `of ${id}`);
        const args = { ...attachmentArgs, labels: { use: use(client, text) as string } };
        new connectors.EndpointAttachment("gate", args, { dependsOn: [client] });
        new connectors.EndpointAttachment("other", { ...args, description: client.oauthClientId });
      });
      expect(declaration["resources"]).toMatchObject({
        gate: { options: { dependsOn: ["client"] } },
        other: { options: { dependsOn: ["client"] } },
      });
    }
    const { declaration } = await declarationOf(() => {
      const client = new iam.OAuthClient("client", clientArgs);
      const upper = new Config().string("a", { default: "b" }).apply((text) => text.toUpperCase());
      new connectors.EndpointAttachment("gate", { ...attachmentArgs, description: client.clientId, labels: { upper } });
    });
    expect((declaration["resources"] as JsonObject)["gate"]).not.toHaveProperty("options");
  });

  test("fields that `ignoreChanges` names are not what was given", async () => {
    const { declaration } = await declarationOf(() => {
      const client = new iam.OAuthClient(
        "client",
        { ...clientArgs, displayName: "A" },
        { ignoreChanges: ["displayName"] },
      );
      return { name: client.displayName.apply((name) => name) };
    });
    expect(declaration["unknown"]).toEqual({ "/outputs/name": "computed from `client.displayName`" });
  });

  test("nothing is constructed inside apply, not even after a wait", async () => {
    const inside = (construct: () => unknown) => rendered((client) => client.oauthClientId.apply(construct));
    await expect(inside(() => new iam.OAuthClient("x", clientArgs))).rejects.toThrow(/ apply/);
    await expect(
      inside(async () => {
        await Promise.resolve();
        new google.Provider("google");
      }),
    ).rejects.toThrow(/ apply/);
  });
});

describe("secrets", () => {
  test("a plain one is kept beside the declaration, however it is used", async () => {
    const { declaration, config } = await declarationOf(() => {
      const password = secret("hunter2");
      const config = new Config();
      config.string("secret-1", { default: "taken" });
      return {
        whole: password,
        again: password,
        computed: password.apply((text) => text.length),
        text: interpolate`pw=${password}`,
        list: secret(["a"]),
      };
    });
    expect(declaration["outputs"]).toEqual({
      whole: '${config["secret-2"]}',
      again: '${config["secret-2"]}',
      computed: '${config["secret-3"]}',
      text: '${config["secret-4"]}',
      list: '${config["secret-5"]}',
    });
    expect(config).toEqual({ "secret-2": "hunter2", "secret-3": 7, "secret-4": "pw=hunter2", "secret-5": ["a"] });
    expect(declaration["config"]).toEqual({
      "secret-1": { type: "string", default: "taken" },
      "secret-2": { type: "string", secret: true },
      "secret-3": { type: "integer", secret: true },
      "secret-4": { type: "string", secret: true },
      "secret-5": { type: "list", secret: true },
    });
    expect(JSON.stringify(declaration)).not.toContain("hunter2");
  });

  test("a secret config value stays one, in a text too; a field of a resource is sealed by its resource", async () => {
    const { declaration, config } = await declarationOf(
      () => {
        const password = new Config().requireSecret("password");
        const client = new iam.OAuthClient("client", { ...clientArgs, description: password });
        return { password, text: interpolate`<${client.description}>`, id: secret(client.clientId) };
      },
      { config: { password: "hunter2" } },
    );
    expect(declaration).toMatchObject({
      config: { password: { type: "string", secret: true } },
      resources: {
        client: {
          properties: { description: "${config.password}" },
          options: { additionalSecretOutputs: ["clientId"] },
        },
      },
      outputs: { password: "${config.password}", text: '${config["secret-1"]}', id: "${client.clientId}" },
    });
    expect(config).toEqual({ "secret-1": "<hunter2>" });
  });
});

describe("config", () => {
  test("outputs stay references, plain values are values, and types are read", async () => {
    const { declaration } = await declarationOf(
      () => {
        const config = new Config();
        return {
          a: config.string("a", { default: "x", description: "A." }),
          upper: config.string("a").apply((text) => text.toUpperCase()),
          n: config.requireInteger("n"),
          absent: config.get("absent"),
          list: config.list("list"),
        };
      },
      { config: { n: "3", list: '["p"]' } },
    );
    expect(declaration["config"]).toEqual({
      a: { type: "string", default: "x", description: "A." },
      n: { type: "integer" },
      list: { type: "list" },
    });
    expect(declaration["outputs"]).toEqual({ a: "${config.a}", upper: "X", n: 3, list: "${config.list}" });
  });

  test.each<[string, (config: Config) => unknown, RegExp]>([
    ["a value that is missing", (config) => config.require("a"), /`a` has no value: give it one in `config`$/],
    ["one of the wrong type", (config) => config.requireBoolean("n"), /not of type boolean/],
    [
      "a key declared twice with two types",
      (config) => [config.string("x"), config.integer("x")],
      /declared as string already/,
    ],
  ])("%s is refused", async (_, use, message) => {
    await expect(declarationOf(() => ({ value: use(new Config()) }), { config: { n: "3" } })).rejects.toThrow(message);
  });
});

test.each([{ ignoreChange: ["description"] }, { protect: "yes" }])(
  "an option that is none is named: %o",
  async (options) => {
    const declare = () => new connectors.EndpointAttachment("gate", attachmentArgs, options as object);
    await expect(declarationOf(declare)).rejects.toMatchObject({ word: Object.keys(options)[0] });
  },
);

test("outputs of a stack stay references, and so does an expression beside a secret", async () => {
  const { declaration, config } = await declarationOf(
    () => {
      const given = new Config();
      const network = given.stack<{ address: string }>("network", "platform/prod");
      const token = given.string("token", { secret: true });
      const text = interpolate`x ${cel`config.network.port`} ${token}`;
      return { address: network.address, text, again: given.stack("network", "platform/prod") };
    },
    { config: { token: "hunter2" } },
  );
  expect(declaration["config"]).toMatchObject({ network: { stack: "platform/prod" } });
  expect(declaration["outputs"]).toEqual({
    address: "${config.network.address}",
    text: "x ${config.network.port} ${config.token}",
    again: "${config.network}",
  });
  expect(config).toEqual({});
  const computing = () => ({ size: new Config().stack<object>("n", "x").apply((each) => Object.keys(each).length) });
  expect((await declarationOf(computing)).declaration["unknown"]).toEqual({
    "/outputs/size": "computed from `config.n`",
  });
  const twice = () => [new Config().stack("n", "x"), new Config().string("n")];
  await expect(declarationOf(twice)).rejects.toThrow("declared as stack x already, not string");
});

describe("components", () => {
  class Group extends ComponentResource {
    constructor(name: string, options: ConstructorParameters<typeof ComponentResource>[2] = {}) {
      super("test:Group", name, options);
    }
  }

  test("hand down what belongs to resources, and stand for all that is inside", async () => {
    const { declaration } = await declarationOf(() => {
      const [first, second] = [new google.Provider("first"), new google.Provider("second")];
      const base = new connectors.EndpointAttachment("base", attachmentArgs, { provider: first });
      const outer = new Group("outer", { protect: true, providers: [first], dependsOn: base, retainOnDelete: true });
      const inner = new Group("inner", { parent: outer, protect: false });
      new iam.OAuthClient("a", clientArgs, { parent: inner });
      const b = new iam.OAuthClient("b", clientArgs, { parent: outer, provider: second, dependsOn: [] });
      new iam.OAuthClient("child", clientArgs, { parent: b });
      iam.OAuthClient.get("read", "some/id", { displayName: "X" }, { parent: inner });
      new connectors.EndpointAttachment("after", attachmentArgs, { provider: first, dependsOn: [outer, base] });
      return {};
    });
    const options = Object.fromEntries(
      Object.entries(declaration["resources"] as Record<string, { options?: object }>).map(([name, each]) => [
        name,
        each.options,
      ]),
    );
    expect(options).toEqual({
      base: { provider: "first" },
      "outer-inner-a": { dependsOn: ["base"], provider: "first", protect: false, retainOnDelete: true },
      "outer-b": { dependsOn: ["base"], provider: "second", protect: true, retainOnDelete: true },
      child: { parent: "outer-b" },
      "outer-inner-read": { dependsOn: ["base"], provider: "first" },
      after: { dependsOn: ["outer-inner-a", "outer-b", "outer-inner-read", "base"], provider: "first" },
    });
  });

  test("scope the names of what is inside, and say nothing twice", async () => {
    const args = { migrateProjectName: "m", peConnectionName: "p", resourceGroupName: "r" };
    const { declaration } = await declarationOf(() => {
      for (const name of ["blue", "green"]) {
        const site = new Group(name);
        const inner = new Group("inner", { parent: site });
        new iam.OAuthClient("client", clientArgs, { parent: site });
        new iam.OAuthClient(`${name}-other`, clientArgs, { parent: site });
        new iam.OAuthClient(name, clientArgs, { parent: site });
        new iam.OAuthClient("client", clientArgs, { parent: inner });
        migrate.getPrivateEndpointConnectionOutput(args, { parent: site });
      }
      return {};
    });
    const inside = (name: string) => [`${name}-client`, `${name}-other`, name, `${name}-inner-client`];
    expect(Object.keys(declaration["resources"] as object)).toEqual([...inside("blue"), ...inside("green")]);
    expect(Object.keys(declaration["lookups"] as object)).toEqual([
      "blue-privateEndpointConnection",
      "green-privateEndpointConnection",
    ]);
  });

  test("transforms change properties and options from the inside out", async () => {
    const seen: string[] = [];
    const note = (word: string) => (resource: { name: string; properties: object }) => {
      seen.push(`${word} ${resource.name}`);
      return { properties: { ...resource.properties, description: word } };
    };
    const { declaration } = await declarationOf(() => {
      registerTransform(note("stack"));
      registerTransform(({ options }) => ({ options: { ...options, protect: true } }));
      const group = new Group("group", { transforms: [note("group")] });
      new iam.OAuthClient("client", clientArgs, { parent: group, transforms: [note("own")] });
      return {};
    });
    expect(seen).toEqual(["own group-client", "group group-client", "stack group-client"]);
    expect(declaration["resources"]).toMatchObject({
      "group-client": { properties: { description: "stack" }, options: { protect: true } },
    });
  });
});

test.each<[string, object]>([
  ['"protet"', { protet: true }],
  ['"provider" takes a provider', { provider: "google" }],
  ['"dependsOn" takes resources', { dependsOn: "other" }],
  ['"dependsOn" takes resources', { dependsOn: ["other"] }],
  ['"parent" takes a resource', { parent: "other" }],
  ['"deletedWith" takes a resource', { deletedWith: "other" }],
  ['"protect" takes true', { protect: "yes" }],
  ['"ignoreChanges" takes a list', { ignoreChanges: "labels" }],
  ['and not "labels"', { transforms: [() => ({ labels: {} })] }],
])("%s, whatever the type checker let pass", async (said, options) => {
  await expect(
    declarationOf(() => {
      new connectors.EndpointAttachment("a", attachmentArgs, options);
    }),
  ).rejects.toThrow(said);
});

test.each<[string, object]>([
  ['"ignoreChanges"', { ignoreChanges: ["labels"] }],
  ['"protet"', { protet: true }],
])("a component: %s", async (said, options) => {
  await expect(
    declarationOf(() => {
      new ComponentResource("acme:Site", "site", options);
    }),
  ).rejects.toThrow(said);
});

test("look-ups have names of their own, and a name is used once", async () => {
  const args = { migrateProjectName: "m", peConnectionName: "p", resourceGroupName: "r" };
  const { declaration } = await declarationOf(() => {
    project("portal");
    migrate.getPrivateEndpointConnectionOutput(args);
    const second = migrate.getPrivateEndpointConnectionControllerPrivateEndpointConnectionOutput(args);
    const third = migrate.getPrivateEndpointConnectionOutput(args, { name: "my-link" });
    return { second: second.properties.privateEndpoint.id, third: third.name };
  });
  expect(declaration["name"]).toBe("portal");
  expect(Object.keys(declaration["lookups"] as object)).toEqual([
    "privateEndpointConnection",
    "privateEndpointConnection2",
    "my-link",
  ]);
  expect(declaration["outputs"]).toEqual({
    second: "${privateEndpointConnection2.properties.privateEndpoint.id}",
    third: '${lookups["my-link"].name}',
  });
  await expect(
    declarationOf(() => {
      migrate.getPrivateEndpointConnectionOutput(args, { name: "link" });
      new iam.OAuthClient("link", clientArgs);
      return {};
    }),
  ).rejects.toThrow(/something named "link" already/);
});
