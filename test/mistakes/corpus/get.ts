import type { Mistake } from "../mistake.ts";

const id = "projects/acme-prod/locations/global/oauthClients/legacy-portal";
const existing = (lines: string) => [["lookups:\n", `  existing:\n${lines}lookups:\n`]] as const;

/** Reads of what is not there or wrongly named: `plumb get`, `plumb lookup`, and `get` in a declaration. */
export const get: readonly Mistake[] = [
  {
    name: "the type is misspelt",
    line: `get iam:OauthClient ${id}`,
    says: ["iam:OauthClient", "did you mean `iam:OAuthClient`?"],
  },
  {
    name: "the type without its first part",
    line: `get OAuthClient ${id}`,
    says: ["OAuthClient", "did you mean `iam:OAuthClient`?"],
  },
  {
    name: "a function is read",
    line: "get migrate:getPrivateEndpointConnection x",
    says: ["is a function", "plumb lookup migrate:getPrivateEndpointConnection"],
  },
  {
    name: "an id of no form",
    line: "get iam:OAuthClient legacy-portal",
    says: ["legacy-portal", "projects/{project}/locations/{location}/oauthClients/{oauthClientId}"],
  },
  {
    name: "an object that is not there",
    line: `get iam:OAuthClient ${id}`,
    says: [id, "does not exist", "plumb unmanaged iam:OAuthClient"],
  },
  {
    name: "a qualifier without its value",
    line: `get iam:OAuthClient ${id} --state displayName`,
    says: ["--state", "FIELD=VALUE", "displayName"],
  },
  {
    name: "a qualifier is misspelt",
    line: `get iam:OAuthClient ${id} --state displayNme=Legacy`,
    says: ["displayNme", "did you mean `displayName`?"],
  },
  {
    name: "a function is misspelt",
    line: "lookup migrate:getPrivateEndpointConection resourceGroupName=rg",
    says: ["did you mean `migrate:getPrivateEndpointConnection`?"],
  },
  {
    name: "a type is called",
    line: "lookup iam:OAuthClient name=x",
    says: ["is a resource type", "plumb get iam:OAuthClient"],
  },
  {
    name: "an argument is misspelt",
    line: "lookup migrate:getPrivateEndpointConnection resourceGroupName=rg migrateProjectName=m peConectionName=p",
    says: ["peConectionName", "did you mean `peConnectionName`?"],
    never: ["is required"],
  },
  {
    name: "a provider that is misspelt",
    line: `get iam:OAuthClient ${id} --provider gogle`,
    says: ["gogle", "did you mean `google`?"],
  },
  {
    name: "`get` without its id",
    change: existing("    type: iam:OAuthClient\n    ▸get: { state: { displayName: Legacy } }\n"),
    says: ["`id` is missing", "iam:OAuthClient"],
  },
  {
    name: "`get` with the id alone",
    change: existing(`    type: iam:OAuthClient\n    get: ▸${id}\n`),
    says: ["a mapping", "{ id: "],
  },
  {
    name: "`get` beside `properties`",
    change: existing(`    type: iam:OAuthClient\n    get: { id: ${id} }\n    ▸properties: { displayName: Legacy }\n`),
    says: ["`get`", "`properties`", "get.state"],
  },
  {
    name: "a qualifier of `get` is misspelt",
    change: existing(`    type: iam:OAuthClient\n    get: { id: ${id}, state: { ▸displayNme: Legacy } }\n`),
    says: ["`displayNme`", "did you mean `displayName`?"],
  },
  {
    name: "the qualifiers of `get` stand beside its id",
    change: existing(`    type: iam:OAuthClient\n    get: { id: ${id}, ▸displayName: Legacy }\n`),
    says: ["`displayName`", "under `state`"],
  },
];
