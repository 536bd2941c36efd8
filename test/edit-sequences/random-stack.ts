import type { JsonObject } from "../../packages/base/json/json.ts";
import type { DeclarationText } from "../../src/contract/documents/declarations.ts";
import type { Random } from "../simulation/random.ts";

export const stacks = ["dev", "prod"] as const;
export type StackName = (typeof stacks)[number];

export const names = ["a", "b", "c"] as const;
export type Name = (typeof names)[number];

const subscription = "11111111-2222-3333-4444-555555555555";

/** What a name stands for in a declaration. */
export interface Declared {
  readonly type: "client" | "attachment" | "collector" | "setting";
  /** Of its object; both stacks have the same ones. */
  readonly id: string;
  readonly text: number;
  readonly options: JsonObject;
}

/** A declaration under edits. */
export type Declaration = ReadonlyMap<Name, Declared>;

/** One edit of a declaration, as people make them between two runs. */
export function edited(declaration: Declaration, random: Random): Declaration {
  const after = new Map(declaration);
  const name = random.pick(names);
  const known = after.get(name);
  const kind = random.pick(["text", "retype", "rename", "id", "drop", "options"]);
  if (known === undefined || kind === "retype") after.set(name, { ...fresh(name, random), text: known?.text ?? 0 });
  else if (kind === "drop") after.delete(name);
  else if (kind === "text") after.set(name, { ...known, text: known.text + 1 });
  else if (kind === "id") after.set(name, { ...known, id: idOf(random.pick(["first", "second"]), name) });
  else if (kind === "options") after.set(name, { ...known, options: optionsOf(name, random) });
  else {
    const to = random.pick(names);
    after.delete(name);
    after.set(to, { ...known, options: random.chance(0.5) ? { ...known.options, aliases: [name] } : known.options });
  }
  return after;
}

/** Names of objects are few, so that stacks and names meet at them. */
function idOf(word: string, name: Name): string {
  return `${word}-${name === "c" ? "c" : "x"}`;
}

function fresh(name: Name, random: Random): Declared {
  const type = random.pick(["client", "attachment", "attachment", "collector", "setting"]);
  return { type, id: idOf(random.pick(["first", "second"]), name), text: 0, options: optionsOf(name, random) };
}

function optionsOf(name: Name, random: Random): JsonObject {
  const other = random.pick(names);
  return {
    ...(random.chance(0.08) ? { protect: true } : {}),
    ...(random.chance(0.08) ? { retainOnDelete: true } : {}),
    ...(other < name && random.chance(0.2) ? { dependsOn: [other] } : {}),
    ...(other < name && random.chance(0.1) ? { deletedWith: other } : {}),
    ...(other < name && random.chance(0.1) ? { parent: other } : {}),
  };
}

/** A declaration as text. What names another that is not declared any more leaves that out. */
export function textOf(declaration: Declaration): DeclarationText {
  const resources = Object.fromEntries(
    [...declaration].map(([name, { options, ...declared }]) => {
      const { dependsOn, deletedWith, parent, ...others } = options;
      const isThere = (other: unknown) => declaration.has(other as Name) && other !== name;
      const kept = {
        ...others,
        ...(Array.isArray(dependsOn) && dependsOn.every(isThere) ? { dependsOn } : {}),
        ...(isThere(deletedWith) ? { deletedWith } : {}),
        ...(isThere(parent) ? { parent } : {}),
      } as JsonObject;
      return [name, { type: tokens[declared.type], properties: propertiesOf(declared), options: kept }];
    }),
  );
  const document = {
    name: "edits",
    providers: {
      google: { kind: "google", project: "acme", region: "here" },
      azure: { kind: "azure", subscriptionId: subscription },
      workspace: { kind: "databricks", level: "workspace" },
    },
    resources,
    outputs: Object.fromEntries([...declaration.keys()].map((name) => [name, `\${${name}.id}`])),
  };
  return { file: "plumb.yaml", text: JSON.stringify(document), config: {} };
}

export const tokens: Readonly<Record<Declared["type"], string>> = {
  client: "iam:OAuthClient",
  attachment: "connectors:EndpointAttachment",
  collector: "migrate:ServerCollector",
  setting: "settings:RestrictWorkspaceAdmins",
};

/** The id under which an object is imported. */
export function importIdOf({ type, id }: Declared): string {
  if (type === "client") return `projects/acme/locations/global/oauthClients/${id}`;
  if (type === "attachment") return `projects/acme/locations/here/endpointAttachments/${id}`;
  if (type === "setting") return "global";
  return (
    `/subscriptions/${subscription}/resourceGroups/rg/providers/Microsoft.Migrate/assessmentProjects/assess` +
    `/servercollectors/${id}`
  );
}

function propertiesOf({ type, id, text }: Omit<Declared, "options">): JsonObject {
  switch (type) {
    case "client":
      return {
        oauthClientId: id,
        location: "global",
        allowedGrantTypes: ["AUTHORIZATION_CODE_GRANT"],
        allowedRedirectUris: ["https://portal.acme.example/callback"],
        allowedScopes: ["https://www.googleapis.com/auth/cloud-platform"],
        description: `text ${text}`,
      };
    case "attachment":
      return {
        endpointAttachmentId: id,
        serviceAttachment: "projects/p/regions/r/serviceAttachments/s",
        description: `text ${text}`,
      };
    case "collector":
      return {
        resourceGroupName: "rg",
        projectName: "assess",
        serverCollectorName: id,
        properties: { discoverySiteId: `text ${text}` },
      };
    case "setting":
      return {
        restrictWorkspaceAdmins: { status: text % 2 === 0 ? "RESTRICT_TOKENS_AND_JOB_RUN_AS" : "ALLOW_ALL" },
      };
  }
}
