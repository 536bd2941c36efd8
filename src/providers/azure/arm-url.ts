import { invariant } from "../../../packages/base/invariant.ts";
import { expandTemplate } from "../../../packages/base/path-template.ts";
import { planeOfConfig } from "../../../packages/vendor-wire/azure/management-planes.ts";
import { armNamespace } from "../../../packages/vendor-wire/azure/resource-types.ts";
import type { ProviderInstance, Target } from "../../engine/ports/driver.ts";

/** A text of the instance's configuration; undefined where it is missing or empty. */
export function configText(provider: ProviderInstance, field: string): string | undefined {
  const value = provider.config[field];
  return typeof value === "string" && value !== "" ? value : undefined;
}

/** Base address of the management plane, without a slash at its end. */
export function baseUrlOf(provider: ProviderInstance): string {
  return (configText(provider, "baseUrl") ?? planeOfConfig(provider.config).origin).replace(/\/+$/, "");
}

/** What stands for `{namespace}` in the ids of a target's collection. */
export function namespaceOf({ variables, provider }: Target): string {
  return variables["namespace"] ?? configText(provider, "namespace") ?? armNamespace;
}

interface ArmAddress {
  readonly provider: ProviderInstance;
  readonly apiVersion: string;
}

/** Absolute URL of an object or collection. `query` comes after the version. */
export function armUrl(
  { provider, apiVersion }: ArmAddress,
  template: string,
  variables: Readonly<Record<string, string>>,
  query: Readonly<Record<string, string>> = {},
): string {
  const path = expandTemplate(template, variables, encodeURIComponent);
  invariant(path !== undefined, `no value for a variable of ${template}`);
  const parameters = Object.entries({ "api-version": apiVersion, ...query });
  return (
    `${baseUrlOf(provider)}/${path}` +
    `?${parameters.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join("&")}`
  );
}
