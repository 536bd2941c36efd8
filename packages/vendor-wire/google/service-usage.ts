import { type GoogleApi, googleApis, hostOf, serviceName, universeOf } from "./hosts.ts";

/** Where APIs are switched on. Source: the vendor's discovery document of Service Usage v1, `services.enable`. */

/** What an API of a project's is called there. */
const projectService = /^projects\/([a-z0-9][a-z0-9.:-]*)\/services\/([a-z0-9.-]+)$/;

/**
 * The name of an API in a project, as an answer of that API has said it. Null where it says another API than answered,
 * or the project is not as the vendor calls one.
 */
export function serviceOf(consumer: string | null, service: string, api: GoogleApi): string | null {
  const name = `${consumer ?? ""}/services/${service}`;
  return service === serviceName(api) && projectOfService(name) !== undefined ? name : null;
}

/**
 * The project in the name of one of the APIs that are spoken here; undefined for any other. Nothing in it leads to
 * another path.
 */
export function projectOfService(name: string): string | undefined {
  const [, project, service] = projectService.exec(name) ?? [];
  return name.includes("..") || !googleApis.some((api) => serviceName(api) === service) ? undefined : project;
}

/** The same API in another project. */
export function serviceIn(project: string, name: string): string {
  return name.replace(/^projects\/[^/]*/, `projects/${project}`);
}

/** GET: its `parent` is the project by its number. Source: `services.get` and `GoogleApiServiceusageV1Service`. */
export function servicePath(name: string): string {
  return `v1/${name}`;
}

/** POST with an empty object; an operation that goes on in the background is answered. */
export function enablePath(name: string): string {
  return `v1/${name}:enable`;
}

/** The right that switching an API on takes. */
export const enableRight = "serviceusage.services.enable";

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
