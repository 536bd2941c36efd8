import { isJsonObject, type Json, type JsonObject } from "../../../packages/base/json/json.ts";
import { matchTemplate } from "../../../packages/base/path-template.ts";
import { lastSegment, plainScope } from "../../../packages/vendor-wire/azure/scope.ts";
import type { AzureCloud } from "./azure-cloud.ts";
import type { Example } from "./example-file.ts";

const authorization = "{+scope}/providers/Microsoft.Authorization";
const migrate = "subscriptions/{subscriptionId}/resourceGroups/{resourceGroupName}/providers/Microsoft.Migrate";
const everywhere = "subscriptions/{subscriptionId}/providers/Microsoft.Migrate";
/** A role that the examples don't name; whichever will do. */
const someRole = "a1705bd2-3a8f-45a5-8683-466fcfd5cc24";

const planters: readonly (readonly [
  string,
  (example: Example, params: Params, body: Json) => readonly JsonObject[],
])[] = [
  [`${authorization}/roleManagementPolicies/{name}`, plantPolicy],
  [
    `${authorization}/roleManagementPolicies`,
    (example, params, body) =>
      each(body, (item) => plantPolicy(example, { ...params, name: text(item["name"]) }, item)),
  ],
  [`${authorization}/roleManagementPolicyAssignments/{name}`, plantAssignment],
  [
    `${authorization}/roleManagementPolicyAssignments`,
    (example, params, body) =>
      each(body, (item) => plantAssignment(example, { ...params, name: text(item["name"]) }, item)),
  ],
  [
    `${migrate}/assessmentProjects/{projectName}`,
    seedProject("assessmentProject", "assessmentConnection", "projectName"),
  ],
  [
    `${migrate}/migrateProjects/{migrateProjectName}`,
    seedProject("migrateProject", "privateEndpointConnection", "migrateProjectName"),
  ],
  ...[migrate, everywhere].flatMap((prefix) => [
    [
      `${prefix}/assessmentProjects`,
      plantProjects("assessmentProject", "assessmentConnection", "projectName"),
    ] as const,
    [
      `${prefix}/migrateProjects`,
      plantProjects("migrateProject", "privateEndpointConnection", "migrateProjectName"),
    ] as const,
  ]),
  [
    `${migrate}/assessmentProjects/{projectName}/privateEndpointConnections/{name}`,
    plantConnection("assessmentConnection"),
  ],
  [
    `${migrate}/migrateProjects/{migrateProjectName}/privateEndpointConnections/{name}`,
    plantConnection("privateEndpointConnection"),
  ],
  [
    `${migrate}/assessmentProjects/{projectName}/privateEndpointConnections`,
    (example, params, body) =>
      each(body, (item) =>
        plantConnection("assessmentConnection")(example, { ...params, name: text(item["name"]) }, item),
      ),
  ],
  [
    `${migrate}/migrateProjects/{migrateProjectName}/privateEndpointConnections`,
    (example, params, body) =>
      each(body, (item) =>
        plantConnection("privateEndpointConnection")(example, { ...params, name: text(item["name"]) }, item),
      ),
  ],
];

type Params = Readonly<Record<string, string>>;

const collector = matchTemplate.bind(null, `${migrate}/assessmentProjects/{projectName}/servercollectors/{name}`);

/**
 * Plants what must be there before an example's request, so that its documented answer (`body`) can be the right one:
 * what the answer shows and the request does not bring about. Gives the eTag of the object that the request is for.
 */
export async function plant(cloud: AzureCloud, example: Example, body: Json): Promise<string | undefined> {
  await cloud.seed(...seedsFor(example, body));
  const path = example.path.slice(1);
  // Collectors are made by their own API only.
  const inList =
    matchTemplate(`${migrate}/assessmentProjects/{projectName}/servercollectors`, path, true) !== undefined;
  const items = inList ? list(member(body, "value")) : collector(path, true) === undefined ? [] : [body];
  for (const item of items) {
    const { agentProperties, discoverySiteId } = object(member(item, "properties"));
    const { id, version, lastHeartbeatUtc, spnDetails } = object(agentProperties);
    const agent = example.version.startsWith("2019") ? { spnDetails } : { id, version, lastHeartbeatUtc, spnDetails };
    const known = Object.entries(agent).filter(([, value]) => value !== undefined) as [string, Json][];
    const properties = { agentProperties: Object.fromEntries(known), ...optional("discoverySiteId", discoverySiteId) };
    const at = inList ? `${example.path}/${text(member(item, "name"))}` : example.path;
    await cloud.call("PUT", `${at}?api-version=${example.version}`, { properties });
  }
  const seen = await cloud.call("GET", `${example.path}?api-version=${example.version}`);
  const eTag = member(seen.body, "eTag");
  return typeof eTag === "string" ? eTag : undefined;
}

function seedsFor(example: Example, body: Json): readonly JsonObject[] {
  for (const [template, plant] of planters) {
    const params = matchTemplate(template, example.path.slice(1), true);
    if (params !== undefined) return plant(example, params, body);
  }
  return [];
}

function each(body: Json, plant: (item: JsonObject) => readonly JsonObject[]): readonly JsonObject[] {
  const value = member(body, "value");
  return Array.isArray(value) ? value.filter(isJsonObject).flatMap(plant) : [];
}

function plantPolicy({ body: sent }: Example, { scope = "", name = "" }: Params, body: Json): readonly JsonObject[] {
  const properties = member(body, "properties");
  const patched = list(member(member(sent, "properties"), "rules")).map((rule) => member(rule, "id"));
  return [
    ...plantSubscription(member(properties, "policyProperties")),
    {
      kind: "rolePolicy",
      scope,
      roleDefinitionId: `/providers/Microsoft.Authorization/roleDefinitions/${someRole}`,
      name,
      // What the request changes must come from the request.
      rules: list(member(properties, "rules")).filter((rule) => !patched.includes(member(rule, "id"))),
      ...optional("lastModifiedDateTime", member(properties, "lastModifiedDateTime")),
    },
  ];
}

function plantAssignment({ method }: Example, { scope = "", name = "" }: Params, body: Json): readonly JsonObject[] {
  const properties = member(body, "properties");
  const described = member(properties, "policyAssignmentProperties");
  const [policyGuid = "", roleGuid = ""] = name.split("_");
  return [
    ...plantSubscription(described),
    {
      kind: "rolePolicy",
      scope,
      roleDefinitionId: text(member(properties, "roleDefinitionId")) || `/roleDefinitions/${roleGuid}`,
      name: lastSegment(text(member(properties, "policyId"))) || policyGuid,
      rules: list(member(properties, "effectiveRules")),
      ...(method === "PUT"
        ? {}
        : optional("lastModifiedDateTime", member(member(described, "policy"), "lastModifiedDateTime"))),
    },
  ];
}

function plantSubscription(described: Json | undefined): readonly JsonObject[] {
  const scope = member(described, "scope");
  const displayName = text(member(scope, "displayName"));
  const subscriptionId = matchTemplate("subscriptions/{id}", plainScope(text(member(scope, "id"))), true)?.["id"];
  return displayName === "" || subscriptionId === undefined
    ? []
    : [{ kind: "subscription", subscriptionId, displayName }];
}

type Variable = "projectName" | "migrateProjectName";

function seedProject(kind: string, connectionKind: string, variable: Variable) {
  return (_: Example, params: Params, body: Json): readonly JsonObject[] => {
    const { subscriptionId = "", resourceGroupName = "" } = params;
    const { privateEndpointConnections = [], ...properties } = object(member(body, "properties"));
    const name = params[variable] ?? "";
    return [
      {
        kind,
        subscriptionId,
        resourceGroupName,
        name,
        properties: Object.fromEntries(Object.entries(properties).filter(([key]) => key !== "provisioningState")),
        ...optional("location", member(body, "location")),
        ...optional("tags", member(body, "tags")),
        ...optional("eTag", member(body, "eTag")),
        ...optional("systemData", member(body, "systemData")),
      },
      ...list(privateEndpointConnections).flatMap((connection) =>
        connectionSeeds(connectionKind, { subscriptionId, resourceGroupName, [variable]: name }, connection),
      ),
    ];
  };
}

function plantProjects(kind: string, connectionKind: string, variable: Variable) {
  return (example: Example, params: Params, body: Json): readonly JsonObject[] =>
    each(body, (item) => {
      const group = /\/resourceGroups\/([^/]+)\//i.exec(text(item["id"]))?.[1] ?? params["resourceGroupName"] ?? "any";
      const names = {
        ...params,
        resourceGroupName: params["resourceGroupName"] ?? group,
        [variable]: text(item["name"]),
      };
      return seedProject(kind, connectionKind, variable)(example, names, item);
    });
}

function plantConnection(kind: string) {
  return (example: Example, { name = "", ...params }: Params, body: Json): readonly JsonObject[] => {
    const [seed = {}] = connectionSeeds(kind, params, { ...object(body), name });
    // An approval starts from what waits for it.
    return [example.method === "PUT" ? { ...seed, status: "Pending" } : seed];
  };
}

function connectionSeeds(kind: string, names: Params, connection: Json): readonly JsonObject[] {
  const properties = member(connection, "properties");
  const state = member(properties, "privateLinkServiceConnectionState");
  return [
    {
      kind,
      ...names,
      name: text(member(connection, "name")),
      privateEndpointId: text(member(member(properties, "privateEndpoint"), "id")) || "/endpoint",
      ...optional("eTag", member(connection, "eTag")),
      ...optional("systemData", member(connection, "systemData")),
      ...optional("provisioningState", member(properties, "provisioningState")),
      ...optional("status", member(state, "status")),
      ...optional("description", member(state, "description")),
      ...optional("actionsRequired", member(state, "actionsRequired")),
    },
  ];
}

function member(value: Json | undefined, name: string): Json | undefined {
  return isJsonObject(value) ? value[name] : undefined;
}

function object(value: Json | undefined): JsonObject {
  return isJsonObject(value) ? value : {};
}

function list(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? value : [];
}

function text(value: Json | undefined): string {
  return typeof value === "string" ? value : "";
}

function optional(name: string, value: Json | undefined): JsonObject {
  return value === undefined || value === null || value === "" ? {} : { [name]: value };
}
