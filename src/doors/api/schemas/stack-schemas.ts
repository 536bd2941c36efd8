import type { JsonSchema } from "../json-schema.ts";
import {
  anyValue,
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
import { driftFields, id, name, stack, type, values } from "./schema-parts.ts";

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
const row = {
  ...{ name, type, id, provider: text("Name of its provider."), status: text("How its record stands.") },
  "awaitsDeclaration?": flag(
    "It was imported and no run has seen it declared yet: it is protected until it is declared or forgotten. Left out where it is not so.",
  ),
};
const full = {
  ...row,
  inputs: values("What was declared."),
  outputs: values("What the platform showed last."),
  dependsOn: list(name, "What it needs."),
  generation: large("Grows when its object is replaced."),
  observedAt: moment("When the platform was last read."),
};
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

export const stackSchemas: Readonly<Record<string, JsonSchema>> = {
  Stack: {
    ...object(
      {
        name: stack,
        resources: count("How many objects it manages."),
        serial: large("Grows with every write to its state."),
        project: orNull(text("Whose declarations it takes; null until one is applied.", { maxLength: 63 })),
        problems: list(ref("Problem"), "Why nothing more is known of it: its numbers are 0 then.", 100),
      },
      "A stack.",
    ),
    examples: [{ name: "prod", resources: 7, serial: 12, project: "portal", problems: [] }],
  },
  StackList: {
    ...page("stacks", ref("Stack"), "A page of stacks, by name."),
    examples: [{ stacks: [{ name: "prod", resources: 7, serial: 12, project: "portal", problems: [] }] }],
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
    "A target that is told what happens to a stack.",
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
  SealedConfigValue: {
    ...object({ sealed: text("For a file.", { maxLength: 200_000 }) }, "A sealed config value."),
    examples: [{ sealed: "1.c2VhbGVk" }],
  },
  OpenedConfig: {
    ...object(
      { values: map(text("A value.", { maxLength: 65_536 }), "By config key.") },
      "Config values in the clear.",
    ),
    examples: [{ values: { password: "correct horse" } }],
  },
  DeclarationSummary: {
    ...object(
      {
        project: text("Its `name`; empty where it has none.", { maxLength: 63 }),
        config: map(
          object(
            { type: text("Of its values.", { maxLength: 20 }), secret: flag("Values are sealed.") },
            "A config key.",
          ),
          "By key.",
        ),
      },
      "What a declaration says of itself.",
    ),
    examples: [{ project: "portal", config: { environment: { type: "boolean", secret: false } } }],
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
        config: map(anyValue("A value; `{$secret: ...}` where it is sealed."), "Values for `config`."),
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
        inFlight: list(
          ref("InFlightCall"),
          "Calls of runs whose end is not known: what they did is not counted as drift.",
          100_000,
        ),
      },
      "How far the world is from the records.",
    ),
    examples: [{ stack: "dev", objects: 7, drift: [], inFlight: [] }],
  },
  StateImported: {
    ...object(
      {
        forgotten: list(
          object({ name, type, id }, "An object that nothing manages any more."),
          "Objects of the former records that are in none of the document: they stay on their platforms as they are.",
          1_000_000,
        ),
      },
      "What an import of a state came to.",
    ),
    examples: [{ forgotten: [] }],
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
        "outputSources?": values("Keys of the records that each output was made from."),
        "context?": values("Whose declarations the stack takes, and which config its last run had."),
        inFlight: list(ref("InFlightCall"), "Calls whose end is not known; no import takes them.", 100_000),
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
        inFlight: [],
        digest: `sha256:${"0123456789abcdef".repeat(4)}`,
      },
    ],
  },
  Imported: object(
    {
      ...{ type, name, id, outputs: values("What was read.") },
      declaration: values("The entry under `resources:`."),
      problems: list(ref("Problem"), "Warnings: what a run would do to others all the same."),
    },
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
            problems: [],
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
          { path: text("JSON pointer below the outputs."), "old?": anyValue("So far."), "new?": anyValue("Since.") },
          "A field.",
        ),
        "What is recorded otherwise since.",
      ),
    },
    "Something that befell a resource.",
  ),
  StateEdit: object(
    {
      edit: text("Id of the edit: a plan of the kind `undo` takes it as its `run`.", { maxLength: 64 }),
      detail: text("What was done, in words.", { maxLength: 65_536 }),
      at: orNull(moment("When it was made; null for one of an older version, and for a repair by `plumb doctor`.")),
      changes: count("Resources whose records it changed."),
      afterRun: orNull(text("The last run that had begun before it; null where none had.", { maxLength: 64 })),
    },
    "An edit of a stack's state: it has changed records without carrying out a plan.",
  ),
  StateEditList: {
    ...page("edits", ref("StateEdit"), "A page of edits of a state, newest first."),
    examples: [
      {
        edits: [
          {
            edit: "5c1e0001c2d34e5f8a9b0c1d2e3f4a5b",
            detail: "renamed portal to web",
            at: "2026-01-02T03:04:05.000Z",
            changes: 1,
            afterRun: "3f9a0001c2d34e5f8a9b0c1d2e3f4a5b",
          },
        ],
      },
    ],
  },
  ResourceHistory: {
    ...page("changes", ref("ResourceChange"), "A page of what befell a resource, newest first."),
    examples: [{ changes: [] }],
  },
};
