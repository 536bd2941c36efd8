import {
  anyValue,
  component,
  document,
  flag,
  type Infer,
  is,
  large,
  list,
  moment,
  object,
  oneOf,
  orNull,
  page,
  ref,
  text,
  variants,
} from "../words.ts";
import { DriftRow } from "./drift.ts";
import { id, name, type, values } from "./members.ts";
import { Problem } from "./problems.ts";

const row = {
  ...{ name, type, id, provider: text("Name of its provider."), status: text("How its record stands.") },
  "awaitsDeclaration?": flag(
    "It was imported and no run has seen it declared yet: it is protected until it is declared or forgotten. " +
      "Left out where it is not so.",
  ),
};

const key = text("Tells it apart from all others of the stack, through renames and replacements.", { maxLength: 200 });

/** A row of a list of resources, as the state is listed. */
export type ResourceRow = Omit<ListedResource, "key">;

export const ListedResource = document("ListedResource", "A resource in a list.", { ...row, key });
export type ListedResource = Infer<typeof ListedResource>;

const resourceVersion = text("From where to watch.", { maxLength: 200 });

const sampleRow = {
  name: "portal",
  type: "iam:OAuthClient",
  id: "projects/acme/locations/global/oauthClients/web-portal",
  provider: "google",
  status: "ok",
} as const;

export const ResourceList = component(
  "ResourceList",
  page("resources", ref(ListedResource), "A page of resources, and from where to watch.", { resourceVersion }),
  { resourceVersion: "l1.12", resources: [{ ...sampleRow, key: "u1" }] },
);

const full = {
  ...row,
  inputs: values("What was declared."),
  outputs: values("What the platform showed last."),
  dependsOn: list(name, "What it needs."),
  apiVersion: text("Interface version through which it is managed.", { maxLength: 64 }),
  generation: large("Grows when its object is replaced."),
  observedAt: moment("When the platform was last read."),
};

const sampleFull = {
  ...sampleRow,
  inputs: { oauthClientId: "web-portal" },
  outputs: { oauthClientId: "web-portal", state: "ACTIVE" },
  dependsOn: [],
  apiVersion: "v1",
  generation: 1,
  observedAt: "2026-01-01T00:00:00.000Z",
} as const;

export const Resource = document("Resource", "A resource as it is recorded.", full, sampleFull);
export type ResourceView = Infer<typeof Resource>;

export const WatchedResource = document("WatchedResource", "A resource as it is from now on.", { ...full, key });
export type WatchedResource = Infer<typeof WatchedResource>;

export const WatchEvent = component(
  "WatchEvent",
  variants("What happened to a resource.", [
    object(
      {
        type: oneOf("What happened.", ["ADDED", "MODIFIED", "DELETED"]),
        resource: ref(WatchedResource),
        resourceVersion,
      },
      "A resource came, changed or went.",
    ),
    object({ type: is("BOOKMARK"), resourceVersion }, "Everything up to this version has been told."),
    object({ type: is("ERROR"), problem: ref(Problem) }, "The watch is over: list again."),
  ]),
  { type: "BOOKMARK", resourceVersion: "l1.12" },
);
export type WatchEvent = Infer<typeof WatchEvent>;
export type ResourceEvent = Extract<WatchEvent, { readonly resource: WatchedResource }>;

export const ResourceInspection = document(
  "ResourceInspection",
  "A resource from every side.",
  {
    ...full,
    declared: orNull(
      object(
        { type, properties: values("As written."), options: values("As written.") },
        "As the kept declaration has it; null where it is not in it.",
      ),
    ),
    drift: list(ref(DriftRow), "How the platform differs, read live."),
  },
  { ...sampleFull, declared: null, drift: [] },
);
export type ResourceInspection = Infer<typeof ResourceInspection>;

export const ResourceChange = document("ResourceChange", "Something that befell a resource.", {
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
  "type?": text("Token of its type; versions before 0.2 do not tell it.", { maxLength: 256 }),
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
});
export type ResourceChange = Infer<typeof ResourceChange>;

export const ResourceHistory = component(
  "ResourceHistory",
  page("changes", ref(ResourceChange), "A page of what befell a resource, newest first."),
  { changes: [] },
);

export const RenameRequest = document(
  "RenameRequest",
  "Another logical name.",
  { to: text("The new name.", { minLength: 1, maxLength: 256 }) },
  { to: "customer-portal" },
);

export const resourcesComponents = [
  ListedResource,
  ResourceList,
  Resource,
  WatchedResource,
  WatchEvent,
  ResourceInspection,
  ResourceChange,
  ResourceHistory,
  RenameRequest,
] as const;
