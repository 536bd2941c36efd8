import type { JsonObject } from "../../../packages/base/json/json.ts";
import {
  anyValue,
  component,
  document,
  either,
  flag,
  type Infer,
  list,
  map,
  moment,
  orNull,
  page,
  ref,
  text,
} from "../words.ts";
import { ObjectDrift } from "./drift.ts";
import { id, mostNames, name, type, values } from "./members.ts";
import { Problem } from "./problems.ts";

const objectRow = {
  type,
  id,
  provider: text("Kind of the provider that it is reached through.", { maxLength: 64 }),
  status: text("How its record stands.", { maxLength: 64 }),
  etag: text("Its entity tag, without the quotes.", { maxLength: 200 }),
};

export const objectFields = {
  type,
  id,
  provider: objectRow.provider,
  etag: objectRow.etag,
  managed: flag("It is managed by itself."),
  properties: orNull(values("What was declared, with its defaults; null of what is not managed.")),
  options: orNull(values("As in a declaration; null of what is not managed.")),
  outputs: values("What the platform showed."),
  observedAt: moment("When the platform was read."),
  drift: list(ref(ObjectDrift), "Of a live read: how it differs from what is recorded."),
};

export const ObjectRow = document("ObjectRow", "An object that is managed by itself.", objectRow);
export type ObjectRow = Infer<typeof ObjectRow>;

export const UnlistedObject = document("UnlistedObject", "An object that no stack here manages.", {
  type,
  id,
  outputs: values("All its fields."),
});
export type UnlistedObject = Infer<typeof UnlistedObject>;

export const ObjectList = component(
  "ObjectList",
  page("objects", ref(ObjectRow), "A page of objects.", {
    unmanaged: list(ref(UnlistedObject), "What the platform lists besides.", 100_000),
    problems: list(ref(Problem), "Objects that can't be shown, since what is stored of them is damaged."),
  }),
  { objects: [], unmanaged: [], problems: [] },
);

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
} as const;

export const ManagedObject = document("Object", "An object by type and id.", objectFields, sampleObject);
export type ObjectView = Infer<typeof ManagedObject>;

const options = map(anyValue("A value."), "Options of the resource, as in a declaration.", mostNames);

/** A provider: its kind, and whatever its kind takes. */
export interface ProviderProperties extends JsonObject {
  readonly kind: string;
}

export const ProviderWrite = component<ProviderProperties>("ProviderWrite", {
  type: "object",
  description: "A provider: its kind, and whatever its kind takes.",
  properties: { kind: text("`google`, `azure` or `databricks`.", { maxLength: 64, pattern: "^[a-z]+$" }) },
  required: ["kind"],
  additionalProperties: anyValue("A value."),
  maxProperties: 100,
  examples: [{ kind: "google", project: "acme", region: "europe-west1" }],
});

const providerChoice = either(
  "Name of a kept provider, or a provider itself; the service's own surroundings where none is given.",
  [text("Name of a kept provider.", { minLength: 1, maxLength: 256 }), ref(ProviderWrite)],
);

/** What an OAuth client must be given, besides what names it. */
const webPortal = {
  allowedGrantTypes: ["AUTHORIZATION_CODE_GRANT"],
  allowedRedirectUris: ["https://portal.acme.example/callback"],
  allowedScopes: ["https://www.googleapis.com/auth/cloud-platform"],
};

export const ObjectCreate = document(
  "ObjectCreate",
  "An object to be made.",
  {
    properties: map(anyValue("A value."), "Inputs of the type.", mostNames),
    "options?": options,
    "provider?": providerChoice,
  },
  { properties: { ...webPortal, oauthClientId: "web-portal", location: "global" }, provider: "google" },
);

export const ObjectReplace = document(
  "ObjectReplace",
  "What an object is to be.",
  {
    properties: map(anyValue("A value."), "Inputs of the type.", mostNames),
    "options?": options,
    "provider?": providerChoice,
  },
  { properties: { ...webPortal, displayName: "Portal" } },
);

export const ObjectImport = document(
  "ObjectImport",
  "An object to be managed.",
  { id: text("Id, in any of the type's forms.", { minLength: 1, maxLength: 1024 }), "provider?": providerChoice },
  { id: "projects/acme/locations/global/oauthClients/web-portal" },
);

export const Provider = document(
  "Provider",
  "A provider that is kept under a name.",
  {
    name,
    etag: text("Its entity tag, without the quotes.", { maxLength: 200 }),
    kind: text("Its kind.", { maxLength: 64 }),
    properties: values("Whatever its kind takes."),
    at: moment("When it was kept."),
    by: text("Principal of who kept it.", { maxLength: 600 }),
  },
  {
    name: "google",
    etag: "7",
    kind: "google",
    properties: { kind: "google", project: "acme" },
    at: "2026-01-01T00:00:00.000Z",
    by: "user:https://id.acme.example|ada",
  },
);
export type ProviderView = Infer<typeof Provider>;

export const ProviderList = component("ProviderList", page("providers", ref(Provider), "A page of providers."), {
  providers: [],
});

export const objectsComponents = [
  ObjectRow,
  UnlistedObject,
  ObjectList,
  ManagedObject,
  ObjectCreate,
  ObjectReplace,
  ObjectImport,
  Provider,
  ProviderList,
  ProviderWrite,
] as const;
