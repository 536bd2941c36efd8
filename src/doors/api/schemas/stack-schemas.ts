import type { JsonSchema } from "../json-schema.ts";
import {
  any,
  count,
  flag,
  is,
  large,
  list,
  map,
  moment,
  mostText,
  object,
  oneOf,
  orNull,
  page,
  ref,
  text,
} from "../schema-words.ts";

const name = text("Logical name.", { maxLength: 256 });
const stack = text("Name of the stack.", { maxLength: 255 });
const type = text("Token of the type.", { maxLength: 256 });
const id = text("Id on the platform.");
const values = (description: string) => map(any("A value; `{$secret: ...}` where it is sealed."), description);
const version = {
  version: large("1 for the first; each further one has the next number."),
  etag: text("Its entity tag, without the quotes.", { maxLength: 200 }),
  file: text("As the user named the text.", { maxLength: 1024 }),
  at: moment("When it was kept."),
  by: text("Principal of who kept it.", { maxLength: 600 }),
  byName: text("What people know them by."),
};
const sampleVersion = {
  version: 3,
  etag: "0000000000000000000000000000002a",
  file: "plumb.yaml",
  at: "2026-01-01T00:00:00.000Z",
  by: "user:https://id.acme.example|ada",
  byName: "ada@acme.example",
};
const row = { name, type, id, provider: text("Name of its provider."), status: text("How its record stands.") };
const full = {
  ...row,
  inputs: values("What was declared."),
  outputs: values("What the platform showed last."),
  dependsOn: list(name, "What it needs."),
  generation: large("Grows when its object is replaced."),
  observedAt: moment("When the platform was last read."),
};
const driftClasses = ["out-of-band", "platform default", "equivalent form", "gone", "lagging read", "unreadable"];
const key = text("Tells it apart from all others of the stack, through renames and replacements.", { maxLength: 200 });
const resourceVersion = text("From where to watch.", { maxLength: 200 });
const sampleRow = {
  name: "portal",
  type: "iam:OAuthClient",
  id: "projects/acme/locations/global/oauthClients/web-portal",
  provider: "google",
  status: "ok",
};
const sampleFull = {
  ...sampleRow,
  inputs: { oauthClientId: "web-portal" },
  outputs: { oauthClientId: "web-portal", state: "ACTIVE" },
  dependsOn: [],
  generation: 1,
  observedAt: "2026-01-01T00:00:00.000Z",
};

const objectRow = {
  type,
  id,
  provider: text("Kind of the provider that it is reached through.", { maxLength: 64 }),
  status: text("How its record stands.", { maxLength: 64 }),
  etag: text("Its entity tag, without the quotes.", { maxLength: 200 }),
};
const driftFields = {
  type,
  id,
  class: oneOf("What it comes from.", driftClasses),
  path: text("JSON pointer below the outputs; empty where the whole object is meant."),
  "old?": any("What is recorded."),
  "new?": any("What is there."),
  "detail?": text("In words.", { maxLength: 65_536 }),
  "by?": text("Who changed it last, where the platform tells."),
  "at?": text("When, where the platform tells."),
};
const objectFields = {
  type,
  id,
  provider: objectRow.provider,
  etag: objectRow.etag,
  managed: flag("It is managed by itself."),
  properties: orNull(values("What was declared, with its defaults; null of what is not managed.")),
  options: orNull(values("As in a declaration; null of what is not managed.")),
  outputs: values("What the platform showed."),
  observedAt: moment("When the platform was read."),
  drift: list(ref("ObjectDrift"), "Of a live read: how it differs from what is recorded."),
};
const sampleObject = {
  type: "iam:OAuthClient",
  id: "projects/acme/locations/global/oauthClients/web-portal",
  provider: "google",
  etag: "0123456789abcdef",
  managed: true,
  properties: { oauthClientId: "web-portal" },
  options: {},
  outputs: { state: "ACTIVE" },
  observedAt: "2026-01-01T00:00:00.000Z",
  drift: [],
};

export const stackSchemas: Readonly<Record<string, JsonSchema>> = {
  Stack: {
    ...object(
      {
        name: stack,
        resources: count("How many objects it manages."),
        serial: large("Grows with every write to its state."),
      },
      "A stack.",
    ),
    examples: [{ name: "prod", resources: 7, serial: 12 }],
  },
  StackList: {
    ...page("stacks", ref("Stack"), "A page of stacks, by name."),
    examples: [{ stacks: [{ name: "prod", resources: 7, serial: 12 }] }],
  },
  Outputs: {
    ...object({ outputs: values("By name.") }, "The outputs of a stack."),
    examples: [{ outputs: { clientId: "web-portal" } }],
  },
  Webhook: object(
    {
      id: text("Names it within the stack.", { maxLength: 40 }),
      url: text("Where messages are sent.", { maxLength: 2048, pattern: "^https?://" }),
      topics: list(oneOf("What is told.", ["run.ended", "drift.found"]), "What is told.", 2),
    },
    "Somebody who is told what happens to a stack.",
  ),
  StackSettings: {
    ...object(
      {
        approvals: count("How many others must approve a run."),
        driftEveryMs: orNull(large("How often drift is looked for, in milliseconds; null: never.")),
        webhooks: list(ref("Webhook"), "Who is told.", 20),
      },
      "How the service treats a stack.",
    ),
    examples: [{ approvals: 1, driftEveryMs: 3_600_000, webhooks: [] }],
  },
  DeclarationVersion: object(version, "A version of a declaration."),
  DeclarationVersionList: {
    ...page("versions", ref("DeclarationVersion"), "A page of versions, newest first."),
    examples: [{ versions: [sampleVersion] }],
  },
  Declaration: {
    ...object(
      {
        ...version,
        stack,
        text: text("YAML or JSON.", { maxLength: mostText }),
        config: map(any("A value; `{$secret: ...}` where it is sealed."), "Values for `config`."),
        problems: list(ref("Problem"), "Advice from its check."),
      },
      "The declaration that is kept for a stack.",
    ),
    examples: [{ ...sampleVersion, stack: "dev", text: "name: portal\n", config: {}, problems: [] }],
  },
  DeclarationWritten: {
    description: "The new version; or, under `validateOnly`, the problems.",
    anyOf: [ref("Declaration"), ref("CheckResult")],
    examples: [{ problems: [] }],
  },
  CheckResult: {
    ...object({ problems: list(ref("Problem"), "In the order of the text.") }, "Every problem of a declaration."),
    examples: [{ problems: [] }],
  },
  Graph: {
    ...object(
      {
        nodes: list(ref("GraphNode"), "What is declared.", 100_000),
        edges: list(object({ from: name, to: name }, "`from` needs `to`."), "What needs what.", 1_000_000),
      },
      "What needs what.",
    ),
    examples: [{ nodes: [{ name: "portal", kind: "resource", type: "iam:OAuthClient" }], edges: [] }],
  },
  GraphNode: object(
    {
      name,
      kind: oneOf("What it is.", ["resource", "get", "lookup"]),
      type,
      "parent?": text("The resource that it is grouped under."),
    },
    "A node.",
  ),
  ListedResource: object({ ...row, key }, "A resource in a list."),
  ResourceList: {
    ...page("resources", ref("ListedResource"), "A page of resources, and from where to watch.", { resourceVersion }),
    examples: [{ resourceVersion: "l1.12", resources: [{ ...sampleRow, key: "u1" }] }],
  },
  Resource: { ...object(full, "A resource as it is recorded."), examples: [sampleFull] },
  WatchedResource: object({ ...full, key }, "A resource as it is from now on."),
  WatchEvent: {
    description: "What happened to a resource.",
    oneOf: [
      object(
        {
          type: oneOf("What happened.", ["ADDED", "MODIFIED", "DELETED"]),
          resource: ref("WatchedResource"),
          resourceVersion,
        },
        "A resource came, changed or went.",
      ),
      object({ type: is("BOOKMARK"), resourceVersion }, "Everything up to this version has been told."),
      object({ type: is("ERROR"), problem: ref("Problem") }, "The watch is over: list again."),
    ],
    examples: [{ type: "BOOKMARK", resourceVersion: "l1.12" }],
  },
  DriftRow: object(
    {
      name,
      ...driftFields,
    },
    "A difference between a record and the world.",
  ),
  Drift: {
    ...object(
      {
        stack,
        objects: count("How many managed objects were looked at."),
        drift: list(ref("DriftRow"), "The differences.", 1_000_000),
        "at?": moment("When they were looked at, where that was not now."),
      },
      "How far the world is from the records.",
    ),
    examples: [{ stack: "dev", objects: 7, drift: [] }],
  },
  State: {
    ...object(
      {
        format: count("Of the document."),
        stack,
        lineage: text("Names the stack's history.", { maxLength: 200 }),
        serial: large("Grows with every write."),
        records: list({ type: "object", description: "A record.", additionalProperties: true }, "Records.", 1_000_000),
        outputs: values("By name."),
        digest: text("Over everything else.", { maxLength: 71 }),
      },
      "All that is recorded of a stack.",
    ),
    examples: [
      {
        format: 1,
        stack: "dev",
        lineage: "l1",
        serial: 12,
        records: [],
        outputs: {},
        digest: `sha256:${"0123456789abcdef".repeat(4)}`,
      },
    ],
  },
  Imported: object(
    { type, name, id, outputs: values("What was read."), declaration: values("The entry under `resources:`.") },
    "An object that was brought under management, and the declaration that plans empty for it.",
  ),
  ImportResult: {
    ...object({ imported: list(ref("Imported"), "In the order asked for.", 1000) }, "What was recorded."),
    examples: [
      {
        imported: [
          {
            type: "iam:OAuthClient",
            name: "portal",
            id: "projects/acme/locations/global/oauthClients/web-portal",
            outputs: {},
            declaration: { type: "iam:OAuthClient", properties: { oauthClientId: "web-portal" } },
          },
        ],
      },
    ],
  },
  ResourceInspection: {
    ...object(
      {
        ...full,
        declared: orNull(
          object(
            { type, properties: values("As written."), options: values("As written.") },
            "As the kept declaration has it; null where it is not in it.",
          ),
        ),
        drift: list(ref("DriftRow"), "How the platform differs, read live."),
      },
      "A resource from every side.",
    ),
    examples: [{ ...sampleFull, declared: null, drift: [] }],
  },
  ResourceChange: object(
    {
      run: text("Id of the run.", { maxLength: 64 }),
      at: orNull(moment("When.")),
      operation: oneOf("What was done; `record`: only what is recorded has changed.", [
        "create",
        "update",
        "delete",
        "undelete",
        "record",
      ]),
      name,
      id,
      outcome: oneOf("What came of it.", ["done", "failed", "open"]),
      detail: text("In words.", { maxLength: 65_536 }),
      fields: list(
        object(
          { path: text("JSON pointer below the outputs."), "old?": any("So far."), "new?": any("Since.") },
          "A field.",
        ),
        "What is recorded otherwise since.",
      ),
    },
    "Something that befell a resource.",
  ),
  ResourceHistory: {
    ...page("changes", ref("ResourceChange"), "A page of what befell a resource, newest first."),
    examples: [{ changes: [] }],
  },
  ObjectRow: object(objectRow, "An object that is managed by itself."),
  UnlistedObject: object({ type, id, outputs: values("All its fields.") }, "An object that nobody here manages."),
  ObjectList: {
    ...page("objects", ref("ObjectRow"), "A page of objects.", {
      unmanaged: list(ref("UnlistedObject"), "What the platform lists besides.", 100_000),
    }),
    examples: [{ objects: [], unmanaged: [] }],
  },
  ObjectDrift: object(driftFields, "A difference between a record and the world."),
  Object: {
    ...object(objectFields, "An object by type and id."),
    examples: [sampleObject],
  },
  Provider: {
    ...object(
      {
        name,
        etag: text("Its entity tag, without the quotes.", { maxLength: 200 }),
        kind: text("Its kind.", { maxLength: 64 }),
        properties: values("Whatever its kind takes."),
        at: moment("When it was kept."),
        by: text("Principal of who kept it.", { maxLength: 600 }),
      },
      "A provider that is kept under a name.",
    ),
    examples: [
      {
        name: "google",
        etag: "7",
        kind: "google",
        properties: { kind: "google", project: "acme" },
        at: "2026-01-01T00:00:00.000Z",
        by: "user:https://id.acme.example|ada",
      },
    ],
  },
  ProviderList: { ...page("providers", ref("Provider"), "A page of providers."), examples: [{ providers: [] }] },
  Operation: {
    ...object(
      {
        name: text("`operations/` and its id.", { maxLength: 2100 }),
        done: flag("It has a result, or problems."),
        metadata: ref("OperationMetadata"),
        "result?": ref("OperationResult"),
        problems: list(ref("Problem"), "Why it did not succeed."),
      },
      "Something that takes its time.",
    ),
    examples: [
      {
        name: "operations/ZGV2.3f9a0001c2d34e5f8a9b0c1d2e3f4a5b",
        done: false,
        metadata: {
          stack: "dev",
          run: "3f9a0001c2d34e5f8a9b0c1d2e3f4a5b",
          plan: `sha256:${"0123456789abcdef".repeat(4)}`,
          status: "running",
          createdAt: "2026-01-01T00:00:00.000Z",
          startedAt: "2026-01-01T00:00:00.020Z",
          endedAt: null,
        },
        problems: [],
      },
    ],
  },
  OperationMetadata: object(
    {
      stack: orNull(stack),
      "object?": object(
        { action: text("What is done.", { maxLength: 64 }), type, id: orNull(id) },
        "Where no stack is: which object.",
      ),
      run: text("Id of the run.", { maxLength: 64 }),
      plan: text("Digest of the plan.", { maxLength: 71 }),
      status: text("How the run stands.", { maxLength: 64 }),
      createdAt: moment("When it was asked for."),
      startedAt: orNull(moment("When it began.")),
      endedAt: orNull(moment("When it ended.")),
    },
    "What an operation is about.",
  ),
  OperationResult: object(
    { summary: ref("RunSummary"), "object?": orNull(object(objectFields, "The object as it is now.")) },
    "What an operation came to.",
  ),
  ObjectRead: {
    ...object({ type, id, outputs: values("All its fields.") }, "An object on its platform."),
    examples: [
      {
        type: "iam:OAuthClient",
        id: "projects/acme/locations/global/oauthClients/web-portal",
        outputs: { state: "ACTIVE" },
      },
    ],
  },
  UnmanagedObject: object(
    {
      type,
      id,
      outputs: values("All its fields."),
      suggestedName: text("A logical name that it could be imported under.", { maxLength: 256 }),
      "declaredAs?": text("The resource of the given declaration that has this identity."),
    },
    "An object that no stack manages.",
  ),
  UnmanagedList: {
    ...object({ unmanaged: list(ref("UnmanagedObject"), "The objects.", 100_000) }, "Objects that no stack manages."),
    examples: [{ unmanaged: [] }],
  },
  CallResult: {
    ...object({ function: text("Token of the function."), result: values("What was found.") }, "An answer."),
    examples: [{ function: "migrate:getPrivateEndpointConnection", result: { name: "pec" } }],
  },
};
