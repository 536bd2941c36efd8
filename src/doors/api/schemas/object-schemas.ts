import type { JsonSchema } from "../json-schema.ts";
import { flag, list, moment, object, orNull, page, ref, text } from "../schema-words.ts";
import { driftFields, id, name, stack, type, values } from "./schema-parts.ts";

const objectRow = {
  type,
  id,
  provider: text("Kind of the provider that it is reached through.", { maxLength: 64 }),
  status: text("How its record stands.", { maxLength: 64 }),
  etag: text("Its entity tag, without the quotes.", { maxLength: 200 }),
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

export const objectSchemas: Readonly<Record<string, JsonSchema>> = {
  ObjectRow: object(objectRow, "An object that is managed by itself."),
  UnlistedObject: object({ type, id, outputs: values("All its fields.") }, "An object that no stack here manages."),
  ObjectList: {
    ...page("objects", ref("ObjectRow"), "A page of objects.", {
      unmanaged: list(ref("UnlistedObject"), "What the platform lists besides.", 100_000),
      problems: list(ref("Problem"), "Objects that can't be shown, since what is stored of them is damaged."),
    }),
    examples: [{ objects: [], unmanaged: [], problems: [] }],
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
