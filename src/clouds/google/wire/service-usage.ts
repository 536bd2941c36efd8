import { hostOf, universeOf } from "./hosts.ts";

/** Where APIs are switched on. Source: the vendor's discovery document of Service Usage v1, `services.enable`. */

/** What an API of a project's is called there. */
const serviceName = /^projects\/([a-z0-9][a-z0-9.:-]*)\/services\/([a-z0-9-]+\.[a-z0-9.-]+)$/;

/** The name of an API in a project. Null where one of the two is not as the vendor calls it: an answer said it. */
export function serviceOf(consumer: string | null, service: string): string | null {
  const name = `${consumer ?? ""}/services/${service}`;
  return isService(name) ? name : null;
}

/** True for the name of an API in a project. Nothing in it leads to another path. */
export function isService(name: string): boolean {
  const match = serviceName.exec(name);
  return match !== null && !name.includes("..") && (match[2]?.endsWith(".googleapis.com") ?? false);
}

/** POST with an empty object; an operation that goes on in the background is answered. */
export function enablePath(name: string): string {
  return `v1/${name}:enable`;
}

/** The base address of Service Usage: that of all APIs where the configuration gives one, else the universe's host. */
export function serviceUsageAddress(config: Readonly<Record<string, unknown>>): string {
  const { baseUrl } = config;
  if (typeof baseUrl === "string" && baseUrl !== "") return baseUrl.replace(/\/+$/, "");
  return serviceUsageHost(universeOf(config));
}

/** Its origin in a universe. */
export function serviceUsageHost(universe: string): string {
  return hostOf("serviceusage", universe);
}
