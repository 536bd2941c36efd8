import { anyValue, document, type Infer, list, map, ref, text } from "../words.ts";
import { DeclarationText } from "./declarations.ts";
import { id, mostNames, providerName, type, values } from "./members.ts";

export const ObjectRead = document(
  "ObjectRead",
  "An object on its platform.",
  { type, id, outputs: values("All its fields.") },
  {
    type: "iam:OAuthClient",
    id: "projects/acme/locations/global/oauthClients/web-portal",
    outputs: { state: "ACTIVE" },
  },
);
export type ReadView = Infer<typeof ObjectRead>;

export const UnmanagedObject = document("UnmanagedObject", "An object that no stack manages.", {
  type,
  id,
  outputs: values("All its fields."),
  suggestedName: text("A logical name that it could be imported under.", { maxLength: 256 }),
  "declaredAs?": text("The resource of the given declaration that has this identity."),
});
export type UnmanagedRow = Infer<typeof UnmanagedObject>;

export const UnmanagedList = document(
  "UnmanagedList",
  "Objects that no stack manages.",
  { unmanaged: list(ref(UnmanagedObject), "The objects.", 100_000) },
  { unmanaged: [] },
);

export const CallResult = document(
  "CallResult",
  "An answer.",
  { function: text("Token of the function."), result: values("What was found.") },
  { function: "migrate:getPrivateEndpointConnection", result: { name: "pec" } },
);
export type LookupView = Infer<typeof CallResult>;

export const ReadRequest = document(
  "ReadRequest",
  "An object to be read.",
  {
    id: text("Id, in any of the type's forms.", { minLength: 1, maxLength: 1024 }),
    "state?": map(anyValue("A value that must match what is read."), "Qualifiers."),
    "declaration?": ref(DeclarationText),
    "provider?": providerName,
  },
  { id: "projects/acme/locations/global/oauthClients/web-portal", provider: "google" },
);

export const UnmanagedRequest = document(
  "UnmanagedRequest",
  "A collection to be searched.",
  {
    "within?": map(
      anyValue("A value."),
      "What the id holds before its last part, as far as the provider does not say it.",
      mostNames,
    ),
    "declaration?": ref(DeclarationText),
    "provider?": providerName,
  },
  { within: { location: "global" }, provider: "google" },
);

export const CallRequest = document(
  "CallRequest",
  "A function to be called.",
  {
    "arguments?": map(anyValue("A value."), "Arguments of the function.", mostNames),
    "declaration?": ref(DeclarationText),
    "provider?": providerName,
  },
  {
    arguments: { resourceGroupName: "rg-migration", migrateProjectName: "datacenter-exit", peConnectionName: "hub-pe" },
    provider: "azure",
  },
);

export const readsComponents = [
  ObjectRead,
  UnmanagedObject,
  UnmanagedList,
  CallResult,
  ReadRequest,
  UnmanagedRequest,
  CallRequest,
] as const;
