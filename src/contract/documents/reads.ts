import { anyValue, component, type Infer, list, map, object, ref, text } from "../words.ts";
import { DeclarationText } from "./declarations.ts";
import { id, mostNames, providerName, type, values } from "./members.ts";

export const ObjectRead = component(
  "ObjectRead",
  object({ type, id, outputs: values("All its fields.") }, "An object on its platform."),
  {
    type: "iam:OAuthClient",
    id: "projects/acme/locations/global/oauthClients/web-portal",
    outputs: { state: "ACTIVE" },
  },
);
export type ReadView = Infer<typeof ObjectRead>;

export const UnmanagedObject = component(
  "UnmanagedObject",
  object(
    {
      type,
      id,
      outputs: values("All its fields."),
      suggestedName: text("A logical name that it could be imported under.", { maxLength: 256 }),
      "declaredAs?": text("The resource of the given declaration that has this identity."),
    },
    "An object that no stack manages.",
  ),
);
export type UnmanagedRow = Infer<typeof UnmanagedObject>;

export const UnmanagedList = component(
  "UnmanagedList",
  object({ unmanaged: list(ref(UnmanagedObject), "The objects.", 100_000) }, "Objects that no stack manages."),
  { unmanaged: [] },
);

export const CallResult = component(
  "CallResult",
  object({ function: text("Token of the function."), result: values("What was found.") }, "An answer."),
  { function: "migrate:getPrivateEndpointConnection", result: { name: "pec" } },
);
export type LookupView = Infer<typeof CallResult>;

export const ReadRequest = component(
  "ReadRequest",
  object(
    {
      id: text("Id, in any of the type's forms.", { minLength: 1, maxLength: 1024 }),
      "state?": map(anyValue("A value that must match what is read."), "Qualifiers."),
      "declaration?": ref(DeclarationText),
      "provider?": providerName,
    },
    "An object to be read.",
  ),
  { id: "projects/acme/locations/global/oauthClients/web-portal", provider: "google" },
);

export const UnmanagedRequest = component(
  "UnmanagedRequest",
  object(
    {
      "within?": map(
        anyValue("A value."),
        "What the id holds before its last part, as far as the provider does not say it.",
        mostNames,
      ),
      "declaration?": ref(DeclarationText),
      "provider?": providerName,
    },
    "A collection to be searched.",
  ),
  { within: { location: "global" }, provider: "google" },
);

export const CallRequest = component(
  "CallRequest",
  object(
    {
      "arguments?": map(anyValue("A value."), "Arguments of the function.", mostNames),
      "declaration?": ref(DeclarationText),
      "provider?": providerName,
    },
    "A function to be called.",
  ),
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
