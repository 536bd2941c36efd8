import type { Exchange } from "../../../packages/base/exchange/exchange.ts";
import { isJsonObject, type JsonObject } from "../../../packages/base/json/json.ts";
import { matchTemplate } from "../../../packages/base/path-template.ts";
import { registerCommand } from "../../../packages/base/register-command.ts";
import { subscriptionResource } from "../../../packages/vendor-wire/azure/platform-paths.ts";
import {
  privateEndpointConnections,
  roleManagementPolicyAssignments,
  serverCollectors,
} from "../../../packages/vendor-wire/azure/resource-types.ts";
import { plainScope } from "../../../packages/vendor-wire/azure/scope.ts";
import type { ProviderInstance, Target } from "../../engine/ports/driver.ts";
import {
  type Examination,
  type Finding,
  failed,
  passed,
  refusedFinding,
  undetermined,
  type VendorDoctor,
} from "../../engine/ports/vendor-doctor.ts";
import { armUrl, configText } from "./arm-url.ts";
import { wireCall } from "./wire-call.ts";

/** The wire's type of each that is declared, look-ups as well. */
const wireTypes: Readonly<Record<string, string>> = {
  "authorization:RoleManagementPolicyAssignment": roleManagementPolicyAssignments.name,
  "migrate:ServerCollector": serverCollectors.name,
  "migrate:getPrivateEndpointConnectionControllerPrivateEndpointConnection": privateEndpointConnections.name,
};

/**
 * Looks at the subscriptions in use: whether they are seen and of which tenant, whether the resource providers are
 * registered with them, and whether those still list the interface versions that are spoken.
 */
export function armDoctor(exchange: Exchange): VendorDoctor {
  return {
    kind: "azure",
    examine: async ({ provider, targets, types, tenant }) => {
      const subscriptions = subscriptionsOf(provider, targets);
      if (subscriptions.length === 0)
        return [
          undetermined(
            "subscription",
            "neither the provider nor an object names a subscription",
            "give subscriptionId",
          ),
        ];
      const found: Finding[] = [];
      for (const id of subscriptions) {
        found.push(await examineSubscription(exchange, provider, id, tenant));
        for (const namespace of namespacesOf(types))
          found.push(...(await examineNamespace(exchange, provider, id, namespace, types)));
      }
      return found;
    },
    register: async ({ provider, name }) => {
      const variables = matchTemplate(subscriptionResource.resourceProvider, name);
      if (variables === undefined)
        return failed("registration", `${name} is no resource provider`, "see what the platform says of it");
      const address = { provider, apiVersion: subscriptionResource.version };
      const url = armUrl(address, subscriptionResource.register, variables);
      const answer = await wireCall(exchange, { method: "POST", url });
      if (answer.kind !== "refusal") return null;
      const refusal = { ...answer.refusal, detail: `${name} is not registered: ${answer.refusal.detail}` };
      const right = `${variables["namespace"]}/register/action`;
      return refusedFinding("registration", refusal, {
        right: `it takes ${right}, as far as the vendor's documents tell`,
      });
    },
  };
}

function subscriptionsOf(provider: ProviderInstance, targets: readonly Target[]): readonly string[] {
  const named = targets.map(
    ({ variables: { subscriptionId, scope = "" } }) =>
      subscriptionId ?? /^subscriptions\/([^/]+)/i.exec(plainScope(scope))?.[1],
  );
  const all = [configText(provider, "subscriptionId"), ...named];
  return [...new Set(all.flatMap((each) => (each === undefined ? [] : [each.toLowerCase()])))];
}

function namespacesOf(types: Examination["types"]): readonly string[] {
  return [...new Set(types.flatMap(({ type }) => (wireTypes[type] ?? "").split("/", 1).filter((each) => each !== "")))];
}

async function examineSubscription(
  exchange: Exchange,
  provider: ProviderInstance,
  subscriptionId: string,
  tenant: string | null,
): Promise<Finding> {
  const address = { provider, apiVersion: subscriptionResource.version };
  const url = armUrl(address, subscriptionResource.item, { subscriptionId });
  const answer = await wireCall(exchange, { method: "GET", url });
  const what = `subscription ${subscriptionId}`;
  if (answer.kind === "refusal") {
    const remedy =
      "sign in to the tenant that the subscription is of (`az login --tenant`), and see that the id is right";
    return refusedFinding("subscription", answer.refusal, { right: remedy, credential: remedy, other: remedy });
  }
  const { tenantId, state } = answer.body ?? {};
  if (typeof tenantId !== "string") return undetermined("subscription", `${what} is seen, and names no tenant`);
  if (tenant !== null && tenant.toLowerCase() !== tenantId.toLowerCase()) {
    const remedy = `take a credential of tenant ${tenantId}`;
    return failed("subscription", `${what} is of tenant ${tenantId}, the credential of ${tenant}`, remedy);
  }
  if (typeof state === "string" && state !== "Enabled")
    return failed("subscription", `${what} is ${state}`, "have it enabled: what is disabled can't be written to");
  return passed(
    "subscription",
    `${what} is seen, and is of tenant ${tenantId}${tenant === null ? "" : ", as the credential"}`,
  );
}

async function examineNamespace(
  exchange: Exchange,
  provider: ProviderInstance,
  subscriptionId: string,
  namespace: string,
  types: Examination["types"],
): Promise<readonly Finding[]> {
  const address = { provider, apiVersion: subscriptionResource.version };
  const url = armUrl(address, subscriptionResource.resourceProvider, { subscriptionId, namespace });
  const answer = await wireCall(exchange, { method: "GET", url });
  const what = `${namespace} in ${subscriptionId}`;
  if (answer.kind === "refusal") {
    const refusal = { ...answer.refusal, detail: `${what}: ${answer.refusal.detail}` };
    return [
      refusedFinding("registration", refusal, {
        right: `grant ${subscriptionResource.providersRight} on the subscription`,
        other: "see what is said of the subscription",
      }),
    ];
  }
  const { registrationState, resourceTypes } = answer.body ?? {};
  const registration =
    registrationState === "Registered"
      ? passed("registration", `${what} is registered`)
      : failed(
          "registration",
          `${what} is ${typeof registrationState === "string" ? registrationState : "in no known state"}`,
          `register it: \`${registerCommand}\`, or ` +
            `\`az provider register --namespace ${namespace} --subscription ${subscriptionId}\``,
          { registers: `subscriptions/${subscriptionId}/providers/${namespace}` },
        );
  const listed = Array.isArray(resourceTypes) ? resourceTypes.filter(isJsonObject) : [];
  return [registration, ...spoken(namespace, types).map((each) => versionFinding(each, namespace, listed))];
}

interface Spoken {
  /** The wire's type. */
  readonly type: string;
  readonly version: string;
}

function spoken(namespace: string, types: Examination["types"]): readonly Spoken[] {
  const all = types.map(({ type, apiVersion }) => ({ type: wireTypes[type] ?? "", version: apiVersion }));
  const own = all.filter(({ type }) => type.startsWith(`${namespace}/`));
  return [...new Map(own.map((each) => [`${each.type}@${each.version}`, each])).values()];
}

/** A type that is not listed by itself goes by the one that it is below of, as the platform lists some. */
function versionFinding({ type, version }: Spoken, namespace: string, listed: readonly JsonObject[]): Finding {
  const parts = type.slice(namespace.length + 1).split("/");
  const names = parts.map((_, index) =>
    parts
      .slice(0, parts.length - index)
      .join("/")
      .toLowerCase(),
  );
  const entry = names
    .map((name) => listed.find(({ resourceType }) => String(resourceType).toLowerCase() === name))
    .find((each) => each !== undefined);
  const versions = Array.isArray(entry?.["apiVersions"]) ? entry["apiVersions"].map(String) : [];
  if (versions.length === 0) return undetermined("version", `the platform lists no versions of ${type}`);
  if (versions.some((each) => each.toLowerCase() === version.toLowerCase()))
    return passed("version", `${version} of ${type} is listed`);
  const detail = `${version} of ${type} is not listed any more; listed are ${versions.join(", ")}`;
  return failed("version", detail, `see whether \`plumb explain\` knows one of those for the type, as type@version`);
}
